//! Recognises a format by the content.
//!
//! Text has no zero bytes, and every binary format here begins with some, so the first bytes separate the
//! two. *Binary* content in our own format begins with its name. Other binary content is taken for the format
//! in which all of it is consistent, including sizes and offsets; if it is inconsistent, only Galois files
//! are recognised, by their header. *Text* formats are recognised by their first line, except edge lists and
//! METIS, which both begin with numbers: METIS rows must mirror each other, and content that satisfies both
//! is METIS. If the content fits several formats, the suffix decides. Files of other programs are refused by
//! their names ([`strangers`]). If the content fits nothing, the suffix says which reader should explain the
//! error.

use std::path::Path;

use crate::formats::binary::Binary;
use crate::formats::strangers::Stranger;
use crate::formats::{
    boscage, dimacs, ecl, edge_array, edge_list, galois, gap, matrix_market, metis, pbbs_adjacency,
    pbbs_edges, strangers,
};
use crate::text::fault::quoted;
use crate::text::scan::without_mark;
use crate::{Format, ReadOptions};
use boscage_core::{At, Place};
use boscage_core::{Error, Result};

/// Whether a content that begins so is binary.
pub(crate) fn is_binary(head: &[u8]) -> bool {
    head.contains(&0)
}

/// Whether a content that begins so is text whose lines end with carriage returns alone, as on computers of
/// the last century. Carriage returns are blanks to the readers: they would take all of it for one line.
pub(crate) fn has_no_lines(head: &[u8]) -> bool {
    let before_the_last = head.split_last().map_or(head, |(_, rest)| rest);
    before_the_last.contains(&b'\r') && !head.contains(&b'\n')
}

/// The text format of a content that begins so, the one demanded or the one that the content fits; `None` if
/// it is binary.
///
/// # Errors
/// That it is of no format, or is text and not of the one demanded.
pub(crate) fn demanded_or_text(path: &Path, head: &[u8], options: &ReadOptions) -> Result<Option<Format>> {
    if head.is_empty() {
        return Err(unknown(path, head));
    }
    let binary_head = is_binary(head);
    let format = match options.format {
        None if binary_head => None,
        None => match text(path, head) {
            Err(_) if is_cut_binary(path, head) => None,
            found => Some(found?),
        },
        demanded => demanded,
    };
    match format {
        None | Some(Format::Galois | Format::Ecl | Format::EdgeArray | Format::Gap | Format::Boscage) => {
            Ok(None)
        }
        Some(_) if binary_head || has_no_lines(head) => Err(unknown(path, head)),
        known => Ok(known),
    }
}

/// The format of a binary content, the one demanded or the one that the content fits.
///
/// # Errors
/// That it is of none.
pub(crate) fn demanded_or_binary(file: &Binary<'_>, options: &ReadOptions) -> Result<Format> {
    options.format.map_or_else(|| binary(file), Ok)
}

/// A binary format, by what shows that a content is of it.
struct Known {
    format: Format,
    /// Whether a whole content is consistent.
    fits: fn(&Binary<'_>) -> bool,
    /// The sizes of the content that its beginning allows.
    sizes: fn(&Binary<'_>) -> Vec<u128>,
}

const KNOWN: [Known; 5] = [
    Known { format: Format::Boscage, fits: boscage::begins, sizes: boscage::sizes },
    Known { format: Format::Galois, fits: galois::fits, sizes: galois::sizes },
    Known { format: Format::Ecl, fits: ecl::fits, sizes: ecl::sizes },
    Known { format: Format::EdgeArray, fits: edge_array::fits, sizes: edge_array::sizes },
    Known { format: Format::Gap, fits: gap::fits, sizes: gap::sizes },
];

/// The least and the greatest size that a binary content can have that begins so, in the format demanded or
/// in any; `None` if it begins like none.
pub(crate) fn promised(beginning: &Binary<'_>, demanded: Option<Format>) -> Option<(u128, u128)> {
    let known = KNOWN.iter().filter(|known| demanded.is_none_or(|format| known.format == format));
    let sizes: Vec<u128> = known.flat_map(|known| (known.sizes)(beginning)).collect();
    Some((*sizes.iter().min()?, *sizes.iter().max()?))
}

/// The format of a whole binary content.
///
/// # Errors
/// That it is of none.
pub(crate) fn binary(file: &Binary<'_>) -> Result<Format> {
    let hint = binary_hint(&file.path);
    let hinted = KNOWN.iter().filter(|known| Some(known.format) == hint);
    let fitting = hinted.chain(&KNOWN).find(|known| (known.fits)(file)).map(|known| known.format);
    match (fitting, hint) {
        (Some(format), _) => Ok(format),
        (None, _) if galois::begins(file) => Ok(Format::Galois),
        (None, Some(hint)) => Ok(hint),
        (None, None) => Err(unknown(&file.path, &file.head)),
    }
}

/// The binary format that a suffix stands for.
fn binary_hint(path: &Path) -> Option<Format> {
    let binary = [Format::Boscage, Format::Galois, Format::Ecl, Format::EdgeArray, Format::Gap];
    Format::of_suffix(path).filter(|hint| binary.contains(hint))
}

/// Whether all of a content may be the beginning of a binary file, too short to have a byte that is zero.
pub(crate) fn is_cut_binary(path: &Path, content: &[u8]) -> bool {
    content.len() < 8 && (boscage::cut_in_magic(content) || binary_hint(path).is_some())
}

/// The format of a text that begins so.
///
/// # Errors
/// That it is of none.
pub(crate) fn text(path: &Path, head: &[u8]) -> Result<Format> {
    type Sniff = fn(&[u8]) -> bool;
    const ANNOUNCED: [(Format, Sniff); 4] = [
        (Format::MatrixMarket, matrix_market::sniff),
        (Format::PbbsAdjacency, pbbs_adjacency::sniff),
        (Format::PbbsEdges, pbbs_edges::sniff),
        (Format::Dimacs, dimacs::sniff),
    ];
    if let Some(&(format, _)) = ANNOUNCED.iter().find(|(_, sniff)| sniff(head)) {
        return Ok(format);
    }
    let hint = Format::of_suffix(path);
    let may_be_table = matches!(hint, None | Some(Format::EdgeList));
    let is_strange = strangers::of(head).is_some() || strangers::of_suffix(path).is_some();
    if is_strange || may_be_table && strangers::table(head).is_some() {
        return Err(unknown(path, head));
    }
    match (edge_list::sniff(head), metis::sniff(head)) {
        (true, true) if hint == Some(Format::EdgeList) => Ok(Format::EdgeList),
        (_, true) => Ok(Format::Metis),
        // Its reader says what the content lacks.
        (true, false) => match hint {
            Some(hint @ (Format::Metis | Format::MatrixMarket)) => Ok(hint),
            _ => Ok(Format::EdgeList),
        },
        (false, false) => match hint {
            Some(hint @ (Format::Dimacs | Format::EdgeList | Format::MatrixMarket | Format::Metis)) => {
                Ok(hint)
            }
            _ => Err(unknown(path, head)),
        },
    }
}

/// The other format that a text may be meant in, if the suffix decided that it is read in this one.
pub(crate) fn rival(head: &[u8], format: Format, options: &ReadOptions) -> Option<Format> {
    let rival = match format {
        _ if options.format.is_some() => None,
        Format::EdgeList if metis::sniff(head) => Some(Format::Metis),
        Format::Metis if !metis::sniff(head) && columns_are_alike(head) => Some(Format::EdgeList),
        _ => None,
    };
    rival.filter(|_| edge_list::sniff(head))
}

/// Returns whether the first two lines that are no comments have as many columns.
fn columns_are_alike(head: &[u8]) -> bool {
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let columns = |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let mut lines = lines.filter(|line| !line.is_empty() && line[0] != b'%').map(columns);
    matches!((lines.next(), lines.next()), (Some(first), Some(second)) if first == second)
}

/// The error of a reader that the suffix has chosen instead of another.
pub(crate) fn with_rival(mut error: Error, rival: Option<Format>) -> Error {
    // What mirrors itself as METIS does is hardly anything else.
    if let (Error::Parse { cure, .. }, Some(rival)) = (&mut error, rival)
        && (cure.is_empty() || rival == Format::Metis)
    {
        *cure = match rival {
            Format::Metis => {
                "the suffix says that it is an edge list; if it is METIS, name that format, as with \
                 --from metis"
            }
            _ => {
                "the suffix says that it is METIS; if it is an edge list, name that format, as with \
                 --from edge-list"
            }
        };
    }
    error
}

const NONE_OF: &str = "it is none of DIMACS, edge list, Matrix Market, METIS, PBBS, Galois, ECL, GAP, edge array, \
                       Boscage";

/// The kind of a content that is no graph, if it is known.
fn stranger(path: &Path, head: &[u8]) -> Option<Stranger> {
    strangers::of(head).or_else(|| strangers::table(head)).or_else(|| strangers::of_suffix(path))
}

/// That a content is no graph, and what it looks like.
pub(crate) fn unknown(path: &Path, head: &[u8]) -> Error {
    let (found, cure) = if head.is_empty() {
        ("an empty file".to_owned(), "")
    } else if let Some(Stranger { name, cure }) = stranger(path, head) {
        (name.to_owned(), cure)
    } else if head.len() == 1 {
        ("a file of one byte".to_owned(), "was it copied whole?")
    } else if is_binary(head) || has_controls(head) {
        ("binary data of no known format".to_owned(), NONE_OF)
    } else {
        let line =
            head.split(|byte| matches!(byte, b'\n' | b'\r')).find(|line| !line.trim_ascii().is_empty());
        let begins =
            line.map_or("only blanks".to_owned(), |line| format!("text that begins {}", quoted(line)));
        (begins, NONE_OF)
    };
    let place = Place { path: path.to_owned(), at: At::Whole };
    Error::Parse { place, expected: "a graph".to_owned(), found, cure }
}

/// Whether there are bytes that no text has.
pub(crate) fn has_controls(head: &[u8]) -> bool {
    head.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
}
