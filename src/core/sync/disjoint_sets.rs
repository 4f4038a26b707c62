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
//! loop, and [`DisjointSets::hook`], before anything else). [`DisjointSets::compress`] writes the words of
//! roots too, so nothing may be linked meanwhile.

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
    ///
    /// Only while no thread unites, links or hooks: a union may be lost otherwise. Other threads may compress
    /// at the same time. They may also find, but a find may then store an ancestor that is not the root.
    #[inline]
    pub fn compress(&self, node: Node) -> Node {
        // Whether a node is a root or a child of one is hard to predict, so both take the same way.
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
