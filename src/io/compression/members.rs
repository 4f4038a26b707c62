//! Member after member, where the library decodes one.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::State;
use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, DEFAULT_MAX_WINDOW_SIZE, FrameDecoder};

/// What is wrong with members other than damage; the error that a decoder's error carries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trouble {
    /// Behind the last member stands neither a member nor padding.
    Followed,
    /// A zstd frame asks for more memory than the decoder gives it.
    Window,
    /// A zstd frame refers to a dictionary, which is not in the file.
    Dictionary,
}

impl Trouble {
    /// What an error of these decoders carries.
    pub(super) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Trouble {}

impl From<Trouble> for io::Error {
    fn from(trouble: Trouble) -> Self {
        Self::other(trouble)
    }
}

/// All members of a gzip stream.
pub(super) struct Gzip<R> {
    /// `None` only while the next member takes the place of the last.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    pub(super) fn new(source: R) -> Self {
        Self { member: Some(GzDecoder::new(source)) }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match first_not_zero(member.get_mut())? {
                None => return Ok(0),
                Some(0x1f) => self.member = self.member.take().map(|last| GzDecoder::new(last.into_inner())),
                Some(_) => return Err(Trouble::Followed.into()),
            }
        }
        Ok(0)
    }
}

/// Skips zeros and shows the byte behind them.
fn first_not_zero(source: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let bytes = source.fill_buf()?;
        if let Some(zeros) = bytes.iter().position(|&byte| byte != 0) {
            let first = bytes[zeros];
            source.consume(zeros);
            return Ok(Some(first));
        }
        let zeros = bytes.len();
        if zeros == 0 {
            return Ok(None);
        }
        source.consume(zeros);
    }
}

/// Bytes that decoding a zstd frame takes for its window: a ring whose size is a power of two, and which
/// holds a block beside the window.
fn zstd_ring(head: &[u8]) -> usize {
    let mut frame = FrameDecoder::new();
    frame.set_max_window_size(0);
    match frame.init(head) {
        // A window larger than the decoder gives is refused.
        Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
            2 * requested.min(DEFAULT_MAX_WINDOW_SIZE).next_power_of_two() as usize
        }
        _ => 0,
    }
}

/// All frames of a zstd stream, the skippable ones skipped, checksums compared.
pub(super) struct Zstd<R> {
    source: R,
    /// Where the size of the window is noted.
    state: Arc<State>,
    frame: FrameDecoder,
    at: At,
}

enum At {
    Between,
    Frame,
    /// Bytes left of a skippable frame.
    Skipping(u64),
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(source: R, state: Arc<State>) -> Self {
        Self { source, state, frame: FrameDecoder::new(), at: At::Between }
    }

    fn open(&mut self) -> io::Result<()> {
        self.state.window.fetch_max(zstd_ring(self.source.fill_buf()?), Ordering::Relaxed);
        self.at = match self.frame.init(&mut self.source) {
            Ok(()) => At::Frame,
            Err(FrameDecoderError::ReadFrameHeaderError(error)) => match error {
                ReadFrameHeaderError::SkipFrame { length, .. } => At::Skipping(length.into()),
                ReadFrameHeaderError::BadMagicNumber(_) => return Err(Trouble::Followed.into()),
                other => return Err(io::Error::other(other)),
            },
            Err(
                FrameDecoderError::WindowSizeTooBig { .. }
                | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { .. }),
            ) => return Err(Trouble::Window.into()),
            Err(FrameDecoderError::DictNotProvided { .. }) => return Err(Trouble::Dictionary.into()),
            Err(error) => return Err(io::Error::other(error)),
        };
        Ok(())
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.at {
                At::Between => {
                    if self.source.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    self.open()?;
                }
                At::Skipping(0) => self.at = At::Between,
                At::Skipping(left) => {
                    let here = self.source.fill_buf()?.len();
                    if here == 0 {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                    let skip = left.min(here as u64);
                    self.source.consume(skip as usize);
                    self.at = At::Skipping(left - skip);
                }
                At::Frame if self.frame.can_collect() > 0 => return self.frame.read(buffer),
                At::Frame if self.frame.is_finished() => {
                    let given = self.frame.get_checksum_from_data();
                    if given.is_some() && given != self.frame.get_calculated_checksum() {
                        return Err(io::Error::other("its checksum differs"));
                    }
                    self.at = At::Between;
                }
                At::Frame => {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.frame.decode_blocks(&mut self.source, one).map_err(io::Error::other)?;
                }
            }
        }
    }
}
