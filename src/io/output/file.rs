//! Outputs: a file gets its own name only when it is complete.
//!
//! A regular file is written under a temporary name in the same folder and renamed when it is complete, so a
//! failed run leaves the old file. (A file with several hard links is replaced under the name that is given;
//! its other names keep the old content.) Anything else (a device, a pipe) is written directly, because there
//! is nothing to rename. A file that this process already has open (`-`, `/dev/stdout`, `/dev/fd/3`) is
//! written through its descriptor, after its current content. The file to which standard output or error goes
//! is refused by its own name, and so is a second output to the place of an unfinished one; only `/dev/null`
//! accepts any number of outputs.
//!
//! A signal ends a process without running destructors. So the process keeps a list of its outputs, and the
//! signal handler [removes](Output::discard_all) their temporary files, whatever other threads do.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf, is_separator};

use tempfile::NamedTempFile;

use crate::Compression;
use crate::bytes::{Compressor, descriptor};
use crate::output::begun::{self, Begun, another_output, begin, enter, identity};
use boscage_core::{Error, Result};

/// Bytes gathered before they are compressed or written.
const BUFFER: usize = 1 << 18;

/// A file being written; it appears when it is [finished](Output::finish), and not at all when it is dropped
/// before.
///
/// ```
/// use boscage::io::Output;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("forest.txt");
/// let mut output = Output::create(&path, None)?;
/// writeln!(output, "1 2 7").map_err(|error| output.failed(error))?;
/// assert!(!path.exists());
/// output.finish()?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"1 2 7\n");
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Output {
    path: PathBuf,
    sink: BufWriter<Compressor<Sink>>,
    begun: Begun,
}

pub(crate) enum Sink {
    Direct(File),
    #[cfg(not(unix))]
    Stdout(io::Stdout),
    Temporary(NamedTempFile, PathBuf),
}

impl Output {
    /// Returns whether a path leads to the standard output: `-`, `/dev/stdout`, or a link to it.
    #[must_use]
    pub fn is_stdout(path: &Path) -> bool {
        descriptor::named(path) == Some(descriptor::STDOUT)
    }

    /// Begins a file, compressed if so desired; `-` is the standard output.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder does not exist or cannot be written, if `path` is a folder, or a file that
    /// is read-only, or where another output of this process goes that is not yet finished; if it names a
    /// standard stream that is closed.
    pub fn create(path: &Path, compression: Option<Compression>) -> Result<Self> {
        let failed = |source| Error::Io { path: path.to_owned(), action: "write", source };
        let (sink, begun) = Sink::open(path).map_err(failed)?;
        let sink = Compressor::new(sink, compression).map_err(failed)?;
        Ok(Self { path: path.to_owned(), sink: BufWriter::with_capacity(BUFFER, sink), begun })
    }

    /// An error of writing to this file, with its name.
    #[must_use]
    pub fn failed(&self, source: io::Error) -> Error {
        Error::Io { path: self.path.clone(), action: "write", source }
    }

    /// Removes the temporary files of all outputs of this process. From then on none can be begun or
    /// finished: this is for handlers of signals, just before they end the process.
    pub fn discard_all() {
        begun::discard_all();
    }

    /// Writes what is still held back and gives the file its name.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finish(self) -> Result<()> {
        let Self { path, sink, begun } = self;
        let finished = (|| match sink.into_inner().map_err(io::IntoInnerError::into_error)?.finish()? {
            Sink::Temporary(file, target) => begun::persist(file, &target, &begun),
            mut direct => direct.flush(),
        })();
        drop(begun);
        finished.map_err(|source| Error::Io { path, action: "write", source })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sink.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl Sink {
    /// Opens what a path leads to.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Begun)> {
        refuse_folder(path)?;
        if let Some(number) = descriptor::named(path) {
            return Self::of_descriptor(number);
        }
        let there = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                let begun = begin(identity(&metadata))?; // before it is opened: a pipe waits for its reader
                return Ok((Self::Direct(File::options().write(true).open(path)?), begun));
            }
            // Renaming would not mind, but the file was protected for a reason.
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(ErrorKind::PermissionDenied.into());
            }
            Ok(metadata) if is_a_stream(&metadata) => return Err(another_output()),
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        temporary(target(path)?, there.as_ref())
    }

    #[cfg(unix)]
    fn of_descriptor(number: i32) -> io::Result<(Self, Begun)> {
        let file = descriptor::duplicate(number)?;
        let begun = begin(identity(&file.metadata()?))?;
        Ok((Self::Direct(file), begun))
    }

    #[cfg(not(unix))]
    fn of_descriptor(_: i32) -> io::Result<(Self, Begun)> {
        Ok((Self::Stdout(io::stdout()), begin(None)?))
    }
}

/// Returns whether the standard output or error goes to this file: it would be renamed over, and what is
/// printed be lost.
#[cfg(unix)]
fn is_a_stream(file: &Metadata) -> bool {
    let goes_there = |stream: i32| {
        let stream = descriptor::duplicate(stream).and_then(|stream| stream.metadata());
        stream.is_ok_and(|stream| identity(&stream) == identity(file))
    };
    goes_there(descriptor::STDOUT) || goes_there(descriptor::STDERR)
}

#[cfg(not(unix))]
fn is_a_stream(_: &Metadata) -> bool {
    false
}

/// The place to which a path leads, or would if there were a file: links stay, what they lead to is made or
/// replaced.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(there) = fs::canonicalize(path) {
        return Ok(there);
    }
    let mut path = path.to_owned();
    // Links in a circle are an error of their own, found before.
    while let Ok(next) = fs::read_link(&path) {
        path = path.parent().unwrap_or(Path::new("")).join(next);
        refuse_folder(&path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    Ok(fs::canonicalize(folder)?.join(name))
}

/// Refuses a path whose last byte says that it is a folder: `name/` would otherwise make the file `name`.
fn refuse_folder(path: &Path) -> io::Result<()> {
    let text = path.to_string_lossy();
    let is_folder = text.strip_suffix('.').unwrap_or(&text).ends_with(is_separator);
    if is_folder { Err(ErrorKind::IsADirectory.into()) } else { Ok(()) }
}

/// A temporary file beside `target`, with the permissions that is to have: those of the file it replaces, or
/// of any new one.
fn temporary(target: PathBuf, replaced: Option<&Metadata>) -> io::Result<(Sink, Begun)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".boscage-").suffix(".part");
    // Opened as any new file, with the permissions that those have, and with the system's own errors.
    let mut options = File::options();
    options.write(true).create_new(true);
    let folder = target.parent().ok_or(ErrorKind::IsADirectory)?;
    let make = || Ok(Some(builder.make_in(folder, |path| options.open(path))?));
    let (begun, file) = enter(replaced.and_then(identity), Some(&target), make)?;
    let file = file.ok_or(ErrorKind::Other)?;
    if let Some(replaced) = replaced {
        fs::set_permissions(file.path(), replaced.permissions())?;
    }
    Ok((Sink::Temporary(file, target), begun))
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Direct(file) => file.write(bytes),
            #[cfg(not(unix))]
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Temporary(file, ..) => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Direct(file) => file.flush(),
            #[cfg(not(unix))]
            Self::Stdout(stdout) => stdout.flush(),
            Self::Temporary(file, ..) => file.as_file_mut().flush(),
        }
    }
}

#[cfg(test)]
mod tests;
