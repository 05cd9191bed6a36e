//! How sure a figure is: Wilson intervals of rates, bootstrap intervals of F1, McNemar's test, paired differences, Holm's
//! correction. Knows numbers only. Everything is computed in the same order with the same operations on every platform,
//! so that a page and a command show the same digits.

mod bootstrap;
mod holm;
mod mcnemar;
mod resample;
mod wilson;

pub use bootstrap::{Difference, RESAMPLES, SEED, f1_difference, f1_interval, paired_difference};
pub use holm::holm;
pub use mcnemar::{EXACT_UP_TO, McNemar, Paired, mcnemar};
pub use resample::{Resampler, percentile};
pub use wilson::{Z_95, wilson};

/// A 95 % interval. Its ends are shares (0.5 is 50 %).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in it, its ends included.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}
