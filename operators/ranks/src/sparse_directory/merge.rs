//! The end: the remaining edges are merged along a tree of ranks.
//!
//! Rank 2k + 1 sends its edges to rank 2k, rank 4k + 2 then to rank 4k, and so on. Each keeps the forest of
//! its own and the received edges. So rank 0 ends with the forest of all. It sends each rank its edges of the
//! forest, and the owners of labels the new roots of these.

use boscage_core::comm::Reduction;
use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{EdgeId, Key, Node};
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};

use super::directory::NONE;
use super::live::Live;
use super::message::{Message, halves};
use super::numbered::Numbered;
use super::rounds::Rounds;

/// An edge between labels, ordered by (key, rank, id).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    key: u64,
    rank: u32,
    id: u32,
    u: u32,
    v: u32,
}

/// Words of an edge in a message.
const WORDS: usize = 3;

impl Edge {
    fn words(self) -> [u64; WORDS] {
        let both = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        [self.key, both(self.rank, self.id), both(self.u, self.v)]
    }

    fn from_words(words: &[u64]) -> Self {
        let halves = |word: u64| ((word >> 32) as u32, word as u32);
        let ((rank, id), (u, v)) = (halves(words[1]), halves(words[2]));
        Self { key: words[0], rank, id, u, v }
    }
}

impl<K: Key> Rounds<'_, '_, K> {
    /// Takes the forest of all remaining edges of the ranks. Collective.
    pub(super) fn merge(&mut self, live: Live<K>) -> Result<()> {
        let (comm, rank, ranks) = (self.comm, self.comm.rank(), self.comm.ranks());
        comm.step("merge", 0);
        if comm.reduced(live.edges.len() as u64, Reduction::Sum)? == 0 {
            return Ok(());
        }
        let mut edges = Vec::new();
        let mut failed = memory::grow("edges to be merged", &mut edges, live.edges.len()).err();
        if failed.is_none() {
            edges.extend(live.edges.iter().map(|edge| {
                let ((u, v), id) = (live.ends(edge), edge.id);
                Edge { key: edge.key.into(), rank: rank as u32, id, u, v }
            }));
        }
        drop(live);
        let mut distance = 1;
        while distance < ranks && rank.is_multiple_of(2 * distance) {
            let from = rank + distance;
            distance *= 2;
            if from >= ranks {
                continue;
            }
            let received = comm.receive_from(from)?;
            // A rank that fails continues without edges, and all are notified at the end.
            match forest(self.exec, std::mem::take(&mut edges), &received) {
                Ok(forest) => edges = forest,
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        if rank > 0 {
            let mut words = Vec::new();
            match memory::grow("edges to be merged", &mut words, WORDS * edges.len()) {
                Ok(()) => words.extend(edges.drain(..).flat_map(Edge::words)),
                Err(error) => failed = failed.or(Some(error)),
            }
            comm.send(rank - distance, words)?;
        }
        // Only rank 0 still has edges.
        let results = failed.map_or_else(|| self.results(&mut edges), Err);
        let (roots, ids) = comm.agree(results)?;
        let roots = roots.exchange(comm)?;
        if !is_planted("merge-without-owners") {
            for pair in roots.words() {
                let (label, root) = ((pair >> 32) as u32, *pair as u32);
                self.directory.hang(self.directory.place(label), root);
            }
        }
        let taken = ids.exchange(comm)?;
        let taken = halves(taken.words()).filter(|&id| id != NONE).map(EdgeId::from);
        let grown = memory::grow("the forest", &mut self.chosen, taken.clone().count());
        let ((), merged) = comm.agree_sum(grown, |()| edges.len() as u64)?;
        self.chosen.extend(taken);
        self.labels -= merged;
        Ok(())
    }

    /// Returns the messages of rank 0 when it has the forest: the new roots for the owners of labels, and for
    /// all ranks their edges of the forest.
    fn results(&self, edges: &mut [Edge]) -> Result<(Message, Message)> {
        let (labels, on) = roots(self.exec, edges)?;
        let mut roots = Message::new(self.comm, labels.len())?;
        for range in self.directory.routes(&labels) {
            roots.words.extend(range.map(|at| u64::from(labels[at]) << 32 | u64::from(on[at])));
            roots.end();
        }
        edges.sort_unstable_by_key(|edge| (edge.rank, edge.id));
        let mut ids = Message::new(self.comm, edges.len())?;
        for to in 0..self.comm.ranks() as u32 {
            let begin = edges.partition_point(|edge| edge.rank < to);
            let end = edges.partition_point(|edge| edge.rank <= to);
            ids.halves(edges[begin..end].iter().map(|edge| edge.id));
        }
        Ok((roots, ids))
    }
}

/// Returns the labels that are not roots in the forest of some edges, in ascending order, and their roots.
fn roots(exec: &Exec, edges: &[Edge]) -> Result<(Vec<u32>, Vec<u32>)> {
    let (numbered, mut sets) = numbered(exec, edges)?;
    for ends in numbered.numbers.chunks_exact(2) {
        sets.unite(Node::from(ends[0]), Node::from(ends[1]));
    }
    let (mut labels, mut on) =
        (memory::reserve("roots", edges.len())?, memory::reserve("roots", edges.len())?);
    for (number, &label) in numbered.labels.iter().enumerate() {
        let root = sets.find(Node::new(number)).index();
        if root != number {
            labels.push(label);
            on.push(numbered.labels[root]);
        }
    }
    Ok((labels, on))
}

/// Returns the numbers of the labels at the ends of some edges, two per edge, and a set per label.
fn numbered(exec: &Exec, edges: &[Edge]) -> Result<(Numbered, SequentialSets)> {
    let ends = edges.iter().flat_map(|edge| [edge.u, edge.v]);
    let numbered = Numbered::new(exec, 2 * edges.len(), ends.zip(0..))?;
    let sets = SequentialSets::new(numbered.labels.len())?;
    Ok((numbered, sets))
}

/// Returns the forest of some edges and of those in a message.
fn forest(exec: &Exec, mut edges: Vec<Edge>, received: &[u64]) -> Result<Vec<Edge>> {
    memory::grow("edges to be merged", &mut edges, received.len() / WORDS)?;
    edges.extend(received.chunks_exact(WORDS).map(Edge::from_words));
    edges.sort_unstable();
    let (numbered, mut sets) = numbered(exec, &edges)?;
    let mut ends = numbered.numbers.chunks_exact(2).map(|ends| [Node::from(ends[0]), Node::from(ends[1])]);
    edges.retain(|_| ends.next().is_some_and(|[u, v]| sets.unite(u, v)));
    Ok(edges)
}
