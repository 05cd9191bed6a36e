//! What a run of an embodied agent is once it is read: runs, subsets, episodes, attempts, rounds, steps. The same for all
//! four environments, and independent of how their files look.

use crate::environment::{Environment, Subset};

/// Everything read from some files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Import {
    /// The runs, by environment and folder.
    pub runs: Vec<Run>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// What was read and is odd.
    pub notes: Vec<Problem>,
    /// Files that belong to no run, each with the reason.
    pub ignored: Vec<(String, String)>,
    /// How many files were given.
    pub files: usize,
    /// How many pictures and films were among them.
    pub pictures: usize,
}

/// A place in a file and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

/// One model in one environment.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its id in links: environment and folder.
    pub id: String,
    /// Its folder.
    pub folder: String,
    /// The environment.
    pub environment: Environment,
    /// The model, where a configuration names it.
    pub model: Option<String>,
    /// The experiment, where a configuration or the folder names it.
    pub experiment: Option<String>,
    /// The configuration, as text.
    pub config: Vec<(String, String)>,
    /// Its subsets.
    pub subsets: Vec<SubsetRun>,
}

/// One subset of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct SubsetRun {
    /// Its id in links.
    pub id: String,
    /// The name of its folder.
    pub folder: String,
    /// Which it is, if it is one of the known.
    pub subset: Option<Subset>,
    /// Its episodes, by number.
    pub episodes: Vec<Episode>,
    /// The run's own summaries.
    pub summaries: Vec<Summary>,
}

/// A summary that the run itself wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The file.
    pub file: String,
    /// Its entries: the key, the number if it is one, and whether it is NaN or an infinity.
    pub entries: Vec<(String, Option<f64>, bool)>,
}

/// One episode.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Episode {
    /// Its number.
    pub number: u64,
    /// Its result; without one it is unfinished.
    pub outcome: Option<Outcome>,
    /// The instruction, from the result or from its steps.
    pub instruction: Option<String>,
    /// Attempts, the recorded one last.
    pub attempts: Vec<Attempt>,
    /// Pictures and films.
    pub pictures: Vec<Picture>,
    /// The files it was read from.
    pub files: Vec<String>,
}

/// A result file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// 1 for success.
    pub task_success: Option<f64>,
    /// Share of goal conditions met.
    pub task_progress: Option<f64>,
    /// Sum of rewards for subgoals.
    pub subgoal_reward: Option<f64>,
    /// Steps.
    pub num_steps: Option<f64>,
    /// Planner calls.
    pub planner_steps: Option<f64>,
    /// Plans that could not be read; -1 where the plan was empty.
    pub planner_output_error: Option<f64>,
    /// Invalid actions.
    pub num_invalid_actions: Option<f64>,
    /// Invalid actions by steps; more than 1 where lines without steps count as well.
    pub num_invalid_action_ratio: Option<f64>,
    /// 1 where it ended with an empty plan.
    pub empty_plan: Option<f64>,
    /// Seconds.
    pub episode_elapsed_seconds: Option<f64>,
    /// The mean reward, or what is said to be it.
    pub reward: Option<f64>,
    /// Rewards of steps, where those are written instead.
    pub rewards: Vec<f64>,
    /// The mean of those, as stated.
    pub avg_reward: Option<f64>,
    /// Whether each step ran.
    pub action_success: Vec<Option<bool>>,
    /// Keys whose value is NaN or an infinity.
    pub not_finite: Vec<String>,
    /// Every entry, as text.
    pub entries: Vec<(String, String)>,
}

impl Outcome {
    /// Whether the task was solved; `None` where the file does not say.
    #[must_use]
    pub fn success(&self) -> Option<bool> {
        self.task_success.map(|value| value >= 1.0 - 1e-9)
    }

    /// Whether the agent ended the episode with an empty plan.
    #[must_use]
    pub fn ended_empty(&self) -> bool {
        self.empty_plan.is_some_and(|value| value > 0.0) || self.planner_output_error.is_some_and(|value| value < 0.0)
    }
}

/// One attempt at an episode.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attempt {
    /// Its rounds.
    pub rounds: Vec<Round>,
}

impl Attempt {
    /// The steps and the lines without a step, each with its round's number from 0.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.rounds.iter().enumerate().flat_map(|(index, round)| round.steps.iter().map(move |step| (index, step)))
    }
}

/// One question to the planner and the steps of its plan that ran.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Round {
    /// The planner's answer as recorded.
    pub raw: String,
    /// The answer read; `None` where it is not JSON.
    pub answer: Option<Answer>,
    /// What ran.
    pub steps: Vec<Step>,
}

/// A planner's answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// What it sees.
    pub sees: Option<String>,
    /// What it thinks.
    pub reasoning: Option<String>,
    /// Its plan in words.
    pub plan: Option<String>,
    /// Its plan to be run.
    pub actions: Vec<Planned>,
}

/// An action of a plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Planned {
    /// Its number.
    pub id: Option<i64>,
    /// Its name, or the numbers of a manipulation as text.
    pub name: String,
    /// The numbers of a manipulation: x, y, z, roll, pitch, yaw, grip.
    pub pose: Vec<i64>,
}

/// What a line of a record is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// A step.
    #[default]
    Step,
    /// A plan that could not be read.
    UnreadablePlan,
    /// An empty plan.
    EmptyPlan,
}

/// A line of a record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Step {
    /// What it is.
    pub kind: Kind,
    /// Its number in the record.
    pub number: Option<u64>,
    /// The action's number.
    pub action: Option<i64>,
    /// The action in words.
    pub name: String,
    /// What the environment said.
    pub feedback: Option<String>,
    /// Whether it ran.
    pub ran: Option<bool>,
    /// Whether the task was solved then.
    pub solved: Option<bool>,
    /// Share of goal conditions met then.
    pub progress: Option<f64>,
    /// Metres to the target then.
    pub distance: Option<f64>,
    /// Its reward.
    pub reward: Option<f64>,
    /// Sum of rewards for subgoals so far.
    pub subgoal_reward: Option<f64>,
    /// Seconds since the episode began.
    pub seconds: Option<f64>,
    /// The line of the file.
    pub line: Option<u32>,
}

/// A picture or film, never opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub file: String,
    /// Its size in bytes.
    pub size: u64,
    /// The step, 0 for the first view; `None` for a film.
    pub step: Option<u64>,
    /// The view: `front`, `top`, `wrist`, `head`, `third`; empty where the name says none.
    pub view: String,
    /// Whether boxes or marks are drawn into it.
    pub marked: bool,
}
