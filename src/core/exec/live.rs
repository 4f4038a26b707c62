//! The items of a phased loop between and during its rounds.
//!
//! Each phase of a round is a pass in which threads take whole regions of the array of items. A thread
//! removes finished items from its region, so a pass never waits for a global compaction. The gaps that this
//! leaves are closed when they outnumber the items.

use super::ending::Ending;
use super::phased::{Bid, Commit, Items, Phased};
use super::statistics::Round;
use super::{Exec, Push};
use crate::mutex::Mutex;
use crate::parallel::{Region, Regions, for_each_piece};
use crate::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use crate::{Result, memory};

/// Number of items per region: 2048 of 12 to 16 bytes fit into a first-level cache.
const REGION: usize = 1 << 11;

/// The state of an item within a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The item's bids may have won.
    Placed,
    /// The item's bids have lost.
    Lost,
    /// The item has committed.
    Done,
}

/// The live items of a phased loop.
pub(super) struct LiveItems<T> {
    items: Regions<T>,
    /// One per place.
    states: Vec<State>,
}

/// A region as a pass sees it.
struct RegionMut<'a, T> {
    /// Its position among the regions.
    index: usize,
    items: &'a mut [T],
    states: &'a mut [State],
    len: &'a mut usize,
}

impl<T: Copy + Send + Sync> LiveItems<T> {
    pub(super) fn new() -> Self {
        Self { items: Regions::with_stride(REGION), states: Vec::new() }
    }

    /// Number of live items.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Appends the items of a range. There must be no gaps.
    pub(super) fn extend(
        &mut self,
        exec: &Exec,
        source: &impl Items<T>,
        range: std::ops::Range<usize>,
    ) -> Result<()> {
        self.items.extend(exec, range.len(), |i| source.get(range.start + i))?;
        let places = self.items.places().len();
        if self.states.capacity() < places {
            self.states = memory::reserve("live items", places)?;
        }
        self.states.resize(places, State::Lost);
        Ok(())
    }

    /// Runs one round over all live items. Also returns the items that they push, in order.
    pub(super) fn round<O>(&mut self, exec: &Exec, operator: &O, ending: &Ending) -> (Round, Vec<T>)
    where
        O: Phased<Item = T>,
    {
        let tried = self.len();
        let dropped = self.pass(exec, &|part| part.bid(operator));
        let pushed = Mutex::new(Vec::new());
        let committed = self.pass(exec, &|part| {
            let index = part.index;
            let (committed, by_region) = part.commit(operator, ending);
            if !by_region.is_empty() {
                pushed.lock().push((index, by_region));
            }
            committed
        });
        let mut pushed = pushed.into_inner();
        pushed.sort_unstable_by_key(|&(region, _)| region);
        let pushed = pushed.into_iter().flat_map(|(_, by_region)| by_region).collect();
        if cfg!(debug_assertions) {
            // A pass of its own: all locks have been released before it.
            self.pass(exec, &|part| part.release(operator));
            self.pass(exec, &|part| part.assert_released(operator));
            self.pass(exec, &|part| part.remove_done());
        } else {
            self.pass(exec, &|mut part| {
                part.reborrow().release(operator);
                part.remove_done()
            });
        }
        let [tried, committed, dropped] = [tried, committed, dropped].map(|count| count as u64);
        (Round { tried, committed, dropped, retried: tried - committed - dropped }, pushed)
    }

    /// Runs one phase over all regions and adds up what it returns.
    fn pass(&mut self, exec: &Exec, phase: &(dyn Fn(RegionMut<'_, T>) -> usize + Sync)) -> usize {
        let sum = AtomicUsize::new(0);
        let regions = self.items.iter_mut().zip(self.states.chunks_mut(REGION)).enumerate();
        for_each_piece(exec, regions, |(index, (Region { places: items, len }, states))| {
            sum.fetch_add(phase(RegionMut { index, items, states, len }), Relaxed);
        });
        sum.into_inner()
    }

    /// Closes the gaps if they outnumber the items.
    pub(super) fn close_wide_gaps(&mut self) {
        if self.len() < self.items.places().len() / 2 {
            self.close_gaps();
        }
    }

    /// Closes the gaps, keeping the order of the items.
    pub(super) fn close_gaps(&mut self) {
        self.items.close_gaps();
        self.states.truncate(self.items.places().len());
    }
}

impl<T: Copy> RegionMut<'_, T> {
    fn reborrow(&mut self) -> RegionMut<'_, T> {
        RegionMut { index: self.index, items: self.items, states: self.states, len: self.len }
    }

    /// Lets every item bid, removes those that drop, and returns their number.
    fn bid(self, operator: &impl Phased<Item = T>) -> usize {
        let (all, mut kept) = (*self.len, 0);
        for i in 0..all {
            let mut item = self.items[i];
            self.states[kept] = match operator.bid(&mut item) {
                Bid::Placed => State::Placed,
                Bid::Lost => State::Lost,
                Bid::Drop => continue,
            };
            self.items[kept] = item;
            kept += 1;
        }
        *self.len = kept;
        all - kept
    }

    /// Lets every item commit whose bids may have won. Returns the number of those that did, and what they
    /// have pushed.
    fn commit(self, operator: &impl Phased<Item = T>, ending: &Ending) -> (usize, Vec<T>) {
        let (mut committed, mut pushed) = (0, Vec::new());
        let placed = |state: &State| *state == State::Placed;
        let items = self.items[..*self.len].iter().zip(self.states);
        for (item, state) in items.filter(|(_, state)| placed(state)) {
            let before = pushed.len();
            match operator.commit(item, &mut Push::new(&mut pushed, ending)) {
                Commit::Done => {
                    *state = State::Done;
                    committed += 1;
                }
                Commit::Retry => pushed.truncate(before),
            }
        }
        (committed, pushed)
    }

    fn release(self, operator: &impl Phased<Item = T>) -> usize {
        for (item, state) in self.items[..*self.len].iter().zip(self.states) {
            match state {
                State::Lost => {}
                State::Placed => operator.release(item, Commit::Retry),
                State::Done => operator.release(item, Commit::Done),
            }
        }
        0
    }

    fn assert_released(self, operator: &impl Phased<Item = T>) -> usize {
        self.items[..*self.len].iter().for_each(|item| operator.assert_released(item));
        0
    }

    /// Removes the items that have committed.
    fn remove_done(self) -> usize {
        let mut kept = 0;
        for i in 0..*self.len {
            self.items[kept] = self.items[i];
            kept += usize::from(self.states[i] != State::Done);
        }
        *self.len = kept;
        0
    }
}
