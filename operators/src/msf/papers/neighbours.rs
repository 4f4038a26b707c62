//! The graph on which Prim's algorithm grows trees.

use std::ops::Range;

use boscage_core::graph::{Key, KeyedGraph};

use super::adjacency::Adjacency;

/// (weight key, id) of an arc, in one integer.
pub(super) type Packed<G> = <<G as Neighbours>::Key as Key>::Packed;

/// A graph as seen from its vertices.
pub(super) trait Neighbours: Sync {
    /// The keys of the weights.
    type Key: Key;

    /// Returns the number of vertices.
    fn vertices(&self) -> usize;

    /// Returns the number of arcs of a vertex.
    fn degree(&self, vertex: u32) -> usize;

    /// Returns some of the arcs of a vertex, by their numbers: (weight key, id), and the other end. A
    /// self-loop may be among them.
    fn arcs_in(&self, vertex: u32, numbers: Range<usize>) -> impl Iterator<Item = (Packed<Self>, u32)>;

    /// Returns all arcs of a vertex.
    #[inline]
    fn arcs(&self, vertex: u32) -> impl Iterator<Item = (Packed<Self>, u32)> {
        self.arcs_in(vertex, 0..self.degree(vertex))
    }
}

impl<K: Key> Neighbours for KeyedGraph<'_, K> {
    type Key = K;

    fn vertices(&self) -> usize {
        self.node_count()
    }

    fn degree(&self, vertex: u32) -> usize {
        KeyedGraph::degree(self, vertex.into())
    }

    #[inline]
    fn arcs_in(&self, vertex: u32, numbers: Range<usize>) -> impl Iterator<Item = (K::Packed, u32)> {
        KeyedGraph::arcs(self, vertex.into(), numbers).map(|(packed, end)| (packed, end.into()))
    }
}

impl<K: Key> Neighbours for Adjacency<K> {
    type Key = K;

    fn vertices(&self) -> usize {
        Adjacency::vertices(self)
    }

    fn degree(&self, vertex: u32) -> usize {
        self.of(vertex).len()
    }

    #[inline]
    fn arcs_in(&self, vertex: u32, numbers: Range<usize>) -> impl Iterator<Item = (K::Packed, u32)> {
        self.of(vertex)[numbers].iter().map(|arc| (arc.packed(), arc.end))
    }
}
