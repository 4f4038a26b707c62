//! Marks by which kinds of files are recognised.

use crate::bytes::without_mark;

/// A kind of file: its name with an article, and what to do about it.
pub(crate) struct Stranger {
    pub(crate) name: &'static str,
    pub(crate) cure: &'static str,
}

/// A mark by which a kind of file is recognised.
pub(super) enum Mark {
    /// These bytes, at this place.
    At(usize, &'static [u8]),
    /// A zip archive whose first member has a name with this in it; empty for any archive.
    Zip(&'static [u8]),
    /// XML with this in its beginning, in any case.
    Xml(&'static str),
    /// Text that begins so after white space, in any case.
    Begins(&'static str),
    /// Text that begins so, and has this later in its beginning, both in any case.
    BeginsAndHas(&'static str, &'static str),
    /// Text that begins so in any case, and whose first bracket, `[` or `{`, is this.
    Opens(&'static str, u8),
}

/// The first bytes of a content, and the same as text.
pub(super) struct Beginning<'a> {
    head: &'a [u8],
    /// In lower case, without white space and comments before.
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
                // The name of the first member follows its header, of which it ends at most here.
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

/// A text from the first line on that is not blank, and no comment in any of these formats.
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

/// Returns whether `word` begins among the first `most` bytes.
fn contains(bytes: &[u8], word: &[u8], most: usize) -> bool {
    let most = most.saturating_add(word.len()).min(bytes.len());
    memchr::memmem::find(&bytes[..most], word).is_some()
}
