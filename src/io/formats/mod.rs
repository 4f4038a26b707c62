//! The formats: a file or folder each, with its facts ([`FormatSpec`]), its reader and its writer.
//!
//! [`TABLE`] has them all. Recognition, the words of command lines, the pages about formats and messages come
//! from it. Files of other programs, which are recognised but not read, have a table of their own
//! ([`strangers`]).

mod binary;
mod boscage;
pub(crate) mod dimacs;
mod ecl;
mod edge_array;
mod edge_list;
mod galois;
mod gap;
mod listing;
mod matrix_market;
mod metis;
mod pbbs_adjacency;
mod pbbs_edges;
mod raw_edges;
pub(crate) mod recognise;
pub(crate) mod rival;
mod spec;
mod strangers;
#[cfg(test)]
mod testing;
mod untyped;

pub(crate) use binary::Binary;
pub(crate) use listing::{Declared, Extent, Listed, Listing};
pub(crate) use raw_edges::{RawEdges, WeightType, little_endian, with_weight_type};
pub(crate) use spec::{BinaryReader, Fit, FormatSpec, LineReader, Reader, TextReader, Writer};
pub(crate) use untyped::{Seen, look_like_floats};

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::bytes::plain_suffix;
use crate::{Format, Loss};
use boscage_core::{Error, Result};

/// All formats, in the order of [`Format`].
const TABLE: [FormatSpec; 11] = [
    dimacs::SPEC,
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
];

/// The table without its writers, so that programs that only read are linked without them.
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
    /// All formats.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        FORMATS.iter().map(|spec| spec.format)
    }

    /// The formats that can be written.
    pub fn written() -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(|format| format.writer().is_some())
    }

    /// The name that people use.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The word for it on command lines.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.spec().word
    }

    /// The suffixes of file names that stand for it when writing, without the point, the usual one first.
    #[must_use]
    pub fn suffixes(self) -> &'static [&'static str] {
        self.spec().suffixes
    }

    /// The format that the suffix of a file name, less that of a compression, stands for when writing.
    #[must_use]
    pub fn of_suffix(path: &Path) -> Option<Self> {
        let suffix = plain_suffix(path)?;
        Self::all().find(|format| format.suffixes().contains(&&*suffix))
    }

    /// Returns whether files of this format begin with a signature, or whether every line names its kind.
    ///
    /// Files of other formats are recognised by what their bytes would mean, so the recognition is a guess.
    #[must_use]
    pub fn has_signature(self) -> bool {
        self.spec().has_signature
    }

    /// The losses that are possible when a graph is written; the graph decides which there are.
    ///
    /// Formats that may lose the order of the edges go by node: to write them, the graph must be in memory.
    #[must_use]
    pub fn losses(self) -> &'static [Loss] {
        self.spec().loses
    }

    /// Its row of the table, without the writer.
    pub(crate) fn spec(self) -> &'static FormatSpec {
        &FORMATS[self as usize]
    }

    /// Its writer, if it can be written.
    pub(crate) fn writer(self) -> Option<Writer> {
        WRITERS[self as usize]
    }
}

impl fmt::Display for Format {
    /// Writes the word for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = Error;

    /// The format with this [word](Format::word).
    fn from_str(word: &str) -> Result<Self> {
        Self::all().find(|format| format.word() == word).ok_or_else(|| {
            let words: Vec<_> = Self::all().map(Self::word).collect();
            Error::argument("format", format!("one of {}", words.join(", ")), format_args!("\"{word}\""))
        })
    }
}
