//! The path.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A path: nodes `i` and `i + 1` are neighbours.
///
/// The diameter is n - 1, and every edge is in the spanning tree. With uniform weights an edge is lighter
/// than both its neighbours with probability 1/3, so Borůvka's algorithm needs few rounds. With
/// [`WeightLaw::Descending`](super::WeightLaw::Descending) the trees that one round joins form a single
/// chain. With [`Numbering::Shuffled`](super::Numbering::Shuffled) every step is a cache miss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Number of nodes.
    pub nodes: usize,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Path {
    /// Returns the recipe of the graph that [`path`](fn@path) makes.
    ///
    /// # Errors
    /// Those of [`path`](fn@path), except [`boscage_core::Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let nodes = self.nodes as u64;
        Recipe::by_id(nodes, nodes.saturating_sub(1), &self.style, |id, _| (id, id + 1))
    }
}

/// Makes a path of n nodes and n - 1 edges. Edge `i` joins nodes `i` and `i + 1`.
///
/// # Determinism
/// The same [`Path`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge.
///
/// # Errors
/// [`TooMany`](boscage_core::Error::TooMany) nodes, [`OutOfMemory`](boscage_core::Error::OutOfMemory), and
/// [`Argument`](boscage_core::Error::Argument) for an empty range of weights or for Euclidean weights.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Path, Style, WeightLaw, path};
///
/// let style = Style { weights: WeightLaw::Ascending, ..Style::default() };
/// let graph = path(&Exec::new(2)?, &Path { nodes: 1000, style })?;
/// assert_eq!((graph.edge_count(), graph.edges()[7].weight), (999, 8));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn path(exec: &Exec, config: &Path) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::super::WeightLaw;
    use super::*;

    #[test]
    fn each_edge_joins_the_next_node() {
        let style = Style { weights: WeightLaw::Descending, ..Style::default() };
        let list = path(&Exec::current(), &Path { nodes: 4, style }).unwrap();
        assert_eq!(list, EdgeList::from_triples(4, [(0, 1, 3), (1, 2, 2), (2, 3, 1)]).unwrap());
    }
}
