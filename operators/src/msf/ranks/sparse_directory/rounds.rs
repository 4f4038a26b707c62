//! The rounds: every label takes its lightest edge.

use boscage::Result;
use boscage::comm::{Comm, Numbering, Parcels};
use boscage::exec::Exec;
use boscage::fault::is_planted;
use boscage::graph::{EdgeId, Key, Node};
use boscage::memory;
use boscage::parallel::{least, prefetch, radix_sort};
use boscage::sync::SequentialSets;

use super::super::super::live_edge::LiveEdge;
use super::super::key_of;
use super::directory::{Directory, Message, NONE, Questions, halves, push_halves};

/// How many labels ahead their edges are prefetched.
const AHEAD: usize = 16;

/// What the owner of a label keeps of the candidates for it.
#[derive(Clone, Copy)]
struct Choice<K> {
    key: K,
    rank: u32,
    id: u32,
    /// The label at the other end; [`NONE`] if there was no candidate yet.
    other: u32,
}

/// The state of one rank.
pub(super) struct Rounds<'a, 't, K: Key> {
    pub(super) exec: &'a Exec,
    pub(super) comm: &'a Comm<'t>,
    pub(super) directory: Directory,
    choices: Vec<Choice<K>>,
    /// The edges of the forest that this rank has.
    pub(super) chosen: Vec<EdgeId>,
    /// How many labels are left in all.
    pub(super) labels: u64,
    round: u64,
}

/// Edges between labels, in the order of (key, id). Their ends are numbers of labels.
pub(super) struct Live<K> {
    pub(super) edges: Vec<LiveEdge<K>>,
    pub(super) labels: Numbering,
}

impl<K: Key> Live<K> {
    /// Of edges whose ends are labels. Sorts them, unless they are sorted.
    pub(super) fn new(exec: &Exec, mut edges: Vec<LiveEdge<K>>) -> Result<Self> {
        if !edges.is_sorted_by_key(LiveEdge::packed) {
            // Stable, and the ids ascend.
            edges.sort_unstable_by_key(|edge| edge.id);
            radix_sort(exec, &mut edges, |edge| -> u64 { edge.key.into() })?;
        }
        let mut ends = memory::reserve("labels", 2 * edges.len())?;
        ends.extend(edges.iter().flat_map(|edge| [edge.u, edge.v]));
        let labels = Numbering::new(exec, ends)?;
        let number = |label| labels.number(label).expect("a label at an end of an edge");
        edges.iter_mut().for_each(|edge| (edge.u, edge.v) = (number(edge.u), number(edge.v)));
        Ok(Self { edges, labels })
    }

    /// The edges between labels themselves.
    pub(super) fn into_edges(self) -> Vec<LiveEdge<K>> {
        let Self { mut edges, labels } = self;
        let label = |number: u32| labels.labels()[number as usize];
        edges.iter_mut().for_each(|edge| (edge.u, edge.v) = (label(edge.u), label(edge.v)));
        edges
    }

    /// The same edges after each label has become another; those of them that are in the local forest. The
    /// others are the heaviest of a cycle.
    pub(super) fn relabelled(self, exec: &Exec, new: &[u32]) -> Result<Self> {
        let labels = Numbering::new(exec, new.to_vec())?;
        let number = |old: u32| labels.number(new[old as usize]).expect("a new label");
        let numbers: Vec<u32> = (0..new.len() as u32).map(number).collect();
        let mut sets = SequentialSets::new(labels.len())?;
        let mut is_used = memory::filled("labels with edges", labels.len(), false)?;
        let mut edges = self.edges;
        edges.retain_mut(|edge| {
            (edge.u, edge.v) = (numbers[edge.u as usize], numbers[edge.v as usize]);
            let is_kept = sets.unite(Node::from(edge.u), Node::from(edge.v));
            if is_kept {
                (is_used[edge.u as usize], is_used[edge.v as usize]) = (true, true);
            }
            is_kept
        });
        edges.shrink_to_fit();
        // Labels without edges are left out.
        let mut used = memory::reserve("labels with edges", (2 * edges.len()).min(labels.len()))?;
        let mut numbers: Vec<u32> = memory::reserve("numbers of labels", labels.len())?;
        for (&label, is_used) in labels.labels().iter().zip(is_used) {
            numbers.push(used.len() as u32);
            if is_used {
                used.push(label);
            }
        }
        edges.iter_mut().for_each(|edge| {
            (edge.u, edge.v) = (numbers[edge.u as usize], numbers[edge.v as usize]);
        });
        Ok(Self { edges, labels: Numbering::new(exec, used)? })
    }
}

impl<'a, 't, K: Key> Rounds<'a, 't, K> {
    pub(super) fn new(exec: &'a Exec, comm: &'a Comm<'t>, nodes: usize, chosen: Vec<EdgeId>) -> Result<Self> {
        let directory = Directory::new(comm, nodes)?;
        let nothing = Choice { key: K::unpack_key(K::PACKED_MAX), rank: 0, id: 0, other: NONE };
        let choices = memory::filled("the choices of labels", directory.len(), nothing)?;
        Ok(Self { exec, comm, directory, choices, chosen, labels: nodes as u64, round: 0 })
    }

    /// Rounds until no edge is left, or as long as more than `until` labels are. What is left is returned.
    /// Collective.
    pub(super) fn run(&mut self, live: Live<K>, until: u64) -> Result<Live<K>> {
        let mut next = Ok(live);
        // Labels with edges, at most.
        let mut active = self.labels;
        loop {
            self.round += 1;
            self.comm.step("round", self.round);
            let own = next.and_then(|live| self.exec.check_cancelled().map(|()| live));
            let (live, left) = self.comm.agree_sum(own, |live| live.edges.len() as u64)?;
            if left == 0 || active <= until {
                return Ok(live);
            }
            (next, active) = self.round(live)?;
        }
    }

    /// A round. Returns what is left, and how many labels with edges there are now, at most. The inner result
    /// is of this rank alone: the others do not know it yet.
    fn round(&mut self, live: Live<K>) -> Result<(Result<Live<K>>, u64)> {
        let (exec, comm) = (self.exec, self.comm);
        let all = 0..live.edges.len();
        // The first edge at each label is the lightest.
        let lightest = least(exec, live.labels.len(), u32::MAX, std::slice::from_ref(&all), |i| {
            ([live.edges[i].u, live.edges[i].v], i as u32)
        });
        let lightest = comm.agree(lightest)?;
        comm.step("candidates", self.round);
        let candidates = self.candidates(&live, &lightest).exchange(comm)?;
        let touched = self.choose(&candidates);

        comm.step("choices", self.round);
        let others: Vec<u32> = touched.iter().map(|&place| self.choices[place as usize].other).collect();
        let (questions, active) = comm.agree_sum(Questions::new(exec, &others), |_| others.len() as u64)?;
        let theirs = self.directory.ask(comm, &questions, |place| self.choices[place].other)?;
        let mut hanging = Vec::with_capacity(touched.len());
        for ((&place, &other), theirs) in touched.iter().zip(&others).zip(theirs) {
            let label = self.directory.label(place as usize);
            // Two labels that have chosen each other have chosen the same edge.
            let is_mutual = theirs == label;
            if !is_mutual || label > other {
                // The choice of the label chosen is one step further, or, if that label is a root, one that
                // hangs on it.
                self.directory.hang(place as usize, if is_mutual { other } else { theirs });
                hanging.push(place);
            }
        }

        comm.step("pointers", self.round);
        let hanging = self.directory.compress(exec, comm, hanging)?;
        self.labels -= hanging;

        comm.step("answers", self.round);
        let answers = self.answers(&candidates).exchange(comm)?;
        for place in touched {
            self.choices[place as usize].other = NONE;
        }
        let mut new = Vec::with_capacity(live.labels.len());
        for (rank, range) in self.directory.routes(live.labels.labels()).enumerate() {
            let (roots, won) = answers.of(rank).split_at(range.len().div_ceil(2));
            new.extend(halves(roots).take(range.len()));
            for (i, at) in range.enumerate() {
                if won[i / 64] >> (i % 64) & 1 == 1 {
                    self.chosen.push(EdgeId::from(live.edges[lightest[at] as usize].id));
                }
            }
        }
        Ok((live.relabelled(exec, &new), active - hanging))
    }

    /// For each label its lightest edge: (label, other label), (key, id), in two words if keys have 32 bits,
    /// otherwise in three.
    fn candidates(&self, live: &Live<K>, lightest: &[u32]) -> Message {
        let mut message = Message::new(self.comm.ranks());
        let labels = live.labels.labels();
        for range in self.directory.routes(labels) {
            for at in range {
                let ahead = lightest[(at + AHEAD).min(lightest.len() - 1)];
                prefetch(&live.edges, ahead as usize);
                let LiveEdge { u, v, key, id } = live.edges[lightest[at] as usize];
                let other = labels[(u ^ v) as usize ^ at];
                message.words.push(u64::from(labels[at]) << 32 | u64::from(other));
                push_key(&mut message.words, key, id);
            }
            message.end();
        }
        message
    }

    /// Keeps the lightest candidate for each label; returns the places of these labels.
    fn choose(&mut self, candidates: &Parcels) -> Vec<u32> {
        let mut touched = Vec::new();
        for rank in 0..self.comm.ranks() {
            for candidate in candidates.of(rank).chunks_exact(1 + key_words::<K>()) {
                let (label, other) = ((candidate[0] >> 32) as u32, candidate[0] as u32);
                let (key, id) = read_key::<K>(&candidate[1..]);
                let place = self.directory.place(label);
                let choice = &mut self.choices[place];
                if choice.other == NONE {
                    touched.push(place as u32);
                }
                // Ids of lower ranks are lower, so the first of several equal keys stays.
                let is_lighter = key < choice.key || is_planted("prefer-later-ranks") && key == choice.key;
                if choice.other == NONE || is_lighter {
                    *choice = Choice { key, rank: rank as u32, id, other };
                }
            }
        }
        touched
    }

    /// For each candidate the root of its label, two in a word, then a bit for each: whether its edge enters
    /// the forest by this label.
    fn answers(&self, candidates: &Parcels) -> Message {
        let mut message = Message::new(self.comm.ranks());
        for rank in 0..self.comm.ranks() {
            let candidates = candidates.of(rank).chunks_exact(1 + key_words::<K>());
            let mut bits = vec![0_u64; candidates.len().div_ceil(64)];
            let roots = candidates.enumerate().map(|(i, candidate)| {
                let label = (candidate[0] >> 32) as u32;
                let place = self.directory.place(label);
                let (root, choice) = (self.directory.parent(place), &self.choices[place]);
                let is_choice = choice.rank == rank as u32 && choice.id == read_key::<K>(&candidate[1..]).1;
                bits[i / 64] |= u64::from(root != NONE && is_choice) << (i % 64);
                if root == NONE { label } else { root }
            });
            push_halves(&mut message.words, roots);
            message.words.extend(bits);
            message.end();
        }
        message
    }
}

/// Words that a key and an id take.
pub(super) const fn key_words<K: Key>() -> usize {
    if K::BITS == 32 { 1 } else { 2 }
}

/// Appends a key and an id.
pub(super) fn push_key<K: Key>(words: &mut Vec<u64>, key: K, id: u32) {
    let key: u64 = key.into();
    if K::BITS == 32 {
        words.push(key << 32 | u64::from(id));
    } else {
        words.extend([key, u64::from(id)]);
    }
}

/// The key and the id in some words.
pub(super) fn read_key<K: Key>(words: &[u64]) -> (K, u32) {
    if K::BITS == 32 {
        (key_of(words[0] >> 32), words[0] as u32)
    } else {
        (key_of(words[0]), words[1] as u32)
    }
}
