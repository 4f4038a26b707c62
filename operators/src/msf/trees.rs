//! Kruskal's loop, shared by all operators that take edges in ascending order: an edge enters the forest if
//! it joins two trees.
//!
//! **Phases.** The loop takes a batch of edges at a time. First every edge of the batch *climbs*: both ends
//! go two steps up in their trees. Most of them reach their roots, and edges whose ends meet are dropped. The
//! other edges are *united*, one by one.
//!
//! **Correctness.** A node and its ancestor stay in one tree. So an edge whose ends have a common ancestor
//! may be dropped, and two ancestors may be united instead of the ends. Edges that close a cycle with others
//! of their batch are detected when they are united.
//!
//! **Why two steps.** The processor cannot predict if an edge joins two trees, and each misprediction costs
//! as much as ten instructions; climbing has no branches. And it reads positions that are known some edges in
//! advance, so they can be prefetched.

use boscage_core::Result;
use boscage_core::graph::Node;
use boscage_core::sync::SequentialSets;

use super::live_edge::LiveEdge;

/// Edges that climb before they are united.
const BATCH: usize = 64;
/// Numbers of edges by which prefetches run ahead: of the parents of their ends, and of the parents of those.
const AHEAD: [usize; 2] = [16, 8];
/// Number of nodes whose parents fit in the first-level cache, so that nothing is prefetched.
const NEAR: usize = 1 << 12;
/// Number of edges by which calls of `soon` run ahead.
pub(super) const EDGES_AHEAD: usize = 32;

/// The trees of the edges so far.
pub(super) struct Trees {
    sets: SequentialSets,
    nodes: usize,
    count: usize,
}

impl Trees {
    /// Creates a tree per node.
    pub(super) fn new(nodes: usize) -> Result<Self> {
        Ok(Self { sets: SequentialSets::new(nodes)?, nodes, count: nodes })
    }

    /// Returns the number of trees.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Calls `take` with the ids of the edges that join two trees, of those at the positions below `len`,
    /// which ascend. Stops when there is a single tree. `soon` is called with a position some time before
    /// `edge`, to prefetch the edge there.
    pub(super) fn join<K>(
        &mut self,
        len: usize,
        edge: impl Fn(usize) -> LiveEdge<K>,
        soon: impl Fn(usize),
        mut take: impl FnMut(u32),
    ) {
        let prefetch = |sets: &SequentialSets, edge: &LiveEdge<K>| {
            sets.prefetch(Node::from(edge.u));
            sets.prefetch(Node::from(edge.v));
        };
        let ahead = |i: usize, by: usize| (i + by).min(len - 1);
        let mut open = [(0, Node::from(0), Node::from(0)); BATCH];
        let is_far = self.nodes > NEAR;
        for start in (0..len).step_by(BATCH) {
            if self.count <= 1 {
                return;
            }
            let mut left = 0;
            for i in start..len.min(start + BATCH) {
                if is_far {
                    soon(ahead(i, EDGES_AHEAD));
                    prefetch(&self.sets, &edge(ahead(i, AHEAD[0])));
                    let near = edge(ahead(i, AHEAD[1]));
                    self.sets.prefetch_parent(Node::from(near.u));
                    self.sets.prefetch_parent(Node::from(near.v));
                }
                let LiveEdge { u, v, id, .. } = edge(i);
                let (u, v) = (self.sets.climb(Node::from(u)), self.sets.climb(Node::from(v)));
                open[left] = (id, u, v);
                left += usize::from(u != v);
            }
            for &(id, u, v) in &open[..left] {
                if self.sets.unite(u, v) {
                    take(id);
                    self.count -= 1;
                }
            }
        }
    }
}
