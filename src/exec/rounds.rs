//! The items of a phased loop between and during its rounds.
//!
//! Items live in one array, cut into chunks; each phase of a round is a pass in which threads take whole
//! chunks. An item that is done with is squeezed out of its chunk by the thread that has it, so a pass never
//! waits for a global compaction; gaps at the ends of chunks are closed when they outweigh the items.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::phased::{Bid, Commit, Items, Phased};
use super::statistics::Round;
use crate::parallel::for_each_piece;
use crate::{Result, memory};

/// Items in a chunk: 2048 of 12 to 16 bytes stay in a first-level cache while a thread works on them.
const CHUNK: usize = 1 << 11;

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
pub(super) struct Live<T> {
    items: Vec<T>,
    standings: Vec<Standing>,
    /// Items left in each chunk.
    lens: Vec<usize>,
}

/// A chunk as a pass sees it.
struct Chunk<'a, T> {
    items: &'a mut [T],
    standings: &'a mut [Standing],
    len: &'a mut usize,
}

impl<T: Copy + Send + Sync> Live<T> {
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), standings: Vec::new(), lens: Vec::new() }
    }

    /// Number of live items.
    pub(super) fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Appends the items of a range. There must be no gaps.
    pub(super) fn extend(&mut self, source: &impl Items<T>, range: std::ops::Range<usize>) -> Result<()> {
        let (old, more) = (self.items.len(), range.len());
        if more == 0 {
            return Ok(());
        }
        if self.items.capacity().min(self.standings.capacity()) < old + more {
            let mut larger = memory::reserve("live items", old + more)?;
            larger.extend_from_slice(&self.items);
            self.items = larger;
            self.standings = memory::filled("live items", old + more, Standing::Lost)?;
        }
        // Written twice, yet 5 to 10 % faster in all than writing each item once to memory not yet
        // initialised, whether by rayon's collecting or by hand (windowed-kruskal, G(1M, 10M), one thread).
        self.items.resize(old + more, source.get(range.start));
        self.standings.resize(old + more, Standing::Lost);
        for_each_piece(self.items[old..].chunks_mut(CHUNK).enumerate(), |(chunk, items)| {
            for (i, item) in items.iter_mut().enumerate() {
                *item = source.get(range.start + chunk * CHUNK + i);
            }
        });
        self.fill_lens();
        Ok(())
    }

    /// One round over all live items.
    pub(super) fn round<O: Phased<Item = T>>(&mut self, operator: &O) -> Round {
        let tried = self.len();
        let dropped = self.pass(&|chunk| chunk.bid(operator));
        let committed = self.pass(&|chunk| chunk.commit(operator));
        if cfg!(debug_assertions) {
            // A pass of its own, so that everything is released when it is looked at.
            self.pass(&|chunk| chunk.release(operator));
            self.pass(&|chunk| chunk.assert_released(operator));
            self.pass(&|chunk| chunk.squeeze());
        } else {
            self.pass(&|mut chunk| {
                chunk.reborrow().release(operator);
                chunk.squeeze()
            });
        }
        let [tried, committed, dropped] = [tried, committed, dropped].map(|count| count as u64);
        Round { tried, committed, dropped, retried: tried - committed - dropped }
    }

    /// Runs one phase over all chunks and adds up what it returns.
    fn pass(&mut self, phase: &(dyn Fn(Chunk<'_, T>) -> usize + Sync)) -> usize {
        let items = self.items.chunks_mut(CHUNK);
        let standings = self.standings.chunks_mut(CHUNK);
        let sum = AtomicUsize::new(0);
        for_each_piece(items.zip(standings).zip(&mut self.lens), |((items, standings), len)| {
            sum.fetch_add(phase(Chunk { items, standings, len }), Relaxed);
        });
        sum.into_inner()
    }

    /// Closes the gaps if they outweigh the items.
    pub(super) fn close_wide_gaps(&mut self) {
        if self.len() < self.items.len() / 2 {
            self.close_gaps();
        }
    }

    /// Closes the gaps, keeping the order of the items.
    pub(super) fn close_gaps(&mut self) {
        let mut len = 0;
        for (chunk, &left) in self.lens.iter().enumerate() {
            let start = chunk * CHUNK;
            if start != len {
                self.items.copy_within(start..start + left, len);
            }
            len += left;
        }
        self.items.truncate(len);
        self.standings.truncate(len);
        self.fill_lens();
    }

    /// Every chunk is full but the last.
    fn fill_lens(&mut self) {
        let items = self.items.len();
        self.lens.clear();
        self.lens.extend((0..items.div_ceil(CHUNK)).map(|chunk| CHUNK.min(items - chunk * CHUNK)));
    }
}

impl<T: Copy> Chunk<'_, T> {
    fn reborrow(&mut self) -> Chunk<'_, T> {
        Chunk { items: self.items, standings: self.standings, len: self.len }
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
