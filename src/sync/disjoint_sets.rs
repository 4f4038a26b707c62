//! Disjoint sets (union-find).
//!
//! One word a node: its parent; a root is its own. `find` walks to the root and *halves* the path, pointing every
//! other node at its grandparent (Tarjan and van Leeuwen). `link` makes a root the child of another node.
//!
//! Why concurrent use is right: a node that is not a root never becomes one again, and an ancestor of a node stays
//! its ancestor. Halving overwrites only words of nodes that are not roots, with a node that was their ancestor a
//! moment ago and therefore still is; so it can undo another thread's *shortening*, never a link. A link writes only
//! the word of a root, by compare-and-swap where links compete ([`DisjointSets::unite`]), or plainly where the caller
//! owns the root ([`DisjointSets::link`], in the commit phase of a phased loop).

use super::primitives::{AtomicU32, Ordering};
use crate::fault::is_planted;
use crate::graph::Node;
use crate::parallel::prefetch;
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
                if is_planted("find-loses-update") {
                    // A store to a root's word undoes a link that came between.
                    self.parents[parent as usize].store(grandparent, Ordering::Relaxed);
                }
                return Node::from(parent);
            }
            self.parents[node as usize].store(grandparent, Ordering::Relaxed);
            node = grandparent;
        }
    }

    /// Whether the node is the root of its set.
    #[inline]
    pub fn is_root(&self, node: Node) -> bool {
        self.parent(node.into()) == u32::from(node)
    }

    /// Makes the root `child` a child of `parent`, which must be in another set: links within a set make a
    /// ring, in which a find may go round for ever.
    ///
    /// The caller must be the only one to link `child`; others may link other roots and find at the same time.
    ///
    /// # Panics
    /// In debug builds, if `child` is not a root.
    #[inline]
    pub fn link(&self, child: Node, parent: Node) {
        debug_assert!(self.is_root(child), "only roots are linked");
        debug_assert_ne!(child, parent, "a root is not linked to itself");
        self.parents[child.index()].store(parent.into(), Ordering::Relaxed);
    }

    /// Unites the sets of two nodes; `false` if they already are one. Any number of threads may do so at once.
    ///
    /// The higher root becomes the child of the lower, so no cycle of links can arise, and the root of a set of nodes
    /// does not depend on timing: it is the lowest.
    pub fn unite(&self, a: Node, b: Node) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            (a, b) = (self.find(a), self.find(b));
            if a == b {
                return false;
            }
            let (child, parent) = (u32::from(a.max(b)), u32::from(a.min(b)));
            // Fails if the child has been linked by another thread in the meantime: it is no longer a root.
            let word = &self.parents[child as usize];
            if word.compare_exchange(child, parent, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                return true;
            }
        }
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

    /// The same sets, for one thread from here on.
    #[must_use]
    pub fn into_sequential(self) -> SequentialSets {
        SequentialSets {
            parents: self.parents.into_iter().map(|word| word.load(Ordering::Relaxed)).collect(),
        }
    }
}

/// Disjoint sets for one thread: path halving, no ranks.
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

    /// Says that the set of a node will be asked for soon; see [`prefetch`].
    #[inline]
    pub fn prefetch(&self, node: Node) {
        prefetch(&self.parents, node.index());
    }

    /// The root of the node's set, halving the path to it.
    #[inline]
    pub fn find(&mut self, node: Node) -> Node {
        let mut node = u32::from(node);
        loop {
            let parent = self.parents[node as usize];
            if parent == node {
                return Node::from(node);
            }
            let grandparent = self.parents[parent as usize];
            self.parents[node as usize] = grandparent;
            node = grandparent;
        }
    }

    /// Unites the sets of two nodes; `false` if they already are one.
    #[inline]
    pub fn unite(&mut self, a: Node, b: Node) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parents[a.index()] = b.into();
        }
        a != b
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
    fn sequential_and_shared_agree() {
        let shared = DisjointSets::new(100).unwrap();
        let mut alone = SequentialSets::new(100).unwrap();
        for i in 0..60 {
            let (a, b) = (Node::new(i * 37 % 100), Node::new(i * i % 100));
            assert_eq!(shared.unite(a, b), alone.unite(a, b));
        }
        let mut handed_over = shared.into_sequential();
        for i in 0..100 {
            for j in 0..100 {
                let same = |sets: &mut SequentialSets| sets.find(Node::new(i)) == sets.find(Node::new(j));
                assert_eq!(same(&mut handed_over), same(&mut alone));
            }
        }
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
