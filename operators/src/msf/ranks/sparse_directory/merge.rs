//! The end: the edges that are left are merged along a tree of ranks.
//!
//! Rank 2k + 1 sends its edges to rank 2k, rank 4k + 2 then to rank 4k, and so on. Each keeps of its edges and
//! those that it gets the forest. So rank 0 ends with the forest of all, and tells each rank which of its
//! edges are in it.

use std::collections::HashMap;

use boscage::comm::{Numbering, Reduction};
use boscage::graph::{EdgeId, Key, Node};
use boscage::sync::SequentialSets;
use boscage::{Result, memory};

use super::directory::{Message, NONE, halves};
use super::rounds::{Live, Rounds};

/// An edge between labels, in its order: (key, rank, id).
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

    fn of_words(words: &[u64]) -> Self {
        let halves = |word: u64| ((word >> 32) as u32, word as u32);
        let ((rank, id), (u, v)) = (halves(words[1]), halves(words[2]));
        Self { key: words[0], rank, id, u, v }
    }
}

impl<K: Key> Rounds<'_, '_, K> {
    /// Takes the forest of all edges that are left on the ranks. Collective.
    pub(super) fn merge(&mut self, live: Live<K>) -> Result<()> {
        let (comm, rank, ranks) = (self.comm, self.comm.rank(), self.comm.ranks());
        comm.step("merge", 0);
        if comm.reduced(live.edges.len() as u64, Reduction::Sum)? == 0 {
            return Ok(());
        }
        let own = live.into_edges().into_iter().map(|edge| {
            let (u, v, id) = (edge.u, edge.v, edge.id);
            Edge { key: edge.key.into(), rank: rank as u32, id, u, v }
        });
        let mut edges: Vec<Edge> = own.collect();
        let mut failed = None;
        let mut early = HashMap::new();
        let mut distance = 1;
        while distance < ranks && rank.is_multiple_of(2 * distance) {
            let from = rank + distance;
            distance *= 2;
            if from >= ranks {
                continue;
            }
            // The others of whom this rank receives may be faster.
            while !early.contains_key(&from) {
                early.extend(comm.receive(true)?);
            }
            let received = early.remove(&from).expect("the message that came");
            edges.extend(received.chunks_exact(WORDS).map(Edge::of_words));
            match forest(self.exec, edges) {
                Ok(forest) => edges = forest,
                // The rank goes on without edges, and all learn of it in the end.
                Err(error) => (edges, failed) = (Vec::new(), failed.or(Some(error))),
            }
        }
        if rank > 0 {
            comm.send(rank - distance, edges.drain(..).flat_map(Edge::words).collect())?;
        }
        comm.agree(failed.map_or(Ok(()), Err))?;
        edges.sort_unstable_by_key(|edge| (edge.rank, edge.id));
        let mut message = Message::new(ranks);
        for to in 0..ranks as u32 {
            let begin = edges.partition_point(|edge| edge.rank < to);
            let end = edges.partition_point(|edge| edge.rank <= to);
            message.halves(edges[begin..end].iter().map(|edge| edge.id));
        }
        let taken = message.exchange(comm)?;
        self.chosen.extend(halves(taken.words()).filter(|&id| id != NONE).map(EdgeId::from));
        Ok(())
    }
}

/// The edges that are in the forest of some edges.
fn forest(exec: &boscage::exec::Exec, mut edges: Vec<Edge>) -> Result<Vec<Edge>> {
    edges.sort_unstable();
    let mut ends = memory::reserve("labels", 2 * edges.len())?;
    ends.extend(edges.iter().flat_map(|edge| [edge.u, edge.v]));
    let labels = Numbering::new(exec, ends)?;
    let node = |label| Node::from(labels.number(label).expect("a label at an end of an edge"));
    let mut sets = SequentialSets::new(labels.len())?;
    edges.retain(|edge| sets.unite(node(edge.u), node(edge.v)));
    Ok(edges)
}
