//! What the lines before the edges of an edge list say about them.
//!
//! Comments in the style of SNAP (`# Nodes: 5 Edges: 4`) and of KONECT (`% sym`, then `% EDGES LEFT RIGHT`)
//! declare numbers. The format does not oblige them to be right, so other numbers are a [`Remark`]. The first
//! edge is compared, too: a line of counts (`NODES EDGES`, in either order, or `NODES NODES EDGES` as in Matrix
//! Market files) without a comment sign looks like an edge.

use super::Remark;
use super::assemble::Lists;
use super::scan::Scanner;

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
    pub(crate) fn comment(&mut self, mut comment: Scanner<'_>, line: u64) {
        match comment.token() {
            b"%" if self.lists.is_none() => {
                self.bipartite = begins(&comment, "bip");
                self.lists = match () {
                    () if begins(&comment, "asym") => Some(Lists::Directed),
                    () if self.bipartite || begins(&comment, "sym") => Some(Lists::Edges),
                    () => None,
                };
                self.konect = self.lists.is_some();
            }
            b"%" if self.konect && self.edges.is_none() => self.sizes(&comment, line),
            b"#" => {
                self.lists = self.lists.or_else(|| match () {
                    () if begins(&comment, "directed graph") => Some(Lists::Directed),
                    () if begins(&comment, "undirected graph") => Some(Lists::Edges),
                    () => None,
                });
                self.named_sizes(comment, line);
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

    /// `Nodes: 5 Edges: 4`, anywhere in a comment.
    fn named_sizes(&mut self, mut comment: Scanner<'_>, line: u64) {
        while comment.peek().is_some() {
            let word = comment.token();
            let place = match () {
                () if word.eq_ignore_ascii_case(b"nodes:") => &mut self.nodes,
                () if word.eq_ignore_ascii_case(b"edges:") => &mut self.edges,
                () => continue,
            };
            if let (None, Ok(count)) = (&place, comment.clone().natural("")) {
                *place = Some(Declared { count, line });
            }
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
        edges > 1 && self.first.0.contains(&(edges - 1))
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

/// Whether a comment begins with these words, in any case; a colon may follow each.
fn begins(comment: &Scanner<'_>, words: &str) -> bool {
    let mut comment = comment.clone();
    words.split(' ').all(|word| {
        let token = comment.token();
        token.strip_suffix(b":").unwrap_or(token).eq_ignore_ascii_case(word.as_bytes())
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
