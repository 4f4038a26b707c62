//! The rounds: every label takes its lightest edge.

use boscage_core::Result;
use boscage_core::comm::{Comm, Parcels, Reduction};
use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{EdgeId, Key};
use boscage_core::memory;
use boscage_core::parallel::{least, prefetch};

use super::directory::{Directory, NONE};
use super::live::Live;
use super::message::{Message, halves, key_words, push_key, read_key};
use boscage_operators::msf::LiveEdge;

/// Number of labels by which prefetches of their edges run ahead.
const AHEAD: usize = 16;

/// Number of candidates per group of answers: 32 words for their roots and one for their bits.
const GROUP: usize = 64;

/// The lightest candidate for a label, kept by its owner.
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
    /// The edges of the forest on this rank.
    pub(super) chosen: Vec<EdgeId>,
    /// Most labels that are left in all.
    pub(super) labels: u64,
    round: u64,
}

impl<'a, 't, K: Key> Rounds<'a, 't, K> {
    /// Creates the state before the first round. `labels`, two ascending lists, are those of this rank's
    /// edges. Collective.
    pub(super) fn new(
        exec: &'a Exec,
        comm: &'a Comm<'t>,
        nodes: usize,
        labels: [&[u32]; 2],
        chosen: Vec<EdgeId>,
    ) -> Result<Self> {
        let directory = Directory::new(exec, comm, nodes, labels)?;
        let nothing = Choice { key: K::unpack_key(K::PACKED_MAX), rank: 0, id: 0, other: NONE };
        let choices = comm.agree(memory::filled("the choices of labels", directory.len(), nothing))?;
        let labels = comm.reduced(directory.len() as u64, Reduction::Sum)?;
        Ok(Self { exec, comm, directory, choices, chosen, labels, round: 0 })
    }

    /// Runs rounds until no edge is left, or at most `until` labels. Returns the remaining edges. Collective.
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

    /// Runs a round. Returns the remaining edges, and a bound of the number of labels with edges. The inner
    /// result is of this rank alone: the others do not know it yet.
    fn round(&mut self, live: Live<K>) -> Result<(Result<Live<K>>, u64)> {
        let (exec, comm) = (self.exec, self.comm);
        let all = 0..live.edges.len();
        // The first edge at each label is the lightest.
        let lightest = least(exec, live.labels.len(), u32::MAX, std::slice::from_ref(&all), |i| {
            ([live.edges[i].u, live.edges[i].v], i as u32)
        });
        let lightest = lightest.and_then(|lightest| Ok((self.candidates(&live, &lightest)?, lightest)));
        let (candidates, lightest) = comm.agree(lightest)?;
        comm.step("candidates", self.round);
        let candidates = candidates.exchange(comm)?;

        comm.step("choices", self.round);
        let own = self.choose(&candidates).and_then(|touched| {
            let others = touched.iter().map(|&place| self.choices[place as usize].other);
            let questions = self.directory.questions(exec, comm, others)?;
            Ok((questions, memory::reserve("labels that hang on others", touched.len())?, touched))
        });
        let ((questions, mut hanging, touched), active) =
            comm.agree_sum(own, |(.., touched)| touched.len() as u64)?;
        let theirs = self.directory.ask(comm, questions, |place| self.choices[place].other)?;
        for (&place, theirs) in touched.iter().zip(theirs) {
            let label = self.directory.label(place as usize);
            let other = self.choices[place as usize].other;
            // Two labels that have chosen each other have chosen the same edge.
            let is_mutual = theirs == label;
            if !is_mutual || label > other {
                // The choice of the chosen label is one step further, or, if that label is a root, hangs on
                // it.
                self.directory.hang(place as usize, if is_mutual { other } else { theirs });
                hanging.push(place);
            }
        }

        comm.step("pointers", self.round);
        let hanging = self.directory.compress(exec, comm, Ok(hanging))?;
        self.labels -= hanging;

        comm.step("answers", self.round);
        let counts = candidates.counts().map(|words| answer_words(words / candidate_words::<K>()));
        let counts: Vec<usize> = counts.collect();
        let answers = comm.exchange(&self.answers(candidates), &counts)?;
        for place in touched {
            self.choices[place as usize].other = NONE;
        }
        Ok((self.relabelled_by(live, &lightest, &answers), active - hanging))
    }

    /// Returns the edges after the answers to this rank's candidates; those that have won are chosen.
    fn relabelled_by(&mut self, live: Live<K>, lightest: &[u32], answers: &Parcels) -> Result<Live<K>> {
        let mut new = memory::reserve("new labels", live.labels.len())?;
        for (rank, range) in self.directory.routes(&live.labels).enumerate() {
            let mut rest = answers.from_rank(rank);
            for group in lightest[range].chunks(GROUP) {
                let (of_group, others) = rest.split_at(answer_words(group.len()));
                rest = others;
                let (won, roots) = of_group.split_first().expect("a word of bits");
                new.extend(halves(roots).take(group.len()));
                memory::grow("the forest", &mut self.chosen, won.count_ones() as usize)?;
                let winners = group.iter().enumerate().filter(|(i, _)| won >> i & 1 == 1);
                self.chosen.extend(winners.map(|(_, &edge)| EdgeId::from(live.edges[edge as usize].id)));
            }
        }
        live.relabelled(self.exec, &new)
    }

    /// Returns the lightest edge per label: (label, other label), (key, id), in two words if keys have 32
    /// bits, otherwise in three.
    fn candidates(&self, live: &Live<K>, lightest: &[u32]) -> Result<Message> {
        let labels = &live.labels;
        let mut message = Message::new(self.comm, labels.len() * candidate_words::<K>())?;
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
        Ok(message)
    }

    /// Keeps the lightest candidate per label. Returns the places of these labels.
    fn choose(&mut self, candidates: &Parcels) -> Result<Vec<u32>> {
        let most = candidates.words().len() / candidate_words::<K>();
        let mut touched = memory::reserve("labels with candidates", most.min(self.directory.len()))?;
        for rank in 0..self.comm.ranks() {
            for candidate in candidates.from_rank(rank).chunks_exact(candidate_words::<K>()) {
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
        Ok(touched)
    }

    /// Returns the answers to candidates, in groups: a bit each, set if the edge enters the forest by this
    /// label; then the root of the label of each, two in a word. They replace the candidates in place, which
    /// take more words, so no memory is allocated.
    fn answers(&self, candidates: Parcels) -> Vec<u64> {
        let words = candidate_words::<K>();
        let counts: Vec<usize> = candidates.counts().map(|count| count / words).collect();
        let mut all = candidates.into_words();
        let (mut read, mut write) = (0, 0);
        for (rank, mut left) in counts.into_iter().enumerate() {
            while left > 0 {
                let group = left.min(GROUP);
                let (mut won, mut roots) = (0_u64, [NONE; GROUP]);
                for (i, root_of) in roots.iter_mut().take(group).enumerate() {
                    let candidate = &all[read..read + words];
                    let (label, (_, id)) = ((candidate[0] >> 32) as u32, read_key::<K>(&candidate[1..]));
                    let place = self.directory.place(label);
                    let (root, choice) = (self.directory.parent(place), &self.choices[place]);
                    let is_choice = choice.rank == rank as u32 && choice.id == id;
                    won |= u64::from(root != NONE && is_choice) << i;
                    *root_of = if root == NONE { label } else { root };
                    read += words;
                }
                all[write] = won;
                for pair in roots[..group.next_multiple_of(2)].chunks_exact(2) {
                    write += 1;
                    all[write] = u64::from(pair[0]) << 32 | u64::from(pair[1]);
                }
                write += 1;
                left -= group;
            }
        }
        all.truncate(write);
        all
    }
}

/// Returns the number of words of a candidate.
const fn candidate_words<K: Key>() -> usize {
    1 + key_words::<K>()
}

/// Returns the number of words of the answers to some candidates.
const fn answer_words(candidates: usize) -> usize {
    candidates.div_ceil(GROUP) + candidates.div_ceil(2)
}
