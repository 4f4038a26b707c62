//! The numbering of the nodes.
//!
//! The shuffle is a *function*, not a table: a Feistel network. Each of its steps can be undone, so it
//! permutes the words of a given number of bits. It is applied again while the result is not below the bound
//! ("cycle walking", Black and Rogaway, "Ciphers with arbitrary finite domains", 2002). The walk stays on the
//! cycle of a number below the bound, so it ends. There are fewer than twice as many words as the bound, so
//! it takes at most two steps on average. Any thread can compute any position, and no memory is used. The
//! images of 0, 1, 2, ... never repeat, so the function also draws distinct numbers at random
//! ([`gnm`](fn@super::gnm)).

use boscage_core::random::{Draws, Random, mix, streams};

/// The numbering of the nodes of a generated graph.
///
/// The natural numbering of most families has neighbours near each other, so it uses caches better than most
/// real inputs do. A shuffled graph has the same edges between other node ids.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Numbering, Path, Style, path};
///
/// let style = Style { numbering: Numbering::Shuffled, ..Style::default() };
/// let graph = path(&Exec::new(1)?, &Path { nodes: 1000, style })?;
/// assert!(graph.edges().iter().any(|edge| edge.u.index().abs_diff(edge.v.index()) > 1));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Numbering {
    /// In the order that the function of the family documents. This is the default.
    #[default]
    Natural,
    /// In random order, by the seed. Needs no memory.
    Shuffled,
}

impl Numbering {
    /// The permutation of this many nodes; `None` if they keep their numbers.
    pub(super) fn of(self, nodes: usize, seed: u64) -> Option<Permutation> {
        match self {
            Self::Natural => None,
            Self::Shuffled => {
                Some(Permutation::new(nodes as u64, Random::new(seed, streams::NUMBERING).item(0)))
            }
        }
    }
}

/// Pairs of Feistel steps. Three steps are enough for a random appearance; six leave a margin.
const ROUNDS: usize = 3;

/// A random permutation of `0..bound`.
#[derive(Clone, Debug)]
pub(super) struct Permutation {
    bound: u64,
    low_bits: u32,
    low: u64,
    high: u64,
    keys: [[u64; 2]; ROUNDS],
}

impl Permutation {
    pub(super) fn new(bound: u64, mut draws: Draws) -> Self {
        let bits = u64::BITS - bound.saturating_sub(1).leading_zeros();
        let low_bits = bits.div_ceil(2);
        let mask = |bits| (1_u64 << bits) - 1; // never more than 32
        Self {
            bound,
            low_bits,
            low: mask(low_bits),
            high: mask(bits - low_bits),
            keys: [(); ROUNDS].map(|()| [draws.next_u64(), draws.next_u64()]),
        }
    }

    /// The image of `index`, which must be below the bound.
    #[inline]
    pub(super) fn image(&self, index: u64) -> u64 {
        debug_assert!(index < self.bound);
        let mut image = index;
        loop {
            let (mut high, mut low) = (image >> self.low_bits, image & self.low);
            for [first, second] in self.keys {
                high ^= mix(low ^ first) & self.high;
                low ^= mix(high ^ second) & self.low;
            }
            image = high << self.low_bits | low;
            if image < self.bound {
                return image;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permutation(bound: u64, seed: u64) -> Permutation {
        Permutation::new(bound, Random::new(seed, streams::NUMBERING).item(0))
    }

    #[test]
    fn every_place_is_taken_once() {
        for bound in (0..70).chain([255, 256, 257, 1000]) {
            let permutation = permutation(bound, bound);
            let mut images: Vec<u64> = (0..bound).map(|index| permutation.image(index)).collect();
            images.sort_unstable();
            assert!(images.into_iter().eq(0..bound), "{bound}");
        }
    }

    #[test]
    fn it_looks_random() {
        let n = 10_000;
        let permutation = permutation(n, 5);
        let image = |index| permutation.image(index);
        let fixed = (0..n).filter(|&index| image(index) == index).count();
        assert!(fixed < 8, "{fixed} of 1 expected");
        let ascents = (1..n).filter(|&index| image(index - 1) < image(index)).count();
        assert!(ascents.abs_diff(5000) < 150, "{ascents}"); // five standard deviations
        let step: u64 = (1..n).map(|index| image(index - 1).abs_diff(image(index))).sum::<u64>() / (n - 1);
        assert!(step.abs_diff(n / 3) < 120, "{step}");
    }

    #[test]
    fn the_largest_bounds_work() {
        for bound in [u64::MAX, 1 << 63, (1 << 63) + 1] {
            let permutation = permutation(bound, 1);
            assert_ne!(permutation.image(bound - 1), permutation.image(bound - 2));
        }
    }
}
