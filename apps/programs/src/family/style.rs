//! The options that graphs of all families share.

use boscage::generate::{Numbering, Style, WeightLaw};
use clap::{Args, ValueEnum};

/// The look of a graph of any family.
#[derive(Clone, Debug, Args)]
pub struct StyleOptions {
    /// What edges weigh: unit, uniform:MAX (1 to MAX), ascending or descending by edge, euclidean (road only)
    /// [default: uniform:1000000, for road euclidean, for three-paradigm uniform:4294967295]
    #[arg(long, value_name = "LAW")]
    weights: Option<WeightLaw>,

    /// Edges have a direction; of gnm and rmat only
    #[arg(long)]
    pub(super) directed: bool,

    /// How nodes are numbered
    #[arg(long, value_enum, default_value_t = NumberingWord::Natural)]
    numbering: NumberingWord,

    /// Seed of all that is random
    #[arg(long, default_value_t = Style::DEFAULT_SEED)]
    seed: u64,
}

/// How nodes are numbered.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NumberingWord {
    /// As the family is built, neighbours near each other
    Natural,
    /// At random
    Shuffled,
}

impl StyleOptions {
    /// Returns the style that is asked for, where the family's own law of weights is `weights`.
    pub(super) fn style(&self, weights: WeightLaw) -> Style {
        let numbering = match self.numbering {
            NumberingWord::Natural => Numbering::Natural,
            NumberingWord::Shuffled => Numbering::Shuffled,
        };
        Style { weights: self.weights.unwrap_or(weights), numbering, seed: self.seed }
    }
}

impl AsRef<Self> for StyleOptions {
    fn as_ref(&self) -> &Self {
        self
    }
}
