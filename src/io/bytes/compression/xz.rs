//! xz, by `lzma-rust2`.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

use lzma_rust2::{Action, XzOptions, XzReader, XzStream, XzWriter};

use super::codec::Encoder;
use super::data_error::DataError;
use super::header_probe::HeaderProbe;
use super::padding::first_not_zero;
use super::state::{State, XZ_LIMIT_KIB};

/// The preset for writing. Presets 1, 3 and 6 compressed 12 MB of a road network to 2.9, 2.9 and 1.9 MB in
/// 0.8, 3.6 and 8.9 s, and 12 MB of a random graph to 3.9, 4.1 and 3.3 MB in 0.9, 7.5 and 14.6 s.
const PRESET: u32 = 1;

/// All members of an xz stream.
pub(crate) struct Decoder<R: BufRead> {
    /// `None` only while the next member replaces the last one.
    member: Option<XzReader<HeaderProbe<R>>>,
    state: Arc<State>,
}

impl<R: BufRead> Decoder<R> {
    pub(crate) fn new(source: R, state: Arc<State>) -> Self {
        Self { member: Some(Self::begin(source, &state)), state }
    }

    fn begin(source: R, state: &Arc<State>) -> XzReader<HeaderProbe<R>> {
        XzReader::new_mem_limit(HeaderProbe::new(source, dictionary, state), false, XZ_LIMIT_KIB)
    }
}

impl<R: BufRead> Read for Decoder<R> {
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
                Some(_) => return Err(DataError::followed()),
            }
        }
        Ok(0)
    }
}

/// The bytes of the dictionary of the first block of an xz stream, from the error of a decoder that is
/// allowed no memory. This decoder knows only one filter before the dictionary's, so blocks with more
/// filters are not counted.
fn dictionary(head: &[u8]) -> Option<usize> {
    let mut decoder = XzStream::new_mem_limit(false, 0);
    let _refused = decoder.process(head, &mut [], Action::Run);
    decoder.memory_usage().map(|kib| (kib as usize) << 10)
}

pub(crate) fn encoder<W: Write>(sink: W) -> io::Result<XzWriter<W>> {
    XzWriter::new(sink, XzOptions::with_preset(PRESET))
}

impl<W: Write> Encoder<W> for XzWriter<W> {
    fn sink(&mut self) -> &mut W {
        self.inner_mut()
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        (*self).finish()
    }
}
