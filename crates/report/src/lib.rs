//! The report: versioned view types, one JSON shape for the command and the page.
//!
//! This crate knows how a report looks and nothing of how anything in it is computed: no PDDL, no states, no search. [`words`]
//! holds the sentences that sum a report up.

pub mod evaluation;
pub mod json;
pub mod pack;
pub mod planner;
pub mod planner_words;
pub mod results;
#[cfg(feature = "schema")]
pub mod schema;
pub mod score;
pub mod suite;
pub mod view;
pub mod words;

pub use evaluation::*;
pub use planner::*;
pub use score::*;
pub use view::*;
