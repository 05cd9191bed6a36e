//! The WebAssembly module that runs episodes again: JSON text in, JSON text out. Fetched only when an episode of a simulator is
//! replayed. Everything it offers is done by `stepguard-simulators`; here names become ids and answers become text.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::Kind;
use stepguard_embodied::pack::{AgentNote, Difference, Given, shown};
use stepguard_embodied::show::EpisodeShow;
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::{Environment, Subset};
use stepguard_simulators::{TOOL, determinism};
use wasm_bindgen::prelude::wasm_bindgen;

/// What a caller did wrong, in words; it comes out as a JavaScript error.
type Answer = Result<String, String>;

/// Panics name their place in the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Which episode is to be run: `{"environment", "subset", "number", "agent"}`, and if wanted `"settings"` and `"given"`.
#[derive(Debug, Clone, Deserialize)]
pub struct Ask {
    /// The environment's id.
    pub environment: String,
    /// The subset's id.
    pub subset: String,
    /// The number of the task.
    pub number: u32,
    /// The agent's id.
    pub agent: String,
    /// The switches of the agent; those of the packed episodes where nothing is said.
    #[serde(default)]
    pub settings: Switches,
    /// The record to be compared with, as [`stepguard_embodied::pack::Part::given`] makes it.
    pub given: Option<Given>,
}

/// The switches of an agent.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(default)]
pub struct Switches {
    /// Whether the agent is told what the environment says.
    pub feedback: bool,
    /// How many steps back it remembers; all where nothing is said.
    pub history: Option<usize>,
    /// Whether a plan may have more than one step.
    pub multi_step: bool,
}

impl Default for Switches {
    fn default() -> Self {
        let Settings { feedback, history, multi_step } = Settings::default();
        Self { feedback, history, multi_step }
    }
}

/// An episode that was run here.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replayed {
    /// The episode, as a page shows it: hashes, conditions and feedback of every step are in it.
    pub show: EpisodeShow,
    /// For the first state and the one after each step, whether it is that of the record; empty without a record.
    pub same: Vec<bool>,
    /// Whether everything agrees; `None` without a record.
    pub agrees: Option<bool>,
    /// The first difference.
    pub differs: Option<Difference>,
    /// The first difference, or that there is none, as a sentence.
    pub words: String,
}

/// What the module knows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct About {
    /// Name and version of the tool.
    pub tool: String,
    /// The agents.
    pub agents: Vec<AgentNote>,
    /// The tasks by subset.
    pub sets: Vec<SetAbout>,
}

/// The tasks of a subset.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SetAbout {
    /// The environment's id.
    pub environment: String,
    /// The subset's id.
    pub subset: String,
    /// The numbers of its tasks.
    pub numbers: Vec<u32>,
}

/// Runs an episode again ([`Ask`]) and compares it with a record: [`Replayed`].
///
/// # Errors
/// It is no such object, or there is no such task or agent.
#[wasm_bindgen]
pub fn replay(ask: &str) -> Answer {
    let ask: Ask = from_json(ask)?;
    let environment = environment_of(&ask.environment)?;
    let subset = Subset::from_name(&ask.subset).ok_or_else(|| format!("there is no subset {}", ask.subset))?;
    let task = TaskId { environment, subset, number: ask.number };
    let kind = Kind::from_id(&ask.agent).ok_or_else(|| format!("there is no agent {}", ask.agent))?;
    let Switches { feedback, history, multi_step } = ask.settings;
    let settings = Settings { feedback, history, multi_step };
    let missing = || format!("{} has no episode {} in {}", ask.agent, ask.number, ask.subset);
    let recording = stepguard_simulators::episode(task, kind.id(), settings).ok_or_else(missing)?;
    let stage = stepguard_simulators::start(task).ok_or_else(missing)?.stage();
    let error = stepguard_simulators::judged(task, &recording);
    let now = Given::of(&recording);
    let differs = ask.given.as_ref().and_then(|given| given.differs(&now));
    let same = ask.given.as_ref().map(|given| given.hashes.iter().zip(&now.hashes).map(|(a, b)| a == b).collect());
    let words = match (&ask.given, &differs) {
        (None, _) => "There is no record to compare with.".to_owned(),
        (Some(_), Some(difference)) => format!("It differs: {}.", difference.words()),
        (Some(given), None) => format!("All {} states agree.", given.hashes.len()),
    };
    json(&Replayed {
        show: shown(&recording, stage, error, &kind.note(), TOOL, (environment.id(), subset.id())),
        same: same.unwrap_or_default(),
        agrees: ask.given.is_some().then_some(differs.is_none()),
        differs,
        words,
    })
}

/// Agents and tasks: [`About`].
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn about() -> Answer {
    let sets = stepguard_simulators::sets().map(|(environment, subset)| SetAbout {
        environment: environment.id().to_owned(),
        subset: subset.id().to_owned(),
        numbers: stepguard_simulators::tasks(environment, subset).map(|task| task.number).collect(),
    });
    json(&About { tool: TOOL.to_owned(), agents: stepguard_simulators::agents(), sets: sets.collect() })
}

/// The tasks of a subset with their instructions: a list of `[number, instruction]`.
///
/// # Errors
/// There is no such environment or subset.
#[wasm_bindgen]
pub fn tasks(environment: &str, subset: &str) -> Answer {
    let environment = environment_of(environment)?;
    let subset = Subset::from_name(subset).ok_or_else(|| format!("there is no subset {subset}"))?;
    let named: Vec<(u32, &str)> = stepguard_simulators::tasks(environment, subset)
        .filter_map(|task| Some((task.number, stepguard_simulators::instruction(task)?)))
        .collect();
    json(&named)
}

/// The hashes of some of an environment's random episodes: a list of texts. Equal lists mean that two builds simulate alike.
///
/// # Errors
/// There is no such environment.
#[wasm_bindgen]
pub fn hashes(environment: &str, from: u32, count: u32) -> Answer {
    json(&determinism::hashes(environment_of(environment)?, from, count))
}

/// One hash over a list of them.
///
/// # Errors
/// It is no list of texts.
#[wasm_bindgen]
pub fn digest(hashes: &str) -> Answer {
    json(&determinism::digest(&from_json::<Vec<String>>(hashes)?))
}

fn environment_of(name: &str) -> Result<Environment, String> {
    Environment::from_name(name).ok_or_else(|| format!("there is no environment {name}"))
}

fn json<T: Serialize>(value: &T) -> Answer {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}
