//! Packs of episodes: records without pictures, small enough to be fetched part by part.
//!
//! Three kinds of files, each JSON in short forms, deflated (zlib), below one folder:
//!
//! - `index.pack` ([`Index`]): agents, tasks with their instructions, a line for every episode, tables of ablations. A page
//!   needs nothing else for its matrix, facets, list, and table of classes: [`Index::report`] gives the view that imported
//!   runs have, [`Index::confusion`] the classes against the mistakes made on purpose.
//! - `ENVIRONMENT/SUBSET.pack` ([`Scenes`]): what all agents have in common: stage, menu, conditions and first state of each
//!   task.
//! - `ENVIRONMENT/SUBSET.AGENT.pack` ([`Part`]): answers, steps, states. [`show()`] makes the view of one episode out of both.
//!
//! How a page opens episode 7 of run `alfred.oracle`, subset `base`: [`Index::set`] and [`Index::part`] name the two files,
//! [`read_scenes`] and [`read_part`] read their bytes, [`show()`] gives an [`EpisodeShow`]. [`Part::given`] is what the module
//! that simulates needs to compare its own episode with.
//!
//! Reading never panics: whatever is damaged gives a [`PackError`] in words. Writing and reading give back the same record to
//! the last bit.

mod coded;
mod lines;

pub use lines::{Ablation, AblationPoint, Absent, Confusion, ConfusionRow, Index, Lines, PartLines, TaskSet};

use crate::episode::{Recording, State};
use crate::scene::Stage;
use crate::show::{EpisodeShow, SceneShow, StateShow};
use coded::{Coded, Words};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stepguard_report::results::{AttemptView, ConfigEntry, EpisodeLine, EpisodeView, ErrorView};
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::imported::rounds;
use stepguard_results::record::Outcome;
use stepguard_results::view::rounded;

/// The version of these shapes.
pub const SCHEMA: u32 = 1;

/// The name of the index below the pack's folder.
pub const INDEX: &str = "index.pack";

/// No file of a pack is larger than this when it is inflated: what says so is damaged.
const LARGEST: usize = 64 << 20;

/// What is wrong with a file of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackError(String);

impl PackError {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl std::fmt::Display for PackError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PackError {}

/// An agent, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentNote {
    /// Its id in links and files.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a few words.
    pub note: String,
    /// The class of errors of the mistake that it makes on purpose; `needs-a-person` where no record decides; `None` where it
    /// makes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<String>,
}

/// The tasks of a subset, as far as all agents have them in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scenes {
    /// The version of this shape.
    pub schema: u32,
    /// The environment's id.
    pub environment: String,
    /// The subset's id.
    pub subset: String,
    /// Menus of actions; tasks share them.
    menus: Vec<Vec<String>>,
    /// The tasks, by number.
    tasks: Vec<Scene>,
}

/// A task before anything has happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Scene {
    number: u32,
    instruction: String,
    conditions: Vec<String>,
    menu: usize,
    stage: Stage,
    cells: Vec<i32>,
    met: Vec<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    distance: Option<coded::Number>,
    hash: String,
}

/// A task as it is packed.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneOf {
    /// Its number.
    pub number: u32,
    /// What the agent is asked for.
    pub instruction: String,
    /// The goal conditions, in words.
    pub conditions: Vec<String>,
    /// The actions by number.
    pub menu: Vec<String>,
    /// What stays.
    pub stage: Stage,
    /// The state before any step.
    pub first: State,
}

/// The episodes of one agent in one subset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The version of this shape.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// What the simulator and its tasks were when this was recorded.
    pub version: String,
    /// The environment's id.
    pub environment: String,
    /// The subset's id.
    pub subset: String,
    /// The agent.
    pub agent: AgentNote,
    words: Vec<String>,
    episodes: Vec<Coded>,
}

/// What a part says of itself when it is written.
#[derive(Debug, Clone, Copy)]
pub struct PartHead<'a> {
    /// Name and version of the tool.
    pub tool: &'a str,
    /// What the simulator and its tasks are.
    pub version: &'a str,
    /// The environment.
    pub environment: Environment,
    /// The subset.
    pub subset: Subset,
    /// The agent.
    pub agent: &'a AgentNote,
}

/// What an episode that runs again is compared with: one entry a step, the first state in front where that has one too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The hashes of the states, the first of them before any step; 16 hexadecimal digits each.
    pub hashes: Vec<String>,
    /// What the environment said of each step.
    pub feedback: Vec<String>,
    /// The planner's answers, by round.
    pub answers: Vec<String>,
    /// Whether the task was solved.
    pub solved: bool,
}

/// Where a given episode and one that ran now part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The step, from 1; 0 is the state before any.
    pub step: usize,
    /// What differs: `state`, `feedback`, `answer`, `length`, `outcome`. Of an answer, the round counts, from 1.
    pub what: String,
}

impl Difference {
    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        match self.what.as_str() {
            "answer" => format!("the answer of round {}", self.step),
            "outcome" => "whether the task was solved".to_owned(),
            "length" => format!("the number of steps, from {} on", self.step),
            what => format!("the {what} of step {}", self.step),
        }
    }
}

/// The name of the scenes of a subset below the pack's folder.
#[must_use]
pub fn scenes_name(environment: &str, subset: &str) -> String {
    format!("{environment}/{subset}.pack")
}

/// The name of a part below the pack's folder.
#[must_use]
pub fn part_name(environment: &str, subset: &str, agent: &str) -> String {
    format!("{environment}/{subset}.{agent}.pack")
}

/// The id of a run in links: environment and agent.
#[must_use]
pub fn run_id(environment: &str, agent: &str) -> String {
    format!("{environment}.{agent}")
}

/// Reads the index.
///
/// # Errors
/// The bytes are no index of this version.
pub fn read_index(bytes: &[u8]) -> Result<Index, PackError> {
    let index: Index = inflated(bytes)?;
    version(index.schema)?;
    index.check()?;
    Ok(index)
}

/// Reads the scenes of a subset.
///
/// # Errors
/// The bytes are none of this version.
pub fn read_scenes(bytes: &[u8]) -> Result<Scenes, PackError> {
    let scenes: Scenes = inflated(bytes)?;
    version(scenes.schema)?;
    if scenes.tasks.iter().any(|task| task.menu >= scenes.menus.len()) {
        return Err(PackError::new("a task has a menu that is not there"));
    }
    Ok(scenes)
}

/// Reads the episodes of an agent in a subset.
///
/// # Errors
/// The bytes are none of this version.
pub fn read_part(bytes: &[u8]) -> Result<Part, PackError> {
    let part: Part = inflated(bytes)?;
    version(part.schema)?;
    Ok(part)
}

/// The bytes of an index.
#[must_use]
pub fn write_index(index: &Index) -> Vec<u8> {
    deflated(index)
}

/// The bytes of scenes.
#[must_use]
pub fn write_scenes(scenes: &Scenes) -> Vec<u8> {
    deflated(scenes)
}

/// The bytes of a part.
#[must_use]
pub fn write_part(part: &Part) -> Vec<u8> {
    deflated(part)
}

fn deflated<T: Serialize>(value: &T) -> Vec<u8> {
    let json = serde_json::to_vec(value).expect("these shapes hold nothing that JSON cannot say");
    compress_to_vec_zlib(&json, 9)
}

fn inflated<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, PackError> {
    let json = decompress_to_vec_zlib_with_limit(bytes, LARGEST)
        .map_err(|error| PackError::new(format!("this is no pack, or it is damaged: {error}")))?;
    serde_json::from_slice(&json).map_err(|error| PackError::new(format!("this is no such pack: {error}")))
}

fn version(schema: u32) -> Result<(), PackError> {
    if schema == SCHEMA {
        return Ok(());
    }
    Err(PackError::new(format!("the pack has version {schema}; this reads version {SCHEMA}")))
}

fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

fn hash_of(digits: &str) -> Result<u64, PackError> {
    let valid = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = valid.then(|| u64::from_str_radix(digits, 16).ok()).flatten();
    value.ok_or_else(|| PackError::new(format!("{digits:?} is no hash")))
}

impl Scenes {
    /// Packs tasks.
    #[must_use]
    pub fn new(environment: Environment, subset: Subset, tasks: Vec<SceneOf>) -> Self {
        let mut menus: Vec<Vec<String>> = Vec::new();
        let tasks = tasks
            .into_iter()
            .map(|task| {
                let menu = menus.iter().position(|menu| *menu == task.menu).unwrap_or_else(|| {
                    menus.push(task.menu);
                    menus.len() - 1
                });
                Scene {
                    number: task.number,
                    instruction: task.instruction,
                    conditions: task.conditions,
                    menu,
                    stage: task.stage,
                    cells: task.first.cells,
                    met: task.first.met.iter().map(|met| u8::from(*met)).collect(),
                    distance: task.first.distance.map(coded::Number::of),
                    hash: hexadecimal(task.first.hash),
                }
            })
            .collect();
        Self { schema: SCHEMA, environment: environment.id().to_owned(), subset: subset.id().to_owned(), menus, tasks }
    }

    /// The numbers of its tasks.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.tasks.iter().map(|task| task.number)
    }

    /// A task.
    ///
    /// # Errors
    /// There is none of this number, or it is damaged.
    pub fn task(&self, number: u32) -> Result<SceneOf, PackError> {
        let task = self.tasks.iter().find(|task| task.number == number);
        let task = task.ok_or_else(|| PackError::new(format!("there is no task {number} in {}", self.subset)))?;
        Ok(SceneOf {
            number,
            instruction: task.instruction.clone(),
            conditions: task.conditions.clone(),
            menu: self.menus.get(task.menu).cloned().unwrap_or_default(),
            stage: task.stage.clone(),
            first: State {
                cells: task.cells.clone(),
                met: task.met.iter().map(|met| *met != 0).collect(),
                distance: task.distance.as_ref().map(coded::Number::value).transpose()?,
                hash: hash_of(&task.hash)?,
            },
        })
    }

    fn environment(&self) -> Result<Environment, PackError> {
        Environment::from_name(&self.environment)
            .ok_or_else(|| PackError::new(format!("there is no environment {}", self.environment)))
    }
}

impl Part {
    /// Packs episodes with what is said of why they failed.
    ///
    /// # Errors
    /// An episode is none of these tasks.
    pub fn new(
        head: PartHead<'_>,
        scenes: &Scenes,
        recordings: &[(Recording, Option<ErrorView>)],
    ) -> Result<Self, PackError> {
        let mut words = Words::default();
        let mut episodes = Vec::with_capacity(recordings.len());
        for (recording, error) in recordings {
            let number = u32::try_from(recording.episode.number)
                .map_err(|_| PackError::new("the number of an episode is out of reach"))?;
            let scene = scenes.task(number)?;
            episodes.push(Coded::of(number, recording, error.clone(), &scene, &mut words));
        }
        Ok(Self {
            schema: SCHEMA,
            tool: head.tool.to_owned(),
            version: head.version.to_owned(),
            environment: head.environment.id().to_owned(),
            subset: head.subset.id().to_owned(),
            agent: head.agent.clone(),
            words: words.list,
            episodes,
        })
    }

    /// The numbers of its tasks.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.episodes.iter().map(|episode| episode.number)
    }

    fn coded(&self, number: u32) -> Result<&Coded, PackError> {
        let found = self.episodes.iter().find(|episode| episode.number == number);
        found.ok_or_else(|| PackError::new(format!("there is no episode {number} in {}", self.subset)))
    }

    /// An episode as it was recorded.
    ///
    /// # Errors
    /// There is none of this number, or it is damaged.
    pub fn recording(&self, scenes: &Scenes, number: u32) -> Result<Recording, PackError> {
        if (&self.environment, &self.subset) != (&scenes.environment, &scenes.subset) {
            return Err(PackError::new(format!(
                "episodes of {}/{} do not go with scenes of {}/{}",
                self.environment, self.subset, scenes.environment, scenes.subset
            )));
        }
        self.coded(number)?.recording(scenes.environment()?, &scenes.task(number)?, &self.words)
    }

    /// Why it failed; `None` where it did not.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn error(&self, number: u32) -> Result<Option<ErrorView>, PackError> {
        Ok(self.coded(number)?.error.clone())
    }

    /// What an episode that runs again is compared with.
    ///
    /// # Errors
    /// There is none of this number, or it is damaged.
    pub fn given(&self, scenes: &Scenes, number: u32) -> Result<Given, PackError> {
        Ok(Given::of(&self.recording(scenes, number)?))
    }
}

impl Given {
    /// The first difference from an episode that ran now; `None` when they agree.
    #[must_use]
    pub fn differs(&self, now: &Self) -> Option<Difference> {
        let first = |a: &[String], b: &[String]| {
            let shorter = a.len().min(b.len());
            a.iter().zip(b).position(|(a, b)| a != b).or_else(|| (a.len() != b.len()).then_some(shorter))
        };
        let at = |step: usize, what: &str| Some(Difference { step, what: what.to_owned() });
        let state = first(&self.hashes, &now.hashes);
        let feedback = first(&self.feedback, &now.feedback).map(|place| place + 1);
        match (state, feedback) {
            (Some(state), feedback) if feedback.is_none_or(|feedback| state <= feedback) => {
                let both = state < self.hashes.len().min(now.hashes.len());
                at(state, if both { "state" } else { "length" })
            }
            (_, Some(feedback)) => at(feedback, "feedback"),
            _ => match first(&self.answers, &now.answers) {
                Some(round) => at(round + 1, "answer"),
                None if self.solved != now.solved => at(self.feedback.len(), "outcome"),
                None => None,
            },
        }
    }

    /// Of a recording.
    #[must_use]
    pub fn of(recording: &Recording) -> Self {
        let rounds = recording.episode.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default();
        let steps = rounds.iter().flat_map(|round| &round.steps);
        Self {
            hashes: recording.states.iter().map(|state| hexadecimal(state.hash)).collect(),
            feedback: steps
                .filter(|step| step.kind == stepguard_results::record::Kind::Step)
                .map(|step| step.feedback.clone().unwrap_or_default())
                .collect(),
            answers: rounds.iter().map(|round| round.raw.clone()).collect(),
            solved: recording.episode.outcome.as_ref().and_then(Outcome::success) == Some(true),
        }
    }
}

/// One episode as a page shows it.
///
/// # Errors
/// There is none of this number, or it is damaged.
pub fn show(scenes: &Scenes, part: &Part, number: u32) -> Result<EpisodeShow, PackError> {
    let recording = part.recording(scenes, number)?;
    let stage = scenes.task(number)?.stage;
    let error = part.error(number)?;
    Ok(shown(&recording, stage, error, &part.agent, &part.tool, (&part.environment, &part.subset)))
}

/// An episode that was not packed, as a page shows it: environment and subset by their ids.
#[must_use]
pub fn shown(
    recording: &Recording,
    stage: Stage,
    error: Option<ErrorView>,
    agent: &AgentNote,
    tool: &str,
    (environment, subset): (&str, &str),
) -> EpisodeShow {
    let episode = &recording.episode;
    let run = run_id(environment, &agent.id);
    let outcome = episode.outcome.as_ref();
    let attempt = episode.attempts.last();
    let line = EpisodeLine {
        id: format!("{run}/{subset}/{}", episode.number),
        subset: subset.to_owned(),
        number: episode.number,
        instruction: episode.instruction.clone(),
        success: outcome.and_then(Outcome::success),
        progress: outcome.and_then(|outcome| outcome.task_progress).map(|share| rounded(share * 100.0)),
        steps: outcome.and_then(|outcome| outcome.num_steps),
        planner_calls: outcome.and_then(|outcome| outcome.planner_steps),
        invalid_actions: outcome.and_then(|outcome| outcome.num_invalid_actions),
        rounds: attempt.map_or(0, |attempt| u32::try_from(attempt.rounds.len()).unwrap_or(u32::MAX)),
        pictures: 0,
        error,
    };
    EpisodeShow {
        schema: SCHEMA,
        view: EpisodeView {
            schema: stepguard_results::view::SCHEMA,
            tool: tool.to_owned(),
            run,
            environment: environment.to_owned(),
            line,
            result: outcome.map(result).unwrap_or_default(),
            attempts: episode.attempts.iter().map(|one| AttemptView { rounds: rounds(&one.rounds) }).collect(),
            pictures: Vec::new(),
            files: Vec::new(),
        },
        scene: Some(SceneShow {
            stage,
            conditions: recording.conditions.clone(),
            states: recording
                .states
                .iter()
                .map(|state| StateShow {
                    cells: state.cells.clone(),
                    met: state.met.clone(),
                    distance: state.distance,
                    hash: hexadecimal(state.hash),
                })
                .collect(),
        }),
        truth: agent.truth.clone(),
    }
}

/// The entries of a result, under the keys that result files have.
fn result(outcome: &Outcome) -> Vec<ConfigEntry> {
    let of = |key: &str, value: Option<f64>| {
        value.map(|value| ConfigEntry { key: key.to_owned(), value: rounded(value).to_string() })
    };
    [
        of("task_success", outcome.task_success),
        of("task_progress", outcome.task_progress),
        of("num_steps", outcome.num_steps),
        of("planner_steps", outcome.planner_steps),
        of("planner_output_error", outcome.planner_output_error),
        of("num_invalid_actions", outcome.num_invalid_actions),
        of("num_invalid_action_ratio", outcome.num_invalid_action_ratio),
        of("empty_plan", outcome.empty_plan),
        of("reward", outcome.reward),
    ]
    .into_iter()
    .flatten()
    .collect()
}
