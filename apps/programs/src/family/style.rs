//! Options of graphs of all families.

use boscage::generate::{Numbering, Style, WeightLaw};
use clap::{Args, ValueEnum};

/// Options of a graph of any family.
#[derive(Clone, Debug, Args)]
pub struct StyleOptions {
    /// Weights: unit, uniform:MAX, ascending, descending or euclidean
    ///
    /// Uniform weights are 1 to MAX; ascending and descending ones are by edge; only road has euclidean ones,
    /// the distances. By default uniform:1000000, for road euclidean, for three-paradigm uniform:4294967295.
    #[arg(long, value_name = "LAW")]
    weights: Option<WeightLaw>,

    /// Edges have a direction; only for gnm and rmat
    #[arg(long)]
    pub(super) directed: bool,

    /// Numbering of the nodes
    #[arg(long, value_enum, default_value_t = NumberingWord::Natural)]
    numbering: NumberingWord,

    /// Seed of the random numbers
    #[arg(long, default_value_t = Style::DEFAULT_SEED)]
    seed: u64,
}

/// Numbering of the nodes.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NumberingWord {
    /// In the order of construction, neighbours near each other
    Natural,
    /// At random
    Shuffled,
}

impl StyleOptions {
    /// Returns the style; `weights` is the family's default.
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
