//! A heap of nodes for keys that never fall below the last one that was taken: a radix heap (Ahuja, Mehlhorn,
//! Orlin, Tarjan, "Faster algorithms for the shortest path problem", Journal of the ACM 37(2), 1990).
//!
//! An entry is in the bucket of the highest bit in which its key differs from the last key. If the lowest
//! bucket is empty, the least key of the next one becomes the last key, and its entries move to lower
//! buckets. So an entry moves at most once per bit, and no entry is compared with others in between.

use boscage_core::{Result, memory};

/// An entry of the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) node: u32,
}

/// The heap, with a bucket per bit, and one for keys that are equal to the last.
#[derive(Debug)]
pub(super) struct Heap {
    buckets: [Vec<Entry>; 65],
    /// A bit per bucket but the lowest: that it has entries.
    filled: u64,
    last: u64,
}

impl Default for Heap {
    fn default() -> Self {
        Self { buckets: [const { Vec::new() }; 65], filled: 0, last: 0 }
    }
}

impl Heap {
    /// Removes all entries. Then keys of any size may be pushed.
    pub(super) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.filled, self.last) = (0, 0);
    }

    /// Adds an entry; a key below the last one counts as equal to it.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry) -> Result<()> {
        self.put(Entry { key: entry.key.max(self.last), ..entry })
    }

    #[inline]
    fn put(&mut self, entry: Entry) -> Result<()> {
        let bucket = (u64::BITS - (entry.key ^ self.last).leading_zeros()) as usize;
        self.filled |= u64::from(bucket > 0) << bucket.saturating_sub(1);
        let bucket = &mut self.buckets[bucket];
        memory::grow("the heap of a search", bucket, 1)?;
        bucket.push(entry);
        Ok(())
    }

    /// Removes an entry of the least key; of several the last that was pushed. `ahead` is called before with
    /// the nodes that follow soon.
    #[inline]
    pub(super) fn pop(&mut self, ahead: impl Fn(u32)) -> Result<Option<Entry>> {
        if self.buckets[0].is_empty() && self.filled != 0 {
            self.refill(ahead)?;
        }
        Ok(self.buckets[0].pop())
    }

    /// Moves the entries of the lowest bucket that is filled to lower ones.
    fn refill(&mut self, ahead: impl Fn(u32)) -> Result<()> {
        let bit = self.filled.trailing_zeros() as usize;
        self.filled &= self.filled - 1;
        let mut entries = std::mem::take(&mut self.buckets[bit + 1]);
        self.last = entries.iter().map(|entry| entry.key).min().unwrap_or(self.last);
        for entry in entries.drain(..) {
            ahead(entry.node);
            self.put(entry)?;
        }
        self.buckets[bit + 1] = entries; // its memory is used again
        Ok(())
    }
}
