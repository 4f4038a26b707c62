//! Walks, one after the other in an array.

use std::ops::Index;

use boscage_core::graph::Node;

/// Walks on a graph, in one array; made by [`random_walks`](crate::random_walks()).
///
/// The walks of the first start come first. `walks[i]` has the nodes of a walk. A walk that ended early has
/// fewer nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walks {
    /// The position of each walk, and the number of all nodes.
    pub(super) offsets: Vec<u64>,
    pub(super) nodes: Vec<Node>,
}

impl Walks {
    /// Number of walks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns `true` if there are no walks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns an iterator over the nodes of each walk.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Node]> {
        (0..self.len()).map(|walk| &self[walk])
    }

    /// Returns the positions of the walks in the array of nodes, and at the end its length; and the array.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u64>, Vec<Node>) {
        (self.offsets, self.nodes)
    }
}

impl Index<usize> for Walks {
    type Output = [Node];

    fn index(&self, walk: usize) -> &[Node] {
        &self.nodes[self.offsets[walk] as usize..self.offsets[walk + 1] as usize]
    }
}
