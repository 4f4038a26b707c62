//! The comb.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A comb: a path (the spine) with another path (a tooth) at each of its nodes.
///
/// This is a tree. Nearly all nodes of the spine have degree 3, and the ends of the teeth have degree 1. With
/// teeth of length 0, or a spine of one node, it is a path. Long teeth and a long spine make deep trees, in
/// which searches for roots are long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comb {
    /// Number of nodes of the spine.
    pub spine: usize,
    /// Number of nodes per tooth, without the node of the spine.
    pub tooth: usize,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Comb {
    /// Returns the recipe of the graph that [`comb`](fn@comb) makes.
    ///
    /// # Errors
    /// Those of [`comb`](fn@comb), except [`boscage_core::Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let length = (self.tooth as u64).saturating_add(1);
        let nodes = (self.spine as u64).saturating_mul(length);
        Recipe::by_id(nodes, nodes.saturating_sub(1), &self.style, move |id, _| {
            let node = id + 1;
            let before = if node % length == 0 { node - length } else { node - 1 };
            (before, node)
        })
    }
}

/// Makes a comb of `spine * (tooth + 1)` nodes.
///
/// Nodes are numbered tooth by tooth, each after its node of the spine. Edge `i` joins node `i + 1` to the
/// node before it: on the spine if node `i + 1` is on the spine, otherwise on its tooth.
///
/// # Determinism
/// The same [`Comb`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge.
///
/// # Errors
/// [`TooMany`](boscage_core::Error::TooMany) nodes or edges,
/// [`OutOfMemory`](boscage_core::Error::OutOfMemory), and [`Argument`](boscage_core::Error::Argument) for an
/// empty range of weights or for Euclidean weights.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Comb, Style, comb};
///
/// let graph = comb(&Exec::new(2)?, &Comb { spine: 10, tooth: 5, style: Style::default() })?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (60, 59));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn comb(exec: &Exec, config: &Comb) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::super::WeightLaw;
    use super::*;

    #[test]
    fn teeth_hang_from_the_spine() {
        let style = Style { weights: WeightLaw::Unit, ..Style::default() };
        let list = comb(&Exec::current(), &Comb { spine: 2, tooth: 2, style }).unwrap();
        let expected = [(0, 1, 1), (1, 2, 1), (0, 3, 1), (3, 4, 1), (4, 5, 1)];
        assert_eq!(list, EdgeList::from_triples(6, expected).unwrap());
        assert!(comb(&Exec::current(), &Comb { spine: usize::MAX, tooth: usize::MAX, style }).is_err());
    }
}
