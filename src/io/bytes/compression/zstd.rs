//! zstd, by `ruzstd`.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::sync::Arc;

use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, DEFAULT_MAX_WINDOW_SIZE, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::codec::Encoder;
use super::data_error::DataError;
use super::header_probe::HeaderProbe;
use super::state::State;

/// Bytes of content per frame: large enough to compress well, small enough for low latency.
const FRAME: usize = 1 << 22;

/// Bytes of the decoder's window for a zstd frame: a ring buffer whose size is a power of two, and which also
/// holds a block.
fn ring(head: &[u8]) -> Option<usize> {
    let mut frame = FrameDecoder::new();
    frame.set_max_window_size(0);
    match frame.init(head) {
        // The decoder refuses larger windows.
        Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
            Some(2 * requested.min(DEFAULT_MAX_WINDOW_SIZE).next_power_of_two() as usize)
        }
        _ => None,
    }
}

/// All frames of a zstd stream. It skips skippable frames and compares checksums.
pub(crate) struct Decoder<R> {
    source: R,
    /// Records the size of the window.
    state: Arc<State>,
    frame: FrameDecoder,
    stage: Stage,
}

enum Stage {
    Between,
    Frame,
    /// Bytes left of a skippable frame.
    Skipping(u64),
}

impl<R: BufRead> Decoder<R> {
    pub(crate) fn new(source: R, state: Arc<State>) -> Self {
        Self { source, state, frame: FrameDecoder::new(), stage: Stage::Between }
    }

    fn open(&mut self) -> io::Result<()> {
        // A decoder that is reused would reserve its whole window at once.
        self.frame = FrameDecoder::new();
        self.stage = match self.frame.init(HeaderProbe::new(&mut self.source, ring, &self.state)) {
            Ok(()) => Stage::Frame,
            Err(FrameDecoderError::ReadFrameHeaderError(error)) => match error {
                ReadFrameHeaderError::SkipFrame { length, .. } => Stage::Skipping(length.into()),
                ReadFrameHeaderError::BadMagicNumber(_) => return Err(DataError::followed()),
                other => return Err(io::Error::other(other)),
            },
            Err(
                FrameDecoderError::WindowSizeTooBig { .. }
                | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { .. }),
            ) => {
                return Err(DataError::error(format!(
                    "cannot be decompressed: its window is larger than {} MiB",
                    DEFAULT_MAX_WINDOW_SIZE >> 20
                )));
            }
            Err(FrameDecoderError::DictNotProvided { .. }) => {
                return Err(DataError::error("cannot be decompressed: it needs a dictionary".to_owned()));
            }
            Err(error) => return Err(io::Error::other(error)),
        };
        Ok(())
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stage {
                Stage::Between => {
                    if self.source.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    self.open()?;
                }
                Stage::Skipping(0) => self.stage = Stage::Between,
                Stage::Skipping(left) => {
                    let here = self.source.fill_buf()?.len();
                    if here == 0 {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                    let skip = left.min(here as u64);
                    self.source.consume(skip as usize);
                    self.stage = Stage::Skipping(left - skip);
                }
                Stage::Frame if self.frame.can_collect() > 0 => return self.frame.read(buffer),
                Stage::Frame if self.frame.is_finished() => {
                    let given = self.frame.get_checksum_from_data();
                    if given.is_some() && given != self.frame.get_calculated_checksum() {
                        return Err(io::Error::other("its checksum differs"));
                    }
                    self.stage = Stage::Between;
                }
                Stage::Frame => {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.frame.decode_blocks(&mut self.source, one).map_err(io::Error::other)?;
                }
            }
        }
    }
}

/// A zstd encoder, which takes the whole content of a frame at once.
pub(crate) struct Frames<W> {
    sink: W,
    content: Vec<u8>,
    frames: usize,
}

impl<W: Write> Frames<W> {
    pub(crate) fn new(sink: W) -> Self {
        Self { sink, content: Vec::new(), frames: 0 }
    }

    fn close(&mut self) -> io::Result<()> {
        let frame = compress_to_vec(&self.content[..], CompressionLevel::Fastest);
        self.content.clear();
        self.frames += 1;
        self.sink.write_all(&frame)
    }
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(FRAME - self.content.len());
        self.content.extend_from_slice(&bytes[..taken]);
        if self.content.len() == FRAME {
            self.close()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

impl<W: Write> Encoder<W> for Frames<W> {
    fn sink(&mut self) -> &mut W {
        &mut self.sink
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        // Even an empty zstd file has a frame.
        if !self.content.is_empty() || self.frames == 0 {
            self.close()?;
        }
        Ok(self.sink)
    }
}
