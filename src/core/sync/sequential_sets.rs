//! Disjoint sets (union-find) for one thread.

use crate::ids::{Count, Node};
use crate::parallel::prefetch;
use crate::{Result, memory};

/// Disjoint sets (union-find) for one thread: Rem's algorithm with splicing.
///
/// Parents have lower numbers than their children. [`unite`](Self::unite) walks up from both nodes at the
/// same time, always from the one with the higher parent, and links each node that it leaves to the lower of
/// the two parents. It ends where the paths meet, which may be far below the roots; it shortens both paths;
/// and it needs neither ranks nor sizes. M. Patwary, J. Blair, F. Manne, "Experiments on union-find
/// algorithms for the disjoint-set data structure", SEA 2010, measured it as the fastest. For many threads,
/// see [`DisjointSets`](super::DisjointSets).
///
/// # Determinism
/// The root of a set is its lowest node.
///
/// # Memory
/// 4 bytes per node.
///
/// # Examples
/// ```
/// use boscage::graph::Node;
/// use boscage::sync::SequentialSets;
///
/// let mut sets = SequentialSets::new(4)?;
/// assert!(sets.unite(3, 1) && sets.unite(1, 2) && !sets.unite(2, 3));
/// assert_eq!(sets.find(3), Node::new(1));
/// assert!(sets.same_set(2, 3) && !sets.same_set(0, 3));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SequentialSets {
    parents: Vec<u32>,
}

impl SequentialSets {
    /// Creates a set for each node of a graph, or for each of a number of nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<Node>) -> Result<Self> {
        let len = of.count();
        Ok(Self { parents: memory::from_fn("disjoint sets", len, |node| Node::new(node).into())? })
    }

    /// Prefetches the parent of a node; see [`prefetch`].
    #[inline]
    pub fn prefetch(&self, node: impl Into<Node>) {
        let node = node.into();
        prefetch(&self.parents, node.index());
    }

    /// Prefetches the parent's word of a node from which [`climb`](Self::climb) will soon start. The node's
    /// own word should be in the cache by now.
    #[inline]
    #[track_caller]
    pub fn prefetch_parent(&self, node: impl Into<Node>) {
        let node = node.into();
        prefetch(&self.parents, self.parents[node.index()] as usize);
    }

    /// Returns the grandparent of a node, or the root if that is nearer, and makes it the parent.
    #[inline]
    #[track_caller]
    pub fn climb(&mut self, node: impl Into<Node>) -> Node {
        let node = node.into();
        let parent = self.parents[node.index()];
        let grandparent = self.parents[parent as usize];
        self.parents[node.index()] = grandparent;
        Node::from(grandparent)
    }

    /// Returns the root of the node's set, which is its lowest node, and halves the path.
    #[inline]
    #[track_caller]
    pub fn find(&mut self, node: impl Into<Node>) -> Node {
        let mut node = node.into();
        while self.parents[node.index()] != u32::from(node) {
            node = self.climb(node);
        }
        node
    }

    /// Makes every node a child of its root, in one pass: parents have lower numbers.
    pub fn flatten(&mut self) {
        for node in 0..self.parents.len() {
            self.parents[node] = self.parents[self.parents[node] as usize];
        }
    }

    /// Returns `true` if two nodes are in one set. It changes nothing: several threads may call it at once.
    /// Paths may be long, except after [`flatten`](Self::flatten).
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn same_set(&self, a: impl Into<Node>, b: impl Into<Node>) -> bool {
        let (a, b) = (a.into(), b.into());
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

    /// Unites the sets of two nodes; returns `false` if they already are in one set.
    #[inline]
    #[track_caller]
    pub fn unite(&mut self, a: impl Into<Node>, b: impl Into<Node>) -> bool {
        let (a, b) = (a.into(), b.into());
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
            let same_set = shared.find(i) == shared.find(j);
            assert_eq!(alone.same_set(i, j), same_set);
            assert_eq!(alone.clone().find(i) == alone.clone().find(j), same_set);
            assert_eq!(alone.clone().unite(i, j), !same_set);
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
            assert!(sets.same_set(Node::new(0), Node::new(N - 1)));
            assert!((0..N).all(|i| sets.climb(Node::new(i)) <= Node::new(i)));
            assert!((0..N).all(|i| sets.find(Node::new(i)) == Node::new(0)));
        }
    }

    /// Here, sets that always link the first root below the second form one path of all nodes, and so do
    /// those that link the lower root below the higher one.
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
