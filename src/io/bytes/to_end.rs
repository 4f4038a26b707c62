//! A stream that is not read again after its end.
//!
//! At a terminal, the end of input that a user types (Ctrl-D) ends one read, and the next one waits for more.
//! Several layers read to the end of the same stream: recognition, decoders, parsers.

use std::io::{self, Read};

/// A stream that records its end.
pub(crate) struct ToEnd<R> {
    stream: R,
    has_ended: bool,
}

impl<R: Read> ToEnd<R> {
    /// All of a stream.
    pub(crate) fn new(stream: R) -> Self {
        Self { stream, has_ended: false }
    }
}

impl<R: Read> Read for ToEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // With an empty buffer, reading 0 bytes does not mean the end.
        if self.has_ended || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.stream.read(buffer)?;
        self.has_ended = read == 0;
        Ok(read)
    }
}
