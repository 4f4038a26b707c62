//! Tabulating: an array whose elements are computed from their positions.
//!
//! All threads fill blocks of the array, so all threads share the first accesses to its pages.

use std::ops::Range;

use super::filling::{Filling, Unfilled};
use super::for_each_piece;
use crate::Result;
use crate::exec::Exec;

/// Elements per block.
const BLOCK: usize = 1 << 12;

/// Elements per block if beginning a block is costly.
const LARGE_BLOCK: usize = 1 << 14;

/// Returns the vector `f(0), f(1), ..., f(len - 1)`, computed on all threads; `f` is called once per
/// position. Deterministic if `f` is.
///
/// # Errors
/// [`crate::Error::OutOfMemory`], naming `what`.
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let squares = boscage::parallel::tabulate(&exec, "squares", 4, |i| i * i)?;
/// assert_eq!(squares, [0, 1, 4, 9]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn tabulate<T: Send>(
    exec: &Exec,
    what: &'static str,
    len: usize,
    f: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>> {
    in_chunks(exec, what, len, BLOCK, &|block| block.fill(&f))
}

/// Creates an array whose chunks `fill` fills. `fill` is passed by reference, so that this is compiled once
/// per type of elements.
fn in_chunks<T: Send>(
    exec: &Exec,
    what: &'static str,
    len: usize,
    most: usize,
    fill: &(dyn Fn(Unfilled<'_, T>) + Sync),
) -> Result<Vec<T>> {
    let mut table = Filling::new(what, len)?;
    for_each_piece(exec, table.chunks(most), fill);
    Ok(table.finish())
}

/// As [`tabulate`], with some thousand elements at a time: `append` gets positions and an empty vector, to
/// which it appends the elements at these positions.
///
/// # Errors
/// [`crate::Error::OutOfMemory`], naming `what`.
///
/// # Panics
/// If `append` does not append one element per position, or panics.
pub fn tabulate_blocks<T: Send>(
    exec: &Exec,
    what: &'static str,
    len: usize,
    append: impl Fn(Range<usize>, &mut Vec<T>) + Sync,
) -> Result<Vec<T>> {
    in_chunks(exec, what, len, LARGE_BLOCK, &|block| {
        let positions = block.positions();
        let (first, count) = (positions.start, positions.len());
        let mut elements = Vec::with_capacity(count);
        append(positions, &mut elements);
        assert_eq!(elements.len(), count, "too few or too many elements from position {first} on");
        block.fill_by(|written| written.extend(elements.into_iter()));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_asked_for_once() {
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
        for len in [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 1] {
            let asked: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(0)).collect();
            let table = tabulate(&Exec::current(), "positions", len, |i| (asked[i].fetch_add(1, Relaxed), i))
                .unwrap();
            assert!(table.into_iter().eq((0..len).map(|i| (0, i))), "{len}");
        }
    }

    #[test]
    fn blocks_make_the_same_table() {
        for len in [0, 1, LARGE_BLOCK - 1, LARGE_BLOCK, 3 * LARGE_BLOCK + 1] {
            let table = tabulate_blocks(&Exec::current(), "positions", len, |positions, block| {
                block.extend(positions);
            })
            .unwrap();
            assert!(table.into_iter().eq(0..len), "{len}");
        }
        for wrong in [LARGE_BLOCK, LARGE_BLOCK + 2] {
            let append = |_, block: &mut Vec<String>| block.resize(wrong, "same".to_owned());
            let made =
                || tabulate_blocks(&Exec::current(), "as many as they are not", LARGE_BLOCK + 1, append);
            assert!(std::panic::catch_unwind(made).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_panic_goes_on_to_the_caller_and_what_does_not_fit_is_refused() {
        let panics = || tabulate(&Exec::current(), "quotients", BLOCK + 1, |i| BLOCK / (BLOCK - i));
        assert!(std::panic::catch_unwind(panics).is_err());
        assert!(tabulate(&Exec::current(), "too much", usize::MAX / 16, |i| i).is_err());
    }
}
