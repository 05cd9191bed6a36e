//! The search for repairs against an independent brute force, on the project's cases and examples and on generated tasks.

mod brute;
mod cases;
mod excuses;
mod gallery;
mod generated;
mod instances;
mod limits;
mod mutations;
mod readings;
mod support;
