//! Tests of this crate through its public face, with texts as people write them.

mod explanations;
mod support;
