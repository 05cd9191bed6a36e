//! Tasks from their sources: home, changes, instruction and goal, compiled to a scene and a task of the verifier, with every
//! mistake of a source said in words.

use crate::goal::{Condition, Want, read, words};
use crate::home::{At, Home, fits};
use crate::problem::{Numbers, build, domain, text};
use crate::rules::{contents, cool};
use crate::scene::{MOST_IDS, Place, Scene, State, bit};
use crate::vocabulary::Works;
use serde::Deserialize;
use std::sync::Arc;
use stepguard_results::environment::Environment;
use stepguard_task::Task;

/// A file of tasks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TaskFile {
    #[serde(default)]
    pub(crate) tasks: Vec<TaskSource>,
}

/// A task as written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TaskSource {
    /// The home's id.
    pub(crate) home: String,
    /// What the agent is asked for.
    pub(crate) instruction: String,
    /// The fixture where it is at first, if not where the home says.
    pub(crate) start: Option<String>,
    /// What is different from the home's first state.
    #[serde(default)]
    pub(crate) changes: Vec<String>,
    /// The goal conditions.
    pub(crate) goal: Vec<String>,
}

/// A task ready to be run.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) scene: Scene,
    pub(crate) instruction: String,
    pub(crate) goal: Vec<Condition>,
    pub(crate) conditions: Vec<String>,
    pub(crate) task: Task,
    pub(crate) numbers: Numbers,
    /// The text of the problem.
    pub(crate) problem: String,
}

/// The first state of a scene without changes.
fn first(scene: &Scene) -> State {
    let home = &scene.home;
    let flag = |is: bool, bits: u16| if is { bits } else { 0 };
    let mut bits: Vec<u16> = home
        .fixtures
        .iter()
        .map(|fixture| flag(fixture.open, bit::OPEN) | flag(fixture.on && !scene.rearranges(), bit::ON))
        .collect();
    let mut places = Vec::new();
    let entity = |thing: usize| scene.things.iter().position(|known| *known == thing);
    for index in &scene.things {
        let thing = &home.things[*index];
        bits.push(flag(thing.dirty && !scene.rearranges(), bit::DIRTY));
        places.push(match thing.at {
            _ if scene.rearranges() => Place::Fixture(home.fixture_of(*index)),
            At::Fixture(fixture) => Place::Fixture(fixture),
            At::Vessel(vessel) => {
                entity(vessel).map_or(Place::Fixture(home.start), |vessel| Place::Vessel(vessel + scene.fixtures()))
            }
        });
    }
    State { at: home.start, facing: home.start, places, bits }
}

/// Applies a change of the first state.
fn change(scene: &Scene, state: &mut State, text: &str) -> Result<(), String> {
    let read = read(scene, text)?;
    let ([entity], Some(1)) = (read.who.as_slice(), read.need) else {
        return Err("a change is about one instance, by its name".to_owned());
    };
    for want in &read.wants {
        match want {
            Want::Held => return Err("nothing is held at first".to_owned()),
            Want::Bit(bits, true) => {
                state.bits[*entity] |= bits;
                state.bits[*entity] &= match *bits {
                    bit::HOT => !bit::COLD,
                    bit::COLD => !bit::HOT,
                    _ => !0,
                };
            }
            Want::Bit(bits, false) => state.bits[*entity] &= !bits,
            Want::In(places) => {
                let [place] = places.as_slice() else { return Err("a thing is at one place".to_owned()) };
                let thing = scene.carried(*entity).ok_or("a fixture stays where it is")?;
                let at = match scene.carried(*place) {
                    None => At::Fixture(*place),
                    Some(_) => At::Vessel(scene.things[*place - scene.fixtures()]),
                };
                fits(&thing.name, thing.is, at, &scene.home.fixtures, &scene.home.things)?;
                state.places[*entity - scene.fixtures()] =
                    if scene.is_fixture(*place) { Place::Fixture(*place) } else { Place::Vessel(*place) };
            }
        }
    }
    Ok(())
}

/// Compiles a task.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn compile(
    environment: Environment,
    source: &TaskSource,
    home: &Arc<Home>,
) -> Result<Compiled, Vec<String>> {
    let mut wrong = Vec::new();
    let texts = source.changes.iter().chain(&source.goal).chain(&source.start);
    let names: Vec<&str> = texts.flat_map(|text| words(text)).collect();
    let scene = Scene::new(environment, Arc::clone(home), &names);
    if scene.rearranges() && scene.menu.len() > MOST_IDS {
        wrong.push(format!("{} actions in {}; rearrangement has at most {MOST_IDS}", scene.menu.len(), home.id));
    }
    let mut state = first(&scene);
    let mut cold_at_first = true;
    for text in &source.changes {
        if let Err(why) = change(&scene, &mut state, text) {
            wrong.push(format!("changes: \"{text}\": {why}"));
        }
        cold_at_first &= !text.ends_with("hot");
    }
    if !scene.rearranges() && cold_at_first {
        for fixture in 0..scene.fixtures() {
            let cools = scene.fixture(fixture).is_some_and(|is| is.works == Some(Works::Cools));
            if cools && state.closed(&scene, fixture) {
                for thing in contents(&scene, &state, fixture) {
                    cool(&scene, &mut state, thing);
                }
            }
        }
    }
    if let Some(start) = &source.start {
        match scene.entity(start).filter(|start| scene.is_fixture(*start)) {
            Some(start) => (state.at, state.facing) = (start, start),
            None => wrong.push(format!("start: there is no fixture {start} in {}", home.id)),
        }
    }
    if scene.rearranges() && scene.fixture(state.at).is_some_and(|is| is.holds.is_none()) {
        wrong.push(format!("start: {} is no receptacle", scene.name(state.at)));
    }
    if source.instruction.trim().is_empty() {
        wrong.push("the instruction is empty".to_owned());
    }
    if source.goal.is_empty() {
        wrong.push("there is no goal".to_owned());
    }
    let mut goal = Vec::new();
    for text in &source.goal {
        match read(&scene, text) {
            Ok(condition) => {
                if goal.iter().any(|other: &Condition| other.text == condition.text) {
                    wrong.push(format!("goal: \"{text}\" stands there twice"));
                }
                goal.push(condition);
            }
            Err(why) => wrong.push(format!("goal: \"{text}\": {why}")),
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    if goal.iter().all(|condition| condition.holds(&scene, &state)) {
        return Err(vec!["the goal is true at the start".to_owned()]);
    }
    let problem = text(&scene, &state, &goal);
    let task = build(domain(&scene), &problem).map_err(|why| vec![why])?;
    let numbers = Numbers::new(&task, &scene);
    let conditions = goal.iter().map(|condition| condition.text.clone()).collect();
    Ok(Compiled { scene, instruction: source.instruction.clone(), goal, conditions, task, numbers, problem })
}
