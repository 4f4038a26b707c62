//! The outputs that this process has begun and not finished. Two of them must not go to one place, and a
//! signal handler must be able to remove their temporary files.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::NamedTempFile;

use boscage_core::mutex::Mutex;
use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};

/// The outputs this process has begun and not finished; `None` once they are discarded. Temporary files are
/// made and get their names under its lock, so that none escapes.
static BEGUN: LazyLock<Mutex<Option<Vec<Entry>>>> = LazyLock::new(|| Mutex::new(Some(Vec::new())));

struct Entry {
    number: u64,
    /// The file that is removed if the output is discarded, and the name that it gets otherwise.
    temporary: Option<(PathBuf, PathBuf)>,
    /// The file that is written or replaced, if there is one.
    file: Option<Identity>,
}

/// The membership of an output in [`BEGUN`], by its number.
pub(crate) struct Begun(u64);

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(begun) = &mut *BEGUN.lock() {
            begun.retain(|entry| entry.number != self.0);
        }
    }
}

/// Enters an output to an open file.
pub(crate) fn begin(file: Option<Identity>) -> io::Result<Begun> {
    enter(file, None, || Ok(None)).map(|(begun, _)| begun)
}

/// Enters an output, and makes its temporary file, unless another output goes to the same file or gets the
/// same name.
pub(crate) fn enter(
    file: Option<Identity>,
    target: Option<&Path>,
    temporary: impl FnOnce() -> io::Result<Option<NamedTempFile>>,
) -> io::Result<(Begun, Option<NamedTempFile>)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut begun = BEGUN.lock();
    let all = begun.as_mut().ok_or(ErrorKind::Interrupted)?;
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
    Ok((Begun(number), made))
}

pub(crate) fn another_output() -> io::Error {
    io::Error::new(ErrorKind::AlreadyExists, "another output goes there")
}

/// The identity of a file: its device and its number there.
pub(crate) type Identity = (u64, u64);

/// The identity of a file; none of `/dev/null`, where any number of outputs may go.
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

/// Removes the temporary files of all outputs; from then on none can be begun or finished.
pub(crate) fn discard_all() {
    let begun = BEGUN.lock().take();
    for (temporary, _) in begun.into_iter().flatten().filter_map(|entry| entry.temporary) {
        let _ = fs::remove_file(temporary); // or else it has its own name by now
    }
}

/// Gives a temporary file its name, unless the outputs have been discarded. The file that it replaces is gone
/// then, and its number may be another's at once, so the output leaves the list under the same lock.
pub(crate) fn persist(file: NamedTempFile, target: &Path, begun: &Begun) -> io::Result<()> {
    let mut all = BEGUN.lock();
    let all = all.as_mut().ok_or(ErrorKind::Interrupted)?;
    file.persist(target).map_err(|error| error.error)?;
    all.retain(|entry| entry.number != begun.0);
    Ok(())
}
