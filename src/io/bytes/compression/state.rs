//! The state of a decoder, and the memory that it takes.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex};

use crate::bytes::ahead;
use boscage_core::primitives::unmodelled::{AtomicBool, AtomicUsize, Ordering};

/// Bytes asked of a stream at a time.
pub(super) const BUFFER: usize = 1 << 18;

/// An xz stream names the dictionary that decoding it takes; beyond this many KiB it is refused. The largest
/// preset of `xz` takes a quarter of it.
pub(super) const XZ_LIMIT_KIB: u32 = 1 << 18;

/// The state of a decoder and of its source.
#[derive(Default)]
pub(super) struct State {
    pub(super) ended: AtomicBool,
    pub(super) failure: Mutex<Option<io::Error>>,
    /// Most bytes of what has been decoded that the decoder may keep; of xz, as the first block of a stream
    /// demands.
    pub(super) window: AtomicUsize,
    /// Bytes decoded so far.
    pub(super) decoded: AtomicUsize,
}

/// The memory that a decoder takes, while it decodes.
#[derive(Clone)]
pub(crate) struct DecoderMemory(pub(super) Arc<State>);

impl DecoderMemory {
    /// The bytes taken by now: windows are as large as they are allowed to be only once there is enough to
    /// fill them. What is read ahead of the reader is counted too.
    pub(crate) fn bytes(&self) -> usize {
        let [window, decoded] = [&self.0.window, &self.0.decoded].map(|bytes| bytes.load(Ordering::Relaxed));
        // Before the next question there may be a quarter more.
        let decoded = decoded + decoded / 4;
        BUFFER + window.min(decoded) + ahead::MEMORY.min(decoded)
    }
}

impl fmt::Debug for DecoderMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes())
    }
}
