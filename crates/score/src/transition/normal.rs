//! The normal form of an action: its literals with their context. Conjunctions are flattened, negation stands before atoms
//! only, parameters are known by their position and bound variables by their quantifier, its depth and their type. So
//! texts that differ in names, nesting or order have the same normal form.

use super::Section;
use crate::answers::{PredictedActions, same_name};
use std::fmt::{self, Display};
use stepguard_pddl::ast::{
    Action, Atom, CompareOp, Condition, ConditionKind, Effect, EffectKind, Term, TypeRef, Typed,
};
use stepguard_text::Interner;

/// Where a literal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// In the precondition.
    Precondition,
    /// In the effect.
    Effect,
    /// In the condition of a conditional effect.
    EffectCondition,
}

/// A literal in its context.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// Where it stands.
    pub context: Context,
    /// Whether it is one of several alternatives (inside an `or`).
    pub alternative: bool,
    /// Whether it is not negated.
    pub positive: bool,
    /// Its predicate, in lower case.
    pub predicate: String,
    /// Its arguments: `?1` is the first parameter, `∀1.2:object` the second variable of a quantifier at depth 1.
    pub arguments: Vec<String>,
}

impl Literal {
    /// The part of the action that it belongs to.
    #[must_use]
    pub const fn section(&self) -> Section {
        match self.context {
            Context::Precondition => Section::Precondition,
            Context::Effect | Context::EffectCondition => Section::Effect,
        }
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.context {
            Context::Precondition => "precondition ",
            Context::Effect => "effect ",
            Context::EffectCondition => "condition ",
        })?;
        if self.alternative {
            f.write_str("or ")?;
        }
        if !self.positive {
            f.write_str("not ")?;
        }
        write!(f, "({}", self.predicate)?;
        for argument in &self.arguments {
            write!(f, " {argument}")?;
        }
        f.write_str(")")
    }
}

/// An action in normal form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Normal {
    /// Its literals, sorted; equal ones as often as they stand there.
    pub literals: Vec<Literal>,
    /// Parts that cannot be read, in the precondition and in the effect.
    pub unreadable: [i64; 2],
}

impl Normal {
    /// The normal form of a definition.
    #[must_use]
    pub fn of(action: &Action, read: &PredictedActions) -> Self {
        let names = read.names();
        let mut maker = Maker { names, scope: Vec::new(), depth: 0, normal: Self::default() };
        for (index, parameter) in action.parameters.iter().enumerate() {
            maker.scope.push((names.folded(parameter.name.symbol).to_owned(), format!("?{}", index + 1)));
        }
        if let Some(condition) = &action.precondition {
            maker.condition(condition, At { context: Context::Precondition, alternative: false, positive: true });
        }
        if let Some(effect) = &action.effect {
            maker.effect(effect);
        }
        maker.normal.literals.sort_unstable();
        maker.normal
    }
}

/// Where a part stands, and whether it is under a negation.
#[derive(Clone, Copy)]
struct At {
    context: Context,
    alternative: bool,
    positive: bool,
}

impl At {
    const fn negated(self) -> Self {
        Self { positive: !self.positive, ..self }
    }

    /// Inside an `or` of more than one part, or a negated `and`.
    const fn choice(self, parts: usize) -> Self {
        Self { alternative: self.alternative || parts > 1, ..self }
    }
}

struct Maker<'a> {
    names: &'a Interner,
    /// Variables in sight, the innermost last, with what they are called in the normal form.
    scope: Vec<(String, String)>,
    depth: usize,
    normal: Normal,
}

// Recursion is as deep as the text nests, which the PDDL reader limits.
impl Maker<'_> {
    fn condition(&mut self, condition: &Condition, at: At) {
        match &condition.kind {
            ConditionKind::And(parts) => {
                let at = if at.positive { at } else { at.choice(parts.len()) };
                parts.iter().for_each(|part| self.condition(part, at));
            }
            ConditionKind::Or(parts) => {
                let at = if at.positive { at.choice(parts.len()) } else { at };
                parts.iter().for_each(|part| self.condition(part, at));
            }
            ConditionKind::Not(part) => self.condition(part, at.negated()),
            ConditionKind::Imply(premise, conclusion) => {
                let at = if at.positive { at.choice(2) } else { at };
                self.condition(premise, at.negated());
                self.condition(conclusion, at);
            }
            ConditionKind::Forall(variables, body) => {
                self.bound(variables, at.positive, |maker| maker.condition(body, at));
            }
            ConditionKind::Exists(variables, body) => {
                self.bound(variables, !at.positive, |maker| maker.condition(body, at));
            }
            ConditionKind::Atom(atom) => self.atom(atom, at),
            ConditionKind::Compare(operator, left, right) => {
                let mut arguments = vec![self.term(left), self.term(right)];
                // Which side is which does not matter to an equation.
                if *operator == CompareOp::Equal {
                    arguments.sort_unstable();
                }
                let predicate = match operator {
                    CompareOp::Less => "<",
                    CompareOp::LessEqual => "<=",
                    CompareOp::Equal => "=",
                    CompareOp::GreaterEqual => ">=",
                    CompareOp::Greater => ">",
                };
                self.push(at, predicate.to_owned(), arguments);
            }
            ConditionKind::Preference(..)
            | ConditionKind::Timed(..)
            | ConditionKind::Trajectory(_)
            | ConditionKind::Error => self.unreadable(at.context),
        }
    }

    fn effect(&mut self, effect: &Effect) {
        let at = At { context: Context::Effect, alternative: false, positive: true };
        match &effect.kind {
            EffectKind::And(parts) => parts.iter().for_each(|part| self.effect(part)),
            EffectKind::Forall(variables, body) => self.bound(variables, true, |maker| maker.effect(body)),
            EffectKind::When(condition, body) => {
                self.condition(condition, At { context: Context::EffectCondition, ..at });
                self.effect(body);
            }
            EffectKind::Add(atom) => self.atom(atom, at),
            EffectKind::Delete(atom) => self.atom(atom, at.negated()),
            EffectKind::Assign(operator, fluent, value) => {
                let arguments = vec![self.term(fluent), self.term(value)];
                self.push(at, format!("{operator:?}").to_lowercase(), arguments);
            }
            EffectKind::Timed(..) | EffectKind::Error => self.unreadable(Context::Effect),
        }
    }

    fn unreadable(&mut self, context: Context) {
        self.normal.unreadable[usize::from(context != Context::Precondition)] += 1;
    }

    /// Calls `inside` with variables in sight; `for_all` is the quantifier once negations are moved inwards.
    fn bound(&mut self, variables: &[Typed], for_all: bool, inside: impl FnOnce(&mut Self)) {
        let before = self.scope.len();
        self.depth += 1;
        for (index, variable) in variables.iter().enumerate() {
            let sign = if for_all { '∀' } else { '∃' };
            let called = format!("{sign}{}.{}:{}", self.depth, index + 1, self.type_name(&variable.ty));
            self.scope.push((self.names.folded(variable.name.symbol).to_owned(), called));
        }
        inside(self);
        self.depth -= 1;
        self.scope.truncate(before);
    }

    fn type_name(&self, ty: &TypeRef) -> String {
        let mut names: Vec<&str> = ty.alternatives.iter().map(|name| self.names.folded(name.symbol)).collect();
        names.sort_unstable();
        if names.is_empty() { "object".to_owned() } else { names.join("|") }
    }

    fn atom(&mut self, atom: &Atom, at: At) {
        let mut arguments = Vec::with_capacity(atom.arguments.len());
        let mut terms = atom.arguments.iter();
        while let Some(term) = terms.next() {
            // A type inside a literal, `(on ?x - object)`, says nothing about the literal.
            if matches!(term, Term::Name(name) if self.names.spelling(name.symbol) == "-") {
                terms.next();
                continue;
            }
            arguments.push(self.term(term));
        }
        let predicate = same_name(self.names.spelling(atom.name.symbol));
        self.push(at, predicate, arguments);
    }

    fn push(&mut self, at: At, predicate: String, arguments: Vec<String>) {
        let At { context, alternative, positive } = at;
        self.normal.literals.push(Literal { context, alternative, positive, predicate, arguments });
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Variable(name) => {
                let folded = self.names.folded(name.symbol);
                match self.scope.iter().rev().find(|(variable, _)| variable == folded) {
                    Some((_, called)) => called.clone(),
                    // Bound nowhere: it equals nothing in any gold.
                    None => format!("unbound:{folded}"),
                }
            }
            Term::Name(name) => same_name(self.names.spelling(name.symbol)),
            Term::Number(number, _) => number.to_string(),
            Term::Fluent(atom) => {
                let arguments: Vec<String> = atom.arguments.iter().map(|term| self.term(term)).collect();
                format!("({} {})", same_name(self.names.spelling(atom.name.symbol)), arguments.join(" "))
            }
            Term::Arithmetic(operator, terms, _) => {
                let terms: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
                format!("({operator:?} {})", terms.join(" "))
            }
            Term::IsViolated(..) | Term::ElapsedTime(_) | Term::Error(_) => "unreadable".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::gold_actions;

    fn shown(precondition: &str, effect: &str) -> Vec<String> {
        let text = format!("(:action a :parameters (?x ?y - object) :precondition {precondition} :effect {effect})");
        let read = gold_actions(&text);
        let normal = Normal::of(&read.actions[0], &read);
        let mut out: Vec<String> = normal.literals.iter().map(ToString::to_string).collect();
        out.extend(normal.unreadable.iter().filter(|n| **n > 0).map(|n| format!("{n} unreadable")));
        out
    }

    #[test]
    fn forms_that_say_the_same() {
        for (one, other) in [
            ("(p ?x)", "(and (and (p ?x)))"),
            ("(and (p ?x) (q ?y))", "(and (q ?y) (p ?x))"),
            ("(not (and (p ?x) (q ?y)))", "(or (not (p ?x)) (not (q ?y)))"),
            ("(not (exists (?z) (p ?z)))", "(forall (?w - object) (not (p ?w)))"),
            ("(not (forall (?z) (not (p ?z))))", "(exists (?z) (p ?z))"),
            ("(imply (p ?x) (q ?x))", "(or (not (p ?x)) (q ?x))"),
            ("(not (not (p ?x)))", "(P ?X)"),
            ("(= ?x ?y)", "(= ?y ?x)"),
            ("(or (p ?x))", "(p ?x)"),
            ("(in-reach ?x)", "(in_reach ?x)"),
            ("(p ?x - object)", "(p ?x)"),
        ] {
            assert_eq!(shown(one, "()"), shown(other, "()"), "{one} {other}");
        }
    }

    #[test]
    fn forms_that_differ() {
        for (one, other) in [
            ("(p ?x)", "(not (p ?x))"),
            ("(p ?x ?y)", "(p ?y ?x)"),
            ("(and (p ?x) (q ?x))", "(or (p ?x) (q ?x))"),
            ("(exists (?z) (p ?z))", "(forall (?z) (p ?z))"),
            ("(exists (?z - cup) (p ?z))", "(exists (?z) (p ?z))"),
            ("(p ?x)", "(and (p ?x) (p ?x))"),
            ("(p ?x)", "(p x)"),
            ("(p ?z)", "(p ?x)"),
        ] {
            assert_ne!(shown(one, "()"), shown(other, "()"), "{one} {other}");
        }
    }

    #[test]
    fn effects_in_context() {
        let effect = "(and (p ?x) (not (q ?y)) (forall (?z) (when (not (r ?z)) (not (p ?z)))))";
        assert_eq!(
            shown("()", effect),
            ["effect not (p ∀1.1:object)", "effect not (q ?2)", "effect (p ?1)", "condition not (r ∀1.1:object)"]
        );
        assert_eq!(shown("()", "(not (and (p ?x) (q ?x)))"), ["1 unreadable"]);
    }

    #[test]
    fn inner_variables_hide_outer_ones() {
        assert_eq!(
            shown("(exists (?x) (and (p ?x) (exists (?x) (q ?x ?y))))", "()"),
            ["precondition (p ∃1.1:object)", "precondition (q ∃2.1:object ?2)"]
        );
    }
}
