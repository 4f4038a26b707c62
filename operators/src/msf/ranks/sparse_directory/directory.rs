//! The directory: for each label, the rank that knows what became of it.

use boscage::comm::{Comm, Numbering};
use boscage::exec::Exec;
use boscage::{Result, memory};

/// No label.
pub(super) const NONE: u32 = u32::MAX;

/// An odd number, so that multiplying by it exchanges the numbers below a power of two: 2^32 divided by the
/// golden ratio (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
const SPREAD: u64 = 0x9e37_79b1;

/// Multiplying by it undoes multiplying by [`SPREAD`], modulo any power of two up to 2^64.
const GATHER: u64 = {
    let (mut inverse, mut right_bits) = (1_u64, 1);
    while right_bits < 64 {
        // Newton's iteration doubles the bits that are right.
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(SPREAD.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
};

/// What the owner of some labels knows: the label that each hangs on. A label that hangs on none is a *root*.
///
/// A label is owned by the rank that its hash says. The hash exchanges the numbers below a power of two, so
/// an owner needs no table to find the place of a label.
pub(super) struct Directory {
    ranks: u64,
    bits: u32,
    /// The hash of the first label owned.
    begin: u64,
    parents: Vec<u32>,
}

impl Directory {
    /// For the labels below `nodes`, each a root.
    pub(super) fn new(comm: &Comm<'_>, nodes: usize) -> Result<Self> {
        let (ranks, bits) = (comm.ranks() as u64, nodes.max(1).next_power_of_two().ilog2());
        let begin = |rank: u64| (rank << bits).div_ceil(ranks);
        let own = begin(comm.rank() as u64)..begin(comm.rank() as u64 + 1);
        let parents = memory::filled("the directory", (own.end - own.start) as usize, NONE)?;
        Ok(Self { ranks, bits, begin: own.start, parents })
    }

    /// How many places there are for labels of this rank.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    fn hash(&self, label: u32) -> u64 {
        (u64::from(label) * SPREAD) & ((1 << self.bits) - 1)
    }

    pub(super) fn owner(&self, label: u32) -> usize {
        (self.hash(label) * self.ranks >> self.bits) as usize
    }

    /// The label that this rank has at a place.
    pub(super) fn label(&self, place: usize) -> u32 {
        ((self.begin + place as u64).wrapping_mul(GATHER) & ((1 << self.bits) - 1)) as u32
    }

    /// The place of a label that this rank owns.
    pub(super) fn place(&self, label: u32) -> usize {
        (self.hash(label) - self.begin) as usize
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
        let route = Route::new(self, distinct.labels());
        let mut message = Message::new(comm.ranks());
        for places in route.by_rank() {
            message.halves(places.iter().map(|&place| distinct.labels()[place as usize]));
        }
        let asked = message.exchange(comm)?;
        let mut message = Message::new(comm.ranks());
        for rank in 0..comm.ranks() {
            let asked = halves(asked.of(rank)).filter(|&label| label != NONE);
            message.halves(asked.map(|label| answer(self.place(label))));
        }
        let answers = message.exchange(comm)?;
        let mut known = vec![NONE; distinct.len()];
        for (rank, places) in route.by_rank().enumerate() {
            places.iter().zip(halves(answers.of(rank))).for_each(|(&at, answer)| known[at as usize] = answer);
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

/// The way of some labels to their owners, which answers come back.
pub(super) struct Route {
    /// The positions of the labels, those of rank 0 first.
    order: Vec<u32>,
    ends: Vec<usize>,
}

impl Route {
    pub(super) fn new(directory: &Directory, labels: &[u32]) -> Self {
        let mut ends = vec![0; directory.ranks as usize];
        labels.iter().for_each(|&label| ends[directory.owner(label)] += 1);
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        let mut order = vec![0; labels.len()];
        for (position, &label) in labels.iter().enumerate() {
            let end = &mut ends[directory.owner(label)];
            order[*end] = position as u32;
            *end += 1;
        }
        Self { order, ends }
    }

    /// The positions of the labels of each rank.
    pub(super) fn by_rank(&self) -> impl Iterator<Item = &[u32]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.order[begin..end])
    }
}

/// Words for all ranks, written one rank after the other.
pub(super) struct Message {
    pub(super) words: Vec<u64>,
    counts: Vec<usize>,
}

impl Message {
    pub(super) fn new(ranks: usize) -> Self {
        Self { words: Vec::new(), counts: Vec::with_capacity(ranks) }
    }

    /// What has been written since the last call is for the next rank.
    pub(super) fn end(&mut self) {
        let before: usize = self.counts.iter().sum();
        self.counts.push(self.words.len() - before);
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
