//! The trees of a forest as links: the heaviest edge between two nodes in O(log n) steps.
//!
//! Edges are joined in ascending order, and their positions in this order are their *ranks*. An edge links
//! the root of the smaller tree below the root of the larger one, and the link stores the rank. On a path up,
//! ranks only grow, and trees of height h have at least 2^h nodes. To find the heaviest edge between two
//! nodes, both climb, the lower rank first, until they meet. The last link is the heaviest edge.

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::Node;
use boscage_core::parallel::{prefetch, tabulate};
use boscage_core::{Result, memory};

/// Number of nodes by which prefetches run ahead.
const AHEAD: usize = 16;

/// Higher than any rank.
const ROOT: u32 = u32::MAX;

/// The links of a forest. Ranks ascend along every path to a root.
#[derive(Debug)]
pub(super) struct Links(Vec<Link>);

/// The link of a node.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The parent; not used of roots.
    parent: u32,
    /// The rank of the edge that made the link; `ROOT` for roots.
    rank: u32,
}

impl Links {
    /// Prefetches the link of a node.
    #[inline]
    pub(super) fn prefetch(&self, node: Node) {
        prefetch(&self.0, node.index());
    }

    /// Number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.0.len()
    }

    /// Returns the rank of the heaviest edge between two nodes; `None` if they are one node or in different
    /// trees.
    pub(super) fn heaviest(&self, u: Node, v: Node) -> Option<u32> {
        let (mut u, mut v) = (u32::from(u), u32::from(v));
        let mut heaviest = None;
        while u != v {
            let (at_u, at_v) = (self.0[u as usize], self.0[v as usize]);
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

/// Joins the edges of a forest.
#[derive(Debug)]
pub(super) struct Joining {
    /// For each node an ancestor in its tree, which searches bring nearer to the root. A root has the number
    /// of nodes plus one less than the size of its tree, so that a root is known by this word alone. Sizes of
    /// trees of more than 2^31 nodes may be too small for that; the greatest number stands for them.
    words: Vec<u32>,
    joined: Joined,
}

/// The edges of a forest that have been joined: for each rank the child and the parent of the link.
#[derive(Debug)]
pub(super) struct Joined {
    links: Vec<[u32; 2]>,
    /// The root of the largest tree.
    largest: u32,
}

impl Joining {
    /// Creates a tree per node.
    pub(super) fn new(exec: &Exec, nodes: usize) -> Result<Self> {
        let words = tabulate(exec, "links to the tops of trees", nodes, |_| nodes as u32)?;
        let joined = Joined { links: memory::reserve("links", nodes)?, largest: 0 };
        Ok(Self { words, joined })
    }

    /// Makes every node a tree again, of perhaps more nodes.
    pub(super) fn reset(&mut self, nodes: usize) -> Result<()> {
        self.words.clear();
        memory::grow("links to the tops of trees", &mut self.words, nodes)?;
        self.words.resize(nodes, nodes as u32);
        self.joined.links.clear();
        self.joined.largest = 0;
        memory::grow("links", &mut self.joined.links, nodes)
    }

    fn nodes(&self) -> u32 {
        self.words.len() as u32
    }

    /// Prefetches the link of a node.
    #[inline]
    pub(super) fn prefetch(&self, node: u32) {
        prefetch(&self.words, node as usize);
    }

    /// Prefetches the link of the node above a node, whose own link should be in the cache by now.
    #[inline]
    pub(super) fn prefetch_above(&self, node: u32) {
        self.prefetch(self.words[node as usize]); // of a root nothing
    }

    /// Returns an ancestor of a node: the root, or a node at least two links up. It has no branches.
    #[inline]
    pub(super) fn climb(&mut self, node: u32) -> u32 {
        let nodes = self.nodes();
        let word = self.words[node as usize];
        let above = if word < nodes { word } else { node };
        let next = self.words[above as usize];
        let top = if next < nodes { next } else { above };
        self.words[node as usize] = if word < nodes { top } else { word };
        top
    }

    /// Links the trees of two nodes by an edge, which gets the next rank. Returns `false` if they are one
    /// tree.
    #[inline]
    pub(super) fn join(&mut self, [u, v]: [u32; 2]) -> bool {
        let [(u, of_u), (v, of_v)] = [u, v].map(|end| self.root(end));
        if u == v {
            return false;
        }
        let (child, parent) = if of_u < of_v { (u, v) } else { (v, u) };
        let size = of_u.saturating_add(of_v - self.nodes()).saturating_add(1);
        self.words[child as usize] = parent;
        self.words[parent as usize] = size;
        self.joined.links.push([child, parent]);
        if size > self.words[self.joined.largest as usize] {
            self.joined.largest = parent;
        }
        true
    }

    /// Returns the edges that have been joined.
    pub(super) fn joined(&self) -> &Joined {
        &self.joined
    }

    /// The same, without the memory of the searches.
    pub(super) fn finish(self) -> Joined {
        self.joined
    }

    /// Returns the root of a node's tree, and its word. Every other node on the path gets its grandparent as
    /// parent.
    #[inline]
    fn root(&mut self, mut node: u32) -> (u32, u32) {
        let nodes = self.nodes();
        loop {
            let above = self.words[node as usize];
            if above >= nodes {
                return (node, above);
            }
            let next = self.words[above as usize];
            if next >= nodes {
                return (above, next);
            }
            self.words[node as usize] = next;
            node = next;
        }
    }
}

/// Returns the root of a node's tree by links to ancestors; a root is its own. Every other node on the path
/// gets its grandparent as parent.
#[inline]
pub(super) fn top(tops: &mut [u32], mut node: u32) -> u32 {
    loop {
        let above = tops[node as usize];
        let next = tops[above as usize];
        if next == above {
            return above;
        }
        tops[node as usize] = next;
        node = next;
    }
}

impl Joined {
    /// Writes a bound for each node of the largest tree to `bounds`, made from the rank of the heaviest edge
    /// on its path to the root, which is that of the last link. The root gets `least`; nodes of other trees
    /// keep the greatest bound, which all nodes must have before.
    pub(super) fn bounds<T: Copy + Ord>(&self, bounds: &mut [T], least: T, bound: impl Fn(usize) -> T) {
        if is_planted("bound-all-trees") {
            bounds.fill(least);
        }
        if let Some(root) = bounds.get_mut(self.largest as usize) {
            *root = least;
        }
        // From the last link down: a parent has its bound before its children.
        for (rank, &[child, parent]) in self.links.iter().enumerate().rev() {
            if let Some(later) = rank.checked_sub(AHEAD) {
                self.links[later].iter().for_each(|&node| prefetch(bounds, node as usize));
            }
            bounds[child as usize] = bounds[parent as usize].max(bound(rank));
        }
    }

    /// Returns the links in the order of the nodes.
    pub(super) fn links(&self, nodes: usize) -> Result<Links> {
        let mut links = memory::filled("links by node", nodes, Link { parent: 0, rank: ROOT })?;
        for (rank, &[child, parent]) in self.links.iter().enumerate() {
            if let Some(&[later, _]) = self.links.get(rank + AHEAD) {
                prefetch(&links, later as usize);
            }
            links[child as usize] = Link { parent, rank: rank as u32 };
        }
        Ok(Links(links))
    }
}
