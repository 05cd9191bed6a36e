//! Tests of this crate through its public face, with texts as people write them.

mod bound_cases;
mod corpus;
mod explanations;
mod fixtures;
mod halves;
mod limits;
mod model;
mod mutations;
mod sound;
mod support;
mod written;
