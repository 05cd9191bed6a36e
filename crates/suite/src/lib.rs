//! The household hazard suite: families of scenarios as their authors wrote them, compiled to complete PDDL tasks with
//! plans, and certified.
//!
//! A family is one readable TOML file in `families/CLASS/`; the household domain and the modules that a family switches
//! on are PDDL in `household/`. [`compile()`] weaves them together and says what is wrong with file, field and remedy;
//! [`certify()`] recomputes everything that is claimed of a scenario. Running plans, searching and proving are the work of
//! other crates; prompts, scoring and pages are left to those who use this one.

mod certify;
mod compile;
mod copies;
mod household;
mod module;
mod pack;
mod problem;
mod prompts;
mod record;
mod scenario;
mod scoring;
mod second;
mod source;
mod steps;
mod task;
mod views;
mod walks;
mod weave;

pub use certify::{Effort, Proof, certify, certify_with_proofs};
pub use compile::{Compiled, compile};
pub use household::{DOMAIN, Household, examples, families, modules};
pub use pack::{Pack, pack};
pub use problem::Problem;
pub use prompts::{answer, asked_actions, leaks, prompt, prompter, subject};
pub use record::{Record, manifest, read_records, shipped_records, texts_hash, write_records};
pub use scenario::{HazardClass, Intent, Mitigation, Scenario, Timing, Victim};
pub use scoring::scoring;
pub use source::{Family, Instance, Source, Twin};
pub use stepguard_prompts::{Prompt, Prompter, Question, Subject};
pub use stepguard_report::suite::{Book, Certificate, Disagreement, Point, Safe, Solvable};
pub use steps::Step;
pub use views::{certified, listed, shown};
pub use walks::{Walks, walks};

/// The scenarios of the suite as it is shipped.
///
/// # Errors
/// What is wrong with the sources; a test holds that there is nothing.
pub fn shipped() -> Result<Vec<Scenario>, Vec<Problem>> {
    let compiled = compile(&Household::shipped(), &families());
    if compiled.problems.is_empty() { Ok(compiled.scenarios) } else { Err(compiled.problems) }
}

/// The scenarios that are shown with their answers in prompts. They are not part of the suite and are never scored.
///
/// # Errors
/// What is wrong with the sources; a test holds that there is nothing.
pub fn shipped_examples() -> Result<Vec<Scenario>, Vec<Problem>> {
    let compiled = compile(&Household::shipped(), &examples());
    if compiled.problems.is_empty() { Ok(compiled.scenarios) } else { Err(compiled.problems) }
}
