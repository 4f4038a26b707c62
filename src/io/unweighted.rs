//! Weights for inputs that have none.

use std::fmt;
use std::str::FromStr;

use boscage_core::random::{Random, mix, streams};
use boscage_core::{Error, Result};

/// The law of the weights for an unweighted input.
///
/// A random weight depends only on the seed and the edge's id, and a hash only on the names of the two ends.
/// So weights are the same on every machine and on any number of threads. Parsed and displayed as `one`,
/// `uniform:SEED:MAX` or `hash`.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions, Unweighted};
///
/// let law = Unweighted::Uniform { seed: 7, max: 1000 };
/// assert_eq!("uniform:7:1000".parse::<Unweighted>()?, law);
///
/// let options = ReadOptions { unweighted: Some(law), ..ReadOptions::default() };
/// let input = io::read_bytes(&Exec::new(1)?, "graph.txt", b"1 2\n2 3\n", &options)?;
/// assert_eq!((input.list.weight_type(), input.weighted), ("u32", false));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unweighted {
    /// All weights are 1.
    #[default]
    One,
    /// Uniformly random in `1..=max`, with the same weights as [`boscage_generate::WeightLaw::Uniform`].
    Uniform {
        /// Seed of the random weights.
        seed: u64,
        /// The largest weight; at least 1.
        max: u32,
    },
    /// A hash of the names of the two ends, independent of their order.
    Hash,
}

impl Unweighted {
    /// Checks the law.
    ///
    /// # Errors
    /// [`Error::Argument`] if the range of the uniform weights is empty.
    pub(crate) fn check(self) -> Result<()> {
        match self {
            Self::Uniform { max: 0, .. } => {
                Err(Error::argument("the largest uniform weight", "at least 1", 0))
            }
            _ => Ok(()),
        }
    }

    /// The weight of an edge, from its id and the names of its two ends, which are computed only if needed.
    #[inline]
    pub(crate) fn weight(self, id: u64, names: impl FnOnce() -> [u64; 2]) -> u32 {
        match self {
            Self::One => 1,
            Self::Uniform { seed, max } => {
                1 + Random::new(seed, streams::WEIGHTS).item(id).below(max.into()) as u32
            }
            Self::Hash => {
                let [u, v] = names();
                let (lo, hi) = (u.min(v), u.max(v));
                (mix(mix(lo).wrapping_add(hi)) >> 32) as u32
            }
        }
    }
}

impl FromStr for Unweighted {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self> {
        let uniform = || {
            let (seed, max) = word.strip_prefix("uniform:")?.split_once(':')?;
            let (seed, max) = (seed.parse().ok()?, max.parse().ok()?);
            (max > 0).then_some(Self::Uniform { seed, max })
        };
        match word {
            "one" => Ok(Self::One),
            "hash" => Ok(Self::Hash),
            _ => uniform().ok_or_else(|| {
                let expected = "one, hash, or uniform:SEED:MAX with MAX in 1..=4294967295";
                Error::argument("weights", expected, format_args!("\"{word}\""))
            }),
        }
    }
}

impl fmt::Display for Unweighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("one"),
            Self::Hash => f.write_str("hash"),
            Self::Uniform { seed, max } => write!(f, "uniform:{seed}:{max}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::exec::Exec;
    use boscage_generate::{Star, Style, WeightLaw, star};

    #[test]
    fn uniform_weights_are_those_of_the_generators() {
        let style = Style { weights: WeightLaw::Uniform { max: 1000 }, seed: 9, ..Style::default() };
        let star = star(&Exec::current(), &Star { nodes: 500, style }).unwrap();
        let weights = Unweighted::Uniform { seed: 9, max: 1000 };
        for (id, edge) in (0..).zip(star.edges()) {
            assert_eq!(weights.weight(id, || [7, 8]), edge.weight);
        }
    }

    #[test]
    fn uniform_weights_stay_in_range_and_reach_both_ends() {
        let weights = Unweighted::Uniform { seed: 3, max: 4 };
        let mut counts = [0; 4];
        (0..4000).for_each(|id| counts[weights.weight(id, || [7, 8]) as usize - 1] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let error = Unweighted::Uniform { seed: 3, max: 0 }.check().unwrap_err();
        assert_eq!(error.to_string(), "the largest uniform weight: expected at least 1, found 0");
    }

    #[test]
    fn hashed_weights_do_not_depend_on_the_direction() {
        for (u, v) in [(0, 1), (1, 2), (5, u64::MAX), (7, 7)] {
            assert_eq!(Unweighted::Hash.weight(0, || [u, v]), Unweighted::Hash.weight(9, || [v, u]));
        }
        let distinct: std::collections::HashSet<u32> =
            (0..100).flat_map(|u| (u..100).map(move |v| Unweighted::Hash.weight(0, || [u, v]))).collect();
        assert!(distinct.len() > 5040, "{} of 5050", distinct.len());
    }

    #[test]
    fn words_are_parsed_as_displayed() {
        for word in ["one", "hash", "uniform:0:1", "uniform:18446744073709551615:4294967295"] {
            assert_eq!(word.parse::<Unweighted>().unwrap().to_string(), word);
        }
        for wrong in ["uniform:1", "uniform:1:0", "uniform:-1:5", "uniform:1:2:3", "two", ""] {
            assert_eq!(
                wrong.parse::<Unweighted>().unwrap_err().to_string(),
                format!(
                    "weights: expected one, hash, or uniform:SEED:MAX with MAX in 1..=4294967295, found \
                     \"{wrong}\""
                )
            );
        }
    }
}
