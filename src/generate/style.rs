//! What all families have in common.

use super::{Numbering, WeightLaw};

/// What all families have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What the edges weigh.
    pub weights: WeightLaw,
    /// How the nodes are numbered.
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
