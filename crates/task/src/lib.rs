//! The task: names resolved to typed ids, types and arities checked, lints of meaning.
//!
//! Knows nothing of plans and of search: what is here is what domain and problem say.

mod build;
pub mod codes;
pub mod display;
pub mod ground;
pub mod ids;
pub mod model;

pub use build::{Built, build, check_domain, check_problem};
pub use display::{Bindings, UNBOUND, write_number};
pub use ground::{AtomList, AtomTable, FactId, FluentKey};
pub use ids::{ActionId, FunctionId, ObjectId, PredicateId, PreferenceId, Slot, TypeExprId, TypeId};
pub use model::*;
