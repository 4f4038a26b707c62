//! Cutting the nodes of a set and their arcs into pieces of equal work.
//!
//! In most real graphs a few nodes have most of the arcs. Then pieces with equal numbers of nodes need very
//! different time, and all threads wait for the piece with the hub. So pieces are cut by work: 1 for a node
//! and 1 for each of its arcs. A piece may end among the arcs of a node; the next piece continues there. The
//! cuts depend only on the graph and the set, not on the threads.

use std::ops::{ControlFlow, Range};

use crate::Result;
use crate::exec::Exec;
use crate::graph::{Form, Node, NodeSet, WORD, nodes_of_word};
use crate::parallel::{exclusive_scan, tabulate};
use crate::primitives::{AtomicU64, Ordering::Relaxed};

/// Work of a piece, in nodes and arcs: some ten microseconds.
pub(super) const WORK: u64 = 1 << 12;

/// Nodes of a set with their arcs, in pieces of about equal work.
pub(super) struct Pieces<'a> {
    /// Where the arcs of each node of the graph begin.
    offsets: &'a [u64],
    set: &'a NodeSet,
    /// The work before each node of a list, or before each word of a bitmap, and last that in all. Nothing is
    /// needed for all nodes, where the offsets say it, and for a single piece.
    before: Vec<u64>,
    /// Work in all; of a single piece, at most.
    total: u64,
}

/// Cuts a set, and calls `f` with the pieces: on the threads of `exec`, unless there is only one piece.
pub(super) fn in_pieces<R: Send>(
    exec: &Exec,
    offsets: &[u64],
    set: &NodeSet,
    f: impl FnOnce(&Pieces<'_>) -> Result<R> + Send,
) -> Result<R> {
    assert_eq!(set.nodes(), offsets.len() - 1, "the set is not one of nodes of this graph");
    if is_one_piece(offsets, set) {
        return f(&Pieces { offsets, set, before: Vec::new(), total: WORK });
    }
    exec.install(|| f(&Pieces::of(exec, offsets, set)?))
}

/// Whether a set of nodes is so small that its arcs are a single piece. Looks at few nodes if it is not.
fn is_one_piece(offsets: &[u64], set: &NodeSet) -> bool {
    let nodes = match set.form() {
        _ if work_in_all(offsets) <= WORK => return true,
        Form::List(nodes) if nodes.len() as u64 <= WORK => nodes,
        _ => return false,
    };
    let mut work = 0;
    nodes.iter().all(|&node| {
        work += work_of(offsets, node);
        work <= WORK
    })
}

/// The work of all nodes below this number.
#[inline]
pub(super) fn work_before(offsets: &[u64], node: usize) -> u64 {
    offsets[node] + node as u64
}

fn work_in_all(offsets: &[u64]) -> u64 {
    work_before(offsets, offsets.len() - 1)
}

fn work_of(offsets: &[u64], node: Node) -> u64 {
    1 + offsets[node.index() + 1] - offsets[node.index()]
}

impl<'a> Pieces<'a> {
    /// A list takes 8 bytes for each node in it, a bitmap 8 for 64 nodes of the graph.
    fn of(exec: &Exec, offsets: &'a [u64], set: &'a NodeSet) -> Result<Self> {
        let sums = |units: usize, of_unit: &(dyn Fn(usize) -> u64 + Sync)| {
            let work = |unit| if unit < units { of_unit(unit) } else { 0 };
            let mut before = tabulate(exec, "the work before each node", units + 1, work)?;
            let total = exclusive_scan(exec, &mut before);
            Ok::<_, crate::Error>((before, total))
        };
        let (before, total) = match set.form() {
            Form::All => (Vec::new(), work_in_all(offsets)),
            Form::List(nodes) => sums(nodes.len(), &|i| work_of(offsets, nodes[i]))?,
            Form::Bitmap(words) => {
                let of_word = |word| nodes_of_word(words, word).map(|node| work_of(offsets, node)).sum();
                sums(words.len(), &of_word)?
            }
        };
        Ok(Self { offsets, set, before, total })
    }

    /// Number of pieces.
    pub(super) fn len(&self) -> usize {
        self.total.div_ceil(WORK) as usize
    }

    /// Calls `f` with every node of a piece and where those of its arcs stand that are in the piece, in the
    /// order of the set, until it says `Break`. Of a node that has arcs `f` always gets some.
    #[inline(always)]
    pub(super) fn visit(&self, piece: usize, mut f: impl FnMut(Node, Range<usize>) -> ControlFlow<()>) {
        let begin = piece as u64 * WORK;
        let end = (begin + WORK).min(self.total);
        // The last node, or word, before which there is no more work than `begin`, and the work before it.
        let (first, mut next) = match self.set.form() {
            _ if piece == 0 => (0, 0),
            Form::All => {
                let first = node_at(self.offsets, begin);
                (first, work_before(self.offsets, first))
            }
            _ => {
                let first = self.before.partition_point(|&before| before <= begin) - 1;
                (first, self.before[first])
            }
        };
        let mut nodes = Nodes::from(self.set.form(), first, self.offsets.len() - 1);
        while let Some(node) = nodes.next() {
            let (start, until) = (self.offsets[node.index()], self.offsets[node.index() + 1]);
            // The work of a node is that at `own`, and that of its arcs follows.
            let own = next;
            next += 1 + until - start;
            let mut part = start..until;
            if own < begin || next > end {
                if own >= end {
                    return;
                }
                part = start + begin.saturating_sub(own + 1)..until.min(start + (end - own - 1));
                if part.is_empty() {
                    continue; // its arcs are in other pieces, or it is done
                }
            }
            if f(node, part.start as usize..part.end as usize).is_break() {
                return;
            }
        }
    }
}

/// The nodes of a set from one of its units on. One loop goes over all forms, so that what is done with a
/// node is compiled once and can be put into that loop.
enum Nodes<'a> {
    All(Range<usize>),
    List(std::slice::Iter<'a, Node>),
    Bitmap { words: &'a [AtomicU64], word: usize, bits: u64 },
}

impl<'a> Nodes<'a> {
    fn from(form: &'a Form, first: usize, nodes: usize) -> Self {
        match form {
            Form::All => Self::All(first..nodes),
            Form::List(nodes) => Self::List(nodes[first..].iter()),
            Form::Bitmap(words) => Self::Bitmap {
                words,
                word: first,
                bits: words.get(first).map_or(0, |word| word.load(Relaxed)),
            },
        }
    }

    #[inline(always)]
    fn next(&mut self) -> Option<Node> {
        match self {
            Self::All(nodes) => nodes.next().map(Node::new),
            Self::List(nodes) => nodes.next().copied(),
            Self::Bitmap { words, word, bits } => {
                while *bits == 0 {
                    *word += 1;
                    *bits = words.get(*word)?.load(Relaxed);
                }
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                Some(Node::new(*word * WORD + bit))
            }
        }
    }
}

/// The last of all nodes before which there is no more than so much work.
pub(super) fn node_at(offsets: &[u64], work: u64) -> usize {
    let (mut low, mut high) = (0, offsets.len() - 1);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if work_before(offsets, middle) <= work { low = middle } else { high = middle - 1 }
    }
    low
}
