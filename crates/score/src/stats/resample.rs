//! Resampling with replacement from a seeded generator whose stream is the same everywhere, and percentiles.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

/// Draws positions with replacement.
#[derive(Debug, Clone)]
pub struct Resampler {
    generator: Pcg32,
}

impl Resampler {
    /// A stream of its own for every seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // The second number is the default stream of the generator's reference implementation.
        Self { generator: Pcg32::new(seed, 0x0a02_bdbf_7bb3_c0a7) }
    }

    /// A number below `bound`, all equally likely; 0 when `bound` is 0. Takes 32 bits a draw, not a machine word, so that
    /// 32-bit machines draw the same.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Multiplication maps 2^32 numbers onto `bound`; those that would make some results likelier are drawn again.
        let refused = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(bound);
            let low = u32::try_from(product & 0xffff_ffff).unwrap_or(u32::MAX);
            if low >= refused {
                return u32::try_from(product >> 32).unwrap_or(0);
            }
        }
    }

    /// Calls `statistic` with `resamples` samples of `n` positions below `n`, drawn with replacement, and sorts what it
    /// gives. Samples without a value (`None`) are left out.
    pub fn distribution(
        &mut self,
        n: usize,
        resamples: u32,
        mut statistic: impl FnMut(&[usize]) -> Option<f64>,
    ) -> Vec<f64> {
        let bound = u32::try_from(n).unwrap_or(u32::MAX);
        let mut sample = vec![0; n];
        let mut values = Vec::with_capacity(resamples as usize);
        for _ in 0..resamples {
            for place in &mut sample {
                *place = self.below(bound) as usize;
            }
            values.extend(statistic(&sample));
        }
        values.sort_by(f64::total_cmp);
        values
    }
}

/// The value below which the share `at` of sorted values lies, interpolated between neighbours.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "positions in a list of a few thousand values"
)]
pub fn percentile(sorted: &[f64], at: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = at.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    Some(low + (high - low) * (place - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_fixed() {
        // Computed once from the definition of PCG-XSH-RR. Any change of these numbers changes every published interval.
        let mut resampler = Resampler::new(2026);
        let drawn: Vec<u32> = (0..8).map(|_| resampler.below(1000)).collect();
        assert_eq!(drawn, [331, 213, 239, 600, 505, 747, 344, 664]);
    }

    #[test]
    fn draws_are_even() {
        let mut resampler = Resampler::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[resampler.below(7) as usize] += 1;
        }
        // Six degrees of freedom: above 22.5 once in a thousand seeds, and this seed is fixed.
        let spread: f64 = seen.iter().map(|n| (f64::from(*n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(spread < 22.5, "{seen:?}");
        assert_eq!(resampler.below(1), 0);
        assert_eq!(resampler.below(0), 0);
    }

    #[test]
    fn a_published_standard_error() {
        // Efron and Tibshirani, An Introduction to the Bootstrap (1993), table 2.1: survival of seven treated mice; the
        // bootstrap standard error of their mean tends to 23.36.
        let mice = [94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0];
        let means = Resampler::new(5).distribution(mice.len(), 20_000, |sample| {
            Some(sample.iter().map(|index| mice[*index]).sum::<f64>() / 7.0)
        });
        let mean = means.iter().sum::<f64>() / 20_000.0;
        let error = (means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / 19_999.0).sqrt();
        assert!((error - 23.36).abs() < 0.35, "{error}");
    }

    #[test]
    fn percentiles_interpolate() {
        let values = [1.0, 2.0, 4.0];
        assert_eq!(percentile(&values, 0.0), Some(1.0));
        assert_eq!(percentile(&values, 0.5), Some(2.0));
        assert_eq!(percentile(&values, 0.75), Some(3.0));
        assert_eq!(percentile(&values, 1.0), Some(4.0));
        assert_eq!(percentile(&[], 0.5), None);
    }
}
