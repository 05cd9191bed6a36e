//! Grounding: the operators that can run in the relaxation, and the facts they can bring about.
//!
//! What a planner makes of them (state variables, heuristics) is its own matter.

use crate::engine::Status;
use crate::facts::{INITIAL, TRUE};
use crate::relaxation::{Budget, whole};
use stepguard_task::{ActionId, AtomList, ObjectId, PredicateId, Task};

/// Something that can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// An instantaneous action.
    Action(ActionId),
    /// The start of the durative action with this number.
    DurativeStart(usize),
    /// Its end.
    DurativeEnd(usize),
    /// The timed initial literal with this number.
    Timed(usize),
}

/// A ground operator that makes a fact true (or false).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Achiever {
    /// Which operator.
    pub operator: Operator,
    /// With which arguments.
    pub arguments: Vec<ObjectId>,
    /// The layer in which it can run for the first time; what it does shows in the next.
    pub layer: u32,
}

/// A ground operator that can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundOperator<'g> {
    /// Which operator.
    pub operator: Operator,
    /// With which arguments.
    pub arguments: &'g [ObjectId],
    /// The layer in which it can run for the first time.
    pub layer: u32,
}

/// All that is reachable in the relaxation.
#[derive(Debug, Clone)]
pub struct Grounding {
    operators: Vec<(Operator, u32, usize)>,
    arguments: Vec<ObjectId>,
    /// Facts that change: they can be true and they can be false. Derived ones are in `derived`.
    pub fluents: AtomList,
    /// Facts that hold in every reachable state.
    pub constants: AtomList,
    /// Derived facts that can be true.
    pub derived: AtomList,
    /// False: the budget ran out, and something may be missing.
    pub complete: bool,
}

impl Grounding {
    /// Number of ground operators.
    #[must_use]
    pub fn len(&self) -> usize {
        self.operators.len()
    }

    /// Whether no operator can run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.operators.is_empty()
    }

    /// The ground operators, first layer first.
    pub fn operators(&self) -> impl ExactSizeIterator<Item = GroundOperator<'_>> {
        self.operators.iter().enumerate().map(|(index, (operator, layer, start))| {
            let end = self.operators.get(index + 1).map_or(self.arguments.len(), |next| next.2);
            GroundOperator { operator: *operator, arguments: &self.arguments[*start..end], layer: *layer }
        })
    }
}

/// Grounds the task by relaxed reachability: no instance is looked at whose static or so far unreachable conditions fail.
#[must_use]
pub fn ground(task: &Task, budget: Budget) -> Grounding {
    let (model, engine) = whole(task, budget);
    let facts = engine.facts();
    let mut grounding = Grounding {
        operators: Vec::with_capacity(engine.runs().len()),
        arguments: Vec::new(),
        fluents: AtomList::default(),
        constants: AtomList::default(),
        derived: AtomList::default(),
        complete: engine.status() == Status::Finished,
    };
    for run in engine.runs() {
        let (head, arguments) = facts.atom(*run);
        let Some(number) = model.heads.operator_of(head) else { continue };
        let source = model.operators[number].source;
        grounding.operators.push((source, facts.layer(*run, true), grounding.arguments.len()));
        grounding.arguments.extend_from_slice(arguments);
    }
    for (fact, marks) in facts.iter() {
        let (head, arguments) = facts.atom(fact);
        if head.index() >= model.heads.predicates || marks & TRUE == 0 {
            continue;
        }
        let predicate = PredicateId(head.0);
        if engine.program().derived[head.index()] {
            grounding.derived.push(predicate, arguments);
        } else if marks & INITIAL != 0 && engine.layer_of(head, arguments, false).is_none() {
            grounding.constants.push(predicate, arguments);
        } else {
            grounding.fluents.push(predicate, arguments);
        }
    }
    grounding
}
