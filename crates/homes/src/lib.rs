//! Household skills and rearrangement: homes, tasks and their simulator on the verifier core.
//!
//! Homes (`homes/`), tasks (`tasks/`) and words (`vocabulary.toml`) are readable sources; a task becomes a problem of one of the
//! two domains in `pddl/` and is executed by `stepguard-verify`, step by step. This crate adds what the agent sees and is told,
//! and a planner for the baseline agents. Knows no agents and no pages.

mod catalogue;
mod goal;
mod home;
mod observe;
mod plan;
mod problem;
mod proof;
mod rules;
mod scene;
mod spoil;
mod task;
mod tutor;
mod vocabulary;
mod world;

#[cfg(test)]
mod tests;

pub use problem::{HOUSEHOLD, REARRANGEMENT};
pub use proof::{Proofreader, Report};
pub use world::{HomesWorld, instruction, start};
