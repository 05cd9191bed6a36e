//! Episodes of embodied agents: what a simulator is to an agent ([`world`]), how agent and simulator take turns
//! ([`episode`]), what is recorded and how records are packed ([`pack`]), and agents that need no language model
//! ([`baselines`]).
//!
//! Knows no simulator (each is a crate that implements [`world::World`]), no files and no pages. Everything is deterministic:
//! chance is a seeded generator ([`chance`]), and the same task, agent and settings give the same record to the byte.

pub mod agent;
pub mod answers;
pub mod baselines;
pub mod chance;
pub mod episode;
pub mod knowledge;
pub mod pack;
pub mod scene;
pub mod show;
pub mod view;
pub mod world;
