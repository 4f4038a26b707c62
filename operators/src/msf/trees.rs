//! Kruskal's loop, shared by all operators that take edges in ascending order: an edge enters the forest if
//! it joins two trees.
//!
//! **Phases.** The loop takes a batch of edges at a time. First every edge of the batch *climbs*: both ends
//! go two steps up in their trees. Most of them reach their roots, and edges whose ends meet are dropped. The
//! other edges are *united*, one by one.
//!
//! **Why it is correct.** A node and its ancestor are in one tree from then on. So an edge whose ends have a
//! common ancestor may be dropped, and two ancestors may be united instead of the ends. Edges that close a
//! cycle with others of their batch are detected when they are united.
//!
//! **Why in two steps.** The processor cannot predict whether an edge joins two trees, and each misprediction
//! costs as much as ten instructions; climbing has no branches. And it reads at places that are known some
//! edges in advance, so they can be prefetched.

use boscage_core::Result;
use boscage_core::graph::{EdgeId, Node};
use boscage_core::sync::{EdgeSet, SequentialSets};

use super::live_edge::LiveEdge;

/// Edges that climb before they are united.
const BATCH: usize = 64;
/// How many edges ahead the parents of their ends are prefetched, and the parents of those.
const AHEAD: [usize; 2] = [16, 8];
/// Nodes whose parents fit in the first-level cache, so that nothing is prefetched.
const NEAR: usize = 1 << 12;
/// How many edges ahead an edge is named that will be asked for.
pub(super) const EDGES_AHEAD: usize = 32;

/// The trees that the edges so far have made.
pub(super) struct Trees {
    sets: SequentialSets,
    forest: EdgeSet,
    nodes: usize,
    count: usize,
}

impl Trees {
    /// Every node is a tree; ids of edges are below `edges`.
    pub(super) fn new(nodes: usize, edges: usize) -> Result<Self> {
        Ok(Self { sets: SequentialSets::new(nodes)?, forest: EdgeSet::new(edges)?, nodes, count: nodes })
    }

    /// Number of trees.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Leads every node straight to its tree, for those who ask [`holds`](Self::holds) of many edges.
    pub(super) fn flatten(&mut self) {
        self.sets.flatten();
    }

    /// Whether both ends of an edge are in one tree. Many threads may ask at once.
    #[inline]
    pub(super) fn holds<K>(&self, edge: &LiveEdge<K>) -> bool {
        self.sets.is_one(Node::from(edge.u), Node::from(edge.v))
    }

    /// Says that the trees at the ends of an edge will be asked for soon.
    #[inline]
    pub(super) fn prefetch<K>(&self, edge: &LiveEdge<K>) {
        self.sets.prefetch(Node::from(edge.u));
        self.sets.prefetch(Node::from(edge.v));
    }

    /// Takes the edges at the positions below `len`, which ascend, into the forest, if they join two trees;
    /// stops when there is a single tree. `soon` is called with a position some time before `edge` is, for it
    /// to prefetch the edge there.
    pub(super) fn join<K>(&mut self, len: usize, edge: impl Fn(usize) -> LiveEdge<K>, soon: impl Fn(usize)) {
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
                    self.prefetch(&edge(ahead(i, AHEAD[0])));
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
                    self.forest.extend([EdgeId::from(id)]);
                    self.count -= 1;
                }
            }
        }
    }

    /// The edges that were taken.
    pub(super) fn into_edges(self) -> EdgeSet {
        self.forest
    }
}
