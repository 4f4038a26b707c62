//! One arena for all threads.
//!
//! The GNU allocator gives each thread its own arena, up to eight arenas per processor. Each arena keeps the
//! memory that its thread has freed, including arrays of up to 32 MiB: four threads held up to 2.2 times as
//! much as with one arena. Each arena also reserves 64 MiB of addresses, too much if addresses are limited
//! (`ulimit -v`).
#![allow(unsafe_code)]

/// Has all threads of this process share one arena of the GNU allocator, so that what one thread gives back
/// is there for the others. For programs, before they start threads; the operators allocate a few large
/// arrays, and threads that allocate much and often may wait for each other.
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call takes two numbers, and the allocator's own lock guards what it changes.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}
