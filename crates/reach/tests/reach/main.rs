//! The relaxation as others use it.

mod grounding;
mod questions;
mod random;
mod support;
