//! The end: the edges that are left are merged along a tree of ranks.
//!
//! Rank 2k + 1 sends its edges to rank 2k, rank 4k + 2 then to rank 4k, and so on. Each keeps of its edges
//! and those that it gets the forest. So rank 0 ends with the forest of all. It tells each rank which of its
//! edges are in it, and the owners of labels on which root these hang now.

use boscage::comm::{Numbering, Reduction};
use boscage::exec::Exec;
use boscage::fault::is_planted;
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
        let mut distance = 1;
        while distance < ranks && rank.is_multiple_of(2 * distance) {
            let from = rank + distance;
            distance *= 2;
            if from >= ranks {
                continue;
            }
            let received = comm.receive_from(from)?;
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
        // Only rank 0 still has edges.
        let roots = failed.map_or_else(|| roots(self.exec, &edges), Err);
        let roots = comm.agree(roots)?;
        if !is_planted("merge-without-owners") {
            self.hang_on(&roots)?;
        }
        edges.sort_unstable_by_key(|edge| (edge.rank, edge.id));
        let mut message = Message::new(ranks);
        for to in 0..ranks as u32 {
            let begin = edges.partition_point(|edge| edge.rank < to);
            let end = edges.partition_point(|edge| edge.rank <= to);
            message.halves(edges[begin..end].iter().map(|edge| edge.id));
        }
        let taken = message.exchange(comm)?;
        self.chosen.extend(halves(taken.words()).filter(|&id| id != NONE).map(EdgeId::from));
        self.labels -= comm.reduced(edges.len() as u64, Reduction::Sum)?;
        Ok(())
    }

    /// Hangs labels on their roots, as rank 0 knows them. Collective.
    fn hang_on(&mut self, roots: &[(u32, u32)]) -> Result<()> {
        let mut by_owner = vec![Vec::new(); self.comm.ranks()];
        for &(label, root) in roots {
            by_owner[self.directory.owner(label)].extend([label, root]);
        }
        let mut message = Message::new(self.comm.ranks());
        by_owner.into_iter().for_each(|pairs| message.halves(pairs.into_iter()));
        for pair in message.exchange(self.comm)?.words() {
            let (label, root) = ((pair >> 32) as u32, *pair as u32);
            self.directory.hang(self.directory.place(label), root);
        }
        Ok(())
    }
}

/// The labels that are no roots in the forest of some edges, and their roots.
fn roots(exec: &Exec, edges: &[Edge]) -> Result<Vec<(u32, u32)>> {
    let (labels, mut sets) = sets(exec, edges)?;
    let node = |label| node(&labels, label);
    for edge in edges {
        sets.unite(node(edge.u), node(edge.v));
    }
    let mut roots = memory::reserve("roots", edges.len())?;
    for (number, &label) in labels.labels().iter().enumerate() {
        let root = sets.find(Node::new(number)).index();
        if root != number {
            roots.push((label, labels.labels()[root]));
        }
    }
    Ok(roots)
}

/// The labels at the ends of some edges, each a set of its own.
fn sets(exec: &Exec, edges: &[Edge]) -> Result<(Numbering, SequentialSets)> {
    let mut ends = memory::reserve("labels", 2 * edges.len())?;
    ends.extend(edges.iter().flat_map(|edge| [edge.u, edge.v]));
    let labels = Numbering::new(exec, ends)?;
    let sets = SequentialSets::new(labels.len())?;
    Ok((labels, sets))
}

fn node(labels: &Numbering, label: u32) -> Node {
    Node::from(labels.number(label).expect("a label at an end of an edge"))
}

/// The edges that are in the forest of some edges.
fn forest(exec: &Exec, mut edges: Vec<Edge>) -> Result<Vec<Edge>> {
    edges.sort_unstable();
    let (labels, mut sets) = sets(exec, &edges)?;
    edges.retain(|edge| sets.unite(node(&labels, edge.u), node(&labels, edge.v)));
    Ok(edges)
}
