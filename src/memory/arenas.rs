//! How many addresses the allocator takes.
//!
//! The GNU allocator gives each thread an arena of its own, of up to eight a processor, and reserves 64 MiB
//! of addresses for each: that costs no memory, but where addresses are limited (`ulimit -v`), little is
//! left.
#![allow(unsafe_code)]

/// Has all threads share one arena, where the addresses of the process are limited. For programs, before they
/// start threads.
pub fn share_arenas() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if super::figures::address_limit().is_some() {
        // SAFETY: the call takes two numbers, and the allocator's own lock guards what it changes.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}
