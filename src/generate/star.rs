//! The star.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A star: every other node is joined to node 0, and to no other.
///
/// The diameter is 2, and every edge is in the spanning tree. All edges compete for one node, so this graph
/// has the most contention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Star {
    /// Number of nodes, the centre included.
    pub nodes: usize,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Star {
    /// Returns the recipe of the graph that [`star`](fn@star) makes.
    ///
    /// # Errors
    /// Those of [`star`](fn@star), except [`boscage_core::Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let nodes = self.nodes as u64;
        Recipe::by_id(nodes, nodes.saturating_sub(1), &self.style, |id, _| (0, id + 1))
    }
}

/// Makes a star of n nodes and n - 1 edges. Edge `i` joins nodes 0 and `i + 1`.
///
/// # Determinism
/// The same [`Star`] makes the same graph on any number of threads.
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
/// use boscage::generate::{Star, Style, star};
///
/// let graph = star(&Exec::new(2)?, &Star { nodes: 1000, style: Style::default() })?;
/// assert!(graph.edges().iter().all(|edge| edge.u.index() == 0));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn star(exec: &Exec, config: &Star) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::super::WeightLaw;
    use super::*;

    #[test]
    fn each_edge_joins_the_centre() {
        let style = Style { weights: WeightLaw::Unit, ..Style::default() };
        let list = star(&Exec::current(), &Star { nodes: 4, style }).unwrap();
        assert_eq!(list, EdgeList::from_triples(4, [(0, 1, 1), (0, 2, 1), (0, 3, 1)]).unwrap());
    }
}
