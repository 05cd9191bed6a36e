//! Exact execution of a plan: states, conditions, effects, happenings, trajectory monitors, and the trace they leave.
//!
//! Nothing is grounded in advance: a fact gets a number when it first occurs. This crate says what happened; it does not
//! know categories of mistakes, words for people, or JSON.

mod derived;
mod effects;
mod eval;
mod explain;
mod history;
mod interfere;
mod monitor;
mod quantify;
mod run;
mod step;
mod trace;
mod world;

pub use effects::{EffectError, Effects};
pub use eval::Truth;
pub use explain::{Explanations, Node, NodeId};
pub use history::{Literal, LiteralHistory, held_intervals};
pub use monitor::{Breach, RuleOutcome, RuleStatus};
pub use run::{Budgets, PlanStep, default_epsilon, run, run_watched};
pub use trace::{Failure, Happening, StepOutcome, StepTrace, Trace};
pub use world::{Environment, FluentId, UNBOUND, Value, World};
