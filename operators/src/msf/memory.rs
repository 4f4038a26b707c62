//! How much memory an operator takes, computed before it runs.
//!
//! Each operator's own formula stands in the table of `facts.rs`. Here is what formulas are made of: the
//! records that operators have for an edge, a node or an arc, and the arrays of them that are there at the
//! same time. The formulas give what is touched, not what is reserved, and they were fitted to measured
//! peaks; a test holds them to `peak <= estimate <= 1.3 peak` for programs that use them. They are for edges
//! in no particular order: sorted ones need less where no sort is needed. What trees that meet need depends
//! on how they meet (`prim-threads`, `mst-bc`).

use boscage::graph::Occupied;

use super::Algorithm;

/// What the memory of an operator depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of nodes.
    pub nodes: u64,
    /// Number of edges.
    pub edges: u64,
    /// Bytes of a weight, 4 or 8.
    pub weight_bytes: u64,
    /// Number of threads.
    pub threads: u64,
}

/// Candidates in the window of `windowed-kruskal` beyond which it hardly grows.
pub(super) const WINDOW: u64 = 1 << 20;

impl Algorithm {
    /// The bytes that [`run`](Self::run) takes at its peak beside an edge list of this size, in no particular
    /// order.
    ///
    /// ```
    /// use boscage_operators::msf::{Algorithm, Size};
    ///
    /// let size = Size { nodes: 1_000_000, edges: 2_000_000, weight_bytes: 4, threads: 2 };
    /// assert_eq!(Algorithm::Kruskal.memory(&size), 38_000_000);
    /// ```
    #[must_use]
    pub fn memory(self, of: &Size) -> u64 {
        if of.is_sparse() { of.without_isolated(self.facts().memory) } else { (self.facts().memory)(of) }
    }
}

/// The bytes that [`check`](fn@super::check) takes at its peak beside an edge list of this size and the
/// forest's ids.
#[must_use]
pub fn proof_memory(of: &Size) -> u64 {
    let links = |of: &Size| 12 * of.nodes + of.packed() * of.forest();
    // Threads that link the ends of single edges leave more behind than those that link large trees.
    if of.is_sparse() { of.without_isolated(|of| links(of) + 32 * of.edges) } else { links(of) }
}

impl Size {
    /// The bytes of the ids of a forest's edges, where all nodes that may be connected are.
    #[must_use]
    pub fn forest_ids(&self) -> u64 {
        4 * self.forest()
    }

    /// Whether operators get a copy without the isolated nodes.
    fn is_sparse(&self) -> bool {
        Occupied::<u32>::is_worthwhile(self.nodes as usize, self.edges as usize)
    }

    /// What is needed with that copy, or to make it. Beside it the allocator keeps some of what making it
    /// took.
    fn without_isolated(&self, needed: impl Fn(&Self) -> u64) -> u64 {
        let (ends, copy, kept) = (8 * self.edges, (8 + self.weight_bytes) * self.edges, 4 * self.edges);
        let occupied = Self { nodes: self.occupied(), ..*self };
        (2 * ends).max(ends + copy + kept + needed(&occupied))
    }

    /// Most nodes that can have edges.
    pub(super) fn occupied(&self) -> u64 {
        self.nodes.min(2 * self.edges)
    }

    /// Nodes that have edges where ends are random, and a few more; all of them where nodes without edges
    /// have been left out, which two nodes an edge are taken for.
    pub(super) fn touched(&self) -> u64 {
        if self.nodes == 2 * self.edges {
            return self.nodes;
        }
        let (nodes, ends) = (self.nodes as f64, 2.0 * self.edges as f64);
        let touched = if self.nodes == 0 { 0.0 } else { 1.15 * nodes * (1.0 - (-ends / nodes).exp()) };
        (touched as u64).min(self.nodes)
    }

    /// Most edges a forest can have.
    pub(super) fn forest(&self) -> u64 {
        self.nodes.min(self.edges)
    }

    /// Bytes of (weight key, id) in one integer.
    pub(super) fn packed(&self) -> u64 {
        2 * self.weight_bytes
    }

    /// Bytes of an edge or arc that carries its ends, its id and its key.
    pub(super) fn record(&self) -> u64 {
        8 + 2 * self.weight_bytes
    }

    /// Bytes of an edge that bids: its ends, and key and id in a word, or, where the key fills it, the id
    /// alone.
    pub(super) fn candidate(&self) -> u64 {
        if self.weight_bytes == 4 { 16 } else { 12 }
    }

    /// Bytes of the lock that it bids for.
    pub(super) fn lock(&self) -> u64 {
        if self.weight_bytes == 4 { 8 } else { 4 }
    }

    /// All edges packed, and the sort's second array.
    pub(super) fn sort(&self) -> u64 {
        2 * self.packed() * self.edges
    }

    /// Edges that `filter-kruskal` sorts at once: all, or the light ones if there are many a node.
    pub(super) fn light(&self) -> u64 {
        let (nodes, edges) = (self.nodes, self.edges);
        if edges < (3 * nodes).max(1 << 14) { edges } else { (3 * nodes / 2).max(edges / 32) }
    }

    /// Two arcs an edge, the sort's second array, and new numbers of the nodes.
    pub(super) fn sorted_arcs(&self) -> u64 {
        (4 * self.record() + 2) * self.edges + 4 * self.nodes
    }

    /// Sorted arcs, or one array of them with what is known of each node while trees that touch are unified.
    pub(super) fn unified(&self) -> u64 {
        (self.sorted_arcs() + 4 * self.edges + 3 * self.nodes)
            .max((2 * self.record() + 2) * self.edges + 44 * self.touched())
    }

    /// Adjacency while it is built.
    pub(super) fn building(&self) -> u64 {
        (32 + 2 * self.weight_bytes) * self.edges + 12 * self.nodes
    }

    /// Adjacency once it is there.
    pub(super) fn adjacency(&self) -> u64 {
        (16 + 2 * self.weight_bytes) * self.edges + 8 * self.nodes
    }

    /// The arcs that leave a growing tree: more than the nodes only where there are more edges.
    pub(super) fn heap(&self) -> u64 {
        3 * self.packed() * self.nodes.min(self.edges.saturating_sub(self.nodes))
    }

    /// The arcs that leave trees which merge: they are in two heaps while they are handed over.
    pub(super) fn heaps(&self) -> u64 {
        let arcs = (3 * self.edges).saturating_sub(7 * self.nodes);
        2 * self.packed() * if self.threads == 1 { arcs * 2 / 3 } else { arcs }
    }

    /// `filter-boruvka`: the lightest edges of all nodes, which two threads have an array of each, or the
    /// edges that the first round has left; each thread's regions begin on large pages of their own.
    pub(super) fn contraction(&self) -> u64 {
        const REGIONS: u64 = 5 << 20;
        let Self { nodes, edges, threads, .. } = *self;
        let lightest = if threads == 2 { 2 * self.packed() } else { 0 };
        let first = lightest.max(self.packed() + 8) * nodes;
        let left = (self.record() + 1) * edges.saturating_sub(nodes).min(nodes);
        let heavy = self.record() / 2 * edges.saturating_sub(3 * nodes).min(nodes);
        first + left + heavy + if edges == 0 { 0 } else { REGIONS * threads }
    }
}
