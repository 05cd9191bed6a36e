//! What a state must satisfy so that given steps can run from it to the end: literals, carried backwards over the steps.
//!
//! A state that lacks one of them fails for certain. One that has them all may fail all the same: conditions with
//! alternatives, numbers and rule memory are not followed.

use crate::condition::{Condition, Fact};
use crate::ground::{GroundTask, OperatorId, State};

/// Literals that are needed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    care: Vec<u64>,
    value: Vec<u64>,
    /// No state satisfies them.
    impossible: bool,
}

impl Needs {
    /// Whether a state has all of them.
    #[must_use]
    pub fn hold_in(&self, state: &State) -> bool {
        !self.impossible
            && state.bits.iter().zip(&self.care).zip(&self.value).all(|((bits, care), value)| bits & care == *value)
    }

    /// Whether no state has all of them.
    #[must_use]
    pub const fn are_impossible(&self) -> bool {
        self.impossible
    }

    /// The same number of facts, and no state has them.
    #[must_use]
    pub fn impossible(&self) -> Self {
        Self { care: vec![0; self.care.len()], value: vec![0; self.value.len()], impossible: true }
    }

    fn drop(&mut self, fact: Fact) {
        fact.set(&mut self.care, false);
        fact.set(&mut self.value, false);
    }

    fn add(&mut self, fact: Fact, value: bool) {
        self.impossible |= fact.is_in(&self.care) && fact.is_in(&self.value) != value;
        fact.set(&mut self.care, true);
        fact.set(&mut self.value, value);
    }

    /// A step makes the fact `value` for certain.
    fn settle(&mut self, fact: Fact, value: bool) {
        self.impossible |= fact.is_in(&self.care) && fact.is_in(&self.value) != value;
        self.drop(fact);
    }
}

impl State {
    /// Words of its facts: what needs take, twice.
    #[must_use]
    pub fn words(&self) -> usize {
        self.bits.len()
    }
}

impl GroundTask<'_> {
    /// What is needed where a plan ends.
    #[must_use]
    pub fn needs_at_end(&self) -> Needs {
        let words = self.initial().bits.len();
        let mut needs = Needs { care: vec![0; words], value: vec![0; words], impossible: self.goal.is_false() };
        let parts = match &self.goal {
            Condition::And(parts) => parts.as_slice(),
            other => std::slice::from_ref(other),
        };
        for part in parts {
            if let Condition::Fact(fact, positive) = part {
                needs.add(*fact, *positive);
            }
        }
        needs
    }

    /// What is needed before a step so that it can run and `after` holds then.
    #[must_use]
    pub fn needs_before(&self, operator: OperatorId, after: &Needs) -> Needs {
        let operator = &self.operators[operator.index()];
        let mut needs = after.clone();
        for effect in &operator.conditional {
            needs.drop(effect.fact);
        }
        for fact in &operator.adds {
            needs.settle(*fact, true);
        }
        for fact in &operator.deletes {
            needs.settle(*fact, false);
        }
        // Rule memory and derived facts follow from the rest of the state after the step.
        for bit in self.base_facts..self.base_facts + self.memory_bits {
            needs.drop(Fact(bit as u32));
        }
        if operator.moves_derived {
            let base = self.base_words();
            needs.care[base..].fill(0);
            needs.value[base..].fill(0);
        }
        for (fact, positive) in &operator.literals {
            needs.add(*fact, *positive);
        }
        needs
    }

    /// Whether a step taken in `state` may lead to a state that satisfies `needs`, as far as base facts tell.
    #[must_use]
    pub fn may_give(&self, operator: OperatorId, state: &State, needs: &Needs) -> bool {
        if needs.impossible {
            return false;
        }
        let operator = &self.operators[operator.index()];
        for (word, ((bits, care), value)) in state.bits.iter().zip(&needs.care).zip(&needs.value).enumerate() {
            let mut missing = (bits ^ value) & care;
            while missing != 0 {
                let fact = Fact((word * 64) as u32 + missing.trailing_zeros());
                missing &= missing - 1;
                if fact.index() >= self.base_facts {
                    continue;
                }
                let sure = if fact.is_in(&needs.value) { &operator.adds } else { &operator.deletes };
                if sure.binary_search(&fact).is_err() && !operator.conditional.iter().any(|e| e.fact == fact) {
                    return false;
                }
            }
        }
        true
    }
}
