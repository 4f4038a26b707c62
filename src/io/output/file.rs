//! Outputs: a file gets its own name only when it is complete.
//!
//! A signal ends a process without running destructors. So the process keeps a list of its outputs, and the
//! signal handler [removes](Output::discard_all) their temporary files, even while other threads are running.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf, is_separator};

use tempfile::NamedTempFile;

use crate::Compression;
use crate::bytes::{Compressor, descriptor};
use crate::output::unfinished::{self, Unfinished, another_output, begin, enter, identity};
use boscage_core::{Error, Result};

/// Bytes that are buffered before they are compressed or written.
const BUFFER: usize = 1 << 18;

/// A file that is being written. It appears when it is [finished](Output::finish), and not at all if it is
/// dropped before.
///
/// A regular file is written under a temporary name in the same folder and renamed when it is complete, so a
/// failed run leaves the old file. (If a file has several hard links, only the given name gets the new
/// file.) A device or a pipe is written directly. A file that this process already has open (`-`,
/// `/dev/stdout`, `/dev/fd/3`) is written through its descriptor, after its current content. It is an error
/// to open the file to which the standard output or error goes by its own name, or the destination of
/// another unfinished output; only `/dev/null` accepts any number of outputs.
///
/// It buffers 256 KiB; for the memory of a compressor see [`Compression::encoder_memory`].
///
/// # Examples
/// ```
/// use boscage::io::Output;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("forest.txt");
/// let mut output = Output::create(&path, None)?;
/// writeln!(output, "1 2 7").map_err(|error| output.error(error))?;
/// assert!(!path.exists());
/// output.finish()?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"1 2 7\n");
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Output {
    path: PathBuf,
    sink: BufWriter<Compressor<Sink>>,
    unfinished: Unfinished,
}

pub(crate) enum Sink {
    Direct(File),
    #[cfg(not(unix))]
    Stdout(io::Stdout),
    Temporary(NamedTempFile, PathBuf),
}

impl Output {
    /// Returns `true` if a path leads to the standard output: `-`, `/dev/stdout`, or a link to it.
    ///
    /// # Examples
    /// ```
    /// use boscage::io::Output;
    /// use std::path::Path;
    ///
    /// assert!(Output::is_stdout(Path::new("-")));
    /// assert!(!Output::is_stdout(Path::new("forest.txt")));
    /// ```
    #[must_use]
    pub fn is_stdout(path: &Path) -> bool {
        descriptor::named(path) == Some(descriptor::STDOUT)
    }

    /// Creates an output, compressed if `compression` is given; `-` is the standard output.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder does not exist or cannot be written; if `path` is a folder, a read-only
    /// file, the destination of another unfinished output of this process, or a standard stream that is
    /// closed; or if the compression is not part of this build.
    pub fn create(path: &Path, compression: Option<Compression>) -> Result<Self> {
        let failed = |source| Error::Io { path: path.to_owned(), action: "write", source };
        let (sink, unfinished) = Sink::open(path).map_err(failed)?;
        let sink = Compressor::new(sink, compression).map_err(failed)?;
        Ok(Self { path: path.to_owned(), sink: BufWriter::with_capacity(BUFFER, sink), unfinished })
    }

    /// Returns an error of writing to this file, with its name.
    #[must_use]
    pub fn error(&self, source: io::Error) -> Error {
        Error::Io { path: self.path.clone(), action: "write", source }
    }

    /// Removes the temporary files of all outputs of this process. Afterwards no output can be created or
    /// finished. For signal handlers, just before they end the process.
    pub fn discard_all() {
        unfinished::discard_all();
    }

    /// Writes buffered data and gives the file its name.
    ///
    /// # Errors
    /// [`Error::Io`]. After an error, the file does not appear.
    pub fn finish(self) -> Result<()> {
        let Self { path, sink, unfinished } = self;
        let finished = (|| match sink.into_inner().map_err(io::IntoInnerError::into_error)?.finish()? {
            Sink::Temporary(file, target) => unfinished::persist(file, &target, &unfinished),
            mut direct => direct.flush(),
        })();
        drop(unfinished);
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
    /// Opens the destination of a path.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Unfinished)> {
        refuse_folder(path)?;
        if let Some(number) = descriptor::named(path) {
            return Self::of_descriptor(number);
        }
        let there = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                // Before opening it, because a pipe waits for its reader.
                let unfinished = begin(identity(&metadata))?;
                return Ok((Self::Direct(File::options().write(true).open(path)?), unfinished));
            }
            // Renaming would succeed, but the file was protected for a reason.
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
    fn of_descriptor(number: i32) -> io::Result<(Self, Unfinished)> {
        let file = descriptor::duplicate(number)?;
        let unfinished = begin(identity(&file.metadata()?))?;
        Ok((Self::Direct(file), unfinished))
    }

    #[cfg(not(unix))]
    fn of_descriptor(_: i32) -> io::Result<(Self, Unfinished)> {
        Ok((Self::Stdout(io::stdout()), begin(None)?))
    }
}

/// Returns `true` if the standard output or error goes to this file. It would be replaced, and the printed
/// text would be lost.
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

/// The destination of a path, which need not exist. Links are kept; the file to which they lead is created or
/// replaced.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    if let Ok(there) = fs::canonicalize(path) {
        return Ok(there);
    }
    let mut path = path.to_owned();
    // Cyclic links have been refused before.
    while let Ok(next) = fs::read_link(&path) {
        path = path.parent().unwrap_or(Path::new("")).join(next);
        refuse_folder(&path)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    Ok(fs::canonicalize(folder)?.join(name))
}

/// Refuses a path that ends like a folder: otherwise `name/` would make the file `name`.
fn refuse_folder(path: &Path) -> io::Result<()> {
    let text = path.to_string_lossy();
    let is_folder = text.strip_suffix('.').unwrap_or(&text).ends_with(is_separator);
    if is_folder { Err(ErrorKind::IsADirectory.into()) } else { Ok(()) }
}

/// A temporary file in the folder of `target`, with the permissions of the replaced file, or of a new one.
fn temporary(target: PathBuf, replaced: Option<&Metadata>) -> io::Result<(Sink, Unfinished)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".boscage-").suffix(".part");
    // Opened like any new file, with default permissions and with the errors of the system.
    let mut options = File::options();
    options.write(true).create_new(true);
    let folder = target.parent().ok_or(ErrorKind::IsADirectory)?;
    let make = || Ok(Some(builder.make_in(folder, |path| options.open(path))?));
    let (unfinished, file) = enter(replaced.and_then(identity), Some(&target), make)?;
    let file = file.ok_or(ErrorKind::Other)?;
    if let Some(replaced) = replaced {
        fs::set_permissions(file.path(), replaced.permissions())?;
    }
    Ok((Sink::Temporary(file, target), unfinished))
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
