//! Sets of small numbers, one bit each.
//!
//! The atomics are those of the standard library in loom models, too: no other memory depends on them, so
//! models need not see them, and threads outside of a model may use them.

use crate::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use crate::{Result, memory};

/// Number of bits per word.
pub const WORD: usize = u64::BITS as usize;

/// Returns the word of a number, and its bit there.
#[inline]
pub(crate) fn place(number: usize) -> (usize, u64) {
    (number / WORD, 1 << (number % WORD))
}

/// Returns `true` if a number is in the set with these words.
#[inline]
#[track_caller]
fn contains(words: &[u64], number: usize) -> bool {
    words[number / WORD] >> (number % WORD) & 1 == 1
}

/// Returns the numbers of these bits of a word in ascending order.
#[inline]
pub(crate) fn numbers(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(word * WORD + bit)
    })
}

/// A set of numbers.
///
/// Its methods panic if a number is beyond the last word.
#[derive(Clone, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Creates the empty set of numbers below `len`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], naming `what`.
    pub fn new(what: &'static str, len: usize) -> Result<Self> {
        memory::zeroed(what, len.div_ceil(WORD)).map(Self)
    }

    /// Returns `true` if the set has no room for any number.
    #[must_use]
    #[inline]
    pub fn has_no_room(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if a number is in the set.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn contains(&self, number: usize) -> bool {
        contains(&self.0, number)
    }

    /// Inserts a number.
    #[inline]
    #[track_caller]
    pub fn insert(&mut self, number: usize) {
        let (word, bit) = place(number);
        self.0[word] |= bit;
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        let (word, bit) = place(number);
        self.0[word] &= !bit;
    }

    /// Removes all numbers.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}

/// A set of numbers that many threads insert into.
///
/// Its methods panic if a number is beyond the last word.
#[derive(Debug, Default)]
pub struct SharedBits(Vec<AtomicU64>);

impl SharedBits {
    /// Creates the empty set of numbers below `len`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], naming `what`.
    pub fn new(what: &'static str, len: usize) -> Result<Self> {
        memory::from_fn(what, len.div_ceil(WORD), |_| AtomicU64::new(0)).map(Self)
    }

    /// Returns `true` if a number is in the set.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / WORD].load(Relaxed) >> (number % WORD) & 1 == 1
    }

    /// Inserts a number; returns `false` if it was already in the set.
    #[inline]
    #[track_caller]
    pub fn insert(&self, number: usize) -> bool {
        let (word, bit) = place(number);
        self.0[word].fetch_or(bit, Relaxed) & bit == 0
    }

    /// Inserts a number while no other thread inserts one, which is several times faster.
    #[inline]
    pub(crate) fn insert_alone(&self, number: usize) {
        let (word, bit) = place(number);
        let word = &self.0[word];
        word.store(word.load(Relaxed) | bit, Relaxed);
    }

    /// Returns the words of the set.
    #[must_use]
    #[inline]
    pub fn words(&self) -> &[AtomicU64] {
        &self.0
    }

    /// Counts the numbers in the set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.load(Relaxed).count_ones() as usize).sum()
    }

    /// Returns the numbers in a word in ascending order.
    #[inline]
    pub(crate) fn of_word(&self, word: usize) -> impl Iterator<Item = usize> + use<> {
        numbers(word, self.0[word].load(Relaxed))
    }

    /// Returns the numbers in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).flat_map(|word| self.of_word(word))
    }
}

/// A set of numbers with their ranks.
#[derive(Clone, Debug)]
pub struct RankedBits {
    /// Words of bits, with the number of bits that are set before each word.
    words: Vec<(u64, u32)>,
    len: usize,
}

impl RankedBits {
    /// Bytes of a word.
    pub const WORD_BYTES: usize = size_of::<(u64, u32)>();

    /// Creates the empty set of numbers below `len`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], naming `what`.
    pub fn new(what: &'static str, len: usize) -> Result<Self> {
        memory::zeroed(what, len.div_ceil(WORD)).map(|words| Self { words, len: 0 })
    }

    /// Creates a set from words of bits; the second number of each word is ignored.
    #[must_use]
    pub fn from_words(words: Vec<(u64, u32)>) -> Self {
        Self { words, len: 0 }.ranked()
    }

    /// Inserts a number. Ranks are right only after [`ranked`](Self::ranked).
    #[inline]
    #[track_caller]
    pub fn insert(&mut self, number: usize) {
        let (word, bit) = place(number);
        self.words[word].0 |= bit;
    }

    /// Computes the ranks.
    #[must_use]
    pub fn ranked(mut self) -> Self {
        self.len = 0;
        for (bits, before) in &mut self.words {
            *before = self.len as u32;
            self.len += bits.count_ones() as usize;
        }
        self
    }

    /// Returns the number of members. Ranks are wrong if it does not fit in 32 bits.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.len
    }

    /// Returns the number of members below a member.
    #[inline]
    #[must_use]
    pub fn rank(&self, member: usize) -> u32 {
        let (word, bit) = place(member);
        let (bits, before) = self.words[word];
        before + (bits & (bit - 1)).count_ones()
    }

    /// Returns the rank of a number, or `None` if it is not a member.
    #[inline]
    #[must_use]
    pub fn find(&self, number: usize) -> Option<u32> {
        let (word, bit) = place(number);
        let &(bits, before) = self.words.get(word)?;
        (bits & bit != 0).then(|| before + (bits & (bit - 1)).count_ones())
    }

    /// Returns the members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(word, &(bits, _))| numbers(word, bits))
    }

    /// Returns the bytes of memory that the set takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const NUMBERS: [usize; 6] = [0, 1, 63, 64, 130, 199];

    #[test]
    fn sets_have_what_was_inserted_and_not_removed() {
        let (mut bits, atomic) = (Bits::new("bits", 200).unwrap(), SharedBits::new("bits", 200).unwrap());
        for number in NUMBERS {
            bits.insert(number);
            assert!(atomic.insert(number) && !atomic.insert(number));
            atomic.insert_alone(number);
        }
        let others = (0..200).filter(|number| !NUMBERS.contains(number));
        for number in others {
            assert!(!bits.contains(number) && !atomic.contains(number));
        }
        assert!(NUMBERS.iter().all(|&number| bits.contains(number) && atomic.contains(number)));
        assert!(atomic.iter().eq(NUMBERS));
        assert_eq!(atomic.count(), NUMBERS.len());
        bits.remove(64);
        assert!(!bits.contains(64) && bits.contains(63));
        bits.clear();
        assert!((0..200).all(|number| !bits.contains(number)));
    }

    #[test]
    fn members_have_the_ranks_of_their_order() {
        let mut ranked = RankedBits::new("bits", 200).unwrap();
        NUMBERS.into_iter().rev().for_each(|number| ranked.insert(number));
        let ranked = ranked.ranked();
        assert!(ranked.iter().eq(NUMBERS));
        for number in 0..500 {
            let rank = NUMBERS.iter().position(|&member| member == number).map(|rank| rank as u32);
            assert_eq!(ranked.find(number), rank, "{number}");
            assert!(rank.is_none_or(|rank| rank == ranked.rank(number)));
        }
        assert_eq!(RankedBits::new("bits", 0).unwrap().ranked().count(), 0);
    }
}
