//! Edge lists: one edge per line, `u v` or `u v weight`, between any 64-bit numbers (SNAP, KONECT, CSV,
//! plain).
//!
//! The nodes are exactly the ids that occur. Lines that begin with `#` or `%` are comments. The first line
//! that is not a comment decides what separates columns: blanks and tabs, or one comma between two columns.
//! A fourth column (the time, in KONECT files) is not used. Each line is an edge. Even if the list has every
//! edge in both directions, they are folded only if the caller asks for it, because in the file an edge
//! listed twice looks like two parallel edges.
//!
//! A graph is directed if a comment says so: SNAP files begin with `# Directed graph` or `# Undirected
//! graph`, KONECT files with `% asym`, `% sym` or `% bip`. Otherwise it is undirected. In a bipartite file
//! (`% bip`) both sides are counted from 1, so a number is added to the names of the right side.
//!
//! Comments that declare numbers of nodes and edges are compared with the lines, and so is a first line that
//! may be such a declaration: see [`Claims`]. Lists that may mean something else get remarks
//! ([`Signs`]).

pub(crate) mod claims;
mod plausibility;
#[cfg(test)]
mod tests;
mod write;

use crate::assemble::{NamedEdges, PartPool};
use crate::budget::{Budget, Lists};
use crate::bytes::{Content, without_mark};
use crate::formats::edge_list::claims::Claims;
use crate::formats::edge_list::plausibility::Signs;
use crate::formats::{Extent, FormatSpec, LineReader, Listed, Listing, Reader, TextReader, Writer};
use crate::text::{Columns, Fault, Heading, Kind, Scanner, Separators, Text};
use crate::{Format, Input, Loss, ReadOptions, Remark};
use boscage_core::Result;

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::EdgeList,
    name: "edge list",
    word: "edge-list",
    suffixes: &["txt", "el", "wel", "edges", "snap"],
    has_signature: false,
    reader: Reader::Text(TextReader {
        sniff,
        resembles_lists: true,
        read,
        lines: Some(LineReader { separators: SEPARATORS, listing }),
    }),
    writer: Some(Writer::InOrder(write::write)),
    loses: &[Loss::Texts],
};

/// The separators of columns, unless the first edge shows that they are commas.
const SEPARATORS: Separators = Separators::Table;

/// Returns `true` if a file begins like an edge list: with a number on the first line that is not a comment.
/// The reader reports errors in the rest of the line.
///
/// Other formats that begin with a line of numbers (METIS) must be tried first.
pub(super) fn sniff(head: &[u8]) -> bool {
    let mut scan = Scanner::new(without_mark(head), SEPARATORS);
    let mut comments = false;
    loop {
        match scan.peek() {
            Some(b'#' | b'%') => comments = true,
            Some(byte) => return byte.is_ascii_digit(),
            None => {}
        }
        if !scan.next_line() {
            return comments;
        }
    }
}

/// Reads an edge list.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, SEPARATORS, options)?;
    listing(&mut text, Extent::Whole, options)?.assemble(&text, options)
}

/// Reads the lines of a text from its beginning.
fn listing(text: &mut Text<'_>, extent: Extent, options: &ReadOptions) -> Result<Listing> {
    let mut claims = Claims::default();
    let first = text.heading(|scan, line| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'#' | b'%') => {
                claims.comment(scan, line);
                Heading::comment(scan)?
            }
            Some(_) => Heading::Leave(first_edge(scan, line, &mut claims)?),
        })
    })?;
    let mut remarks = Vec::new();
    let columns = match first {
        Some(((columns, separators), line)) => {
            text.set_separators(separators);
            remarks.extend((columns == Columns::WeightAndOther).then_some(Remark::FourthColumn { line }));
            columns
        }
        None => {
            let is_declared = claims.edges_declared() == Some(0);
            remarks.extend((text.bytes() > 0 && !is_declared).then_some(Remark::NoEdges));
            Columns::Ends
        }
    };
    extent.keep(text);
    let kind = Kind::of_text(columns.weighted(), options);
    let edges = NamedEdges::within(kind, Budget::of(options, text.path(), Lists::Edges));
    // The names of the right side depend on all names of the left side.
    let edges = if claims.is_bipartite() { edges } else { edges.streamed(columns.weighted()) };
    let mut signs = Signs::new(columns.weighted());
    let edges = Listed::Named(rows_into(text, columns, kind, edges, |part| signs.see(part))?);
    if let Extent::Whole = extent {
        remarks.extend(signs.remarks());
    }
    let lists = claims.lists().unwrap_or(Lists::Edges);
    Ok(Listing { format: Format::EdgeList, lists, weighted: columns.weighted(), edges, claims, remarks })
}

/// The columns of the first edge and their separators. Consumes nothing.
fn first_edge(scan: &Scanner<'_>, line: u64, claims: &mut Claims) -> Result<(Columns, Separators), Fault> {
    let has_commas = scan.rest_of_line().contains(&b',');
    let separators = if has_commas { Separators::Commas } else { SEPARATORS };
    let scan = scan.separated_by(separators);
    // For a line of words, the error names the first word, not their number.
    scan.clone().natural("a node")?;
    let columns = Columns::of(&scan, Columns::WeightAndOther)?;
    claims.first_edge(scan, columns.count(), line);
    Ok((columns, separators))
}

/// Reads lines of edges up to the end of the text, and keeps them.
pub(super) fn rows(text: &mut Text<'_>, columns: Columns, options: &ReadOptions) -> Result<NamedEdges> {
    let kind = Kind::of_text(columns.weighted(), options);
    let edges = NamedEdges::within(kind, Budget::of(options, text.path(), Lists::Edges));
    rows_into(text, columns, kind, edges, |_| {})
}

/// Reads lines of edges up to the end of the text, and appends them to `edges`, after a look at each block.
fn rows_into(
    text: &mut Text<'_>,
    columns: Columns,
    kind: Kind,
    mut edges: NamedEdges,
    mut look: impl FnMut(&NamedEdges) + Send,
) -> Result<NamedEdges> {
    let pool = PartPool::of(kind);
    let part = |scan: &mut Scanner<'_>| part(scan, columns, NamedEdges::from_pool(&pool));
    text.body(part, |part, begin| {
        look(&part);
        edges.append(part, begin, &pool)
    })?;
    Ok(edges)
}

/// Appends the edges of some lines to `part`.
fn part(scan: &mut Scanner<'_>, columns: Columns, mut part: NamedEdges) -> Result<NamedEdges, Fault> {
    loop {
        match scan.peek() {
            None => {}
            Some(b'#' | b'%') => scan.check_comment()?,
            Some(_) => {
                let (u, v, weight) = columns.named_edge(scan)?;
                part.push(u, v, weight, || scan.line())?;
            }
        }
        if !scan.next_line() {
            return Ok(part);
        }
    }
}
