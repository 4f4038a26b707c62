//! The formats. Each has a file or folder with its facts ([`FormatSpec`]), its reader and its writer.
//!
//! [`TABLE`] has all of them. Recognition, the words of command lines, the pages about formats, and messages
//! are made from it. Files of other programs, which are recognised but not read, have another table
//! ([`foreign`]).

mod binary;
mod boscage;
pub(crate) mod dimacs;
mod ecl;
mod edge_array;
mod edge_list;
mod extracts;
mod foreign;
mod galois;
mod gap;
mod graphml;
mod listing;
mod matrix_market;
mod metis;
pub(crate) mod numpy;
mod pbbs_adjacency;
mod pbbs_edges;
mod raw_edges;
pub(crate) mod recognise;
pub(crate) mod rival;
mod spec;
pub(crate) mod table;
#[cfg(test)]
mod testing;
mod untyped;

pub(crate) use binary::Binary;
pub(crate) use listing::{Declared, Extent, Listed, Listing};
pub(crate) use raw_edges::{NAMES, RawEdges, WeightType, little_endian, with_weight_type};
pub(crate) use spec::{BinaryReader, ContentReader, Fit, FormatSpec, LineReader, Reader, TextReader, Writer};
pub(crate) use untyped::{MayBeFloats, Seen};

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::bytes::plain_suffix;
use crate::{Format, Loss};
use boscage_core::{Error, Result};

/// All formats, in the order of [`Format`].
const TABLE: [FormatSpec; 16] = [
    dimacs::SPEC,
    table::SPEC,
    edge_list::SPEC,
    matrix_market::SPEC,
    metis::SPEC,
    pbbs_adjacency::SPEC,
    pbbs_edges::SPEC,
    galois::SPEC,
    ecl::SPEC,
    gap::SPEC,
    edge_array::SPEC,
    boscage::SPEC,
    numpy::SPEC,
    graphml::SPEC,
    extracts::PBF,
    extracts::XML,
];

/// The table without writers, so that programs that only read are linked without them.
static FORMATS: [FormatSpec; TABLE.len()] = {
    let (mut table, mut i) = (TABLE, 0);
    while i < table.len() {
        assert!(table[i].format as usize == i);
        table[i].writer = None;
        i += 1;
    }
    table
};

/// The writers, in the same order.
static WRITERS: [Option<Writer>; TABLE.len()] = {
    let (mut writers, mut i) = ([None; TABLE.len()], 0);
    while i < writers.len() {
        writers[i] = TABLE[i].writer;
        i += 1;
    }
    writers
};

impl Format {
    /// Returns all formats.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        FORMATS.iter().map(|spec| spec.format)
    }

    /// Returns the formats that can be written.
    pub fn written() -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(|format| format.writer().is_some())
    }

    /// Returns the name for people, such as `Matrix Market`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns the word on command lines, such as `matrix-market`. [`FromStr`] parses it.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.spec().word
    }

    /// Returns the suffixes of file names that select the format for writing, without the point, the usual
    /// one first.
    #[must_use]
    pub fn suffixes(self) -> &'static [&'static str] {
        self.spec().suffixes
    }

    /// Returns the format that the suffix of a file name selects for writing, if it selects one. A suffix for
    /// compression may follow.
    ///
    /// # Examples
    /// ```
    /// use boscage::io::Format;
    /// use std::path::Path;
    ///
    /// assert_eq!(Format::from_suffix(Path::new("NY.gr.gz")), Some(Format::Dimacs));
    /// assert_eq!(Format::from_suffix(Path::new("NY.gexf")), None);
    /// ```
    #[must_use]
    pub fn from_suffix(path: &Path) -> Option<Self> {
        let suffix = plain_suffix(path)?;
        Self::all().find(|format| format.suffixes().contains(&&*suffix))
    }

    /// Returns `true` if files of this format begin with a signature, or if every line names its kind.
    ///
    /// Files of other formats are recognised by their content, so the recognition is a guess.
    #[must_use]
    pub fn has_signature(self) -> bool {
        self.spec().has_signature
    }

    /// Returns the losses that are possible when a graph is written. [`write()`](crate::write()) returns
    /// those of a particular graph.
    ///
    /// Formats that may lose the order of the edges are written node by node, so the whole graph must be in
    /// memory.
    #[must_use]
    pub fn losses(self) -> &'static [Loss] {
        self.spec().loses
    }

    /// The row of the table, without the writer.
    pub(crate) fn spec(self) -> &'static FormatSpec {
        &FORMATS[self as usize]
    }

    /// The writer, if the format can be written.
    pub(crate) fn writer(self) -> Option<Writer> {
        WRITERS[self as usize]
    }
}

impl fmt::Display for Format {
    /// Writes the [word](Format::word).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = Error;

    /// Returns the format with this [word](Format::word).
    fn from_str(word: &str) -> Result<Self> {
        Self::all().find(|format| format.word() == word).ok_or_else(|| {
            let words: Vec<_> = Self::all().map(Self::word).collect();
            Error::argument("format", format!("one of {}", words.join(", ")), format_args!("\"{word}\""))
        })
    }
}
