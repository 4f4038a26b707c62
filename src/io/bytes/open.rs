//! Opens and decompresses a file or a stream.
//!
//! A regular file can be read at any place, so its reader can divide it among threads; anything else, and all
//! compressed content, is a stream. The first bytes are checked twice: for the compression and, after
//! decompression, for the format. Only one layer of compression is removed, on a separate thread if the
//! source is a file or memory.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::Compression;
use crate::bytes::compression::state::DecoderMemory;
use crate::bytes::content::{Content, Data};
use crate::bytes::head::HEAD;
use crate::bytes::progress::ReadProgress;
use crate::bytes::random_access::{RandomAccess, changed};
use crate::bytes::{ahead, descriptor};
use boscage_core::exec::Exec;
use boscage_core::{Error, Result, memory};

/// A file that is open but has not been read yet.
///
/// [`read`](crate::read) opens and reads a file. Programs that want to know early whether all files exist
/// open them first, and read them later.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{Opened, ReadOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// assert!(Opened::new(&path).is_err());
/// std::fs::write(&path, "1 2 7\n").unwrap();
/// let opened = Opened::new(&path)?;
/// assert_eq!(opened.bytes(), 6);
/// assert_eq!(opened.read(&Exec::new(1)?, &ReadOptions::default())?.list.edge_count(), 1);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct Opened {
    path: PathBuf,
    /// `None` for the standard input.
    file: Option<(File, Metadata)>,
    progress: ReadProgress,
}

impl Opened {
    /// Opens a file; `-` is the standard input.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be opened, or is a folder.
    pub fn new(path: &Path) -> Result<Self> {
        let path = path.to_owned();
        let failed = |source| Error::Io { path: path.clone(), action: "open", source };
        if descriptor::is_closed_input(&path) {
            return Err(failed(io::Error::other("it is closed")));
        }
        if path.as_os_str() == "-" {
            return Ok(Self { path, file: None, progress: ReadProgress::new(None) });
        }
        let file = File::open(&path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        let progress =
            ReadProgress::new((metadata.is_file() && metadata.len() > 0).then_some(metadata.len()));
        Ok(Self { path, file: Some((file, metadata)), progress })
    }

    /// Returns the size of the file on disk in bytes, or 0 if it is not known.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.file.as_ref().map_or(0, |(_, metadata)| metadata.len())
    }

    /// Returns the time of the last change of a regular file, if the system knows it. A program that reads a
    /// file twice compares it, and the [size](Self::bytes).
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        self.regular().and_then(|(_, metadata)| metadata.modified().ok())
    }

    /// Returns the progress of reading the file, for another thread. [`ReadProgress`] has an example.
    #[must_use]
    pub fn progress(&self) -> ReadProgress {
        self.progress.clone()
    }

    /// Reads and decompresses the whole content, for files that are not graphs.
    ///
    /// After each MiB and at the end it calls `grown` with the number of bytes so far and the memory of the
    /// decompressor in bytes. An error of `grown` ends reading.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::OutOfMemory`] and those of `grown`.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::io::Opened;
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("names.txt");
    /// std::fs::write(&path, "one\ntwo\n").unwrap();
    /// let content = Opened::new(&path)?.content(&Exec::new(1)?, |_bytes, _decoder| Ok(()))?;
    /// assert_eq!(content, b"one\ntwo\n");
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn content(
        self,
        exec: &Exec,
        mut grown: impl FnMut(usize, usize) -> Result<()> + Send,
    ) -> Result<Vec<u8>> {
        self.with_content(exec, |Content { path, data, decoder, .. }| {
            let grown = |len| grown(len, decoder.as_ref().map_or(0, DecoderMemory::bytes));
            match data {
                Data::RandomAccess(content) => gather(content.stream(), content.len() as usize, &path, grown),
                Data::Stream(stream) => gather(stream, 0, &path, grown),
            }
        })
    }

    /// The file, and its metadata when it was opened; `None` for a stream.
    pub(crate) fn regular(&self) -> Option<(&File, &Metadata)> {
        self.file.as_ref().filter(|(_, metadata)| metadata.is_file()).map(|(file, metadata)| (file, metadata))
    }

    /// The result of reading a regular file, if the file has not changed. Errors of memory get its name.
    pub(crate) fn in_reading<T>(&self, result: Result<T>) -> Result<T> {
        let result = match self.regular() {
            Some((file, metadata)) if metadata.len() > 0 => if_unchanged(result, &self.path, file, metadata),
            _ => result,
        };
        in_reading(&self.path, result)
    }

    /// Reads the content with `read`, and closes the file.
    pub(crate) fn with_content<T: Send>(
        self,
        exec: &Exec,
        read: impl FnOnce(Content<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        let Self { path, file, progress } = self;
        let result = exec.install(|| match &file {
            None => from_stream(exec, path.clone(), progress.count(io::stdin()), read),
            Some((file, metadata)) if !metadata.is_file() => {
                from_stream(exec, path.clone(), progress.count(file), read)
            }
            Some((file, metadata)) => {
                let content = RandomAccess::of_file(file, metadata.len()).counted(&progress);
                let result = match content.has_its_last_byte() {
                    Ok(true) => from_random_access(exec, path.clone(), content, read),
                    // The length of files in /proc is 0, and that of files in /sys is too large.
                    Ok(false) => from_stream(exec, path.clone(), progress.count(file), read),
                    Err(source) => Err(Content::unreadable(&path, source)),
                };
                if metadata.len() == 0 { result } else { if_unchanged(result, &path, file, metadata) }
            }
        });
        in_reading(&path, result)
    }
}

/// Adds the file and the step to errors of memory.
pub(crate) fn in_reading<T>(path: &Path, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.during(path, "reading"))
}

/// The result of reading a file, if its size and its modification time have not changed since it was opened.
fn if_unchanged<T>(result: Result<T>, path: &Path, file: &File, before: &Metadata) -> Result<T> {
    change(result.as_ref().err(), path, file, before).map_or(result, Err)
}

/// The error to report instead of the result if the file has changed. `error` is that of the result.
fn change(error: Option<&Error>, path: &Path, file: &File, before: &Metadata) -> Option<Error> {
    let now = match file.metadata() {
        Ok(now) => now,
        Err(source) => return Some(Content::unreadable(path, source)),
    };
    let is_as_long = now.len() == before.len();
    if is_as_long && now.modified().ok() == before.modified().ok() {
        return None;
    }
    let change = changed(before.len(), now.len());
    let source = match error {
        // These do not depend on the bytes.
        Some(Error::OutOfMemory { .. } | Error::TooLarge { .. } | Error::Cancelled) => return None,
        // Perhaps only the time has changed, and the file was wrong before.
        Some(error) if is_as_long => io::Error::other(format!("{change}, or is wrong: {error}")),
        _ => change,
    };
    Some(Content::unreadable(path, source))
}

pub(crate) fn from_random_access<T>(
    exec: &Exec,
    path: PathBuf,
    content: RandomAccess<'_>,
    read: impl FnOnce(Content<'_>) -> Result<T>,
) -> Result<T> {
    let head = content.head(HEAD).map_err(|source| Content::unreadable(&path, source))?;
    match Compression::of_content(&head) {
        None => read(Content::random_access(exec, path, content)),
        Some(compression) => {
            let unreadable = |source| Content::unreadable(&path, source);
            let stream = compression.decode(content.stream()).map_err(unreadable)?;
            let decoder = Some(stream.memory());
            let result = ahead::with_thread(exec, stream, |stream| {
                read(Content { decoder, ..Content::stream(exec, path.clone(), stream) })
            });
            result.map_err(|error| match error {
                Error::Parse { .. } => damage(&path, compression, &content).unwrap_or(error),
                other => other,
            })
        }
    }
}

/// The error in compressed data that may be the cause of wrong content: a checksum comes after its data.
fn damage(path: &Path, compression: Compression, content: &RandomAccess<'_>) -> Option<Error> {
    /// Bytes of content that are read: more than a block of bzip2 can hold.
    const MOST: u64 = 64 << 20;
    let decoded = compression.decode(content.stream());
    let read = decoded.and_then(|content| io::copy(&mut content.take(MOST), &mut io::sink()));
    read.err().map(|source| Content::unreadable(path, source))
}

pub(crate) fn from_stream<T>(
    exec: &Exec,
    path: PathBuf,
    stream: impl Read + Send,
    read: impl FnOnce(Content<'_>) -> Result<T>,
) -> Result<T> {
    let mut content = Content::stream(exec, path, stream);
    let head = content.head()?;
    let compression = Compression::of_content(&head);
    if let (Some(compression), Data::Stream(stream)) = (compression, &mut content.data) {
        let compressed = std::mem::replace(stream, Box::new(io::empty()));
        let decoded = compression.decode(compressed);
        let stream = decoded.map_err(|source| Content::unreadable(&content.path, source))?;
        content.decoder = Some(stream.memory());
        content.data = Data::Stream(Box::new(stream));
    }
    read(content)
}

/// The whole content of a stream, which has at least `known` bytes. Calls `grown` with the number of bytes
/// after each MiB and at the end.
pub(crate) fn gather(
    mut stream: impl Read,
    known: usize,
    path: &Path,
    mut grown: impl FnMut(usize) -> Result<()>,
) -> Result<Vec<u8>> {
    const STEP: usize = 1 << 20;
    const WHAT: &str = "the content of a stream";
    // One step more, so that the end is found without growing.
    let mut bytes = memory::reserve(WHAT, known + STEP)?;
    loop {
        memory::grow(WHAT, &mut bytes, STEP)?;
        let failed = |source| Error::Io { path: path.to_owned(), action: "read", source };
        let read = stream.by_ref().take(STEP as u64).read_to_end(&mut bytes).map_err(failed)?;
        grown(bytes.len())?;
        if read < STEP {
            return Ok(bytes);
        }
    }
}
