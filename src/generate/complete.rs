//! The complete graph.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};

/// A complete graph: every pair of nodes is joined by an edge.
///
/// Of its n(n - 1)/2 edges only n - 1 are in a spanning tree, so filtering edges helps most here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Complete {
    /// Number of nodes.
    pub nodes: usize,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Complete {
    /// Returns the recipe of the graph that [`complete`](fn@complete) makes.
    ///
    /// # Errors
    /// Those of [`complete`](fn@complete), except [`boscage_core::Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let n = Node::check_count(self.nodes as u64)? as u64;
        let edges = n * n.saturating_sub(1) / 2;
        Recipe::by_id(n, edges, &self.style, move |id, _| {
            // Counted from the end, the edges of all nodes after u come first. Their number is the largest
            // triangular number that is at most the edge's own position.
            let back = edges - 1 - id;
            let triangle = |k: u64| k * (k + 1) / 2;
            let k = ((8 * back + 1).isqrt() - 1) / 2; // the largest k with triangle(k) <= back
            (n - 2 - k, n - 1 - (back - triangle(k)))
        })
    }
}

/// Makes a complete graph. Its edges (u, v) with u < v are in lexicographic order.
///
/// # Determinism
/// The same [`Complete`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge, so 6n² bytes for n nodes.
///
/// # Errors
/// [`TooMany`](boscage_core::Error::TooMany) edges (from 92,683 nodes on),
/// [`OutOfMemory`](boscage_core::Error::OutOfMemory), and [`Argument`](boscage_core::Error::Argument) for an
/// empty range of weights or for Euclidean weights.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Complete, Style, complete};
///
/// let graph = complete(&Exec::new(2)?, &Complete { nodes: 5, style: Style::default() })?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (5, 10));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn complete(exec: &Exec, config: &Complete) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_at_its_place() {
        for n in [0, 1, 2, 3, 4, 50] {
            let list = complete(&Exec::current(), &Complete { nodes: n, style: Style::default() }).unwrap();
            let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
            let made = list.edges().iter().map(|e| (e.u.index(), e.v.index()));
            assert!(made.eq(pairs), "{n}");
        }
    }
}
