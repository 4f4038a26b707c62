//! Disjoint sets (union-find).
//!
//! Each node has one word: its parent. A root is its own parent. `find` walks to the root and *halves* the
//! path: every other node then points to its grandparent (Tarjan and van Leeuwen). `link` makes a root the
//! child of another node.
//!
//! Why concurrent use is correct: a node that is not a root never becomes one again, and an ancestor of a
//! node stays its ancestor. Halving overwrites only words of nodes that are not roots, with a node that was
//! their ancestor a moment ago and so still is. It can undo another thread's *shortening*, but never a link.
//! A link writes only the word of a root: by compare-and-swap if links compete ([`DisjointSets::unite`]), or
//! by a plain store if the caller owns the root ([`DisjointSets::link`], in the commit phase of a phased
//! loop, and [`DisjointSets::hook`], before anything else).

use crate::fault::is_planted;
use crate::ids::Node;
use crate::parallel::prefetch;
use crate::primitives::{AtomicU32, Ordering};
use crate::{Result, memory};

/// Disjoint sets that many threads may use at once.
#[derive(Debug)]
pub struct DisjointSets {
    parents: Vec<AtomicU32>,
}

impl DisjointSets {
    /// `len` nodes, each a set of its own.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize) -> Result<Self> {
        let parents = memory::from_fn("disjoint sets", len, |node| AtomicU32::new(Node::new(node).into()))?;
        Ok(Self { parents })
    }

    #[inline]
    fn parent(&self, node: u32) -> u32 {
        self.parents[node as usize].load(Ordering::Relaxed)
    }

    /// Asks for the word of a node that [`find`](Self::find) will soon start from.
    #[inline]
    pub fn prefetch(&self, node: Node) {
        prefetch(&self.parents, node.index());
    }

    /// The root of the node's set, halving the path to it.
    #[inline]
    pub fn find(&self, node: Node) -> Node {
        let mut node = u32::from(node);
        loop {
            let parent = self.parent(node);
            if parent == node {
                return Node::from(node);
            }
            let grandparent = self.parent(parent);
            if grandparent == parent {
                return Node::from(parent);
            }
            self.parents[node as usize].store(grandparent, Ordering::Relaxed);
            node = grandparent;
        }
    }

    /// Makes the root of the node's set its parent, so that the next [`find`](Self::find) takes one step.
    /// Returns the root.
    #[inline]
    pub fn compress(&self, node: Node) -> Node {
        let first = self.parent(node.into());
        let mut root = first;
        loop {
            let parent = self.parent(root);
            if parent == root {
                break;
            }
            root = parent;
        }
        // The word of a root stays as it is: another thread may link it.
        if root != first {
            self.parents[node.index()].store(root, Ordering::Relaxed);
        }
        Node::from(root)
    }

    /// Whether the node is the root of its set.
    #[inline]
    fn is_root(&self, node: Node) -> bool {
        self.parent(node.into()) == u32::from(node)
    }

    /// Makes the root `child` a child of `parent`, which must be in another set: links within a set make a
    /// ring, in which a find may never end.
    ///
    /// The caller must be the only one to link `child`; others may link other roots and find at the same
    /// time.
    ///
    /// # Panics
    /// In debug builds, if `child` is not a root.
    #[inline]
    pub fn link(&self, child: Node, parent: Node) {
        debug_assert!(self.is_root(child), "only roots are linked");
        debug_assert_ne!(child, parent, "a root is not linked to itself");
        self.parents[child.index()].store(parent.into(), Ordering::Relaxed);
    }

    /// Unites the sets of two nodes by a load and a store, if `other` is lower; otherwise does nothing.
    /// `node` becomes a child of the parent of `other`. If nodes are hooked in ascending order, the trees
    /// stay flat.
    ///
    /// Only before any nodes are united or linked, and once for each `node`; others may hook other nodes at
    /// the same time. A later hook may lose a union or make a ring.
    ///
    /// # Panics
    /// In debug builds, if `node` is not a root.
    #[inline]
    pub fn hook(&self, node: Node, other: Node) {
        debug_assert!(self.is_root(node), "only roots are hooked");
        // Without a branch: which of the two is lower is hard to predict.
        let parent = self.parent(node.min(other).into());
        self.parents[node.index()].store(parent, Ordering::Relaxed);
    }

    /// Unites the sets of two nodes; `false` if they already are one. Any number of threads may do so at
    /// once.
    ///
    /// The higher root becomes the child of the lower, so no cycle of links can arise, and the root of a set
    /// of nodes does not depend on timing: it is the lowest.
    ///
    /// It walks up from both nodes, always from the higher one, and shortens that path by halving. So it ends
    /// where the paths meet, which may be far below the root.
    #[inline]
    pub fn unite(&self, a: Node, b: Node) -> bool {
        let (mut a, mut b) = (self.parent(a.into()), self.parent(b.into()));
        while a != b {
            let (high, low) = (a.max(b), a.min(b));
            let word = &self.parents[high as usize];
            let parent = word.load(Ordering::Relaxed);
            if parent == low {
                return false;
            }
            if parent == high {
                if is_planted("link-without-a-look") {
                    word.store(low, Ordering::Relaxed);
                    return true;
                }
                // Fails if another thread has linked it in the meantime: it is no longer a root.
                match word.compare_exchange(high, low, Ordering::Relaxed, Ordering::Relaxed) {
                    Ok(_) => return true,
                    Err(parent) => (a, b) = (parent, low),
                }
            } else {
                let grandparent = self.parent(parent);
                if grandparent != parent {
                    word.store(grandparent, Ordering::Relaxed);
                }
                (a, b) = (grandparent, self.parent(low));
            }
        }
        false
    }

    /// The parent of each node, no longer shared: the root of its set, if every node has been
    /// [compressed](Self::compress) since the last link.
    pub(crate) fn into_parents(self) -> Vec<u32> {
        self.parents.into_iter().map(AtomicU32::into_inner).collect() // into the same memory
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }
}

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
    use super::*;

    #[test]
    fn threads_unite_a_ring_into_one_set() {
        const N: usize = 10_000;
        let sets = DisjointSets::new(N).unwrap();
        let united: usize = std::thread::scope(|scope| {
            let part = |t| {
                let sets = &sets;
                let mine = (0..N).filter(move |i| i % 4 == t);
                move || mine.filter(|&i| sets.unite(Node::new(i), Node::new((i + 1) % N))).count()
            };
            let threads: Vec<_> = (0..4).map(|t| scope.spawn(part(t))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(united, N - 1);
        assert!((0..N).all(|i| sets.find(Node::new(i)) == Node::new(0)));
    }

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
    fn nodes_hooked_in_ascending_order_are_children_of_their_roots() {
        const N: usize = 1000;
        let (hooked, united) = (DisjointSets::new(N).unwrap(), DisjointSets::new(N).unwrap());
        for i in 0..N {
            let (node, other) = (Node::new(i), Node::new(i * i * 7919 % N));
            hooked.hook(node, other);
            if other < node {
                united.unite(node, other);
            }
        }
        assert!((0..N).map(Node::new).all(|node| hooked.find(node) == united.find(node)));
        let parents = hooked.into_parents();
        assert!(parents.iter().all(|&parent| parents[parent as usize] == parent));
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

    #[test]
    #[should_panic(expected = "only roots are hooked")]
    #[cfg(debug_assertions)]
    fn hooking_a_node_twice_is_caught() {
        let sets = DisjointSets::new(3).unwrap();
        sets.hook(Node::new(2), Node::new(0));
        sets.hook(Node::new(2), Node::new(1));
    }

    #[test]
    #[should_panic(expected = "only roots are linked")]
    #[cfg(debug_assertions)]
    fn linking_a_node_twice_is_caught() {
        let sets = DisjointSets::new(3).unwrap();
        sets.link(Node::new(0), Node::new(1));
        sets.link(Node::new(0), Node::new(2));
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Two threads unite overlapping pairs: exactly the right number of unions succeeds, and nothing is lost.
    #[test]
    fn no_union_is_lost() {
        loom::model(|| {
            let sets = Arc::new(DisjointSets::new(3).unwrap());
            let node = Node::new;
            let other = {
                let sets = Arc::clone(&sets);
                thread::spawn(move || {
                    u8::from(sets.unite(node(1), node(2))) + u8::from(sets.unite(node(0), node(1)))
                })
            };
            let mine = u8::from(sets.unite(node(0), node(2)));
            assert_eq!(mine + other.join().unwrap(), 2);
            assert!((0..3).all(|i| sets.find(node(i)) == node(0)));
        });
    }

    /// Hooks read parents that other threads are about to change: whichever they see, the sets are the same.
    #[test]
    fn hooks_beside_each_other() {
        loom::model(|| {
            let node = Node::new;
            let sets = Arc::new(DisjointSets::new(4).unwrap());
            let other = {
                let sets = Arc::clone(&sets);
                thread::spawn(move || {
                    sets.hook(node(2), node(1));
                    sets.hook(node(0), node(3)); // no lower node: stays a root
                })
            };
            sets.hook(node(3), node(2));
            sets.hook(node(1), node(0));
            other.join().unwrap();
            assert!((0..4).all(|i| sets.find(node(i)) == node(0)));
        });
    }

    /// A find that halves beside a link neither breaks the link nor misses the set.
    #[test]
    fn halving_beside_a_link() {
        loom::model(|| {
            let node = Node::new;
            let sets = Arc::new(DisjointSets::new(4).unwrap());
            sets.link(node(3), node(2));
            sets.link(node(2), node(1));
            let other = {
                let sets = Arc::clone(&sets);
                thread::spawn(move || sets.find(node(3)))
            };
            sets.link(node(1), node(0));
            let found = other.join().unwrap();
            assert!(found == node(1) || found == node(0));
            assert!((0..4).all(|i| sets.find(node(i)) == node(0)));
        });
    }
}
