//! Large arrays on large pages.
//!
//! The first access to a page causes a page fault. It took 0.5 µs of kernel time per 4 KiB on the machine of
//! the measurements (2 µs under virtualisation); reading the page takes a small part of that. Random accesses
//! to many small pages also miss the translation cache. Pages of 2 MiB cost a quarter of that per byte. Linux
//! gives them to programs that ask, if the administrator allows it
//! (`/sys/kernel/mm/transparent_hugepage/enabled` is `madvise` on most distributions).
//!
//! Measured with one thread: the first touch of 64 MiB took 32 ms without and 7 ms with large pages.
#![allow(unsafe_code)]

/// The size of a large page on x86-64 and 64-bit ARM; elsewhere, the kernel rounds it.
const LARGE_PAGE: usize = 1 << 21;

/// Bytes from which on an array has its own mapping, whatever the GNU allocator has learned from earlier
/// arrays. Its untouched pages take addresses, but no memory. 0 if mappings are limited, and with other
/// allocators.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn own_mapping() -> usize {
    if super::figures::are_mappings_limited() { 0 } else { 32 << 20 }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn own_mapping() -> usize {
    0
}

/// Requests large pages for the room of `vec`, from its first to its last page. This is advice; correctness
/// does not depend on it.
///
/// A large array is a mapping of its own, and advice for a part of it would split the mapping. Then the
/// allocator could no longer move the pages of a growing array, but would copy it and hold it twice.
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
    // SAFETY: this advice changes the size of pages, never their content or permissions. So it does not
    // matter that the first and the last page hold bytes besides those of the array, which is borrowed
    // exclusively.
    unsafe {
        libc::madvise(start.wrapping_sub(before).cast(), before + bytes, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn advise_large<T>(_: &mut Vec<T>) {
    let _ = LARGE_PAGE;
}
