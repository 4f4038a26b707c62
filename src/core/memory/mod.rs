//! Fallible allocation of arrays whose length comes from the input.
//!
//! A file header may claim any size, and on most systems an allocation beyond the available memory succeeds
//! and kills the process later. So every array proportional to the input is reserved here. First its size is
//! compared with what the machine (or its container) has left, then `try_reserve` is called. Both give
//! [`Error::OutOfMemory`] with the number of bytes.

mod arenas;
mod estimate;
mod figures;
mod pages;

use bytemuck::Zeroable;

pub use arenas::share_arenas;
pub use estimate::{Bytes, Estimate};
pub use figures::{available, held, installed, peak};

use crate::primitives::unmodelled::{AtomicU64, Ordering};
use crate::{Error, Result};

/// No limit set by [`set_limit`].
const UNLIMITED: u64 = u64::MAX;

static LIMIT: AtomicU64 = AtomicU64::new(UNLIMITED);

/// What [`set_total`] has set; [`UNKNOWN`] if nothing.
static TOTAL: AtomicU64 = AtomicU64::new(UNKNOWN);

/// The operating system is asked how much there is.
const UNKNOWN: u64 = u64::MAX;

/// Sets how much memory this process may hold in all, in bytes, in place of what the operating system says is
/// available; `None` goes back to what the system says. Arrays of 256 MiB or more that would exceed it are
/// refused, and so are smaller ones, from 1 MiB on, once the process holds that much, and graphs whose
/// estimate exceeds it ([`Estimate::admit`]); `u64::MAX` refuses nothing.
///
/// For users who know more than the system: that memory may be swapped, or that other processes need some of
/// it.
pub fn set_total(bytes: Option<u64>) {
    TOTAL.store(bytes.map_or(UNKNOWN, |bytes| bytes.min(UNKNOWN - 1)), Ordering::Relaxed);
}

/// What [`set_total`] has set.
fn total() -> Option<u64> {
    Some(TOTAL.load(Ordering::Relaxed)).filter(|&total| total != UNKNOWN)
}

/// Refuses, from now on and in the whole process, every single array of more than `bytes`; `None` lifts the
/// limit.
///
/// This is a guard for embedding programs, and how the tests see the refusals.
pub fn set_limit(bytes: Option<u64>) {
    LIMIT.store(bytes.unwrap_or(UNLIMITED), Ordering::Relaxed);
}

/// An empty vector with room for `len` elements.
///
/// # Errors
/// [`Error::OutOfMemory`], naming `what` and the bytes, if the array exceeds the limit of [`set_limit`], or
/// what the system has available, or the allocator refuses.
///
/// ```
/// let refused = boscage::memory::reserve::<u64>("the example", usize::MAX / 16).unwrap_err();
/// assert!(refused.to_string().ends_with(" for the example"));
/// ```
pub fn reserve<T>(what: &'static str, len: usize) -> Result<Vec<T>> {
    let mut vec = Vec::new();
    reserve_exact(what, &mut vec, len)?;
    Ok(vec)
}

/// Whether `len` elements could be had, for what allocates them elsewhere bit by bit.
///
/// # Errors
/// As [`reserve`].
pub fn check<T>(what: &'static str, len: usize) -> Result<()> {
    reserve::<T>(what, len).map(drop)
}

/// Makes room for `more` elements after those of `vec`, and for as many again as it has, so that a vector
/// grown bit by bit is moved a logarithmic number of times; where memory is short, for half as many, a
/// quarter, and so on, down to `more` alone. A large vector gets a mapping of its own where that costs
/// nothing but addresses, so that its pages can be moved rather than copied.
///
/// # Errors
/// As [`reserve`]; the bytes are those of the whole array.
#[inline]
pub fn grow<T>(what: &'static str, vec: &mut Vec<T>, more: usize) -> Result<()> {
    if vec.capacity() - vec.len() >= more {
        return Ok(());
    }
    let mut room = more.max(vec.len());
    let size = size_of::<T>().max(1);
    if vec.len() + room >= LARGE / size {
        room = room.max(pages::own_mapping().div_ceil(size).saturating_sub(vec.len()));
    }
    loop {
        match reserve_exact(what, vec, room) {
            Err(_) if room > more => room = more.max(room / 2),
            outcome => return outcome,
        }
    }
}

/// Bytes of a vector that may grow much more.
const LARGE: usize = 1 << 20;

fn reserve_exact<T>(what: &'static str, vec: &mut Vec<T>, more: usize) -> Result<()> {
    let bytes = bytes_of::<T>(vec.len().saturating_add(more));
    let asked = bytes.saturating_sub(bytes_of::<T>(vec.capacity()));
    if !is_there(bytes, asked) {
        return Err(Error::out_of_memory(what, bytes));
    }
    vec.try_reserve_exact(more).map_err(|_| Error::out_of_memory(what, bytes))?;
    pages::advise_large(vec);
    Ok(())
}

fn bytes_of<T>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<T>() as u64)
}

/// Whether an array may grow to this number of bytes, of which the system is asked for some.
fn is_there(bytes: u64, asked: u64) -> bool {
    let fits = |asked: u64| asked <= available().unwrap_or(UNLIMITED);
    bytes <= LIMIT.load(Ordering::Relaxed)
        && match asked {
            WORTH_ASKING.. => fits(asked),
            // Many arrays are reserved for the most that they may come to hold, so what is held decides.
            1_048_576.. if total().is_some() => fits(1),
            _ => true,
        }
}

/// `len` copies of `value`; fails as [`reserve`] does.
///
/// # Errors
/// As [`reserve`].
pub fn filled<T: Clone>(what: &'static str, len: usize, value: T) -> Result<Vec<T>> {
    let mut vec = reserve(what, len)?;
    vec.resize(len, value);
    Ok(vec)
}

/// `len` elements of nothing but zero bits, pages of which that are never touched take no memory; fails as
/// [`reserve`] does.
///
/// # Errors
/// As [`reserve`].
pub fn zeroed<T: Zeroable>(what: &'static str, len: usize) -> Result<Vec<T>> {
    let bytes = bytes_of::<T>(len);
    let refused = || Error::out_of_memory(what, bytes);
    if !is_there(bytes, bytes) {
        return Err(refused());
    }
    let mut vec = bytemuck::allocation::try_zeroed_vec(len).map_err(|()| refused())?;
    pages::advise_large(&mut vec);
    Ok(vec)
}

/// `f(0), f(1), ..., f(len - 1)`; fails as [`reserve`] does.
///
/// # Errors
/// As [`reserve`].
pub fn from_fn<T>(what: &'static str, len: usize, f: impl FnMut(usize) -> T) -> Result<Vec<T>> {
    let mut vec = reserve(what, len)?;
    vec.extend((0..len).map(f));
    Ok(vec)
}

/// Below this many bytes the system is not asked: the answer costs more than the array. What is left of a
/// total that a user has set is a matter of one short file, so it is looked up from 1 MiB on.
const WORTH_ASKING: u64 = 1 << 28;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_larger_than_memory_is_refused_by_name() {
        let error = reserve::<u64>("distances", 1 << 60).unwrap_err();
        assert_eq!(error.to_string(), "not enough memory: 8192 PiB for distances");
    }

    #[test]
    fn ordinary_arrays_are_granted() {
        assert_eq!(filled("zeros", 3, 0_u8).unwrap(), [0, 0, 0]);
        assert_eq!(from_fn("squares", 4, |i| i * i).unwrap(), [0, 1, 4, 9]);
        assert!(reserve::<u64>("nothing", 0).unwrap().is_empty());
    }

    #[test]
    fn growing_keeps_what_is_there_and_is_refused_by_name() {
        let mut vec = vec![7_u64];
        grow("list", &mut vec, 3).unwrap();
        assert!(vec.capacity() >= 4 && vec == [7]);
        let error = grow("list", &mut vec, (1 << 60) - 1).unwrap_err();
        assert_eq!(error.to_string(), "not enough memory: 8192 PiB for list");
    }
}
