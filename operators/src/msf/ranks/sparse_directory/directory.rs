//! The directory: for each label, the rank that knows what became of it.

use std::ops::Range;

use boscage::comm::{Comm, Numbering};
use boscage::exec::Exec;
use boscage::graph::Node;
use boscage::{Result, memory};

/// No label.
pub(super) const NONE: u32 = u32::MAX;

/// An odd number, so that multiplying by it exchanges the numbers below a power of two: near 2^32
/// divided by the golden ratio (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
const SPREAD: u64 = 0x9e37_79b1;

/// What the owners of labels know: the label that each hangs on. A label that hangs on none is a *root*.
///
/// The label of a node is a hash, which exchanges the numbers below a power of two. Each rank owns the labels
/// of a range: so owners have as much to do as others, an owner needs no table to find a label, and labels
/// that are sorted go to their owners in order, and meet memory in order there.
pub(super) struct Directory {
    ranks: u64,
    bits: u32,
    /// The first label owned.
    begin: u64,
    parents: Vec<u32>,
}

impl Directory {
    /// For the labels of `nodes` nodes, each a root.
    pub(super) fn new(comm: &Comm<'_>, nodes: usize) -> Result<Self> {
        let mut directory =
            Self { ranks: comm.ranks() as u64, bits: bits(nodes), begin: 0, parents: Vec::new() };
        directory.begin = directory.begin_of(comm.rank());
        let len = directory.begin_of(comm.rank() + 1) - directory.begin;
        directory.parents = memory::filled("the directory", len as usize, NONE)?;
        Ok(directory)
    }

    /// The first label that a rank owns.
    fn begin_of(&self, rank: usize) -> u64 {
        ((rank as u64) << self.bits).div_ceil(self.ranks)
    }

    /// How many places there are for labels of this rank.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    pub(super) fn owner(&self, label: u32) -> usize {
        (u64::from(label) * self.ranks >> self.bits) as usize
    }

    /// The label that this rank has at a place.
    pub(super) fn label(&self, place: usize) -> u32 {
        (self.begin + place as u64) as u32
    }

    /// The place of a label that this rank owns.
    pub(super) fn place(&self, label: u32) -> usize {
        (u64::from(label) - self.begin) as usize
    }

    /// Of labels that ascend, where those of each rank are.
    pub(super) fn routes<'l>(&'l self, labels: &'l [u32]) -> impl Iterator<Item = Range<usize>> + 'l {
        let mut begin = 0;
        (1..=self.ranks as usize).map(move |next| {
            let limit = self.begin_of(next);
            let end = begin + labels[begin..].partition_point(|&label| u64::from(label) < limit);
            std::mem::replace(&mut begin, end)..end
        })
    }

    /// Hangs the label at a place on another.
    pub(super) fn hang(&mut self, place: usize, on: u32) {
        self.parents[place] = on;
    }

    /// The label that the one at a place hangs on, or [`NONE`].
    pub(super) fn parent(&self, place: usize) -> u32 {
        self.parents[place]
    }

    /// What the owners of labels answer, in the order of the questions. Collective.
    pub(super) fn ask(
        &self,
        comm: &Comm<'_>,
        questions: &Questions<'_>,
        answer: impl Fn(usize) -> u32,
    ) -> Result<Vec<u32>> {
        let Questions { labels, distinct } = questions;
        let mut message = Message::new(comm.ranks());
        for range in self.routes(distinct.labels()) {
            message.halves(distinct.labels()[range].iter().copied());
        }
        let asked = message.exchange(comm)?;
        let mut message = Message::new(comm.ranks());
        for rank in 0..comm.ranks() {
            let asked = halves(asked.of(rank)).filter(|&label| label != NONE);
            message.halves(asked.map(|label| answer(self.place(label))));
        }
        let answers = message.exchange(comm)?;
        let mut known = Vec::with_capacity(distinct.len());
        for (rank, range) in self.routes(distinct.labels()).enumerate() {
            known.extend(halves(answers.of(rank)).take(range.len()));
        }
        let number = |label| distinct.number(label).expect("a label of the list") as usize;
        Ok(labels.iter().map(|&label| known[number(label)]).collect())
    }

    /// Hangs the labels at some places, which hang on others, directly on their roots. Returns how many there
    /// are on all ranks. Collective.
    ///
    /// Each step doubles the distance that a label has come: it takes over what the label that it hangs on
    /// hangs on.
    pub(super) fn compress(&mut self, exec: &Exec, comm: &Comm<'_>, mut places: Vec<u32>) -> Result<u64> {
        let mut all = None;
        loop {
            let parents: Vec<u32> = places.iter().map(|&place| self.parents[place as usize]).collect();
            let questions = Questions::new(exec, &parents);
            let (questions, left) = comm.agree_sum(questions, |_| places.len() as u64)?;
            let all = *all.get_or_insert(left);
            if left == 0 {
                return Ok(all);
            }
            let above = self.ask(comm, &questions, |place| self.parents[place])?;
            let mut next = above.iter();
            places.retain(|&place| {
                let &above = next.next().expect("an answer for each");
                if above != NONE {
                    self.parents[place as usize] = above;
                }
                above != NONE
            });
        }
    }

    /// The same for all labels that hang on others.
    pub(super) fn compress_all(&mut self, exec: &Exec, comm: &Comm<'_>) -> Result<()> {
        let hanging = self.parents.iter().zip(0..).filter(|&(&parent, _)| parent != NONE);
        let places = hanging.map(|(_, place)| place).collect();
        self.compress(exec, comm, places).map(drop)
    }

    /// The roots of some labels, which must hang directly on them. Collective.
    pub(super) fn roots(&self, exec: &Exec, comm: &Comm<'_>, labels: &[u32]) -> Result<Vec<u32>> {
        let questions = comm.agree(Questions::new(exec, labels))?;
        let mut roots = self.ask(comm, &questions, |place| self.parents[place])?;
        roots.iter_mut().zip(labels).for_each(|(root, &label)| {
            if *root == NONE {
                *root = label;
            }
        });
        Ok(roots)
    }
}

/// Labels whose owners are to be asked for something. Each label is asked for once: so the owner of a label
/// that many hang on gets one question from each rank.
pub(super) struct Questions<'l> {
    labels: &'l [u32],
    distinct: Numbering,
}

impl<'l> Questions<'l> {
    pub(super) fn new(exec: &Exec, labels: &'l [u32]) -> Result<Self> {
        let mut copy = memory::reserve("labels to be asked for", labels.len())?;
        copy.extend_from_slice(labels);
        Ok(Self { labels, distinct: Numbering::new(exec, copy)? })
    }
}

/// Bits of labels.
fn bits(nodes: usize) -> u32 {
    nodes.max(1).next_power_of_two().ilog2()
}

/// The label of a node in a graph of `nodes` nodes.
pub(super) fn label_of(node: Node, nodes: usize) -> u32 {
    let hash = |node: u32| (u64::from(node) * SPREAD & ((1 << bits(nodes)) - 1)) as u32;
    // With 32 bits, one node would have `NONE` for a label. It gets the label that the highest of all numbers
    // would have, which is no node.
    match hash(node.into()) {
        NONE => hash(u32::MAX),
        label => label,
    }
}

/// Words for all ranks, written one rank after the other.
pub(super) struct Message {
    pub(super) words: Vec<u64>,
    counts: Vec<usize>,
    /// Words for the ranks before the next one.
    before: usize,
}

impl Message {
    pub(super) fn new(ranks: usize) -> Self {
        Self { words: Vec::new(), counts: Vec::with_capacity(ranks), before: 0 }
    }

    /// What has been written since the last call is for the next rank.
    pub(super) fn end(&mut self) {
        self.counts.push(self.words.len() - self.before);
        self.before = self.words.len();
    }

    /// Values of 32 bits for the next rank, two in a word. If their number is odd, [`NONE`] is the last.
    pub(super) fn halves(&mut self, values: impl Iterator<Item = u32>) {
        push_halves(&mut self.words, values);
        self.end();
    }

    /// Sends them. Collective.
    pub(super) fn exchange(self, comm: &Comm<'_>) -> Result<boscage::comm::Parcels> {
        comm.exchange(&self.words, &self.counts)
    }
}

/// Appends values of 32 bits, two in a word. If their number is odd, [`NONE`] is the last.
pub(super) fn push_halves(words: &mut Vec<u64>, mut values: impl Iterator<Item = u32>) {
    while let Some(value) = values.next() {
        words.push(u64::from(value) << 32 | u64::from(values.next().unwrap_or(NONE)));
    }
}

/// The values of 32 bits in some words.
pub(super) fn halves(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().flat_map(|&word| [(word >> 32) as u32, word as u32])
}
