//! True and false positives and negatives, and the rates made of them. Knows nothing of what was counted.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// What a comparison of a prediction with gold counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Predicted and in the gold.
    pub true_positives: i64,
    /// Predicted and not in the gold.
    pub false_positives: i64,
    /// In the gold and not predicted. Below 0 only under official rules that count some gold items as predicted twice.
    pub false_negatives: i64,
}

impl Counts {
    /// The three counts.
    #[must_use]
    pub const fn new(true_positives: i64, false_positives: i64, false_negatives: i64) -> Self {
        Self { true_positives, false_positives, false_negatives }
    }

    /// Number of predicted items.
    #[must_use]
    pub const fn predicted(self) -> i64 {
        self.true_positives + self.false_positives
    }

    /// Number of gold items.
    #[must_use]
    pub const fn gold(self) -> i64 {
        self.true_positives + self.false_negatives
    }

    /// Whether nothing was predicted and nothing was to be predicted.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.true_positives == 0 && self.false_positives == 0 && self.false_negatives == 0
    }

    /// Share of the predicted items that are right; `None` without a prediction.
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        ratio(self.true_positives, self.predicted())
    }

    /// Share of the gold items that were predicted; `None` without gold.
    #[must_use]
    pub fn recall(self) -> Option<f64> {
        ratio(self.true_positives, self.gold())
    }

    /// The harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN); `None` where nothing was counted.
    #[must_use]
    pub fn f1(self) -> Option<f64> {
        ratio(2 * self.true_positives, 2 * self.true_positives + self.false_positives + self.false_negatives)
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            false_negatives: self.false_negatives + other.false_negatives,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::default(), Add::add)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn ratio(part: i64, whole: i64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_counts() {
        let counts = Counts::new(3, 1, 2) + Counts::new(1, 0, 0);
        assert_eq!(counts.predicted(), 5);
        assert_eq!(counts.gold(), 6);
        assert_eq!(counts.precision(), Some(0.8));
        assert_eq!(counts.recall(), Some(4.0 / 6.0));
        assert_eq!(counts.f1(), Some(8.0 / 11.0));
    }

    #[test]
    fn nothing_counted_gives_no_rate() {
        assert_eq!(Counts::default().f1(), None);
        assert_eq!(Counts::new(0, 2, 0).recall(), None);
        assert_eq!(Counts::new(0, 0, 2).precision(), None);
        assert_eq!(Counts::new(0, 0, 2).f1(), Some(0.0));
        assert!([Counts::default(); 3].into_iter().sum::<Counts>().is_empty());
    }
}
