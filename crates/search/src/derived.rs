//! Derived facts of a state: computed anew, layer by layer, to the least fixpoint.

use crate::condition::{Condition, Fact, Variable, View};
use crate::ground::State;
use crate::instantiate::{Env, Instantiator, TooMany};
use crate::value::ValueTable;
use fixedbitset::FixedBitSet;
use stepguard_task::{FactId, Task};

/// How derived facts follow from others.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    first: u32,
    words: usize,
    /// For every derived fact: when it holds.
    pub(crate) bodies: Vec<Condition>,
    /// Derived facts by layer.
    layers: Vec<Vec<u32>>,
    /// For every derived fact: those of the same layer whose bodies read it.
    readers: Vec<Vec<u32>>,
    /// Base facts that bodies read.
    facts: FixedBitSet,
    /// Variables that bodies read.
    variables: Vec<Variable>,
}

impl Derived {
    pub(crate) fn new(task: &Task, instances: &mut Instantiator<'_>, base_words: usize) -> Result<Self, TooMany> {
        let count = instances.derived.len();
        let first = u32::try_from(base_words * 64).map_err(|_| TooMany)?;
        let mut derived = Self { first, words: count.div_ceil(64), ..Self::default() };
        derived.facts = FixedBitSet::with_capacity(base_words * 64);
        derived.layers = vec![Vec::new(); task.layers.len()];
        let mut layer_of = vec![0_usize; count];
        for (number, layer) in layer_of.iter_mut().enumerate() {
            let (predicate, arguments) = instances.derived.atom(FactId(number as u32));
            let arguments = arguments.to_vec();
            let mut bodies = Vec::new();
            for (index, range) in task.layers.iter().enumerate() {
                for rule in task.derived[range.clone()].iter().filter(|rule| rule.predicate == predicate) {
                    *layer = index;
                    if rule.parameters.iter().zip(&arguments).all(|(p, object)| task.fits(*object, p.ty)) {
                        let mut env = Env::new(&arguments, rule.slots);
                        bodies.push(instances.condition(&rule.body, true, &mut env)?);
                    }
                }
            }
            derived.bodies.push(Condition::any(bodies));
            if let Some(list) = derived.layers.get_mut(*layer) {
                list.push(number as u32);
            }
        }
        derived.readers = vec![Vec::new(); count];
        for (number, body) in derived.bodies.iter().enumerate() {
            let (readers, facts, variables) = (&mut derived.readers, &mut derived.facts, &mut derived.variables);
            body.reads(
                &mut |fact, _| match fact.0.checked_sub(first) {
                    None => facts.insert(fact.index()),
                    Some(other) if layer_of[other as usize] == layer_of[number] => {
                        let list = &mut readers[other as usize];
                        if list.last() != Some(&(number as u32)) {
                            list.push(number as u32);
                        }
                    }
                    Some(_) => {}
                },
                &mut |variable| variables.push(variable),
            );
        }
        derived.variables.sort_unstable();
        derived.variables.dedup();
        Ok(derived)
    }

    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The [`Fact`] of derived fact `number`.
    pub(crate) fn fact(&self, number: usize) -> Fact {
        Fact(self.first + number as u32)
    }

    /// The number of a fact that is derived.
    pub(crate) fn number(&self, fact: Fact) -> Option<usize> {
        fact.0.checked_sub(self.first).map(|number| number as usize).filter(|number| *number < self.bodies.len())
    }

    /// The layer of every derived fact, lower ones first.
    pub(crate) fn layers(&self) -> &[Vec<u32>] {
        &self.layers
    }

    /// Whether bodies read one of these, directly.
    pub(crate) fn reads(&self, facts: &[Fact], variables: &[Variable]) -> bool {
        facts.iter().any(|fact| self.facts.contains(fact.index()))
            || variables.iter().any(|variable| self.variables.binary_search(variable).is_ok())
    }

    /// Computes the derived facts of a state whose other parts are in place.
    pub(crate) fn compute(&self, state: &mut State, values: &ValueTable) {
        if self.bodies.is_empty() {
            return;
        }
        let from = self.first as usize / 64;
        state.bits[from..].fill(0);
        let mut open: Vec<u32> = Vec::new();
        for layer in &self.layers {
            open.extend(layer.iter().rev());
            while let Some(number) = open.pop() {
                let fact = Fact(self.first + number);
                if fact.is_in(&state.bits) {
                    continue;
                }
                let view = View { bits: &state.bits, variables: &state.variables, values, steps: state.steps };
                if self.bodies[number as usize].holds(view) {
                    fact.set(&mut state.bits, true);
                    open.extend(self.readers[number as usize].iter().rev());
                }
            }
        }
    }
}
