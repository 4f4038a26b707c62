//! METIS (and Chaco) graphs: `NODES EDGES [FORMAT [CONSTRAINTS]]`, then one line per node with its
//! neighbours.
//!
//! Line i belongs to node i, counted from 1, and a blank line is a node without neighbours. So a block of
//! lines can be parsed without the lines before it; only their number is added later. Sizes and weights of
//! nodes are not used ([`Remark::Unused`]). An edge is listed at both its ends; the header counts it once.
//! If the lists are not symmetric, each entry is an arc of a directed graph ([`Remark::OneSided`]); then the
//! header may count arcs or edges.

mod write;

use crate::assemble::fold::most_arcs;
use crate::assemble::{Edges, Outline, PartPool, assemble_text};
use crate::budget::{Budget, Lists};
use crate::bytes::{Content, HEAD, without_mark};
use crate::formats::{FormatSpec, Reader, TextReader, Writer};
use crate::text::{Fault, Heading, Kind, Number, ParsedBytes, Scanner, Separators, Text};
use crate::{ArcPolicy, Format, Input, Loss, Names, ReadOptions, Remark};
use boscage_core::graph::{Edge, LIMIT, Node};
use boscage_core::{At, Result};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Metis,
    name: "METIS",
    word: "metis",
    suffixes: &["graph", "metis"],
    has_signature: false,
    reader: Reader::Text(TextReader { sniff, resembles_lists: true, read, lines: None }),
    writer: Some(Writer::ByNode { check: write::check, write: write::write }),
    loses: &[Loss::Names, Loss::Direction, Loss::Order],
};

/// The first line that is not a comment.
#[derive(Clone, Copy, Debug)]
struct Header {
    nodes: usize,
    edges: usize,
    /// Number of sizes and weights of a node, before its neighbours.
    skipped: usize,
    /// Present if a weight follows each neighbour.
    weights: Weights,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weights {
    Present,
    Absent,
}

/// Smallest number of bytes of a neighbour: a digit and a separator.
const SHORTEST_NEIGHBOUR: usize = 2;

/// A part of the lists. Its first line belongs to node 0 until the number of lines before it is known.
struct Rows {
    edges: Edges,
    /// Number of lines.
    rows: usize,
    /// Number of lines up to the last one that is not blank.
    filled: usize,
}

/// Returns `true` if a file looks like METIS: a header of two to four numbers, lists of neighbours in range,
/// and symmetric lists.
///
/// The first line of an edge list may look like such a header, but its lines are hardly ever symmetric lists.
pub(super) fn sniff(head: &[u8]) -> bool {
    let mut scan = Scanner::new(without_mark(head), Separators::Blanks);
    while matches!(scan.peek(), None | Some(b'%')) {
        if !scan.next_line() {
            return false;
        }
    }
    let Ok(header) = header(&mut scan, usize::MAX) else { return false };
    let body = &without_mark(head)[scan.at()..];
    let whole = head.len() < HEAD;
    let complete = if whole { body.len() } else { memchr::memrchr(b'\n', body).map_or(0, |last| last + 1) };
    let Ok(Rows { edges, rows, filled }) =
        lists(&mut Scanner::new(&body[..complete], Separators::Blanks), header, Edges::of(Kind::None))
    else {
        return false;
    };
    let (mut arcs, mut loops) = (std::collections::HashSet::new(), 0);
    edges.for_each_ends(|u, v| {
        loops += usize::from(u == v);
        arcs.insert((u, v));
    });
    if filled > header.nodes || (whole && !header.counts(rows, edges.len(), loops)) {
        return false;
    }
    arcs.iter().all(|&(u, v)| v.index() >= rows || arcs.contains(&(v, u)))
}

/// Reads a METIS graph.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, Separators::Blanks, options)?;
    let header = text.heading(|scan, _| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'%') => Heading::comment(scan)?,
            Some(_) => Heading::Take(header(scan, most_arcs(options))?),
        })
    })?;
    let Some((header, line)) = header else {
        return Err(text.wrong(At::End, "a line `NODES EDGES`", "none", ""));
    };
    let kind = Kind::of_text(header.weights == Weights::Present, options);
    if header.weights == Weights::Absent {
        text.set_parsed_bytes(ParsedBytes { natural: size_of::<Edge<()>>() + kind.bytes(), other: 0 });
    }
    let budget = Budget::of(options, text.path(), Lists::Arcs);
    let listed = header.edges.saturating_mul(2).min(text.at_hand() / SHORTEST_NEIGHBOUR + 1);
    let weighted = header.weights == Weights::Present;
    let mut edges = Edges::between(header.nodes, listed, kind, weighted, budget)?;
    let (mut rows, mut filled, mut loops) = (0, 0, 0);
    let pool = PartPool::of(kind);
    text.body(
        |scan| lists(scan, header, Edges::from_pool(&pool)),
        |mut part, begin| {
            if part.filled > 0 {
                filled = rows + part.filled;
            }
            if filled <= header.nodes {
                part.edges.map_ends(|_, u, v| {
                    let u = Node::new(rows + u.index());
                    loops += usize::from(u == v);
                    (u, v)
                });
                edges.append(part.edges, begin, &pool)?;
            }
            rows += part.rows;
            Ok(())
        },
    )?;
    if filled > header.nodes || rows + 1 < header.nodes {
        let expected = format!("{} lines of neighbours, as line {line} says", header.nodes);
        let cure = if filled > header.nodes { "" } else { "the file is cut short, or its header is wrong" };
        return Err(text.wrong(At::End, expected, rows.max(filled).to_string(), cure));
    }
    if !header.counts(rows, edges.len(), loops) {
        let expected = format!("{0} edges, listed at both ends, as line {line} says", header.edges);
        let cure = "the file is cut short, or its header is wrong";
        return Err(text.wrong(At::End, expected, format!("{} neighbours", edges.len()), cure));
    }
    let unused = (header.skipped > 0).then_some(Remark::Unused { what: "sizes and weights of nodes", line });
    let outline = Outline {
        nodes: header.nodes,
        names: Names::Offset(1),
        weighted,
        remarks: unused.into_iter().collect(),
        ..Outline::new(Format::Metis, text.path(), text.bytes())
    };
    let mut input = assemble_text(edges, &text, outline, options)?;
    let is_one_sided = options.folding() == ArcPolicy::Auto && input.arcs.is_some_and(|arcs| !arcs.folded);
    input.remarks.extend(is_one_sided.then_some(Remark::OneSided));
    Ok(input)
}

/// Reads the header. The three digits of the format stand for sizes of nodes, weights of nodes, and weights
/// of edges.
fn header(scan: &mut Scanner<'_>, most_edges: usize) -> Result<Header, Fault> {
    let nodes = scan.count("nodes", LIMIT)?;
    let edges = scan.count("edges", most_edges)?;
    let before = scan.clone();
    let format = if scan.peek().is_some() { scan.token() } else { b"0" };
    if format.len() > 3 || !format.iter().all(|digit| matches!(digit, b'0' | b'1')) {
        return Err(before.clone().fault("a format of up to three digits 0 and 1", ""));
    }
    let digit =
        |from_right: usize| format.len().checked_sub(from_right).is_some_and(|place| format[place] == b'1');
    let constraints = if scan.peek().is_some() { scan.count("weights of a node", 1 << 16)? } else { 1 };
    scan.end_of_line("the first line is `NODES EDGES [FORMAT [CONSTRAINTS]]`")?;
    scan.next_line();
    let skipped = usize::from(digit(3)) + if digit(2) { constraints } else { 0 };
    let weights = if digit(1) { Weights::Present } else { Weights::Absent };
    Ok(Header { nodes, edges, skipped, weights })
}

/// Appends the arcs of lines of neighbours to `edges`.
fn lists(scan: &mut Scanner<'_>, header: Header, edges: Edges) -> Result<Rows, Fault> {
    let mut part = Rows { edges, rows: 0, filled: 0 };
    loop {
        match scan.peek() {
            Some(b'%') => scan.check_comment()?,
            None => part.rows += 1,
            Some(_) => {
                for _ in 0..header.skipped {
                    let before = scan.clone();
                    scan.natural("").map_err(|_| before.clone().fault("a node's size or weight", ""))?;
                }
                let u = Node::new(part.rows);
                while scan.peek().is_some() {
                    let v = scan.node(1, header.nodes)?;
                    let weight = match header.weights {
                        Weights::Present => scan.number()?,
                        Weights::Absent => Number::Natural(1),
                    };
                    part.edges.push(u, v, weight, || scan.line())?;
                }
                part.rows += 1;
                part.filled = part.rows;
            }
        }
        if !scan.next_line() {
            return Ok(part);
        }
    }
}

impl Header {
    /// Returns `true` if this number of lines and these arcs agree with the header. A loop may be listed
    /// once or twice. If the line of the last node is blank, its line end may be missing.
    fn counts(&self, rows: usize, listed: usize, loops: usize) -> bool {
        let both = self.edges.saturating_mul(2);
        let symmetric = listed == both || listed + loops == both;
        symmetric && rows + 1 >= self.nodes || listed == self.edges && rows >= self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::testing::messages;

    #[test]
    fn graphs_are_read_as_written() {
        messages(
            read,
            &[
                ("% x\n3 2\n2 3\n% y\n1\n1\n", "none 3 [1-2 1-3] (4 arcs, 0 unpaired, folded)"),
                ("3 1 001\n\n3 -7\r\n2 -7", "i32 3 [2-3:-7] (2 arcs, 0 unpaired, folded)"),
                ("2 1 111 2\n9 8 7 2 5\n9 8 7 1 5\n\n\n", "u32 2 [1-2:5] (2 arcs, 0 unpaired, folded)"),
                ("2 1 10\n9 2\n8 1\n", "none 2 [1-2] (2 arcs, 0 unpaired, folded)"),
                ("3 2\n2 3\n\n\n", "none 3 [1>2 1>3] (2 arcs, 2 unpaired, kept)"),
                ("2 2\n1 2\n1\n", "none 2 [1-1 1-2] (3 arcs, 0 unpaired, folded)"),
                ("2 1\n1 1\n", "none 2 [1-1 1-1] (2 arcs, 0 unpaired, folded)"),
                ("0 0\n", "none 0 [] (0 arcs, 0 unpaired, folded)"),
            ],
        );
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        const CUT: &str = "(the file is cut short, or its header is wrong)";
        messages(
            read,
            &[
                ("", "t: end of the file: expected a line `NODES EDGES`, found none"),
                ("3\n", "t:1: expected the number of edges, found the end of the line"),
                ("3 1 2\n", "t:1: expected a format of up to three digits 0 and 1, found `2`"),
                (
                    "3 1 0 1 5\n",
                    "t:1: expected the end of the line, found `5` (the first line is `NODES EDGES [FORMAT [CONSTRAINTS]]`)",
                ),
                ("3 1\n4\n", "t:2: expected a node in 1..=3, found `4`"),
                ("3 1\n0\n", "t:2: expected a node in 1..=3, found `0` (nodes count from 1 here)"),
                ("3 1 1\n2\n1 1\n\n", "t:2: expected a weight, found the end of the line"),
                ("2 1 10\nx 2\n", "t:2: expected a node's size or weight, found `x`"),
                (
                    "3 1\n2\n",
                    &format!(
                        "t: end of the file: expected 3 lines of neighbours, as line 1 says, found 1 {CUT}"
                    ),
                ),
                (
                    "2 1\n2\n1\n\n1\n",
                    "t: end of the file: expected 2 lines of neighbours, as line 1 says, found 4",
                ),
                (
                    "3 3\n2\n1\n\n",
                    &format!(
                        "t: end of the file: expected 3 edges, listed at both ends, as line 1 says, found 2 neighbours {CUT}"
                    ),
                ),
                (
                    "4294967294 0\n",
                    &format!(
                        "t: end of the file: expected 4294967294 lines of neighbours, as line 1 says, found 0 {CUT}"
                    ),
                ),
                (
                    "3 9223372036854775808\n",
                    "t:1: expected at most 8589934588 edges, found `9223372036854775808` (more than this build can address)",
                ),
            ],
        );
    }

    #[test]
    fn the_beginning_shows_the_format() {
        for head in ["% x\n3 2\n2 3\n1\n1\n", "2 1 1\n2 5\n1 5", "2 1\n2\n1"] {
            assert!(sniff(head.as_bytes()), "{head}");
        }
        for head in
            ["", "1 2\n", "0 1\n1 2\n", "5 6\n1 2\n3 4\n", "# x\n3 2\n2 3\n1\n1\n", "3 2\n2 9\n1\n1\n"]
        {
            assert!(!sniff(head.as_bytes()), "{head}");
        }
        // The beginning of a long path, cut within a line.
        let mut path = "100000 99999\n2\n".to_owned();
        (2..100_000).for_each(|i| path.push_str(&format!("{} {}\n", i - 1, i + 1)));
        assert!(sniff(&path.as_bytes()[..HEAD]));
        assert!(!sniff(&path.replace("77 79\n", "76 79\n").as_bytes()[..HEAD]));
    }
}
