//! Steps carried out one after the other, for questions about single plans.

use stepguard_search::{GroundTask, OperatorId, State, ValueTable};

/// Carries out steps.
pub(crate) struct Runner<'g, 't> {
    task: &'g GroundTask<'t>,
    values: ValueTable,
    /// Room for the state after a step.
    room: State,
}

impl<'g, 't> Runner<'g, 't> {
    pub(crate) fn new(task: &'g GroundTask<'t>) -> Self {
        Self { task, values: task.initial_values(), room: task.initial().clone() }
    }

    /// Whether a step runs; `now` is the state after it.
    pub(crate) fn step(&mut self, now: &mut State, operator: OperatorId) -> bool {
        let runs = self.task.is_applicable(operator, now, &self.values)
            && self.task.apply(operator, now, &mut self.values, &mut self.room).is_ok();
        std::mem::swap(now, &mut self.room);
        runs
    }

    /// Whether steps run from a state and end in a goal.
    pub(crate) fn succeed(&mut self, mut now: State, mut steps: impl Iterator<Item = OperatorId>) -> bool {
        steps.all(|operator| self.step(&mut now, operator)) && self.task.is_goal(&now, &self.values)
    }

    /// Whether steps run from the start and end in a goal.
    pub(crate) fn is_plan(&mut self, steps: impl Iterator<Item = OperatorId>) -> bool {
        self.succeed(self.task.initial().clone(), steps)
    }
}
