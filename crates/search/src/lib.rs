//! Plans, counts and proofs by search in the space of states and rule memory.
//!
//! The task is grounded by the delete relaxation of `stepguard-reach`; hard trajectory rules are part of a state, so that what
//! is found is a plan that keeps them. Everything has a budget and is deterministic. Knows nothing of labels and of pages.

mod condition;
mod cost;
mod derived;
mod ground;
mod heuristic;
mod instantiate;
mod queue;
mod registry;
mod relaxed;
mod rules;
mod search;
mod value;

pub use condition::{Comparison, Condition, Expression, Fact, Variable, View};
pub use cost::{Costs, Unit};
pub use ground::{GroundBudget, GroundTask, Obstacle, Operator, OperatorId, Refusal, State};
pub use heuristic::LmCut;
pub use relaxed::Relaxed;
pub use search::{Budget, Closed, Found, Measure, Outcome, Watch, greedy, optimal};
pub use value::{Value, ValueId, ValueTable};
