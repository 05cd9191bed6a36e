//! One step at a time: for simulators, which do not know their plan in advance. A run of a plan is [`crate::run()`].

use crate::eval::Truth;
use crate::run::misfit;
use crate::trace::{Failure, StepOutcome};
use crate::world::{Environment, World};
use stepguard_task::{ActionId, ObjectId};

impl World<'_> {
    /// Takes one step of an untimed plan in the current state, by the rules of [`crate::run()`]; a step that cannot run changes
    /// nothing. Trajectory rules are not watched.
    pub fn step(&mut self, action: ActionId, arguments: &[ObjectId]) -> StepOutcome {
        let Some(action) = self.task.actions.get(action.index()) else { return StepOutcome::Unreadable };
        if action.parameters.len() != arguments.len() {
            return StepOutcome::Unreadable;
        }
        if let Some(position) = misfit(self.task, action, arguments) {
            return StepOutcome::Failed(Failure::WrongType(position));
        }
        let mut env = Environment::new(arguments, action.slots);
        let truth = self.eval(&action.precondition, &mut env);
        if self.exhausted() {
            return StepOutcome::NotRun;
        }
        if truth != Truth::True {
            return StepOutcome::Failed(Failure::Precondition);
        }
        match self.effects(action, &mut env) {
            Ok(effects) => {
                let delta = self.delta(&effects);
                self.apply(&delta);
                let no_effect = delta.added.is_empty() && delta.deleted.is_empty() && delta.changed.is_empty();
                StepOutcome::Ran { no_effect }
            }
            Err(crate::EffectError::Budget) => StepOutcome::NotRun,
            Err(error) => StepOutcome::Failed(Failure::Effects(error)),
        }
    }
}
