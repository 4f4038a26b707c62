//! Random numbers by position.
//!
//! With a generator that gives one number after the other, the result depends on the order of the work. Here
//! every item (an edge, a node, a level of a recursion) has its own short sequence, a pure function of (seed,
//! purpose, index). So any thread may make the item at any time, and the graph has the same bytes. Only
//! integer operations are used, so it is also the same on every machine.
//!
//! The function is SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA
//! 2014; the finaliser is Stafford's variant 13): the index, times an odd constant, starts a sequence; each
//! step adds the constant and mixes.

/// Odd, and its bits look random: 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Permutes the 64-bit words; every bit of the result depends on every bit of the word.
#[must_use]
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// What numbers are drawn for. Draws for different purposes have nothing to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// Which nodes an edge joins.
    Ends = 1,
    /// What an edge weighs.
    Weights = 2,
    /// How nodes are numbered.
    Numbering = 3,
    /// Where nodes lie.
    Places = 4,
    /// Which parts of a map are islands.
    Islands = 5,
    /// Which roads have bends.
    Bends = 6,
    /// In which order an operator takes nodes or edges.
    Order = 7,
    /// How large the parts of a graph are.
    Sizes = 8,
}

/// A source of random numbers for the items of one purpose.
///
/// ```
/// use boscage::random::{Purpose, Random};
///
/// let random = Random::new(7, Purpose::Weights);
/// let (mut first, mut again) = (random.item(3), random.item(3));
/// assert_eq!(first.below(1000), again.below(1000));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Random {
    key: u64,
}

impl Random {
    /// The source for a seed and a purpose.
    #[must_use]
    pub const fn new(seed: u64, purpose: Purpose) -> Self {
        Self { key: mix(mix(seed.wrapping_add(GAMMA)) ^ (purpose as u64).wrapping_mul(GAMMA)) }
    }

    /// The numbers of one item.
    #[must_use]
    #[inline]
    pub const fn item(self, index: u64) -> Draws {
        Draws { state: mix(self.key.wrapping_add(index.wrapping_mul(GAMMA))) }
    }
}

/// The random numbers of one item, one after the other.
#[derive(Clone, Debug)]
pub struct Draws {
    state: u64,
}

impl Draws {
    /// 64 random bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }

    /// A number in `0..bound`, or 0 if `bound` is 0. No number is likelier than another by more than 2^-64.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.word() as u128 * bound as u128) >> 64) as u64
    }

    /// A number in `-bound..=bound`.
    #[inline]
    pub const fn around_zero(&mut self, bound: u32) -> i64 {
        self.below(2 * bound as u64 + 1) as i64 - bound as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_draws_fill_their_range_evenly() {
        let random = Random::new(1, Purpose::Ends);
        let mut counts = [0_u32; 7];
        for index in 0..70_000 {
            counts[random.item(index).below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}"); // five standard deviations
        assert!((0..1000).all(|index| random.item(index).around_zero(3).abs() <= 3));
        assert_eq!(random.item(0).below(0), 0);
    }

    #[test]
    fn seeds_purposes_items_and_steps_differ() {
        let mut words: Vec<u64> = [0, 1, u64::MAX]
            .into_iter()
            .flat_map(|seed| [Purpose::Ends, Purpose::Weights].map(|purpose| Random::new(seed, purpose)))
            .flat_map(|random| [0, 1, u64::MAX].map(|index| random.item(index)))
            .flat_map(|mut draws| [draws.word(), draws.word()])
            .collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 36);
    }
}
