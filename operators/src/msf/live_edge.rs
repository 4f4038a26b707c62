//! An edge of the graph between two trees of a growing forest.

use boscage_core::graph::{Edge, EdgeId, Key, KeyedEdges, Keys};
use bytemuck::Zeroable;

/// An edge between trees.
#[derive(Clone, Copy, Debug, Zeroable)]
pub struct LiveEdge<K> {
    /// The tree of one end.
    pub u: u32,
    /// The tree of the other end.
    pub v: u32,
    /// Position in the edge list.
    pub id: u32,
    /// Key of the weight.
    pub key: K,
}

impl<K: Key> LiveEdge<K> {
    /// Returns the edge of this id, between the nodes at its ends.
    #[inline]
    #[must_use]
    pub fn of<M: Keys<Key = K>>(graph: &KeyedEdges<'_, M>, id: usize) -> Self {
        let edge = &graph.edges()[id];
        Self::keyed(edge, id, graph.key_of(edge))
    }

    /// Creates an edge with this key.
    #[inline]
    pub(super) fn keyed<W>(edge: &Edge<W>, id: usize, key: K) -> Self {
        Self { u: edge.u.into(), v: edge.v.into(), id: id as u32, key }
    }

    /// Returns (weight key, id) in one integer.
    #[inline]
    #[must_use]
    pub fn packed(&self) -> K::Packed {
        self.key.pack(EdgeId::from(self.id))
    }

    /// Returns the edge between the labels of its trees, and `true` if these differ.
    #[inline]
    #[must_use]
    pub fn relabelled(self, labels: &[u32]) -> (Self, bool) {
        let (u, v) = (labels[self.u as usize], labels[self.v as usize]);
        (Self { u, v, ..self }, u != v)
    }
}
