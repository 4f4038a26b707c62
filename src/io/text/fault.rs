//! Errors in a slice of text, before the line and the file are known.
//!
//! The code that parses a slice knows the position in it. The code that has cut the slice knows its place in
//! the file, and combines both in an [`Error`]. A fault is one pointer, so that the result of each token is
//! small.

use boscage_core::Error;

/// An error in a slice of text.
#[derive(Debug)]
pub(crate) struct Fault(Box<Cause>);

/// The cause of a fault.
#[derive(Debug)]
pub(crate) enum Cause {
    /// The text is not what the format demands.
    Text {
        /// Position in the slice.
        at: usize,
        /// The text that the format demands.
        expected: String,
        /// The text found.
        found: String,
        /// Advice; may be empty.
        cure: &'static str,
    },
    /// An error with another cause than the text.
    Other(Error),
}

impl Fault {
    /// The fault that the text at a position is not what the format demands.
    #[cold]
    pub(crate) fn new(at: usize, expected: String, found: String, cure: &'static str) -> Self {
        Self(Box::new(Cause::Text { at, expected, found, cure }))
    }

    /// The position in the slice; 0 if the text is not the cause.
    pub(crate) fn at(&self) -> usize {
        match *self.0 {
            Cause::Text { at, .. } => at,
            Cause::Other(_) => 0,
        }
    }

    /// The same fault in a slice in which this one begins at `by`.
    pub(crate) fn moved(mut self, by: usize) -> Self {
        if let Cause::Text { at, .. } = &mut *self.0 {
            *at += by;
        }
        self
    }

    /// The cause.
    pub(crate) fn into_cause(self) -> Cause {
        *self.0
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self(Box::new(Cause::Other(error)))
    }
}

/// A token for messages: in backquotes, at most 32 bytes, with escaped unprintable characters.
pub(crate) fn quoted(token: &[u8]) -> String {
    const SHOWN: usize = 32;
    let shown = &token[..token.len().min(SHOWN)];
    let more = if token.len() > SHOWN { "..." } else { "" };
    let escaped = |char| match char {
        '"' | '\'' => String::from(char),
        other => other.escape_debug().to_string(),
    };
    let shown: String = String::from_utf8_lossy(shown).chars().map(escaped).collect();
    format!("`{shown}{more}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_tokens_are_printable_and_short() {
        assert_eq!(quoted(b"a\x01\xff\"'\\"), "`a\\u{1}\u{fffd}\"'\\\\`");
        assert_eq!(quoted(&[b'z'; 40]), format!("`{}...`", "z".repeat(32)));
    }
}
