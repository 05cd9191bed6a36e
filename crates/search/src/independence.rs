//! Which steps may change places: neither writes what the other reads or writes otherwise, and not both are seen by rules.

use crate::condition::{Condition, Expression, Fact, Variable};
use crate::ground::{GroundTask, Operator, OperatorId};
use crate::instantiate::Assignment;
use rustc_hash::FxHashMap;

/// What a step reads and writes, sorted.
#[derive(Debug, Default)]
struct Access {
    reads: Vec<Fact>,
    adds: Vec<Fact>,
    deletes: Vec<Fact>,
    reads_variables: Vec<Variable>,
    writes_variables: Vec<Variable>,
    /// Rules look at what it changes, or count steps.
    seen: bool,
}

/// Which operators of a task are independent; answers are kept.
#[derive(Debug)]
pub struct Independence<'g, 't> {
    task: &'g GroundTask<'t>,
    access: FxHashMap<OperatorId, Access>,
}

impl<'g, 't> Independence<'g, 't> {
    /// For the operators of `task`.
    #[must_use]
    pub fn new(task: &'g GroundTask<'t>) -> Self {
        Self { task, access: FxHashMap::default() }
    }

    /// Whether the two commute in every state, and no rule sees in which order they come.
    pub fn of(&mut self, a: OperatorId, b: OperatorId) -> bool {
        if a == b {
            return false;
        }
        for id in [a, b] {
            let task = self.task;
            self.access.entry(id).or_insert_with(|| Access::of(task, &task.operators[id.index()]));
        }
        let (Some(a), Some(b)) = (self.access.get(&a), self.access.get(&b)) else { return false };
        let disturbs = |a: &Access, b: &Access| {
            meet(&a.adds, &b.reads)
                || meet(&a.deletes, &b.reads)
                || meet(&a.adds, &b.deletes)
                || meet(&a.writes_variables, &b.reads_variables)
        };
        let dependent =
            a.seen && b.seen || disturbs(a, b) || disturbs(b, a) || meet(&a.writes_variables, &b.writes_variables);
        !dependent
    }
}

impl Access {
    fn of(task: &GroundTask<'_>, operator: &Operator) -> Self {
        let mut access = Self { seen: operator.is_watched() || task.rules.clock > 0, ..Self::default() };
        access.reads.extend(operator.literals.iter().map(|(fact, _)| *fact));
        let conditional = operator.conditional.iter().map(|effect| &effect.condition);
        let assigned = operator.assignments.iter().map(|(condition, ..)| condition);
        for condition in operator.rest.as_deref().into_iter().chain(operator.fails()).chain(conditional).chain(assigned)
        {
            access.condition(condition);
        }
        access.adds.extend_from_slice(&operator.adds);
        access.deletes.extend_from_slice(&operator.deletes);
        for effect in &operator.conditional {
            if effect.add { &mut access.adds } else { &mut access.deletes }.push(effect.fact);
        }
        for (_, variable, assignment) in &operator.assignments {
            access.writes_variables.push(*variable);
            if let Assignment::Set(e)
            | Assignment::Increase(e)
            | Assignment::Decrease(e)
            | Assignment::ScaleUp(e)
            | Assignment::ScaleDown(e) = assignment
            {
                access.expression(e);
            }
        }
        // A derived fact reads what its rules read, through other derived facts too.
        let mut index = 0;
        while index < access.reads.len() {
            if let Some(number) = task.derived.number(access.reads[index]) {
                let before = access.reads.clone();
                let mut more = Self::default();
                more.condition(&task.derived.bodies[number]);
                access.reads.extend(more.reads.into_iter().filter(|fact| !before.contains(fact)));
                access.reads_variables.extend(more.reads_variables);
            }
            index += 1;
        }
        access.reads.sort_unstable();
        access.adds.sort_unstable();
        access.deletes.sort_unstable();
        access.reads_variables.sort_unstable();
        access.writes_variables.sort_unstable();
        access
    }

    fn condition(&mut self, condition: &Condition) {
        let (reads, variables) = (&mut self.reads, &mut self.reads_variables);
        condition.reads(&mut |fact, _| reads.push(fact), &mut |variable| variables.push(variable));
    }

    fn expression(&mut self, expression: &Expression) {
        expression.reads(&mut |variable| self.reads_variables.push(variable));
    }
}

/// Whether two sorted lists have something in common.
fn meet<T: Ord>(a: &[T], b: &[T]) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.iter().any(|item| long.binary_search(item).is_ok())
}
