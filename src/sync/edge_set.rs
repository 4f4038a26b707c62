//! A set of edges, one bit each, that many threads insert into.

use crate::ids::EdgeId;
use crate::primitives::{AtomicU64, Ordering};
use crate::{Result, memory};

/// A set of edge ids below a fixed bound.
#[derive(Debug)]
pub struct EdgeSet {
    words: Vec<AtomicU64>,
}

impl EdgeSet {
    /// The empty set, for ids below `len`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize) -> Result<Self> {
        Ok(Self { words: memory::from_fn("edge set", len.div_ceil(64), |_| AtomicU64::new(0))? })
    }

    /// Inserts an edge; `false` if it was there.
    ///
    /// # Panics
    /// If the id lies beyond the words of the set.
    #[inline]
    pub fn insert(&self, edge: EdgeId) -> bool {
        let bit = 1_u64 << (edge.index() % 64);
        self.words[edge.index() / 64].fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Inserts edges while no other thread has the set, which is several times faster than one by one.
    ///
    /// # Panics
    /// As [`EdgeSet::insert`].
    pub fn extend(&mut self, edges: impl IntoIterator<Item = EdgeId>) {
        for edge in edges {
            let word = &self.words[edge.index() / 64];
            // No other thread has the set, so this need not be one operation.
            word.store(word.load(Ordering::Relaxed) | 1 << (edge.index() % 64), Ordering::Relaxed);
        }
    }

    /// Whether the edge is in the set.
    ///
    /// # Panics
    /// As [`EdgeSet::insert`].
    #[must_use]
    #[inline]
    pub fn contains(&self, edge: EdgeId) -> bool {
        self.words[edge.index() / 64].load(Ordering::Relaxed) >> (edge.index() % 64) & 1 == 1
    }

    /// The edges of the set, ids ascending.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn into_ids(self) -> Result<Vec<EdgeId>> {
        let count = self.words.iter().map(|word| word.load(Ordering::Relaxed).count_ones() as usize).sum();
        let mut ids = memory::reserve("edge ids", count)?;
        for (i, word) in self.words.iter().enumerate() {
            let mut bits = word.load(Ordering::Relaxed);
            while bits != 0 {
                ids.push(EdgeId::new(i * 64 + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
        Ok(ids)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn ids_come_out_ascending_and_once() {
        let set = EdgeSet::new(200).unwrap();
        let inserted = [199, 0, 64, 63, 0].map(|i| set.insert(EdgeId::new(i)));
        assert_eq!(inserted, [true, true, true, true, false]);
        assert!(set.contains(EdgeId::new(64)) && !set.contains(EdgeId::new(65)));
        assert_eq!(set.into_ids().unwrap(), [0, 63, 64, 199].map(EdgeId::new));
        assert!(EdgeSet::new(0).unwrap().into_ids().unwrap().is_empty());
    }
}
