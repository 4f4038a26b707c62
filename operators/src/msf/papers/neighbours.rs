//! What Prim's algorithm grows on.

use boscage::graph::{CsrView, Key, Node, Objective, Weight};

use super::adjacency::Adjacency;

/// (weight key, id) of an arc, in one integer.
pub(super) type Packed<G> = <<G as Neighbours>::Key as Key>::Packed;

/// A graph as its vertices see it.
pub(super) trait Neighbours: Sync {
    /// What stands for weights.
    type Key: Key;

    /// Number of vertices.
    fn vertices(&self) -> usize;

    /// The arcs of a vertex: (weight key, id), and the other end. A self-loop may be among them.
    fn arcs(&self, vertex: u32) -> impl ExactSizeIterator<Item = (Packed<Self>, u32)>;
}

/// A graph as it is given, and which forest is wanted of it.
#[derive(Clone, Copy)]
pub(super) struct Given<'a, W> {
    pub(super) graph: CsrView<'a, W>,
    pub(super) objective: Objective,
}

impl<W: Weight> Neighbours for Given<'_, W> {
    type Key = W::Key;

    fn vertices(&self) -> usize {
        self.graph.nodes()
    }

    #[inline]
    fn arcs(&self, vertex: u32) -> impl ExactSizeIterator<Item = (Packed<Self>, u32)> {
        let arcs = self.graph.arcs(Node::from(vertex));
        arcs.iter().map(|(end, id, weight)| (self.objective.pack(weight, id), end.into()))
    }
}

impl<K: Key> Neighbours for Adjacency<K> {
    type Key = K;

    fn vertices(&self) -> usize {
        Adjacency::vertices(self)
    }

    #[inline]
    fn arcs(&self, vertex: u32) -> impl ExactSizeIterator<Item = (K::Packed, u32)> {
        self.of(vertex).iter().map(|arc| (arc.packed(), arc.end))
    }
}
