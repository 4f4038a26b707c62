//! Whether the standard output was open when the process began.
//!
//! Where a standard stream is closed, Rust's runtime opens `/dev/null` in its place, so that no file that is
//! opened later gets its number; what is written there is lost without an error. From then on it cannot be
//! told from a `/dev/null` that the parent process chose, which is often open for reading and writing, too
//! (Python's `subprocess.DEVNULL` is). So this module has the loader call a function before the runtime
//! starts.

#![allow(unsafe_code)]

use std::io;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[cfg(target_os = "linux")]
static CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: the section is an array of functions that are called once, in order, on the only thread, before the runtime
// and `main`; this is a pointer to one that takes nothing and cannot panic. It makes one system call and writes one
// atomic, neither of which needs the runtime.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Relaxed);
}

/// Demands that there is a standard output; on other systems than Linux it is taken for granted.
///
/// # Errors
/// The error of writing to a file that is not open.
pub(super) fn demand() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if CLOSED.load(Relaxed) {
        return Err(rustix::io::Errno::BADF.into());
    }
    Ok(())
}
