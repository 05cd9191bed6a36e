//! What a run leaves behind: every step's outcome, every state as a difference to the one before, and a cursor that
//! visits any of them.

use crate::effects::EffectError;
use crate::explain::{Explanations, NodeId};
use crate::monitor::RuleOutcome;
use crate::world::{Delta, Environment, FluentId, Value, World};
use stepguard_task::{ActionId, FactId};
use stepguard_text::Number;

/// The trace of a plan: state 0 is the initial one, state k the one after happening k.
#[derive(Debug, Clone)]
pub struct Trace<'t> {
    pub(crate) world: World<'t>,
    pub(crate) at: u32,
    /// The happenings, in order.
    pub happenings: Vec<Happening>,
    /// The steps, in order.
    pub steps: Vec<StepTrace>,
    /// The evaluated preconditions.
    pub explanations: Explanations<'t>,
    /// The last state of the scored run.
    pub last_scored: u32,
    /// No step was fatal: the scored run reached the end of the plan.
    pub complete: bool,
    /// Whether the goal holds in the last state, if the scored run got there.
    pub goal_holds: Option<bool>,
    /// One per rule of the task.
    pub rules: Vec<RuleOutcome<'t>>,
    /// Violations by preference, over the scored run.
    pub preference_violations: Vec<u32>,
    /// The metric's value, if the scored run reached the end and the value is defined.
    pub metric: Option<Number>,
    /// The budget that ran out.
    pub hit: Option<&'static str>,
    pub(crate) timelines: Option<Vec<Vec<u32>>>,
}

/// What happens at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happening {
    /// When; the step's number in an untimed plan.
    pub time: Number,
    /// Its steps, as a range of step indices from 0.
    pub steps: std::ops::Range<usize>,
}

/// How one step went.
#[derive(Debug, Clone)]
pub struct StepTrace {
    /// Action and arguments; `None`: the step could not be read.
    pub action: Option<(ActionId, Environment)>,
    /// Number of its happening and of the state after it, from 1.
    pub state: u32,
    /// It belongs to the scored run.
    pub scored: bool,
    /// How it went.
    pub outcome: StepOutcome,
    /// Its evaluated precondition.
    pub precondition: Option<NodeId>,
    pub(crate) delta: Delta,
}

/// How a step went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepOutcome {
    /// It ran.
    Ran {
        /// It changed nothing (an unread total cost apart).
        no_effect: bool,
    },
    /// It could not run, but all its effects held already.
    AlreadyDone,
    /// It could not run.
    Failed(Failure),
    /// It could not be read.
    Unreadable,
    /// The budget ran out before it.
    NotRun,
}

/// Why a step could not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The argument at this position, from 0, is of the wrong type.
    WrongType(usize),
    /// Its precondition is false or undefined.
    Precondition,
    /// Its effects cannot be carried out.
    Effects(EffectError),
    /// It interferes with this step of the same happening, from 0.
    Interferes(usize),
    /// It interferes with this step, from 0, of an earlier happening that is closer than the epsilon.
    TooClose(usize),
}

impl<'t> Trace<'t> {
    /// Number of the last state, lenient pass included.
    #[must_use]
    pub fn last_state(&self) -> u32 {
        u32::try_from(self.happenings.len()).expect("the step budget is far below 2^32")
    }

    /// The world as it was in `state`.
    pub fn visit(&mut self, state: u32) -> &mut World<'t> {
        while self.at > state {
            let steps = self.happenings[self.at as usize - 1].steps.clone();
            for step in self.steps[steps].iter().rev() {
                self.world.revert(&step.delta);
            }
            self.at -= 1;
        }
        while self.at < state {
            let steps = self.happenings[self.at as usize].steps.clone();
            for step in &self.steps[steps] {
                self.world.apply(&step.delta);
            }
            self.at += 1;
        }
        &mut self.world
    }

    /// The world at whichever state it was last visited: for names of facts and fluents.
    #[must_use]
    pub fn world(&self) -> &World<'t> {
        &self.world
    }

    /// The number of the state that [`Trace::world`] is at.
    #[must_use]
    pub fn position(&self) -> u32 {
        self.at
    }

    /// Whether the world would satisfy `test` after step `step` (from 0) had its effects in the state before it,
    /// although it could not run. `None` when its effects cannot be carried out.
    pub fn if_forced(&mut self, step: usize, test: impl FnOnce(&mut World<'t>) -> bool) -> Option<bool> {
        let (action, env) = self.steps.get(step)?.action.clone()?;
        let before = self.steps[step].state - 1;
        let world = self.visit(before);
        let task = world.task;
        let effects = world.effects(&task.actions[action.index()], &mut env.clone()).ok()?;
        let delta = world.delta(&effects);
        world.apply(&delta);
        let result = test(world);
        world.revert(&delta);
        Some(result)
    }
}

impl StepTrace {
    /// Facts that turned true.
    #[must_use]
    pub fn added(&self) -> &[FactId] {
        &self.delta.added
    }

    /// Facts that turned false.
    #[must_use]
    pub fn deleted(&self) -> &[FactId] {
        &self.delta.deleted
    }

    /// Fluents that changed, with old and new value.
    #[must_use]
    pub fn changed(&self) -> &[(FluentId, Value, Value)] {
        &self.delta.changed
    }

    /// Whether it could not run or could not be read, which ends the scored run.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(self.outcome, StepOutcome::Failed(_) | StepOutcome::Unreadable)
    }
}
