//! The eight inputs of the three-paradigm paper.

use std::fmt;
use std::str::FromStr;

use super::{Gnm, Pairs, Style, WeightLaw};
use boscage_core::{Error, Result};

/// One of the eight inputs of the three-paradigm paper, dense and sparse: [`gnm`](fn@super::gnm) with its
/// sizes.
///
/// Parsed and displayed with the paper's file names without their suffix, `dense/small` to `sparse/extreme`.
///
/// The paper gives the numbers of nodes and edges of eight random files, but not the script that made them.
/// The numbers agree with independent edges: nine of ten pairs if dense, three edges per two nodes if sparse.
/// With a fixed number of edges, independent edges are G(n, m). So these graphs have the same sizes and the
/// same distribution, with two possible differences. The paper works on connected graphs (section 2.1), and
/// its script may ensure this; in the sparse graphs here about one node in twenty has no edges. The paper
/// says that weights are distinct integers; here they are uniform in 1 to 2^32 - 1
/// ([`ThreeParadigm::WEIGHTS`]), so among k edges about k²/2^33 pairs have equal weights.
///
/// Source: Shou and He, "15-418: Final Project Report - Parallel Minimum Spanning Tree" (CUDA, OpenMP and
/// MPI), section 4.1.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Style, ThreeParadigm, gnm};
///
/// let input: ThreeParadigm = "dense/small".parse()?;
/// let style = Style { weights: ThreeParadigm::WEIGHTS, ..Style::default() };
/// let graph = gnm(&Exec::new(2)?, &input.gnm(style))?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (200, 17_847));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// All eight inputs, in the order of the paper's table.
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

    /// The default law of the weights: random weights with as few ties as possible.
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

    /// Returns the name of the file in the paper, without its suffix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the number of nodes.
    #[must_use]
    pub const fn node_count(self) -> usize {
        self.row().1
    }

    /// Returns the number of edges.
    #[must_use]
    pub const fn edge_count(self) -> usize {
        self.row().2
    }

    /// Returns the graph as a [`Gnm`]: distinct pairs, no loops.
    #[must_use]
    pub const fn gnm(self, style: Style) -> Gnm {
        Gnm {
            nodes: self.node_count(),
            edges: self.edge_count(),
            pairs: Pairs::Distinct,
            is_directed: false,
            style,
        }
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
    fn names_are_parsed_as_displayed() {
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
            let (nodes, edges) = (input.node_count() as f64, input.edge_count() as f64);
            let expected = match input.name().split_once('/') {
                Some(("dense", _)) => 0.9 * nodes * (nodes - 1.0) / 2.0,
                _ => 1.5 * nodes,
            };
            assert!((edges / expected - 1.0).abs() < 0.004, "{input}");
            let recipe = input.gnm(Style::default()).recipe().unwrap();
            assert_eq!((recipe.node_count(), recipe.edge_count()), (input.node_count(), input.edge_count()));
        }
    }

    #[test]
    fn weights_are_nearly_distinct() {
        let style = Style { weights: ThreeParadigm::WEIGHTS, ..Style::default() };
        let list = gnm(&Exec::current(), &ThreeParadigm::SparseSmall.gnm(style)).unwrap();
        let mut weights: Vec<u32> = list.edges().iter().map(|edge| edge.weight).collect();
        weights.sort_unstable();
        let ties = weights.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(ties < 15, "{ties} of 2.6 expected");
    }
}
