//! Trees of links, each made by an edge of the forest.

use boscage_core::Result;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AnyKeys, Edge, EdgeId, Key, KeyedEdges, Node};
use boscage_core::parallel::{prefetch, tabulate};

/// Number of edges or nodes by which prefetches run ahead.
const AHEAD: usize = 16;

/// Number of edges joined between two reports of progress.
const REPORT_EVERY: usize = 1 << 12;

/// Higher than any rank.
const ROOT: u32 = u32::MAX;

/// The links of a forest. Ranks ascend along every path to a root.
pub(super) struct Links<K: Key> {
    links: Vec<Link>,
    /// The forest's edges, ascending; a rank is a position here.
    order: Vec<K::Packed>,
    /// The root of the largest tree.
    largest: Node,
}

/// The link of a node.
#[derive(Clone, Copy)]
struct Link {
    /// The parent; for a root, the number of nodes of its tree.
    parent: u32,
    /// The rank of the edge that made the link; `ROOT` for roots.
    rank: u32,
}

impl<K: Key> Links<K> {
    /// Joins the edges of a forest, given in ascending order. The inner error is the first edge that closes a
    /// cycle.
    pub(super) fn of(
        rounds: &Rounds<'_>,
        graph: KeyedEdges<'_, AnyKeys<K>>,
        order: Vec<K::Packed>,
    ) -> Result<Result<Self, EdgeId>> {
        let (exec, nodes, edges) = (rounds.exec(), graph.node_count(), graph.edges());
        let links = tabulate(exec, "links", nodes, |_| Link { parent: 1, rank: ROOT })?;
        let tops = tabulate(exec, "links to the tops of trees", nodes, |node| node as u32)?;
        let mut joining = Joining { tops, links, largest: 0 };
        let ends = |rank: usize| {
            let Edge { u, v, .. } = edges[K::unpack_id(order[rank]).index()];
            [u, v].map(u32::from)
        };
        for rank in 0..order.len() {
            if let Some(&later) = order.get(rank + 2 * AHEAD) {
                prefetch(edges, K::unpack_id(later).index());
            }
            if rank + AHEAD < order.len() {
                ends(rank + AHEAD).iter().for_each(|&end| joining.prefetch(end));
            }
            if rank + AHEAD / 2 < order.len() {
                ends(rank + AHEAD / 2).iter().for_each(|&end| joining.prefetch(joining.tops[end as usize]));
            }
            if !joining.join(ends(rank), rank as u32) {
                return Ok(Err(K::unpack_id(order[rank])));
            }
            if (rank + 1) % REPORT_EVERY == 0 {
                rounds.settle(REPORT_EVERY as u64)?;
            }
        }
        Ok(Ok(Self { largest: Node::from(joining.largest), links: joining.links, order }))
    }

    /// Returns an edge of the forest, with its key.
    pub(super) fn edge(&self, rank: u32) -> K::Packed {
        self.order[rank as usize]
    }

    /// Returns for each node of the largest tree the heaviest edge on its path to the root, which is that of
    /// the last link. For nodes of other trees it is above all edges.
    pub(super) fn bounds(&self, exec: &Exec) -> Result<Vec<K::Packed>> {
        tabulate(exec, "bounds", self.links.len(), |node| {
            if let Some(later) = self.links.get(node + AHEAD) {
                prefetch(&self.links, later.parent as usize);
            }
            let (mut at, mut last) = (node, ROOT);
            while self.links[at].rank != ROOT {
                let Link { parent, rank } = self.links[at];
                (at, last) = (parent as usize, rank);
            }
            if at != self.largest.index() && !is_planted("bound-all-trees") {
                K::PACKED_MAX
            } else if last == ROOT {
                K::default().pack(EdgeId::new(0))
            } else {
                self.order[last as usize]
            }
        })
    }

    /// Returns the rank of the heaviest edge between two nodes; `None` if they are one node or in different
    /// trees.
    pub(super) fn heaviest(&self, u: Node, v: Node) -> Option<u32> {
        let (mut u, mut v) = (u32::from(u), u32::from(v));
        let mut heaviest = None;
        while u != v {
            let (at_u, at_v) = (self.links[u as usize], self.links[v as usize]);
            let lower = at_u.rank.min(at_v.rank);
            if lower == ROOT {
                return None;
            }
            heaviest = Some(lower);
            if at_u.rank < at_v.rank {
                u = at_u.parent;
            } else {
                v = at_v.parent;
            }
        }
        heaviest
    }
}

/// The trees while edges are joined.
struct Joining {
    /// For each node an ancestor in its tree, or the node itself if it is a root. Searches shorten these
    /// paths.
    tops: Vec<u32>,
    links: Vec<Link>,
    /// The root of the largest tree.
    largest: u32,
}

impl Joining {
    fn prefetch(&self, node: u32) {
        prefetch(&self.tops, node as usize);
        prefetch(&self.links, node as usize);
    }

    /// Links the trees of two nodes by the edge of a rank. Returns `false` if they are one tree.
    fn join(&mut self, [u, v]: [u32; 2], rank: u32) -> bool {
        let (u, v) = (self.root(u), self.root(v));
        if u == v {
            return false;
        }
        let [of_u, of_v] = [u, v].map(|root| self.links[root as usize].parent);
        let (child, parent) = if of_u < of_v { (u, v) } else { (v, u) };
        self.tops[child as usize] = parent;
        self.links[child as usize] = Link { parent, rank };
        self.links[parent as usize].parent = of_u + of_v;
        if of_u + of_v > self.links[self.largest as usize].parent {
            self.largest = parent;
        }
        true
    }

    /// Returns the root of a node's tree. Every other node on the path gets its grandparent as parent.
    fn root(&mut self, mut node: u32) -> u32 {
        loop {
            let above = self.tops[node as usize];
            let next = self.tops[above as usize];
            if next == above {
                return above;
            }
            self.tops[node as usize] = next;
            node = next;
        }
    }
}
