//! The directory: the parent of each label, on the rank that owns the label.

use std::ops::Range;

use boscage_core::comm::{Comm, Numbering, Reduction, share};
use boscage_core::exec::Exec;
use boscage_core::graph::Node;
use boscage_core::{Result, memory};

use super::message::{Message, halves};
use super::numbered::Numbered;

/// No label.
pub(super) const NONE: u32 = u32::MAX;

/// The parents of labels, on their owners. A label that hangs on none is a *root*.
///
/// The label of a node is a hash. Each rank owns the labels of a range. So owners have equal work, and sorted
/// labels go to their owners in order, which access memory in order. An owner has a place for each label of
/// its range, so it needs no table to find one. But if fewer than half of all labels have edges, it has
/// places only for these.
pub(super) struct Directory {
    ranks: usize,
    nodes: u64,
    /// The first label owned.
    begin: u64,
    /// The labels that have places, unless all have.
    places: Option<Numbering>,
    parents: Vec<u32>,
}

impl Directory {
    /// Creates the directory of the labels of `nodes` nodes, each a root. `labels`, two ascending lists, are
    /// those of this rank's edges. Collective.
    pub(super) fn new(exec: &Exec, comm: &Comm<'_>, nodes: usize, labels: [&[u32]; 2]) -> Result<Self> {
        let (ranks, nodes) = (comm.ranks(), nodes as u64);
        let owned = share(nodes, comm.rank(), ranks);
        let mut len = (owned.end - owned.start) as usize;
        let mut directory = Self { ranks, nodes, begin: owned.start, places: None, parents: Vec::new() };
        let own = labels[0].len() + labels[1].len();
        if comm.reduced(own as u64, Reduction::Sum)? < nodes / 2 {
            let message = Message::new(comm, own).map(|mut message| {
                for (one, other) in directory.routes(labels[0]).zip(directory.routes(labels[1])) {
                    message.halves(labels[0][one].iter().chain(&labels[1][other]).copied());
                }
                message
            });
            let known = comm.agree(message)?.exchange(comm)?;
            let places = memory::reserve("labels that are owned", 2 * known.words().len());
            let places = places.and_then(|mut places| {
                places.extend(halves(known.words()).filter(|&label| label != NONE));
                Numbering::new(exec, places)
            });
            let places = comm.agree(places)?;
            len = places.len();
            directory.places = Some(places);
        }
        directory.parents = comm.agree(memory::filled("the directory", len, NONE))?;
        Ok(directory)
    }

    /// Returns the number of places for labels of this rank.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns the label at a place of this rank.
    pub(super) fn label(&self, place: usize) -> u32 {
        match &self.places {
            Some(places) => places.labels()[place],
            None => (self.begin + place as u64) as u32,
        }
    }

    /// Returns the place of a label that this rank owns.
    pub(super) fn place(&self, label: u32) -> usize {
        match &self.places {
            Some(places) => places.number(label).expect("a label that some rank has") as usize,
            None => (u64::from(label) - self.begin) as usize,
        }
    }

    /// Returns the ranges of ascending labels that each rank owns.
    pub(super) fn routes<'l>(&'l self, labels: &'l [u32]) -> impl Iterator<Item = Range<usize>> + 'l {
        let mut begin = 0;
        (0..self.ranks).map(move |rank| {
            let limit = share(self.nodes, rank, self.ranks).end;
            let end = begin + labels[begin..].partition_point(|&label| u64::from(label) < limit);
            std::mem::replace(&mut begin, end)..end
        })
    }

    /// Hangs the label at a place on another.
    pub(super) fn hang(&mut self, place: usize, on: u32) {
        self.parents[place] = on;
    }

    /// Returns the label on which the one at a place hangs, or [`NONE`].
    pub(super) fn parent(&self, place: usize) -> u32 {
        self.parents[place]
    }

    /// Returns questions to the owners of some labels, which may be repeated. Each label is asked for once:
    /// so the owner of a label on which many hang gets one question from each rank.
    pub(super) fn questions(
        &self,
        exec: &Exec,
        comm: &Comm<'_>,
        labels: impl ExactSizeIterator<Item = u32>,
    ) -> Result<Questions> {
        let numbered = Numbered::new(exec, labels.len(), labels.zip(0..))?;
        let mut message = Message::new(comm, numbered.labels.len())?;
        for range in self.routes(&numbered.labels) {
            message.halves(numbered.labels[range].iter().copied());
        }
        Ok(Questions { numbered, message })
    }

    /// Returns the answers of the owners, in the order of the questions. Collective; allocates only messages.
    pub(super) fn ask(
        &self,
        comm: &Comm<'_>,
        questions: Questions,
        answer: impl Fn(usize) -> u32,
    ) -> Result<Vec<u32>> {
        let Questions { numbered: Numbered { labels: mut known, mut numbers }, message } = questions;
        let asked = message.exchange(comm)?;
        let counts: Vec<usize> = asked.counts().collect();
        let mut words = asked.into_words();
        let answer = |label: u32| if label == NONE { NONE } else { answer(self.place(label)) };
        for word in &mut words {
            *word = u64::from(answer((*word >> 32) as u32)) << 32 | u64::from(answer(*word as u32));
        }
        let answers = comm.exchange(&words, &counts)?;
        let of_ranks: Vec<_> = self.routes(&known).collect();
        for (rank, asked) in of_ranks.into_iter().enumerate() {
            known[asked]
                .iter_mut()
                .zip(halves(answers.from_rank(rank)))
                .for_each(|(known, answer)| *known = answer);
        }
        numbers.iter_mut().for_each(|number| *number = known[*number as usize]);
        Ok(numbers)
    }

    /// Hangs the labels at some places, which hang on others, directly on their roots. Returns their number
    /// on all ranks. Collective; fails on all ranks if `places` is an error on one.
    ///
    /// Each step doubles the distance: a label takes over the parent of its parent.
    pub(super) fn compress(
        &mut self,
        exec: &Exec,
        comm: &Comm<'_>,
        mut places: Result<Vec<u32>>,
    ) -> Result<u64> {
        let mut all = None;
        loop {
            let own = places.and_then(|places| {
                let parents = places.iter().map(|&place| self.parents[place as usize]);
                Ok((self.questions(exec, comm, parents)?, places))
            });
            let ((questions, mut left), count) = comm.agree_sum(own, |(_, places)| places.len() as u64)?;
            let all = *all.get_or_insert(count);
            if count == 0 {
                return Ok(all);
            }
            let above = self.ask(comm, questions, |place| self.parents[place])?;
            let mut next = above.iter();
            left.retain(|&place| {
                let &above = next.next().expect("an answer for each");
                if above != NONE {
                    self.parents[place as usize] = above;
                }
                above != NONE
            });
            places = Ok(left);
        }
    }

    /// The same for all labels that hang on others.
    pub(super) fn compress_all(&mut self, exec: &Exec, comm: &Comm<'_>) -> Result<()> {
        let hanging = || self.parents.iter().zip(0..).filter(|&(&parent, _)| parent != NONE);
        let places = memory::reserve("labels that hang on others", hanging().count());
        let places = places.map(|mut places| {
            places.extend(hanging().map(|(_, place): (_, u32)| place));
            places
        });
        self.compress(exec, comm, places).map(drop)
    }

    /// Returns the roots of some labels, which must hang directly on them. Collective.
    pub(super) fn roots(&self, exec: &Exec, comm: &Comm<'_>, labels: &[u32]) -> Result<Vec<u32>> {
        let questions = comm.agree(self.questions(exec, comm, labels.iter().copied()))?;
        let mut roots = self.ask(comm, questions, |place| self.parents[place])?;
        roots.iter_mut().zip(labels).for_each(|(root, &label)| {
            if *root == NONE {
                *root = label;
            }
        });
        Ok(roots)
    }
}

/// Labels about which their owners are asked.
pub(super) struct Questions {
    numbered: Numbered,
    message: Message,
}

/// Maps nodes to labels: a permutation of the numbers below the number of nodes.
pub(super) struct Labels {
    nodes: u64,
    factor: u64,
}

impl Labels {
    /// Creates the map for a graph of `nodes` nodes. The factor has no divisor in common with this number,
    /// and is near it divided by the golden ratio (Knuth, "The Art of Computer Programming", volume 3,
    /// section 6.4): so the labels of consecutive nodes are spread evenly.
    pub(super) fn new(nodes: usize) -> Self {
        let nodes = nodes.max(1) as u64;
        let divisor = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let golden = (nodes as f64 * 0.618_033_988_749_894_9) as u64;
        let factor = (golden.max(1)..).find(|&factor| divisor(factor, nodes) == 1);
        Self { nodes, factor: factor.expect("a number without a common divisor") }
    }

    pub(super) fn of(&self, node: Node) -> u32 {
        (u64::from(u32::from(node)) * self.factor % self.nodes) as u32
    }
}
