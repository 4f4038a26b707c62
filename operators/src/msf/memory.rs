//! How much memory an operator takes, computed before it runs.
//!
//! The formula of each operator stands beside it ([`Operator::memory`](super::Operator::memory)). This file
//! has the parts of the formulas, `papers/memory.rs` those of papers' operators: the records that operators
//! have for an edge, a node or an arc, and the arrays of them that exist at the same time. The formulas give
//! the memory that is used, not what is reserved. They were fitted to measured peaks. A test requires `peak
//! <= estimate` in every run, and `estimate <= 1.4 peak` in the largest of up to five runs. They assume edges
//! in no particular order; sorted edges can need less, because some operators then skip the sort. They also
//! assume that the program's threads share one arena of the allocator
//! ([`boscage_core::memory::share_arenas`]). Without that, each thread keeps freed arrays of up to 32 MiB,
//! and operators took up to 2.2 times as much.
//!
//! Peaks of the same work differ from run to run: the memory depends on when trees meet (`prim-threads`,
//! `mst-bc`).

use boscage_core::graph::Occupied;

use super::filter::light;

/// What the memory of an operator depends on.
///
/// ```
/// use boscage::operators::msf::{Kruskal, Occupancy, Operator, Size};
///
/// let occupancy = Occupancy::Random;
/// let size = Size { nodes: 1_000_000, edges: 2_000_000, weight_bytes: 4, threads: 2, occupancy };
/// assert_eq!(Kruskal::default().memory(&size), 38_000_000);
/// ```
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
    /// How many of the nodes have edges.
    pub occupancy: Occupancy,
}

/// How many nodes of a graph have edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupancy {
    /// As many as edges with random ends meet.
    Random,
    /// All of them.
    All,
}

/// The bytes that [`check`](fn@super::check) takes at its peak beside an edge list of this size and the
/// forest's ids, which ascend.
#[must_use]
pub fn proof_memory(of: &Size) -> u64 {
    of.peak(|of| (12 + of.packed()) * of.nodes + of.packed() * of.forest())
}

/// Bytes of a large page.
const LARGE_PAGE: u64 = 2 << 20;

impl Size {
    /// The bytes of the ids of a forest's edges, where all nodes that may be connected are.
    #[must_use]
    pub fn forest_ids(&self) -> u64 {
        4 * self.forest()
    }

    /// The peak of an operator that takes `needed` on the graph that it gets: where few nodes have edges, a
    /// copy without the others.
    pub(super) fn peak(&self, needed: impl Fn(&Self) -> u64) -> u64 {
        if self.is_sparse() { self.without_isolated(needed) } else { needed(self) }
    }

    /// Whether operators get a copy without the isolated nodes.
    fn is_sparse(&self) -> bool {
        Occupied::<u32>::is_worthwhile(self.nodes as usize, self.edges as usize)
    }

    /// What is needed with that copy, or to make it. Beside it the allocator keeps some of what making it
    /// took.
    fn without_isolated(&self, needed: impl Fn(&Self) -> u64) -> u64 {
        let (ends, copy, kept) = (8 * self.edges, (8 + self.weight_bytes) * self.edges, 4 * self.edges);
        // At most two nodes an edge.
        let occupied = Self { nodes: self.nodes.min(2 * self.edges), occupancy: Occupancy::All, ..*self };
        (2 * ends).max(ends + copy + kept + needed(&occupied))
    }

    /// Nodes that have edges, and a few more.
    #[must_use]
    pub fn touched(&self) -> u64 {
        match self.occupancy {
            Occupancy::All => self.nodes,
            Occupancy::Random => ((1.15 * self.expected(2 * self.edges)) as u64).min(self.nodes),
        }
    }

    /// How many nodes this many random ends of edges are expected to meet.
    fn expected(&self, ends: u64) -> f64 {
        let nodes = self.nodes as f64;
        if self.nodes == 0 { 0.0 } else { nodes * (1.0 - (-(ends as f64) / nodes).exp()) }
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

    /// `filter-boruvka`. First the light edges, if they are contracted alone, beside the lightest edge of
    /// each node, of which two threads have an array each; then new numbers of the nodes, the forest, and the
    /// edges that are left between trees.
    pub(super) fn contraction(&self) -> u64 {
        let Self { nodes, edges, threads, .. } = *self;
        let lightest = if threads == 2 { 2 * self.packed() } else { 0 }.max(self.packed() + 8) * nodes;
        let light = light(nodes as usize, edges as usize).map_or(0, |light| light as u64);
        let left = match light {
            // A round takes an edge at least for every two nodes that have edges.
            0 => edges - (self.expected(2 * edges) as u64 / 2).min(edges),
            // Heavy edges are left unless both their ends are in the largest tree of the light ones; of R-MAT
            // graphs more of them are than chance would leave.
            _ => {
                let inside = self.expected(2 * light) / nodes as f64;
                (2.0 * (edges - light) as f64 * (1.0 - inside * inside)) as u64
            }
        };
        let regions = |edges| if light == 0 { self.regions(edges) } else { self.regions_of_few(edges) };
        let most = (lightest + regions(light)).max(8 * nodes + nodes / 8 + regions(left));
        // Samples, the forest as bits, a pivot that is a little off, gaps that the allocator leaves.
        most + most / 16 + edges / 8
    }

    /// That many of the edges, in regions of an array that has room for all. A thread has two of them, each
    /// of which begins and ends on a large page of its own. Of an array of less than 32 MiB all is written.
    fn regions(&self, edges: u64) -> u64 {
        let all = self.record() * self.edges;
        if edges == 0 || self.threads == 1 {
            self.record() * edges
        } else if all < 16 * LARGE_PAGE {
            all
        } else {
            (self.record() * edges + 2 * self.threads * LARGE_PAGE).min(all)
        }
    }

    /// The same for edges that a filter has left: if an array for all has less than 32 MiB, each region is an
    /// array of its own at first, unless they are more than half.
    fn regions_of_few(&self, edges: u64) -> u64 {
        let all = self.record() * self.edges;
        if self.threads > 1 && all < 16 * LARGE_PAGE {
            (2 * self.record() * edges + 2 * self.threads * LARGE_PAGE).min(all)
        } else {
            self.regions(edges)
        }
    }
}
