//! From plain to compressed bytes.

use std::io::{self, Write};

use super::codec::{Compression, Encoder};

impl Compression {
    fn encoder<W: Write + Send + 'static>(self, sink: W) -> io::Result<Box<dyn Encoder<W> + Send>> {
        match self {
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(super::gzip::encoder(sink))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(super::zstd::Frames::new(sink))),
            #[cfg(feature = "bzip2")]
            Self::Bzip2 => Ok(Box::new(super::bzip2::encoder(sink))),
            #[cfg(feature = "xz")]
            Self::Xz => Ok(Box::new(super::xz::encoder(sink)?)),
            #[allow(unreachable_patterns)] // in a build with all codecs
            missing => {
                drop(sink);
                Err(missing.not_built())
            }
        }
    }
}

/// A sink that compresses, or writes bytes unchanged.
pub(crate) enum Compressor<W: Write> {
    Plain(W),
    Compressed(Box<dyn Encoder<W> + Send>),
}

impl<W: Write + Send + 'static> Compressor<W> {
    /// # Errors
    /// If the codec is not part of this build.
    pub(crate) fn new(sink: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(sink),
            Some(compression) => Self::Compressed(compression.encoder(sink)?),
        })
    }

    /// Writes buffered data, and the end of the compressed data.
    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(sink) => Ok(sink),
            Self::Compressed(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(sink) => sink.write(bytes),
            Self::Compressed(encoder) => encoder.write(bytes),
        }
    }

    /// Flushes only the sink. Data that a compressor buffers stays there until [`Compressor::finish`],
    /// because a flush would cost compression.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(sink) => sink.flush(),
            Self::Compressed(encoder) => encoder.sink().flush(),
        }
    }
}
