//! The memory of operators, computed before they run.
//!
//! The formula of each operator stands beside it ([`Operator::memory`](super::Operator::memory)). This file
//! has the parts of the formulas, `papers/memory.rs` those of papers' operators: the records per edge, node
//! or arc, and the arrays of them that exist at the same time. The formulas give the memory that is used, not
//! the reserved addresses. They were fitted to measured peaks. A test requires `peak <= estimate` in every
//! run, and `estimate <= 1.4 peak` in the largest of up to five runs. They assume unsorted edges; sorted ones
//! can need less, because some operators then skip the sort. They also assume that the program's threads
//! share one arena of the allocator ([`boscage_core::memory::share_arenas`]). Without that, each thread keeps
//! freed arrays of up to 32 MiB, and operators took up to 2.2 times as much.
//!
//! Peaks of the same work differ from run to run: the memory depends on when trees meet (`prim-threads`,
//! `mst-bc`).

use boscage_core::graph::NonIsolated;

use super::filter::light;

/// A size of a graph, and the other quantities on which the memory of an operator depends.
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
    /// Bytes per weight, 4 or 8.
    pub weight_bytes: u64,
    /// Number of threads.
    pub threads: u64,
    /// The share of nodes that have edges.
    pub occupancy: Occupancy,
}

/// The share of nodes that have edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupancy {
    /// That of a graph whose edges have random ends.
    Random,
    /// All nodes have edges.
    All,
}

/// Returns the peak memory of [`check`](fn@super::check) in bytes, beside an edge list of this size and the
/// ids of the forest, which ascend.
#[must_use]
pub fn proof_memory(of: &Size) -> u64 {
    of.peak(|of| (16 + of.packed()) * of.nodes + of.packed() * of.forest())
}

/// Bytes of a large page.
const LARGE_PAGE: u64 = 2 << 20;

impl Size {
    /// Returns the bytes of the ids of a forest in which all nodes are connected if there are enough edges.
    #[must_use]
    pub fn forest_ids(&self) -> u64 {
        4 * self.forest()
    }

    /// Returns the peak of an operator that takes `needed` on the graph that it gets. If few nodes have
    /// edges, this is a copy without the others.
    pub(super) fn peak(&self, needed: impl Fn(&Self) -> u64) -> u64 {
        if self.is_sparse() { self.without_isolated(needed) } else { needed(self) }
    }

    /// Returns `true` if operators get a copy without the isolated nodes.
    fn is_sparse(&self) -> bool {
        NonIsolated::<u32>::is_worthwhile(self.nodes as usize, self.edges as usize)
    }

    /// Returns the peak of the copy and of the operator on it. The allocator keeps a part of the memory that
    /// making the copy took.
    fn without_isolated(&self, needed: impl Fn(&Self) -> u64) -> u64 {
        let (ends, copy, kept) = (8 * self.edges, (8 + self.weight_bytes) * self.edges, 4 * self.edges);
        // At most two nodes per edge.
        let non_isolated = Self { nodes: self.nodes.min(2 * self.edges), occupancy: Occupancy::All, ..*self };
        (2 * ends).max(ends + copy + kept + needed(&non_isolated))
    }

    /// Returns the approximate number of nodes that have edges, rounded up.
    #[must_use]
    pub fn touched(&self) -> u64 {
        match self.occupancy {
            Occupancy::All => self.nodes,
            Occupancy::Random => ((1.15 * self.expected(2 * self.edges)) as u64).min(self.nodes),
        }
    }

    /// Returns the expected number of different nodes among this many random ends of edges.
    fn expected(&self, ends: u64) -> f64 {
        let nodes = self.nodes as f64;
        if self.nodes == 0 { 0.0 } else { nodes * (1.0 - (-(ends as f64) / nodes).exp()) }
    }

    /// Returns the most edges that a forest can have.
    pub(super) fn forest(&self) -> u64 {
        self.nodes.min(self.edges)
    }

    /// Returns the bytes of (weight key, id) in one integer.
    pub(super) fn packed(&self) -> u64 {
        2 * self.weight_bytes
    }

    /// Returns the bytes of an edge or arc with its ends, its id and its key.
    pub(super) fn record(&self) -> u64 {
        8 + 2 * self.weight_bytes
    }

    /// Returns the bytes of an edge that bids: its ends, and key and id in a word, or the id alone if the key
    /// fills the word.
    pub(super) fn candidate(&self) -> u64 {
        if self.weight_bytes == 4 { 16 } else { 12 }
    }

    /// Returns the bytes of a lock for which edges bid.
    pub(super) fn lock(&self) -> u64 {
        if self.weight_bytes == 4 { 8 } else { 4 }
    }

    /// Returns the bytes of all packed edges, and of the sort's second array.
    pub(super) fn sort(&self) -> u64 {
        2 * self.packed() * self.edges
    }

    /// Returns the peak of `filter-boruvka`. At first there are the light edges, if they are contracted
    /// separately, and the lightest edge per node, of which two threads have an array each. Then there are
    /// the new numbers of the nodes, the forest, and the remaining edges between trees.
    pub(super) fn contraction(&self) -> u64 {
        let Self { nodes, edges, threads, .. } = *self;
        let lightest = if threads == 2 { 2 * self.packed() } else { 0 }.max(self.packed() + 8) * nodes;
        let light = light(nodes as usize, edges as usize).map_or(0, |light| light as u64);
        let left = match light {
            // A round takes at least one edge per two nodes that have edges.
            0 => edges - (self.expected(2 * edges) as u64 / 2).min(edges),
            // Heavy edges remain unless both their ends are in the largest tree of the light ones. In R-MAT
            // graphs more of them remain than expected for random ends.
            _ => {
                let inside = self.expected(2 * light) / nodes as f64;
                (2.0 * (edges - light) as f64 * (1.0 - inside * inside)) as u64
            }
        };
        let regions = |edges| if light == 0 { self.regions(edges) } else { self.regions_of_few(edges) };
        let most = (lightest + regions(light)).max(8 * nodes + nodes / 8 + regions(left));
        // Samples, the forest as bits, an inexact pivot, and gaps between the allocator's blocks.
        most + most / 10 + edges / 8
    }

    /// Returns the bytes of `edges` edges in regions of an array that has room for all. A thread has two
    /// regions, each of which begins and ends on a separate large page. An array of less than 32 MiB is
    /// written completely.
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

    /// The same for edges that a filter has left. If an array for all has less than 32 MiB, each region is
    /// first a separate array, unless they are more than half of all edges.
    fn regions_of_few(&self, edges: u64) -> u64 {
        let all = self.record() * self.edges;
        if self.threads > 1 && all < 16 * LARGE_PAGE {
            (2 * self.record() * edges + 2 * self.threads * LARGE_PAGE).min(all)
        } else {
            self.regions(edges)
        }
    }
}
