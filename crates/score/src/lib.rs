//! Raw answers of models and gold to figures: how answers are read, compared and counted, and how sure the counts are.
//!
//! Pure: texts in, figures out. It knows no files and no states; plans are executed elsewhere.

pub mod answers;
pub mod counts;
pub mod stats;

pub use counts::Counts;
