//! Fallible allocation of arrays whose length comes from the input.
//!
//! A file header may claim any size, and on most systems an allocation beyond the available memory succeeds
//! and kills the process later. So every array whose size depends on the input is allocated here. Its size is
//! first compared with the available memory of the machine (or its container), then `try_reserve` is called.
//! If either fails, the result is [`Error::OutOfMemory`] with the number of bytes.

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

/// The value without a limit of [`set_limit`].
const UNLIMITED: u64 = u64::MAX;

static LIMIT: AtomicU64 = AtomicU64::new(UNLIMITED);

/// The value of [`set_total`], or [`UNKNOWN`].
static TOTAL: AtomicU64 = AtomicU64::new(UNKNOWN);

/// The operating system is asked for the available memory.
const UNKNOWN: u64 = u64::MAX;

/// Sets the memory that this process may hold in total, in bytes, instead of what the operating system
/// reports as available; `None` returns to the report, `u64::MAX` allows everything.
///
/// These are refused: arrays of 256 MiB or more that would exceed the total; arrays of 1 MiB or more once the
/// process holds that much; graphs whose estimate exceeds the total ([`Estimate::admit`]). It is for users
/// who know more than the system: that swapping is acceptable, or that other processes need memory.
pub fn set_total(bytes: Option<u64>) {
    TOTAL.store(bytes.map_or(UNKNOWN, |bytes| bytes.min(UNKNOWN - 1)), Ordering::Relaxed);
}

/// Returns the value of [`set_total`].
fn total() -> Option<u64> {
    Some(TOTAL.load(Ordering::Relaxed)).filter(|&total| total != UNKNOWN)
}

/// Refuses, from now on and in the whole process, every single array of more than `bytes`; `None` lifts the
/// limit.
///
/// It protects programs that embed the library, and lets tests provoke errors.
pub fn set_limit(bytes: Option<u64>) {
    LIMIT.store(bytes.unwrap_or(UNLIMITED), Ordering::Relaxed);
}

/// Creates an empty vector with room for `len` elements.
///
/// # Errors
/// [`Error::OutOfMemory`], naming `what` and the bytes, if the array exceeds the limit of [`set_limit`] or
/// the available memory, or the allocator fails.
///
/// # Examples
/// ```
/// let refused = boscage::memory::reserve::<u64>("the example", usize::MAX / 16).unwrap_err();
/// assert!(refused.to_string().ends_with(" for the example"));
/// ```
pub fn reserve<T>(what: &'static str, len: usize) -> Result<Vec<T>> {
    let mut vec = Vec::new();
    reserve_exact(what, &mut vec, len)?;
    Ok(vec)
}

/// Checks that `len` elements can be allocated, for code that allocates them elsewhere in small steps.
///
/// # Errors
/// As [`reserve`].
pub fn check<T>(what: &'static str, len: usize) -> Result<()> {
    reserve::<T>(what, len).map(drop)
}

/// Reserves room for `more` elements after those of `vec`. It at least doubles the vector, so that growing in
/// small steps takes amortised constant time. If memory is short, it reserves half of that, a quarter, and so
/// on, down to `more`. A large vector gets its own mapping if that costs only addresses, so that its pages
/// can be moved instead of copied.
///
/// # Errors
/// As [`reserve`]; the bytes are the size of the whole array.
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

/// Bytes of a vector that is expected to grow much more.
const LARGE: usize = 1 << 20;

pub(crate) fn reserve_exact<T>(what: &'static str, vec: &mut Vec<T>, more: usize) -> Result<()> {
    let bytes = bytes_of::<T>(vec.len().saturating_add(more));
    let asked = bytes.saturating_sub(bytes_of::<T>(vec.capacity()));
    if !is_allowed(bytes, asked) {
        return Err(Error::out_of_memory(what, bytes));
    }
    vec.try_reserve_exact(more).map_err(|_| Error::out_of_memory(what, bytes))?;
    pages::advise_large(vec);
    Ok(())
}

fn bytes_of<T>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<T>() as u64)
}

/// Returns `true` if an array may grow to `bytes`, of which `asked` are new.
fn is_allowed(bytes: u64, asked: u64) -> bool {
    let fits = |asked: u64| asked <= available().unwrap_or(UNLIMITED);
    bytes <= LIMIT.load(Ordering::Relaxed)
        && match asked {
            WORTH_ASKING.. => fits(asked),
            // Many arrays are reserved for an upper bound of their length, so the memory held decides.
            1_048_576.. if total().is_some() => fits(1),
            _ => true,
        }
}

/// Creates a vector of `len` copies of `value`.
///
/// # Errors
/// As [`reserve`].
pub fn filled<T: Clone>(what: &'static str, len: usize, value: T) -> Result<Vec<T>> {
    let mut vec = reserve(what, len)?;
    vec.resize(len, value);
    Ok(vec)
}

/// Creates a vector of `len` elements whose bits are all zero. Pages that are never touched take no memory.
///
/// # Errors
/// As [`reserve`].
pub fn zeroed<T: Zeroable>(what: &'static str, len: usize) -> Result<Vec<T>> {
    let bytes = bytes_of::<T>(len);
    let refused = || Error::out_of_memory(what, bytes);
    if !is_allowed(bytes, bytes) {
        return Err(refused());
    }
    let mut vec = bytemuck::allocation::try_zeroed_vec(len).map_err(|()| refused())?;
    pages::advise_large(&mut vec);
    Ok(vec)
}

/// Creates the vector `f(0), f(1), ..., f(len - 1)`.
///
/// # Errors
/// As [`reserve`].
pub fn from_fn<T>(what: &'static str, len: usize, f: impl FnMut(usize) -> T) -> Result<Vec<T>> {
    let mut vec = reserve(what, len)?;
    vec.extend((0..len).map(f));
    Ok(vec)
}

/// Below this many bytes, the system is not asked: the answer takes longer than the allocation. The rest of a
/// total that a user has set takes reading one short file, so it is checked from 1 MiB on.
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
