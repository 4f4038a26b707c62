//! The step of both `boruvka` and `windowed_kruskal`: an edge joins the trees at its ends.
//!
//! A live edge *bids* for the trees at both its ends. The edge with the lowest (weight, id) that bids for a
//! tree owns it. An edge that owns at least one of its trees *commits*: it enters the forest and links a tree
//! that it owns to the other.
//!
//! **An owner belongs to the forest.** Among all live edges, or those in a prefix of the order, it is the
//! lowest that leaves its tree. Edges outside the prefix are higher. So it is the lowest edge of a cut.
//!
//! **Links make no cycle.** Every tree is linked only by its owner, so a cycle of links would be a cycle of
//! owners. Each edge of the cycle also bid for the next tree, so the next tree's owner is the same edge or
//! lower. Around the cycle, all owners must then be the same edge. But one edge links only one of its two
//! trees.

use boscage_core::Result;
use boscage_core::exec::{Bid, Commit, Phased, Push};
use boscage_core::fault::is_planted;
use boscage_core::graph::{Edge, EdgeId, Node};
use boscage_core::sync::{BidLocks, DisjointSets, EdgeSet};
use bytemuck::Zeroable;

/// An edge that is not yet in the forest or dropped.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Candidate<P> {
    pub(super) u: Node,
    pub(super) v: Node,
    pub(super) priority: P,
}

impl<P> Candidate<P> {
    #[inline]
    pub(super) fn new<W>(edge: Edge<W>, priority: P) -> Self {
        Self { u: edge.u, v: edge.v, priority }
    }
}

/// The operator. `L` are the locks of trees, `F` maps a priority to its edge.
pub(super) struct JoinTrees<L, F> {
    trees: DisjointSets,
    locks: L,
    forest: EdgeSet,
    edge_of: F,
}

impl<L, F> JoinTrees<L, F> {
    pub(super) fn new(nodes: usize, edges: usize, locks: L, edge_of: F) -> Result<Self> {
        let (trees, forest) = (DisjointSets::new(nodes)?, EdgeSet::new(edges)?);
        Ok(Self { trees, locks, forest, edge_of })
    }

    /// Returns the edges of the forest.
    pub(super) fn into_edges(self) -> EdgeSet {
        self.forest
    }
}

impl<L: BidLocks, F: Fn(L::Priority) -> EdgeId + Sync> Phased for JoinTrees<L, F> {
    type Item = Candidate<L::Priority>;

    #[inline]
    fn bid(&self, c: &mut Self::Item) -> Bid {
        (c.u, c.v) = (self.trees.find(c.u), self.trees.find(c.v));
        if c.u == c.v {
            return Bid::Drop; // both ends in one tree: the heaviest edge of a cycle
        }
        let stands_at_u = self.locks.bid(c.u, c.priority);
        if is_planted("bid-at-one-end") {
            return if stands_at_u { Bid::Placed } else { Bid::Lost };
        }
        let stands_at_v = self.locks.bid(c.v, c.priority);
        if stands_at_u || stands_at_v { Bid::Placed } else { Bid::Lost }
    }

    #[inline]
    fn commit(&self, c: &Self::Item, _: &mut Push<'_, Self::Item>) -> Commit {
        let (child, parent) = match (self.locks.won(c.u, c.priority), self.locks.won(c.v, c.priority)) {
            // Links only one of them, or two roots would point at each other. Either one keeps paths short.
            (true, true) => (c.u.max(c.v), c.u.min(c.v)),
            (true, false) => (c.u, c.v),
            (false, true) => (c.v, c.u),
            (false, false) => return Commit::Retry,
        };
        self.trees.link(child, parent);
        self.forest.insert((self.edge_of)(c.priority));
        Commit::Done
    }

    #[inline]
    fn release(&self, c: &Self::Item, outcome: Commit) {
        // Every owner commits, so an edge that does not commit owns nothing.
        if outcome == Commit::Done && !is_planted("forget-release") {
            self.locks.release(c.u);
            self.locks.release(c.v);
        }
    }

    fn assert_released(&self, c: &Self::Item) {
        assert!(self.locks.is_free(c.u) && self.locks.is_free(c.v), "a tree is still locked after its round");
    }

    fn finished(&self, committed: u64) -> bool {
        committed + 1 >= self.trees.len() as u64 // one tree: every other edge closes a cycle
    }
}
