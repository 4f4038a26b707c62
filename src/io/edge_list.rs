//! Edge lists: one edge a line, `u v` or `u v weight`, between any 64-bit numbers (SNAP, KONECT, CSV, plain).
//!
//! The nodes are exactly the ids that occur. Lines that begin with `#` or `%` are comments; blanks, tabs and
//! commas separate columns; a fourth column (the time, in KONECT's files) is ignored. Each line is an edge.
//! Even if the list has every edge in both directions, they are folded only if the caller asks for it,
//! because in the file an edge listed twice looks like two parallel edges.
//!
//! A graph is directed if a comment says so: SNAP's files begin `# Directed graph` or `# Undirected graph`,
//! KONECT's `% asym`, or `% sym` and `% bip` (bipartite). Otherwise it is undirected.

use super::admission::Watch;
use super::assemble::Lists;
use super::columns::Columns;
use super::content::Content;
use super::edges::SpareParts;
use super::fault::Fault;
use super::listing::{Extent, Listed, Listing};
use super::named::NamedEdges;
use super::number;
use super::scan::{Scanner, without_mark};
use super::separators::Separators;
use super::span::Kind;
use super::text::{Heading, Text};
use super::{Format, Input, ReadOptions};
use crate::Result;

/// What separates tokens.
pub(crate) const SEPARATORS: Separators = Separators::BlanksAndCommas;

/// Whether a file begins like an edge list: two numbers, or two and a weight, on the first line that is no
/// comment. A number out of range is a number, too, and the reader says what is wrong with it.
///
/// Other formats that begin with a line of numbers (METIS) must be tried first.
pub(crate) fn sniff(head: &[u8]) -> bool {
    let mut scan = Scanner::new(without_mark(head), Separators::BlanksAndCommas);
    let mut comments = false;
    while matches!(scan.peek(), None | Some(b'#' | b'%')) {
        comments |= scan.peek().is_some();
        if !scan.next_line() {
            return comments;
        }
    }
    if Columns::of(&scan, Columns::WeightAndTime).is_err() {
        return false;
    }
    let ends = [(); 2].map(|()| scan.token());
    let mut others = std::iter::from_fn(|| scan.peek().map(|_| scan.token()));
    ends.into_iter().all(number::is_natural) && others.all(number::is_number)
}

/// Reads an edge list.
pub(crate) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, SEPARATORS)?;
    listing(&mut text, Extent::Whole, options)?.assemble(&text, options)
}

/// Reads the lines of a text of which nothing has been read.
pub(crate) fn listing(text: &mut Text<'_>, extent: Extent, options: &ReadOptions) -> Result<Listing> {
    let (columns, lists) = first_line(text)?;
    extent.keep(text);
    let edges = Listed::Named(rows(text, columns, options)?);
    Ok(Listing { format: Format::EdgeList, lists, weighted: columns.weighted(), edges })
}

/// Passes over comments and blank lines; the columns of the first line that is neither, which is left, and
/// what comments say of the lines.
fn first_line(text: &mut Text<'_>) -> Result<(Columns, Lists)> {
    let mut lists = None;
    let first = text.heading(|scan| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'#' | b'%') => {
                lists = lists.or_else(|| declared(scan));
                Heading::Skip
            }
            Some(_) => {
                // A line of words is better refused for its first word than for their number.
                scan.clone().natural("a node")?;
                Heading::Leave(Columns::of(scan, Columns::WeightAndTime)?)
            }
        })
    })?;
    let columns = first.map_or(Columns::Ends, |(columns, _)| columns);
    Ok((columns, lists.unwrap_or(Lists::Edges)))
}

/// What a comment says of the lines, if it says anything.
fn declared(comment: &mut Scanner<'_>) -> Option<Lists> {
    const WORDS: [(&str, &str, Lists); 5] = [
        ("#", "directed graph", Lists::Directed),
        ("#", "undirected graph", Lists::Edges),
        ("%", "asym", Lists::Directed),
        ("%", "sym", Lists::Edges),
        ("%", "bip", Lists::Edges),
    ];
    let mark = comment.token();
    let begins = |words: &str| {
        let mut comment = comment.clone();
        words.split(' ').all(|word| {
            let token = comment.token();
            token.strip_suffix(b":").unwrap_or(token).eq_ignore_ascii_case(word.as_bytes())
        })
    };
    WORDS.iter().find(|(of, words, _)| mark == of.as_bytes() && begins(words)).map(|&(.., lists)| lists)
}

/// Reads lines of edges up to the end of the text.
pub(crate) fn rows(text: &mut Text<'_>, columns: Columns, options: &ReadOptions) -> Result<NamedEdges> {
    let kind = Kind::of_text(columns.weighted(), options);
    let mut edges = NamedEdges::watched(kind, Watch::of(options, text.path(), Lists::Edges));
    let spares = SpareParts::of(kind);
    let part = |scan: &mut Scanner<'_>| part(scan, columns, NamedEdges::sparing(&spares));
    text.body(part, |part, begin| edges.append(part, begin, &spares))?;
    Ok(edges)
}

/// Appends the edges of some lines to `part`.
fn part(scan: &mut Scanner<'_>, columns: Columns, mut part: NamedEdges) -> Result<NamedEdges, Fault> {
    loop {
        if !matches!(scan.peek(), None | Some(b'#' | b'%')) {
            let (u, v, weight) = columns.named_edge(scan)?;
            part.push(u, v, weight, || scan.line())?;
        }
        if !scan.next_line() {
            return Ok(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ArcPolicy;
    use super::super::testing::{arcs, messages, with};
    use super::*;

    #[test]
    fn lists_are_read_as_written() {
        messages(
            read,
            &[
                ("# a\n0\t1\r\n1\t2\r\n\r\n% b\n2 1", "none 3 [0-1 1-2 2-1]"),
                ("1,2,0.5\n 2, 9 ,3 ", "f64 3 [1-2:0.5 2-9:3]"),
                ("% sym weighted\n1 2 5 1082008561\n2 3 -1 1082008562\n", "i32 3 [1-2:5 2-3:-1]"),
                (
                    "18446744073709551615 0\n4294967296 4294967295",
                    "none 4 [18446744073709551615-0 4294967296-4294967295]",
                ),
                ("7 7\n", "none 1 [7-7]"),
                ("# nothing\n", "none 0 []"),
                ("", "none 0 []"),
            ],
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        const CURE: &str = "(every line must have as many columns as the first)";
        messages(
            read,
            &[
                ("1 2\n3\n", "t:2: expected a node, found the end of the line"),
                ("1 2\n1 2 3\n", &format!("t:2: expected the end of the line, found `3` {CURE}")),
                ("1 2 3\n# x\n1 2\n", &format!("t:3: expected a weight, found the end of the line {CURE}")),
                ("1 2 3 4\n1 2 3\n", &format!("t:2: expected a time, found the end of the line {CURE}")),
                ("5\n", "t:1: expected two ends, or two ends and a weight, found 1 column"),
                ("1 2 3 4 5\n", "t:1: expected two ends, or two ends and a weight, found 5 columns"),
                ("from,to\n1,2\n", "t:1: expected a node, found `from`"),
                ("1 -2\n", "t:1: expected a node, found `-2`"),
                (
                    "1 2\n1 18446744073709551616\n",
                    "t:2: expected a node of at most 64 bits, found `18446744073709551616`",
                ),
                (
                    "1 2 inf\n1 2 NaN\n",
                    "t:2: expected a weight, found `NaN` (NaN has no place in the order of weights)",
                ),
                (
                    "1 2 1e400\n",
                    "t:1: expected a weight of at most 1.8e308 in size, found `1e400` (scale the weights, or write inf)",
                ),
            ],
        );
    }

    #[test]
    fn lines_are_edges_unless_the_caller_says_otherwise() {
        let read = |policy| with(read, &arcs(policy), b"4 5\n5 4\n5 6\n").unwrap();
        assert_eq!(read(ArcPolicy::Auto), "none 3 [4-5 5-4 5-6]");
        assert_eq!(read(ArcPolicy::Keep), read(ArcPolicy::Auto));
        assert_eq!(read(ArcPolicy::Fold), "none 3 [4-5 5-6] (3 arcs, 1 unpaired, folded)");
    }

    #[test]
    fn comments_say_whether_edges_have_a_direction() {
        messages(
            read,
            &[
                ("# Directed graph: web\n# Nodes: 2 Edges: 1\n5 3\n", "none 2 [5>3]"),
                ("# a crawl\n# directed graph (each pair of nodes is saved once)\n5 3 2\n", "u32 2 [5>3:2]"),
                ("# Undirected graph: roads\n# Directed graph\n5 3\n", "none 2 [5-3]"),
                ("# Directed graphs are fine\n5 3\n", "none 2 [5-3]"),
                ("% asym unweighted\n% 1 2 2\n5 3\n", "none 2 [5>3]"),
                ("% sym positive\n% asym\n5 3 1\n", "u32 2 [5-3:1]"),
                ("% bip weighted\n5 3 1\n", "u32 2 [5-3:1]"),
                ("# asym\n5 3\n# Directed graph\n", "none 2 [5-3]"),
            ],
        );
        let read = |is_directed, arcs| {
            let options = ReadOptions { is_directed, arcs, ..ReadOptions::default() };
            with(read, &options, b"# Directed graph\n4 5\n5 4\n").unwrap()
        };
        assert_eq!(read(Some(false), ArcPolicy::Auto), "none 2 [4-5 5-4]");
        assert_eq!(read(None, ArcPolicy::Keep), "none 2 [4>5 5>4]");
        assert_eq!(read(None, ArcPolicy::Fold), "none 2 [4-5] (2 arcs, 0 unpaired, folded)");
    }

    #[test]
    fn its_beginning_gives_it_away() {
        for head in ["# x\n\n1 2\n", "1,2,.5", "% asym\n3 4 1 99", "# only\n", "\u{feff}1 2"] {
            assert!(sniff(head.as_bytes()), "{head}");
        }
        for head in ["1 2 1e999", "1 2 nan\n", "1 2 18446744073709551616 7", "18446744073709551616 1"] {
            assert!(sniff(head.as_bytes()), "{head}");
        }
        for head in ["", "\n", "a 1 2", "1\n", "1 2 3 4 5\n", "1.5 2\n", "1 2 x\n", "EdgeArray\n1 2\n"] {
            assert!(!sniff(head.as_bytes()), "{head}");
        }
    }
}
