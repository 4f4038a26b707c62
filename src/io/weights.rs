//! Weights for inputs that have none.
//!
//! A drawn weight depends on the seed and the edge's id alone and a hashed one on the names of the two ends alone, so
//! neither depends on the order in which edges are visited, and both are the same on every machine. The mixing
//! function is the finalizer of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
//! 2014): for the edge with id `e` the `e`-th output of that generator, started from the seed.

use super::Unweighted;
use crate::{Error, Result};

/// The increment of splitmix64: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finalizer of splitmix64: every bit of the result depends on every bit of `x`.
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Unweighted {
    /// Whether such weights can be had.
    ///
    /// # Errors
    /// [`Error::Argument`] if the range of the uniform weights is empty.
    pub(crate) fn check(self) -> Result<()> {
        match self {
            Self::Uniform { max: 0, .. } => Err(Error::Argument {
                what: "the largest uniform weight",
                expected: "at least 1".to_owned(),
                found: "0".to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// The weight of an edge, by its id and the names of its two ends.
    pub(crate) fn weight(self, id: u64, u: u64, v: u64) -> u32 {
        match self {
            Self::One => 1,
            Self::Uniform { seed, max } => {
                let drawn = mix(seed.wrapping_add((id + 1).wrapping_mul(GOLDEN)));
                // The drawn number as a fraction of 2^64, scaled; off by at most max / 2^64.
                1 + ((u128::from(drawn) * u128::from(max)) >> 64) as u32
            }
            Self::Hash => {
                let (lo, hi) = (u.min(v), u.max(v));
                (mix(mix(lo.wrapping_add(GOLDEN)).wrapping_add(hi)) >> 32) as u32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_weights_are_those_of_splitmix64() {
        // The first outputs of the reference implementation for seed 1234567.
        let reference = [6_457_827_717_110_365_317_u64, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        for (id, drawn) in reference.into_iter().enumerate() {
            let weights = Unweighted::Uniform { seed: 1_234_567, max: u32::MAX };
            let fraction = (u128::from(drawn) * u128::from(u32::MAX)) >> 64;
            assert_eq!(u128::from(weights.weight(id as u64, 0, 0)), fraction + 1);
        }
    }

    #[test]
    fn uniform_weights_stay_in_range_and_reach_both_ends() {
        let weights = Unweighted::Uniform { seed: 3, max: 4 };
        let mut counts = [0; 4];
        (0..4000).for_each(|id| counts[weights.weight(id, 7, 8) as usize - 1] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let error = Unweighted::Uniform { seed: 3, max: 0 }.check().unwrap_err();
        assert_eq!(error.to_string(), "the largest uniform weight: expected at least 1, found 0");
    }

    #[test]
    fn hashed_weights_do_not_know_the_direction() {
        for (u, v) in [(0, 1), (1, 2), (5, u64::MAX), (7, 7)] {
            assert_eq!(Unweighted::Hash.weight(0, u, v), Unweighted::Hash.weight(9, v, u));
        }
        let distinct: std::collections::HashSet<u32> =
            (0..100).flat_map(|u| (u..100).map(move |v| Unweighted::Hash.weight(0, u, v))).collect();
        assert!(distinct.len() > 5040, "{} of 5050", distinct.len());
    }
}
