//! Cutting the nodes of a set and their arcs into pieces of equal work.
//!
//! In most real graphs a few nodes have most of the arcs. Then pieces with equal numbers of nodes need very
//! different time, and all threads wait for the piece with the hub. So pieces are cut by work: 1 for a node
//! and 1 for each of its arcs. A piece may end among the arcs of a node that has more than [`HUB`], after a
//! multiple of that number; the next piece continues there. So how the arcs of a node are divided, if they
//! are, depends only on the node.

use std::ops::Range;

use crate::Result;
use crate::exec::Exec;
use crate::graph::{Form, Node, NodeSet, WORD, nodes_of_word};
use crate::parallel::{exclusive_scan, tabulate};
use crate::primitives::{AtomicU64, Ordering::Relaxed};

/// Least work of a piece, in nodes and arcs: a microsecond or two, a little more than it takes to share it.
pub(super) const WORK: u64 = 1 << 9;

/// The same where a single thread does all pieces, one after the other. Between two pieces it looks whether
/// it is to stop.
const WORK_ALONE: u64 = 1 << 14;

/// Nodes of a list whose work is added up by the calling thread: that takes less time than to share it.
const SHORT: usize = 1 << 13;

/// Arcs of a node that stay together.
pub(super) const HUB: usize = 1 << 12;

/// Most pieces of a set. If it has more work, its pieces are larger: to find where a piece begins takes
/// longer in a large graph.
const MOST_PIECES: u64 = 1 << 11;

/// Nodes of a set with their arcs, in pieces of about equal work.
pub(super) struct Pieces<'a> {
    /// Where the arcs of each node of the graph begin.
    offsets: &'a [u64],
    set: &'a NodeSet,
    /// The work before each node of a list, or before each word of a bitmap. Nothing is needed for all nodes,
    /// where the offsets say it, and for a single piece.
    before: Vec<u64>,
    /// Work in all; of a single piece, at most.
    total: u64,
    /// Work of a piece.
    work: u64,
    is_one: bool,
}

/// The least work of pieces that are only shared, so that it does not matter where they are cut.
pub(super) fn least_work(exec: &Exec) -> u64 {
    if exec.threads() == 1 { WORK_ALONE } else { WORK }
}

/// Cuts a set into pieces of at least this work, and calls `f` with them: on the threads of `exec`, unless
/// there is only one piece.
pub(super) fn in_pieces<R: Send>(
    exec: &Exec,
    offsets: &[u64],
    set: &NodeSet,
    least: u64,
    f: impl FnOnce(&Pieces<'_>) -> Result<R> + Send,
) -> Result<R> {
    assert_eq!(set.nodes(), offsets.len() - 1, "the set is not one of nodes of this graph");
    let one = Pieces { offsets, set, before: Vec::new(), total: least, work: least, is_one: true };
    if work_in_all(offsets) <= least {
        return f(&one);
    }
    let (before, total) = match set.form() {
        Form::List(nodes) if nodes.len() <= SHORT => {
            if least == WORK_ALONE {
                return f(&one);
            }
            let mut total = 0;
            let mut before = Vec::with_capacity(nodes.len());
            for &node in nodes {
                before.push(total);
                total += work_of(offsets, node);
            }
            if total <= least {
                return f(&one);
            }
            (before, total)
        }
        _ => exec.install(|| work_before_units(exec, offsets, set))?,
    };
    let work = least.max(total.div_ceil(MOST_PIECES));
    exec.install(|| f(&Pieces { before, total, work, is_one: false, ..one }))
}

/// The work before each unit of a set, and that in all. A list takes 8 bytes for each node in it, a bitmap 8
/// for 64 nodes of the graph.
fn work_before_units(exec: &Exec, offsets: &[u64], set: &NodeSet) -> Result<(Vec<u64>, u64)> {
    let sums = |units: usize, of_unit: &(dyn Fn(usize) -> u64 + Sync)| {
        let mut before = tabulate(exec, "the work before each node", units, of_unit)?;
        let total = exclusive_scan(exec, &mut before);
        Ok((before, total))
    };
    match set.form() {
        Form::All => Ok((Vec::new(), work_in_all(offsets))),
        Form::List(nodes) => sums(nodes.len(), &|i| work_of(offsets, nodes[i])),
        Form::Bitmap(words) => {
            sums(words.len(), &|word| nodes_of_word(words, word).map(|node| work_of(offsets, node)).sum())
        }
    }
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

impl Pieces<'_> {
    /// Number of pieces.
    pub(super) fn len(&self) -> usize {
        self.total.div_ceil(self.work) as usize
    }

    /// One of them. It may be empty.
    pub(super) fn piece(&self, piece: usize) -> Piece<'_> {
        let (offsets, form) = (self.offsets, self.set.form());
        let begin = piece as u64 * self.work;
        let (first, last) = if self.is_one {
            (Cut::default(), self.last_cut())
        } else {
            (self.cut(begin), self.cut(begin + self.work))
        };
        let mut piece = Piece { offsets, form, next: first.unit, units: last.unit, bits: 0, first, last };
        match form {
            Form::Bitmap(words) => {
                piece.units = words.len().min(last.unit + 1);
                if first.unit < piece.units {
                    piece.bits = piece.word(words) & u64::MAX << (first.node.index() % WORD);
                }
            }
            _ => piece.units += usize::from(last.arcs > 0),
        }
        piece
    }

    /// Behind the last node.
    fn last_cut(&self) -> Cut {
        let unit = match self.set.form() {
            Form::All => self.offsets.len() - 1,
            Form::List(nodes) => nodes.len(),
            Form::Bitmap(words) => words.len(),
        };
        Cut { unit, ..Cut::default() }
    }

    /// Where pieces are cut that should have this work before the cut: at the node, or among the arcs of the
    /// hub, to which it belongs.
    fn cut(&self, work: u64) -> Cut {
        if work >= self.total {
            return self.last_cut();
        }
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
        let arcs = (work - before).saturating_sub(1);
        Cut { unit, node, arcs: arcs - arcs % HUB as u64 }
    }
}

/// Between two pieces.
#[derive(Clone, Copy, Default)]
struct Cut {
    /// The position in a list, the word of a bitmap, or the node.
    unit: usize,
    node: Node,
    /// Arcs of the node before the cut. If there are none, the cut is before the node.
    arcs: u64,
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
    first: Cut,
    last: Cut,
}

impl Piece<'_> {
    /// The nodes of the current word that are before the end of the piece.
    fn word(&self, words: &[AtomicU64]) -> u64 {
        let bits = words[self.next].load(Relaxed);
        if self.next < self.last.unit {
            return bits;
        }
        let end = 1 << (self.last.node.index() % WORD);
        bits & (end - 1 | if self.last.arcs > 0 { end } else { 0 })
    }

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
                        self.bits = if self.next < self.units { self.word(words) } else { 0 };
                        continue;
                    }
                    let node = Node::new(self.next * WORD + self.bits.trailing_zeros() as usize);
                    self.bits &= self.bits - 1;
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
        if node == self.last.node && self.last.arcs > 0 {
            end = begin + self.last.arcs;
        }
        if node == self.first.node {
            begin += self.first.arcs;
        }
        begin as usize..end as usize
    }

    /// Whether these arcs of a node, those in the piece, are all that it has.
    #[inline(always)]
    pub(super) fn has_all(&self, node: Node, places: &Range<usize>) -> bool {
        let (begin, end) = (self.offsets[node.index()], self.offsets[node.index() + 1]);
        (begin, end) == (places.start as u64, places.end as u64)
    }

    /// Whether an earlier piece has the node too.
    #[inline(always)]
    pub(super) fn continues(&self, node: Node) -> bool {
        node == self.first.node && self.first.arcs > 0
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
