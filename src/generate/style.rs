//! The settings that all families have in common.

use super::{Numbering, WeightLaw};

/// The settings that all families have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The law of the weights.
    pub weights: WeightLaw,
    /// The numbering of the nodes.
    pub numbering: Numbering,
    /// Seed of all that is random.
    pub seed: u64,
}

impl Style {
    /// The seed where none is given.
    pub const DEFAULT_SEED: u64 = 1;
}

impl Default for Style {
    fn default() -> Self {
        Self { weights: WeightLaw::default(), numbering: Numbering::default(), seed: Self::DEFAULT_SEED }
    }
}
