//! The decompressed content of an input, from which every reader starts.
//!
//! A regular file can be read at any place, by all threads; anything else (a pipe, a decompressor) is a
//! stream. Readers accept both, so they are independent of the source of their bytes.

use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use crate::bytes::compression::state::DecoderMemory;
use crate::bytes::head::HEAD;
use crate::bytes::random_access::RandomAccess;
use crate::bytes::to_end::ToEnd;
use boscage_core::exec::Exec;
use boscage_core::{Error, Result};

/// The decompressed content of an input, with its name for messages.
pub(crate) struct Content<'a> {
    /// The threads that read it.
    pub(crate) exec: &'a Exec,
    /// The file; `-` for the standard input.
    pub(crate) path: PathBuf,
    /// Its bytes.
    pub(crate) data: Data<'a>,
    /// The memory of the decompressor.
    pub(crate) decoder: Option<DecoderMemory>,
}

/// Bytes that can be read in any order, or a stream.
pub(crate) enum Data<'a> {
    /// All of them, in any order.
    RandomAccess(RandomAccess<'a>),
    /// The rest of a stream, from the first byte of the content.
    Stream(Box<dyn Read + Send + 'a>),
}

impl<'a> Content<'a> {
    /// Content that can be read in any order.
    pub(crate) fn random_access(exec: &'a Exec, path: impl Into<PathBuf>, content: RandomAccess<'a>) -> Self {
        Self { exec, path: path.into(), data: Data::RandomAccess(content), decoder: None }
    }

    /// Content in memory.
    #[cfg(test)]
    pub(crate) fn bytes(exec: &'a Exec, path: impl Into<PathBuf>, bytes: &'a [u8]) -> Self {
        Self::random_access(exec, path, RandomAccess::of_bytes(bytes))
    }

    /// Content of a stream, which is not read again after its end.
    pub(crate) fn stream(exec: &'a Exec, path: impl Into<PathBuf>, stream: impl Read + Send + 'a) -> Self {
        let data = Data::Stream(Box::new(ToEnd::new(stream)));
        Self { exec, path: path.into(), data, decoder: None }
    }

    /// The first bytes of the content, which are not consumed.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(crate) fn head(&mut self) -> Result<Vec<u8>> {
        let unreadable = |source| Self::unreadable(&self.path, source);
        match &mut self.data {
            Data::RandomAccess(all) => all.head(HEAD).map_err(unreadable),
            Data::Stream(stream) => {
                let mut head = Vec::with_capacity(HEAD);
                let failed = |source| Error::Io { path: self.path.clone(), action: "read", source };
                stream.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(failed)?;
                let rest = std::mem::replace(stream, Box::new(io::empty()));
                *stream = Box::new(Cursor::new(head.clone()).chain(rest));
                Ok(head)
            }
        }
    }

    /// The error of a failed read: the error of this crate that it carries, or that of the system.
    pub(crate) fn unreadable(path: &Path, source: io::Error) -> Error {
        let path = path.to_owned();
        match source.downcast::<Error>() {
            Ok(error) => error,
            Err(source) => Error::Io { path, action: "read", source },
        }
    }
}
