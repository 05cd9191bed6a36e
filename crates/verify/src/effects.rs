//! What an action does in a state: all effects read the state before the step, an add wins over a delete of the same
//! fact, and numeric effects on one fluent are combined or refused (Fox & Long 2003, definitions 11 to 13).

use crate::eval::NoNumber;
use crate::quantify::Instances;
use crate::world::{Delta, Environment, FluentId, Value, World};
use smallvec::SmallVec;
use stepguard_task::{Action, AssignOp, Change, Effect, Expr, FactId};
use stepguard_text::{Number, Place};

/// The effects that fire, ground, in source order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// Facts that turn true.
    pub adds: SmallVec<[FactId; 4]>,
    /// Facts that turn false unless they are added.
    pub deletes: SmallVec<[FactId; 4]>,
    /// New values of fluents, combined over all effects.
    pub values: Vec<(FluentId, Value)>,
    /// Fluents that are changed only by `increase` and `decrease`: such effects of two steps commute.
    pub additive: Vec<FluentId>,
}

/// Why the effects of an applicable action cannot be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EffectError {
    /// A value divides by zero.
    DivisionByZero {
        /// The effect.
        place: Place,
    },
    /// A value, or the fluent to be increased, was never given a number; or an argument has no object.
    Undefined {
        /// The effect.
        place: Place,
    },
    /// Two effects give the same fluent values that do not combine.
    Conflict {
        /// The fluent.
        fluent: FluentId,
        /// The earlier effect.
        first: Place,
        /// The later effect.
        second: Place,
    },
    /// The work budget ran out.
    Budget,
}

impl EffectError {
    /// What can never be mended comes before what was merely never given: the order of effects decides nothing.
    fn rank(self) -> u8 {
        match self {
            Self::Undefined { .. } => 0,
            Self::Conflict { .. } => 1,
            Self::DivisionByZero { .. } => 2,
            Self::Budget => 3,
        }
    }

    fn keep_worst(worst: &mut Option<Self>, error: Option<Self>) {
        if let Some(error) = error
            && worst.is_none_or(|known| error.rank() > known.rank())
        {
            *worst = Some(error);
        }
    }
}

/// What happens to one fluent, combined so far.
struct Pending {
    fluent: FluentId,
    place: Place,
    change: Combined,
}

enum Combined {
    Set(Value),
    Add(Number),
    Scale(Number),
}

impl<'t> World<'t> {
    /// The effects of `action` in the current state. The environment holds the arguments.
    ///
    /// # Errors
    /// When a value is undefined, divides by zero, or two effects conflict.
    pub fn effects(&mut self, action: &'t Action, env: &mut Environment) -> Result<Effects, EffectError> {
        let mut effects = Effects::default();
        let mut pending: SmallVec<[Pending; 4]> = SmallVec::new();
        let mut worst: Option<EffectError> = None;
        for effect in &action.effects {
            if effect.variables.is_empty() {
                let fires = match &effect.condition {
                    Some(condition) => self.eval(condition, env).is_true(),
                    None => true,
                };
                if fires {
                    let result = self.fire(effect, env, &mut effects, &mut pending);
                    EffectError::keep_worst(&mut worst, result.err());
                }
                continue;
            }
            let mut fire = |world: &mut Self, env: &mut Environment| {
                let result = world.fire(effect, env, &mut effects, &mut pending);
                EffectError::keep_worst(&mut worst, result.err());
                true
            };
            match &effect.condition {
                Some(condition) => {
                    let instances = Instances::satisfying(&effect.variables, condition);
                    self.each_instance(&instances, false, env, &mut fire);
                }
                None => self.each_binding(&effect.variables, env, &mut fire),
            }
        }
        if self.exhausted() {
            return Err(EffectError::Budget);
        }
        for Pending { fluent, place, change } in pending {
            let value = match (change, &self.values[fluent.index()]) {
                (Combined::Set(value), _) => value,
                (Combined::Add(amount), Value::Number(old)) => {
                    effects.additive.push(fluent);
                    Value::Number(old.add(&amount))
                }
                (Combined::Scale(factor), Value::Number(old)) => Value::Number(old.mul(&factor)),
                (Combined::Add(_) | Combined::Scale(_), _) => {
                    EffectError::keep_worst(&mut worst, Some(EffectError::Undefined { place }));
                    continue;
                }
            };
            if let Value::Number(number) = &value
                && !self.spend_on(number)
            {
                return Err(EffectError::Budget);
            }
            effects.values.push((fluent, value));
        }
        worst.map_or(Ok(effects), Err)
    }

    fn fire(
        &mut self,
        effect: &'t Effect,
        env: &Environment,
        effects: &mut Effects,
        pending: &mut SmallVec<[Pending; 4]>,
    ) -> Result<(), EffectError> {
        let place = effect.place;
        let undefined = EffectError::Undefined { place };
        match &effect.change {
            Change::Add(predicate, terms) => {
                let arguments = self.arguments(terms, env).ok_or(undefined)?;
                let fact = self.intern_fact(*predicate, &arguments);
                effects.adds.push(fact);
            }
            Change::Delete(predicate, terms) => {
                let arguments = self.arguments(terms, env).ok_or(undefined)?;
                let fact = self.intern_fact(*predicate, &arguments);
                effects.deletes.push(fact);
            }
            Change::Number(op, function, terms, expr) => {
                let arguments = self.arguments(terms, env).ok_or(undefined)?;
                let amount = self.effect_number(expr, env, place)?;
                let fluent = self.fluent_id(*function, &arguments);
                let change = match op {
                    AssignOp::Assign => Combined::Set(Value::Number(amount)),
                    AssignOp::Increase => Combined::Add(amount),
                    AssignOp::Decrease => Combined::Add(amount.neg()),
                    AssignOp::ScaleUp => Combined::Scale(amount),
                    AssignOp::ScaleDown => {
                        Combined::Scale(Number::one().div(&amount).ok_or(EffectError::DivisionByZero { place })?)
                    }
                };
                self.combine(pending, fluent, place, change)?;
            }
            Change::Object(function, terms, value) => {
                let arguments = self.arguments(terms, env).ok_or(undefined)?;
                let value = match value {
                    Some(term) => Value::Object(self.object(term, env).ok_or(undefined)?),
                    None => Value::Undefined,
                };
                let fluent = self.fluent_id(*function, &arguments);
                self.combine(pending, fluent, place, Combined::Set(value))?;
            }
        }
        Ok(())
    }

    /// Adds a change of a fluent to those of the same step.
    fn combine(
        &self,
        pending: &mut SmallVec<[Pending; 4]>,
        fluent: FluentId,
        place: Place,
        change: Combined,
    ) -> Result<(), EffectError> {
        let Some(earlier) = pending.iter_mut().find(|p| p.fluent == fluent) else {
            pending.push(Pending { fluent, place, change });
            return Ok(());
        };
        let afforded = match (&mut earlier.change, change) {
            (Combined::Add(sum), Combined::Add(amount)) => {
                *sum = sum.add(&amount);
                self.spend_on(sum)
            }
            (Combined::Scale(product), Combined::Scale(factor)) => {
                *product = product.mul(&factor);
                self.spend_on(product)
            }
            _ => return Err(EffectError::Conflict { fluent, first: earlier.place, second: place }),
        };
        if afforded { Ok(()) } else { Err(EffectError::Budget) }
    }

    fn effect_number(&self, expr: &Expr, env: &Environment, place: Place) -> Result<Number, EffectError> {
        self.number(expr, env).map_err(|error| match error {
            NoNumber::Undefined => EffectError::Undefined { place },
            NoNumber::DivisionByZero => EffectError::DivisionByZero { place },
        })
    }

    /// Whether every effect already holds literally, and there is at least one (decision A4). `ignored` is a fluent that
    /// is no part of the state (decision A10).
    pub(crate) fn all_hold(&self, effects: &Effects, ignored: Option<FluentId>) -> bool {
        let values = || effects.values.iter().filter(|(fluent, _)| Some(*fluent) != ignored);
        let any = !effects.adds.is_empty() || !effects.deletes.is_empty() || values().next().is_some();
        any && effects.adds.iter().all(|fact| self.truth[fact.index()])
            && effects.deletes.iter().all(|fact| !self.truth[fact.index()])
            && values().all(|(fluent, value)| self.values[fluent.index()] == *value)
    }

    /// How the state changes when `effects` are carried out.
    pub(crate) fn delta(&self, effects: &Effects) -> Delta {
        let mut delta = Delta::default();
        let mut adds = FactSet::default();
        for fact in &effects.adds {
            if adds.insert(*fact) && !self.truth[fact.index()] {
                delta.added.push(*fact);
            }
        }
        let mut deletes = FactSet::default();
        for fact in &effects.deletes {
            if self.truth[fact.index()] && !adds.contains(*fact) && deletes.insert(*fact) {
                delta.deleted.push(*fact);
            }
        }
        for (fluent, value) in &effects.values {
            let old = &self.values[fluent.index()];
            if old != value {
                delta.changed.push((*fluent, old.clone(), value.clone()));
            }
        }
        delta
    }
}

/// A sorted set of facts: a `forall` effect may fire thousands of times.
#[derive(Default)]
struct FactSet {
    sorted: SmallVec<[FactId; 8]>,
}

impl FactSet {
    fn contains(&self, fact: FactId) -> bool {
        self.sorted.binary_search(&fact).is_ok()
    }

    /// Whether the fact is new.
    fn insert(&mut self, fact: FactId) -> bool {
        match self.sorted.binary_search(&fact) {
            Ok(_) => false,
            Err(at) => {
                self.sorted.insert(at, fact);
                true
            }
        }
    }
}
