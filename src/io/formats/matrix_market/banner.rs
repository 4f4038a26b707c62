//! The first lines of a Matrix Market file: the banner, and the line of sizes.

use crate::ReadOptions;
use crate::budget::Lists;
use crate::bytes::without_mark;
use crate::text::{Fault, Kind, Scanner};
use boscage_core::graph::LIMIT;

/// The first letters of a banner, which may be misspelt.
const WORD: &[u8] = b"matrixmark";

/// The layout of the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Coordinate,
    Array,
}

/// The type of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Pattern,
    Integer,
    Real,
}

/// The entries that are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// The first line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Banner {
    pub(super) form: Form,
    pub(super) field: Field,
    pub(super) symmetry: Symmetry,
}

/// The line of sizes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) nodes: usize,
    /// Number of stored entries, including the zeros of an array.
    pub(super) entries: u64,
}

impl Banner {
    /// The meaning of the entries.
    pub(super) fn lists(self) -> Lists {
        if self.symmetry == Symmetry::General { Lists::Arcs } else { Lists::Edges }
    }

    /// The type of their data.
    pub(super) fn kind(self, options: &ReadOptions) -> Kind {
        match self.field {
            Field::Real => Kind::F64,
            field => Kind::of_text(field != Field::Pattern, options),
        }
    }
}

/// Returns `true` if a file begins with a Matrix Market banner, even one that the reader refuses because it
/// is misspelt or comes after comments. (Such comments look like those of edge lists.)
pub(super) fn sniff(head: &[u8]) -> bool {
    let is_comment = |line: &&[u8]| line.is_empty() || matches!(line[0], b'%' | b'#');
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let comments = lines.clone().take_while(is_comment).count();
    lines.take(comments + 1).any(|line| {
        let line = &line.to_ascii_lowercase()[..];
        let has = |words: &[u8]| memchr::memmem::find(line, words).is_some();
        if line.starts_with(b"%%") && (has(b"matrix coordinate ") || has(b"matrix array ")) {
            return true;
        }
        let mut letters = line.iter().filter(|byte| !matches!(byte, b'%' | b'#' | b' ' | b'\t'));
        let is_word = letters.by_ref().take(WORD.len()).eq(WORD);
        is_word && (line.starts_with(b"%%") || has(b"coordinate") || has(b"array"))
    })
}

/// Reads `%%MatrixMarket matrix FORM FIELD SYMMETRY`, in any case.
pub(super) fn banner(scan: &mut Scanner<'_>) -> Result<Banner, Fault> {
    fn word<T: Copy>(
        scan: &mut Scanner<'_>,
        expected: &str,
        cure: &'static str,
        words: &[(&str, T)],
    ) -> Result<T, Fault> {
        let before = scan.clone();
        let token = scan.token();
        let known = words.iter().find(|(word, _)| token.eq_ignore_ascii_case(word.as_bytes()));
        known.map(|&(_, value)| value).ok_or_else(|| before.clone().fault(expected, cure))
    }
    let cure = "the first line must be the banner; if the file is an edge list, name that format, as with \
     --from edge-list";
    word(scan, "`%%MatrixMarket`", cure, &[("%%MatrixMarket", ())])?;
    word(scan, "`matrix`", "only matrices are graphs", &[("matrix", ())])?;
    let forms = [("coordinate", Form::Coordinate), ("array", Form::Array)];
    let form = word(scan, "`coordinate` or `array`", "", &forms)?;
    let fields = [
        ("real", Field::Real),
        ("double", Field::Real),
        ("integer", Field::Integer),
        ("unsigned-integer", Field::Integer),
        ("pattern", Field::Pattern),
    ];
    let before = scan.clone();
    let is_complex = before.clone().token().eq_ignore_ascii_case(b"complex");
    let cure = if is_complex { "complex numbers cannot be weights, because they have no order" } else { "" };
    let field = word(scan, "`real`, `integer` or `pattern`", cure, &fields)?;
    if form == Form::Array && field == Field::Pattern {
        return Err(before.clone().fault("`real` or `integer`", "a pattern has no array form"));
    }
    let symmetries = [
        ("general", Symmetry::General),
        ("symmetric", Symmetry::Symmetric),
        ("skew-symmetric", Symmetry::Skew),
    ];
    let symmetry = word(scan, "`general`, `symmetric` or `skew-symmetric`", "", &symmetries)?;
    scan.end_of_line("")?;
    scan.next_line();
    Ok(Banner { form, field, symmetry })
}

/// The fault that a directed graph is requested, but each entry stands for two arcs. The scanner must be
/// before the banner.
pub(super) fn symmetric(mut banner: Scanner<'_>) -> Fault {
    for _ in 0..4 {
        banner.token();
    }
    banner.fault(
        "`general`, because a directed graph is requested",
        "read it as an undirected graph: each entry stands for two arcs",
    )
}

/// Reads `ROWS COLUMNS ENTRIES`, or `ROWS COLUMNS` of an array.
pub(super) fn shape(scan: &mut Scanner<'_>, banner: Banner, most_entries: usize) -> Result<Shape, Fault> {
    let nodes = scan.count("rows", LIMIT)?;
    let before = scan.clone();
    if scan.count("columns", LIMIT)? != nodes {
        let expected = format!("{nodes} columns, as many as rows");
        return Err(before.clone().fault(expected, "only a square matrix is a graph"));
    }
    let n = nodes as u64;
    let entries = match (banner.form, banner.symmetry) {
        (Form::Coordinate, _) => scan.count("entries", most_entries)? as u64,
        (Form::Array, Symmetry::General) => n * n,
        (Form::Array, Symmetry::Symmetric) => n * (n + 1) / 2,
        (Form::Array, Symmetry::Skew) => n * n.saturating_sub(1) / 2,
    };
    scan.end_of_line("")?;
    scan.next_line();
    Ok(Shape { nodes, entries })
}
