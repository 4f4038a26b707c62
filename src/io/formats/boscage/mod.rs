//! The format of this crate, `.bsg`: a graph on disk as in memory, so that reading is only copying.
//!
//! | byte | | |
//! |---|---|---|
//! | 0 | 8 bytes | `boscage` and a zero |
//! | 8 | u32 | version: 1 |
//! | 12 | u8 | weights: 1 i32, 2 u32, 3 i64, 4 u64, 5 f32, 6 f64, 7 none |
//! | 13 | u8 | 1 if the graph is directed, otherwise 0 |
//! | 14 | u16 | 1 if names are texts, otherwise 0 |
//! | 16 | u64 | nodes |
//! | 24 | u64 | edges |
//! | 32 | u64 | names listed: 0, or as many as nodes |
//! | 40 | u64 | the name of node 0, if names follow in order; the bytes of all names, if they are texts; otherwise 0 |
//! | 48 | u64 per name | the names listed, in ascending order |
//! | | u32, u32, weight per edge | the edges in their order: both ends, counted from 0; the source first |
//! | | u64 per node | the end of its name among the bytes of names, if they are texts |
//! | | bytes | the names that are texts, in UTF-8, in ascending order |
//!
//! All words are little-endian; those before the names that are texts are aligned to their own size. Each
//! entry is an edge: nothing is folded unless the caller asks for it.
//!
//! Older files are undirected. If they have no weights, byte 12 is 0 and every edge has the u32 weight 1.
//! Such files can be read, but are no longer written.

mod write;

use crate::assemble::Outline;
use crate::budget::Lists;
use crate::bytes::is_cut_in;
use crate::formats::{
    Binary, BinaryReader, Fit, FormatSpec, RawEdges, Reader, WeightType, Writer, with_weight_type,
};
use crate::{Format, Input, Names, ReadOptions, Strings};
use boscage_core::graph::{Edge, FileData};
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Boscage,
    name: "Boscage",
    word: "boscage",
    suffixes: &["bsg"],
    has_signature: true,
    reader: Reader::Binary(BinaryReader { magic: MAGIC, fit, sizes, read, edges: Some(open) }),
    writer: Some(Writer::InOrder(write::write)),
    loses: &[],
};

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"boscage\0";

/// The version described here.
const VERSION: u32 = 1;

/// The bytes before the names.
const HEADER: u64 = 48;

/// The types of edge data by number: the name of the type, and its type in the file.
const WEIGHTS: [(&str, WeightType); 8] = [
    ("ones", WeightType::U32),
    ("i32", WeightType::I32),
    ("u32", WeightType::U32),
    ("i64", WeightType::I64),
    ("u64", WeightType::U64),
    ("f32", WeightType::F32),
    ("f64", WeightType::F64),
    ("none", WeightType::None),
];

/// The number for edges without weights in older files.
const ONES: usize = 0;

/// The number of a type of edge data.
fn number_of<E: FileData>() -> u8 {
    WEIGHTS.iter().position(|&(name, _)| name == E::NAME).unwrap_or_default() as u8 // never the default
}

/// The header of a file.
struct Header {
    weights: usize,
    is_directed: bool,
    has_texts: bool,
    nodes: u64,
    edges: u64,
    listed: u64,
    base: u64,
}

impl Header {
    /// Reads the header.
    ///
    /// # Errors
    /// If one of its fields is invalid.
    fn of(file: &Binary<'_>) -> Result<Self> {
        let word = |i: usize| file.word::<8>(8 * i);
        let header = || {
            let (weights, direction) = (file.word::<1>(12)? as usize, file.word::<1>(13)?);
            let texts = file.word::<2>(14)?;
            let (nodes, edges, listed, base) = (word(2)?, word(3)?, word(4)?, word(5)?);
            let (is_directed, has_texts) = (direction == 1, texts == 1);
            let header = Self { weights, is_directed, has_texts, nodes, edges, listed, base };
            Some((file.word::<4>(8)?, direction, texts, header))
        };
        let (true, Some((version, direction, texts, header))) = (begins(file), header()) else {
            let found = if begins(file) || file.len() < MAGIC.len() as u64 {
                format!("{} bytes in all", file.len())
            } else {
                "other bytes".to_owned()
            };
            return Err(file.wrong(
                At::Byte(0),
                "a header of 48 bytes that begins with `boscage`",
                found,
                "",
            ));
        };
        if version != u64::from(VERSION) {
            let cure = "another version of this program wrote it, and can convert it to other formats";
            return Err(file.wrong(
                At::Byte(8),
                format!("version {VERSION}"),
                format!("version {version}"),
                cure,
            ));
        }
        if header.weights >= WEIGHTS.len() {
            let expected = format!("a type of weights in 0..={}", WEIGHTS.len() - 1);
            return Err(file.wrong(At::Byte(12), expected, header.weights, ""));
        }
        if direction > 1 {
            return Err(file.wrong(At::Byte(13), "1 for a directed graph, otherwise 0", direction, ""));
        }
        if texts > 1 {
            return Err(file.wrong(At::Byte(14), "1 for names that are texts, otherwise 0", texts, ""));
        }
        Ok(header)
    }

    /// The size of the file.
    fn size(&self) -> u128 {
        let edge = with_weight_type!(WEIGHTS[self.weights].1, E => size_of::<Edge<E>>());
        let texts = if self.has_texts { 8 * u128::from(self.nodes) + u128::from(self.base) } else { 0 };
        u128::from(HEADER) + 8 * u128::from(self.listed) + edge as u128 * u128::from(self.edges) + texts
    }
}

/// The size that the header demands.
fn sizes(file: &Binary<'_>) -> Vec<u128> {
    Header::of(file).map_or(Vec::new(), |header| vec![header.size()])
}

/// Returns `true` if content begins like this format, or is so short that its signature is incomplete.
fn begins(file: &Binary<'_>) -> bool {
    file.head.starts_with(MAGIC) || is_cut_in(MAGIC, &file.head)
}

fn fit(file: &Binary<'_>) -> Fit {
    Fit::whole(begins(file))
}

/// Reads a graph.
fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    open(file)?.with_names(file)?.read(file, options)
}

/// Opens a file: all facts except the edges and listed names.
fn open(file: &Binary<'_>) -> Result<RawEdges> {
    let header = Header::of(file)?;
    if header.size() != u128::from(file.len()) {
        let names = match header {
            Header { has_texts: true, base, .. } => format!("{base} bytes of names and "),
            Header { listed: 0, .. } => String::new(),
            Header { listed, .. } => format!("{listed} names and "),
        };
        let weights = match WEIGHTS[header.weights] {
            (_, WeightType::None) => "without weights",
            (name, _) => &format!("with weights of type {name}"),
        };
        return Err(file.wrong_size(header.size(), &format!("{names}{} edges {weights}", header.edges)));
    }
    let nodes = file.nodes(16, header.nodes)?;
    let outline = Outline {
        nodes,
        names: names_but_listed(file, &header)?,
        lists: if header.is_directed { Lists::Directed } else { Lists::Edges },
        weighted: ![ONES, number_of::<()>().into()].contains(&header.weights),
        ..Outline::new(Format::Boscage, &file.path, file.len())
    };
    let weights = WEIGHTS[header.weights].1;
    let at = HEADER + 8 * header.listed;
    let names_at = match header.has_texts {
        true => file.len() - header.base - 8 * header.nodes,
        false => HEADER,
    };
    Ok(RawEdges { outline, names_at, weights, at, len: header.edges })
}

/// The names, if they follow from the first one. Listed names are read later.
fn names_but_listed(file: &Binary<'_>, header: &Header) -> Result<Names> {
    let Header { nodes, listed, base, has_texts, .. } = *header;
    if has_texts && listed == 0 {
        return Ok(Names::Text(Strings::default()));
    }
    if has_texts {
        return Err(file.wrong(At::Byte(32), "0, because the names are texts", listed, ""));
    }
    if listed == 0 {
        let most = u64::MAX - nodes.saturating_sub(1);
        if base > most {
            let expected = format!("the first of {nodes} names, at most {most}");
            return Err(file.wrong(At::Byte(40), expected, base, ""));
        }
        return Ok(Names::Offset(base));
    }
    if listed != nodes {
        return Err(file.wrong(At::Byte(32), format!("no names or {nodes}, one per node"), listed, ""));
    }
    if base != 0 {
        return Err(file.wrong(At::Byte(40), "0, because the names are listed", base, ""));
    }
    Ok(Names::Listed(Vec::new()))
}

#[cfg(test)]
mod tests;
