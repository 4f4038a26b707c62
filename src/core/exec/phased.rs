//! Loops of rounds of three phases: *bid*, *commit*, *release*.
//!
//! In each round every item of the schedule first **bids** for what it wants to change, usually through
//! [priority locks](crate::sync::BidLocks). After a barrier, items that have won what they need **commit**.
//! After another barrier, all items **release** their locks. Items that are neither done nor dropped are
//! tried again in the next round.
//!
//! The lowest priority always wins, and nothing else decides. So the result of a loop depends only on its
//! items and its schedule, not on threads or timing. The lowest live item wins all its bids, so every round
//! gets something done.
//!
//! The schedule is a window, as in Galois. With [`Schedule::AllLive`] the spanning-forest operator is
//! Borůvka's algorithm; with a window over sorted edges it is Kruskal's ("deterministic reservations" in
//! Blelloch, Fineman, Gibbons, Shun, "Internally deterministic parallel algorithms can be fast", 2012).
//!
//! # Example
//!
//! There are seats in a row. Each guest needs three adjacent seats, and earlier guests in the list have
//! priority.
//!
//! ```
//! use boscage::exec::{Bid, Commit, Exec, Phased, Schedule};
//! use boscage::graph::Node;
//! use boscage::sync::{BidLocks, PriorityLocks};
//! use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
//!
//! struct Seating { locks: PriorityLocks<u32>, taken: Vec<AtomicBool> }
//! #[derive(Clone, Copy)]
//! struct Guest { rank: u32, seat: usize }
//! impl Guest { fn seats(&self) -> impl Iterator<Item = usize> + use<> { self.seat..self.seat + 3 } }
//!
//! impl Phased for Seating {
//!     type Item = Guest;
//!
//!     fn bid(&self, guest: &mut Guest) -> Bid {
//!         if guest.seats().any(|seat| self.taken[seat].load(Relaxed)) {
//!             return Bid::Drop;
//!         }
//!         guest.seats().for_each(|seat| { self.locks.bid(Node::new(seat), guest.rank); });
//!         Bid::Placed
//!     }
//!
//!     fn commit(&self, guest: &Guest) -> Commit {
//!         if !guest.seats().all(|seat| self.locks.won(Node::new(seat), guest.rank)) {
//!             return Commit::Retry;
//!         }
//!         guest.seats().for_each(|seat| self.taken[seat].store(true, Relaxed));
//!         Commit::Done
//!     }
//!
//!     fn release(&self, guest: &Guest, _: Commit) {
//!         guest.seats().for_each(|seat| self.locks.release(Node::new(seat)));
//!     }
//! }
//!
//! let seats = 10;
//! let taken = (0..seats).map(|_| AtomicBool::new(false)).collect();
//! let seating = Seating { locks: PriorityLocks::new(seats)?, taken };
//! let wishes = [4, 3, 6, 0, 7]; // the second and third clash with the first
//! let guests = (wishes.len(), |i: usize| Guest { rank: i as u32, seat: wishes[i] });
//! Exec::new(2)?.phased("seating", guests, Schedule::AllLive, &seating)?;
//! let taken: Vec<bool> = seating.taken.into_iter().map(AtomicBool::into_inner).collect();
//! assert_eq!(taken, [true, true, true, false, true, true, true, true, true, true]);
//! # Ok::<(), boscage::Error>(())
//! ```

use super::live::LiveItems;
use super::{Exec, Round, Rounds};
use crate::Result;
use crate::graph::{Node, NodeIds};

/// What became of an item's bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bid {
    /// At least one stands: commit decides.
    Placed,
    /// None stands: the item is tried again next round, without commit and release in this one.
    Lost,
    /// There is nothing left to do, and the item leaves the loop. It must not have bid.
    Drop,
}

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// It is done, and leaves the loop.
    Done,
    /// It did not win what it needs, and is tried again.
    Retry,
}

/// An operator for [`Exec::phased`].
///
/// Its methods are called from many threads at once, but never two phases at a time.
pub trait Phased: Sync {
    /// A work item. The bid phase may note in it what the other phases need.
    type Item: Copy + Send + Sync;

    /// Bids for everything that the item needs, or finds that there is nothing left to do. Changes only bids.
    fn bid(&self, item: &mut Self::Item) -> Bid;

    /// Does the work if the item's bids won. What it changes must belong to what it won.
    fn commit(&self, item: &Self::Item) -> Commit;

    /// Frees everything for which the item bid. All items have committed by now, so it does no harm if
    /// another item frees the same lock. This is not called for items whose bid was [`Bid::Lost`]: each of
    /// their locks has an owner that frees it.
    fn release(&self, item: &Self::Item, outcome: Commit);

    /// Asserts that nothing the item bid for is held any more. Called in debug builds, after every round.
    fn assert_released(&self, _item: &Self::Item) {}

    /// Whether the loop may end although items are left, given how many have committed. Asked between rounds.
    fn finished(&self, _committed: u64) -> bool {
        false
    }
}

/// Which of the live items take part in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// All of them.
    AllLive,
    /// This many of the first in order. 0 counts as 1.
    Window(usize),
    /// The same, beginning with this many; the window doubles when more than 3/4 of it committed or dropped
    /// and halves when less than 1/4 did, within a factor of [`Schedule::ADAPTIVE_RANGE`] of its first size.
    /// Items that are in the window when it shrinks stay in it.
    AdaptiveWindow(usize),
}

impl Schedule {
    /// The largest factor between the first size and the current size of an adaptive window, in both
    /// directions.
    pub const ADAPTIVE_RANGE: usize = 1 << 6;

    fn first_window(self) -> usize {
        match self {
            Self::AllLive => usize::MAX,
            Self::Window(size) | Self::AdaptiveWindow(size) => size.max(1),
        }
    }

    fn next_window(self, now: usize, round: Round) -> usize {
        let Self::AdaptiveWindow(first) = self else { return now };
        let first = first.max(1);
        let settled = round.tried - round.retried;
        if settled * 4 > round.tried * 3 {
            now.saturating_mul(2).min(first.saturating_mul(Self::ADAPTIVE_RANGE))
        } else if settled * 4 < round.tried {
            (now / 2).max(first / Self::ADAPTIVE_RANGE).max(1)
        } else {
            now
        }
    }
}

/// Where the items of a phased loop come from: a slice, or a length and a function from positions.
///
/// A windowed loop asks for an item when it enters the window, so items need not all exist at once.
pub trait Items<T>: Sync {
    /// Number of items. A loop asks once, before it begins.
    fn len(&self) -> usize;

    /// The item at a position below [`Items::len`]. It should always be the same: which of several answers a
    /// loop uses is not specified.
    fn get(&self, position: usize) -> T;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: Copy + Sync> Items<T> for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn get(&self, position: usize) -> T {
        self[position]
    }
}

impl Items<Node> for NodeIds {
    fn len(&self) -> usize {
        ExactSizeIterator::len(self)
    }

    #[inline]
    fn get(&self, position: usize) -> Node {
        self.at(position)
    }
}

impl<T, F: Fn(usize) -> T + Sync> Items<T> for (usize, F) {
    fn len(&self) -> usize {
        self.0
    }

    #[inline]
    fn get(&self, position: usize) -> T {
        (self.1)(position)
    }
}

impl Exec {
    /// Runs `operator` on `items` in rounds until every item is done or dropped, or the operator says it is
    /// finished.
    ///
    /// Windows are prefixes of the order of `items`; items that retry keep their place in it.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], between rounds, and [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the operator does; and if a round neither commits nor drops anything, since then none ever would.
    pub fn phased<O: Phased>(
        &self,
        name: &str,
        items: impl Items<O::Item>,
        schedule: Schedule,
        operator: &O,
    ) -> Result<()> {
        let total = items.len(); // asked once: it might answer otherwise the next time
        let mut rounds = self.rounds(name, total as u64);
        rounds.uses_all_threads();
        self.install(|| run(&mut rounds, &items, total, schedule, operator))
    }
}

fn run<O: Phased>(
    rounds: &mut Rounds<'_>,
    items: &impl Items<O::Item>,
    total: usize,
    schedule: Schedule,
    operator: &O,
) -> Result<()> {
    let exec = rounds.exec();
    let mut live = LiveItems::new();
    let mut window = schedule.first_window();
    let mut entered = 0; // items that have been in the window so far
    let mut committed = 0;
    loop {
        exec.check_cancelled()?;
        if schedule == Schedule::AllLive {
            live.close_wide_gaps();
        } else {
            live.close_gaps();
        }
        let entering = window.saturating_sub(live.len()).min(total - entered);
        live.extend(exec, items, entered..entered + entering)?;
        entered += entering;
        if live.len() == 0 || operator.finished(committed) {
            return Ok(());
        }
        let round = live.round(exec, operator);
        let name = rounds.name();
        assert!(round.retried < round.tried, "{name}: a round got nothing done, so none ever would");
        committed += round.committed;
        window = schedule.next_window(window, round);
        rounds.record_settling(round, round.committed + round.dropped);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn windows_adapt_within_their_range() {
        let all = Round { tried: 8, committed: 5, dropped: 3, retried: 0 };
        let half = Round { tried: 8, committed: 2, dropped: 2, retried: 4 };
        let none = Round { tried: 8, committed: 1, dropped: 0, retried: 7 };
        let schedule = Schedule::AdaptiveWindow(100);
        assert_eq!([all, half, none].map(|round| schedule.next_window(100, round)), [200, 100, 50]);
        assert_eq!(schedule.next_window(100 * Schedule::ADAPTIVE_RANGE, all), 6400);
        assert_eq!(schedule.next_window(1, none), 1);
        assert_eq!(Schedule::Window(7).next_window(7, all), 7);
        assert_eq!([0, 1].map(|size| Schedule::AdaptiveWindow(size).first_window()), [1, 1]);
        assert_eq!(Schedule::AdaptiveWindow(usize::MAX).next_window(usize::MAX, all), usize::MAX);
    }
}
