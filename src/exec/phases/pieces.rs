//! Cutting the nodes of a set and their arcs into pieces of equal work.
//!
//! In most real graphs a few nodes have most of the arcs. Then pieces with equal numbers of nodes need very
//! different time, and all threads wait for the piece with the hub. So pieces are cut by work: 1 for a node
//! and 1 for each of its arcs. A piece may end among the arcs of a node; the next piece continues there. The
//! cuts depend only on the graph and the set, not on the threads.

use std::ops::Range;

use crate::Result;
use crate::exec::Exec;
use crate::graph::{Form, Node, NodeSet, WORD, nodes_of_word};
use crate::parallel::{exclusive_scan, tabulate};
use crate::primitives::Ordering::Relaxed;

/// Work of a piece, in nodes and arcs: some ten microseconds.
pub(super) const WORK: u64 = 1 << 12;

/// Pieces of a set that has more work than as many of [`WORK`]: finding where a piece begins costs more in a
/// large graph.
const MOST_PIECES: u64 = 1 << 11;

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
    /// Work of a piece.
    work: u64,
    is_one: bool,
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
        return f(&Pieces { offsets, set, before: Vec::new(), total: WORK, work: WORK, is_one: true });
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
        let work = WORK.max(total.div_ceil(MOST_PIECES));
        Ok(Self { offsets, set, before, total, work, is_one: false })
    }

    /// Number of pieces.
    pub(super) fn len(&self) -> usize {
        self.total.div_ceil(self.work) as usize
    }

    /// One of them.
    pub(super) fn piece(&self, piece: usize) -> Piece<'_> {
        let (offsets, form) = (self.offsets, self.set.form());
        if self.is_one {
            let (first, last) = (End::default(), End { arcs: u64::MAX, ..End::default() });
            let (units, bits) = match form {
                Form::All => (offsets.len() - 1, 0),
                Form::List(nodes) => (nodes.len(), 0),
                Form::Bitmap(words) => (words.len(), words.first().map_or(0, |word| word.load(Relaxed))),
            };
            return Piece { offsets, form, next: 0, units, bits, first, last };
        }
        let begin = piece as u64 * self.work;
        let end = (begin + self.work).min(self.total);
        let (first, last) = (self.end(begin), self.end(end - 1));
        let bits = match form {
            Form::Bitmap(words) => words[first.unit].load(Relaxed) & u64::MAX << (first.node.index() % WORD),
            _ => 0,
        };
        // The work of the first node begins with the node itself.
        let first = End { arcs: first.arcs.saturating_sub(1), is_shared: first.arcs > 0, ..first };
        Piece { offsets, form, next: first.unit, units: last.unit + 1, bits, first, last }
    }

    /// To which node the work at some place belongs.
    fn end(&self, work: u64) -> End {
        let find = || self.before.partition_point(|&before| before <= work) - 1;
        let (unit, node, before) = match self.set.form() {
            Form::All => {
                let node = node_at(self.offsets, work);
                (node, Node::new(node), work_before(self.offsets, node))
            }
            Form::List(nodes) => {
                let unit = find();
                (unit, nodes[unit], self.before[unit])
            }
            Form::Bitmap(words) => {
                let word = find();
                let mut before = self.before[word];
                let node = nodes_of_word(words, word).find(|&node| {
                    before += work_of(self.offsets, node);
                    before > work
                });
                let node = node.expect("the word has this work");
                (word, node, before - work_of(self.offsets, node))
            }
        };
        End { unit, node, arcs: work - before, is_shared: false }
    }
}

/// Where a piece begins or ends.
#[derive(Clone, Copy, Default)]
struct End {
    /// The position in a list, the word of a bitmap, or the node.
    unit: usize,
    node: Node,
    /// Arcs of the node before this place.
    arcs: u64,
    /// Of the first node: whether an earlier piece has it too, perhaps without an arc.
    is_shared: bool,
}

/// Nodes whose arcs are requested from memory before the first of them is visited: their latencies overlap.
pub(super) const BATCH: usize = 32;

/// The nodes of a piece, and those of their arcs that are in it.
pub(super) struct Piece<'a> {
    offsets: &'a [u64],
    form: &'a Form,
    /// The next unit; of a bitmap the current one, and its nodes that are left.
    next: usize,
    bits: u64,
    /// Where the units end.
    units: usize,
    first: End,
    last: End,
}

impl Piece<'_> {
    /// Fills a batch with the next nodes for which `is_wanted` is true, in the order of the set, and returns
    /// how many these are: none at the end.
    #[inline(always)]
    pub(super) fn next_nodes(
        &mut self,
        batch: &mut [Node; BATCH],
        is_wanted: impl Fn(Node) -> bool,
    ) -> usize {
        let mut len = 0;
        let mut offer = |node: Node| {
            batch[len] = node;
            len += usize::from(is_wanted(node)); // no branch: which nodes are wanted is hard to predict
            len < BATCH
        };
        match self.form {
            Form::All => {
                while self.next < self.units {
                    self.next += 1;
                    if !offer(Node::new(self.next - 1)) {
                        break;
                    }
                }
            }
            Form::List(nodes) => {
                let nodes = &nodes[self.next..self.units];
                for &node in nodes {
                    self.next += 1;
                    if !offer(node) {
                        break;
                    }
                }
            }
            Form::Bitmap(words) => {
                while self.next < self.units {
                    if self.bits == 0 {
                        self.next += 1;
                        self.bits = words.get(self.next).map_or(0, |word| word.load(Relaxed));
                        continue;
                    }
                    let node = Node::new(self.next * WORD + self.bits.trailing_zeros() as usize);
                    self.bits &= self.bits - 1;
                    if node == self.last.node && self.last.arcs != u64::MAX {
                        (self.next, self.bits) = (self.units, 0);
                    }
                    if !offer(node) {
                        break;
                    }
                }
            }
        }
        len
    }

    /// Where the arcs of a node stand that are in the piece.
    #[inline(always)]
    pub(super) fn places(&self, node: Node) -> Range<usize> {
        let (mut begin, mut end) = (self.offsets[node.index()], self.offsets[node.index() + 1]);
        if node == self.last.node {
            end = end.min(begin.saturating_add(self.last.arcs));
        }
        if node == self.first.node {
            begin += self.first.arcs;
        }
        begin as usize..end as usize
    }

    /// Whether these arcs of a node, those in the piece, are all that it has, and no other piece has the node.
    #[inline(always)]
    pub(super) fn has_all(&self, node: Node, places: &Range<usize>) -> bool {
        let (begin, end) = (self.offsets[node.index()], self.offsets[node.index() + 1]);
        (begin, end) == (places.start as u64, places.end as u64) && !self.continues(node)
    }

    /// Whether an earlier piece has the node too.
    #[inline(always)]
    pub(super) fn continues(&self, node: Node) -> bool {
        node == self.first.node && self.first.is_shared
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
