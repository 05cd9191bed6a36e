//! The tests of plan texts that go through the crate's public face.

mod cases;
mod corpus;
mod notations;
mod properties;
mod support;
