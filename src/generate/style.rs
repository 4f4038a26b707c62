//! The settings that all families have in common.

use super::{Numbering, WeightLaw};

/// The settings that all families have in common.
///
/// ```
/// use boscage::generate::{Numbering, Style, WeightLaw};
///
/// let style = Style { seed: 7, ..Style::default() };
/// assert_eq!(style.weights, WeightLaw::Uniform { max: 1_000_000 });
/// assert_eq!(style.numbering, Numbering::Natural);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The law of the weights.
    pub weights: WeightLaw,
    /// The numbering of the nodes.
    pub numbering: Numbering,
    /// Seed of all random draws: of edges, weights and numbering.
    pub seed: u64,
}

impl Style {
    /// The default seed.
    pub const DEFAULT_SEED: u64 = 1;
}

impl Default for Style {
    fn default() -> Self {
        Self { weights: WeightLaw::default(), numbering: Numbering::default(), seed: Self::DEFAULT_SEED }
    }
}
