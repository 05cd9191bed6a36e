//! Random episodes of every environment, as hashes: a build for one machine is held to a build for another one by them.

use crate::{sets, start, tasks};
use stepguard_embodied::agent::Settings;
use stepguard_embodied::baselines::{Baseline, Kind};
use stepguard_embodied::chance::{Chance, Hash};
use stepguard_embodied::episode::run;
use stepguard_embodied::world::TaskId;
use stepguard_results::environment::Environment;

/// The agents that are drawn from: those whose episodes differ most.
const DRAWN: [Kind; 4] = [Kind::Random, Kind::PartialView, Kind::Greedy, Kind::Mislocalises];

/// The `number`-th random episode of an environment: a task and an agent, drawn by that number. `None` where there are no
/// tasks.
#[must_use]
pub fn drawn(environment: Environment, number: u32) -> Option<(TaskId, Kind)> {
    let all: Vec<TaskId> = sets()
        .filter(|(one, _)| *one == environment)
        .flat_map(|(environment, subset)| tasks(environment, subset))
        .collect();
    let mut chance = Chance::of(&["determinism", environment.id(), &number.to_string()]);
    let task = *chance.pick(&all)?;
    let kind = *chance.pick(&DRAWN)?;
    Some((task, kind))
}

/// One hash over all of a random episode: states, feedback, answers and how it ended.
#[must_use]
pub fn episode_hash(environment: Environment, number: u32) -> Option<u64> {
    let (task, kind) = drawn(environment, number)?;
    let mut world = start(task)?;
    let recording = run(world.as_mut(), &mut Baseline::new(kind, task), Settings::default());
    let mut hash = Hash::default();
    hash.text(kind.id());
    for state in &recording.states {
        hash.number(state.hash);
        for cell in &state.cells {
            hash.bytes(&cell.to_le_bytes());
        }
        hash.number(state.distance.unwrap_or(-1.0).to_bits());
    }
    for round in recording.episode.attempts.iter().flat_map(|attempt| &attempt.rounds) {
        hash.text(&round.raw);
        for step in &round.steps {
            hash.text(step.feedback.as_deref().unwrap_or_default());
        }
    }
    hash.number(u64::from(world.solved()));
    Some(hash.end())
}

/// The hashes of the random episodes from `from` on, 16 hexadecimal digits each.
#[must_use]
pub fn hashes(environment: Environment, from: u32, count: u32) -> Vec<String> {
    let numbers = from..from.saturating_add(count);
    numbers.filter_map(|number| episode_hash(environment, number)).map(|hash| format!("{hash:016x}")).collect()
}

/// One hash over many.
#[must_use]
pub fn digest(hashes: &[String]) -> String {
    let mut all = Hash::default();
    for hash in hashes {
        all.text(hash);
    }
    format!("{:016x}", all.end())
}
