//! Parts of the formulas of memory that only operators of papers have.

use crate::msf::Size;

impl Size {
    /// Two arcs an edge, the sort's second array, and new numbers of the nodes.
    pub(in crate::msf) fn sorted_arcs(&self) -> u64 {
        (4 * self.record() + 2) * self.edges + 4 * self.nodes
    }

    /// Sorted arcs, or one array of them with what is known of each node while trees that touch are unified.
    pub(in crate::msf) fn unified(&self) -> u64 {
        (self.sorted_arcs() + 8 * self.edges + 3 * self.nodes)
            .max((2 * self.record() + 2) * self.edges + 44 * self.touched())
    }

    /// Adjacency while it is built.
    pub(in crate::msf) fn building(&self) -> u64 {
        (40 + 4 * self.weight_bytes) * self.edges + 8 * self.nodes
    }

    /// Adjacency once it is there.
    pub(in crate::msf) fn adjacency(&self) -> u64 {
        (16 + 2 * self.weight_bytes) * self.edges + 8 * self.nodes
    }

    /// The arcs that leave a growing tree: in a star as many as there are nodes.
    pub(in crate::msf) fn heap(&self) -> u64 {
        5 * self.packed() / 2 * self.touched().min(self.edges)
    }

    /// The arcs that leave trees which merge. They are in two heaps while they are handed over, and where
    /// there are many edges a node, more workers hand over more of them at the same time.
    pub(in crate::msf) fn heaps(&self) -> u64 {
        let more = self.edges.saturating_sub(self.nodes);
        self.packed() * (2 * self.edges + (self.threads.min(16) + 5) * more / 4)
    }
}
