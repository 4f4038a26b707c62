//! Prefetching: loading memory into the cache before it is needed.
#![allow(unsafe_code)]

/// Prefetches `slice[index]` into the cache. Does nothing on processors without such an instruction, or if
/// the index is out of range.
///
/// A thread that visits random places mostly waits for memory. In a loop over items, prefetch the places of
/// the item that is 4 to 16 items ahead.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place = slice.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
