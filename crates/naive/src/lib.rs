//! A second evaluator, for tests only: the same questions as the verifier's, answered in the plainest way there is.
//!
//! It reads the definitions as written (`stepguard_pddl::ast`), keeps names as strings, states as sorted sets of ground
//! atoms and sorted maps of values, and evaluates by recursion with substitutions. Nothing is compiled, cached or made
//! fast, and nothing is shared with the crates it is compared to: neither `task` nor `verify`, `reach` or `taxonomy`.
//! Well-formedness is theirs to check; here a name that means nothing is simply false or undefined.

pub mod conditions;
pub mod effects;
pub mod generate;
pub mod interference;
pub mod plan;
pub mod relaxed;
pub mod rules;
pub mod verdict;
pub mod world;

pub use plan::{Call, Step};
pub use verdict::{Category, Finding, Oracle, Outcome, Verdict, judge, judge_with};
pub use world::World;
