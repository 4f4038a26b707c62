//! Recognises a format by the content.
//!
//! Text has no zero bytes, and every binary format here begins with some, so the first bytes separate the
//! two. *Binary* content in the `.bsg` format begins with its name. Other binary content is taken for the
//! format in which all of it is consistent, including sizes and offsets; if it is inconsistent, only Galois
//! files are recognised, by their header. *Text* formats are recognised by their first line, except edge
//! lists and METIS, which both begin with numbers: METIS rows must mirror each other, and content that
//! satisfies both is METIS. If the content fits several formats, the suffix decides. Files of other programs
//! are refused by name ([`foreign`]). If the content fits no format, the suffix selects the reader that
//! reports the error.

use std::path::Path;
use std::sync::LazyLock;

use crate::bytes::{has_controls, has_no_lines, is_binary, is_cut_in};
use crate::formats::foreign::Foreign;
use crate::formats::table::sniff_named;
use crate::formats::{Binary, BinaryReader, ContentReader, FORMATS, Fit, FormatSpec, TextReader, foreign};
use crate::input::mismatch;
use crate::text::quoted;
use crate::{Format, ReadOptions};
use boscage_core::{Error, Result, input_name};

/// The reader of content that is neither a text of lines nor an array of numbers: that of the demanded format
/// or the one that the content fits; `None` if it is another.
pub(crate) fn demanded_or_content(
    head: &[u8],
    options: &ReadOptions,
) -> Option<(Format, &'static ContentReader)> {
    let mut all = FORMATS.iter().filter_map(|spec| Some((spec.format, spec.content()?)));
    match options.format {
        _ if head.is_empty() => None,
        Some(demanded) => all.find(|&(format, _)| format == demanded),
        None => all.find(|(_, reader)| (reader.sniff)(head)),
    }
}

/// The text format of content with this beginning, and its reader: the demanded format or the one that the
/// content fits; `None` if it is binary.
///
/// # Errors
/// If the content fits no format, or is not of the demanded one.
pub(crate) fn demanded_or_text(
    path: &Path,
    head: &[u8],
    options: &ReadOptions,
) -> Result<Option<(Format, &'static TextReader)>> {
    if head.is_empty() {
        return Err(unknown(path, head));
    }
    let binary_head = is_binary(head);
    let spec = match options.format {
        None if binary_head => None,
        None => match text(path, head) {
            Err(_) if is_cut_binary(path, head) => None,
            // Text of which the columns are chosen is a table.
            Err(_) if options.table.are_given() && foreign::of(head).is_none() => Some(Format::Csv.spec()),
            found => Some(found?),
        },
        Some(demanded) => Some(demanded.spec()),
    };
    let spec = match spec {
        // Its columns are chosen.
        Some(spec) if options.table.are_given() && spec.format == Format::EdgeList => {
            Some(Format::Csv.spec())
        }
        Some(spec) if options.table.are_given() && spec.format != Format::Csv => {
            let found = format!("{} ({})", input_name(path), spec.name);
            return Err(Error::argument("options for tables", "a table", found));
        }
        spec => spec,
    };
    match spec.and_then(|spec| Some((spec.format, spec.text()?))) {
        Some(_) if binary_head || has_no_lines(head) => Err(unknown(path, head)),
        found => Ok(found),
    }
}

/// The format of binary content, and its reader: the demanded format or the one that the content fits.
///
/// # Errors
/// If the content fits no format.
pub(crate) fn demanded_or_binary(
    file: &Binary<'_>,
    options: &ReadOptions,
) -> Result<(Format, &'static BinaryReader)> {
    let demanded = options.format.and_then(|format| Some((format, format.spec().binary()?)));
    demanded.map_or_else(|| binary(file), Ok)
}

/// All binary formats, those with a signature first.
fn binaries() -> impl Iterator<Item = (Format, &'static BinaryReader)> {
    let with = |has_signature| FORMATS.iter().filter(move |spec| spec.has_signature == has_signature);
    with(true).chain(with(false)).filter_map(|spec| Some((spec.format, spec.binary()?)))
}

/// The least and the greatest possible size of binary content with this beginning, in the demanded format or
/// in any; `None` if it fits no format.
pub(crate) fn promised(beginning: &Binary<'_>, demanded: Option<Format>) -> Option<(u128, u128)> {
    let possible = binaries().filter(|&(format, _)| demanded.is_none_or(|demanded| demanded == format));
    let sizes: Vec<u128> = possible.flat_map(|(_, reader)| (reader.sizes)(beginning)).collect();
    Some((*sizes.iter().min()?, *sizes.iter().max()?))
}

/// The only binary format in which the beginning of a content makes sense, or that with a signature; `None`
/// if several are possible.
pub(crate) fn only_possible(
    beginning: &Binary<'_>,
    demanded: Option<Format>,
) -> Option<(Format, &'static BinaryReader)> {
    let is_possible = |&(format, reader): &(Format, &BinaryReader)| {
        demanded.is_none_or(|demanded| demanded == format) && !(reader.sizes)(beginning).is_empty()
    };
    let mut possible = binaries().filter(is_possible);
    possible.next().filter(|(format, _)| format.has_signature() || possible.next().is_none())
}

/// The format of complete binary content, and its reader.
///
/// # Errors
/// If the content fits no format.
pub(crate) fn binary(file: &Binary<'_>) -> Result<(Format, &'static BinaryReader)> {
    let hint = || binary_hint(&file.path);
    let fits = |fit: Fit| move |(_, reader): &(Format, &BinaryReader)| (reader.fit)(file) == fit;
    let found = hint().into_iter().chain(binaries()).find(fits(Fit::Whole));
    let found = found.or_else(|| binaries().find(fits(Fit::Header))).or_else(hint);
    found.ok_or_else(|| unknown(&file.path, &file.head))
}

/// The binary format of a suffix.
fn binary_hint(path: &Path) -> Option<(Format, &'static BinaryReader)> {
    Format::from_suffix(path).and_then(|format| Some((format, format.spec().binary()?)))
}

/// Returns `true` if the whole content may be a truncated binary file, too short to have a zero byte.
fn is_cut_binary(path: &Path, content: &[u8]) -> bool {
    let is_magic = |(_, reader): (Format, &BinaryReader)| is_cut_in(reader.magic, content);
    content.len() < 8 && (binaries().any(is_magic) || binary_hint(path).is_some())
}

/// The format of a text with this beginning.
///
/// # Errors
/// If it fits no format.
fn text(path: &Path, head: &[u8]) -> Result<&'static FormatSpec> {
    let fits = |spec: &FormatSpec| spec.text().is_some_and(|text| (text.sniff)(head));
    let fitting = |has_signature: bool| {
        FORMATS.iter().filter(move |spec| spec.has_signature == has_signature && fits(spec))
    };
    if let Some(spec) = fitting(true).next() {
        return Ok(spec);
    }
    let lists = Format::EdgeList.spec();
    let hint = Format::from_suffix(path).map(Format::spec);
    let is_hint = |spec: &FormatSpec| hint.is_some_and(|hint| hint.format == spec.format);
    let is_foreign = foreign::of(head).is_some() || foreign::from_suffix(path).is_some();
    let may_be_table = hint.is_none() || is_hint(lists) || is_hint(Format::Csv.spec());
    if is_foreign || may_be_table && foreign::matrix(head).is_some() {
        return Err(unknown(path, head));
    }
    let table = Format::Csv.spec();
    if may_be_table && fits(table) || is_hint(table) && sniff_named(head) {
        return Ok(table);
    }
    // Lines that fit another format could also be an edge list, but hardly ever are.
    let other = fitting(false).find(|spec| ![lists.format, table.format].contains(&spec.format));
    let believed = |hint: &&FormatSpec| hint.text().is_some_and(|text| text.resembles_lists);
    match (fits(lists), other) {
        (true, Some(_)) if is_hint(lists) => Ok(lists),
        (_, Some(other)) => Ok(other),
        // Its reader reports the error.
        (true, None) => Ok(hint.filter(believed).unwrap_or(lists)),
        (false, None) => hint.filter(|hint| hint.text().is_some()).ok_or_else(|| unknown(path, head)),
    }
}

/// The names of all formats. Formats whose names begin with the same program are named once.
static NONE_OF: LazyLock<String> = LazyLock::new(|| {
    let program = |name: &'static str| match name.split_once(' ') {
        Some((first @ "OpenStreetMap", _)) => first,
        Some((first, _)) if first == first.to_uppercase() => first,
        _ => name,
    };
    let mut names: Vec<_> = FORMATS.iter().map(|spec| program(spec.name)).collect();
    names.dedup();
    format!("known formats are {}", names.join(", "))
});

/// The kind of content that is not a graph, if it is known.
fn stranger(path: &Path, head: &[u8]) -> Option<Foreign> {
    let table = || foreign::matrix(head).or_else(|| foreign::names(head));
    foreign::of(head).or_else(table).or_else(|| foreign::from_suffix(path))
}

/// Returns the error that content with this beginning is neither a table nor an array of numbers, if it is of
/// another kind that is known.
pub(crate) fn unless_points(path: &Path, head: &[u8]) -> Option<Error> {
    let is_graph = |spec: &&FormatSpec| {
        spec.content().is_some_and(|content| (content.sniff)(head))
            || spec.has_signature && spec.text().is_some_and(|text| (text.sniff)(head))
            || spec.binary().is_some_and(|one| !one.magic.is_empty() && head.starts_with(one.magic))
    };
    let (found, cure) = if head.is_empty() {
        ("an empty file".to_owned(), "")
    } else if let Some(graph) = FORMATS.iter().find(is_graph) {
        (format!("a graph ({})", graph.name), "graphs are read without --points")
    } else if let Some(Foreign { name, .. }) = foreign::of(head) {
        (name.to_owned(), "write the points as CSV")
    } else if is_binary(head) || has_controls(head) {
        ("binary data of no known format".to_owned(), "write the points as CSV, or with numpy.save")
    } else {
        return None;
    };
    Some(mismatch(path, "points: a table, or an array (.npy)", found, cure))
}

/// The error that content is not a graph, with its kind.
fn unknown(path: &Path, head: &[u8]) -> Error {
    let (found, cure) = if head.is_empty() {
        ("an empty file".to_owned(), "")
    } else if let Some(Foreign { name, cure }) = stranger(path, head) {
        (name.to_owned(), cure)
    } else if head.len() == 1 {
        ("a file of one byte".to_owned(), "check that the whole file was copied")
    } else if is_binary(head) || has_controls(head) {
        ("binary data of no known format".to_owned(), &**NONE_OF)
    } else {
        let line =
            head.split(|byte| matches!(byte, b'\n' | b'\r')).find(|line| !line.trim_ascii().is_empty());
        let begins =
            line.map_or("only blanks".to_owned(), |line| format!("text that begins {}", quoted(line)));
        (begins, &**NONE_OF)
    };
    mismatch(path, "a graph", found, cure)
}
