//! The items of a phased loop between and during its rounds.
//!
//! Each phase of a round is a pass in which threads take whole regions of the array of items. A thread
//! removes finished items from its region, so a pass never waits for a global compaction. The gaps that this
//! leaves are closed when they outnumber the items.

use super::Exec;
use super::phased::{Bid, Commit, Items, Phased};
use super::statistics::Round;
use crate::parallel::{Region, Regions, for_each_piece};
use crate::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use crate::{Result, memory};

/// Items in a region: 2048 of 12 to 16 bytes stay in a first-level cache while a thread works on them.
const REGION: usize = 1 << 11;

/// Where an item stands within a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Its bids may have won.
    Placed,
    /// It has lost all its bids.
    Lost,
    /// It has committed.
    Done,
}

/// The live items of a phased loop.
pub(super) struct LiveItems<T> {
    items: Regions<T>,
    /// One for each place.
    standings: Vec<Standing>,
}

/// A region as a pass sees it.
struct RegionMut<'a, T> {
    items: &'a mut [T],
    standings: &'a mut [Standing],
    len: &'a mut usize,
}

impl<T: Copy + Send + Sync> LiveItems<T> {
    pub(super) fn new() -> Self {
        Self { items: Regions::with_stride(REGION), standings: Vec::new() }
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
        if self.standings.capacity() < places {
            self.standings = memory::reserve("live items", places)?;
        }
        self.standings.resize(places, Standing::Lost);
        Ok(())
    }

    /// One round over all live items.
    pub(super) fn round<O: Phased<Item = T>>(&mut self, exec: &Exec, operator: &O) -> Round {
        let tried = self.len();
        let dropped = self.pass(exec, &|part| part.bid(operator));
        let committed = self.pass(exec, &|part| part.commit(operator));
        if cfg!(debug_assertions) {
            // A pass of its own, so that everything is released when it is looked at.
            self.pass(exec, &|part| part.release(operator));
            self.pass(exec, &|part| part.assert_released(operator));
            self.pass(exec, &|part| part.squeeze());
        } else {
            self.pass(exec, &|mut part| {
                part.reborrow().release(operator);
                part.squeeze()
            });
        }
        let [tried, committed, dropped] = [tried, committed, dropped].map(|count| count as u64);
        Round { tried, committed, dropped, retried: tried - committed - dropped }
    }

    /// Runs one phase over all regions and adds up what it returns.
    fn pass(&mut self, exec: &Exec, phase: &(dyn Fn(RegionMut<'_, T>) -> usize + Sync)) -> usize {
        let sum = AtomicUsize::new(0);
        let regions = self.items.iter_mut().zip(self.standings.chunks_mut(REGION));
        for_each_piece(exec, regions, |(Region { places: items, len }, standings)| {
            sum.fetch_add(phase(RegionMut { items, standings, len }), Relaxed);
        });
        sum.into_inner()
    }

    /// Closes the gaps if they outweigh the items.
    pub(super) fn close_wide_gaps(&mut self) {
        if self.len() < self.items.places().len() / 2 {
            self.close_gaps();
        }
    }

    /// Closes the gaps, keeping the order of the items.
    pub(super) fn close_gaps(&mut self) {
        self.items.close_gaps();
        self.standings.truncate(self.items.places().len());
    }
}

impl<T: Copy> RegionMut<'_, T> {
    fn reborrow(&mut self) -> RegionMut<'_, T> {
        RegionMut { items: self.items, standings: self.standings, len: self.len }
    }

    /// Lets every item bid, squeezes out those that drop, and returns their number.
    fn bid(self, operator: &impl Phased<Item = T>) -> usize {
        let (all, mut kept) = (*self.len, 0);
        for i in 0..all {
            let mut item = self.items[i];
            self.standings[kept] = match operator.bid(&mut item) {
                Bid::Placed => Standing::Placed,
                Bid::Lost => Standing::Lost,
                Bid::Drop => continue,
            };
            self.items[kept] = item;
            kept += 1;
        }
        *self.len = kept;
        all - kept
    }

    /// Lets every item commit whose bids may have won, and returns how many did.
    fn commit(self, operator: &impl Phased<Item = T>) -> usize {
        let mut committed = 0;
        for (item, standing) in self.items[..*self.len].iter().zip(self.standings) {
            if *standing == Standing::Placed && operator.commit(item) == Commit::Done {
                *standing = Standing::Done;
                committed += 1;
            }
        }
        committed
    }

    fn release(self, operator: &impl Phased<Item = T>) -> usize {
        for (item, standing) in self.items[..*self.len].iter().zip(self.standings) {
            match standing {
                Standing::Lost => {}
                Standing::Placed => operator.release(item, Commit::Retry),
                Standing::Done => operator.release(item, Commit::Done),
            }
        }
        0
    }

    fn assert_released(self, operator: &impl Phased<Item = T>) -> usize {
        self.items[..*self.len].iter().for_each(|item| operator.assert_released(item));
        0
    }

    /// Squeezes out the items that have committed.
    fn squeeze(self) -> usize {
        let mut kept = 0;
        for i in 0..*self.len {
            self.items[kept] = self.items[i];
            kept += usize::from(self.standings[i] != Standing::Done);
        }
        *self.len = kept;
        0
    }
}
