//! Division of consecutive items among ranks.

use std::ops::Range;

/// Returns the positions of `len` consecutive items that rank `rank` of `ranks` gets: from `len rank / ranks`
/// on. The shares of all ranks are consecutive and without gaps, and their lengths differ by at most 1.
///
/// ```
/// assert_eq!([0, 1, 2].map(|rank| boscage::comm::share(7, rank, 3)), [0..2, 2..4, 4..7]);
/// ```
#[must_use]
pub fn share(len: u64, rank: usize, ranks: usize) -> Range<u64> {
    let cut = |rank: usize| (u128::from(len) * rank as u128 / ranks as u128) as u64;
    cut(rank)..cut(rank + 1)
}
