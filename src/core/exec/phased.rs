//! Loops of rounds of three phases: *bid*, *commit*, *release*.
//!
//! The lowest priority always wins, and nothing else decides. So the result of a loop depends only on its
//! items and its schedule, not on threads or timing. The lowest live item wins all its bids, so every round
//! commits or drops at least one item.

use std::collections::VecDeque;
use std::ops::Range;

use super::ending::Ending;
use super::live::LiveItems;
use super::{Exec, Push, Round, Rounds};
use crate::graph::{Node, NodeIds};
use crate::{Result, memory};

/// The outcome of [`Phased::bid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bid {
    /// At least one bid was placed; [`Phased::commit`] decides.
    Placed,
    /// All bids have lost. The item is tried again in the next round, without commit and release in this one.
    Lost,
    /// There is nothing left to do, and the item leaves the loop. It must not have bid.
    Drop,
}

/// The outcome of [`Phased::commit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// The item is done, and leaves the loop.
    Done,
    /// The item did not win what it needs, and is tried again in the next round.
    Retry,
}

/// An operator for [`Exec::phased`], which has an example.
///
/// Its methods are called from many threads at once, but never two phases at the same time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operator for a phased loop",
    note = "implement `Phased` for a type of your own: `bid`, `commit` and `release`"
)]
pub trait Phased: Sync {
    /// A work item. [`Phased::bid`] may store in it what the other phases need.
    type Item: Copy + Send + Sync;

    /// Bids for everything that the item needs, or returns [`Bid::Drop`] if there is nothing left to do.
    /// Changes nothing but bids.
    fn bid(&self, item: &mut Self::Item) -> Bid;

    /// Does the work if the item's bids have won. Changes only data that it has won. May push new items, or
    /// stop the loop after this round; what an item pushes that returns [`Commit::Retry`] is dropped.
    fn commit(&self, item: &Self::Item, push: &mut Push<'_, Self::Item>) -> Commit;

    /// Releases every lock for which the item has bid. The commit phase is over, so it does no harm if two
    /// items release the same lock. Not called for items whose bid was [`Bid::Lost`]: their locks have other
    /// owners, which release them.
    fn release(&self, item: &Self::Item, outcome: Commit);

    /// Asserts that no lock is held for which the item has bid. Called after every round, in debug builds.
    fn assert_released(&self, _item: &Self::Item) {}

    /// Returns `true` if the loop may end although items are left. Called between rounds with the number of
    /// items that have committed.
    fn finished(&self, _committed: u64) -> bool {
        false
    }
}

/// The live items that take part in a round of [`Exec::phased`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schedule {
    /// All live items. This takes the fewest rounds, but most tries.
    AllLive,
    /// A window: this number of live items, the first ones in order. 0 counts as 1.
    Window(usize),
    /// A window that begins with this size and adapts. It doubles when more than 3/4 of its items committed
    /// or dropped, and halves when less than 1/4 did, within a factor of [`Schedule::ADAPTIVE_RANGE`] of its
    /// first size. Items that are in the window when it shrinks stay in it.
    AdaptiveWindow(usize),
}

impl Schedule {
    /// Largest factor between the first and the current size of an adaptive window, in both directions.
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

/// The source of a phased loop's items: a slice, all nodes of a graph, or a pair of a length and a function
/// from positions to items.
///
/// A loop with a window calls [`Items::get`] when the item enters the window, so items need not all exist at
/// the same time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give items of type `{T}` by their position",
    note = "pass a slice (`&items[..]`), the nodes of a graph, or a length and a function: `(len, \
            |position| ...)`"
)]
pub trait Items<T>: Sync {
    /// Number of items. A loop calls this once, before it begins.
    fn len(&self) -> usize;

    /// Returns the item at a position below [`Items::len`]. It should return the same item every time: a loop
    /// may call it more than once, and use any of the items.
    fn get(&self, position: usize) -> T;

    /// Returns `true` if there are no items.
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
    /// Runs `operator` on `items`, and on all items that it pushes, in rounds of three phases, until every
    /// item is done or dropped, until [`Phased::finished`] returns `true`, or until [`Push::stop`] is called.
    ///
    /// In each round every item of the schedule first **bids** for what it wants to change, usually through
    /// [priority locks](crate::sync::BidLocks). After a barrier, items that have won what they need
    /// **commit**. After another barrier, all items **release** their locks. Items that are neither done nor
    /// dropped are tried again in the next round, and keep their position. Items that were pushed in a round
    /// come after all others, in the order of the items that pushed them.
    ///
    /// Use this loop if items conflict over nodes and the result must be deterministic. If any serial order
    /// will do, [`Exec::speculate`] is simpler. The schedule decides how many items are tried per round. With
    /// [`Schedule::AllLive`] the spanning-forest operator is Borůvka's algorithm; with a window over sorted
    /// edges it is Kruskal's ("deterministic reservations" in Blelloch, Fineman, Gibbons, Shun, "Internally
    /// deterministic parallel algorithms can be fast", 2012).
    ///
    /// # Determinism
    /// The lowest priority wins, and nothing else decides. So the result is the same on any number of
    /// threads. It depends only on the items and the schedule; most operators have the same result with every
    /// schedule.
    ///
    /// # Memory
    /// `size_of::<Item>() + 1` bytes per item that is live at the same time: per item of the window, or with
    /// [`Schedule::AllLive`] per item. New items, before they enter the window, take their size; while a
    /// round runs, their number grows without a check. The statistics keep 32 bytes per round.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], between rounds, and [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the operator panics. If a round neither commits nor drops an item: the loop would never end.
    ///
    /// # Examples
    ///
    /// A matching: each edge takes its two nodes, and earlier edges have priority.
    ///
    /// ```
    /// use boscage::exec::{Bid, Commit, Exec, Phased, Push, Schedule};
    /// use boscage::graph::Node;
    /// use boscage::sync::{BidLocks, PriorityLocks};
    /// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    ///
    /// struct Matching {
    ///     locks: PriorityLocks<u32>,
    ///     is_matched: [AtomicBool; 4],
    /// }
    ///
    /// impl Phased for Matching {
    ///     type Item = (u32, [Node; 2]); // the priority of an edge, and its ends
    ///
    ///     fn bid(&self, &mut (edge, ends): &mut Self::Item) -> Bid {
    ///         if ends.iter().any(|end| self.is_matched[end.index()].load(Relaxed)) {
    ///             return Bid::Drop;
    ///         }
    ///         for end in ends {
    ///             self.locks.bid(end, edge);
    ///         }
    ///         Bid::Placed
    ///     }
    ///
    ///     fn commit(&self, &(edge, ends): &Self::Item, _: &mut Push<'_, Self::Item>) -> Commit {
    ///         if !ends.iter().all(|&end| self.locks.won(end, edge)) {
    ///             return Commit::Retry;
    ///         }
    ///         ends.iter().for_each(|end| self.is_matched[end.index()].store(true, Relaxed));
    ///         Commit::Done
    ///     }
    ///
    ///     fn release(&self, &(_, ends): &Self::Item, _: Commit) {
    ///         ends.iter().for_each(|&end| self.locks.release(end));
    ///     }
    /// }
    ///
    /// let exec = Exec::new(2)?;
    /// let matching = Matching { locks: PriorityLocks::new(4)?, is_matched: Default::default() };
    /// let edges = [(0, [1, 2]), (1, [0, 1]), (2, [2, 3]), (3, [0, 3])];
    /// let edges = edges.map(|(priority, ends)| (priority, ends.map(Node::new)));
    /// exec.phased("matching", &edges[..], Schedule::AllLive, &matching)?;
    /// let rounds = &exec.take_statistics().loops[0].rounds;
    /// // The first edge blocks the next two; then the last one is free.
    /// assert!(rounds.iter().map(|round| (round.committed, round.dropped)).eq([(1, 0), (1, 2)]));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn phased<O: Phased>(
        &self,
        name: &str,
        items: impl Items<O::Item>,
        schedule: Schedule,
        operator: &O,
    ) -> Result<()> {
        let total = items.len(); // called once: it might return another number the next time
        let mut rounds = self.rounds(name, total as u64);
        rounds.uses_all_threads();
        if let Ended::Stuck(round) = self.install(|| run(&mut rounds, &items, total, schedule, operator))? {
            rounds.blame(format_args!(
                "a round got nothing done, so none ever would: of {} items none committed or was dropped, though \
                 the first in order should win all its bids (does `release` free every lock that `bid` \
                 took?)",
                round.tried
            ));
        }
        Ok(())
    }
}

/// The end of a loop.
enum Ended {
    Done,
    /// In this round nothing was done.
    Stuck(Round),
}

/// The items that have not been in the window yet: those of the source, then new ones.
struct Waiting<'a, I, T> {
    source: &'a I,
    range: Range<usize>,
    new: VecDeque<T>,
}

impl<T: Copy + Send + Sync, I: Items<T>> Waiting<'_, I, T> {
    /// Moves up to `most` items into the window, which must have no gaps.
    fn enter(&mut self, exec: &Exec, live: &mut LiveItems<T>, most: usize) -> Result<()> {
        let known = self.range.len().min(most);
        let entering = self.range.start..self.range.start + known;
        self.range.start += known;
        live.extend(exec, self.source, entering)?;
        let new = self.new.len().min(most - known);
        live.extend(exec, &&self.new.make_contiguous()[..new], 0..new)?;
        self.new.drain(..new);
        Ok(())
    }
}

fn run<O: Phased>(
    rounds: &mut Rounds<'_>,
    items: &impl Items<O::Item>,
    total: usize,
    schedule: Schedule,
    operator: &O,
) -> Result<Ended> {
    let exec = rounds.exec();
    let ending = Ending::default();
    let mut waiting = Waiting { source: items, range: 0..total, new: VecDeque::new() };
    let mut live = LiveItems::new();
    let mut window = schedule.first_window();
    let mut committed = 0;
    loop {
        exec.check_cancelled()?;
        if schedule == Schedule::AllLive && waiting.new.is_empty() {
            live.close_wide_gaps();
        } else {
            live.close_gaps();
        }
        let room = window.saturating_sub(live.len());
        waiting.enter(exec, &mut live, room)?;
        if live.len() == 0 || ending.is_over() || operator.finished(committed) {
            return Ok(Ended::Done);
        }
        let (round, pushed) = live.round(exec, operator, &ending);
        if round.retried == round.tried {
            return Ok(Ended::Stuck(round));
        }
        committed += round.committed;
        window = schedule.next_window(window, round);
        rounds.add_pushed(pushed.len());
        memory::check::<O::Item>("new items", pushed.len())?;
        waiting.new.extend(pushed);
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
