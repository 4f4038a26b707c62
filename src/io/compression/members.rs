//! Member after member, where the library decodes one.

use std::fmt;
use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use flate2::bufread::GzDecoder;
use lzma_rust2::{Action, XzReader, XzStream};
use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, DEFAULT_MAX_WINDOW_SIZE, FrameDecoder};

use super::{State, XZ_LIMIT_KIB};

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
            match first_not_zero(member.get_mut())?.1 {
                None => return Ok(0),
                Some(0x1f) => self.member = self.member.take().map(|last| GzDecoder::new(last.into_inner())),
                Some(_) => return Err(Trouble::Followed.into()),
            }
        }
        Ok(0)
    }
}

/// Skips zeros; how many they were, and the byte behind them.
fn first_not_zero(source: &mut impl BufRead) -> io::Result<(u64, Option<u8>)> {
    let mut skipped = 0;
    loop {
        let bytes = source.fill_buf()?;
        let other = bytes.iter().position(|&byte| byte != 0);
        let (zeros, first) = (other.unwrap_or(bytes.len()), other.map(|at| bytes[at]));
        source.consume(zeros);
        skipped += zeros as u64;
        if first.is_some() || zeros == 0 {
            return Ok((skipped, first));
        }
    }
}

/// The source of a member that notes how much memory it demands, as soon as its header has been read.
struct Noting<R> {
    source: R,
    /// What has been read until then.
    head: Option<Vec<u8>>,
    /// The bytes that decoding a member takes which begins so; `None` if that is not known yet.
    window: fn(&[u8]) -> Option<usize>,
    state: Arc<State>,
}

/// Most bytes that are looked at: headers are shorter.
const HEAD: usize = 1 << 11;

impl<R> Noting<R> {
    fn new(source: R, window: fn(&[u8]) -> Option<usize>, state: &Arc<State>) -> Self {
        Self { source, head: Some(Vec::new()), window, state: Arc::clone(state) }
    }
}

impl<R: Read> Read for Noting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        if let Some(mut head) = self.head.take() {
            head.extend_from_slice(&buffer[..read.min(HEAD)]);
            match (self.window)(&head) {
                Some(window) => {
                    self.state.window.fetch_max(window, Ordering::Relaxed);
                }
                None if head.len() < HEAD => self.head = Some(head),
                None => {}
            }
        }
        Ok(read)
    }
}

/// All members of an xz stream.
pub(super) struct Xz<R: BufRead> {
    /// `None` only while the next member takes the place of the last.
    member: Option<XzReader<Noting<R>>>,
    state: Arc<State>,
}

impl<R: BufRead> Xz<R> {
    pub(super) fn new(source: R, state: Arc<State>) -> Self {
        Self { member: Some(Self::begin(source, &state)), state }
    }

    fn begin(source: R, state: &Arc<State>) -> XzReader<Noting<R>> {
        XzReader::new_mem_limit(Noting::new(source, xz_dictionary, state), false, XZ_LIMIT_KIB)
    }
}

impl<R: BufRead> Read for Xz<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = self.member.as_mut().filter(|_| !buffer.is_empty()) {
            let read = member.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            let (zeros, first) = first_not_zero(&mut member.inner_mut().source)?;
            if !zeros.is_multiple_of(4) {
                return Err(io::Error::other("padding is a multiple of four bytes"));
            }
            match first {
                None => return Ok(0),
                Some(0xfd) => {
                    let last = self.member.take();
                    self.member = last.map(|last| Self::begin(last.into_inner().source, &self.state));
                }
                Some(_) => return Err(Trouble::Followed.into()),
            }
        }
        Ok(0)
    }
}

/// The bytes of the dictionary that the first block of an xz stream demands: what a decoder that is allowed
/// nothing says it would have taken. This decoder knows one filter before the dictionary's, so what a block
/// with more demands is not noted.
fn xz_dictionary(head: &[u8]) -> Option<usize> {
    let mut decoder = XzStream::new_mem_limit(false, 0);
    let _refused = decoder.process(head, &mut [], Action::Run);
    decoder.memory_usage().map(|kib| (kib as usize) << 10)
}

/// Bytes that decoding a zstd frame takes for its window: a ring whose size is a power of two, and which
/// holds a block beside the window.
fn zstd_ring(head: &[u8]) -> Option<usize> {
    let mut frame = FrameDecoder::new();
    frame.set_max_window_size(0);
    match frame.init(head) {
        // A window larger than the decoder gives is refused.
        Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
            Some(2 * requested.min(DEFAULT_MAX_WINDOW_SIZE).next_power_of_two() as usize)
        }
        _ => None,
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
        self.at = match self.frame.init(Noting::new(&mut self.source, zstd_ring, &self.state)) {
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
