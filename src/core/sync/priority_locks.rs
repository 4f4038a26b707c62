//! Priority locks, by which phased loops resolve conflicts.
//!
//! A lock is a word. Any number of items *bid* for it, each with a different priority. A lower priority
//! replaces a higher one, so the lowest bid wins, in whatever order the bids come. After the barrier that
//! ends the bid phase, items read the winner ([`BidLocks::won`]), and no word changes until its owner
//! *releases* it.
//!
//! All accesses are relaxed: a lock by itself protects no data; the barriers between phases order the owners'
//! accesses.

use crate::fault::is_planted;
use crate::ids::{Count, Node};
use crate::primitives::{AtomicU32, AtomicU64, Ordering};
use crate::sealed::Sealed;
use crate::{Result, memory};

/// Locks on nodes for which items bid. The lowest priority wins, so phased loops that resolve conflicts by
/// them are deterministic.
///
/// All methods panic if there is no such node.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no locks to bid for",
    note = "use `PriorityLocks` or `IndirectLocks`"
)]
pub trait BidLocks: Sync {
    /// The priority of a bid. The bids of a round are distinct, and the lowest wins.
    type Priority: Copy + Send + Sync;

    /// Bids for a node. Returns `false` if there is a lower bid, so this one has lost for good; `true` if
    /// this bid is the lowest so far.
    #[track_caller]
    fn bid(&self, node: impl Into<Node>, priority: Self::Priority) -> bool;

    /// Returns `true` if this was the lowest bid for the node. Call it only after all bids of the round.
    #[track_caller]
    fn won(&self, node: impl Into<Node>, priority: Self::Priority) -> bool;

    /// Frees the node for the next round. Only its owner may call this.
    #[track_caller]
    fn release(&self, node: impl Into<Node>);

    /// Returns `true` if no item owns the node.
    #[track_caller]
    fn is_free(&self, node: impl Into<Node>) -> bool;
}

/// A priority that fits an atomic word: `u32` or `u64`. The largest value is reserved for free locks.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the priority of a lock",
    note = "priorities are `u32` or `u64`; for others use `IndirectLocks`"
)]
pub trait PriorityWord: Copy + Ord + Send + Sync + std::fmt::Debug + Sealed + 'static {
    /// The atomic of that width.
    type Atomic: Send + Sync + std::fmt::Debug;
    /// The content of a free lock.
    const FREE: Self;
    /// Creates an atomic.
    fn atomic(self) -> Self::Atomic;
    /// Loads the value (relaxed).
    fn load(atomic: &Self::Atomic) -> Self;
    /// Stores the value (relaxed).
    fn store(self, atomic: &Self::Atomic);
    /// Compares and swaps (relaxed); may fail spuriously.
    ///
    /// # Errors
    /// The current value, if it was not replaced.
    fn exchange(atomic: &Self::Atomic, current: Self, new: Self) -> Result<Self, Self>;
}

macro_rules! priority_word {
    ($word:ty, $atomic:ty) => {
        impl PriorityWord for $word {
            type Atomic = $atomic;
            const FREE: Self = <$word>::MAX;

            #[inline]
            fn atomic(self) -> $atomic {
                <$atomic>::new(self)
            }

            #[inline]
            fn load(atomic: &$atomic) -> Self {
                atomic.load(Ordering::Relaxed)
            }

            #[inline]
            fn store(self, atomic: &$atomic) {
                atomic.store(self, Ordering::Relaxed);
            }

            #[inline]
            fn exchange(atomic: &$atomic, current: Self, new: Self) -> Result<Self, Self> {
                atomic.compare_exchange_weak(current, new, Ordering::Relaxed, Ordering::Relaxed)
            }
        }
    };
}

priority_word!(u32, AtomicU32);
priority_word!(u64, AtomicU64);

/// Bids for `word` with a bid that `beats` higher ones. The loop ends because the word only ever falls.
#[inline]
#[track_caller]
fn steal<P: PriorityWord>(word: &P::Atomic, bid: P, beats: impl Fn(P) -> bool) -> bool {
    let mut held = P::load(word);
    while held == P::FREE || beats(held) {
        match P::exchange(word, held, bid) {
            Ok(_) => return bid != P::FREE,
            Err(now) => held = now,
        }
    }
    held == bid
}

/// Priority locks whose word is the priority.
///
/// With 32-bit keys, the priority is key and id packed into a `u64`; in a sorted schedule, it is the item's
/// position, a `u32`. Wider priorities need [`IndirectLocks`]. The largest value, such as `u32::MAX`, means
/// "free": a bid of it never wins.
///
/// # Determinism
/// The lowest bid wins, whatever the timing.
///
/// # Memory
/// The size of `P` per node: 4 or 8 bytes.
///
/// # Examples
/// ```
/// use boscage::graph::Node;
/// use boscage::sync::{BidLocks, PriorityLocks};
///
/// let (locks, node) = (PriorityLocks::<u32>::new(2)?, Node::new(1));
/// assert!(locks.bid(node, 7) && locks.bid(node, 3));
/// assert!(!locks.bid(node, 5));
/// assert!(locks.won(node, 3) && !locks.won(node, 7));
/// locks.release(node);
/// assert!(locks.is_free(node));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct PriorityLocks<P: PriorityWord> {
    words: Vec<P::Atomic>,
}

impl<P: PriorityWord> PriorityLocks<P> {
    /// Creates free locks for the nodes of a graph, or for a number of nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<Node>) -> Result<Self> {
        Ok(Self { words: memory::from_fn("priority locks", of.count(), |_| P::FREE.atomic())? })
    }
}

impl<P: PriorityWord> BidLocks for PriorityLocks<P> {
    type Priority = P;

    #[inline]
    #[track_caller]
    fn bid(&self, node: impl Into<Node>, priority: P) -> bool {
        let node = node.into();
        steal(&self.words[node.index()], priority, |held| priority < held)
    }

    #[inline]
    #[track_caller]
    fn won(&self, node: impl Into<Node>, priority: P) -> bool {
        let node = node.into();
        priority != P::FREE && P::load(&self.words[node.index()]) == priority
    }

    #[inline]
    #[track_caller]
    fn release(&self, node: impl Into<Node>) {
        let node = node.into();
        P::FREE.store(&self.words[node.index()]);
    }

    #[inline]
    #[track_caller]
    fn is_free(&self, node: impl Into<Node>) -> bool {
        let node = node.into();
        P::load(&self.words[node.index()]) == P::FREE
    }
}

/// Priority locks for priorities wider than a word: the word is the *index* of the bidding item, and bids are
/// compared by the keys of the items. The index also breaks ties, the lower first.
///
/// # Determinism
/// The lowest (key, index) wins, whatever the timing.
///
/// # Memory
/// 4 bytes per node.
///
/// # Examples
/// ```
/// use boscage::graph::Node;
/// use boscage::sync::{BidLocks, IndirectLocks};
///
/// let keys = [(7_u64, 'a'), (3, 'b'), (3, 'a')];
/// let (locks, node) = (IndirectLocks::new(1, |index| keys[index as usize])?, Node::new(0));
/// assert!(locks.bid(node, 1) && locks.bid(node, 2) && !locks.bid(node, 0));
/// assert!(locks.won(node, 2));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct IndirectLocks<F> {
    words: PriorityLocks<u32>,
    key: F,
}

impl<K: Ord, F: Fn(u32) -> K + Sync> IndirectLocks<F> {
    /// Creates free locks for the nodes of a graph, or for a number of nodes; `key(index)` is the key of the
    /// bidder with this index. Keys that change, or are not totally ordered, only let another bid win.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<Node>, key: F) -> Result<Self> {
        Ok(Self { words: PriorityLocks::new(of)?, key })
    }
}

impl<K: Ord, F: Fn(u32) -> K + Sync> BidLocks for IndirectLocks<F> {
    type Priority = u32;

    #[inline]
    #[track_caller]
    fn bid(&self, node: impl Into<Node>, index: u32) -> bool {
        let node = node.into();
        let bid = ((self.key)(index), index);
        steal(&self.words.words[node.index()], index, |held| {
            if is_planted("drop-id-from-order") {
                return bid.0 <= (self.key)(held); // the last bid of equals
            }
            bid < ((self.key)(held), held)
        })
    }

    #[inline]
    #[track_caller]
    fn won(&self, node: impl Into<Node>, index: u32) -> bool {
        let node = node.into();
        self.words.won(node, index)
    }

    #[inline]
    #[track_caller]
    fn release(&self, node: impl Into<Node>) {
        let node = node.into();
        self.words.release(node);
    }

    #[inline]
    #[track_caller]
    fn is_free(&self, node: impl Into<Node>) -> bool {
        let node = node.into();
        self.words.is_free(node)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn lowest_bid_wins(locks: &impl BidLocks<Priority = u32>, bids: &[u32], lowest: u32) {
        let node = Node::new(0);
        assert!(locks.is_free(node));
        std::thread::scope(|scope| {
            for &bid in bids {
                scope.spawn(move || locks.bid(node, bid));
            }
        });
        for &bid in bids {
            assert_eq!(locks.won(node, bid), bid == lowest);
        }
        assert!(!locks.is_free(node));
        locks.release(node);
        assert!(locks.is_free(node));
    }

    #[test]
    fn the_lowest_bid_wins_whatever_the_order() {
        lowest_bid_wins(&PriorityLocks::new(1).unwrap(), &[5, 3, 9, 4], 3);
    }

    #[test]
    fn indirect_locks_compare_through_the_items_and_break_ties_by_index() {
        let keys = [7_u64, 2, u64::MAX, 2];
        let locks = IndirectLocks::new(1, |index: u32| keys[index as usize]).unwrap();
        lowest_bid_wins(&locks, &[0, 3, 2, 1], 1);
        lowest_bid_wins(&locks, &[2], 2);
    }

    #[test]
    fn a_bid_that_has_lost_returns_false() {
        let locks = PriorityLocks::<u64>::new(1).unwrap();
        let node = Node::new(0);
        assert!(locks.bid(node, 5));
        assert!(!locks.bid(node, 6));
        assert!(locks.bid(node, 5), "its own bid still stands");
        locks.release(node);
        assert!(!locks.bid(node, u64::MAX) && !locks.won(node, u64::MAX), "the largest value means free");
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::cell::Cell;
    use loom::sync::Arc;
    use loom::thread;

    /// Three bidders for one lock: the lowest owns it, and only bids that can still win are accepted.
    #[test]
    fn the_lowest_of_three_bids_wins() {
        loom::model(|| {
            let locks = Arc::new(PriorityLocks::<u64>::new(1).unwrap());
            let node = Node::new(0);
            let bidders: Vec<_> = [7_u64, 3]
                .map(|bid| {
                    let locks = Arc::clone(&locks);
                    thread::spawn(move || locks.bid(node, bid))
                })
                .into();
            locks.bid(node, 5);
            let stands: Vec<bool> = bidders.into_iter().map(|bidder| bidder.join().unwrap()).collect();
            assert!(stands[1], "the lowest bid always stands");
            assert!(locks.won(node, 3) && !locks.won(node, 5) && !locks.won(node, 7));
        });
    }

    /// Two bidders for an indirect lock: the lowest owns it.
    #[test]
    fn the_lowest_of_two_indirect_bids_wins() {
        loom::model(|| {
            let locks = Arc::new(IndirectLocks::new(1, |index: u32| [4_u64, 4][index as usize]).unwrap());
            let node = Node::new(0);
            let other = {
                let locks = Arc::clone(&locks);
                thread::spawn(move || locks.bid(node, 1))
            };
            locks.bid(node, 0);
            other.join().unwrap();
            assert!(locks.won(node, 0) && !locks.won(node, 1));
        });
    }

    /// Two items that both want both nodes, in rounds of phases with a barrier after each, as
    /// [`Exec::phased`](crate::exec::Exec::phased) runs them. They commit in the order of their priorities.
    /// The data that they change is not atomic, so an access that the phases do not order fails the model.
    #[test]
    fn items_commit_by_priority() {
        type Shared = (PriorityLocks<u32>, Cell<u32>);
        fn places() -> [Node; 2] {
            [0, 1].map(Node::new)
        }
        fn bid((locks, _): &Shared, item: u32) -> bool {
            places().map(|node| locks.bid(node, item)).contains(&true)
        }
        fn commit((locks, digits): &Shared, item: u32) -> bool {
            let has_won = places().into_iter().all(|node| locks.won(node, item));
            if has_won {
                digits.set(10 * digits.get() + item);
            }
            has_won
        }
        fn release((locks, _): &Shared, _: u32) -> bool {
            places().into_iter().for_each(|node| locks.release(node));
            places().into_iter().all(|node| locks.is_free(node))
        }
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(2));
        model.check(|| {
            let shared = Arc::new((PriorityLocks::new(2).unwrap(), Cell::new(0)));
            let phase = |of_item: fn(&Shared, u32) -> bool| {
                let other = Arc::clone(&shared);
                let other = thread::spawn(move || of_item(&other, 2));
                [of_item(&shared, 1), other.join().unwrap()]
            };
            assert!(phase(bid)[0], "the lowest bid stands");
            assert_eq!(phase(commit), [true, false]);
            assert_eq!(phase(release), [true, true]);
            // The next round has one item.
            assert!(bid(&shared, 2) && commit(&shared, 2) && release(&shared, 2));
            assert_eq!(shared.1.get(), 12);
        });
    }
}
