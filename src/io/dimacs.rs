//! DIMACS graphs: `p sp NODES ARCS`, then one arc a line, `a u v weight`, nodes counting from 1.
//!
//! Road networks list both arcs of an edge, next to each other. So arcs are folded if each has its mirror;
//! otherwise the graph is directed. The problem may have another name than `sp`. In the files of the coloring
//! and clique challenges (`p edge`, `p col`) lines begin with `e` instead and are undirected edges, which
//! some files list at one end and others at both. Either all lines have weights or none has. Lines `c ...`
//! are comments; lines `n`, `d`, `v` and `x`, before the arcs, describe nodes and are not used
//! ([`Remark::Unused`]). A file without a `p` line has the nodes that occur in it.
//!
//! The `p` line is not trusted: nodes cost no memory, and room for arcs is reserved only as far as the
//! existing bytes can hold them. A truncated file lacks arcs, which is an error. Only a cut inside the very
//! last number cannot be detected.

use super::admission::Watch;
use super::assemble::Lists;
use super::claims::Claims;
use super::columns::Columns;
use super::content::Content;
use super::edges::{Edges, SpareParts};
use super::fault::Fault;
use super::listing::{Declared, Extent, Listed, Listing};
use super::named::NamedEdges;
use super::number;
use super::scan::{Scanner, without_mark};
use super::separators::Separators;
use super::span::Kind;
use super::text::{Heading, Text};
use super::{Format, Input, ReadOptions, Remark};
use crate::Result;
use crate::error::At;
use crate::graph::LIMIT;

/// What separates tokens.
pub(crate) const SEPARATORS: Separators = Separators::Blanks;

/// The fewest bytes of a line with an arc: `a 1 1`.
const SHORTEST_LINE: usize = 6;

/// What lines may begin with before the `p` line, for messages.
const LETTERS: &str = "a line that begins with c, p, a or e";

/// What lines may begin with after it.
const LETTERS_OF_ARCS: &str = "a line that begins with c, a or e";

/// Whether a file begins like a DIMACS graph (or coordinates, which the reader recognises).
pub(crate) fn sniff(head: &[u8]) -> bool {
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
pub(crate) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, SEPARATORS)?;
    listing(&mut text, Extent::Whole, options)?.assemble(&text, options)
}

/// Reads the lines of a text of which nothing has been read.
pub(crate) fn listing(text: &mut Text<'_>, extent: Extent, options: &ReadOptions) -> Result<Listing> {
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
            Some(b'p') => Heading::Take(Some(problem(scan, extent.most_arcs())?)),
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

/// What all lines with arcs or edges are like.
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

    /// Calls `arc` for every line with an arc, its letter consumed.
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

/// That a line after the `p` line, or after an arc, is none of those that may follow.
fn no_arc(scan: &mut Scanner<'_>, is_first: bool) -> Fault {
    match scan.clone().letter() {
        Some(b'p') => scan.fault("an arc", "there is one `p` line, before the arcs"),
        Some(b'n') => scan.fault("an arc", "lines that describe nodes come before the arcs"),
        Some(b'a' | b'e') => {
            scan.fault("the letter of the first", "all lines are arcs (a), or all edges (e)")
        }
        _ if is_first && scan.peek().is_some_and(|byte| byte.is_ascii_digit()) => {
            let cure = "PACE's files have lines without letters: give them one, as with sed 's/^[0-9]/e &/'";
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
    let known = (arcs, justified, kind.bytes());
    let watch = Watch::declared(options, text.path(), lines.lists(), nodes, known)?;
    let mut edges = Edges::of(kind).watched(watch);
    edges.reserve(arcs.min(justified))?;
    let spares = SpareParts::of(kind);
    let part = |scan: &mut Scanner<'_>| {
        let mut part = Edges::sparing(&spares);
        lines.each(scan, |scan| {
            let (u, v, weight) = columns.edge(scan, nodes)?;
            Ok(part.push(u, v, weight, || scan.line())?)
        })?;
        Ok(part)
    };
    text.body(part, |part, begin| edges.append(part, begin, &spares))?;
    Ok(edges)
}

/// Reads arcs between nodes that nothing declares.
fn named_arcs(text: &mut Text<'_>, lines: Lines, options: &ReadOptions) -> Result<NamedEdges> {
    let columns = lines.columns;
    let kind = Kind::of_text(columns.weighted(), options);
    let mut edges = NamedEdges::watched(kind, Watch::of(options, text.path(), lines.lists()));
    let spares = SpareParts::of(kind);
    let part = |scan: &mut Scanner<'_>| {
        let mut part = NamedEdges::sparing(&spares);
        lines.each(scan, |scan| {
            let (u, v, weight) = columns.named_edge(scan)?;
            Ok(part.push(u, v, weight, || scan.line())?)
        })?;
        Ok(part)
    };
    text.body(part, |part, begin| edges.append(part, begin, &spares))?;
    Ok(edges)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arcs, messages, with};
    use super::super::{ArcPolicy, Unweighted};
    use super::*;

    #[test]
    fn graphs_are_read_as_written() {
        messages(
            read,
            &[
                ("c x\np sp 3 2\na 1 2 7\na 2 1 7\n", "u32 3 [1-2:7] (2 arcs, 0 unpaired, folded)"),
                ("\u{feff}p sp 2 1\r\n\r\na\t1  2 -7 \r\nc", "i32 2 [1>2:-7] (1 arcs, 1 unpaired, kept)"),
                ("p edge 3 3\nn 1 5\ne 1 2\ne 3 3\ne 2 1", "none 3 [1-2 3-3] (3 arcs, 0 unpaired, folded)"),
                ("p sp 4294967294 0\n", "u32 4294967294 [] (0 arcs, 0 unpaired, folded)"),
                ("p sp 0 0", "u32 0 [] (0 arcs, 0 unpaired, folded)"),
                ("p edge 4 3\ne 1 2\ne 2 3\ne 1 3\n", "none 4 [1-2 2-3 1-3]"),
                ("p col 3 2\nn 2 7\ne 1 2 5\ne 2 3 5\n", "u32 3 [1-2:5 2-3:5]"),
                ("p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n", "none 3 [1-2 2-1 2-3]"),
                ("e 7 9\n", "none 2 [7-9]"),
                ("c\na 9 7 1\na 7 9 1.5\n", "f64 2 [9>7:1 7>9:1.5] (2 arcs, 2 unpaired, kept)"),
                (
                    "p sp 2 1\na 1 2 18446744073709551615",
                    "u64 2 [1>2:18446744073709551615] (1 arcs, 1 unpaired, kept)",
                ),
            ],
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        messages(
            read,
            &[
                ("", "t: end of the file: expected a line `p sp NODES ARCS`, or arcs, found neither"),
                ("c\n\n", "t: end of the file: expected a line `p sp NODES ARCS`, or arcs, found neither"),
                ("p sp 3", "t:1: expected the number of arcs, found the end of the line"),
                (
                    "p sp 3 2 1\n",
                    "t:1: expected the end of the line, found `1` (the line is `p sp NODES ARCS`)",
                ),
                ("p sp 3 x\n", "t:1: expected the number of arcs, found `x`"),
                (
                    "p aux sp co 3\n",
                    "t:1: expected a graph, found coordinates of nodes (the graph is in a file of its own (.gr))",
                ),
                (
                    "p sp 3 9223372036854775808\n",
                    "t:1: expected at most 8589934588 arcs, found `9223372036854775808` \
                     (more than this build can address)",
                ),
                (
                    "p sp 4294967295 1\n",
                    "t:1: expected at most 4294967294 nodes, found `4294967295` (more than this build can address)",
                ),
                (
                    "c\np sp 3 2\na 1 2 7\n",
                    "t: end of the file: expected 2 arcs, as line 2 says, found 1 \
                     (the file is cut short, or its header is wrong)",
                ),
                (
                    "p sp 3 1\na 1 2 7\na 2 1 7\n",
                    "t: end of the file: expected 1 arcs, as line 1 says, found 2 (its header is wrong)",
                ),
                ("p sp 3 1\na 1 4 7\n", "t:2: expected a node in 1..=3, found `4`"),
                ("p sp 3 1\n\na 0 1 7", "t:3: expected a node in 1..=3, found `0` (nodes count from 1 here)"),
                ("p sp 0 1\na 1 1 1", "t:2: expected no edges, as the graph has no nodes, found `1`"),
                (
                    "p sp 3 1\na 1 2\na 2 3 1",
                    "t:3: expected the end of the line, found `1` (every line must have as many columns as the first)",
                ),
                (
                    "p sp 3 1\na 1 2 3\na 2 3\n",
                    "t:3: expected a weight, found the end of the line (every line must have as many columns as the first)",
                ),
                ("p sp 3 1\na 1\n", "t:2: expected two ends, or two ends and a weight, found 1 column"),
                (
                    "p sp 3 1\na 1 2 nan",
                    "t:2: expected a weight, found `nan` (NaN has no place in the order of weights)",
                ),
                ("p sp 3 1\na 1 2 7x", "t:2: expected a weight, found `7x`"),
                (
                    "p sp 3 1\na 1 2 99999999999999999999\n",
                    "t:2: expected a weight of at most 64 bits, found `99999999999999999999` \
                     (weights do not fit; scale them, or write them as reals)",
                ),
                (
                    "p sp 3 2\na 1 2 -1\na 1 2 9223372036854775808\n",
                    "t: expected weights that fit one 64-bit type, found -1 and 9223372036854775808 \
                     (weights do not fit; scale them, or write them as reals)",
                ),
                ("p sp 3 1\na 1 2 7\nx", "t:3: expected a line that begins with c, a or e, found `x`"),
                ("p sp 3 1\nx", "t:2: expected a line that begins with c, a or e, found `x`"),
                (
                    "p sp 3 2\na 1 2 7\ne 2 3 7\n",
                    "t:3: expected the letter of the first, found `e` (all lines are arcs (a), or all edges (e))",
                ),
                (
                    "p sp 3 1\na 1 2 7\nn 1 s\n",
                    "t:3: expected an arc, found `n` (lines that describe nodes come before the arcs)",
                ),
                ("p sp 3 1\nnode 1\n", "t:2: expected a line that begins with c, a or e, found `node`"),
                (
                    "p tw 3 1\n1 2\n",
                    "t:2: expected a line that begins with c, a or e, found `1` \
                     (PACE's files have lines without letters: give them one, as with sed 's/^[0-9]/e &/')",
                ),
                (
                    "p sp 3 1\nc x\ra 2 3 7\na 1 2 7\n",
                    "t:2: expected the end of the line, found a carriage return inside it \
                     (convert the line ends, as with tr '\\r' '\\n')",
                ),
                ("p sp 3 1\narc 1 2 7\n", "t:2: expected a line that begins with c, a or e, found `arc`"),
                (
                    "p sp 3 1\np sp 3 1\na 1 2 7\n",
                    "t:2: expected an arc, found `p` (there is one `p` line, before the arcs)",
                ),
                (
                    "p sp 3 1\na 1 2 7\np sp 3 1\n",
                    "t:3: expected an arc, found `p` (there is one `p` line, before the arcs)",
                ),
                (
                    "p sp 3 1\na 1 2 7 9\n",
                    "t:2: expected two ends, or two ends and a weight, found 4 columns",
                ),
                (
                    "p sp 3 2\na 1 2 7\na 2 3 7 9\n",
                    "t:3: expected the end of the line, found `9` (every line must have as many columns as the first)",
                ),
                ("e 1 2 7 9\n", "t:1: expected two ends, or two ends and a weight, found 4 columns"),
                (
                    "p sp 3 1\na 1 2 -1e999\n",
                    "t:2: expected a weight of at most 1.8e308 in size, found `-1e999` \
                     (scale the weights, or write -inf)",
                ),
                (
                    "a 1 2 7\np sp 3 1\n",
                    "t:2: expected an arc, found `p` (there is one `p` line, before the arcs)",
                ),
                ("a -1 2 7\n", "t:1: expected a node, found `-1` (nodes are integers from 0 up)"),
                (
                    "a 18446744073709551616 2 7\n",
                    "t:1: expected a node of at most 64 bits, found `18446744073709551616`",
                ),
                ("hello\n", "t:1: expected a line that begins with c, p, a or e, found `hello`"),
            ],
        );
    }

    #[test]
    fn arcs_become_what_the_caller_wants() {
        let text = b"p sp 3 3\na 1 2 7\na 2 1 7\na 2 3 5\n";
        let read = |policy| with(read, &arcs(policy), text).unwrap();
        assert_eq!(read(ArcPolicy::Auto), "u32 3 [1>2:7 2>1:7 2>3:5] (3 arcs, 1 unpaired, kept)");
        assert_eq!(read(ArcPolicy::Fold), "u32 3 [1-2:7 2-3:5] (3 arcs, 1 unpaired, folded)");
        assert_eq!(read(ArcPolicy::Keep), "u32 3 [1>2:7 2>1:7 2>3:5] (3 arcs, 0 unpaired, kept)");
    }

    #[test]
    fn arcs_have_the_direction_that_the_caller_wants() {
        let read = |is_directed, arcs, text: &[u8]| {
            let options = ReadOptions { is_directed: Some(is_directed), arcs, ..ReadOptions::default() };
            with(read, &options, text).unwrap()
        };
        let (paired, alone) = (b"p sp 3 2\na 1 2 7\na 2 1 7\n", b"p sp 3 2\na 1 2 7\na 2 3 7\n");
        for policy in [ArcPolicy::Auto, ArcPolicy::Keep] {
            assert_eq!(read(true, policy, paired), "u32 3 [1>2:7 2>1:7] (2 arcs, 0 unpaired, kept)");
            assert_eq!(read(true, policy, alone), "u32 3 [1>2:7 2>3:7] (2 arcs, 0 unpaired, kept)");
        }
        assert_eq!(read(false, ArcPolicy::Auto, paired), "u32 3 [1-2:7] (2 arcs, 0 unpaired, folded)");
        assert_eq!(read(false, ArcPolicy::Auto, alone), "u32 3 [1-2:7 2-3:7] (2 arcs, 2 unpaired, kept)");
        assert_eq!(read(false, ArcPolicy::Keep, paired), "u32 3 [1-2:7 2-1:7] (2 arcs, 0 unpaired, kept)");
    }

    #[test]
    fn unweighted_edges_are_drawn_after_folding() {
        let text = b"p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n";
        let unweighted = Unweighted::Uniform { seed: 5, max: 100 };
        let options = ReadOptions { unweighted: Some(unweighted), ..ReadOptions::default() };
        let (first, second) = (unweighted.weight(0, || [1, 2]), unweighted.weight(1, || [2, 3]));
        let want = format!("u32 3 [1-2:{first} 2-3:{second}] (4 arcs, 0 unpaired, folded)");
        assert_eq!(with(read, &options, text), Ok(want));
        let none = ReadOptions { unweighted: Some(Unweighted::Uniform { seed: 5, max: 0 }), ..options };
        assert_eq!(
            with(read, &none, text),
            Err("the largest uniform weight: expected at least 1, found 0".to_owned())
        );
    }

    #[test]
    fn a_text_cut_anywhere_is_refused_or_the_same_but_for_its_last_number() {
        let text = "c a comment\np sp 12 6\na 1 2 837\na 2 1 837\na 3 12 -4.5e1\na 12 3 -4.5e1\na 5 5 0\n\na 7 8 1234\n";
        let whole = with(read, &ReadOptions::default(), text.as_bytes()).unwrap();
        let complete = text.len() - "34\n".len();
        for cut in 0..text.len() {
            match with(read, &ReadOptions::default(), &text.as_bytes()[..cut]) {
                Ok(got) if cut >= complete => {
                    let last = &text[text.len() - "1234\n".len()..cut];
                    assert_eq!(got, whole.replace("7>8:1234", &format!("7>8:{last}")), "cut at {cut}");
                }
                Ok(got) => assert!(cut == complete - 1 && got.contains("7>8:1"), "cut at {cut}: {got}"),
                Err(message) => assert!(message.starts_with("t:"), "{message}"),
            }
        }
    }

    #[test]
    fn its_beginning_gives_it_away() {
        let yes = ["c x\n\np sp 3 4\n", "a 1 2 3\n", "e 1 2", "c", "\u{feff}p edge 1 2", "p aux sp co 3\n"];
        let yes = yes.into_iter().chain(["a 18446744073709551616 2 7\n"]);
        let no = ["", "\n", "1 2\n", "abc", "p\n", "cat dog\n", "a b c\n", "%%MatrixMarket", "0 1\np sp 1 2"];
        yes.for_each(|head| assert!(sniff(head.as_bytes()), "{head}"));
        no.iter().for_each(|head| assert!(!sniff(head.as_bytes()), "{head}"));
    }
}
