//! The star: node 0 is the neighbour of every other node, and they have no other.
//!
//! Every edge is in the forest, the diameter is 2, and all edges bid for one node: this graph has the most
//! contention.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A star.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Star {
    /// Number of nodes, the centre included.
    pub nodes: usize,
    /// Weights, numbering, seed.
    pub style: Style,
}

impl Star {
    /// The graph that [`star`](fn@star) makes, before it is made.
    ///
    /// # Errors
    /// As there; memory is enough.
    pub fn recipe(&self) -> Result<Recipe> {
        let nodes = self.nodes as u64;
        Recipe::by_id(nodes, nodes.saturating_sub(1), &self.style, |id, _| (0, id + 1))
    }
}

/// Makes a star: n nodes, n - 1 edges, edge `i` joining nodes 0 and `i + 1`.
///
/// # Errors
/// [`boscage_core::Error::TooMany`], [`boscage_core::Error::OutOfMemory`], and
/// [`boscage_core::Error::Argument`] for weights that no law gives.
pub fn star(exec: &Exec, config: &Star) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::super::WeightLaw;
    use super::*;

    #[test]
    fn each_edge_leads_to_the_centre() {
        let style = Style { weights: WeightLaw::Unit, ..Style::default() };
        let list = star(&Exec::current(), &Star { nodes: 4, style }).unwrap();
        assert_eq!(list, EdgeList::from_triples(4, [(0, 1, 1), (0, 2, 1), (0, 3, 1)]).unwrap());
    }
}
