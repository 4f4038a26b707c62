//! One arena for all threads.
//!
//! The GNU allocator gives each thread its own arena, up to eight arenas per processor. Each arena keeps the
//! memory that its thread has freed, including arrays of up to 32 MiB: four threads held up to 2.2 times as
//! much as with one arena. Each arena also reserves 64 MiB of addresses, too much if addresses are limited
//! (`ulimit -v`).
#![allow(unsafe_code)]

/// Makes all threads of this process share one arena of the GNU allocator, so that memory that one thread
/// frees is available to the others. Programs should call it before they start threads. The operators
/// allocate a few large arrays; threads that allocate much and often may wait for each other. Does nothing
/// with other allocators.
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call takes two numbers, and the allocator's own lock guards what it changes.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}
