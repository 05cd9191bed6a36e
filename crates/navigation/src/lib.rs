//! Navigation: floor plans in metres, a camera, collisions, and 300 tasks of getting near something.
//!
//! `place` says how a place is written down, `places` holds them with their tasks, `space` asks parry for collisions and
//! rays, `sight` says what the camera shows, `world` is a task at work, `words` what the agent reads, `tutor` how tasks
//! are solved and plans spoilt. Knows no agents and no pages; the same acts give the same states on every machine.

mod memory;
mod place;
mod places;
mod search;
mod sight;
mod space;
mod tutor;
mod words;
mod world;

pub use world::{GOAL, NavigationWorld};

use stepguard_embodied::world::TaskId;
use stepguard_results::environment::Environment;

/// A task at its beginning; `None` where there is no such task.
#[must_use]
pub fn start(task: TaskId) -> Option<NavigationWorld> {
    let (place, row) = row(task)?;
    NavigationWorld::new(task, row, place)
}

/// What the agent is asked for, without building anything.
#[must_use]
pub fn instruction(task: TaskId) -> Option<&'static str> {
    row(task).map(|(_, row)| row.instruction)
}

/// The tasks of a subset are numbered through all places, in the order in which they stand there.
fn row(task: TaskId) -> Option<(&'static place::Place, &'static place::Task)> {
    if task.environment != Environment::Navigation {
        return None;
    }
    let number = usize::try_from(task.number).ok()?;
    places::ALL
        .iter()
        .flat_map(|place| place.tasks.iter().map(move |row| (*place, row)))
        .filter(|(_, row)| row.subset == task.subset)
        .nth(number)
}

#[cfg(test)]
mod tests;
