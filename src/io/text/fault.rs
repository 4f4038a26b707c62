//! Errors in a slice of text, before the line and the file are known.
//!
//! The code that parses a slice knows the position in it. The code that cut the slice knows where it came
//! from, and combines both to an [`Error`]. A fault is one pointer, so that the results for every token stay
//! small.

use boscage_core::Error;

/// Something wrong in a slice of text.
#[derive(Debug)]
pub(crate) struct Fault(Box<Cause>);

/// The cause of a fault.
#[derive(Debug)]
pub(crate) enum Cause {
    /// The text is not what the format demands.
    Text {
        /// Position in the slice.
        at: usize,
        /// The demand of the format.
        expected: String,
        /// The text found.
        found: String,
        /// Advice, or nothing.
        cure: &'static str,
    },
    /// Not the text's fault.
    Other(Error),
}

impl Fault {
    /// The fault that at a position of the slice something else stands than the format demands.
    #[cold]
    pub(crate) fn new(at: usize, expected: String, found: String, cure: &'static str) -> Self {
        Self(Box::new(Cause::Text { at, expected, found, cure }))
    }

    /// Its position in the slice; 0 if it is not the text's fault.
    pub(crate) fn at(&self) -> usize {
        match *self.0 {
            Cause::Text { at, .. } => at,
            Cause::Other(_) => 0,
        }
    }

    /// Its cause.
    pub(crate) fn into_cause(self) -> Cause {
        *self.0
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self(Box::new(Cause::Other(error)))
    }
}

/// A token as messages show it: in backquotes, at most 32 bytes of it, unprintable ones escaped.
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
    fn tokens_are_shown_printable_and_not_at_any_length() {
        assert_eq!(quoted(b"a\x01\xff\"'\\"), "`a\\u{1}\u{fffd}\"'\\\\`");
        assert_eq!(quoted(&[b'z'; 40]), format!("`{}...`", "z".repeat(32)));
    }
}
