//! What decoders of members have in common: trouble beside damage, padding, and what a header demands.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::State;

/// What is wrong with members other than damage; the error that a decoder's error carries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trouble {
    /// Behind the last member stands neither a member nor padding.
    Followed,
    /// A zstd frame asks for a window larger than this many bytes, the most that the decoder gives it.
    Window(u64),
    /// A zstd frame refers to a dictionary, which is not in the file.
    Dictionary,
}

impl Trouble {
    /// What an error of these decoders carries.
    pub(super) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Trouble {}

impl From<Trouble> for io::Error {
    fn from(trouble: Trouble) -> Self {
        Self::other(trouble)
    }
}

/// Skips zeros; how many they were, and the byte behind them.
pub(super) fn first_not_zero(source: &mut impl BufRead) -> io::Result<(u64, Option<u8>)> {
    let mut skipped = 0;
    loop {
        let bytes = source.fill_buf()?;
        let other = bytes.iter().position(|&byte| byte != 0);
        let (zeros, first) = (other.unwrap_or(bytes.len()), other.map(|at| bytes[at]));
        source.consume(zeros);
        skipped += zeros as u64;
        if first.is_some() || zeros == 0 {
            return Ok((skipped, first));
        }
    }
}

/// The source of a member that notes how much memory it demands, as soon as its header has been read.
pub(super) struct Noting<R> {
    pub(super) source: R,
    /// What has been read until then.
    head: Option<Vec<u8>>,
    /// The bytes that decoding a member takes which begins so; `None` if that is not known yet.
    window: fn(&[u8]) -> Option<usize>,
    state: Arc<State>,
}

/// Most bytes that are looked at: headers are shorter.
const HEAD: usize = 1 << 11;

impl<R> Noting<R> {
    pub(super) fn new(source: R, window: fn(&[u8]) -> Option<usize>, state: &Arc<State>) -> Self {
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
