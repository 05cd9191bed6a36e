//! Every shipped task: right in every respect, solved by its oracle's own episode, and asked for in words of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stepguard_embodied::agent::{Agent, Question, Settings};
use stepguard_embodied::chance::Chance;
use stepguard_embodied::episode;
use stepguard_embodied::scene::{Area, Stage};
use stepguard_embodied::world::{Act, Sight, Slip, TaskId, Tutor, World};
use stepguard_homes::{Proofreader, instruction, start};
use stepguard_results::environment::{Environment, Subset};

const ENVIRONMENTS: [Environment; 2] = [Environment::Alfred, Environment::Habitat];

/// An agent that does what the simulator's planner says, all at once.
struct Oracle;

impl Agent for Oracle {
    fn id(&self) -> &'static str {
        "test"
    }

    fn answer(&mut self, _: &Question<'_>, tutor: &dyn Tutor) -> String {
        let steps = tutor.solve(Sight::All).into_iter().filter_map(|act| match act {
            Act::Id(id) => Some(format!("{{\"action_id\": {id}, \"action_name\": \"{}\"}}", tutor.name(act))),
            Act::Pose(_) => None,
        });
        format!("{{\"executable_plan\": [{}]}}", steps.collect::<Vec<_>>().join(", "))
    }
}

fn ids() -> impl Iterator<Item = TaskId> {
    ENVIRONMENTS.into_iter().flat_map(|environment| {
        Subset::ALL.into_iter().flat_map(move |subset| {
            (0..).map(move |number| TaskId { environment, subset, number }).take_while(|id| instruction(*id).is_some())
        })
    })
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("it can be read"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_source_is_right() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let homes = files(&root.join("homes"));
    assert!(homes.len() >= 12, "{} homes", homes.len());
    let reader = Proofreader::new(homes.iter().map(|(id, source)| (id.as_str(), source.as_str())));
    let mut wrong: Vec<String> =
        reader.homes().flat_map(|(id, faults)| faults.iter().map(move |fault| format!("{id}: {fault}"))).collect();
    for environment in ENVIRONMENTS {
        for (name, source) in files(&root.join("tasks").join(environment.id())) {
            let subset = Subset::from_name(&name).expect("a file is called like its subset");
            let report = reader.tasks(environment, subset, &source);
            wrong.extend(report.wrong.iter().map(|fault| format!("{}/{name}: {fault}", environment.id())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_as_many_tasks_as_there_are_to_be() {
    for environment in ENVIRONMENTS {
        for (subset, most) in environment.subsets() {
            let there = ids().filter(|id| (id.environment, id.subset) == (environment, *subset)).count();
            assert_eq!(u32::try_from(there), Ok(*most), "{} {}", environment.id(), subset.id());
            let number = *most;
            let beyond = TaskId { environment, subset: *subset, number };
            assert!(instruction(beyond).is_none() && start(beyond).is_none());
        }
    }
    let other = TaskId { environment: Environment::Navigation, subset: Subset::Base, number: 0 };
    assert!(start(other).is_none() && instruction(other).is_none());
}

#[test]
fn instructions_are_pairwise_distinct() {
    let mut known: BTreeMap<String, TaskId> = BTreeMap::new();
    for id in ids() {
        let text = instruction(id).expect("it was there").trim().to_lowercase();
        if let Some(other) = known.insert(text.clone(), id) {
            assert_eq!(id, other, "\"{text}\"");
        }
    }
}

#[test]
fn every_task_is_solved_by_its_oracle_within_the_limit() {
    let mut failed = Vec::new();
    for id in ids() {
        let mut world = start(id).expect("every task can be started");
        assert!(!world.solved(), "{id:?} is solved at the start");
        let recording = episode::run(&mut world, &mut Oracle, Settings::default());
        let outcome = recording.episode.outcome.expect("an episode that ended has a result");
        let steps = outcome.num_steps.expect("steps are counted");
        let long = id.subset != Subset::Long || steps > 15.0;
        let cells = recording.states.iter().all(|state| state.cells.len() == recording.states[0].cells.len());
        let clean = outcome.num_invalid_actions == Some(0.0) && outcome.planner_steps == Some(1.0);
        if outcome.task_success != Some(1.0) || !long || !cells || !clean {
            failed.push(format!("{id:?}: {outcome:?}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn drawings_hold_together() {
    let within = |inner: Area, outer: Area| {
        inner.x >= outer.x
            && inner.y >= outer.y
            && inner.x + inner.w <= outer.x + outer.w
            && inner.y + inner.h <= outer.y + outer.h
    };
    for id in ids() {
        let world = start(id).expect("every task can be started");
        let Stage::Home(stage) = world.stage() else { continue };
        assert!(stage.rooms.len() >= 4, "{}", stage.name);
        for (index, fixture) in stage.fixtures.iter().enumerate() {
            assert!(within(fixture.area, stage.rooms[fixture.room].area), "{} of {}", fixture.name, stage.name);
            for other in stage.fixtures[..index].iter().filter(|other| other.room == fixture.room) {
                let (a, b) = (fixture.area, other.area);
                let apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
                assert!(apart, "{} and {} of {}", fixture.name, other.name, stage.name);
            }
        }
        let cells = world.cells();
        assert_eq!(cells.len(), 2 + stage.fixtures.len() + 2 * stage.things.len(), "{id:?}");
        assert!(usize::try_from(cells[0]).is_ok_and(|place| place < stage.fixtures.len()));
        let menu = world.menu();
        assert!(id.environment != Environment::Habitat || menu.len() <= 70, "{id:?} has {} actions", menu.len());
        assert!(
            id.environment != Environment::Habitat || stage.things.len() >= 15,
            "{id:?}: {} things",
            stage.things.len()
        );
        let mut sorted: Vec<&String> = menu.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), menu.len(), "{id:?}: two actions with one name");
    }
}

/// Mistakes are there to be made: each kind in nearly every task, and none of them solves it.
#[test]
fn every_kind_of_mistake_can_be_made() {
    for slip in [Slip::MissingStep, Slip::InvalidAction, Slip::WrongObject, Slip::Mislocalised] {
        let (mut all, mut made) = (0, 0);
        for id in ids() {
            let world = start(id).expect("every task can be started");
            let plan = world.solve(Sight::All);
            let number = id.number.to_string();
            let mut chance = Chance::of(&["mistakes", id.environment.id(), id.subset.id(), &number]);
            all += 1;
            let Some(spoiled) = world.spoil(&plan, slip, &mut chance) else { continue };
            made += 1;
            assert_ne!(spoiled, plan, "{id:?}: {slip:?} changes nothing");
            let mut unnoticed = world.clone();
            let turns: Vec<bool> = spoiled.iter().map(|act| unnoticed.act(*act).ran).collect();
            assert!(!unnoticed.solved(), "{id:?}: {slip:?} solves the task");
            match slip {
                Slip::WrongObject => assert!(turns.iter().all(|ran| *ran), "{id:?}: the wrong thing cannot be used"),
                Slip::InvalidAction => assert!(turns.iter().any(|ran| !ran), "{id:?}: everything is possible"),
                _ => {}
            }
        }
        assert!(made * 100 >= all * 97, "{slip:?}: {made} of {all}");
    }
}
