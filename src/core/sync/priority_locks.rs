//! Priority locks: phased loops resolve conflicts only by them, and so are deterministic.
//!
//! A lock is a word. Any number of items *bid* for it, each with a different priority. The lowest bid becomes
//! the owner, in whatever order the bids come, because a lower priority replaces a higher one. After the
//! barrier that ends the bid phase, all items can ask who won ([`BidLocks::won`]), and no word changes until
//! its owner *releases* it.
//!
//! Everything is relaxed: a lock by itself protects no data; the barriers between phases order the owners'
//! accesses.

use crate::fault::is_planted;
use crate::ids::Node;
use crate::primitives::{AtomicU32, AtomicU64, Ordering};
use crate::sealed::Sealed;
use crate::{Result, memory};

/// Locks on nodes that are bid for.
pub trait BidLocks: Sync {
    /// What bids are compared by: no two of one round are equal, and the lowest wins.
    type Priority: Copy + Send + Sync;

    /// Bids for a node. `false` if a lower bid already stands, so this one has lost for good; `true` means it
    /// stands for now.
    fn bid(&self, node: Node, priority: Self::Priority) -> bool;

    /// Whether this was the lowest bid for the node. Ask only after all bids have been made.
    fn won(&self, node: Node, priority: Self::Priority) -> bool;

    /// Frees the node for the next round. Only its owner does so.
    fn release(&self, node: Node);

    /// Whether no item owns the node.
    fn is_free(&self, node: Node) -> bool;
}

/// A priority that fits an atomic word: `u32` or `u64`. The largest value means "free" and is never bid.
pub trait PriorityWord: Copy + Ord + Send + Sync + std::fmt::Debug + Sealed + 'static {
    /// The atomic of that width.
    type Atomic: Send + Sync + std::fmt::Debug;
    /// No bid.
    const FREE: Self;
    /// A new atomic.
    fn atomic(self) -> Self::Atomic;
    /// A relaxed load.
    fn load(atomic: &Self::Atomic) -> Self;
    /// A relaxed store.
    fn store(self, atomic: &Self::Atomic);
    /// A relaxed compare-and-swap that may fail spuriously.
    ///
    /// # Errors
    /// The value found, if it was not replaced.
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

/// Bids for `word` with a bid that `beats` those it is lower than. The loop ends because the word only ever
/// falls.
#[inline]
fn steal<P: PriorityWord>(word: &P::Atomic, bid: P, beats: impl Fn(P) -> bool) -> bool {
    let mut held = P::load(word);
    while held == P::FREE || beats(held) {
        match P::exchange(word, held, bid) {
            Ok(_) => return true,
            Err(now) => held = now,
        }
    }
    held == bid
}

/// Locks whose word *is* the priority.
///
/// With keys of 32 bits the priority is key and id packed into a `u64`; in a sorted schedule it is the item's
/// position, a `u32`.
#[derive(Debug)]
pub struct PriorityLocks<P: PriorityWord> {
    words: Vec<P::Atomic>,
}

impl<P: PriorityWord> PriorityLocks<P> {
    /// `len` free locks.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize) -> Result<Self> {
        Ok(Self { words: memory::from_fn("priority locks", len, |_| P::FREE.atomic())? })
    }
}

impl<P: PriorityWord> BidLocks for PriorityLocks<P> {
    type Priority = P;

    #[inline]
    fn bid(&self, node: Node, priority: P) -> bool {
        debug_assert_ne!(priority, P::FREE, "the largest priority means free");
        steal(&self.words[node.index()], priority, |held| priority < held)
    }

    #[inline]
    fn won(&self, node: Node, priority: P) -> bool {
        P::load(&self.words[node.index()]) == priority
    }

    #[inline]
    fn release(&self, node: Node) {
        P::FREE.store(&self.words[node.index()]);
    }

    #[inline]
    fn is_free(&self, node: Node) -> bool {
        P::load(&self.words[node.index()]) == P::FREE
    }
}

/// Locks for priorities wider than a word: the word is the *index* of the bidding item, and two bids are
/// compared through the items. The index also breaks ties, the lower first.
#[derive(Debug)]
pub struct IndirectLocks<F> {
    words: PriorityLocks<u32>,
    key: F,
}

impl<K: Ord, F: Fn(u32) -> K + Sync> IndirectLocks<F> {
    /// `len` free locks; `key(index)` is what the bidder of that index bids. Keys that change, or that are in
    /// no order, do no more than let some other bid win.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize, key: F) -> Result<Self> {
        Ok(Self { words: PriorityLocks::new(len)?, key })
    }
}

impl<K: Ord, F: Fn(u32) -> K + Sync> BidLocks for IndirectLocks<F> {
    type Priority = u32;

    #[inline]
    fn bid(&self, node: Node, index: u32) -> bool {
        let bid = ((self.key)(index), index);
        steal(&self.words.words[node.index()], index, |held| {
            if is_planted("drop-id-from-order") {
                return bid.0 <= (self.key)(held); // the last bid of equals
            }
            bid < ((self.key)(held), held)
        })
    }

    #[inline]
    fn won(&self, node: Node, index: u32) -> bool {
        self.words.won(node, index)
    }

    #[inline]
    fn release(&self, node: Node) {
        self.words.release(node);
    }

    #[inline]
    fn is_free(&self, node: Node) -> bool {
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
    fn a_bid_that_has_lost_is_told_so() {
        let locks = PriorityLocks::<u64>::new(1).unwrap();
        let node = Node::new(0);
        assert!(locks.bid(node, 5));
        assert!(!locks.bid(node, 6));
        assert!(locks.bid(node, 5), "its own bid still stands");
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Three bidders on one lock: the lowest owns it, and only bids that can still win stand.
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

    /// The same through an index.
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
}
