//! Opening a file or a stream, and decompressing it.
//!
//! A regular file can be read at any place, so its reader can divide it among threads; anything else, and all
//! compressed content, is a stream. The first bytes are checked twice: for the compression and, after
//! decompression, for the format. Only one layer of compression is removed, on a separate thread if the
//! source is a file or memory.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::Compression;
use crate::bytes::compression::state::DecoderMemory;
use crate::bytes::content::{Content, Data};
use crate::bytes::head::HEAD;
use crate::bytes::random_access::{RandomAccess, changed};
use crate::bytes::{ahead, descriptor};
use boscage_core::exec::Exec;
use boscage_core::{Error, Result, memory};

/// A file that has been opened, of which nothing has been read: for programs that start nothing before they
/// know that there is a file. [`read`](crate::read) opens a file and reads it.
#[derive(Debug)]
pub struct Opened {
    path: PathBuf,
    /// None for the standard input.
    file: Option<(File, Metadata)>,
}

impl Opened {
    /// Opens a file; `-` is the standard input.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn new(path: &Path) -> Result<Self> {
        let path = path.to_owned();
        let failed = |source| Error::Io { path: path.clone(), action: "open", source };
        if descriptor::is_closed_input(&path) {
            return Err(failed(io::Error::other("it is closed")));
        }
        if path.as_os_str() == "-" {
            return Ok(Self { path, file: None });
        }
        let file = File::open(&path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        Ok(Self { path, file: Some((file, metadata)) })
    }

    /// Size of the file on disk, in bytes; 0 where the system does not tell.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.file.as_ref().map_or(0, |(_, metadata)| metadata.len())
    }

    /// Reads all that the file holds, decompressed: for what is kept beside graphs. `grown` gets the number
    /// of bytes that have come, and the bytes that decompressing takes, with each MiB and in the end.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::OutOfMemory`] and those of `grown`, which end it.
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

    /// The file, and what was known of it when it was opened; `None` for a stream.
    pub(crate) fn regular(&self) -> Option<(&File, &Metadata)> {
        self.file.as_ref().filter(|(_, metadata)| metadata.is_file()).map(|(file, metadata)| (file, metadata))
    }

    /// The result of reading a regular file, with the name of the file where memory has run out, and if the
    /// file has not changed.
    pub(crate) fn in_reading<T>(&self, result: Result<T>) -> Result<T> {
        let result = match self.regular() {
            Some((file, metadata)) if metadata.len() > 0 => if_unchanged(result, &self.path, file, metadata),
            _ => result,
        };
        in_reading(&self.path, result)
    }

    /// Opens the content, and closes the file after it has been read.
    pub(crate) fn with_content<T: Send>(
        self,
        exec: &Exec,
        read: impl FnOnce(Content<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        let Self { path, file } = self;
        let result = exec.install(|| match &file {
            None => from_stream(exec, path.clone(), io::stdin(), read),
            Some((file, metadata)) if !metadata.is_file() => from_stream(exec, path.clone(), file, read),
            Some((file, metadata)) => {
                let content = RandomAccess::of_file(file, metadata.len());
                let result = match content.has_its_last_byte() {
                    Ok(true) => from_random_access(exec, path.clone(), content, read),
                    // Files of /proc say that they are empty, those of /sys that they are larger than they
                    // are.
                    Ok(false) => from_stream(exec, path.clone(), file, read),
                    Err(source) => Err(Content::unreadable(&path, source)),
                };
                if metadata.len() == 0 { result } else { if_unchanged(result, &path, file, metadata) }
            }
        });
        in_reading(&path, result)
    }
}

/// Names the file and the step where memory has run out.
pub(crate) fn in_reading<T>(path: &Path, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.during(path, "reading"))
}

/// The result of reading a file, if it is as it was when it was opened, as far as the operating system tells.
fn if_unchanged<T>(result: Result<T>, path: &Path, file: &File, before: &Metadata) -> Result<T> {
    change(result.as_ref().err(), path, file, before).map_or(result, Err)
}

/// The error to report in place of the result, which is this error if it is one, if the file has changed.
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
        // These do not depend on what the bytes were.
        Some(Error::OutOfMemory { .. } | Error::TooLarge { .. } | Error::Cancelled) => return None,
        // It may have been touched and no more, and be wrong all the same.
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

/// The error in compressed data that may be why the content is wrong: a checksum comes after what it is the
/// checksum of.
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

/// All that a stream holds, of which `known` bytes are known to be there; `grown` gets the number of bytes
/// with each MiB that has come, and in the end.
pub(crate) fn gather(
    mut stream: impl Read,
    known: usize,
    path: &Path,
    mut grown: impl FnMut(usize) -> Result<()>,
) -> Result<Vec<u8>> {
    const STEP: usize = 1 << 20;
    const WHAT: &str = "the content of a stream";
    // Room to see the end too.
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
