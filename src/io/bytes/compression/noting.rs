//! Reads from the header of a member how much memory its decoder needs.

use std::io::{self, Read};
use std::sync::Arc;

use super::state::State;
use boscage_core::primitives::unmodelled::Ordering;

/// The source of a member that notes how much memory it demands, as soon as its header has been read.
pub(crate) struct Noting<R> {
    pub(crate) source: R,
    /// The bytes that have been read until then.
    head: Option<Vec<u8>>,
    /// The bytes that decoding a member takes which begins so; `None` if that is not known yet.
    window: fn(&[u8]) -> Option<usize>,
    state: Arc<State>,
}

/// Most bytes that are looked at: headers are shorter.
const HEAD: usize = 1 << 11;

impl<R> Noting<R> {
    pub(crate) fn new(source: R, window: fn(&[u8]) -> Option<usize>, state: &Arc<State>) -> Self {
        Self { source, head: Some(Vec::new()), window, state: Arc::clone(state) }
    }
}

impl<R: Read> Read for Noting<R> {
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
