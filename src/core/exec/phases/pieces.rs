//! Cutting the nodes of a set and their arcs into pieces of equal work.
//!
//! In most real graphs a few nodes have most of the arcs. Then pieces with equal numbers of nodes need very
//! different time, and all threads wait for the piece with the hub. So pieces are cut by work: 1 for a node
//! and 1 for each of its arcs. A piece may end among the arcs of a node that has more than [`HUB`], after a
//! multiple of that number; the next piece continues there.
//!
//! Adding up the work of the nodes of a set takes memory accesses as slow as those of the phase itself. It is
//! done only where it is needed: a single thread does all the work as one piece, and in graphs without hubs,
//! such as road networks, lists are cut by numbers of nodes.
//!
//! A set of little work gives one piece per thread. If a thread got several, neighbouring pieces would be
//! done by different threads, which would contend for cache lines.

use std::ops::Range;

use super::Phase;
use crate::Result;
use crate::bits::{SharedBits, WORD};
use crate::exec::Exec;
use crate::graph::{EdgeData, Form, Node, NodeSet, Rows};
use crate::parallel::{exclusive_scan, map_blocks};
use crate::primitives::Ordering::Relaxed;

/// The size of pieces.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Size {
    /// Chosen by the number of threads.
    ForThreads,
    /// The same for any number of threads, for results that depend on the cuts.
    Fixed,
}

/// Least work of a piece, in nodes and arcs. Half of it did not make searches of a road network faster.
const LEAST: u64 = 1 << 8;

/// Most work of a piece, unless there would be more than [`MOST_PIECES`].
const MOST: u64 = 1 << 14;

/// Work of a piece of a fixed size.
const FIXED: u64 = 1 << 9;

/// Most pieces of a set. If the set has more work, its pieces are larger: finding the begin of a piece takes
/// longer in a large graph.
const MOST_PIECES: u64 = 1 << 11;

/// Nodes of a list, or words of a bitmap, per sum of work.
const NODES: usize = 1 << 7;
const WORDS: usize = 1 << 3;

/// Number of such sums that a thread computes at a time.
const SUMS: usize = 1 << 3;

/// Arcs of a node that stay together.
pub(super) const HUB: usize = 1 << 12;

/// A graph has no hubs if no node has more than this many times the work of an average node.
const EVEN: u64 = 4;

impl Size {
    /// Number of pieces for this amount of work.
    fn pieces(self, work: u64, threads: usize) -> u64 {
        let count = match self {
            Self::ForThreads if threads == 1 => 1,
            Self::ForThreads => work.div_ceil(MOST).next_multiple_of(threads as u64).min(work / LEAST),
            Self::Fixed => work.div_ceil(FIXED),
        };
        count.clamp(1, MOST_PIECES)
    }
}

/// Nodes of a set with their arcs, in pieces of about equal work.
pub(super) struct Pieces<'a> {
    /// Position of the first arc of each node of the graph.
    offsets: &'a [u64],
    set: &'a NodeSet,
    /// The work before every [`NODES`] nodes of a list, or every [`WORDS`] words of a bitmap; empty if not
    /// needed.
    before: Vec<u64>,
    /// The work per node of a list, if it is about the same for all.
    each: Option<u64>,
    /// The work of all pieces, and per piece. Not known if there is only one piece.
    total: u64,
    work: u64,
    is_one: bool,
    threads: usize,
}

/// Cuts a set into pieces, and calls `f` with them: on the threads of `exec`, unless there is only one piece.
#[track_caller]
pub(super) fn in_pieces<E: EdgeData, R: Send>(
    phase: &Phase<'_>,
    rows: &Rows<E>,
    set: &NodeSet,
    size: Size,
    f: impl FnOnce(&Pieces<'_>) -> Result<R> + Send,
) -> Result<R> {
    let (exec, offsets, threads) = (phase.exec, &rows.offsets[..], phase.exec.threads());
    phase.check_nodes("set", set.node_count(), offsets.len() - 1);
    let (total, work) = (1, 1);
    let one = Pieces { offsets, set, before: Vec::new(), each: None, total, work, is_one: true, threads };
    let is_one = |work| size.pieces(work, threads) == 1;
    if is_one(work_in_all(offsets)) {
        return f(&one);
    }
    let each = work_of_each(rows);
    let (before, total) = match (set.form(), each) {
        (Form::All, _) => (Vec::new(), work_in_all(offsets)),
        (Form::List(nodes), Some(each)) => (Vec::new(), nodes.len() as u64 * each),
        (Form::List(nodes), None) => {
            let of_nodes = |nodes: &[Node]| nodes.iter().map(|&node| work_of(offsets, node)).sum();
            sums(exec, nodes.len(), NODES, |units| of_nodes(&nodes[units]))
        }
        (Form::Bitmap(bits), _) => sums(exec, bits.words().len(), WORDS, |units| {
            let nodes = units.flat_map(|word| bits.of_word(word)).map(Node::new);
            nodes.map(|node| work_of(offsets, node)).sum()
        }),
    };
    if is_one(total) {
        return f(&one);
    }
    let work = total.div_ceil(size.pieces(total, threads));
    exec.install(|| f(&Pieces { before, each, total, work, is_one: false, ..one }))
}

/// Returns the average work per node, if no node has much more.
fn work_of_each<E: EdgeData>(rows: &Rows<E>) -> Option<u64> {
    let average = work_in_all(&rows.offsets).div_ceil(rows.offsets.len() as u64 - 1);
    let highest = rows.max_degree + 1;
    (highest <= EVEN * average && highest <= LEAST).then_some(average)
}

/// Returns the work before every `len` units of a set, and the work of all units.
fn sums(
    exec: &Exec,
    units: usize,
    len: usize,
    of_units: impl Fn(Range<usize>) -> u64 + Sync,
) -> (Vec<u64>, u64) {
    let of_some = |some: Range<usize>| {
        let starts = some.clone().step_by(len);
        starts.map(|start| of_units(start..some.end.min(start + len))).collect::<Vec<_>>()
    };
    let mut before = map_blocks(exec, units, SUMS * len, of_some).concat();
    let total = exclusive_scan(exec, &mut before);
    (before, total)
}

/// Returns the work of all nodes before this one.
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

    /// Returns the work of all pieces, in nodes and arcs, if several threads share it.
    pub(super) fn shared_work(&self) -> Option<u64> {
        (!self.is_one && self.threads > 1).then_some(self.total)
    }

    /// Returns one of the pieces. It may be empty.
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
            Form::Bitmap(bits) => {
                piece.units = bits.words().len().min(last.unit + 1);
                if first.unit < piece.units {
                    piece.bits = piece.word(bits) & u64::MAX << (first.node.index() % WORD);
                }
            }
            _ => piece.units += usize::from(last.arcs > 0),
        }
        piece
    }

    /// The cut behind the last node.
    fn last_cut(&self) -> Cut {
        let unit = match self.set.form() {
            Form::All => self.offsets.len() - 1,
            Form::List(nodes) => nodes.len(),
            Form::Bitmap(bits) => bits.words().len(),
        };
        Cut { unit, ..Cut::default() }
    }

    /// Returns the cut at about this amount of work: before a node, or among the arcs of a hub.
    fn cut(&self, work: u64) -> Cut {
        if work >= self.total {
            return self.last_cut();
        }
        // The unit to begin with, and the work before it.
        let start = |len| {
            let at = self.before.partition_point(|&before| before <= work) - 1;
            (at * len, self.before[at])
        };
        let find = |mut before: u64, nodes: &mut dyn Iterator<Item = (usize, Node)>| {
            for (unit, node) in nodes {
                let begin = before;
                before += work_of(self.offsets, node);
                if before > work {
                    return (unit, node, begin);
                }
            }
            unreachable!("the units have this work")
        };
        let (unit, node, before) = match self.set.form() {
            Form::All => {
                let node = node_at(self.offsets, work);
                (node, Node::at(node), work_before(self.offsets, node))
            }
            Form::List(nodes) => {
                if let Some(each) = self.each {
                    let unit = (work / each) as usize;
                    return Cut { unit, node: nodes[unit], arcs: 0 };
                }
                let (first, before) = start(NODES);
                find(before, &mut (first..).zip(nodes[first..].iter().copied()))
            }
            Form::Bitmap(bits) => {
                let (first, before) = start(WORDS);
                let nodes = |word| bits.of_word(word).map(move |node| (word, Node::at(node)));
                find(before, &mut (first..bits.words().len()).flat_map(nodes))
            }
        };
        let arcs = (work - before).saturating_sub(1);
        Cut { unit, node, arcs: arcs - arcs % HUB as u64 }
    }
}

/// The boundary between two pieces.
#[derive(Clone, Copy, Default)]
struct Cut {
    /// The position in a list, the word of a bitmap, or the node.
    unit: usize,
    node: Node,
    /// Number of arcs of the node before the cut. If 0, the cut is before the node.
    arcs: u64,
}

/// Nodes whose arcs are requested from memory before the first of them is visited: their latencies overlap.
pub(super) const BATCH: usize = 32;

/// The nodes of a piece, and those of their arcs that are in it.
pub(super) struct Piece<'a> {
    offsets: &'a [u64],
    form: &'a Form,
    /// The next unit. For a bitmap: the current unit, whose remaining nodes are `bits`.
    next: usize,
    bits: u64,
    /// End of the units.
    units: usize,
    first: Cut,
    last: Cut,
}

impl Piece<'_> {
    /// Returns the nodes of the current word that are before the end of the piece.
    fn word(&self, bits: &SharedBits) -> u64 {
        let bits = bits.words()[self.next].load(Relaxed);
        if self.next < self.last.unit {
            return bits;
        }
        let end = 1 << (self.last.node.index() % WORD);
        bits & (end - 1 | if self.last.arcs > 0 { end } else { 0 })
    }

    /// Fills a batch with the next nodes for which `is_wanted` returns `true`, in the order of the set, and
    /// returns their number: 0 at the end.
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
                    if !offer(Node::at(self.next - 1)) {
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
            Form::Bitmap(bits) => {
                while self.next < self.units {
                    if self.bits == 0 {
                        self.next += 1;
                        self.bits = if self.next < self.units { self.word(bits) } else { 0 };
                        continue;
                    }
                    let node = Node::at(self.next * WORD + self.bits.trailing_zeros() as usize);
                    self.bits &= self.bits - 1;
                    if !offer(node) {
                        break;
                    }
                }
            }
        }
        len
    }

    /// Returns the positions of those arcs of a node that are in the piece.
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

    /// Returns `true` if these arcs, those in the piece, are all arcs of the node.
    #[inline(always)]
    pub(super) fn has_all(&self, node: Node, places: &Range<usize>) -> bool {
        let (begin, end) = (self.offsets[node.index()], self.offsets[node.index() + 1]);
        (begin, end) == (places.start as u64, places.end as u64)
    }

    /// Returns `true` if an earlier piece has arcs of the node, too.
    #[inline(always)]
    pub(super) fn continues(&self, node: Node) -> bool {
        node == self.first.node && self.first.arcs > 0
    }
}

/// Returns the last node for which the work of all nodes before it is at most `work`.
fn node_at(offsets: &[u64], work: u64) -> usize {
    node_between(offsets, work, 0, offsets.len() - 1)
}

/// Returns the same if it is at or after a node, in time that grows with the distance from there.
pub(super) fn node_from(offsets: &[u64], work: u64, first: usize) -> usize {
    let (mut low, mut step) = (first, 1);
    while low + step < offsets.len() && work_before(offsets, low + step) <= work {
        low += step;
        step *= 2;
    }
    node_between(offsets, work, low, (low + step).min(offsets.len()) - 1)
}

fn node_between(offsets: &[u64], work: u64, mut low: usize, mut high: usize) -> usize {
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if work_before(offsets, middle) <= work { low = middle } else { high = middle - 1 }
    }
    low
}
