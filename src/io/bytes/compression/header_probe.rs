//! Reads the memory that a decoder needs from the header of a member.

use std::io::{self, Read};
use std::sync::Arc;

use super::state::State;
use boscage_core::primitives::unmodelled::Ordering;

/// The source of a member. It records the memory that its decoder needs, as soon as the header has been read.
pub(crate) struct HeaderProbe<R> {
    pub(crate) source: R,
    /// The bytes of the header so far; `None` after it.
    head: Option<Vec<u8>>,
    /// The memory for a member that begins with these bytes; `None` if it is not known yet.
    window: fn(&[u8]) -> Option<usize>,
    state: Arc<State>,
}

/// Largest number of bytes that are examined. Headers are shorter.
const HEAD: usize = 1 << 11;

impl<R> HeaderProbe<R> {
    pub(crate) fn new(source: R, window: fn(&[u8]) -> Option<usize>, state: &Arc<State>) -> Self {
        Self { source, head: Some(Vec::new()), window, state: Arc::clone(state) }
    }
}

impl<R: Read> Read for HeaderProbe<R> {
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
