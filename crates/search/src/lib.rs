//! Plans, counts and proofs by search in the space of states and rule memory.
//!
//! The task is grounded by the delete relaxation of `stepguard-reach`; hard trajectory rules are part of a state, so that what
//! is found is a plan that keeps them. Everything has a budget and is deterministic. Knows nothing of labels and of pages.

mod condition;
mod cost;
mod count;
mod derived;
mod evidence;
mod ground;
mod h2;
mod heuristic;
mod independence;
mod instantiate;
mod needs;
mod queue;
mod registry;
mod relaxed;
mod rules;
mod search;
mod space;
mod value;

pub use condition::{Comparison, Condition, Expression, Fact, Variable, View};
pub use cost::{Costs, Unit};
pub use count::{Counted, Counting, Counts, count};
pub use evidence::{certify, prove_by_pairs};
pub use ground::{GroundBudget, GroundTask, Obstacle, Operator, OperatorId, Refusal, State};
pub use heuristic::LmCut;
pub use independence::Independence;
pub use needs::Needs;
pub use registry::{Registry, StateId};
pub use relaxed::Relaxed;
pub use search::{Budget, Closed, Found, Measure, Outcome, Watch, exhaust, greedy, optimal};
pub use space::{Reached, StateSpace, state_space};
pub use value::{Value, ValueId, ValueTable};
