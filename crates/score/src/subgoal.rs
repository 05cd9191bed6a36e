//! Subgoal decomposition on foreign suites: goals broken into formulas that are to be reached one after the other.
//!
//! The official profile expands them as the suite's own evaluator does (see [`official`]).

pub mod formula;
pub mod official;
