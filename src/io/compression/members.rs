//! Member after member, where the library decodes one.

use std::io::{self, BufRead, ErrorKind, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The message of the error for bytes behind the last member that are neither a member nor padding.
pub(super) const FOLLOWED: &str = "followed by something else";

fn followed() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, FOLLOWED)
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
                Some(_) => return Err(followed()),
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

/// All frames of a zstd stream, the skippable ones skipped, checksums compared.
pub(super) struct Zstd<R> {
    source: R,
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
    pub(super) fn new(source: R) -> Self {
        Self { source, frame: FrameDecoder::new(), at: At::Between }
    }

    fn open(&mut self) -> io::Result<()> {
        self.at = match self.frame.init(&mut self.source) {
            Ok(()) => At::Frame,
            Err(FrameDecoderError::ReadFrameHeaderError(error)) => match error {
                ReadFrameHeaderError::SkipFrame { length, .. } => At::Skipping(length.into()),
                ReadFrameHeaderError::BadMagicNumber(_) => return Err(followed()),
                other => return Err(io::Error::other(other)),
            },
            Err(error @ FrameDecoderError::WindowSizeTooBig { .. }) => {
                return Err(io::Error::new(ErrorKind::Unsupported, error));
            }
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
