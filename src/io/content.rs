//! The content of an input, decompressed: what every reader starts from.
//!
//! A mapped file is a slice and is never copied; anything else (a pipe, a decompressor) is a stream. Readers take
//! whichever it is, so that none has to know where its bytes come from.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::map::Mapped;
use crate::Error;

/// The decompressed content of an input, with the name that messages call it by.
pub(crate) struct Content<'a> {
    /// The file; `-` for the standard input.
    pub(crate) path: PathBuf,
    /// Its bytes.
    pub(crate) data: Data<'a>,
}

/// Bytes at hand, or bytes to come.
pub(crate) enum Data<'a> {
    /// All of them, in a mapped file.
    Mapped(&'a Arc<Mapped>),
    /// All of them, in memory.
    Bytes(&'a [u8]),
    /// The rest of a stream, from the first byte of the content.
    Stream(Box<dyn Read + Send + 'a>),
}

impl<'a> Content<'a> {
    /// The content of a mapped file.
    pub(crate) fn mapped(path: impl Into<PathBuf>, map: &'a Arc<Mapped>) -> Self {
        Self { path: path.into(), data: Data::Mapped(map) }
    }

    /// Content that lies in memory.
    pub(crate) fn bytes(path: impl Into<PathBuf>, bytes: &'a [u8]) -> Self {
        Self { path: path.into(), data: Data::Bytes(bytes) }
    }

    /// Content that comes from a stream.
    pub(crate) fn stream(path: impl Into<PathBuf>, stream: impl Read + Send + 'a) -> Self {
        Self { path: path.into(), data: Data::Stream(Box::new(stream)) }
    }

    /// What a failing stream is reported as: the error of this crate that it carries, or the system's.
    pub(crate) fn unreadable(path: &Path, source: std::io::Error) -> Error {
        let path = path.to_owned();
        match source.downcast::<Error>() {
            Ok(error) => error,
            Err(source) => Error::Io { path, action: "read", source },
        }
    }
}
