//! The facts about a format, with its reader and its writer. Each format has its own spec in its file.

use crate::bytes::Content;
use crate::formats::{Binary, Extent, Listing, RawEdges};
use crate::output::{AnyEdges, Writing};
use crate::text::{Separators, Text};
use crate::{Format, Input, Loss, ReadOptions};
use boscage_core::Result;
use boscage_core::graph::AnyEdgeList;

/// A format: its facts, and what reads and writes it.
pub(crate) struct FormatSpec {
    pub(crate) format: Format,
    /// The name that people use.
    pub(crate) name: &'static str,
    /// The word for it on command lines.
    pub(crate) word: &'static str,
    /// The suffixes that stand for it when writing, the usual one first.
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
    /// Its reader, if it is a text format.
    pub(crate) fn text(&self) -> Option<&TextReader> {
        match &self.reader {
            Reader::Text(text) => Some(text),
            Reader::Binary(_) => None,
        }
    }

    /// Its reader, if it is a binary format.
    pub(crate) fn binary(&self) -> Option<&BinaryReader> {
        match &self.reader {
            Reader::Text(_) => None,
            Reader::Binary(binary) => Some(binary),
        }
    }
}

/// The code that recognises and reads a format.
pub(crate) enum Reader {
    Text(TextReader),
    Binary(BinaryReader),
}

/// The reader of a text format.
pub(crate) struct TextReader {
    /// Returns whether a text may be of the format that begins so.
    pub(crate) sniff: fn(&[u8]) -> bool,
    /// True if a text with a wrong heading, or none, looks like an edge list. Its suffix is believed then, so
    /// that the reader says what is wrong.
    pub(crate) resembles_lists: bool,
    pub(crate) read: fn(Content<'_>, &ReadOptions) -> Result<Input>,
    /// Reads some of the lines, where ranks can read parts of a file.
    pub(crate) lines: Option<LineReader>,
}

/// The reader of a text that can be read in parts.
#[derive(Clone, Copy)]
pub(crate) struct LineReader {
    pub(crate) separators: Separators,
    pub(crate) listing: fn(&mut Text<'_>, Extent, &ReadOptions) -> Result<Listing>,
}

/// The reader of a binary format.
pub(crate) struct BinaryReader {
    /// The first bytes; empty without a signature.
    pub(crate) magic: &'static [u8],
    /// Returns how far a content is consistent in this format.
    pub(crate) fit: fn(&Binary<'_>) -> Fit,
    /// Returns the sizes that the header demands, if the beginning is consistent in this format.
    pub(crate) sizes: fn(&Binary<'_>) -> Vec<u128>,
    pub(crate) read: fn(&Binary<'_>, &ReadOptions) -> Result<Input>,
    /// Returns where the edges stand, if they do so as in memory; names that are listed are left out.
    pub(crate) edges: Option<fn(&Binary<'_>) -> Result<RawEdges>>,
}

/// The extent to which a binary content is consistent in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    /// Not at all.
    None,
    /// Its header is, so that the reader should say what is wrong with the rest.
    Header,
    /// All of it is, as far as that is seen without reading it.
    Whole,
}

impl Fit {
    /// All or nothing.
    pub(crate) fn whole(is_whole: bool) -> Self {
        if is_whole { Self::Whole } else { Self::None }
    }
}

/// The writer of a format.
#[derive(Clone, Copy)]
pub(crate) enum Writer {
    /// It keeps the order of the edges.
    InOrder(fn(&Writing<'_, AnyEdges<'_>>) -> Result<()>),
    /// It goes by node, so that the graph must be in memory.
    ByNode(fn(&Writing<'_, &AnyEdgeList>) -> Result<()>),
}
