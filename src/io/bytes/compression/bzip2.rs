//! bzip2, by the crate of that name.

use std::io::{self, BufRead, Write};

use ::bzip2::bufread::MultiBzDecoder;
use ::bzip2::write::BzEncoder;

use super::codec::Encoder;
use super::state::State;
use boscage_core::primitives::unmodelled::Ordering;

/// Bytes that decoding a block takes.
const BLOCK: usize = 4 << 20;

/// All members of a bzip2 stream.
pub(super) fn decoder<R: BufRead>(source: R, state: &State) -> MultiBzDecoder<R> {
    state.window.store(BLOCK, Ordering::Relaxed);
    MultiBzDecoder::new(source)
}

pub(crate) fn encoder<W: Write>(sink: W) -> BzEncoder<W> {
    BzEncoder::new(sink, ::bzip2::Compression::default())
}

impl<W: Write> Encoder<W> for BzEncoder<W> {
    fn sink(&mut self) -> &mut W {
        self.get_mut()
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        (*self).finish()
    }
}
