//! The claims of the lines before the edges of an edge list.
//!
//! Comments in the style of SNAP (`# Nodes: 5 Edges: 4`) and of KONECT (`% sym`, then `% EDGES LEFT RIGHT`)
//! declare numbers. They need not be right, so a difference is only a [`Remark`]. The first edge is compared,
//! too: a line of counts (`NODES EDGES`, in either order, or `NODES NODES EDGES` as in Matrix Market files)
//! without a comment sign looks like an edge.

use crate::Remark;
use crate::budget::Lists;
use crate::text::{Scanner, Separators};

/// The claims of the lines before the edges, and the first edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims {
    lists: Option<Lists>,
    /// True if the file has a KONECT header.
    konect: bool,
    bipartite: bool,
    /// Number of nodes of the left side, if the graph is bipartite and declares it.
    left: Option<u64>,
    nodes: Option<Claim>,
    edges: Option<Claim>,
    /// The integers of the first edge, and its line.
    first: (Vec<u64>, u64),
    /// The number of words of the last comment before it, and its line, if the words name columns in another
    /// order than ends and weight.
    other_order: Option<(usize, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Claim {
    count: u64,
    line: u64,
}

impl Claims {
    /// Records the claims of a comment.
    pub(crate) fn comment(&mut self, comment: &Scanner<'_>, line: u64) {
        let text = comment.rest_of_line();
        let marks = text.iter().take_while(|byte| text.first() == Some(byte)).count();
        let words = Scanner::new(&text[marks..], Separators::Blanks);
        let is = |expected: &str| begins(&words, expected);
        self.other_order = columns_in_other_order(&text[marks..]).map(|columns| (columns, line));
        match text.first() {
            Some(b'%') if marks == 1 && self.lists.is_none() => {
                self.bipartite = is("bip");
                self.lists = match () {
                    () if is("asym") => Some(Lists::Directed),
                    () if self.bipartite || is("sym") => Some(Lists::Edges),
                    () => None,
                };
                self.konect = self.lists.is_some();
            }
            Some(b'%') if self.konect && self.edges.is_none() => self.sizes(&words, line),
            Some(b'#') => {
                self.lists = self.lists.or_else(|| match () {
                    () if is("directed graph") => Some(Lists::Directed),
                    () if is("undirected graph") => Some(Lists::Edges),
                    () => None,
                });
                self.named_sizes(&text[marks..], line);
            }
            _ => {}
        }
    }

    /// Records `EDGES`, `EDGES NODES NODES`, or `EDGES LEFT RIGHT` for a bipartite graph.
    fn sizes(&mut self, comment: &Scanner<'_>, line: u64) {
        let counts = naturals(comment.clone());
        let declared = |count| Some(Claim { count, line });
        match counts[..] {
            [edges] => self.edges = declared(edges),
            [edges, left, right] if self.bipartite => {
                (self.edges, self.nodes) = (declared(edges), declared(left.saturating_add(right)));
                self.left = Some(left);
            }
            [edges, nodes, _] => (self.edges, self.nodes) = (declared(edges), declared(nodes)),
            _ => {}
        }
    }

    /// Records `Nodes: 5 Edges: 4`, also with equals signs or without blanks, or `5 nodes, 4 edges`, or only
    /// one of the two numbers.
    fn named_sizes(&mut self, comment: &[u8], line: u64) {
        let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b':' | b'=' | b',' | b';');
        let words: Vec<&[u8]> = comment.split(is_end).filter(|word| !word.is_empty()).collect();
        for pair in words.chunks_exact(2) {
            let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse().ok();
            let (name, count) = match (number(pair[0]), number(pair[1])) {
                (None, Some(count)) => (pair[0], count),
                (Some(count), None) => (pair[1], count),
                _ => return,
            };
            let place = match &name.to_ascii_lowercase()[..] {
                b"nodes" | b"vertices" | b"n" => &mut self.nodes,
                b"edges" | b"m" => &mut self.edges,
                _ => return,
            };
            place.get_or_insert(Claim { count, line });
        }
    }

    /// Records the first edge, which is on this line.
    pub(crate) fn first_edge(&mut self, mut scan: Scanner<'_>, columns: usize, line: u64) {
        self.other_order = self.other_order.filter(|&(names, _)| names == columns);
        self.first = (Vec::new(), line);
        while let Ok(number) = scan.natural("") {
            self.first.0.push(number);
            if !matches!(scan.next_column(), Ok(true)) {
                break;
            }
        }
    }

    /// The number of edges that a comment declares.
    pub(crate) fn edges_declared(&self) -> Option<u64> {
        self.edges.map(|declared| declared.count)
    }

    /// The meaning of the lines, if a comment declares it.
    pub(crate) fn lists(&self) -> Option<Lists> {
        self.lists
    }

    /// Returns `true` if the graph is bipartite, so that both sides are counted from the same number.
    pub(crate) fn is_bipartite(&self) -> bool {
        self.bipartite
    }

    /// The number to add to the names of the right side, given the greatest name on the left and the least on
    /// the right.
    pub(crate) fn right_side_begins_after(&self, greatest_left: u64, least_right: u64) -> u64 {
        let left = self.left.unwrap_or(0).max(greatest_left);
        left.saturating_add(u64::from(least_right == 0))
    }

    /// Returns `true` if the first of this many edges may be a line of counts: one of its numbers is the
    /// number of the other edges, or twice that number, which may be the number of arcs.
    pub(crate) fn first_may_be_counts(&self, edges: u64) -> bool {
        let is_declared = self.edges.is_some_and(|declared| declared.count == edges);
        let is_count = |number: &u64| *number == edges - 1 || *number == 2 * (edges - 1);
        edges > 2 && !is_declared && self.first.0.iter().any(is_count)
    }

    /// The remarks on a list with these numbers of edges and nodes. `greatest` is the greatest name in all
    /// edges except the first, if the first may be counts.
    pub(crate) fn remarks(&self, edges: u64, nodes: u64, greatest: Option<u64>) -> Vec<Remark> {
        let other = |what, declared: Option<Claim>, found| {
            let Claim { count, line } = declared?;
            (count != found).then_some(Remark::Declared { line, what, declared: count, found })
        };
        let (numbers, line) = &self.first;
        let are = |m, n| {
            let is_count = m == edges - 1 || m == 2 * (edges - 1);
            greatest.is_some_and(|greatest| is_count && n >= greatest)
        };
        // With a third number, the number of nodes must be exact: names are counted from 0 or 1.
        let exactly = |m, n| are(m, n) && greatest.is_some_and(|greatest| n <= greatest + 1);
        let are_counts = match numbers[..] {
            [a, b] => are(a, b) || are(b, a),
            [a, b, c] => exactly(a, b) || exactly(b, a) || a == b && are(c, a),
            _ => false,
        };
        let counts = are_counts.then_some(Remark::Counts { line: *line });
        let declared = [other("nodes", self.nodes, nodes), other("edges", self.edges, edges)];
        let names = self.other_order.map(|(_, line)| Remark::ColumnNames { line });
        names.into_iter().chain(counts).chain(declared.into_iter().flatten()).collect()
    }
}

/// The number of columns that a comment names, if it names an end of an edge after the first two columns and
/// something else before.
fn columns_in_other_order(comment: &[u8]) -> Option<usize> {
    const ENDS: &str =
        "source target from to src dst u v node1 node2 fromnodeid tonodeid head tail start end";
    const OTHERS: &str = "id index row weight w cost length distance dist value";
    let comment = comment.to_ascii_lowercase();
    let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b',' | b';');
    let words: Vec<&[u8]> = comment.split(is_end).filter(|word| !word.is_empty()).collect();
    let is_one_of = |names: &str, word: &[u8]| names.split(' ').any(|name| name.as_bytes() == word);
    let (ends, others) = words.split_at_checked(2)?;
    let is_other_order =
        ends.iter().any(|word| is_one_of(OTHERS, word)) && others.iter().any(|word| is_one_of(ENDS, word));
    is_other_order.then_some(words.len())
}

/// Returns `true` if a text begins with these words, in upper or lower case. Punctuation may follow each
/// word.
fn begins(text: &Scanner<'_>, words: &str) -> bool {
    let mut text = text.clone();
    words.split(' ').all(|word| {
        let token = text.token();
        let len = token.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        token[..len].eq_ignore_ascii_case(word.as_bytes())
    })
}

/// The natural numbers of a line, if it has nothing else; otherwise an empty list.
fn naturals(mut scan: Scanner<'_>) -> Vec<u64> {
    let mut numbers = Vec::new();
    while scan.peek().is_some() {
        match scan.natural("") {
            Ok(number) => numbers.push(number),
            Err(_) => return Vec::new(),
        }
    }
    numbers
}
