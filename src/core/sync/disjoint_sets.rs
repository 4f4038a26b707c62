//! Disjoint sets (union-find).
//!
//! Each node has one word: its parent. A root is its own parent. `find` walks to the root and *halves* the
//! path: it makes every other node point to its grandparent. `link` makes a root the child of another node.
//!
//! Why concurrent use is correct: a node that is not a root never becomes one again, and an ancestor of a
//! node stays its ancestor. Halving overwrites only words of nodes that are not roots, with a node that was
//! an ancestor when it was read and so still is. It can undo another thread's *shortening*, but never a link.
//! A link writes only the word of a root: by compare-and-swap if links compete ([`DisjointSets::unite`]), or
//! by a plain store if the caller owns the root ([`DisjointSets::link`], in the commit phase of a phased
//! loop, and [`DisjointSets::hook`], before anything else). [`DisjointSets::compress`] also writes the words
//! of roots, so no other thread may link meanwhile.

use crate::fault::is_planted;
use crate::ids::{Count, Node};
use crate::parallel::prefetch;
use crate::primitives::{AtomicU32, Ordering};
use crate::{Result, memory};

/// Disjoint sets (union-find) that many threads may use at once.
///
/// For one thread, see [`SequentialSets`](super::SequentialSets). [`RankedSets`](super::RankedSets) bounds
/// the length of paths. On one thread, finds take amortised logarithmic time. R. Tarjan, J. van Leeuwen,
/// "Worst-case analysis of set union algorithms", JACM 31, 1984.
///
/// # Determinism
/// The sets depend on the unions only, not on their order. The root of a set is its lowest node if all unions
/// are made by [`unite`](Self::unite) and [`hook`](Self::hook). The number of steps of a find is
/// nondeterministic.
///
/// # Memory
/// 4 bytes per node.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::Node;
/// use boscage::sync::DisjointSets;
///
/// let sets = DisjointSets::new(6)?;
/// Exec::new(2)?.do_all("unite", [(5, 3), (3, 1), (0, 2)], |(a, b)| {
///     sets.unite(a, b);
/// })?;
/// assert_eq!([5, 2, 4].map(|node| sets.find(node)), [1, 0, 4].map(Node::new));
/// assert!(!sets.unite(1, 5)); // they already are in one set
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct DisjointSets {
    parents: Vec<AtomicU32>,
}

impl DisjointSets {
    /// Creates a set for each node of a graph, or for each of a number of nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<Node>) -> Result<Self> {
        let len = of.count();
        let parents = memory::from_fn("disjoint sets", len, |node| AtomicU32::new(Node::new(node).into()))?;
        Ok(Self { parents })
    }

    #[inline]
    #[track_caller]
    fn parent(&self, node: u32) -> u32 {
        self.parents[node as usize].load(Ordering::Relaxed)
    }

    /// Prefetches the word of a node from which [`find`](Self::find) will soon start.
    #[inline]
    pub fn prefetch(&self, node: impl Into<Node>) {
        let node = node.into();
        prefetch(&self.parents, node.index());
    }

    /// Returns the root of the node's set, and halves the path to it.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn find(&self, node: impl Into<Node>) -> Node {
        let node = node.into();
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
    ///
    /// Only while no thread unites, links or hooks: otherwise a union may be lost. Other threads may compress
    /// at the same time. They may also find, but may then store an ancestor that is not the root.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    #[track_caller]
    pub fn compress(&self, node: impl Into<Node>) -> Node {
        let node = node.into();
        // Without a branch: it is hard to predict whether a node is near its root.
        let mut root = self.parent(self.parent(node.into()));
        loop {
            let parent = self.parent(root);
            if parent == root {
                break;
            }
            root = parent;
        }
        self.parents[node.index()].store(root, Ordering::Relaxed);
        Node::from(root)
    }

    /// Returns `true` if the node is the root of its set.
    #[inline]
    #[track_caller]
    fn is_root(&self, node: Node) -> bool {
        self.parent(node.into()) == u32::from(node)
    }

    /// Makes the root `child` a child of `parent`, which must be in another set. A link within a set creates
    /// a cycle, in which a find may never end.
    ///
    /// Only the caller may link `child`; other threads may link other roots and find at the same time.
    ///
    /// # Panics
    /// If there is no such node. In debug builds, also if `child` is not a root.
    #[inline]
    #[track_caller]
    pub fn link(&self, child: impl Into<Node>, parent: impl Into<Node>) {
        let (child, parent) = (child.into(), parent.into());
        debug_assert!(self.is_root(child), "only roots are linked");
        debug_assert_ne!(child, parent, "a root is not linked to itself");
        self.parents[child.index()].store(parent.into(), Ordering::Relaxed);
    }

    /// Unites the sets of two nodes by a load and a store if `other` is lower; otherwise does nothing. `node`
    /// becomes a child of the parent of `other`. If nodes are hooked in ascending order, the trees stay flat.
    ///
    /// Call it only before any nodes are united or linked, and once per `node`; other threads may hook other
    /// nodes at the same time. A later hook may lose a union or create a cycle.
    ///
    /// # Panics
    /// If there is no such node. In debug builds, also if `node` is not a root.
    #[inline]
    #[track_caller]
    pub fn hook(&self, node: impl Into<Node>, other: impl Into<Node>) {
        let (node, other) = (node.into(), other.into());
        debug_assert!(self.is_root(node), "only roots are hooked");
        // Without a branch: it is hard to predict which of the two is lower.
        let parent = self.parent(node.min(other).into());
        self.parents[node.index()].store(parent, Ordering::Relaxed);
    }

    /// Unites the sets of two nodes; returns `false` if they already are in one set. Any number of threads
    /// may call this at once.
    ///
    /// The higher root becomes the child of the lower one, so links cannot form a cycle, and the root of a
    /// set is its lowest node, whatever the timing.
    ///
    /// The function walks up from both nodes, always from the higher one, and halves that path. It ends where
    /// the paths meet, which may be far below the root.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    #[track_caller]
    pub fn unite(&self, a: impl Into<Node>, b: impl Into<Node>) -> bool {
        let (a, b) = (a.into(), b.into());
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
                // Fails if another thread has linked it meanwhile: it is no longer a root.
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

    /// Returns the parent of each node. It is the root of the node's set if every node has been
    /// [compressed](Self::compress) since the last link.
    pub(crate) fn into_parents(self) -> Vec<u32> {
        self.parents.into_iter().map(AtomicU32::into_inner).collect() // into the same memory
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns `true` if there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
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

    /// Two threads unite overlapping pairs: the right number of unions succeeds, and none is lost.
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

    /// Hooks read parents that other threads are about to change. The sets are the same, whatever they read.
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

    /// A find that halves concurrently with a link neither breaks the link nor leaves the set.
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
