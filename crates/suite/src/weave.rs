//! Weaving: domain, modules and second forms of rules to one PDDL domain, with the origin of every part, so that what is
//! wrong with the woven text is reported where its author wrote it.

use crate::module::{Action, Module, Piece, Rule};
use std::fmt::Write as _;
use std::sync::Arc;

/// Name of the action that stands for the end of a plan in the second rule book.
pub(crate) const END: &str = "end-of-plan";

/// The parts of a domain: the household first, then the modules in order.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) modules: Vec<Arc<Module>>,
}

/// A woven text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Woven {
    pub(crate) text: String,
    /// Where pieces start in the text: offset, file, line.
    origins: Vec<(usize, String, u32)>,
}

impl Woven {
    pub(crate) fn push(&mut self, piece: &Piece) {
        self.origins.push((self.text.len(), piece.file.clone(), piece.line));
        self.text.push_str(&piece.text);
        // A comment at the end must not swallow what is woven behind it.
        if piece.text.lines().next_back().is_some_and(|line| line.contains(';')) {
            self.text.push('\n');
        }
    }

    /// A text of our own between the pieces; what is found in it belongs to the piece before.
    pub(crate) fn glue(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// File and line that the byte at `offset` comes from.
    pub(crate) fn origin(&self, offset: usize) -> Option<(&str, u32)> {
        let (start, file, line) = self.origins.iter().rev().find(|(start, ..)| *start <= offset)?;
        let between = self.text.as_bytes().get(*start..offset)?;
        let lines = between.iter().filter(|byte| **byte == b'\n').count();
        Some((file, line + u32::try_from(lines).unwrap_or(0)))
    }
}

impl Parts {
    /// All rules with their module, in order.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&Module, &Rule)> {
        self.modules.iter().flat_map(|module| module.rules.iter().map(move |rule| (module.as_ref(), rule)))
    }

    /// All actions; with `vocabulary` those of the modules too.
    pub(crate) fn actions(&self, vocabulary: bool) -> impl Iterator<Item = &Action> {
        let used = if vocabulary { self.modules.len() } else { 1.min(self.modules.len()) };
        self.modules[..used].iter().flat_map(|module| &module.actions)
    }

    /// The domain. `vocabulary`: with the actions of the modules. `guard`: with this rule in its second form, as
    /// preconditions, and an action for the end of the plan.
    pub(crate) fn domain(&self, vocabulary: bool, guard: Option<&Rule>) -> Woven {
        let mut woven = Woven::default();
        woven.glue("(define (domain household)\n  (:requirements :adl :derived-predicates :constraints)\n  (:types");
        for piece in self.modules.iter().flat_map(|module| &module.types) {
            woven.glue("\n    ");
            woven.push(piece);
        }
        woven.glue(")\n  (:predicates");
        for piece in self.modules.iter().flat_map(|module| &module.predicates) {
            woven.glue("\n    ");
            woven.push(piece);
        }
        if guard.is_some() {
            woven.glue("\n    (plan-over)");
        }
        woven.glue(")");
        for piece in self.modules.iter().flat_map(|module| &module.derived) {
            woven.glue("\n\n  ");
            woven.push(piece);
        }
        for action in self.actions(vocabulary) {
            self.action(&mut woven, action, guard);
        }
        if let Some(rule) = guard {
            let _ = write!(
                woven.text,
                "\n\n  (:action {END}\n    :parameters ()\n    :precondition (and (not (plan-over))"
            );
            if let Some(piece) = &rule.at_end {
                woven.glue("\n      ");
                woven.push(piece);
            }
            woven.glue(")\n    :effect (plan-over))");
        }
        woven.glue(")\n");
        woven
    }

    pub(crate) fn action(&self, woven: &mut Woven, action: &Action, guard: Option<&Rule>) {
        let extensions = || {
            self.modules
                .iter()
                .flat_map(|module| &module.extensions)
                .filter(|extension| extension.action == action.name)
        };
        let guards = guard.into_iter().flat_map(|rule| &rule.before).filter(|(name, _)| *name == action.name);
        let preconditions: Vec<&Piece> = std::iter::once(&action.precondition)
            .chain(extensions().filter_map(|extension| extension.precondition.as_ref()))
            .chain(guards.map(|(_, condition)| condition))
            .collect();
        let effects: Vec<&Piece> = std::iter::once(&action.effect)
            .chain(extensions().filter_map(|extension| extension.effect.as_ref()))
            .collect();
        let _ = write!(woven.text, "\n\n  (:action {}\n    :parameters ", action.name);
        woven.push(&action.parameters);
        for (slot, pieces) in [("precondition", preconditions), ("effect", effects)] {
            let _ = write!(woven.text, "\n    :{slot} ");
            match pieces.as_slice() {
                [alone] => woven.push(alone),
                several => {
                    woven.glue("(and");
                    for piece in several {
                        woven.glue("\n      ");
                        woven.push(piece);
                    }
                    woven.glue(")");
                }
            }
        }
        woven.glue(")");
    }

    /// The rules as the constraints of a problem.
    pub(crate) fn constraints(&self, woven: &mut Woven) {
        woven.glue("\n  (:constraints (and");
        for (_, rule) in self.rules() {
            woven.glue("\n    ");
            woven.push(&rule.comment);
            woven.glue("\n    ");
            woven.push(&rule.formula);
        }
        woven.glue("))");
    }
}
