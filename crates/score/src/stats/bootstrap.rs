//! Bootstrap intervals of pooled F1. What is drawn are clusters (families of scenarios): answers to scenarios of one family
//! resemble each other, and drawing them apart would make every interval too narrow.

use super::Interval;
use super::resample::{Resampler, percentile};
use crate::counts::Counts;

/// Resamples of every bootstrap.
pub const RESAMPLES: u32 = 2_000;

/// Seed of every bootstrap.
pub const SEED: u64 = 2_026;

/// The 95 % percentile interval of the F1 of all clusters together; `None` where no cluster has counts.
#[must_use]
pub fn f1_interval(clusters: &[Counts]) -> Option<Interval> {
    interval(&Resampler::new(SEED).distribution(clusters.len(), RESAMPLES, |sample| {
        sample.iter().map(|index| clusters[*index]).sum::<Counts>().f1()
    }))
}

fn interval(sorted: &[f64]) -> Option<Interval> {
    Some(Interval { low: percentile(sorted, 0.025)?, high: percentile(sorted, 0.975)? })
}

/// The difference of two F1 on the same clusters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Second minus first.
    pub difference: f64,
    /// Its 95 % percentile interval.
    pub interval: Interval,
    /// Two-sided: how often resamples fall on the other side of 0, twice.
    pub p: f64,
}

impl Difference {
    /// Whether the interval leaves 0 out. Where it does not, no difference is shown.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        !self.interval.holds(0.0)
    }
}

/// Compares two runs on the same clusters, drawn together; `None` when the lists differ in length or an F1 has no value.
#[must_use]
pub fn f1_difference(first: &[Counts], second: &[Counts]) -> Option<Difference> {
    if first.len() != second.len() {
        return None;
    }
    let f1 = |counts: &[Counts], sample: &[usize]| sample.iter().map(|index| counts[*index]).sum::<Counts>().f1();
    paired_difference(first.len(), |sample| Some((f1(first, sample)?, f1(second, sample)?)))
}

/// Compares a figure of two runs on the same clusters, drawn together. `figure` gives it of both on a sample of positions.
#[must_use]
pub fn paired_difference(clusters: usize, figure: impl Fn(&[usize]) -> Option<(f64, f64)>) -> Option<Difference> {
    let difference = |sample: &[usize]| figure(sample).map(|(first, second)| second - first);
    let all: Vec<usize> = (0..clusters).collect();
    let observed = difference(&all)?;
    let sorted = Resampler::new(SEED).distribution(clusters, RESAMPLES, difference);
    let interval = interval(&sorted)?;
    // One is added to both: a p-value of 0 would claim more than the resamples can show.
    let share = |n: usize| {
        #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
        let share = (n + 1) as f64 / (sorted.len() + 1) as f64;
        share
    };
    let at_most = share(sorted.partition_point(|d| *d <= 0.0));
    let at_least = share(sorted.len() - sorted.partition_point(|d| *d < 0.0));
    Some(Difference { difference: observed, interval, p: (2.0 * at_most.min(at_least)).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All samples of four clusters, each as likely as any other: what resampling approaches.
    fn every_sample(clusters: &[Counts; 4], value: impl Fn(&[usize]) -> Option<f64>) -> Vec<f64> {
        let n = clusters.len();
        let mut values: Vec<f64> = (0..n * n * n * n)
            .filter_map(|code| value(&[code % n, code / n % n, code / n / n % n, code / n / n / n]))
            .collect();
        values.sort_by(f64::total_cmp);
        values
    }

    fn f1_plainly(clusters: &[Counts], sample: &[usize]) -> Option<f64> {
        let (mut right, mut wrong, mut missed) = (0_i64, 0_i64, 0_i64);
        for index in sample {
            right += clusters[*index].true_positives;
            wrong += clusters[*index].false_positives;
            missed += clusters[*index].false_negatives;
        }
        if right + wrong + missed == 0 {
            return None;
        }
        let (p, r) = (right as f64 / (right + wrong).max(1) as f64, right as f64 / (right + missed).max(1) as f64);
        Some(if p + r == 0.0 { 0.0 } else { 2.0 * p * r / (p + r) })
    }

    const FIRST: [Counts; 4] = [Counts::new(5, 2, 1), Counts::new(1, 4, 3), Counts::new(9, 0, 0), Counts::new(2, 2, 2)];
    const SECOND: [Counts; 4] =
        [Counts::new(5, 1, 1), Counts::new(3, 2, 1), Counts::new(8, 0, 1), Counts::new(4, 1, 0)];

    #[test]
    fn resampling_approaches_all_samples() {
        let exact = every_sample(&FIRST, |sample| f1_plainly(&FIRST, sample));
        let interval = f1_interval(&FIRST).expect("there are counts");
        let (low, high) = (percentile(&exact, 0.025).expect("values"), percentile(&exact, 0.975).expect("values"));
        assert!((interval.low - low).abs() < 0.02 && (interval.high - high).abs() < 0.02, "{interval:?} {low} {high}");
        assert!(interval.holds(f1_plainly(&FIRST, &[0, 1, 2, 3]).expect("there are counts")));
    }

    #[test]
    fn differences_approach_all_samples() {
        let exact = every_sample(&FIRST, |sample| Some(f1_plainly(&SECOND, sample)? - f1_plainly(&FIRST, sample)?));
        let found = f1_difference(&FIRST, &SECOND).expect("there are counts");
        let (low, high) = (percentile(&exact, 0.025).expect("values"), percentile(&exact, 0.975).expect("values"));
        assert!((found.interval.low - low).abs() < 0.02 && (found.interval.high - high).abs() < 0.02, "{found:?}");
        assert_eq!(found.is_shown(), !found.interval.holds(0.0));
        let back = f1_difference(&SECOND, &FIRST).expect("there are counts");
        assert!((back.difference + found.difference).abs() < 1e-12 && (back.p - found.p).abs() < 1e-12);
    }

    #[test]
    fn equal_runs_do_not_differ() {
        let same = f1_difference(&FIRST, &FIRST).expect("there are counts");
        assert_eq!((same.difference, same.p), (0.0, 1.0));
        assert!(!same.is_shown());
    }

    #[test]
    fn nothing_counted_has_no_interval() {
        assert_eq!(f1_interval(&[]), None);
        assert_eq!(f1_interval(&[Counts::default(); 3]), None);
        assert_eq!(f1_difference(&FIRST, &SECOND[..3]), None);
    }

    #[test]
    fn clusters_widen_the_interval() {
        // The same hundred answers, once as five families of twenty equal ones.
        let families = [
            Counts::new(20, 0, 0),
            Counts::new(0, 20, 20),
            Counts::new(20, 0, 0),
            Counts::new(0, 20, 20),
            Counts::new(20, 0, 0),
        ];
        let apart: Vec<Counts> = families
            .iter()
            .flat_map(|f| vec![Counts::new(f.true_positives / 20, f.false_positives / 20, f.false_negatives / 20); 20])
            .collect();
        let width = |counts: &[Counts]| f1_interval(counts).map(|i| i.high - i.low).expect("there are counts");
        assert!(width(&families) > 2.0 * width(&apart));
    }
}
