//! Delete relaxation: what can ever be true, and which ground actions can ever run.
//!
//! A question is answered by the least part of the task it depends on, layer by layer, with joins over indexed facts;
//! nothing is enumerated that static facts and types rule out. All work has a budget. Knows nothing of plans and labels.

mod cond;
mod engine;
mod facts;
pub mod ground;
mod join;
mod model;
mod relaxation;
mod rules;
mod scope;
mod values;
mod world;

pub use ground::{Achiever, GroundOperator, Grounding, Operator, ground};
pub use relaxation::{Answer, Budget, Relaxation};
