//! The unfinished outputs of this process. Two of them must not have the same destination, and a signal
//! handler must be able to remove their temporary files.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::NamedTempFile;

use boscage_core::mutex::Mutex;
use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};

/// The unfinished outputs of this process; `None` after they have been discarded. Temporary files are made
/// and renamed under the lock, so that none is missed.
static UNFINISHED: LazyLock<Mutex<Option<Vec<Entry>>>> = LazyLock::new(|| Mutex::new(Some(Vec::new())));

struct Entry {
    number: u64,
    /// The temporary file, which is removed if the output is discarded, and its final name.
    temporary: Option<(PathBuf, PathBuf)>,
    /// The file that is written or replaced, if it exists.
    file: Option<Identity>,
}

/// The membership of an output in [`UNFINISHED`], by its number.
pub(crate) struct Unfinished(u64);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(unfinished) = &mut *UNFINISHED.lock() {
            unfinished.retain(|entry| entry.number != self.0);
        }
    }
}

/// Registers an output to an open file.
pub(crate) fn begin(file: Option<Identity>) -> io::Result<Unfinished> {
    enter(file, None, || Ok(None)).map(|(unfinished, _)| unfinished)
}

/// Registers an output and makes its temporary file, unless another output has the same file or the same
/// final name.
pub(crate) fn enter(
    file: Option<Identity>,
    target: Option<&Path>,
    temporary: impl FnOnce() -> io::Result<Option<NamedTempFile>>,
) -> io::Result<(Unfinished, Option<NamedTempFile>)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut unfinished = UNFINISHED.lock();
    let all = unfinished.as_mut().ok_or(ErrorKind::Interrupted)?;
    let name = |entry: &Entry| {
        target.is_some_and(|target| entry.temporary.as_ref().is_some_and(|one| one.1 == target))
    };
    if all.iter().any(|entry| (file.is_some() && entry.file == file) || name(entry)) {
        return Err(another_output());
    }
    let made = temporary()?;
    let temporary = made.as_ref().map(|made| made.path().to_owned()).zip(target.map(Path::to_owned));
    let number = NEXT.fetch_add(1, Relaxed);
    all.push(Entry { number, temporary, file });
    Ok((Unfinished(number), made))
}

pub(crate) fn another_output() -> io::Error {
    io::Error::new(ErrorKind::AlreadyExists, "another output goes there")
}

/// The identity of a file: its device and its number there.
pub(crate) type Identity = (u64, u64);

/// The identity of a file; `None` for `/dev/null`, which accepts any number of outputs.
#[cfg(unix)]
pub(crate) fn identity(file: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let is_null = file.file_type().is_char_device()
        && fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == file.rdev());
    (!is_null).then(|| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity(_: &Metadata) -> Option<Identity> {
    None
}

/// Removes the temporary files of all outputs. Afterwards no output can be created or finished.
pub(crate) fn discard_all() {
    let unfinished = UNFINISHED.lock().take();
    for (temporary, _) in unfinished.into_iter().flatten().filter_map(|entry| entry.temporary) {
        let _ = fs::remove_file(temporary); // fails if it already has its final name
    }
}

/// Gives a temporary file its final name, unless the outputs have been discarded. The replaced file is
/// removed, and another file may get its number at once, so the output is unregistered under the same lock.
pub(crate) fn persist(file: NamedTempFile, target: &Path, unfinished: &Unfinished) -> io::Result<()> {
    let mut all = UNFINISHED.lock();
    let all = all.as_mut().ok_or(ErrorKind::Interrupted)?;
    file.persist(target).map_err(|error| error.error)?;
    all.retain(|entry| entry.number != unfinished.0);
    Ok(())
}
