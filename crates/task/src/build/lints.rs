//! Remarks on a task that is well formed: what is likely to have been forgotten.

use super::{Resolver, codes};
use crate::model::{Change, Formula, FormulaKind};
use fixedbitset::FixedBitSet;
use stepguard_text::{Diagnostic, Place};

impl Resolver {
    /// Predicates that the goal demands though no fact, no effect and no rule makes them true. The same is quite usual
    /// of preconditions: a domain serves many problems, of which none has everything.
    pub(crate) fn unreachable_goal(&mut self, init: &super::init::Initial, goal: &Formula) {
        let mut demanded = Vec::new();
        demands(goal, &mut demanded);
        if demanded.is_empty() {
            return;
        }
        let mut possible = FixedBitSet::with_capacity(self.predicates.len());
        for (predicate, _) in init.facts.iter() {
            possible.insert(predicate.index());
        }
        let effects = self
            .actions
            .iter()
            .flat_map(|action| &action.effects)
            .chain(self.durative_actions.iter().flat_map(|action| action.effects.iter().map(|(_, effect)| effect)));
        let timed = init.timed_literals.iter().map(|literal| &literal.change);
        for change in effects.map(|effect| &effect.change).chain(timed) {
            if let Change::Add(predicate, _) = change {
                possible.insert(predicate.index());
            }
        }
        for (predicate, place) in demanded {
            let asked = &self.predicates[predicate];
            // Said once of each.
            if asked.derived || possible.put(predicate) || !self.findings.wants(codes::NEVER_TRUE, None) {
                continue;
            }
            let message = format!("nothing makes {} true", self.name(asked.name));
            self.findings.add(
                Diagnostic::warning(codes::NEVER_TRUE, place, message)
                    .help(
                        "No fact of the initial state says it and no action adds it, so that no plan can reach this goal. Was an effect or a fact forgotten, or another predicate meant?",
                    )
                    .related(asked.place, "declared here"),
            );
        }
    }
}

/// The predicates that must hold for the goal to hold, with their places.
fn demands(goal: &Formula, out: &mut Vec<(usize, Place)>) {
    match &goal.kind {
        FormulaKind::And(parts) => parts.iter().for_each(|part| demands(part, out)),
        FormulaKind::Exists(_, body) => demands(body, out),
        FormulaKind::Atom(predicate, _) => out.push((predicate.index(), goal.place)),
        _ => {}
    }
}
