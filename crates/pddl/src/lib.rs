//! PDDL texts: text to a lossless tree, tree to definitions, definitions back to text.
//!
//! Reading never fails: it gives what could be read and diagnostics. Knows the form of PDDL 1.2 to 3.1 and nothing of
//! what names mean (types, arities, states): that is `stepguard-task`.

pub mod ast;
pub mod codes;
pub mod lower;
pub mod print;
pub mod requirements;
pub mod tree;

pub use lower::{Parsed, parse};
