//! Holm's correction (Holm 1979): several comparisons are made, and the chance that any of them errs stays at 5 %.

/// The corrected p-values, in the order given: each compares with 0.05 as if it stood alone.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a handful of comparisons")]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut corrected = vec![1.0; p.len()];
    let mut largest = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        largest = largest.max(((p.len() - rank) as f64 * p[index]).min(1.0));
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn published_example() {
        // The example of the article "Holm-Bonferroni method" in the English Wikipedia: of 0.01, 0.04, 0.03 and 0.005 the
        // first and the last are rejected at 0.05.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, right) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - right).abs() < 1e-12, "{corrected:?}");
        }
        assert!(holm(&[]).is_empty());
    }

    proptest! {
        /// Step by step as Holm words it: reject from the smallest on, and stop at the first that is kept.
        #[test]
        fn rejects_what_the_steps_reject(p in prop::collection::vec(0.0_f64..0.2, 1..8)) {
            let mut sorted = p.clone();
            sorted.sort_by(f64::total_cmp);
            let kept = sorted.iter().enumerate().find(|(k, p)| **p > 0.05 / (sorted.len() - k) as f64).map(|(_, p)| *p);
            for (p, corrected) in p.iter().zip(holm(&p)) {
                let rejected = kept.is_none_or(|first| *p < first);
                prop_assert_eq!(rejected, corrected <= 0.05, "{} {}", p, corrected);
            }
        }
    }
}
