//! The cheapest edits that turn a given plan into one that succeeds, hard safety rules included: [`repair()`] finds them, counts
//! them and says what each is for. Where no plan succeeds, [`excuses`] names the smallest changes of the initial facts that
//! would make one possible. A [`Reader`] finds what an unreadable step may mean.
//!
//! Knows the ground task of `stepguard-search` and judges with `stepguard-verify`; of plan texts, reports and pages it knows
//! nothing. Everything has a budget and is deterministic.

mod align;
mod edit;
mod excuse;
mod given;
mod graph;
mod judge;
mod list;
mod readings;
mod repair;
mod runner;

pub use edit::{Answer, Call, Edit, EditKind, Limit, Mended, Outcome, Repair, Repairs, Settings, Step, Weights};
pub use excuse::{Excuse, ExcuseSettings, Excuses, Fact, excuses};
pub use readings::{Reader, readings, readings_of_line};
pub use repair::repair;
