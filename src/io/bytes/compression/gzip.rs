//! gzip, by `flate2`.

use std::io::{self, BufRead, Read, Write};

use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::codec::Encoder;
use super::data_error::DataError;
use super::padding::first_not_zero;

/// All members of a gzip stream.
pub(crate) struct Decoder<R> {
    /// `None` only while the next member replaces the last one.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Decoder<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { member: Some(GzDecoder::new(source)) }
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match first_not_zero(member.get_mut())?.1 {
                None => return Ok(0),
                Some(0x1f) => self.member = self.member.take().map(|last| GzDecoder::new(last.into_inner())),
                Some(_) => return Err(DataError::followed()),
            }
        }
        Ok(0)
    }
}

pub(crate) fn encoder<W: Write>(sink: W) -> GzEncoder<W> {
    GzEncoder::new(sink, flate2::Compression::default())
}

impl<W: Write> Encoder<W> for GzEncoder<W> {
    fn sink(&mut self) -> &mut W {
        self.get_mut()
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        (*self).finish()
    }
}
