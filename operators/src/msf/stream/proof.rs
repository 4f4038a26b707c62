//! The proof that a forest of a stream is minimal, by another pass over the stream.
//!
//! The criterion and the method are those of [`check`](fn@crate::msf::check). Bounds prove nearly all edges;
//! the others are compared with the heaviest edge between their ends.

use boscage_core::Result;
use boscage_core::bits::SharedBits;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, Key, Node, Objective, Weight};
use boscage_core::mutex::Mutex;
use boscage_core::parallel::{pipeline, radix_sort, tabulate};

use super::filter::Filter;
use super::record::Record;
use super::scale::Scale;
use super::{BLOCK, StreamEdge, moved};
use crate::msf::links::{Joining, Links};
use crate::msf::{Flaw, Verdict};

/// The proof that edges are the minimum (maximum) spanning forest of a stream:
/// [`check`](fn@super::super::check) for edges that are not kept.
///
/// The blocks of the stream may come in any order, but each once.
///
/// # Determinism
/// The verdict does not depend on the order of the blocks or on the number of threads.
///
/// # Memory
/// 48 bytes per node; 56 with 64-bit weights.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Edge, Objective::Minimum};
/// use boscage::operators::msf::{ForestStream, StreamProof, Verdict};
///
/// let exec = Exec::available()?;
/// let edges = [Edge::new(0, 1, 4_u32), Edge::new(1, 2, 1), Edge::new(2, 0, 3)];
/// let mut stream = ForestStream::new(3, Minimum)?;
/// stream.push(&exec, &edges)?;
/// let forest = stream.finish(&exec)?;
/// let mut proof = StreamProof::new(&exec, 3, forest.edges(), Minimum)?;
/// proof.push(&exec, &edges)?;
/// assert_eq!(proof.verdict(), Verdict::Exact);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamProof<W: Weight> {
    nodes: usize,
    objective: Objective,
    state: State<W>,
    /// The position of the next edge.
    end: u64,
}

#[derive(Debug)]
enum State<W: Weight> {
    /// The forest has a flaw of its own.
    Flawed(Flaw<StreamEdge<W>>),
    Open(Box<Open<W>>),
}

/// A forest without cycles.
#[derive(Debug)]
struct Open<W: Weight> {
    filter: Filter<W::Key>,
    links: Links,
    /// The edges of the forest in the order of (key, position).
    forest: Vec<Record<W::Key>>,
    /// The ranks of the edges that have been met in the stream.
    met: SharedBits,
    worst: Mutex<Option<Judgement<W::Key>>>,
}

/// A conclusion from an edge outside the forest: of several, the first one counts. A flaw precedes another
/// choice among ties.
#[derive(Clone, Copy, Debug)]
struct Judgement<K> {
    is_tie: bool,
    outside: Record<K>,
    /// The edge of the forest; `None` if the edge outside connects two trees.
    inside: Option<Record<K>>,
}

impl<K: Key> Judgement<K> {
    fn rank(&self) -> (bool, u64) {
        (self.is_tie, self.outside.position())
    }
}

impl<W: Weight> StreamProof<W> {
    /// Begins the proof that `forest` is the spanning forest of a stream of edges between this many nodes.
    ///
    /// # Errors
    /// [`Error::TooMany`](boscage_core::Error::TooMany) nodes, and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If an end of an edge is not a node.
    pub fn new(exec: &Exec, nodes: usize, forest: &[StreamEdge<W>], objective: Objective) -> Result<Self> {
        let nodes = Node::check_count(nodes as u64)?;
        let record = |i: usize| {
            let StreamEdge { position, edge } = &forest[i];
            Record::new(edge, objective.key(edge.weight), *position)
        };
        let mut records = tabulate(exec, "the forest", forest.len(), record)?;
        radix_sort(exec, &mut records, Record::position)?;
        let repeated = records.windows(2).find(|pair| pair[0].position() == pair[1].position());
        let state = match repeated {
            Some(pair) => State::Flawed(Flaw::Repeated(StreamEdge::of(&pair[0], objective))),
            None => {
                radix_sort::<_, u64>(exec, &mut records, |record| record.key.into())?;
                State::of(exec, nodes, records, objective)?
            }
        };
        Ok(Self { nodes, objective, state, end: 0 })
    }

    /// Checks edges, at the positions that follow the greatest one so far.
    ///
    /// # Errors
    /// Those of [`ForestStream::push`](super::ForestStream::push).
    pub fn push(&mut self, exec: &Exec, edges: &[Edge<W>]) -> Result<()> {
        let begin = self.end;
        let blocks = (begin..).step_by(BLOCK).zip(edges.chunks(BLOCK));
        self.extend_at(exec, blocks, Ok)
    }

    /// Checks blocks of edges at any positions: `read` returns the position of the first edge of a block, and
    /// the block.
    ///
    /// # Errors
    /// The first error of `read` in the order of the items, and those of [`push`](Self::push).
    pub fn extend_at<T: Send, B: AsRef<[Edge<W>]>>(
        &mut self,
        exec: &Exec,
        items: impl Iterator<Item = T> + Send,
        read: impl Fn(T) -> Result<(u64, B)> + Sync,
    ) -> Result<()> {
        let Self { nodes, objective, state, end } = self;
        let check = |item| {
            let (first, edges) = read(item)?;
            let edges = edges.as_ref();
            if let State::Open(open) = &*state {
                let passed = open.filter.pass(*nodes, edges, *objective, Some(first));
                passed.map_err(|error| moved(error, first))?.iter().for_each(|record| open.judge(record));
            }
            Ok(first + edges.len() as u64)
        };
        pipeline(exec, items, check, |block_end: Result<u64>| {
            exec.check_cancelled()?;
            *end = (*end).max(block_end?);
            Ok(())
        })
    }

    /// Returns the verdict for the edges that have been checked. [`Flaw::Unknown`] is an edge that the stream
    /// does not have at its position.
    #[must_use]
    pub fn verdict(self) -> Verdict<StreamEdge<W>> {
        let open = match self.state {
            State::Flawed(flaw) => return Verdict::Flawed(flaw),
            State::Open(open) => open,
        };
        let edge = |record: &Record<W::Key>| StreamEdge::of(record, self.objective);
        let unmet = (0..open.forest.len()).filter(|&rank| !open.met.contains(rank));
        if let Some(unknown) = unmet.map(|rank| &open.forest[rank]).min_by_key(|record| record.position()) {
            return Verdict::Flawed(Flaw::Unknown(edge(unknown)));
        }
        let Some(Judgement { is_tie, outside, inside }) = open.worst.into_inner() else {
            return Verdict::Exact;
        };
        let outside = edge(&outside);
        match inside.as_ref().map(edge) {
            None => Verdict::Flawed(Flaw::NotSpanning(outside)),
            Some(inside) if is_tie => Verdict::Minimal { inside, outside },
            Some(inside) => Verdict::Flawed(Flaw::Heavier { inside, outside }),
        }
    }
}

impl<W: Weight> State<W> {
    /// Joins the edges of a forest, which are in the order of (key, position).
    fn of(exec: &Exec, nodes: usize, forest: Vec<Record<W::Key>>, objective: Objective) -> Result<Self> {
        let mut joining = Joining::new(exec, nodes)?;
        if let Some(closing) = forest.iter().find(|edge| !joining.join([edge.u, edge.v])) {
            return Ok(Self::Flawed(Flaw::Cycle(StreamEdge::of(closing, objective))));
        }
        let joined = joining.finish();
        let end = forest.iter().map(|edge| edge.position() + 1).max().unwrap_or(0);
        let scale = Scale::new(&forest, end);
        let filter = Filter::of(nodes, &forest, &joined, Some(scale))?;
        let (links, met) = (joined.links(nodes)?, SharedBits::new("edges of the forest", forest.len())?);
        Ok(Self::Open(Box::new(Open { filter, links, forest, met, worst: Mutex::default() })))
    }
}

impl<W: Weight> Open<W> {
    /// Judges an edge by the heaviest edge between its ends.
    fn judge(&self, edge: &Record<W::Key>) {
        let Some(rank) = self.links.heaviest(Node::from(edge.u), Node::from(edge.v)) else {
            return self.conclude(Judgement { is_tie: false, outside: *edge, inside: None });
        };
        let heaviest = &self.forest[rank as usize];
        if heaviest.position() == edge.position() {
            let is_same = heaviest.key == edge.key && ends(heaviest) == ends(edge);
            if is_same {
                self.met.insert(rank as usize);
            }
        } else if edge.precedes(heaviest) {
            let is_tie = edge.key == heaviest.key;
            self.conclude(Judgement { is_tie, outside: *edge, inside: Some(*heaviest) });
        }
    }

    fn conclude(&self, judgement: Judgement<W::Key>) {
        let mut worst = self.worst.lock();
        if worst.is_none_or(|worst| judgement.rank() < worst.rank()) {
            *worst = Some(judgement);
        }
    }
}

/// Returns the ends of an edge, the lower first.
fn ends<K: Copy>(edge: &Record<K>) -> (u32, u32) {
    (edge.u.min(edge.v), edge.u.max(edge.v))
}
