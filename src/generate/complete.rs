//! The complete graph: every pair of nodes is an edge.
//!
//! n(n - 1)/2 edges, of which n - 1 are in the forest, so filtering helps most. Edges are in lexicographic
//! order, so neighbouring ids share an end.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};

/// A complete graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Complete {
    /// Number of nodes.
    pub nodes: usize,
    /// Weights, numbering, seed.
    pub style: Style,
}

impl Complete {
    /// The graph that [`complete`](fn@complete) makes, before it is made.
    ///
    /// # Errors
    /// As there; memory is enough.
    pub fn recipe(&self) -> Result<Recipe> {
        let n = Node::check_count(self.nodes as u64)? as u64;
        let edges = n * n.saturating_sub(1) / 2;
        Recipe::by_id(n, edges, &self.style, move |id, _| {
            // Counted from the end, the edges of the nodes behind u are the triangle number below the edge's
            // own.
            let back = edges - 1 - id;
            let triangle = |k: u64| k * (k + 1) / 2;
            let k = ((8 * back + 1).isqrt() - 1) / 2; // the largest k with triangle(k) <= back
            (n - 2 - k, n - 1 - (back - triangle(k)))
        })
    }
}

/// Makes a complete graph, its edges (u, v), u < v, in lexicographic order.
///
/// # Errors
/// [`boscage_core::Error::TooMany`] (from 92,683 nodes on), [`boscage_core::Error::OutOfMemory`], and
/// [`boscage_core::Error::Argument`] for weights that no law gives.
pub fn complete(exec: &Exec, config: &Complete) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_stands_in_its_place() {
        for n in [0, 1, 2, 3, 4, 50] {
            let list = complete(&Exec::current(), &Complete { nodes: n, style: Style::default() }).unwrap();
            let pairs = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)));
            let made = list.as_view().edges().iter().map(|e| (e.u.index(), e.v.index()));
            assert!(made.eq(pairs), "{n}");
        }
    }
}
