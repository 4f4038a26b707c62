//! Words for edges: the order of (key, position), as far as it goes in the bits of a key.

use boscage_core::fault::is_planted;
use boscage_core::graph::Key;

use super::record::Record;

/// A map of edges to words. Edges are tested by their words against *bounds*: an edge is dropped if its word
/// is not below the bound. No word is the greatest number, so this number bounds nothing.
pub(super) trait Words<K: Key>: Copy {
    /// Returns the word of an edge with this key, at this place or a later one.
    fn word(&self, key: K, place: K) -> K;

    /// Returns the bound of an edge of the forest: edges whose word is not below it come later in the order
    /// of (key, position).
    fn bound(&self, record: &Record<K>) -> K;

    /// Returns the bound of an edge with this key, at this place or an earlier one.
    fn tight_bound(&self, key: K, place: K) -> K;
}

/// Words for edges that come later than all edges of the forest: their keys. Edges with equal keys are
/// dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Later;

impl<K: Key> Words<K> for Later {
    #[inline(always)]
    fn word(&self, key: K, _: K) -> K {
        key.min(greatest_word())
    }

    fn bound(&self, record: &Record<K>) -> K {
        record.key
    }

    fn tight_bound(&self, key: K, _: K) -> K {
        above(key.into())
    }
}

/// Words for edges at any positions.
///
/// The upper bits of a word are from the key. If the keys of the forest differ in few bits, the lower bits
/// are the *place*, the upper bits of the position. A key that differs from them in lower bits has the last
/// place, so that the order is kept. Keys below those of the forest have the word 0, and keys far above them
/// the greatest word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The least key of the forest.
    base: u64,
    /// Number of low bits in which its keys do not differ.
    shift: u32,
    /// Number of bits of a place.
    bits: u32,
    /// Number of low bits of a position that are not in its place.
    granule: u32,
}

/// Most bits of a place.
const PLACE: u32 = 32;

impl Scale {
    /// The scale for the edges of a forest, in the order of their keys, and for positions below `end`.
    pub(super) fn new<K: Key>(forest: &[Record<K>], end: u64) -> Self {
        let base = forest.first().map_or(0, |record| record.key.into());
        let keys = || forest.iter().map(|record| record.key.into() - base);
        let (most, all) = (keys().next_back().unwrap_or(0), keys().fold(0, |all, key| all | key));
        let shift = if all == 0 { 0 } else { all.trailing_zeros() };
        let bits = ((most >> shift).leading_zeros() + K::BITS - u64::BITS).min(PLACE);
        Self { base, shift, bits, granule: (u64::BITS - end.leading_zeros()).saturating_sub(bits) }
    }

    /// Returns the place of a position.
    pub(super) fn place<K: Key>(&self, position: u64) -> K {
        K::from_number((position >> self.granule).min(self.last_place()))
    }

    fn last_place(&self) -> u64 {
        (1 << self.bits) - 1
    }

    #[inline(always)]
    fn number<K: Key>(&self, key: K, place: K) -> u64 {
        let Some(above) = key.into().checked_sub(self.base) else { return 0 };
        let top = above >> self.shift;
        if top.leading_zeros() + K::BITS - u64::BITS < self.bits {
            return u64::MAX;
        }
        top << self.bits | if above == top << self.shift { place.into() } else { self.last_place() }
    }
}

impl<K: Key> Words<K> for Scale {
    #[inline(always)]
    fn word(&self, key: K, place: K) -> K {
        K::from_number(self.number(key, place).min(greatest_word::<K>().into()))
    }

    fn bound(&self, record: &Record<K>) -> K {
        let number = self.number(record.key, self.place::<K>(record.position()));
        if is_planted("drop-at-equality") { K::from_number(number) } else { above(number) }
    }

    fn tight_bound(&self, key: K, place: K) -> K {
        above(self.number(key, place))
    }
}

/// The greatest word of an edge.
#[inline(always)]
fn greatest_word<K: Key>() -> K {
    !K::from(1)
}

/// Returns the least number above a word, if it is not the greatest number.
fn above<K: Key>(word: u64) -> K {
    K::from_number(word.saturating_add(1).min(no_bound::<K>().into()))
}

/// Returns the greatest number, which bounds nothing.
#[inline(always)]
pub(super) fn no_bound<K: Key>() -> K {
    !K::default()
}
