//! Lines of a text that is read in blocks, for messages.

/// The begin of a block of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Begin {
    /// After this many lines of a stream.
    Lines(u64),
    /// At this byte of content that can be read again. Its lines are counted only if a message needs the
    /// number.
    Byte(u64),
}

/// A line of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    /// The begin of the block; a block on its own begins the text.
    pub(crate) begin: Begin,
    /// Line ends before the line, in the block.
    pub(crate) before: u64,
}

impl Line {
    /// The line in which this beginning of a block ends, counted in the block.
    #[cold]
    pub(crate) fn after(text: &[u8]) -> Self {
        Self { begin: Begin::Lines(0), before: line_ends(text) }
    }

    /// The same line, with the begin of its block.
    pub(crate) fn of_block(self, begin: Begin) -> Self {
        Self { begin, ..self }
    }
}

/// The number of line ends in a text.
pub(crate) fn line_ends(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}
