//! What a simulator is: a task at work, which an agent watches and acts on, and what the baseline agents may ask of it besides.
//! Each environment implements this in a crate of its own.

use crate::chance::Chance;
use crate::scene::Stage;
use stepguard_results::environment::{Environment, Subset};

/// An action as a simulator takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Its number in [`World::menu`].
    Id(usize),
    /// A gripper's pose in bins, and open (1) or closed (0): x, y, z, roll, pitch, yaw, grip. Unchecked: a simulator answers
    /// what lies outside with feedback.
    Pose([i64; 7]),
}

/// Which task: environment, subset and number from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId {
    /// The environment.
    pub environment: Environment,
    /// The subset.
    pub subset: Subset,
    /// The number, from 0 and below [`Environment::tasks`].
    pub number: u32,
}

/// What a simulator says of an action.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Whether it ran; an action that did not run has changed nothing but the count of steps.
    pub ran: bool,
    /// What the agent is told.
    pub feedback: String,
    /// The reward of the step.
    pub reward: f64,
}

/// A task at work.
pub trait World {
    /// Which task it is.
    fn task(&self) -> TaskId;

    /// What the agent is asked for.
    fn instruction(&self) -> &str;

    /// The actions by number, in words; empty where actions are poses.
    fn menu(&self) -> &[String];

    /// What is to be known about the environment's actions and units, for a prompt.
    fn guide(&self) -> String;

    /// What the agent sees now, in words. Nothing that it cannot see may be read from it.
    fn observe(&self) -> String;

    /// Runs an action. Any act is taken: what cannot run is answered with feedback.
    fn act(&mut self, act: Act) -> Turn;

    /// The goal conditions, in words, in a fixed order.
    fn conditions(&self) -> &[String];

    /// Which of them hold now, in that order.
    fn met(&self) -> Vec<bool>;

    /// Whether the task is solved, once it is: navigation and stacking look at what happened on the way.
    fn solved(&self) -> bool;

    /// Metres to the target (navigation).
    fn distance(&self) -> Option<f64>;

    /// What does not change while the task runs, for drawings.
    fn stage(&self) -> Stage;

    /// What changes, as whole numbers whose meaning [`Stage`] defines. Always as many.
    fn cells(&self) -> Vec<i32>;

    /// A hash of the exact state: equal hashes mean the same state on every machine.
    fn hash(&self) -> u64;
}

/// How much a planner may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// Everything.
    All,
    /// What the agent has seen so far; beyond that it has to go and look.
    Seen,
}

/// A mistake that is made on purpose, so that the truth about an episode is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slip {
    /// A step that a later one needs is left out.
    MissingStep,
    /// Steps that cannot run, or that are not there, are put in.
    InvalidAction,
    /// Something possible is done with the wrong object or at the wrong place.
    WrongObject,
    /// The right object, but the gripper goes to a place beside it.
    WrongPose,
    /// The agent takes something to be where it is not, or to be something else, and plans well for that.
    Mislocalised,
}

/// What baseline agents may ask of a simulator and a language model may not: it solves its own tasks.
pub trait Tutor: World {
    /// Steps from here to success, as a planner with this sight believes: shortest where that is affordable. With
    /// [`Sight::Seen`] the plan may end where something is to be looked at before planning on. Empty when there is nothing to
    /// do or nothing that helps.
    fn solve(&self, sight: Sight) -> Vec<Act>;

    /// The next step of somebody who goes for what is nearest and looks useful, without a plan.
    fn greedy(&self) -> Option<Act>;

    /// Any action that could be taken now, drawn evenly.
    fn random(&self, chance: &mut Chance) -> Act;

    /// The plan with a mistake in it that keeps the task from being solved when it is not noticed; `None` where this
    /// environment or plan has no such mistake. The same draw gives the same mistake.
    fn spoil(&self, plan: &[Act], slip: Slip, chance: &mut Chance) -> Option<Vec<Act>>;

    /// An act in words, as the menu or the environment's notation has it.
    fn name(&self, act: Act) -> String;
}
