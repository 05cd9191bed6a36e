//! What a question can depend on: backward over literals and numbers, from the question to the operators that matter.
//!
//! Works on the lifted model only, so it costs as much as reading the domain once or twice.

use crate::cond::{Arg, Cond, Head, Num, Reads, walk, walk_args, walk_num};
use crate::model::{Change, Effect, Model};
use fixedbitset::FixedBitSet;
use stepguard_task::FunctionId;

/// Relevant literals, numbers and operators.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// Twice a head's number: it can be true; one more: it can be false.
    literals: FixedBitSet,
    functions: FixedBitSet,
    operators: FixedBitSet,
    everything: bool,
}

const fn literal(head: Head, positive: bool) -> usize {
    head.index() * 2 + if positive { 0 } else { 1 }
}

impl Scope {
    /// Nothing is relevant.
    pub(crate) fn new(model: &Model) -> Self {
        Self {
            literals: FixedBitSet::with_capacity(model.heads.len() * 2),
            functions: FixedBitSet::with_capacity(model.heads.functions),
            operators: FixedBitSet::with_capacity(model.operators.len()),
            everything: false,
        }
    }

    /// Every literal and every operator is relevant; numbers as far as a condition reads them.
    pub(crate) fn everything(model: &Model) -> Self {
        let mut scope = Self::new(model);
        scope.literals.insert_range(..);
        scope.operators.insert_range(..);
        scope.everything = true;
        for operator in &model.operators {
            scope.add(model, &operator.condition, false);
            for effect in &operator.effects {
                if !matches!(effect.change, Change::Number { .. }) {
                    scope.add_effect(model, effect);
                }
            }
        }
        for derivation in &model.derivations {
            scope.add(model, &derivation.body, false);
        }
        scope.close(model);
        scope
    }

    pub(crate) fn is_everything(&self) -> bool {
        self.everything
    }

    pub(crate) fn has(&self, head: Head, positive: bool) -> bool {
        self.literals.contains(literal(head, positive))
    }

    pub(crate) fn has_function(&self, function: FunctionId) -> bool {
        self.functions.contains(function.index())
    }

    pub(crate) fn has_operator(&self, operator: usize) -> bool {
        self.operators.contains(operator)
    }

    /// Whether a question about `cond` is answered within this scope.
    pub(crate) fn covers(&self, model: &Model, cond: &Cond) -> bool {
        let mut wider = self.clone();
        wider.add(model, cond, false);
        wider.literals.is_subset(&self.literals) && wider.functions.is_subset(&self.functions)
    }

    /// Makes the literals and numbers of `cond` (or of its negation) relevant.
    pub(crate) fn add(&mut self, model: &Model, cond: &Cond, negate: bool) {
        let (literals, functions) = (&mut self.literals, &mut self.functions);
        walk(
            cond,
            &mut |head, positive| literals.insert(literal(head, positive != negate)),
            &mut |function, reads| {
                if reads == Reads::Value || model.assigned[function.index()] {
                    functions.insert(function.index());
                }
            },
            model.heads,
        );
        if negate {
            // An object fluent's values are looked at in both directions.
            walk(
                cond,
                &mut |head, positive| {
                    if head.index() >= model.heads.predicates {
                        literals.insert(literal(head, positive));
                    }
                },
                &mut |_, _| {},
                model.heads,
            );
        }
    }

    fn add_args(&mut self, model: &Model, arguments: &[Arg]) {
        walk_args(arguments, &mut |head, positive| self.literals.insert(literal(head, positive)), model.heads);
    }

    fn add_num(&mut self, model: &Model, num: &Num) {
        let (literals, functions) = (&mut self.literals, &mut self.functions);
        walk_num(
            num,
            &mut |head, positive| literals.insert(literal(head, positive)),
            &mut |function, _| functions.insert(function.index()),
            model.heads,
        );
    }

    fn add_effect(&mut self, model: &Model, effect: &Effect) {
        if let Some(condition) = &effect.condition {
            self.add(model, condition, false);
        }
        match &effect.change {
            Change::Literal(l) => self.add_args(model, &l.arguments),
            Change::Number { arguments, value, .. } => {
                self.add_args(model, arguments);
                self.add_num(model, value);
            }
        }
    }

    /// Whether the effect touches something relevant.
    pub(crate) fn touches(&self, effect: &Effect) -> bool {
        match &effect.change {
            Change::Literal(l) => self.has(l.head, l.positive),
            Change::Number { function, .. } => self.has_function(*function),
        }
    }

    /// Adds what the relevant literals and numbers depend on, until nothing is new.
    pub(crate) fn close(&mut self, model: &Model) {
        let mut derivations = FixedBitSet::with_capacity(model.derivations.len() * 2);
        let mut effects: Vec<FixedBitSet> =
            model.operators.iter().map(|o| FixedBitSet::with_capacity(o.effects.len())).collect();
        let mut opened = FixedBitSet::with_capacity(model.operators.len());
        loop {
            let mut changed = false;
            for (index, derivation) in model.derivations.iter().enumerate() {
                for positive in [true, false] {
                    if self.has(derivation.head, positive) && !derivations.put(index * 2 + usize::from(positive)) {
                        self.add(model, &derivation.body, !positive);
                        changed = true;
                    }
                }
            }
            for (index, operator) in model.operators.iter().enumerate() {
                for (number, effect) in operator.effects.iter().enumerate() {
                    if !effects[index].contains(number) && self.touches(effect) {
                        effects[index].insert(number);
                        self.operators.insert(index);
                        self.add_effect(model, effect);
                        changed = true;
                    }
                }
                if self.has(model.heads.operator(index), true) {
                    self.operators.insert(index);
                }
                if self.operators.contains(index) && !opened.put(index) {
                    self.add(model, &operator.condition, false);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}
