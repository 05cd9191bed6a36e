//! All four simulators behind one door: tasks by id, agents by id, episodes, packs of them, and ablations. No files, no threads:
//! who has them goes through [`sets`] and asks for one piece of work after the other.

pub mod ablations;
pub mod determinism;

use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::{Baseline, Kind};
use stepguard_embodied::chance::Hash;
use stepguard_embodied::episode::{Recording, State, run};
use stepguard_embodied::knowledge;
use stepguard_embodied::pack::{AgentNote, Given, Index, Lines, Part, PartHead, PartLines, SceneOf, Scenes, TaskSet};
use stepguard_embodied::world::{Sight, TaskId, Tutor};
use stepguard_report::results::ErrorView;
use stepguard_results::classes::judge_knowing;
use stepguard_results::environment::{Environment, Subset};
use stepguard_results::imported;

/// Name and version of the tool.
pub const TOOL: &str = concat!("stepguard ", env!("CARGO_PKG_VERSION"));

/// Counts changes of agents and rules: records of another edition are made anew.
const EDITION: u64 = 1;

/// A task at work; `None` where there is no such task.
#[must_use]
pub fn start(task: TaskId) -> Option<Box<dyn Tutor>> {
    Some(match task.environment {
        Environment::Alfred | Environment::Habitat => Box::new(stepguard_homes::start(task)?),
        Environment::Navigation => Box::new(stepguard_navigation::start(task)?),
        Environment::Manipulation => Box::new(stepguard_manipulation::start(task)?),
    })
}

/// What a task asks for; `None` where there is no such task. No world is built.
#[must_use]
pub fn instruction(task: TaskId) -> Option<&'static str> {
    match task.environment {
        Environment::Alfred | Environment::Habitat => stepguard_homes::instruction(task),
        Environment::Navigation => stepguard_navigation::instruction(task),
        Environment::Manipulation => stepguard_manipulation::instruction(task),
    }
}

/// The agents, in the order of tables.
#[must_use]
pub fn agents() -> Vec<AgentNote> {
    Kind::ALL.into_iter().map(Kind::note).collect()
}

/// Environments with their subsets, in the order of tables.
pub fn sets() -> impl Iterator<Item = (Environment, Subset)> {
    Environment::ALL
        .into_iter()
        .flat_map(|environment| environment.subsets().iter().map(move |(subset, _)| (environment, *subset)))
}

/// The tasks of a subset that there are.
pub fn tasks(environment: Environment, subset: Subset) -> impl Iterator<Item = TaskId> {
    let n = environment.tasks(subset).unwrap_or(0);
    let tasks = (0..n).map(move |number| TaskId { environment, subset, number });
    tasks.filter(|task| instruction(*task).is_some())
}

/// An episode of a shipped agent; `None` where there is no such task or agent, or where the agent means nothing there.
#[must_use]
pub fn episode(task: TaskId, agent: &str, settings: Settings) -> Option<Recording> {
    let kind = Kind::from_id(agent)?;
    if kind.absent(task.environment).is_some() {
        return None;
    }
    episode_of(task, Baseline::new(kind, task), settings)
}

/// An episode of an agent at hand.
#[must_use]
pub fn episode_of(task: TaskId, mut agent: Baseline, settings: Settings) -> Option<Recording> {
    let mut world = start(task)?;
    Some(run(world.as_mut(), &mut agent, settings))
}

/// Why an episode failed; `None` for a success.
#[must_use]
pub fn judged(task: TaskId, recording: &Recording) -> Option<ErrorView> {
    if recording.episode.outcome.as_ref()?.success()? {
        return None;
    }
    let mut world = start(task)?;
    let knowledge = knowledge::of(recording, world.as_mut());
    judge_knowing(&recording.episode, task.environment, Some(task.subset), Some(&knowledge)).map(imported::error)
}

/// A task as it is packed.
#[must_use]
pub fn scene(task: TaskId) -> Option<SceneOf> {
    let world = start(task)?;
    Some(SceneOf {
        number: task.number,
        instruction: world.instruction().to_owned(),
        conditions: world.conditions().to_vec(),
        menu: world.menu().to_vec(),
        stage: world.stage(),
        first: State { cells: world.cells(), met: world.met(), distance: world.distance(), hash: world.hash() },
    })
}

/// The tasks of a subset as they are packed, and what tells this version of simulator and tasks from another one.
#[must_use]
pub fn scenes(environment: Environment, subset: Subset) -> (Scenes, TaskSet) {
    let scenes: Vec<SceneOf> = tasks(environment, subset).filter_map(scene).collect();
    let mut hash = Hash::default();
    hash.number(EDITION);
    for scene in &scenes {
        hash.text(&scene.instruction);
        for text in scene.conditions.iter().chain(&scene.menu) {
            hash.text(text);
        }
        hash.text(&serde_json::to_string(&scene.stage).unwrap_or_default());
        hash.number(scene.first.hash);
    }
    // How the simulator goes on from there shows in some of its own solutions.
    for task in tasks(environment, subset).step_by(PROBED) {
        let Some(mut world) = start(task) else { continue };
        hash.text(&world.observe());
        for act in world.solve(Sight::All) {
            let turn = world.act(act);
            hash.text(&turn.feedback);
            hash.number(world.hash());
        }
    }
    let version = format!("{:016x}", hash.end());
    let named = scenes.iter().map(|scene| (scene.number, scene.instruction.clone())).collect();
    let line = Index::set_line(environment, subset, &version, named);
    (Scenes::new(environment, subset, scenes), line)
}

/// Every so many tasks tell the version of a simulator.
const PROBED: usize = 12;

/// The episodes of an agent in a subset, packed, and their lines for the index; `None` where it is not run there.
///
/// # Errors
/// A task is none of the scenes.
pub fn part(
    kind: Kind,
    environment: Environment,
    subset: Subset,
    scenes: &Scenes,
    version: &str,
) -> Option<Result<(Part, PartLines), String>> {
    if kind.absent(environment).is_some() {
        return None;
    }
    let recordings = recorded(kind, tasks(environment, subset));
    let lines = Lines::of(recordings.iter().map(|(recording, error)| (recording, error.as_ref())));
    let note = kind.note();
    let head = PartHead { tool: TOOL, version, environment, subset, agent: &note };
    let part = Part::new(head, scenes, &recordings).map_err(|error| error.to_string());
    Some(part.map(|part| (part, Index::part_line(environment, subset, kind.id(), lines))))
}

/// An agent's episodes of these tasks, each with why it failed.
pub fn recorded(kind: Kind, tasks: impl Iterator<Item = TaskId>) -> Vec<(Recording, Option<ErrorView>)> {
    tasks
        .filter_map(|task| {
            let recording = episode(task, kind.id(), Settings::default())?;
            let error = judged(task, &recording);
            Some((recording, error))
        })
        .collect()
}

/// Runs an episode again and holds it, and why it failed, to the pack.
///
/// # Errors
/// They differ, or there is no such episode; in words.
pub fn check(scenes: &Scenes, part: &Part, kind: Kind, task: TaskId) -> Result<(), String> {
    let packed = part.recording(scenes, task.number).map_err(|error| error.to_string())?;
    let now = episode(task, kind.id(), Settings::default()).ok_or("there is no such episode")?;
    if let Some(difference) = Given::of(&packed).differs(&Given::of(&now)) {
        return Err(format!("{} differs", difference.words()));
    }
    if packed != now {
        return Err("the states agree, and what is recorded of them does not".to_owned());
    }
    let error = part.error(task.number).map_err(|error| error.to_string())?;
    if error != judged(task, &now) {
        return Err("it is said to have failed for another reason".to_owned());
    }
    Ok(())
}
