//! Large arrays on large pages.
//!
//! The first access to a page causes a page fault. It costs 0.5 µs of kernel time per 4 KiB on the machine
//! where this was measured (2 µs under virtualisation); reading the page takes a small part of that. Random
//! accesses to many small pages also miss the translation cache. Pages of 2 MiB cost a quarter of that per
//! byte. Linux gives them to programs that ask, if the administrator allows it
//! (`/sys/kernel/mm/transparent_hugepage/enabled` says `madvise` on most distributions).
//!
//! Measured, one thread: touching 64 MiB for the first time took 32 ms without and 7 ms with.
#![allow(unsafe_code)]

/// The size of a large page; what it is elsewhere than on x86-64 and 64-bit ARM, the kernel rounds.
const LARGE_PAGE: usize = 1 << 21;

/// Bytes from which on an array has a mapping of its own, whatever the GNU allocator has learned from the
/// arrays before. Pages of it that are not touched take no memory, but addresses. 0 where mappings are
/// limited, and with other allocators.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn own_mapping() -> usize {
    if super::figures::are_mappings_limited() { 0 } else { 32 << 20 }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn own_mapping() -> usize {
    0
}

/// Asks for large pages for the room of `vec`, from the page in which it begins to the one in which it ends.
/// Advice only: nothing depends on it.
///
/// A large array is a mapping of its own, and advice for a part of it would cut it in two. Then the allocator
/// could no longer move the pages of an array that grows, but would copy it, and hold it twice.
#[cfg(target_os = "linux")]
pub(super) fn advise_large<T>(vec: &mut Vec<T>) {
    let bytes = vec.capacity() * size_of::<T>();
    if bytes < LARGE_PAGE {
        return;
    }
    // SAFETY: the call takes a number and returns one.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Ok(page @ 1..) = usize::try_from(page) else { return };
    let start = vec.as_mut_ptr().cast::<u8>();
    let before = start.addr() % page;
    // SAFETY: this advice changes the size of pages, never what is in them nor who may use them, so it does
    // not matter that the first and the last page hold bytes beside those of the array, which is borrowed
    // exclusively.
    unsafe {
        libc::madvise(start.wrapping_sub(before).cast(), before + bytes, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn advise_large<T>(_: &mut Vec<T>) {
    let _ = LARGE_PAGE;
}
