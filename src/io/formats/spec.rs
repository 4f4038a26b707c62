//! The facts about a format, with its reader and its writer. Each format has a spec in its file.

use crate::bytes::Content;
use crate::formats::{Binary, Extent, Listing, RawEdges};
use crate::output::{AnyEdges, Writing};
use crate::text::{Separators, Text};
use crate::{Format, Input, Loss, ReadOptions};
use boscage_core::Result;
use boscage_core::graph::AnyEdgeList;

/// A format: its facts, its reader and its writer.
pub(crate) struct FormatSpec {
    pub(crate) format: Format,
    /// The name for people.
    pub(crate) name: &'static str,
    /// The word on command lines.
    pub(crate) word: &'static str,
    /// The suffixes that select it for writing, the usual one first.
    pub(crate) suffixes: &'static [&'static str],
    /// True if files begin with a signature, or every line names its kind.
    pub(crate) has_signature: bool,
    pub(crate) reader: Reader,
    /// `None` if the format is not written.
    pub(crate) writer: Option<Writer>,
    /// The losses that are possible when a graph is written.
    pub(crate) loses: &'static [Loss],
}

impl FormatSpec {
    /// The reader, if it is a text format.
    pub(crate) fn text(&self) -> Option<&TextReader> {
        match &self.reader {
            Reader::Text(text) => Some(text),
            Reader::Binary(_) | Reader::Content(_) => None,
        }
    }

    /// The reader, if it is a binary format.
    pub(crate) fn binary(&self) -> Option<&BinaryReader> {
        match &self.reader {
            Reader::Text(_) | Reader::Content(_) => None,
            Reader::Binary(binary) => Some(binary),
        }
    }

    /// The reader, if it is neither a text of lines nor an array of numbers.
    pub(crate) fn content(&self) -> Option<&ContentReader> {
        match &self.reader {
            Reader::Content(content) => Some(content),
            Reader::Text(_) | Reader::Binary(_) => None,
        }
    }
}

/// The code that recognises and reads a format.
pub(crate) enum Reader {
    Text(TextReader),
    Binary(BinaryReader),
    Content(ContentReader),
}

/// The reader of a text format.
pub(crate) struct TextReader {
    /// Returns `true` if text with this beginning may be of the format.
    pub(crate) sniff: fn(&[u8]) -> bool,
    /// True if text with a wrong or missing heading looks like an edge list. Then the suffix decides, so that
    /// the reader reports the error.
    pub(crate) resembles_lists: bool,
    pub(crate) read: fn(Content<'_>, &ReadOptions) -> Result<Input>,
    /// The reader of some of the lines, if ranks can read parts of a file.
    pub(crate) lines: Option<LineReader>,
}

/// The reader of a format that is neither a text of lines nor an array of numbers.
pub(crate) struct ContentReader {
    /// Returns `true` if content with this beginning is of the format.
    pub(crate) sniff: fn(&[u8]) -> bool,
    pub(crate) read: fn(Content<'_>, &ReadOptions) -> Result<Input>,
}

/// The reader of a text that can be read in parts.
#[derive(Clone, Copy)]
pub(crate) struct LineReader {
    pub(crate) separators: Separators,
    pub(crate) listing: fn(&mut Text<'_>, Extent, &ReadOptions) -> Result<Listing>,
}

/// The reader of a binary format.
pub(crate) struct BinaryReader {
    /// The signature; empty if there is none.
    pub(crate) magic: &'static [u8],
    /// Returns the extent to which content is consistent in this format.
    pub(crate) fit: fn(&Binary<'_>) -> Fit,
    /// Returns the sizes that the header demands, if the beginning is consistent in this format.
    pub(crate) sizes: fn(&Binary<'_>) -> Vec<u128>,
    pub(crate) read: fn(&Binary<'_>, &ReadOptions) -> Result<Input>,
    /// Returns the place of the edges, if they are stored as in memory, without listed names.
    pub(crate) edges: Option<fn(&Binary<'_>) -> Result<RawEdges>>,
}

/// The extent to which binary content is consistent in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// Not at all.
    None,
    /// The header is, so the reader should report the error in the rest.
    Header,
    /// All of it is, as far as that can be checked without reading it.
    Whole,
}

impl Fit {
    /// [`Fit::Whole`] or [`Fit::None`].
    pub(crate) fn whole(is_whole: bool) -> Self {
        if is_whole { Self::Whole } else { Self::None }
    }
}

/// The writer of a format.
#[derive(Clone, Copy)]
pub(crate) enum Writer {
    /// Keeps the order of the edges.
    InOrder(fn(&Writing<'_, AnyEdges<'_>>) -> Result<()>),
    /// Writes node by node, so the whole graph must be in memory.
    ByNode {
        /// Refuses a graph that the format cannot hold, as far as its nodes and its edges, one by one, show
        /// it.
        check: fn(&Writing<'_, &AnyEdgeList>) -> Result<()>,
        /// Writes a graph that was not refused.
        write: fn(&Writing<'_, &AnyEdgeList>) -> Result<()>,
    },
}
