//! What a simulator knows of an episode besides its record: what would have solved the task from where each round began, what
//! the task needs and was never seen, and which steps showed anything new. The simulator is asked again, from the start, with
//! the steps of the record.

use crate::episode::{Recording, State};
use crate::scene::Stage;
use crate::world::{Act, Sight, Tutor};
use std::collections::BTreeSet;
use stepguard_results::classes::Knowledge;
use stepguard_results::record::{Kind, Round};

/// Edge of a square of a floor that counts as one place, in centimetres.
const SQUARE: i32 = 100;

/// What is known of an episode; `world` is its task at the start.
pub fn of(recording: &Recording, world: &mut dyn Tutor) -> Knowledge {
    let stage = world.stage();
    let rounds = recording.episode.attempts.last().map(|attempt| attempt.rounds.as_slice()).unwrap_or_default();
    let mut needed: BTreeSet<String> = BTreeSet::new();
    let mut solutions = Vec::with_capacity(rounds.len());
    for round in rounds {
        let solution: Vec<String> = world.solve(Sight::All).into_iter().map(|act| world.name(act)).collect();
        needed.extend(solution.iter().cloned());
        solutions.push(solution);
        for act in acts(round) {
            world.act(act);
        }
    }
    let last = recording.states.last();
    let unseen = last.map(|state| unseen(&stage, state, &needed)).unwrap_or_default();
    Knowledge { solutions, unseen, news: news(&stage, &recording.states) }
}

/// The actions of a round that were taken.
pub fn acts(round: &Round) -> Vec<Act> {
    let taken = round.steps.iter().filter(|step| step.kind == Kind::Step).count();
    let planned = round.answer.as_ref().map(|answer| answer.actions.as_slice()).unwrap_or_default();
    let act = |planned: &stepguard_results::record::Planned| match <[i64; 7]>::try_from(planned.pose.as_slice()) {
        Ok(pose) => Some(Act::Pose(pose)),
        Err(_) => planned.id.and_then(|id| usize::try_from(id).ok()).map(Act::Id),
    };
    planned.iter().take(taken).filter_map(act).collect()
}

/// The things that these steps name, or the target, if never seen.
fn unseen(stage: &Stage, state: &State, steps: &BTreeSet<String>) -> Vec<String> {
    match stage {
        Stage::Home(home) => {
            let first = 2 + home.fixtures.len();
            let seen = |thing: usize| state.cells.get(first + 2 * thing + 1).is_none_or(|bits| bits & 1 != 0);
            let named = |name: &str| {
                steps.iter().any(|step| step.strip_suffix(name).is_some_and(|before| before.ends_with(' ')))
            };
            let things = home.things.iter().enumerate();
            things
                .filter(|(index, thing)| !seen(*index) && named(&thing.name))
                .map(|(_, thing)| thing.name.clone())
                .collect()
        }
        Stage::Floor(floor) => {
            let seen = state.cells.get(4 + floor.target).is_none_or(|seen| *seen != 0);
            let target = floor.objects.get(floor.target).filter(|_| !seen);
            target.map(|target| target.name.clone()).into_iter().collect()
        }
        Stage::Table(_) => Vec::new(),
    }
}

/// Whether each step led to a new place or showed something for the first time.
fn news(stage: &Stage, states: &[State]) -> Vec<bool> {
    let mut places: BTreeSet<Vec<i32>> = BTreeSet::new();
    let mut seen = 0;
    let mut out = Vec::with_capacity(states.len());
    for state in states {
        let now = seen_bits(stage, state);
        let place = match stage {
            Stage::Home(_) => state.cells.get(..1).unwrap_or_default().to_vec(),
            Stage::Floor(_) => match state.cells.get(..3) {
                Some([x, y, heading]) => vec![x.div_euclid(SQUARE), y.div_euclid(SQUARE), *heading],
                _ => Vec::new(),
            },
            Stage::Table(_) => Vec::new(),
        };
        let new_place = places.insert(place);
        out.push(new_place || now > seen);
        seen = now;
    }
    // The first state is no step.
    if !out.is_empty() {
        out.remove(0);
    }
    out
}

/// How much has been seen.
fn seen_bits(stage: &Stage, state: &State) -> usize {
    match stage {
        Stage::Home(home) => {
            let fixtures = home.fixtures.len();
            let of_fixtures = state.cells.iter().skip(2).take(fixtures);
            let of_things = state.cells.iter().skip(2 + fixtures).skip(1).step_by(2);
            of_fixtures.chain(of_things).filter(|bits| **bits & 1 != 0).count()
        }
        Stage::Floor(_) => state.cells.iter().skip(4).filter(|seen| **seen != 0).count(),
        Stage::Table(_) => 0,
    }
}
