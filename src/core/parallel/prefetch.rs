//! Prefetching: loading memory into the cache before it is needed.
#![allow(unsafe_code)]

/// Tells the processor that `slice[index]` will be read soon; does nothing where there is no such
/// instruction. An index beyond the slice does no harm.
///
/// A thread that visits random places waits for memory most of its time, unless it says early where it will
/// go next: in a loop over items, prefetch for the item a few (4 to 16) ahead.
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
