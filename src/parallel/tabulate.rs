//! Tabulating: an array whose elements are told by their positions.
//!
//! Blocks of the array are filled one by one, each by whichever thread has it; so pages that are touched for the first
//! time are touched by all threads.
#![allow(unsafe_code)]

use super::for_each_piece;
use crate::{Result, memory};

/// Elements per block.
const BLOCK: usize = 1 << 12;

/// `f(0), f(1), ..., f(len - 1)`, each asked once.
///
/// # Errors
/// [`crate::Error::OutOfMemory`], naming `what`.
///
/// ```
/// let squares = boscage::parallel::tabulate("squares", 4, |i| i * i)?;
/// assert_eq!(squares, [0, 1, 4, 9]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn tabulate<T: Send>(what: &'static str, len: usize, f: impl Fn(usize) -> T + Sync) -> Result<Vec<T>> {
    let mut table = memory::reserve(what, len)?;
    let room = &mut table.spare_capacity_mut()[..len];
    for_each_piece(room.chunks_mut(BLOCK).enumerate(), |(block, places)| {
        for (i, place) in (block * BLOCK..).zip(places) {
            place.write(f(i));
        }
    });
    // SAFETY: all places of `room` have been written; had `f` panicked, this would not be reached.
    unsafe { table.set_len(len) };
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_asked_for_once() {
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
        for len in [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 1] {
            let asked: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(0)).collect();
            let table = tabulate("positions", len, |i| (asked[i].fetch_add(1, Relaxed), i)).unwrap();
            assert!(table.into_iter().eq((0..len).map(|i| (0, i))), "{len}");
        }
    }

    #[test]
    fn a_panic_goes_on_to_the_caller_and_what_does_not_fit_is_refused() {
        let panics = || tabulate("quotients", BLOCK + 1, |i| BLOCK / (BLOCK - i));
        assert!(std::panic::catch_unwind(panics).is_err());
        assert!(tabulate("too much", usize::MAX / 16, |i| i).is_err());
    }
}
