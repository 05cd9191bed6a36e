//! Raw answers of models and gold to figures: how answers are read, compared and counted, and how sure the counts are.
//!
//! Pure: texts in, figures out. It knows no files. What a plan comes to is the checker's word; only official profiles execute
//! plans themselves, by the rules of the evaluators that they rebuild.

pub mod answers;
pub mod compare;
pub mod counts;
mod evaluation;
pub mod export;
pub mod files;
pub mod goal;
mod household;
pub mod numbers;
pub mod reference;
pub mod refusal;
pub mod run;
pub mod scorer;
pub mod sequence;
pub mod stats;
pub mod subgoal;
pub mod suite;
pub mod transition;
pub mod versus;
pub mod view;

pub use counts::Counts;
pub use run::{Module, Profile, Run};
pub use scorer::{Line, Options, Scorer};
