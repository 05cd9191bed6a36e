//! Which steps must not happen at the same time (Fox & Long 2003, definition 12): neither may read what the other writes,
//! nor may they write the same unless both only add to it.

use crate::effects::Change;
use crate::world::{Ground, State, Substitution, World};
use std::collections::BTreeSet;
use stepguard_pddl::ast::{Action, AssignOp, Atom, Condition, ConditionKind as K, Effect, EffectKind, Term};

/// What a step reads and writes.
#[derive(Debug, Clone, Default)]
pub struct Touch {
    reads: BTreeSet<Ground>,
    read_fluents: BTreeSet<Ground>,
    adds: BTreeSet<Ground>,
    deletes: BTreeSet<Ground>,
    added_to: BTreeSet<Ground>,
    set: BTreeSet<Ground>,
}

impl Touch {
    /// Whether the two must not happen together.
    #[must_use]
    pub fn interferes(&self, other: &Self) -> bool {
        self.disturbs(other) || other.disturbs(self)
    }

    fn disturbs(&self, other: &Self) -> bool {
        let meets = |left: &BTreeSet<Ground>, right: &BTreeSet<Ground>| !left.is_disjoint(right);
        meets(&self.adds, &other.reads)
            || meets(&self.deletes, &other.reads)
            || meets(&self.adds, &other.deletes)
            || meets(&self.added_to, &other.read_fluents)
            || meets(&self.set, &other.read_fluents)
            || meets(&self.set, &other.set)
            || meets(&self.set, &other.added_to)
    }
}

impl World<'_> {
    /// What an action reads, and what of it fires writes.
    #[must_use]
    pub fn touch(&self, action: &Action, binding: &Substitution, state: &State, change: &Change) -> Touch {
        let mut touch = Touch { adds: change.adds.clone(), deletes: change.deletes.clone(), ..Touch::default() };
        for (fluent, op, _) in &change.assigns {
            let additive = matches!(op, AssignOp::Increase | AssignOp::Decrease);
            if additive { &mut touch.added_to } else { &mut touch.set }.insert(fluent.clone());
        }
        let mut seen = BTreeSet::new();
        if let Some(precondition) = &action.precondition {
            self.reads(precondition, binding, state, &mut touch, &mut seen);
        }
        if let Some(effect) = &action.effect {
            self.effect_reads(effect, binding, state, &mut touch, &mut seen);
        }
        touch
    }

    fn reads(
        &self,
        condition: &Condition,
        binding: &Substitution,
        state: &State,
        touch: &mut Touch,
        seen: &mut BTreeSet<Ground>,
    ) {
        match &condition.kind {
            K::And(parts) | K::Or(parts) => {
                parts.iter().for_each(|part| self.reads(part, binding, state, touch, seen));
            }
            K::Not(part) => self.reads(part, binding, state, touch, seen),
            K::Imply(left, right) => {
                self.reads(left, binding, state, touch, seen);
                self.reads(right, binding, state, touch, seen);
            }
            K::Forall(variables, part) | K::Exists(variables, part) => {
                for inner in self.bindings(variables, binding) {
                    self.reads(part, &inner, state, touch, seen);
                }
            }
            K::Atom(atom) => {
                self.atom_reads(atom, binding, state, touch);
                let Some(fact) = self.ground(atom, state, binding) else { return };
                if !self.derived.contains(&fact.0) {
                    touch.reads.insert(fact);
                } else if seen.insert(fact.clone()) {
                    for rule in self.domain.derived.iter().filter(|rule| self.word(rule.name.symbol) == fact.0) {
                        let names = rule.parameters.iter().map(|parameter| self.word(parameter.name.symbol));
                        let inner = names.zip(fact.1.iter().cloned()).collect();
                        self.reads(&rule.condition, &inner, state, touch, seen);
                    }
                }
            }
            K::Compare(_, left, right) => {
                self.term_reads(left, binding, state, touch);
                self.term_reads(right, binding, state, touch);
            }
            // A preference never stands in the way of the step.
            K::Preference(..) | K::Timed(..) | K::Trajectory(_) | K::Error => {}
        }
    }

    fn effect_reads(
        &self,
        effect: &Effect,
        binding: &Substitution,
        state: &State,
        touch: &mut Touch,
        seen: &mut BTreeSet<Ground>,
    ) {
        match &effect.kind {
            EffectKind::And(parts) => {
                parts.iter().for_each(|part| self.effect_reads(part, binding, state, touch, seen));
            }
            EffectKind::Forall(variables, part) => {
                for inner in self.bindings(variables, binding) {
                    self.effect_reads(part, &inner, state, touch, seen);
                }
            }
            // What nothing depends on is not read: a `when` over no effect.
            EffectKind::When(_, part) if !self.has_instances(part, binding) => {}
            EffectKind::When(condition, part) => {
                self.reads(condition, binding, state, touch, seen);
                if self.truth(condition, state, binding) == Some(true) {
                    self.effect_reads(part, binding, state, touch, seen);
                }
            }
            EffectKind::Add(atom) | EffectKind::Delete(atom) => self.atom_reads(atom, binding, state, touch),
            EffectKind::Assign(_, target, value) => {
                if let Term::Fluent(atom) = target {
                    self.atom_reads(atom, binding, state, touch);
                }
                self.term_reads(value, binding, state, touch);
            }
            EffectKind::Timed(..) | EffectKind::Error => {}
        }
    }

    /// Whether an effect changes anything at all, whatever the state is.
    fn has_instances(&self, effect: &Effect, binding: &Substitution) -> bool {
        match &effect.kind {
            EffectKind::And(parts) => parts.iter().any(|part| self.has_instances(part, binding)),
            EffectKind::Forall(variables, part) => {
                self.bindings(variables, binding).iter().any(|inner| self.has_instances(part, inner))
            }
            EffectKind::When(_, part) | EffectKind::Timed(_, part) => self.has_instances(part, binding),
            EffectKind::Add(_) | EffectKind::Delete(_) | EffectKind::Assign(..) => true,
            EffectKind::Error => false,
        }
    }

    /// The object fluents among an atom's arguments.
    fn atom_reads(&self, atom: &Atom, binding: &Substitution, state: &State, touch: &mut Touch) {
        atom.arguments.iter().for_each(|argument| self.term_reads(argument, binding, state, touch));
    }

    fn term_reads(&self, term: &Term, binding: &Substitution, state: &State, touch: &mut Touch) {
        match term {
            Term::Name(name) if !self.is_object(&self.word(name.symbol)) => {
                touch.read_fluents.insert(Ground(self.word(name.symbol), Vec::new()));
            }
            Term::Fluent(atom) => {
                self.atom_reads(atom, binding, state, touch);
                touch.read_fluents.extend(self.ground(atom, state, binding));
            }
            Term::Arithmetic(_, operands, _) => {
                operands.iter().for_each(|operand| self.term_reads(operand, binding, state, touch));
            }
            _ => {}
        }
    }
}
