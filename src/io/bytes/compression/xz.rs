//! xz, by `lzma-rust2`.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;

use lzma_rust2::{Action, XzOptions, XzReader, XzStream, XzWriter};

use super::codec::Encoder;
use super::noting::Noting;
use super::padding::first_not_zero;
use super::state::{State, XZ_LIMIT_KIB};
use super::trouble::Trouble;

/// The preset for what is written. Of 12 MB of road network and of random graph, presets 1, 3 and 6 made 2.9,
/// 2.9, 1.9 and 3.9, 4.1, 3.3 MB in 0.8, 3.6, 8.9 and 0.9, 7.5, 14.6 s.
const PRESET: u32 = 1;

/// All members of an xz stream.
pub(crate) struct Decoder<R: BufRead> {
    /// `None` only while the next member takes the place of the last.
    member: Option<XzReader<Noting<R>>>,
    state: Arc<State>,
}

impl<R: BufRead> Decoder<R> {
    pub(crate) fn new(source: R, state: Arc<State>) -> Self {
        Self { member: Some(Self::begin(source, &state)), state }
    }

    fn begin(source: R, state: &Arc<State>) -> XzReader<Noting<R>> {
        XzReader::new_mem_limit(Noting::new(source, dictionary, state), false, XZ_LIMIT_KIB)
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
                Some(_) => return Err(Trouble::followed()),
            }
        }
        Ok(0)
    }
}

/// The bytes of the dictionary that the first block of an xz stream demands: what a decoder that is allowed
/// nothing says it would have taken. This decoder knows one filter before the dictionary's, so what a block
/// with more demands is not noted.
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
