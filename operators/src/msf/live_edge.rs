//! An edge of the graph between two trees of a growing forest.

use boscage::graph::{Edge, EdgeId, Key, Objective, Weight};
use bytemuck::Zeroable;

/// An edge between trees.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct LiveEdge<K> {
    pub(super) u: u32,
    pub(super) v: u32,
    pub(super) id: u32,
    pub(super) key: K,
}

impl<K: Key> LiveEdge<K> {
    /// The edge of this id, between the nodes at its ends.
    #[inline]
    pub(super) fn new<W: Weight<Key = K>>(edge: &Edge<W>, id: usize, objective: Objective) -> Self {
        Self { u: edge.u.into(), v: edge.v.into(), id: id as u32, key: objective.key(edge.weight) }
    }

    /// (weight key, id).
    #[inline]
    pub(super) fn packed(&self) -> K::Packed {
        self.key.pack(EdgeId::from(self.id))
    }

    /// The edge between the labels of its trees, and whether these are two.
    #[inline]
    pub(super) fn relabelled(self, labels: &[u32]) -> (Self, bool) {
        let (u, v) = (labels[self.u as usize], labels[self.v as usize]);
        (Self { u, v, ..self }, u != v)
    }
}
