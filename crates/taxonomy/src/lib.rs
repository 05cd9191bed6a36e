//! The taxonomy: from the trace of a plan to findings in six categories, with the evidence for each and the reason why it
//! is not in another one.
//!
//! One module per category holds its words. This crate reads traces; it does not know how they are made, and nothing of
//! JSON.

mod additional_step;
mod affordance;
mod classify;
mod failing;
mod finding;
mod grammar;
mod kind;
mod missing_step;
mod unmet_goal;
mod words;
mod wrong_order;

pub use classify::{Classified, GoalLiteral, Profile, Settings, classify};
pub use finding::{Finding, Labelled};
pub use grammar::GrammarFault;
pub use kind::{Category, Kind};
pub use words::{CategoryText, category_text};
