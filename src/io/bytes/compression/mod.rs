//! Compressed content: gzip, zstd, bzip2, xz.
//!
//! The first bytes of the content, never a suffix, say how it is compressed. Each of the four formats may
//! hold several *members* one after the other (`cat a.gz b.gz`, `pbzip2`, `zstd` with skippable frames); the
//! content is all of them together. After the last member a gzip or xz file may be padded with zeros, as
//! tapes and block devices do; anything else there is an error, because it may be damaged content.
//!
//! Each decoder reports errors in its own words, often without the cause. So decoders read from a [`Watched`]
//! source, which remembers whether it failed and whether it ended. If the source failed, the error is that
//! failure. If the decoder wanted more bytes than there are, the data are truncated. Otherwise they are
//! damaged, unless the decoder says that it does not support them. The decoders' own words are never shown.
//! Checksums are always compared.
//!
//! Formats: RFC 1952 (gzip), RFC 8878 (zstd), "The .xz File Format" (tukaani.org), bzip2 by its blocks'
//! magic. All libraries used are written in Rust. Only gzip is fast enough to keep up with a parser, so we
//! recommend it for inputs. Each format is a feature of the crate. If a format was not built, it is still
//! recognised, and the error names the feature.

#[cfg(feature = "bzip2")]
mod bzip2;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(any(feature = "xz", feature = "zstd"))]
mod noting;
#[cfg(any(feature = "gzip", feature = "xz"))]
mod padding;
#[cfg(any(feature = "gzip", feature = "xz", feature = "zstd"))]
mod trouble;
mod write;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub(crate) use write::Compressor;

use crate::bytes::ahead;

/// A way of compressing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// gzip, `.gz`.
    Gzip,
    /// Zstandard, `.zst`.
    Zstd,
    /// bzip2, `.bz2`.
    Bzip2,
    /// xz, `.xz`.
    Xz,
}

/// An xz stream names the dictionary that decoding it takes; beyond this many KiB it is refused. The largest
/// preset of `xz` takes a quarter of it.
const XZ_LIMIT_KIB: u32 = 1 << 18;

/// Bytes asked of a stream at a time.
const BUFFER: usize = 1 << 18;

impl Compression {
    /// All of them, with their suffixes.
    const SUFFIXES: [(&'static str, Self); 4] =
        [("gz", Self::Gzip), ("zst", Self::Zstd), ("bz2", Self::Bzip2), ("xz", Self::Xz)];

    /// What a file name says: how to compress what is written to it.
    #[must_use]
    pub fn of_suffix(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?;
        Self::SUFFIXES.iter().find(|(known, _)| suffix.eq_ignore_ascii_case(known)).map(|&(_, this)| this)
    }

    /// What the beginning of some content says. The first two bytes are enough where there are no more: a
    /// file that was cut so short is no graph of any other kind.
    pub(crate) fn of_content(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5] | [0x28, 0xb5, 0x2f] | [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            [0x50..=0x5f, 0x2a, 0x4d] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [b'B', b'Z'] | [b'B', b'Z', b'h'] | [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            [0xfd, b'7', rest @ ..] if rest.iter().zip(b"zXZ\0").all(|(a, b)| a == b) => Some(Self::Xz),
            _ => None,
        }
    }

    /// The name of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
        }
    }

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
        let source = Watched { source, state: Arc::clone(&state) };
        Ok(Decoded { compression: self, decoder: self.decoder(source, &state)?, state, broken: None })
    }

    fn decoder<'a>(
        self,
        source: Watched<impl BufRead + Send + 'a>,
        state: &Arc<State>,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        match self {
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(gzip::Decoder::new(source))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(zstd::Decoder::new(source, Arc::clone(state)))),
            #[cfg(feature = "bzip2")]
            Self::Bzip2 => Ok(Box::new(bzip2::decoder(source, state))),
            #[cfg(feature = "xz")]
            Self::Xz => Ok(Box::new(xz::Decoder::new(source, Arc::clone(state)))),
            #[allow(unreachable_patterns)] // in a build with all codecs
            missing => {
                drop((source, state));
                Err(missing.not_built())
            }
        }
    }

    /// The error of a codec that is not part of this build.
    fn not_built(self) -> io::Error {
        let name = self.name(); // of the feature, too
        let message = format!("{name} is not part of this build (build boscage with its feature `{name}`)");
        io::Error::new(ErrorKind::Unsupported, message)
    }
}

/// What a decoder's source has gone through.
#[derive(Default)]
struct State {
    ended: AtomicBool,
    failure: Mutex<Option<io::Error>>,
    /// Most bytes of what has been decoded that the decoder may keep; of xz, as the first block of a stream
    /// demands.
    window: AtomicUsize,
    /// Bytes decoded so far.
    decoded: AtomicUsize,
}

/// How much memory a decoder takes, while it decodes.
#[derive(Clone)]
pub(crate) struct DecoderMemory(Arc<State>);

impl DecoderMemory {
    /// The bytes taken by now: windows are as large as they are allowed to be only once there is enough to
    /// fill them. What is read ahead of the reader is counted too.
    pub(crate) fn bytes(&self) -> usize {
        let [window, decoded] = [&self.0.window, &self.0.decoded].map(|bytes| bytes.load(Ordering::Relaxed));
        // Before the next question there may be a quarter more.
        let decoded = decoded + decoded / 4;
        BUFFER + window.min(decoded) + ahead::MEMORY.min(decoded)
    }
}

impl fmt::Debug for DecoderMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes())
    }
}

/// A source that remembers its end and its failure.
struct Watched<R> {
    source: R,
    state: Arc<State>,
}

impl<R: BufRead> BufRead for Watched<R> {
    /// Tries again when interrupted, which not every decoder would.
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

impl<R: BufRead> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// A decoder whose errors say what is wrong.
pub(crate) struct Decoded<'a> {
    compression: Compression,
    decoder: Box<dyn Read + Send + 'a>,
    state: Arc<State>,
    /// The first error: decoders need not survive being asked again.
    broken: Option<(ErrorKind, String)>,
}

impl Decoded<'_> {
    /// How much memory the decoder takes.
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
        if let Some(trouble) = trouble::Trouble::of(&error) {
            return io::Error::new(ErrorKind::InvalidData, format!("the {name} data {trouble}"));
        }
        let message = match error.kind() {
            ErrorKind::OutOfMemory => {
                let most = XZ_LIMIT_KIB >> 10;
                format!("the {name} data cannot be decompressed: its dictionary is larger than {most} MiB")
            }
            ErrorKind::Unsupported => {
                format!("the {name} data cannot be decompressed: it uses what is not supported here")
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

#[cfg(all(test, feature = "bzip2", feature = "gzip", feature = "xz", feature = "zstd"))]
mod tests;
