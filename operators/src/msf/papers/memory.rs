//! Parts of the memory formulas that only operators of papers have.

use crate::msf::Size;

impl Size {
    /// Returns the bytes of two arcs per edge, of the sort's second array, and of new numbers of the nodes.
    pub(in crate::msf) fn sorted_arcs(&self) -> u64 {
        (4 * self.record() + 2) * self.edges + 4 * self.nodes
    }

    /// Returns the peak of PMA: sorted arcs, or one array of them with the data per node while trees that
    /// touch are unified.
    pub(in crate::msf) fn unified(&self) -> u64 {
        (self.sorted_arcs() + 8 * self.edges + 3 * self.nodes)
            .max((2 * self.record() + 2) * self.edges + 44 * self.touched())
    }

    /// Returns the peak of building adjacency.
    pub(in crate::msf) fn building(&self) -> u64 {
        (40 + 4 * self.weight_bytes) * self.edges + 8 * self.nodes
    }

    /// Returns the bytes of adjacency.
    pub(in crate::msf) fn adjacency(&self) -> u64 {
        (16 + 2 * self.weight_bytes) * self.edges + 8 * self.nodes
    }

    /// Returns the bytes of the arcs that leave a growing tree: in a star as many as there are nodes.
    pub(in crate::msf) fn heap(&self) -> u64 {
        5 * self.packed() / 2 * self.touched().min(self.edges)
    }

    /// Returns the bytes of the arcs that leave merging trees. They are in two heaps while they are handed
    /// over. If there are many edges per node, more workers hand over more of them at the same time.
    pub(in crate::msf) fn heaps(&self) -> u64 {
        let more = self.edges.saturating_sub(self.nodes);
        self.packed() * (2 * self.edges + (self.threads.min(16) + 5) * more / 4)
    }
}
