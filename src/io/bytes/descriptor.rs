//! Files that this process already has open, by their descriptors: the standard streams and those passed by
//! the shell.
//!
//! An output with such a name (`-`, `/dev/stdout`, `/dev/fd/3`, a link to one of them) is written through the
//! open file itself. If a file is opened again by its name, it has a separate position, so two writers
//! overwrite each other.
//!
//! If a standard stream is closed, Rust's runtime opens `/dev/null` in its place before `main`, so that no
//! later file gets its number. Output to it is then lost without an error. It cannot be distinguished from a
//! `/dev/null` that the parent process chose, which is often open for reading and writing, too (for example
//! Python's `subprocess.DEVNULL`). So a function checks earlier, when the loader has finished: the standard
//! streams are then as the parent process left them.
//!
//! In a library that a running program loads (`dlopen`), the function runs at that time: the program may have
//! closed and opened streams before, and may do so afterwards. So a stream that was closed is checked again
//! when it is used, by the file to which it leads then.

#![allow(unsafe_code)]

#[cfg(unix)]
use std::fs::{self, File};
#[cfg(unix)]
use std::io;
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
#[cfg(target_os = "linux")]
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

#[cfg(target_os = "linux")]
use boscage_core::primitives::unmodelled::{AtomicU8, Ordering::Relaxed};

/// The standard streams.
const STDIN: i32 = 0;
pub(crate) const STDOUT: i32 = 1;
#[cfg(unix)]
pub(crate) const STDERR: i32 = 2;

/// The standard streams that were closed when this code was loaded, a bit each.
#[cfg(target_os = "linux")]
static CLOSED: AtomicU8 = AtomicU8::new(0);

// SAFETY: the section is an array of functions that the loader calls once, in order, when it has loaded the
// program or the library that this code is in; this is a pointer to one that takes nothing and cannot panic.
// It makes three system calls, which change nothing, and writes one atomic. Neither needs the runtime, which
// has not started if this is part of a program, nor minds other threads, which there may be if it is a
// library loaded later.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    use rustix::stdio::{stderr, stdin, stdout};
    let closed = |stream: BorrowedFd<'_>| u8::from(rustix::io::fcntl_getfd(stream).is_err());
    CLOSED.store(closed(stdin()) | closed(stdout()) << 1 | closed(stderr()) << 2, Relaxed);
}

/// The number of an open file of this process, if a path names one: `-` is 1, `/dev/fd/3` is 3.
#[cfg(unix)]
pub(crate) fn named(path: &Path) -> Option<i32> {
    /// The number of links that Linux follows. With more links, opening the path fails.
    const LINKS: usize = 40;
    if path.as_os_str() == "-" {
        return Some(STDOUT);
    }
    let folders =
        ["/dev/fd", "/proc/self/fd", "/proc/thread-self/fd"].map(|folder| fs::canonicalize(folder).ok());
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let there = fs::canonicalize(folder).ok()?;
        if folders.iter().flatten().any(|folder| *folder == there) {
            return path.file_name()?.to_str()?.parse().ok().filter(|number| *number >= 0);
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

#[cfg(not(unix))]
pub(crate) fn named(path: &Path) -> Option<i32> {
    (path.as_os_str() == "-").then_some(STDOUT)
}

/// Returns `true` if an input is a standard stream that was closed when this code was loaded and has not been
/// opened since, under any name; `-` is the standard input. Always `false` on systems other than Linux.
pub(crate) fn is_closed_input(path: &Path) -> bool {
    let number = if path.as_os_str() == "-" { Some(STDIN) } else { named(path) };
    number.is_some_and(is_closed)
}

/// Returns `true` if a number is that of a standard stream that was closed and has not been opened since.
#[cfg(target_os = "linux")]
fn is_closed(number: i32) -> bool {
    was_closed(number) && duplicate(number).is_err()
}

#[cfg(not(target_os = "linux"))]
fn is_closed(_number: i32) -> bool {
    false
}

/// Returns `true` if a number is that of a standard stream that was closed when this code was loaded.
#[cfg(target_os = "linux")]
fn was_closed(number: i32) -> bool {
    (STDIN..=STDERR).contains(&number) && CLOSED.load(Relaxed) & (1 << number) != 0
}

/// A duplicate of the open file with this number. Both share their position.
///
/// # Errors
/// If no other program has passed the file on. On Linux, files that this process has opened itself are
/// refused too, and so is a standard stream that was closed and is `/dev/null` now.
#[cfg(unix)]
pub(crate) fn duplicate(number: i32) -> io::Result<File> {
    let duplicate = match number {
        STDIN => of_stream(number, io::stdin().as_fd()),
        STDOUT => of_stream(number, io::stdout().as_fd()),
        STDERR => of_stream(number, io::stderr().as_fd()),
        _ => {
            fs::symlink_metadata(format!("/dev/fd/{number}"))?;
            // SAFETY: the number is open, as its entry in `/dev/fd` has just shown, and the borrow ends with
            // this one call. What other programs passed on stays open, as nothing in this process
            // closes files that it has not opened; of its own files only the flags are read.
            let open = unsafe { BorrowedFd::borrow_raw(number) };
            #[cfg(target_os = "linux")]
            refuse_own(open)?;
            open.try_clone_to_owned()
        }
    };
    duplicate.map(File::from)
}

/// The open file of a standard stream.
#[cfg(unix)]
fn of_stream(number: i32, stream: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    if was_closed(number) {
        refuse_own(stream)?;
        let file = File::from(stream.try_clone_to_owned()?).metadata()?;
        if file.file_type().is_char_device() && file.rdev() == fs::metadata("/dev/null")?.rdev() {
            return Err(rustix::io::Errno::BADF.into()); // opened by the runtime
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = number;
    stream.try_clone_to_owned()
}

/// Refuses a file that this process has opened itself. Files that Rust or Python opens have a flag (close on
/// exec) that files passed from program to program lack.
#[cfg(target_os = "linux")]
fn refuse_own(open: BorrowedFd<'_>) -> io::Result<()> {
    match rustix::io::fcntl_getfd(open)?.contains(rustix::io::FdFlags::CLOEXEC) {
        true => Err(rustix::io::Errno::BADF.into()),
        false => Ok(()),
    }
}
