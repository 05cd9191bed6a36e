//! One state, changed in place: which facts are true, which values fluents have. Changes are recorded as deltas, so that
//! any earlier state can be visited again ([`crate::trace`]).

use crate::derived::DerivedCache;
use smallvec::SmallVec;
use std::cell::Cell;
use stepguard_task::{AtomTable, FactId, FunctionId, ObjectId, PredicateId, Slot, Task, Term, Variable};
use stepguard_text::Number;

pub use stepguard_task::display::UNBOUND;

/// The objects in a formula's slots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Environment(SmallVec<[ObjectId; 6]>);

impl Environment {
    /// `arguments` in the first slots, the others of `slots` unbound.
    #[must_use]
    pub fn new(arguments: &[ObjectId], slots: usize) -> Self {
        let mut env = SmallVec::from_slice(arguments);
        env.resize(slots.max(arguments.len()), UNBOUND);
        Self(env)
    }

    /// The object in a slot.
    #[must_use]
    pub fn get(&self, slot: Slot) -> ObjectId {
        self.0[slot.index()]
    }

    /// Puts an object into a slot.
    pub fn set(&mut self, slot: Slot, object: ObjectId) {
        self.0[slot.index()] = object;
    }

    /// Takes the objects out of the slots of a quantifier's variables.
    pub(crate) fn unbind(&mut self, variables: &[Variable]) {
        for variable in variables {
            self.set(variable.slot, UNBOUND);
        }
    }

    /// All slots.
    #[must_use]
    pub fn as_slice(&self) -> &[ObjectId] {
        &self.0
    }
}

/// A fluent's number, counted from 0 without gaps in order of first use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FluentId(pub u32);

impl FluentId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a fluent gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// It was never given a value.
    Undefined,
    /// A number.
    Number(Number),
    /// An object.
    Object(ObjectId),
}

/// Square of the bits of a long number that count as one unit of work: that takes about as long as a quantifier's instance.
const BITS_OF_WORK: u64 = 1024;

pub(crate) type Arguments = SmallVec<[ObjectId; 6]>;

/// The current state of a run.
#[derive(Debug, Clone)]
pub struct World<'t> {
    pub(crate) task: &'t Task,
    pub(crate) facts: AtomTable,
    pub(crate) truth: Vec<bool>,
    /// Facts with lower numbers are those of the initial state.
    pub(crate) initial: usize,
    pub(crate) fluents: AtomTable,
    pub(crate) values: Vec<Value>,
    pub(crate) derived: DerivedCache,
    /// Work left: counted in quantifier instances and derived atoms. Computing with long numbers takes from it as well,
    /// and questions about numbers leave the state as it is: hence the cell.
    pub(crate) fuel: Cell<u64>,
}

/// The difference between two states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Delta {
    pub(crate) added: SmallVec<[FactId; 4]>,
    pub(crate) deleted: SmallVec<[FactId; 4]>,
    pub(crate) changed: Vec<(FluentId, Value, Value)>,
}

impl<'t> World<'t> {
    /// The initial state of `task`; `fuel` bounds the work of all later questions together.
    #[must_use]
    pub fn new(task: &'t Task, fuel: u64) -> Self {
        let mut facts = AtomTable::with_capacity(task.init.len() + 64);
        for (predicate, arguments) in task.init.iter() {
            facts.intern(predicate, arguments);
        }
        let initial = facts.len();
        let truth = vec![true; initial];
        let mut fluents = AtomTable::default();
        let mut values = Vec::new();
        let mut set = |function: FunctionId, arguments: &[ObjectId], value: Value| {
            let (id, new) = fluents.intern(PredicateId(function.0), arguments);
            if new {
                values.push(value);
            } else {
                values[id.index()] = value;
            }
        };
        for (key, number) in &task.init_numbers {
            set(key.function, &key.arguments, Value::Number(number.clone()));
        }
        for (key, object) in &task.init_objects {
            set(key.function, &key.arguments, Value::Object(*object));
        }
        // By the letter an uninitialised total cost has no value; every planner starts it at 0 (semantics, statement 54).
        if let Some(cost) = task.total_cost
            && fluents.lookup(PredicateId(cost.0), &[]).is_none()
        {
            fluents.intern(PredicateId(cost.0), &[]);
            values.push(Value::Number(Number::zero()));
        }
        Self { task, facts, truth, initial, fluents, values, derived: DerivedCache::new(task), fuel: Cell::new(fuel) }
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &'t Task {
        self.task
    }

    /// Whether the work budget ran out: answers given since then are `Undefined`.
    #[must_use]
    pub fn exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    /// Takes `work` from the budget; false when none is left.
    pub fn spend(&self, work: u64) -> bool {
        let left = self.fuel.get().saturating_sub(work);
        self.fuel.set(left);
        left > 0
    }

    /// Takes from the budget what computing with `number` costs: nothing for most, and with the square of the length for
    /// those that have grown beyond 64 bits.
    pub(crate) fn spend_on(&self, number: &Number) -> bool {
        match number.big_bits() {
            0 => true,
            bits => self.spend(1 + bits.saturating_mul(bits) / BITS_OF_WORK),
        }
    }

    /// Whether a base fact is true now.
    #[must_use]
    pub fn holds(&self, predicate: PredicateId, arguments: &[ObjectId]) -> bool {
        self.facts.lookup(predicate, arguments).is_some_and(|fact| self.truth[fact.index()])
    }

    /// Whether a numbered fact is true now.
    #[must_use]
    pub fn fact_holds(&self, fact: FactId) -> bool {
        self.truth[fact.index()]
    }

    /// The atom of a numbered fact.
    #[must_use]
    pub fn fact(&self, fact: FactId) -> (PredicateId, &[ObjectId]) {
        self.facts.atom(fact)
    }

    /// Number of facts that occurred so far.
    #[must_use]
    pub fn fact_count(&self) -> usize {
        self.facts.len()
    }

    /// The number of a base fact that occurred.
    #[must_use]
    pub fn fact_id(&self, predicate: PredicateId, arguments: &[ObjectId]) -> Option<FactId> {
        self.facts.lookup(predicate, arguments)
    }

    /// A fluent's value now.
    #[must_use]
    pub fn value(&self, function: FunctionId, arguments: &[ObjectId]) -> &Value {
        self.fluents
            .lookup(PredicateId(function.0), arguments)
            .map_or(&Value::Undefined, |fluent| &self.values[fluent.index()])
    }

    /// Function and arguments of a numbered fluent.
    #[must_use]
    pub fn fluent(&self, fluent: FluentId) -> (FunctionId, &[ObjectId]) {
        let (head, arguments) = self.fluents.atom(FactId(fluent.0));
        (FunctionId(head.0), arguments)
    }

    /// Every fluent that occurred, with its value now.
    pub fn fluent_values(&self) -> impl Iterator<Item = (FluentId, &Value)> {
        (0..).map(FluentId).zip(&self.values)
    }

    pub(crate) fn fluent_id(&mut self, function: FunctionId, arguments: &[ObjectId]) -> FluentId {
        let (id, new) = self.fluents.intern(PredicateId(function.0), arguments);
        if new {
            self.values.push(Value::Undefined);
        }
        FluentId(id.0)
    }

    pub(crate) fn intern_fact(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> FactId {
        let (fact, new) = self.facts.intern(predicate, arguments);
        if new {
            self.truth.push(false);
        }
        fact
    }

    /// The object a term names; `None` when an object fluent in it has no value.
    pub(crate) fn object(&self, term: &Term, env: &Environment) -> Option<ObjectId> {
        match term {
            Term::Object(object) => Some(*object),
            Term::Slot(slot) => Some(env.get(*slot)),
            Term::Fluent(function, terms) => {
                let arguments = self.arguments(terms, env)?;
                match self.value(*function, &arguments) {
                    Value::Object(object) => Some(*object),
                    Value::Undefined | Value::Number(_) => None,
                }
            }
        }
    }

    /// The objects that terms name; `None` when one has no value.
    pub(crate) fn arguments(&self, terms: &[Term], env: &Environment) -> Option<Arguments> {
        let mut arguments = Arguments::new();
        for term in terms {
            arguments.push(match term {
                Term::Slot(slot) => env.get(*slot),
                Term::Object(object) => *object,
                Term::Fluent(..) => self.object(term, env)?,
            });
        }
        Some(arguments)
    }

    pub(crate) fn apply(&mut self, delta: &Delta) {
        for fact in &delta.added {
            self.truth[fact.index()] = true;
        }
        for fact in &delta.deleted {
            self.truth[fact.index()] = false;
        }
        for (fluent, _, new) in &delta.changed {
            self.values[fluent.index()] = new.clone();
        }
        self.forget_derived(delta);
    }

    pub(crate) fn revert(&mut self, delta: &Delta) {
        for fact in &delta.added {
            self.truth[fact.index()] = false;
        }
        for fact in &delta.deleted {
            self.truth[fact.index()] = true;
        }
        for (fluent, old, _) in &delta.changed {
            self.values[fluent.index()] = old.clone();
        }
        self.forget_derived(delta);
    }

    /// Derived atoms are computed anew when something changed that a rule may read.
    fn forget_derived(&mut self, delta: &Delta) {
        if self.derived.is_empty() {
            return;
        }
        let touched = !delta.changed.is_empty()
            || delta
                .added
                .iter()
                .chain(&delta.deleted)
                .any(|fact| self.derived.reads.contains(self.facts.atom(*fact).0.index()));
        if touched {
            self.derived.clear();
        }
    }
}
