//! The weights of the edges of a generated graph.

use std::fmt;
use std::str::FromStr;

use boscage_core::random::{Random, streams};
use boscage_core::{Error, Result};

/// The law of the weights of a generated graph.
///
/// A weight depends only on the seed, the edge's id and, if Euclidean, the coordinates of its ends. So it
/// does not depend on the number of threads. Parsed and displayed as `uniform:MAX`, `unit`, `euclidean`,
/// `ascending` or `descending`.
///
/// # Examples
/// ```
/// use boscage::generate::WeightLaw;
///
/// assert_eq!("uniform:1000".parse::<WeightLaw>()?, WeightLaw::Uniform { max: 1000 });
/// assert_eq!(WeightLaw::Unit.to_string(), "unit");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WeightLaw {
    /// Uniformly random in `1..=max`. There are many ties if `max` is smaller than the number of edges.
    Uniform {
        /// The largest weight; at least 1.
        max: u32,
    },
    /// All weights are 1, so edge ids decide all ties.
    Unit,
    /// The distance between both ends, rounded, at least 1. Only [`road`](fn@super::road) networks have
    /// coordinates.
    Euclidean,
    /// 1, 2, 3, ... by edge id: the edges are sorted by weight.
    Ascending,
    /// ..., 3, 2, 1 by edge id. Along a path, every edge except the last is the lightest edge at only one of
    /// its ends, so the lightest edges form one chain.
    Descending,
}

impl Default for WeightLaw {
    fn default() -> Self {
        Self::Uniform { max: Self::DEFAULT_MAX }
    }
}

impl WeightLaw {
    /// The default largest weight.
    pub const DEFAULT_MAX: u32 = 1_000_000;

    /// Refuses an empty range.
    pub(super) fn check(self) -> Result<()> {
        match self {
            Self::Uniform { max: 0 } => Err(unknown("uniform:0")),
            _ => Ok(()),
        }
    }

    /// The weight of edge `id` of `edges`. The distance between its ends is `length`.
    #[inline]
    pub(super) fn weight(self, seed: u64, id: usize, edges: usize, length: impl FnOnce() -> u32) -> u32 {
        match self {
            Self::Uniform { max } => {
                Random::new(seed, streams::WEIGHTS).item(id as u64).below(u64::from(max)) as u32 + 1
            }
            Self::Unit => 1,
            Self::Euclidean => length(),
            Self::Ascending => id as u32 + 1,
            Self::Descending => (edges - id) as u32,
        }
    }
}

impl fmt::Display for WeightLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform { max } => write!(f, "uniform:{max}"),
            Self::Unit => f.write_str("unit"),
            Self::Euclidean => f.write_str("euclidean"),
            Self::Ascending => f.write_str("ascending"),
            Self::Descending => f.write_str("descending"),
        }
    }
}

impl FromStr for WeightLaw {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let law = match text {
            "unit" => Self::Unit,
            "euclidean" => Self::Euclidean,
            "ascending" => Self::Ascending,
            "descending" => Self::Descending,
            _ => {
                let max = text.strip_prefix("uniform:").and_then(|max| max.parse().ok());
                Self::Uniform { max: max.ok_or_else(|| unknown(text))? }
            }
        };
        law.check()?;
        Ok(law)
    }
}

fn unknown(found: &str) -> Error {
    let expected = "uniform:MAX with MAX in 1..=4294967295, unit, euclidean, ascending or descending";
    Error::argument("weights", expected, format_args!("\"{found}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_parsed_as_displayed() {
        for law in ["uniform:1", "uniform:4294967295", "unit", "euclidean", "ascending", "descending"] {
            assert_eq!(law.parse::<WeightLaw>().unwrap().to_string(), law);
        }
        for wrong in ["uniform:0", "uniform", "uniform:4294967296", "uniform:-1", "", "Unit"] {
            assert_eq!(
                wrong.parse::<WeightLaw>().unwrap_err().to_string(),
                format!(
                    "weights: expected uniform:MAX with MAX in 1..=4294967295, unit, euclidean, ascending or \
                     descending, found \"{wrong}\""
                )
            );
        }
    }

    #[test]
    fn weights_obey_their_law() {
        let weights = |law: WeightLaw| (0..4).map(|id| law.weight(9, id, 4, || 77)).collect::<Vec<_>>();
        assert_eq!(weights(WeightLaw::Unit), [1; 4]);
        assert_eq!(weights(WeightLaw::Euclidean), [77; 4]);
        assert_eq!(weights(WeightLaw::Ascending), [1, 2, 3, 4]);
        assert_eq!(weights(WeightLaw::Descending), [4, 3, 2, 1]);
        let uniform = |max, id| WeightLaw::Uniform { max }.weight(9, id, 4, || 0);
        assert!((0..1000).all(|id| uniform(1, id) == 1));
        let mut all: Vec<u32> = (0..1000).map(|id| uniform(5, id)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, [1, 2, 3, 4, 5]);
        assert!((0..1000).any(|id| uniform(u32::MAX, id) > u32::MAX / 2));
    }
}
