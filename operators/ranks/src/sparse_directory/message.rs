//! Messages to all ranks: values packed into words.

use boscage_core::comm::{Comm, Parcels};
use boscage_core::graph::Key;
use boscage_core::{Result, memory};

use super::directory::NONE;

/// Words for all ranks, written one rank after another.
pub(super) struct Message {
    pub(super) words: Vec<u64>,
    counts: Vec<usize>,
    /// Number of words for the ranks before the next one.
    before: usize,
}

impl Message {
    /// Creates an empty message with memory for `words` words, and for the last, half-full word of each rank.
    pub(super) fn new(comm: &Comm<'_>, words: usize) -> Result<Self> {
        let words = memory::reserve("a message", words + comm.ranks())?;
        Ok(Self { words, counts: Vec::with_capacity(comm.ranks()), before: 0 })
    }

    /// Ends the words for the current rank.
    pub(super) fn end(&mut self) {
        self.counts.push(self.words.len() - self.before);
        self.before = self.words.len();
    }

    /// Appends values of 32 bits, two per word. If their number is odd, [`NONE`] is the last.
    pub(super) fn halves(&mut self, mut values: impl Iterator<Item = u32>) {
        while let Some(value) = values.next() {
            self.words.push(u64::from(value) << 32 | u64::from(values.next().unwrap_or(NONE)));
        }
        self.end();
    }

    /// Sends them. Collective.
    pub(super) fn exchange(self, comm: &Comm<'_>) -> Result<Parcels> {
        comm.exchange(&self.words, &self.counts)
    }
}

/// Returns the values of 32 bits in some words.
pub(super) fn halves(words: &[u64]) -> impl Iterator<Item = u32> + Clone {
    words.iter().flat_map(|&word| [(word >> 32) as u32, word as u32])
}

/// Returns the number of words of a key and a number.
pub(super) const fn key_words<K: Key>() -> usize {
    if K::BITS == 32 { 1 } else { 2 }
}

/// Appends a key and a number.
pub(super) fn push_key<K: Key>(words: &mut Vec<u64>, key: K, number: u32) {
    let key: u64 = key.into();
    if K::BITS == 32 {
        words.push(key << 32 | u64::from(number));
    } else {
        words.extend([key, u64::from(number)]);
    }
}

/// Returns the key and the number in some words.
pub(super) fn read_key<K: Key>(words: &[u64]) -> (K, u32) {
    if K::BITS == 32 {
        (K::from_number(words[0] >> 32), words[0] as u32)
    } else {
        (K::from_number(words[0]), words[1] as u32)
    }
}
