//! Disjoint sets (union-find) for one thread.

use crate::ids::Node;
use crate::parallel::prefetch;
use crate::{Result, memory};

/// Disjoint sets for one thread (Rem's algorithm with splicing).
///
/// A parent has a lower number than its children. [`unite`](Self::unite) walks from both nodes at the same
/// time, always from the one with the higher parent, and hangs each node that it leaves below the lower
/// parent of the two. So it ends where the paths meet, which may be far below the roots; it shortens both;
/// and it needs neither ranks nor sizes. Patwary, Blair, Manne, "Experiments on union-find algorithms for the
/// disjoint-set data structure", SEA 2010, find it the fastest of all.
#[derive(Clone, Debug)]
pub struct SequentialSets {
    parents: Vec<u32>,
}

impl SequentialSets {
    /// `len` nodes, each a set of its own.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize) -> Result<Self> {
        Ok(Self { parents: memory::from_fn("disjoint sets", len, |node| Node::new(node).into())? })
    }

    /// Says that the parent of a node will be asked for soon; see [`prefetch`].
    #[inline]
    pub fn prefetch(&self, node: Node) {
        prefetch(&self.parents, node.index());
    }

    /// Says that [`climb`](Self::climb) will soon start from a node; its parent should be in the cache by
    /// now.
    #[inline]
    pub fn prefetch_parent(&self, node: Node) {
        prefetch(&self.parents, self.parents[node.index()] as usize);
    }

    /// The node two steps above, or the root if that is nearer. It becomes the parent.
    #[inline]
    pub fn climb(&mut self, node: Node) -> Node {
        let parent = self.parents[node.index()];
        let grandparent = self.parents[parent as usize];
        self.parents[node.index()] = grandparent;
        Node::from(grandparent)
    }

    /// The root of the node's set, which is its lowest node. The path is halved.
    #[inline]
    pub fn find(&mut self, mut node: Node) -> Node {
        while self.parents[node.index()] != u32::from(node) {
            node = self.climb(node);
        }
        node
    }

    /// Makes every node a child of its root, in one pass: the parents come first.
    pub fn flatten(&mut self) {
        for node in 0..self.parents.len() {
            self.parents[node] = self.parents[self.parents[node] as usize];
        }
    }

    /// Whether two nodes are in one set; changes nothing, so that many threads may ask at once. Paths may be
    /// long, but not after [`flatten`](Self::flatten).
    #[inline]
    #[must_use]
    pub fn is_one(&self, a: Node, b: Node) -> bool {
        let (mut a, mut b) = (u32::from(a), u32::from(b));
        loop {
            let (above_a, above_b) = (self.parents[a as usize], self.parents[b as usize]);
            if above_a == above_b {
                return true;
            }
            let (low, high, above) = if above_a < above_b { (a, b, above_b) } else { (b, a, above_a) };
            if above == high {
                return false; // a root, and the other path leads below it
            }
            (a, b) = (low, above);
        }
    }

    /// Unites the sets of two nodes; `false` if they already are one.
    #[inline]
    pub fn unite(&mut self, a: Node, b: Node) -> bool {
        let (mut a, mut b) = (u32::from(a), u32::from(b));
        loop {
            let (above_a, above_b) = (self.parents[a as usize], self.parents[b as usize]);
            if above_a == above_b {
                return false;
            }
            let (low, high, lower, above) =
                if above_a < above_b { (a, b, above_a, above_b) } else { (b, a, above_b, above_a) };
            self.parents[high as usize] = lower;
            if above == high {
                return true; // it was a root
            }
            (a, b) = (low, above);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::DisjointSets;
    use super::*;

    #[test]
    fn sequential_and_shared_agree() {
        let shared = DisjointSets::new(100).unwrap();
        let mut alone = SequentialSets::new(100).unwrap();
        for i in 0..60 {
            let (a, b) = (Node::new(i * 37 % 100), Node::new(i * i % 100));
            assert_eq!(shared.unite(a, b), alone.unite(a, b));
        }
        for (i, j) in (0..100).flat_map(|i| (0..100).map(move |j| (Node::new(i), Node::new(j)))) {
            let is_one = shared.find(i) == shared.find(j);
            assert_eq!(alone.is_one(i, j), is_one);
            assert_eq!(alone.clone().find(i) == alone.clone().find(j), is_one);
            assert_eq!(alone.clone().unite(i, j), !is_one);
        }
    }

    #[test]
    fn the_lowest_node_is_the_root_of_a_set_for_one_thread() {
        const N: usize = 1 << 12;
        let descending = (1..N).rev().map(|i| (i, i - 1));
        let ascending = (1..N).map(|i| (i - 1, i));
        let to_the_last = (0..N - 1).map(|i| (i, N - 1));
        let pairs: [Vec<(usize, usize)>; 3] =
            [descending.collect(), ascending.collect(), to_the_last.collect()];
        for pairs in pairs {
            let mut sets = SequentialSets::new(N).unwrap();
            for (a, b) in pairs {
                assert!(sets.unite(Node::new(a), Node::new(b)));
            }
            assert!(sets.is_one(Node::new(0), Node::new(N - 1)));
            assert!((0..N).all(|i| sets.climb(Node::new(i)) <= Node::new(i)));
            assert!((0..N).all(|i| sets.find(Node::new(i)) == Node::new(0)));
        }
    }

    /// Sets that hang the first root always below the second make one path of all nodes here, and so do those
    /// that hang the lower one below the higher.
    #[test]
    fn paths_stay_short_where_one_set_grows() {
        const N: usize = 1 << 12;
        let along: Vec<_> = (1..N).map(|i| (i - 1, i)).collect();
        let around: Vec<_> = (1..N).map(|i| (0, i)).collect();
        for pairs in [along, around] {
            for is_swapped in [false, true] {
                let mut sets = SequentialSets::new(N).unwrap();
                for &(a, b) in &pairs {
                    let (a, b) = if is_swapped { (b, a) } else { (a, b) };
                    assert!(sets.unite(Node::new(a), Node::new(b)));
                }
                let depth = |node: u32| {
                    let parent =
                        |&node: &u32| Some(sets.parents[node as usize]).filter(|&parent| parent != node);
                    std::iter::successors(Some(node), parent).count() - 1
                };
                let deepest = (0..N as u32).map(depth).max();
                assert!(deepest <= Some(2), "{deepest:?}, swapped: {is_swapped}");
            }
        }
    }
}
