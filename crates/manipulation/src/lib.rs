//! Manipulation: a table of rigid bodies, a gripper driven by seven whole numbers, and 228 tasks with a planner that solves
//! them. Implements [`World`](stepguard_embodied::world::World) and [`Tutor`](stepguard_embodied::world::Tutor).
//!
//! The physics is rapier's, built to be the same to the bit on every machine. Files, pages and the turns of agent and
//! simulator are left to others.

mod bench;
mod bins;
mod catalogue;
mod goal;
mod layout;
mod physics;
mod sight;
mod slip;
mod tasks;
#[cfg(test)]
mod tests;
mod tutor;
mod weight;
mod world;

pub use world::ManipulationWorld;

use stepguard_embodied::world::TaskId;

/// A task of this environment, ready; `None` for other environments and for numbers that are none.
#[must_use]
pub fn start(task: TaskId) -> Option<ManipulationWorld> {
    ManipulationWorld::start(task)
}

/// What an agent is asked for in a task, without building its world.
#[must_use]
pub fn instruction(task: TaskId) -> Option<&'static str> {
    tasks::task(task).map(|task| task.instruction)
}
