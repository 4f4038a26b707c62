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

pub(crate) mod begun;
pub(crate) mod decimal;
pub(crate) mod in_order;
pub(crate) mod in_parts;
pub(crate) mod loss;
pub(crate) mod writing;

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf, is_separator};

use tempfile::NamedTempFile;

use crate::Compression;
use crate::bytes::compression::encode::Compressor;
use crate::bytes::descriptor;
use crate::output::begun::{Begun, another_output, begin, enter, identity};
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
    /// Whether a path leads to the standard output: `-`, `/dev/stdout`, or a link to it.
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

/// Whether the standard output or error goes to this file: it would be renamed over, and what is printed be
/// lost.
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

/// Where a path leads, or would if there were a file: links stay, what they lead to is made or replaced.
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
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn an_output_that_is_not_finished_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graph.gr");
        fs::write(&path, "old").unwrap();
        let mut output = Output::create(&path, None).unwrap();
        output.write_all(&[b'x'; 2 * BUFFER]).unwrap();
        assert_eq!(entries(folder.path()).len(), 2, "the temporary file lies beside the old one");
        drop(output);
        assert_eq!(entries(folder.path()), ["graph.gr"]);
        assert_eq!(fs::read(&path).unwrap(), b"old");

        let mut output = Output::create(&path, None).unwrap();
        output.write_all(b"new").unwrap();
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(entries(folder.path()), ["graph.gr"]);
    }

    #[test]
    fn what_cannot_be_written_is_refused_before_anything_is() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |name: &str| {
            let path = folder.path().join(name);
            let error = Output::create(&path, None).err().unwrap().to_string();
            error.replace(&folder.path().display().to_string(), "DIR")
        };
        assert_eq!(refused(""), "DIR/: cannot write: is a directory");
        for folder in ["new.gr/", "new.gr/.", "new.gr//"] {
            assert_eq!(refused(folder), format!("DIR/{folder}: cannot write: is a directory"));
        }
        let missing = refused("none/graph.gr");
        assert!(missing.starts_with("DIR/none/graph.gr: cannot write: No such file"), "{missing}");
        let path = folder.path().join("kept.gr");
        fs::write(&path, "kept").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(refused("kept.gr"), "DIR/kept.gr: cannot write: permission denied");
        let begun = Output::create(&folder.path().join("once"), None).unwrap();
        assert_eq!(refused("./once"), "DIR/./once: cannot write: another output goes there");
        drop(begun);
        Output::create(&folder.path().join("once"), None).unwrap();
        assert_eq!(entries(folder.path()), ["kept.gr"]);
    }

    /// The number of a file that was replaced is that of another soon.
    #[test]
    fn outputs_of_several_threads_are_in_no_one_elses_way() {
        let folder = tempfile::tempdir().unwrap();
        let write = &|thread: usize| {
            let path = folder.path().join(thread.to_string());
            for _ in 0..500 {
                let mut output = Output::create(&path, None).unwrap();
                output.write_all(b"x").unwrap();
                output.finish().unwrap();
            }
        };
        std::thread::scope(|scope| (0..4).for_each(|thread| drop(scope.spawn(move || write(thread)))));
        assert_eq!(entries(folder.path()).len(), 4);
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_written_and_links_followed() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let mut null = Output::create(Path::new("/dev/null"), None).unwrap();
        null.write_all(b"nothing").unwrap();
        null.finish().unwrap();
        let full = Output::create(Path::new("/dev/full"), None).and_then(|mut full| {
            full.write_all(b"too much").unwrap();
            full.finish()
        });
        assert!(full.unwrap_err().to_string().starts_with("/dev/full: cannot write: No space left"));

        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["graph.gr", "link.gr"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut output = Output::create(&link, None).unwrap();
        output.write_all(b"new").unwrap();
        output.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
    }

    #[test]
    #[cfg(unix)]
    fn links_to_nothing_yet_are_written_through() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("other")).unwrap();
        symlink("other/link", path("link")).unwrap();
        symlink("../graph.gr", path("other/link")).unwrap();
        let mut output = Output::create(&path("link"), None).unwrap();
        assert_eq!(entries(&path("other")), ["link"], "the temporary file lies where the last link leads");
        let twice = Output::create(&path("graph.gr"), None).err().unwrap().to_string();
        assert!(twice.ends_with("/graph.gr: cannot write: another output goes there"), "{twice}");
        output.write_all(b"new").unwrap();
        output.finish().unwrap();
        assert_eq!(entries(folder.path()), ["graph.gr", "link", "other"]);
        assert_eq!(fs::read_link(path("link")).unwrap(), Path::new("other/link"));
        assert_eq!(fs::read(path("graph.gr")).unwrap(), b"new");

        symlink("nowhere/graph.gr", path("astray")).unwrap();
        let missing = Output::create(&path("astray"), None).err().unwrap().to_string();
        assert!(missing.contains("/astray: cannot write: No such file"), "{missing}");
        symlink("new/", path("folder")).unwrap();
        let folder = Output::create(&path("folder"), None).err().unwrap().to_string();
        assert!(folder.ends_with("/folder: cannot write: is a directory"), "{folder}");
        symlink("circle", path("circle")).unwrap();
        let circle = Output::create(&path("circle"), None).err().unwrap().to_string();
        assert!(circle.contains("/circle: cannot write: Too many levels"), "{circle}");
    }

    #[test]
    fn what_is_compressed_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graph.gr.gz");
        let mut output = Output::create(&path, Compression::of_suffix(&path)).unwrap();
        output.write_all(b"p sp 0 0\n").unwrap();
        output.finish().unwrap();
        let compressed = fs::read(&path).unwrap();
        let mut content = String::new();
        io::Read::read_to_string(
            &mut Compression::Gzip.decode_buffered(&compressed[..]).unwrap(),
            &mut content,
        )
        .unwrap();
        assert_eq!(content, "p sp 0 0\n");
    }
}
