//! The path: node `i` and node `i + 1` are neighbours.
//!
//! Every edge is in the forest and the diameter is n - 1. With uniform weights an edge is lighter than both
//! its neighbours with probability 1/3, so Borůvka needs few rounds. With [`WeightLaw::Descending`] the trees
//! that one round joins form a single chain. [`Numbering::Shuffled`] makes every step a cache miss.
//!
//! [`WeightLaw::Descending`]: super::WeightLaw::Descending
//! [`Numbering::Shuffled`]: super::Numbering::Shuffled

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Number of nodes.
    pub nodes: usize,
    /// Weights, numbering, seed.
    pub style: Style,
}

impl Path {
    /// The graph that [`path`](fn@path) makes, before it is made.
    ///
    /// # Errors
    /// As there; memory is enough.
    pub fn recipe(&self) -> Result<Recipe> {
        let nodes = self.nodes as u64;
        Recipe::by_id(nodes, nodes.saturating_sub(1), &self.style, |id, _| (id, id + 1))
    }
}

/// Makes a path: n nodes, n - 1 edges, edge `i` joining nodes `i` and `i + 1`.
///
/// # Errors
/// [`boscage_core::Error::TooMany`], [`boscage_core::Error::OutOfMemory`], and
/// [`boscage_core::Error::Argument`] for weights that no law gives.
pub fn path(exec: &Exec, config: &Path) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::super::WeightLaw;
    use super::*;

    #[test]
    fn each_edge_leads_on() {
        let style = Style { weights: WeightLaw::Descending, ..Style::default() };
        let list = path(&Exec::current(), &Path { nodes: 4, style }).unwrap();
        assert_eq!(list, EdgeList::from_triples(4, [(0, 1, 3), (1, 2, 2), (2, 3, 1)]).unwrap());
    }
}
