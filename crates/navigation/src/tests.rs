//! Tests of places and tasks as a whole.

use crate::place::{GRID, Looks, Place, STATURE, Task, Thing};
use crate::{places, start};
use stepguard_embodied::scene::Area;
use stepguard_embodied::world::{Sight, TaskId, Tutor as _, World as _};
use stepguard_results::environment::{Environment, Subset};

fn tasks() -> impl Iterator<Item = (TaskId, &'static Place, &'static Task)> {
    Environment::Navigation.subsets().iter().flat_map(|&(subset, _)| {
        places::ALL
            .iter()
            .flat_map(|place| place.tasks.iter().map(move |task| (*place, task)))
            .filter(move |(_, task)| task.subset == subset)
            .enumerate()
            .map(move |(number, (place, task))| {
                let number = u32::try_from(number).expect("there are few tasks");
                (TaskId { environment: Environment::Navigation, subset, number }, place, task)
            })
    })
}

const fn overlap(a: Area, b: Area) -> bool {
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

const fn within(inner: Area, outer: Area) -> bool {
    inner.x >= outer.x
        && inner.y >= outer.y
        && inner.x + inner.w <= outer.x + outer.w
        && inner.y + inner.h <= outer.y + outer.h
}

fn sheet(thing: &Thing) -> bool {
    thing.height <= 1
}

#[test]
fn places_are_built_soundly() {
    let mut faults = Vec::new();
    for place in places::ALL {
        let names = place.names();
        let walls = place.walls();
        for (index, thing) in place.things.iter().enumerate() {
            let name = format!("{}: {}", place.name, names[index]);
            let Area { x, y, w, h } = thing.area;
            if [x, y, w, h].iter().any(|n| n % GRID != 0) || w <= 0 || h <= 0 || thing.height <= 0 {
                faults.push(format!("{name} is off the grid"));
            }
            if crate::place::css(thing.colour) == thing.colour
                && !["black", "white", "grey", "silver", "turquoise"].contains(&thing.colour)
            {
                faults.push(format!("{name} has an unknown colour"));
            }
            if walls.iter().any(|wall| overlap(*wall, thing.area)) {
                faults.push(format!("{name} stands in a wall"));
            }
            let room = place.rooms.iter().find(|room| within(thing.area, room.area));
            if room.is_none() {
                faults.push(format!("{name} is not within one room"));
            }
            for (other, name_of_other) in place.things.iter().zip(&names).skip(index + 1) {
                let apart = thing.top() <= other.base || other.top() <= thing.base;
                if overlap(thing.area, other.area) && !apart && !sheet(thing) && !sheet(other) {
                    faults.push(format!("{name} stands in the {name_of_other}"));
                }
            }
            if thing.base > 0 && thing.base < STATURE {
                let carried = place.things.iter().any(|other| {
                    other.base == 0 && other.blocks && within(thing.area, other.area) && other.top() == thing.base
                });
                if !carried {
                    faults.push(format!("{name} floats"));
                }
            }
        }
        if names.len() != names.iter().collect::<std::collections::BTreeSet<_>>().len() {
            faults.push(format!("{}: two things have one name", place.name));
        }
        for (area, room) in place.rooms.iter().map(|room| (room.area, room.name)) {
            for other in place.rooms.iter().filter(|other| other.name != room) {
                if overlap(area, other.area) {
                    faults.push(format!("{}: {room} overlaps {}", place.name, other.name));
                }
            }
        }
        for task in place.tasks {
            if place.find(task.target).is_none() {
                faults.push(format!("{}: no {}", place.name, task.target));
            }
        }
        let count = |subset| place.tasks.iter().filter(|task| task.subset == subset).count();
        for &(subset, _) in Environment::Navigation.subsets() {
            if count(subset) != 5 {
                faults.push(format!("{}: {} tasks of {subset:?}", place.name, count(subset)));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn looks_are_unique() {
    let mut faults = Vec::new();
    for (_, place, task) in tasks().filter(|(_, _, task)| task.subset == Subset::Visual) {
        let target = place.find(task.target).expect("targets are there");
        let colour = place.things[target].colour;
        let fit: Vec<&Thing> = place
            .things
            .iter()
            .filter(|thing| thing.colour == colour && task.looks.iter().all(|looks: &Looks| looks.fits(thing)))
            .collect();
        if fit.len() != 1 || !std::ptr::eq(fit[0], &raw const place.things[target]) {
            let fit: Vec<&str> = fit.iter().map(|thing| thing.kind).collect();
            faults.push(format!("{}: {} fits {fit:?}", place.name, task.target));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_task_starts() {
    for (id, _, task) in tasks() {
        assert!(start(id).is_some(), "{}", task.target);
    }
}

#[test]
fn every_task_is_solved_by_its_oracle_within_the_limit() {
    let limit = usize::try_from(Environment::Navigation.step_limit()).expect("it is small");
    let mut lengths = std::collections::BTreeMap::new();
    for (id, place, task) in tasks() {
        let mut world = start(id).expect("the task is there");
        assert!(!world.solved(), "{}: {} is solved from the start", place.name, task.target);
        let plan = world.solve(Sight::All);
        assert!(!plan.is_empty() && plan.len() <= limit, "{}: {} takes {}", place.name, task.target, plan.len());
        for (index, act) in plan.iter().enumerate() {
            assert!(!world.solved(), "{}: {} takes fewer steps", place.name, task.target);
            let turn = world.act(*act);
            assert!(turn.ran, "{}: {}: step {index}: {}", place.name, task.target, turn.feedback);
        }
        assert!(world.solved());
        lengths.entry(id.subset).or_insert_with(Vec::new).push(plan.len());
        if id.subset == Subset::Long {
            assert!(plan.len() > 15, "{}: {} takes only {}", place.name, task.target, plan.len());
        }
    }
    for (subset, mut lengths) in lengths {
        lengths.sort_unstable();
        println!("{subset:?}: {lengths:?}");
    }
}
