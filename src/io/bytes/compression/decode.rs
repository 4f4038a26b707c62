//! From compressed to plain bytes.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;

use super::codec::Compression;
#[cfg(any(feature = "gzip", feature = "xz", feature = "zstd"))]
use super::data_error::DataError;
use super::state::{BUFFER, DecoderMemory, State, XZ_LIMIT_KIB};
use boscage_core::primitives::unmodelled::Ordering;

impl Compression {
    /// The content of a compressed stream, as a stream.
    ///
    /// # Errors
    /// If the codec is not part of this build.
    pub(crate) fn decode<'a>(self, stream: impl Read + Send + 'a) -> io::Result<Decoded<'a>> {
        self.decode_buffered(BufReader::with_capacity(BUFFER, stream))
    }

    /// The content of compressed bytes, as a stream.
    ///
    /// # Errors
    /// If the codec is not part of this build.
    pub(crate) fn decode_buffered<'a>(self, source: impl BufRead + Send + 'a) -> io::Result<Decoded<'a>> {
        let state = Arc::new(State::default());
        let source = Watched { source: Box::new(source), state: Arc::clone(&state) };
        Ok(Decoded { compression: self, decoder: self.decoder(source, &state)?, state, broken: None })
    }

    /// Not generic, so that decoders are compiled once.
    fn decoder<'a>(self, source: Watched<'a>, state: &Arc<State>) -> io::Result<Box<dyn Read + Send + 'a>> {
        match self {
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(super::gzip::Decoder::new(source))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(super::zstd::Decoder::new(source, Arc::clone(state)))),
            #[cfg(feature = "bzip2")]
            Self::Bzip2 => Ok(Box::new(super::bzip2::decoder(source, state))),
            #[cfg(feature = "xz")]
            Self::Xz => Ok(Box::new(super::xz::Decoder::new(source, Arc::clone(state)))),
            #[allow(unreachable_patterns)] // in a build with all codecs
            missing => {
                drop((source, state));
                Err(missing.not_built())
            }
        }
    }
}

/// A source that records its end and its error.
struct Watched<'a> {
    source: Box<dyn BufRead + Send + 'a>,
    state: Arc<State>,
}

impl BufRead for Watched<'_> {
    /// Retries when interrupted, because not every decoder does.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.source.fill_buf() {
                Ok([]) => {
                    self.state.ended.store(true, Ordering::Relaxed);
                    return Ok(&[]);
                }
                Ok(_) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    let kind = error.kind();
                    if let Ok(mut failure) = self.state.failure.lock() {
                        *failure = Some(error);
                    }
                    return Err(kind.into());
                }
            }
        }
        self.source.fill_buf() // what is buffered by now
    }

    fn consume(&mut self, amount: usize) {
        self.source.consume(amount);
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// A decoder with precise errors.
pub(crate) struct Decoded<'a> {
    compression: Compression,
    decoder: Box<dyn Read + Send + 'a>,
    state: Arc<State>,
    /// The first error, which is repeated: decoders may not be used after an error.
    broken: Option<(ErrorKind, String)>,
}

impl Decoded<'_> {
    /// The memory of the decoder.
    pub(crate) fn memory(&self) -> DecoderMemory {
        DecoderMemory(Arc::clone(&self.state))
    }

    fn explain(&self, error: io::Error) -> io::Error {
        let failure = self.state.failure.lock().ok().and_then(|mut failure| failure.take());
        if let Some(failure) = failure {
            return failure;
        }
        let name = self.compression.name();
        if self.state.ended.load(Ordering::Relaxed) {
            return io::Error::new(ErrorKind::UnexpectedEof, format!("the {name} data ends early"));
        }
        #[cfg(any(feature = "gzip", feature = "xz", feature = "zstd"))]
        if let Some(data_error) = DataError::of(&error) {
            return io::Error::new(ErrorKind::InvalidData, format!("the {name} data {data_error}"));
        }
        let message = match error.kind() {
            ErrorKind::OutOfMemory => {
                let most = XZ_LIMIT_KIB >> 10;
                format!("the {name} data cannot be decompressed: its dictionary is larger than {most} MiB")
            }
            ErrorKind::Unsupported => {
                format!(
                    "the {name} data cannot be decompressed: it uses a feature that is not supported here"
                )
            }
            _ => format!("the {name} data is damaged"),
        };
        io::Error::new(ErrorKind::InvalidData, message)
    }
}

impl Read for Decoded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some((kind, message)) = &self.broken {
            return Err(io::Error::new(*kind, message.clone()));
        }
        match self.decoder.read(buffer) {
            Err(error) => {
                let error = self.explain(error);
                self.broken = Some((error.kind(), error.to_string()));
                Err(error)
            }
            Ok(read) => {
                self.state.decoded.fetch_add(read, Ordering::Relaxed);
                Ok(read)
            }
        }
    }
}
