//! DIMACS graphs: `p sp NODES ARCS`, then one arc per line, `a u v weight`; nodes are counted from 1.
//!
//! Road networks list both arcs of an edge, next to each other. So arcs are folded if each has its mirror;
//! otherwise the graph is directed. The problem may have another name than `sp`. In the files of the coloring
//! and clique challenges (`p edge`, `p col`), lines begin with `e` and are undirected edges, which some files
//! list at one end and others at both. Either all lines have weights or none has. Lines `c ...` are comments;
//! lines `n`, `d`, `v` and `x`, before the arcs, describe nodes and are not used ([`Remark::Unused`]). The
//! nodes of a file without a `p` line are those that occur in it.
//!
//! The `p` line is not trusted: nodes take no memory, and memory for arcs is reserved only as far as the
//! existing bytes can hold them. If a truncated file lacks arcs, that is an error. Only a cut inside the very
//! last number cannot be detected.

pub(crate) mod coordinates;
#[cfg(test)]
mod tests;
mod write;

use crate::assemble::{Edges, NamedEdges, PartPool};
use crate::budget::{Budget, Lists};
use crate::bytes::{Content, without_mark};
use crate::formats::edge_list::claims::Claims;
use crate::formats::{Declared, Extent, FormatSpec, LineReader, Listed, Listing, Reader, TextReader, Writer};
use crate::text::{Columns, Fault, Heading, Kind, Scanner, Separators, Text, number};
use crate::{Format, Input, Loss, ReadOptions, Remark};
use boscage_core::graph::LIMIT;
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Dimacs,
    name: "DIMACS",
    word: "dimacs",
    suffixes: &["gr", "dimacs"],
    has_signature: true,
    reader: Reader::Text(TextReader {
        sniff,
        resembles_lists: false,
        read,
        lines: Some(LineReader { separators: SEPARATORS, listing }),
    }),
    writer: Some(Writer::InOrder(write::write)),
    loses: &[Loss::Names, Loss::Unweighted],
};

/// Separators of tokens.
const SEPARATORS: Separators = Separators::Blanks;

/// Smallest number of bytes of a line with an arc: `a 1 1`.
const SHORTEST_LINE: usize = 6;

/// The lines that may come before the `p` line, for messages.
const LETTERS: &str = "a line that begins with c, p, a or e";

/// The lines that may come after it.
const LETTERS_OF_ARCS: &str = "a line that begins with c, a or e";

/// Returns `true` if a file begins like a DIMACS graph (or coordinates, which the reader recognises).
fn sniff(head: &[u8]) -> bool {
    let mut scan = Scanner::new(without_mark(head), Separators::Blanks);
    let mut comments = false;
    loop {
        match scan.letter() {
            Some(b'c') => comments = true,
            Some(b'p') => return scan.token().iter().all(u8::is_ascii_alphabetic) && scan.peek().is_some(),
            Some(b'a' | b'e') => return [(); 2].map(|()| scan.token()).into_iter().all(number::is_natural),
            Some(_) => return false,
            None if scan.peek().is_some() => return false,
            None => {}
        }
        if !scan.next_line() {
            return comments;
        }
    }
}

/// Reads a DIMACS graph.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, SEPARATORS, options)?;
    listing(&mut text, Extent::Whole, options)?.assemble(&text, options)
}

/// Reads the lines of a text from its beginning.
fn listing(text: &mut Text<'_>, extent: Extent, options: &ReadOptions) -> Result<Listing> {
    let mut described = None;
    let mut is_description = |scan: &Scanner<'_>, line| {
        let mut words = scan.clone();
        let is_one = matches!(words.letter(), Some(b'n' | b'd' | b'v' | b'x')) && words.peek().is_some();
        described = described.or(is_one.then_some(line));
        is_one
    };
    let problem = text.heading(|scan, line| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'c') => Heading::comment(scan)?,
            Some(b'p') => Heading::Take(Some(problem(scan, extent.most_arcs(options))?)),
            Some(b'a' | b'e') => Heading::Leave(None),
            Some(_) if is_description(scan, line) => Heading::Skip,
            Some(_) => return Err(scan.fault(LETTERS, "")),
        })
    })?;
    let Some((declared, line)) = problem else {
        return Err(text.wrong(At::End, "a line `p sp NODES ARCS`, or arcs", "neither", ""));
    };
    let first = text.heading(|scan, line| {
        Ok(match scan.peek() {
            Some(b'a' | b'e') => {
                let mut arc = scan.clone();
                let letter = letter(&mut arc, LETTERS_OF_ARCS)?;
                Heading::Leave(Lines { letter, columns: Columns::of(&arc, Columns::Weight)? })
            }
            None => Heading::Skip,
            Some(b'c') => Heading::comment(scan)?,
            Some(_) if is_description(scan, line) => Heading::Skip,
            Some(_) => return Err(no_arc(scan, true)),
        })
    })?;
    let lines = first.map_or(Lines { letter: b'a', columns: Columns::Weight }, |(lines, _)| lines);

    extent.keep(text);
    let edges = match declared {
        Some((nodes, most)) => {
            let declared = Declared { nodes, arcs: most, line };
            Listed::Numbered(arcs(text, declared, lines, options)?, declared)
        }
        None => Listed::Named(named_arcs(text, lines, options)?),
    };
    let remarks =
        described.map(|line| Remark::Unused { what: "lines that describe nodes (n, d, v, x)", line });
    Ok(Listing {
        format: Format::Dimacs,
        lists: lines.lists(),
        weighted: lines.columns.weighted(),
        edges,
        claims: Claims::default(),
        remarks: remarks.into_iter().collect(),
    })
}

/// The form of all lines with arcs or edges.
#[derive(Clone, Copy)]
struct Lines {
    /// `a` for arcs, `e` for edges.
    letter: u8,
    columns: Columns,
}

impl Lines {
    fn lists(self) -> Lists {
        if self.letter == b'e' { Lists::EdgesOrArcs } else { Lists::Arcs }
    }

    /// Calls `arc` for every line with an arc, after its letter.
    fn each<'t>(
        self,
        scan: &mut Scanner<'t>,
        mut arc: impl FnMut(&mut Scanner<'t>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        loop {
            match scan.peek() {
                Some(letter) if letter == self.letter && scan.letter().is_some() => arc(scan)?,
                None => {}
                Some(b'c') => scan.check_comment()?,
                Some(_) => return Err(no_arc(scan, false)),
            }
            if !scan.next_line() {
                return Ok(());
            }
        }
    }
}

/// Reads the `p` line: the numbers of nodes and of arcs.
fn problem(scan: &mut Scanner<'_>, most_arcs: usize) -> Result<(usize, usize), Fault> {
    letter(scan, LETTERS)?;
    match scan.token() {
        b"aux" => {
            scan.token();
            let found = match scan.token() {
                b"co" => "coordinates of nodes",
                b"ss" | b"p2p" => "sources of a shortest-path problem",
                _ => "a file that belongs to a graph",
            };
            return Err(scan.wrong("a graph", found, "the graph is in a file of its own (.gr)"));
        }
        b"cnf" | b"wcnf" => return Err(scan.wrong("a graph", "a SAT formula", "")),
        _ => {}
    }
    let nodes = scan.count("nodes", LIMIT)?;
    let arcs = scan.count("arcs", most_arcs)?;
    scan.end_of_line("the line is `p sp NODES ARCS`")?;
    Ok((nodes, arcs))
}

fn letter(scan: &mut Scanner<'_>, expected: &str) -> Result<u8, Fault> {
    scan.letter().ok_or_else(|| scan.fault(expected, ""))
}

/// The fault that a line may not come after the `p` line or after an arc.
fn no_arc(scan: &mut Scanner<'_>, is_first: bool) -> Fault {
    match scan.clone().letter() {
        Some(b'p') => scan.fault("an arc", "there is one `p` line, before the arcs"),
        Some(b'n') => scan.fault("an arc", "lines that describe nodes come before the arcs"),
        Some(b'a' | b'e') => {
            scan.fault("the letter of the first arc or edge", "all lines are arcs (a), or all edges (e)")
        }
        _ if is_first && scan.peek().is_some_and(|byte| byte.is_ascii_digit()) => {
            let cure = "edges in PACE files have no letter: add it, as with sed 's/^[0-9]/e &/'";
            scan.fault(LETTERS_OF_ARCS, cure)
        }
        _ => scan.fault(LETTERS_OF_ARCS, ""),
    }
}

/// Reads arcs between the nodes that the `p` line declares.
fn arcs(text: &mut Text<'_>, declared: Declared, lines: Lines, options: &ReadOptions) -> Result<Edges> {
    let Declared { nodes, arcs, .. } = declared;
    let justified = text.at_hand() / SHORTEST_LINE + 1;
    let columns = lines.columns;
    let kind = Kind::of_text(columns.weighted(), options);
    let budget = Budget::of(options, text.path(), lines.lists());
    let mut edges = Edges::between(nodes, arcs.min(justified), kind, columns.weighted(), budget)?;
    let pool = PartPool::of(kind);
    let part = |scan: &mut Scanner<'_>| {
        let mut part = Edges::from_pool(&pool);
        lines.each(scan, |scan| {
            let (u, v, weight) = columns.edge(scan, nodes)?;
            Ok(part.push(u, v, weight, || scan.line())?)
        })?;
        Ok(part)
    };
    text.body(part, |part, begin| edges.append(part, begin, &pool))?;
    Ok(edges)
}

/// Reads arcs between nodes of any names, if there is no `p` line.
fn named_arcs(text: &mut Text<'_>, lines: Lines, options: &ReadOptions) -> Result<NamedEdges> {
    let columns = lines.columns;
    let kind = Kind::of_text(columns.weighted(), options);
    let edges = NamedEdges::within(kind, Budget::of(options, text.path(), lines.lists()));
    let mut edges = edges.streamed(columns.weighted());
    let pool = PartPool::of(kind);
    let part = |scan: &mut Scanner<'_>| {
        let mut part = NamedEdges::from_pool(&pool);
        lines.each(scan, |scan| {
            let (u, v, weight) = columns.named_edge(scan)?;
            Ok(part.push(u, v, weight, || scan.line())?)
        })?;
        Ok(part)
    };
    text.body(part, |part, begin| edges.append(part, begin, &pool))?;
    Ok(edges)
}
