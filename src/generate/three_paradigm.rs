//! The eight inputs of the three-paradigm paper, dense and sparse: [`gnm`](fn@super::gnm) with its sizes.
//!
//! Shou and He, "15-418: Final Project Report - Parallel Minimum Spanning Tree" (CUDA, OpenMP and MPI),
//! section 4.1, names eight files and how many nodes and edges each has, made at random by a script that it
//! does not show. The counts agree with independent edges: nine pairs in ten if dense, three edges for two
//! nodes if sparse. With a fixed number of edges, independent edges are G(n, m). So these graphs have the
//! same distribution and exactly the same sizes, but are not the same graphs. Two things differ. The paper
//! works on connected graphs (section 2.1), and its script may ensure this; the sparse graphs here have some
//! nodes without edges, about one in twenty. And the paper says only that the weights are distinct integers;
//! here they are uniform in 1 to 2^32 - 1 ([`ThreeParadigm::WEIGHTS`]) by default. Of k edges about k²/2^33
//! pairs tie, and edge ids decide ties.

use std::fmt;
use std::str::FromStr;

use super::{Gnm, Pairs, Style, WeightLaw};
use boscage_core::{Error, Result};

/// An input of the paper.
///
/// Written as the paper does, less the suffix: `dense/small` to `sparse/extreme`.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Style, ThreeParadigm, gnm};
///
/// let input: ThreeParadigm = "dense/small".parse()?;
/// let style = Style { weights: ThreeParadigm::WEIGHTS, ..Style::default() };
/// let graph = gnm(&Exec::new(2)?, &input.gnm(style))?;
/// assert_eq!((graph.nodes(), graph.len()), (200, 17_847));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreeParadigm {
    /// 200 nodes, 17,847 edges.
    DenseSmall,
    /// 1,000 nodes, 449,576 edges.
    DenseMedium,
    /// 5,000 nodes, 11,245,624 edges.
    DenseLarge,
    /// 8,000 nodes, 28,793,554 edges.
    DenseExtreme,
    /// 100,000 nodes, 149,960 edges.
    SparseSmall,
    /// 1,000,000 nodes, 1,501,216 edges.
    SparseMedium,
    /// 10,000,000 nodes, 15,000,571 edges.
    SparseLarge,
    /// 20,000,000 nodes, 29,998,467 edges.
    SparseExtreme,
}

impl ThreeParadigm {
    /// All eight, in the order of the paper's table.
    pub const ALL: [Self; 8] = [
        Self::DenseSmall,
        Self::DenseMedium,
        Self::DenseLarge,
        Self::DenseExtreme,
        Self::SparseSmall,
        Self::SparseMedium,
        Self::SparseLarge,
        Self::SparseExtreme,
    ];

    /// The law of weights where none is asked for: as few ties as there can be at random.
    pub const WEIGHTS: WeightLaw = WeightLaw::Uniform { max: u32::MAX };

    /// Name, number of nodes, number of edges.
    const fn row(self) -> (&'static str, usize, usize) {
        match self {
            Self::DenseSmall => ("dense/small", 200, 17_847),
            Self::DenseMedium => ("dense/medium", 1_000, 449_576),
            Self::DenseLarge => ("dense/large", 5_000, 11_245_624),
            Self::DenseExtreme => ("dense/extreme", 8_000, 28_793_554),
            Self::SparseSmall => ("sparse/small", 100_000, 149_960),
            Self::SparseMedium => ("sparse/medium", 1_000_000, 1_501_216),
            Self::SparseLarge => ("sparse/large", 10_000_000, 15_000_571),
            Self::SparseExtreme => ("sparse/extreme", 20_000_000, 29_998_467),
        }
    }

    /// What the paper calls it, less the suffix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Number of nodes.
    #[must_use]
    pub const fn nodes(self) -> usize {
        self.row().1
    }

    /// Number of edges.
    #[must_use]
    pub const fn edges(self) -> usize {
        self.row().2
    }

    /// The graph: distinct pairs, no loops.
    #[must_use]
    pub const fn gnm(self, style: Style) -> Gnm {
        Gnm { nodes: self.nodes(), edges: self.edges(), pairs: Pairs::Distinct, is_directed: false, style }
    }
}

impl fmt::Display for ThreeParadigm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ThreeParadigm {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|input| input.name() == text).ok_or_else(|| {
            let expected = format!("one of {}", Self::ALL.map(Self::name).join(", "));
            Error::argument("input", expected, format_args!("\"{text}\""))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::gnm;
    use super::*;
    use boscage_core::exec::Exec;

    #[test]
    fn names_are_read_as_they_are_written() {
        for input in ThreeParadigm::ALL {
            assert_eq!(input.to_string().parse::<ThreeParadigm>().unwrap(), input);
        }
        assert_eq!(
            "dense".parse::<ThreeParadigm>().unwrap_err().to_string(),
            "input: expected one of dense/small, dense/medium, dense/large, dense/extreme, sparse/small, \
             sparse/medium, sparse/large, sparse/extreme, found \"dense\""
        );
    }

    #[test]
    fn dense_ones_have_nine_pairs_of_ten_and_sparse_ones_three_edges_to_two_nodes() {
        for input in ThreeParadigm::ALL {
            let (nodes, edges) = (input.nodes() as f64, input.edges() as f64);
            let expected = match input.name().split_once('/') {
                Some(("dense", _)) => 0.9 * nodes * (nodes - 1.0) / 2.0,
                _ => 1.5 * nodes,
            };
            assert!((edges / expected - 1.0).abs() < 0.004, "{input}");
            let recipe = input.gnm(Style::default()).recipe().unwrap();
            assert_eq!((recipe.nodes(), recipe.edges()), (input.nodes(), input.edges()));
        }
    }

    #[test]
    fn weights_are_nearly_distinct() {
        let style = Style { weights: ThreeParadigm::WEIGHTS, ..Style::default() };
        let list = gnm(&Exec::current(), &ThreeParadigm::SparseSmall.gnm(style)).unwrap();
        let mut weights: Vec<u32> = list.as_view().edges().iter().map(|edge| edge.weight).collect();
        weights.sort_unstable();
        let ties = weights.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(ties < 15, "{ties} of 2.6 expected");
    }
}
