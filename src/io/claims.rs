//! What the lines before the edges of an edge list say about them.
//!
//! Comments in the style of SNAP (`# Nodes: 5 Edges: 4`) and of KONECT (`% sym`, then `% EDGES LEFT RIGHT`)
//! declare numbers. The format does not oblige them to be right, so other numbers are a [`Remark`]. The first
//! edge is compared, too: a line of counts (`NODES EDGES`, in either order, or `NODES NODES EDGES` as in
//! Matrix Market files) without a comment sign looks like an edge.

use super::Remark;
use super::assemble::Lists;
use super::scan::Scanner;
use super::separators::Separators;

/// What the lines before the edges say, and the first edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims {
    lists: Option<Lists>,
    /// Whether the file has a header of KONECT.
    konect: bool,
    bipartite: bool,
    /// Nodes of the left side, if the graph is bipartite and they are declared.
    left: Option<u64>,
    nodes: Option<Declared>,
    edges: Option<Declared>,
    /// The integers of the first edge, and its line.
    first: (Vec<u64>, u64),
}

#[derive(Clone, Copy, Debug)]
struct Declared {
    count: u64,
    line: u64,
}

impl Claims {
    /// Takes what a comment on this line says.
    pub(crate) fn comment(&mut self, comment: &Scanner<'_>, line: u64) {
        let text = comment.rest_of_line();
        let marks = text.iter().take_while(|byte| text.first() == Some(byte)).count();
        let words = Scanner::new(&text[marks..], Separators::Blanks);
        let is = |expected: &str| begins(&words, expected);
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

    /// `EDGES`, `EDGES NODES NODES`, or of a bipartite graph `EDGES LEFT RIGHT`.
    fn sizes(&mut self, comment: &Scanner<'_>, line: u64) {
        let counts = naturals(comment.clone());
        let declared = |count| Some(Declared { count, line });
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

    /// `Nodes: 5 Edges: 4`, with an equals sign or without blanks, too.
    fn named_sizes(&mut self, comment: &[u8], line: u64) {
        let is_end = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b':' | b'=');
        let mut words = comment.split(is_end).filter(|word| !word.is_empty());
        for (name, place) in [("nodes", &mut self.nodes), ("edges", &mut self.edges)] {
            let is_named = words.next().is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()));
            let count = words.next().and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
            let (true, Some(count), None) = (is_named, count, &place) else { return };
            *place = Some(Declared { count, line });
        }
    }

    /// Takes the first edge, which stands on this line.
    pub(crate) fn first_edge(&mut self, mut scan: Scanner<'_>, line: u64) {
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

    /// What a comment says of the lines, if it says anything.
    pub(crate) fn lists(&self) -> Option<Lists> {
        self.lists
    }

    /// Whether both sides of the graph count from the same number.
    pub(crate) fn is_bipartite(&self) -> bool {
        self.bipartite
    }

    /// The number to add to the names of the right side, where the greatest on the left and the least on the
    /// right are these.
    pub(crate) fn right_side_begins_after(&self, greatest_left: u64, least_right: u64) -> u64 {
        let left = self.left.unwrap_or(0).max(greatest_left);
        left.saturating_add(u64::from(least_right == 0))
    }

    /// Whether the first of this many edges may be a line of counts: one number is that of the others.
    pub(crate) fn first_may_be_counts(&self, edges: u64) -> bool {
        let is_declared = self.edges.is_some_and(|declared| declared.count == edges);
        edges > 2 && !is_declared && self.first.0.contains(&(edges - 1))
    }

    /// What to remark about this many edges between this many nodes. `greatest` is the greatest name in all
    /// edges but the first, if the first may be counts.
    pub(crate) fn remarks(&self, edges: u64, nodes: u64, greatest: Option<u64>) -> Vec<Remark> {
        let other = |what, declared: Option<Declared>, found| {
            let Declared { count, line } = declared?;
            (count != found).then_some(Remark::Declared { line, what, declared: count, found })
        };
        let (numbers, line) = &self.first;
        let are =
            |m, n, other| greatest.is_some_and(|greatest| m == edges - 1 && n >= greatest && n == other);
        let are_counts = match numbers[..] {
            [a, b] => are(a, b, b) || are(b, a, a),
            [a, b, c] => are(a, b, c) || are(c, a, b),
            _ => false,
        };
        let counts = are_counts.then_some(Remark::Counts { line: *line });
        let declared = [other("nodes", self.nodes, nodes), other("edges", self.edges, edges)];
        counts.into_iter().chain(declared.into_iter().flatten()).collect()
    }
}

/// Whether a text begins with these words, in any case; other marks than letters and digits may follow each.
fn begins(text: &Scanner<'_>, words: &str) -> bool {
    let mut text = text.clone();
    words.split(' ').all(|word| {
        let token = text.token();
        let len = token.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        token[..len].eq_ignore_ascii_case(word.as_bytes())
    })
}

/// The natural numbers of a line, if there is nothing else; otherwise none.
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
