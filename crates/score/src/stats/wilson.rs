//! The Wilson score interval of a rate (Wilson 1927), without a correction for continuity.

use super::Interval;

/// The 97.5 % point of the standard normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The 95 % interval of `successes` of `n`; `None` when `n` is 0 or less than `successes`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub fn wilson(successes: u64, n: u64) -> Option<Interval> {
    if n == 0 || successes > n {
        return None;
    }
    let (k, n) = (successes as f64, n as f64);
    let square = Z_95 * Z_95;
    let middle = k + square / 2.0;
    let half = Z_95 * libm::sqrt(k * (n - k) / n + square / 4.0);
    // The ends at 0 and 1 are exact; rounding must not push them out.
    let low = if successes == 0 { 0.0 } else { (middle - half) / (n + square) };
    let high = if k >= n { 1.0 } else { (middle + half) / (n + square) };
    Some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64, tolerance: f64) -> bool {
        (a - b).abs() <= tolerance
    }

    #[test]
    fn published_values() {
        // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I,
        // method 3, four decimals; the last row is the check value of the scoring specification.
        for (k, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (179, 400, 0.3995, 0.4965),
        ] {
            let interval = wilson(k, n).expect("n is above 0");
            assert!(close(interval.low, low, 5e-5) && close(interval.high, high, 5e-5), "{k}/{n}: {interval:?}");
        }
    }

    #[test]
    fn no_trials_give_no_interval() {
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(3, 2), None);
    }

    proptest! {
        /// The ends are the shares at which a score test just does not reject: found here by halving.
        #[test]
        fn ends_solve_the_score_test(n in 1_u64..2_000, share in 0.0_f64..=1.0) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss,
                reason = "small positive numbers")]
            let k = ((n as f64) * share).round() as u64;
            let interval = wilson(k, n).expect("n is above 0");
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let (seen, n) = (k as f64 / n as f64, n as f64);
            let kept = |p: f64| (seen - p) * (seen - p) * n <= Z_95 * Z_95 * p * (1.0 - p);
            for (mut inside, mut outside, end) in [(seen, 0.0, interval.low), (seen, 1.0, interval.high)] {
                for _ in 0..200 {
                    let middle = f64::midpoint(inside, outside);
                    if kept(middle) { inside = middle } else { outside = middle }
                }
                prop_assert!(close(inside, end, 1e-9), "{inside} {end}");
            }
        }
    }
}
