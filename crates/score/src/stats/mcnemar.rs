//! McNemar's test of two rates on the same items.

use super::Interval;

/// Up to so many items on which the two runs differ the test is exact.
pub const EXACT_UP_TO: u64 = 1_000;

/// How two runs did on the same items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paired {
    /// Both right.
    pub both: u64,
    /// Only the first right.
    pub first_only: u64,
    /// Only the second right.
    pub second_only: u64,
    /// Both wrong.
    pub neither: u64,
}

impl FromIterator<(bool, bool)> for Paired {
    fn from_iter<I: IntoIterator<Item = (bool, bool)>>(items: I) -> Self {
        let mut paired = Self::default();
        for (first, second) in items {
            match (first, second) {
                (true, true) => paired.both += 1,
                (true, false) => paired.first_only += 1,
                (false, true) => paired.second_only += 1,
                (false, false) => paired.neither += 1,
            }
        }
        paired
    }
}

/// What the test gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct McNemar {
    /// Rate of the second minus rate of the first.
    pub difference: f64,
    /// Its 95 % interval (Newcombe 1998, method 10: built of the two Wilson intervals and their correlation).
    pub interval: Interval,
    /// Two-sided p-value.
    pub p: f64,
    /// Whether it is the exact one; else the one with Edwards' correction for continuity.
    pub exact: bool,
}

/// Tests whether two rates differ; `None` without items.
#[must_use]
pub fn mcnemar(items: Paired) -> Option<McNemar> {
    let n = items.both + items.first_only + items.second_only + items.neither;
    let difference = ratio(items.second_only, n)? - ratio(items.first_only, n)?;
    let discordant = items.first_only + items.second_only;
    let exact = discordant <= EXACT_UP_TO;
    let p = if exact { binomial(items.first_only.min(items.second_only), discordant) } else { normal(items) };
    Some(McNemar { difference, interval: interval(items, n)?, p, exact })
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Twice the chance of at most `few` heads of `n` coins, at most 1.
#[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
fn binomial(few: u64, n: u64) -> f64 {
    // 2^-1000 is still a normal number.
    let mut term = (0..n).fold(1.0_f64, |term, _| term / 2.0);
    let mut sum = term;
    for k in 0..few {
        term *= (n - k) as f64 / (k + 1) as f64;
        sum += term;
    }
    (2.0 * sum).min(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn normal(items: Paired) -> f64 {
    let (first, second) = (items.first_only as f64, items.second_only as f64);
    let distance = ((first - second).abs() - 1.0).max(0.0);
    // The chance of a chi-square of one degree of freedom above `distance² / n`.
    libm::erfc(libm::sqrt(distance * distance / (first + second) / 2.0))
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn interval(items: Paired, n: u64) -> Option<Interval> {
    let (e, f) = (items.both as f64, items.second_only as f64);
    let (g, h) = (items.first_only as f64, items.neither as f64);
    let (second, first) = (items.both + items.second_only, items.both + items.first_only);
    let (p2, p1) = (ratio(second, n)?, ratio(first, n)?);
    let (w2, w1) = (super::wilson(second, n)?, super::wilson(first, n)?);
    // The correlation of the two answers, with its correction for continuity where it is positive.
    let margins = (e + f) * (g + h) * (e + g) * (f + h);
    let product = e * h - f * g;
    let corrected = if product > 0.0 { (product - n as f64 / 2.0).max(0.0) } else { product };
    let phi = if margins > 0.0 { corrected / libm::sqrt(margins) } else { 0.0 };
    let (low2, high2, low1, high1) = (p2 - w2.low, w2.high - p2, p1 - w1.low, w1.high - p1);
    let difference = p2 - p1;
    let down = libm::sqrt((low2 * low2 - 2.0 * phi * low2 * high1 + high1 * high1).max(0.0));
    let up = libm::sqrt((high2 * high2 - 2.0 * phi * high2 * low1 + low1 * low1).max(0.0));
    Some(Interval { low: (difference - down).max(-1.0), high: (difference + up).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(both: u64, first_only: u64, second_only: u64, neither: u64) -> McNemar {
        mcnemar(Paired { both, first_only, second_only, neither }).expect("there are items")
    }

    #[test]
    fn published_values() {
        // Fagerland, Lydersen and Laake, "The McNemar test for binary matched-pairs data", BMC Medical Research Methodology
        // 13:91 (2013): airway hyper-responsiveness before and after transplantation, exact conditional p = 0.070; their
        // asymptotic test with continuity correction gives 0.077.
        let airway = of(1, 1, 7, 12);
        assert!(airway.exact && (airway.p - 0.0703).abs() < 5e-5, "{airway:?}");
        let corrected = normal(Paired { both: 1, first_only: 1, second_only: 7, neither: 12 });
        assert!((corrected - 0.0771).abs() < 5e-5, "{corrected}");
        // Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data",
        // Statistics in Medicine 17 (1998), table II, method 10: 36, 12, 2, 0 gives 0.0569 to 0.3404.
        let paired = of(36, 2, 12, 0);
        assert!((paired.difference - 0.2).abs() < 1e-12);
        assert!(
            (paired.interval.low - 0.0569).abs() < 5e-5 && (paired.interval.high - 0.3404).abs() < 5e-5,
            "{paired:?}"
        );
    }

    #[test]
    fn exact_values_by_counting_coins() {
        for n in 0_u64..=14 {
            for few in 0..=n / 2 {
                let tails = (0_u32..1 << n).filter(|coins| u64::from(coins.count_ones()) <= few).count();
                let plain = (2.0 * tails as f64 / f64::from(1_u32 << n)).min(1.0);
                assert!((binomial(few, n) - plain).abs() < 1e-12, "{few} of {n}");
            }
        }
    }

    #[test]
    fn exact_and_normal_meet() {
        let exact = of(0, 460, 540, 0);
        let by_normal = normal(Paired { both: 0, first_only: 460, second_only: 540, neither: 0 });
        assert!(exact.exact && (exact.p - by_normal).abs() < 1e-3, "{exact:?} {by_normal}");
        let large = of(0, 4_600, 5_400, 0);
        assert!(!large.exact && large.p < 1e-14 && large.interval.low > 0.0);
    }

    #[test]
    fn runs_that_agree_do_not_differ() {
        let same = of(10, 0, 0, 5);
        assert_eq!((same.p, same.difference), (1.0, 0.0));
        assert!(same.interval.holds(0.0));
        assert_eq!(mcnemar(Paired::default()), None);
        let counted: Paired =
            [(true, true), (true, false), (false, true), (false, false), (true, false)].into_iter().collect();
        assert_eq!(counted, Paired { both: 1, first_only: 2, second_only: 1, neither: 1 });
    }
}
