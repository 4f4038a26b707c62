//! A forest as a tree of links between nodes.
//!
//! **Links.** Each node has a random priority. If one adds the edges of the forest in ascending order, each
//! joins two trees; let the root of a tree be its node of highest priority. Then each edge makes one of two
//! roots a child of the other. These *links*, each with its edge, are a tree of expected height O(log n), and
//! edges ascend on every path up.
//!
//! **Insertion.** The two ends climb as long as the links are lighter than the new edge, to the roots of
//! their trees before it. The root of lower priority becomes a child of the other one. It may have had a
//! heavier link; the edge of that link now joins its old parent and the other root, and is inserted in the
//! same way. If the two climb to one node, the edge that is being inserted is the heaviest of a cycle, and
//! leaves the forest.
//!
//! A node whose link is heavier than that of its parent was a child of this parent when that was a root. The
//! next climb through such a node makes it a child of its grandparent, until edges ascend again.

use boscage_core::graph::{Edge, Key};
use boscage_core::parallel::prefetch;
use boscage_core::random::mix;
use boscage_core::{Result, memory};

use crate::msf::links::top;
use crate::msf::stream::Record;

/// Number of edges by which prefetches run ahead.
const AHEAD: usize = 16;

/// A forest as links.
#[derive(Debug)]
pub(super) struct Links<K> {
    links: Vec<Link<K>>,
    /// Number of edges.
    edges: usize,
}

/// The link of a node.
#[derive(Clone, Copy, Debug)]
struct Link<K> {
    /// `ROOT` for a root.
    parent: u32,
    /// The edge that made the link; any for a root.
    edge: Record<K>,
}

/// The parent of a root: not a node.
const ROOT: u32 = u32::MAX;

impl<K: Key> Links<K> {
    /// Number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.links.len()
    }

    /// Number of edges.
    pub(super) fn edge_count(&self) -> usize {
        self.edges
    }

    /// Creates a forest without edges.
    pub(super) fn new(nodes: usize) -> Result<Self> {
        let mut links = Self { links: Vec::new(), edges: 0 };
        links.add_nodes(nodes)?;
        Ok(links)
    }

    /// Creates a forest of edges that are in the order of (key, position).
    pub(super) fn of(nodes: usize, edges: &[Record<K>]) -> Result<Self> {
        let mut links = Self::new(nodes)?.links;
        let mut tops = memory::from_fn("links to the tops of trees", nodes, |node| node as u32)?;
        for (i, &edge) in edges.iter().enumerate() {
            if let Some(later) = edges.get(i + 2 * AHEAD) {
                [later.u, later.v].iter().for_each(|&end| prefetch(&tops, end as usize));
            }
            if let Some(later) = edges.get(i + AHEAD) {
                [later.u, later.v].iter().for_each(|&end| prefetch(&tops, tops[end as usize] as usize));
            }
            let [u, v] = [edge.u, edge.v].map(|end| top(&mut tops, end));
            let (child, parent) = if priority(u) < priority(v) { (u, v) } else { (v, u) };
            tops[child as usize] = parent;
            links[child as usize] = Link { parent, edge };
        }
        Ok(Self { links, edges: edges.len() })
    }

    pub(super) fn add_nodes(&mut self, count: usize) -> Result<()> {
        memory::grow("the links of a forest", &mut self.links, count)?;
        let edge = Record::new(&Edge::new(0, 0, ()), K::default(), 0);
        self.links.resize(self.links.len() + count, Link { parent: ROOT, edge });
        Ok(())
    }

    /// Returns the edges, in no order.
    pub(super) fn records(&self) -> Result<Vec<Record<K>>> {
        let mut records = memory::reserve("the forest's edges", self.edges)?;
        records.extend(self.links.iter().filter(|link| link.parent != ROOT).map(|link| link.edge));
        Ok(records)
    }

    /// Inserts an edge; returns the edge that leaves the forest, which may be this one.
    pub(super) fn insert(&mut self, mut edge: Record<K>) -> Option<Record<K>> {
        let (mut u, mut v) = (edge.u, edge.v);
        loop {
            (u, v) = (self.climb(u, &edge), self.climb(v, &edge));
            if u == v {
                return Some(edge);
            }
            if priority(u) > priority(v) {
                (u, v) = (v, u);
            }
            let old = std::mem::replace(&mut self.links[u as usize], Link { parent: v, edge });
            if old.parent == ROOT {
                self.edges += 1;
                return None;
            }
            (u, edge) = (old.parent, old.edge);
        }
    }

    /// Returns the root of a node's tree before an edge was added.
    fn climb(&mut self, mut node: u32, before: &Record<K>) -> u32 {
        loop {
            let link = &self.links[node as usize];
            if link.parent == ROOT || !link.edge.precedes(before) {
                return node;
            }
            let above = &self.links[link.parent as usize];
            if above.parent != ROOT && above.edge.precedes(&link.edge) {
                self.links[node as usize].parent = above.parent;
            } else {
                node = link.parent;
            }
        }
    }

    /// Returns the heaviest edge between two nodes.
    pub(super) fn heaviest(&self, [mut u, mut v]: [u32; 2]) -> Option<&Record<K>> {
        let mut heaviest: Option<&Record<_>> = None;
        while u != v {
            let [at_u, at_v] = [u, v].map(|node| &self.links[node as usize]);
            let of_u = at_v.parent == ROOT || at_u.parent != ROOT && at_u.edge.precedes(&at_v.edge);
            let lower = if of_u { at_u } else { at_v };
            if lower.parent == ROOT {
                return None;
            }
            heaviest = heaviest.filter(|edge| lower.edge.precedes(edge)).or(Some(&lower.edge));
            *if of_u { &mut u } else { &mut v } = lower.parent;
        }
        heaviest
    }
}

/// Returns the priority of a node; no two nodes have the same.
fn priority(node: u32) -> u64 {
    mix(u64::from(node) + 1)
}
