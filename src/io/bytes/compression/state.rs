//! The state of a decoder, and the memory that it takes.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};

use crate::bytes::ahead;
use boscage_core::primitives::unmodelled::{AtomicBool, AtomicUsize, Ordering};

/// Bytes read from a stream at a time.
pub(super) const BUFFER: usize = 1 << 18;

/// Largest dictionary of an xz stream in KiB; larger ones are refused. The largest preset of `xz` takes a
/// quarter of it.
pub(super) const XZ_LIMIT_KIB: u32 = 1 << 18;

/// The state of a decoder and of its source.
#[derive(Default)]
pub(super) struct State {
    pub(super) ended: AtomicBool,
    pub(super) failure: Mutex<Option<io::Error>>,
    /// Largest number of decoded bytes that the decoder may keep; with xz, that of the first block.
    pub(super) window: AtomicUsize,
    /// Bytes decoded so far.
    pub(super) decoded: AtomicUsize,
}

/// The memory of a decoder while it decodes.
#[derive(Clone)]
pub(crate) struct DecoderMemory(pub(super) Arc<State>);

impl DecoderMemory {
    /// The bytes used so far, those read ahead included. A window grows as it is filled.
    pub(crate) fn bytes(&self) -> usize {
        let [window, decoded] = [&self.0.window, &self.0.decoded].map(|bytes| bytes.load(Ordering::Relaxed));
        // It may grow by a quarter before the caller is asked again.
        let decoded = decoded + decoded / 4;
        BUFFER + window.min(decoded) + ahead::MEMORY.min(decoded)
    }
}

impl fmt::Debug for DecoderMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes())
    }
}
