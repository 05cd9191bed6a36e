//! The report: versioned view types, one JSON shape for the command and the page.
//!
//! This crate knows how a report looks and nothing of how anything in it is computed: no PDDL, no states, no search.

pub mod view;

pub use view::*;
