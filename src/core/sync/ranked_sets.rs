//! Disjoint sets by rank.
//!
//! Each node has a 64-bit *record*: its rank in the upper half, its parent in the lower; a root is its own
//! parent. A root is linked below another root of higher (rank, node) by a compare-and-swap of its whole
//! record. If the ranks were equal, the rank of the upper root is then incremented, unless another thread has
//! done so.
//!
//! Why it is correct: the rank of a node that is not a root never changes, the rank of a root only grows, and
//! a link goes from a lower (rank, node) to a higher one. So (rank, node) increases along every path, and
//! there are no cycles. The swap fails if the node is no longer a root of this rank, so nothing is linked
//! twice, and no link is lost. Halving replaces the parent of a node that is not a root by an ancestor, and
//! keeps its rank.
//!
//! All accesses are relaxed: a set protects no other data, and accesses after a loop are ordered by the end
//! of the loop.

use crate::fault::is_planted;
use crate::ids::{Count, Node};
use crate::primitives::{AtomicU64, Ordering};
use crate::{Result, memory};

/// Selects whether finds shorten the paths that they walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathCompression {
    /// Path halving: every other node of a path is skipped from then on, by a compare-and-swap.
    On,
    /// Finds only read; for comparisons.
    Off,
}

/// Disjoint sets by rank (union-find), wait-free, that many threads may use at once.
///
/// Paths have at most log2 n steps, times the number of threads that unite sets at the same moment.
/// [`DisjointSets`](super::DisjointSets) takes half the memory. R. Anderson, H. Woll,
/// "Wait-free parallel algorithms for the union-find problem", STOC 1991.
///
/// # Determinism
/// The sets depend on the unions only, not on their order; the roots are nondeterministic.
///
/// # Memory
/// 8 bytes per node.
///
/// # Examples
/// ```
/// use boscage::{graph::Node, sync::{PathCompression, RankedSets}};
///
/// let sets = RankedSets::new(3, PathCompression::Off)?;
/// let [a, b, c] = [0, 1, 2].map(Node::new);
/// assert!(sets.unite(a, b) && sets.unite(b, c) && !sets.unite(c, a));
/// assert_eq!(sets.find(a), sets.find(c));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct RankedSets {
    records: Vec<AtomicU64>,
    compression: PathCompression,
}

/// Rank and parent of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Record {
    rank: u32,
    parent: u32,
}

impl Record {
    fn word(self) -> u64 {
        u64::from(self.rank) << 32 | u64::from(self.parent)
    }
}

impl From<u64> for Record {
    #[inline]
    fn from(word: u64) -> Self {
        Self { rank: (word >> 32) as u32, parent: word as u32 }
    }
}

impl RankedSets {
    /// Creates a set for each node of a graph, or for each of a number of nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<Node>, compression: PathCompression) -> Result<Self> {
        let len = of.count();
        let own = |node| AtomicU64::new(Record { rank: 0, parent: Node::new(node).into() }.word());
        Ok(Self { records: memory::from_fn("disjoint sets", len, own)?, compression })
    }

    #[inline]
    #[track_caller]
    fn record(&self, node: u32) -> Record {
        self.records[node as usize].load(Ordering::Relaxed).into()
    }

    /// Replaces a record if it is unchanged.
    fn replace(&self, node: u32, old: Record, new: Record) -> bool {
        let word = &self.records[node as usize];
        if is_planted("replace-whatever-is-there") {
            word.store(new.word(), Ordering::Relaxed);
            return true;
        }
        word.compare_exchange(old.word(), new.word(), Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Returns the root of the node's set.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn find(&self, node: impl Into<Node>) -> Node {
        let node = node.into();
        self.root(node.into()).0.into()
    }

    /// Returns the root of a node's set, and its record when it was one.
    #[inline]
    #[track_caller]
    fn root(&self, mut node: u32) -> (u32, Record) {
        let mut record = self.record(node);
        while record.parent != node {
            let above = self.record(record.parent);
            if above.parent == record.parent {
                return (record.parent, above);
            }
            if self.compression == PathCompression::On {
                self.replace(node, record, Record { parent: above.parent, ..record });
            }
            (node, record) = (above.parent, self.record(above.parent));
        }
        (node, record)
    }

    /// Unites the sets of two nodes; returns `false` if they already are in one set. Any number of threads
    /// may call this at once.
    #[track_caller]
    pub fn unite(&self, a: impl Into<Node>, b: impl Into<Node>) -> bool {
        let (a, b) = (a.into(), b.into());
        let (mut a, mut b) = (u32::from(a), u32::from(b));
        loop {
            let (mut low, mut high) = (self.root(a), self.root(b));
            if low.0 == high.0 {
                return false;
            }
            if (high.1.rank, high.0) < (low.1.rank, low.0) {
                std::mem::swap(&mut low, &mut high);
            }
            let (child, record) = low;
            let (parent, of_parent) = high;
            if self.replace(child, record, Record { parent, ..record }) {
                if record.rank == of_parent.rank {
                    self.raise(parent, of_parent);
                }
                return true;
            }
            (a, b) = (child, parent);
        }
    }

    /// Ensures that a root has a higher rank than the root of equal rank that has just been linked to it.
    fn raise(&self, mut root: u32, equal: Record) {
        let mut record = equal;
        while record.rank == equal.rank {
            if self.replace(root, record, Record { rank: record.rank + 1, parent: root }) {
                return;
            }
            // It has been raised or is no longer a root: then the root above must have a higher rank.
            (root, record) = self.root(root);
        }
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns `true` if there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const BOTH: [PathCompression; 2] = [PathCompression::On, PathCompression::Off];

    /// Returns the number of steps from a node to its root.
    fn depth(sets: &RankedSets, node: u32) -> u32 {
        let parent = sets.record(node).parent;
        if parent == node { 0 } else { 1 + depth(sets, parent) }
    }

    #[test]
    fn many_threads_unite_and_as_many_unions_succeed_as_there_can_be() {
        const NODES: usize = 1 << 10;
        for compression in BOTH {
            let sets = RankedSets::new(NODES, compression).unwrap();
            let unions: usize = std::thread::scope(|scope| {
                let unite = |step: usize| {
                    let sets = &sets;
                    let pairs = (0..NODES).map(move |i| (Node::new(i), Node::new((i * step + 1) % NODES)));
                    scope.spawn(move || pairs.filter(|&(a, b)| sets.unite(a, b)).count())
                };
                [1, 3, 5, 1].map(unite).map(|thread| thread.join().unwrap()).into_iter().sum()
            });
            assert_eq!(unions, NODES - 1); // step 1 alone unites all
            assert!((0..NODES as u32).all(|node| sets.find(node) == sets.find(0)));
        }
    }

    #[test]
    fn paths_are_as_short_as_ranks_promise_and_compression_shortens_them() {
        const LEVELS: u32 = 10;
        for compression in BOTH {
            let sets = RankedSets::new(1 << LEVELS, compression).unwrap();
            // Sets of equal size are united pair by pair, by their roots: the deepest trees that are
            // possible.
            for half in (0..LEVELS).map(|level| 1 << level) {
                let roots = (0..1 << LEVELS)
                    .step_by(2 * half)
                    .map(|i| (sets.root(i as u32), sets.root((i + half) as u32)));
                let roots: Vec<_> = roots.map(|(a, b)| (a.0, b.0)).collect();
                assert!(roots.into_iter().all(|(a, b)| sets.unite(a, b)));
            }
            let depths = || (0..1 << LEVELS).map(|node| depth(&sets, node)).max().unwrap();
            assert!(depths() <= LEVELS);
            for node in (0..3).flat_map(|_| 0..1 << LEVELS).map(Node::new) {
                assert!(sets.find(node).index() < sets.len());
            }
            if compression == PathCompression::On {
                assert!(depths() <= 2, "{}", depths());
            } else {
                assert_eq!(depths(), LEVELS);
            }
        }
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// A find that shortens the longest possible path, concurrent with a union of its root.
    #[test]
    fn halving_beside_a_union() {
        loom::model(|| {
            let node = Node::new;
            let sets = RankedSets::new(5, PathCompression::On).unwrap();
            for (a, b) in [(0, 1), (2, 3), (0, 2)] {
                assert!(sets.unite(node(a), node(b))); // 0 below 1, 2 below 3, 1 below 3
            }
            let sets = Arc::new(sets);
            let other = {
                let sets = Arc::clone(&sets);
                thread::spawn(move || sets.find(node(0)))
            };
            assert!(sets.unite(node(3), node(4)));
            let found = other.join().unwrap();
            assert!(found == node(3) && (0..5).all(|i| sets.find(node(i)) == node(3)));
        });
    }

    /// Two threads unite overlapping pairs of equal rank: no union is lost, none is counted twice, and there
    /// is no cycle (a find would not end).
    #[test]
    fn no_union_is_lost() {
        for compression in [PathCompression::On, PathCompression::Off] {
            loom::model(move || {
                let sets = Arc::new(RankedSets::new(3, compression).unwrap());
                let node = Node::new;
                let other = {
                    let sets = Arc::clone(&sets);
                    thread::spawn(move || {
                        u8::from(sets.unite(node(1), node(2))) + u8::from(sets.unite(node(0), node(1)))
                    })
                };
                let mine = u8::from(sets.unite(node(2), node(0)));
                assert_eq!(mine + other.join().unwrap(), 2);
                assert!((0..3).all(|i| sets.find(node(i)) == sets.find(node(0))));
            });
        }
    }
}
