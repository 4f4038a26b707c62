//! The marks by which kinds of files are recognised.

use crate::bytes::without_mark;

/// A kind of file that cannot be read: its name with an article, and advice.
pub(crate) struct Foreign {
    pub(crate) name: &'static str,
    pub(crate) cure: &'static str,
}

/// A mark by which a kind of file is recognised.
pub(super) enum Mark {
    /// These bytes, at this place.
    At(usize, &'static [u8]),
    /// A zip archive whose first member has a name that contains this; empty for any archive.
    Zip(&'static [u8]),
    /// XML whose beginning contains this. (Case does not matter, here and below.)
    Xml(&'static str),
    /// Text that begins with this, after white space.
    Begins(&'static str),
    /// Text that begins with the first string, and whose beginning contains the second.
    BeginsAndHas(&'static str, &'static str),
    /// Text that begins with this, and whose first bracket, `[` or `{`, is this one.
    Opens(&'static str, u8),
}

/// The first bytes of content, also as text.
pub(super) struct Beginning<'a> {
    head: &'a [u8],
    /// In lower case, without white space and comments at the beginning.
    text: Vec<u8>,
}

impl<'a> Beginning<'a> {
    pub(super) fn of(head: &'a [u8]) -> Self {
        Self { head, text: without_comments(without_mark(head)).to_ascii_lowercase() }
    }

    pub(super) fn has(&self, mark: &Mark) -> bool {
        let Self { head, text } = self;
        match *mark {
            Mark::At(at, bytes) => head.get(at..at + bytes.len()) == Some(bytes),
            Mark::Zip(name) => {
                // The name of the first member follows its header of 30 bytes.
                head.starts_with(b"PK\x03\x04") && contains(head.get(30..).unwrap_or_default(), name, 64)
            }
            Mark::Xml(word) => text.starts_with(b"<") && contains(text, word.as_bytes(), usize::MAX),
            Mark::Begins(word) => text.starts_with(word.as_bytes()),
            Mark::BeginsAndHas(first, later) => {
                text.starts_with(first.as_bytes()) && contains(text, later.as_bytes(), usize::MAX)
            }
            Mark::Opens(word, bracket) => {
                let opens = |byte: &&u8| matches!(byte, b'[' | b'{');
                text.starts_with(word.as_bytes()) && text.iter().find(opens) == Some(&bracket)
            }
        }
    }
}

/// A text from its first line that is neither blank nor a comment in any of these formats.
fn without_comments(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        let end = match text {
            [b'/', b'*', rest @ ..] => memchr::memmem::find(rest, b"*/").map(|end| end + 4),
            [b'#' | b'%', ..] | [b'/', b'/', ..] => memchr::memchr(b'\n', text),
            _ => None,
        };
        match end {
            Some(end) => text = &text[end..],
            None => return text,
        }
    }
}

/// Returns `true` if `word` begins among the first `most` bytes.
fn contains(bytes: &[u8], word: &[u8], most: usize) -> bool {
    let most = most.saturating_add(word.len()).min(bytes.len());
    memchr::memmem::find(&bytes[..most], word).is_some()
}
