//! Compressing what is written.

use std::io::{self, Write};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::Compression;

/// Bytes of content a zstd frame holds: enough to compress well, few enough to wait for.
const ZSTD_FRAME: usize = 1 << 22;

/// The preset for xz. Of 12 MB of road network and of random graph, presets 1, 3 and 6 made 2.9, 2.9, 1.9 and
/// 3.9, 4.1, 3.3 MB in 0.8, 3.6, 8.9 and 0.9, 7.5, 14.6 s.
const XZ_PRESET: u32 = 1;

impl Compression {
    /// Most bytes of memory that writing a file with it takes: what files of 150 and 290 MB took, and a
    /// little more.
    #[must_use]
    pub fn encoder_memory(self) -> u64 {
        let mebibytes = match self {
            Self::Gzip => 3,
            Self::Zstd => 16,
            Self::Bzip2 => 8,
            Self::Xz => 10,
        };
        mebibytes << 20
    }
}

/// A sink that compresses, or passes on as it is.
pub(in crate::io) enum Compressor<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(Frames<W>),
    Bzip2(BzEncoder<W>),
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> Compressor<W> {
    pub(in crate::io) fn new(sink: W, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(sink),
            Some(Compression::Gzip) => Self::Gzip(GzEncoder::new(sink, flate2::Compression::default())),
            Some(Compression::Zstd) => Self::Zstd(Frames { sink, content: Vec::new(), frames: 0 }),
            Some(Compression::Bzip2) => Self::Bzip2(BzEncoder::new(sink, bzip2::Compression::default())),
            Some(Compression::Xz) => {
                Self::Xz(Box::new(XzWriter::new(sink, XzOptions::with_preset(XZ_PRESET))?))
            }
        })
    }

    /// Writes what is still held back, and the end of the compressed data.
    pub(in crate::io) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(sink) => Ok(sink),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
            Self::Bzip2(encoder) => encoder.finish(),
            Self::Xz(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(sink) => sink.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
            Self::Bzip2(encoder) => encoder.write(bytes),
            Self::Xz(encoder) => encoder.write(bytes),
        }
    }

    /// Flushes the sink alone: content that a compressor holds back stays there until [`Compressor::finish`],
    /// since giving it out early would cost compression, and a file is not read while it is written.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(sink) => sink.flush(),
            Self::Gzip(encoder) => encoder.get_mut().flush(),
            Self::Zstd(encoder) => encoder.sink.flush(),
            Self::Bzip2(encoder) => encoder.get_mut().flush(),
            Self::Xz(encoder) => encoder.inner_mut().flush(),
        }
    }
}

/// zstd, frame after frame: the encoder takes a frame's content at once.
pub(in crate::io) struct Frames<W> {
    sink: W,
    content: Vec<u8>,
    frames: usize,
}

impl<W: Write> Frames<W> {
    fn close(&mut self) -> io::Result<()> {
        let frame = compress_to_vec(&self.content[..], CompressionLevel::Fastest);
        self.content.clear();
        self.frames += 1;
        self.sink.write_all(&frame)
    }

    fn finish(mut self) -> io::Result<W> {
        // Even an empty file has a frame, or it would not be zstd.
        if !self.content.is_empty() || self.frames == 0 {
            self.close()?;
        }
        Ok(self.sink)
    }
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(ZSTD_FRAME - self.content.len());
        self.content.extend_from_slice(&bytes[..taken]);
        if self.content.len() == ZSTD_FRAME {
            self.close()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}
