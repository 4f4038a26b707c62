//! The lightest edges at shared nodes on other ranks.
//!
//! Each rank owns a range of nodes. A rank offers the owners of its other nodes its lightest edge there. An
//! owner sorts the offers by node, and answers with the lightest of the others.
//!
//! These are ranges of nodes, not of labels: if nodes are numbered by place, most nodes of a part are in its
//! rank's own range, and need no message. If the nodes of one range are on far more ranks than others, its
//! owner would have too much work; then there are no cut edges, and nothing is contracted.

use std::ops::Range;

use boscage_core::comm::{Comm, KeyedPart, Parcels, Reduction, share};
use boscage_core::exec::Exec;
use boscage_core::graph::{Key, Node};
use boscage_core::parallel::radix_sort;
use boscage_core::{Result, memory};

use super::directory::NONE;
use super::message::{Message, key_words, push_key, read_key};
use boscage_operators::msf::LiveEdge;

/// Most ends of edges in one range, as a multiple of the average.
const SKEW: u64 = 4;

/// Answers per word of bits that tell if there is one.
const GROUP: usize = 64;

/// The key of an edge and its rank, by which edges at the same node are compared.
pub(super) type Cut<K> = (K, u32);

/// Returns a cut that is heavier than all edges, for none.
fn no_cut<K: Key>() -> Cut<K> {
    (K::unpack_key(K::PACKED_MAX), NONE)
}

/// The data of one rank.
pub(super) struct Cuts<'a, 't, K: Key> {
    pub(super) exec: &'a Exec,
    pub(super) comm: &'a Comm<'t>,
    pub(super) part: KeyedPart<'a, K>,
    /// The edges of the local forest, lightest first.
    pub(super) edges: &'a [LiveEdge<K>],
}

impl<K: Key> Cuts<'_, '_, K> {
    /// Returns the cut edge of each node of the part, if nodes are on at most `below` percent ranks on
    /// average. Collective.
    pub(super) fn find(&self, below: u64) -> Result<Option<Vec<Cut<K>>>> {
        let (comm, most) = (self.comm, (self.part.node_count() as u64).saturating_mul(below));
        let here = self.here().map(|lightest| Here { lightest, ranges: self.ranges() });
        let (here, ends) = comm.agree_sum(here, |here| here.nodes(0..here.lightest.len()).count() as u64)?;
        if ends.saturating_mul(100) > most {
            return Ok(None);
        }
        let mut of_ranges: Vec<u64> =
            here.ranges.iter().map(|range| here.nodes(range.clone()).count() as u64).collect();
        comm.reduce(&mut of_ranges, Reduction::Sum)?;
        let highest = of_ranges.into_iter().max().unwrap_or(0);
        if highest.saturating_mul(100 * comm.ranks() as u64) > most.saturating_mul(SKEW) {
            return Ok(None);
        }
        let offered = comm.agree(self.offers(&here))?.exchange(comm)?;
        let (answers, mut cuts) = comm.agree(self.answers(&here, &offered))?;
        let answers = answers.exchange(comm)?;
        for rank in (0..comm.ranks()).filter(|&rank| rank != comm.rank()) {
            let mut words = answers.from_rank(rank);
            let mut shared = 0;
            for (i, node) in here.nodes(here.ranges[rank].clone()).enumerate() {
                if i % GROUP == 0 {
                    (shared, words) = (words[0], &words[1..]);
                }
                if shared >> (i % GROUP) & 1 == 1 {
                    let (cut, others) = words.split_at(key_words::<K>());
                    (cuts[node], words) = (read_key(cut), others);
                }
            }
        }
        Ok(Some(cuts))
    }

    /// Returns the lightest edge at each node of the part, by its position among the edges; [`NONE`] if there
    /// is none.
    fn here(&self) -> Result<Vec<u32>> {
        let mut lightest = memory::filled("lightest edges", self.part.local().node_count(), NONE)?;
        for (i, edge) in self.edges.iter().enumerate().rev() {
            (lightest[edge.u as usize], lightest[edge.v as usize]) = (i as u32, i as u32);
        }
        Ok(lightest)
    }

    /// Returns the nodes of the part in the range of each rank. Their numbers are in the order of the nodes.
    fn ranges(&self) -> Vec<Range<usize>> {
        let (nodes, ranks) = (self.part.node_count() as u64, self.comm.ranks());
        let mut begin = 0;
        let range = |rank| {
            let limit = share(nodes, rank, ranks).end;
            let (mut end, mut high) = (begin, self.part.local().node_count());
            while end < high {
                let middle = end.midpoint(high);
                let is_before = u64::from(u32::from(self.part.node(Node::new(middle)))) < limit;
                (end, high) = if is_before { (middle + 1, high) } else { (end, middle) };
            }
            std::mem::replace(&mut begin, end)..end
        };
        (0..ranks).map(range).collect()
    }

    /// Returns the lightest edges at the nodes of this part that are in the ranges of others.
    fn offers(&self, here: &Here) -> Result<Message> {
        let own = &here.ranges[self.comm.rank()];
        let foreign = here.nodes(0..own.start).count() + here.nodes(own.end..here.lightest.len()).count();
        let mut message = Message::new(self.comm, foreign * key_words::<K>())?;
        for (rank, range) in here.ranges.iter().enumerate() {
            let nodes = here.nodes(range.clone()).filter(|_| rank != self.comm.rank());
            nodes.for_each(|node| {
                let key = self.edges[here.lightest[node] as usize].key;
                push_key(&mut message.words, key, self.part.node(Node::new(node)).into());
            });
            message.end();
        }
        Ok(message)
    }

    /// Returns the answers of the owner of a range, and the cut edges that it knows itself. Per group of
    /// offers there is a bit each, set if others have edges at the node, then for those that are set the
    /// lightest of these.
    fn answers(&self, here: &Here, offered: &Parcels) -> Result<(Message, Vec<Cut<K>>)> {
        let (comm, words) = (self.comm, key_words::<K>());
        let offer = |at: usize| read_key::<K>(&offered.words()[at * words..]);
        let mut offers = memory::reserve("offers", offered.words().len() / words)?;
        for rank in 0..comm.ranks() {
            let count = offered.from_rank(rank).len() / words;
            let begin = offers.len();
            offers.extend((begin..begin + count).map(|at| (offer(at).1, rank as u32, at as u32)));
        }
        sort_by_nodes(self.exec, &mut offers)?;
        let mut cuts = memory::filled("cut edges", here.lightest.len(), no_cut())?;
        let mut others = memory::filled("cut edges", offers.len(), no_cut())?;
        let mut own = here.nodes(here.ranges[comm.rank()].clone()).peekable();
        for group in offers.chunk_by(|a, b| a.0 == b.0) {
            let mut lightest = [no_cut(); 2];
            let mut offered = |cut: Cut<K>| {
                lightest = match lightest {
                    [first, _] if cut < first => [cut, first],
                    [first, second] => [first, second.min(cut)],
                };
            };
            group.iter().for_each(|&(_, rank, at)| offered((offer(at as usize).0, rank)));
            let node = |own: usize| u32::from(self.part.node(Node::new(own)));
            while own.next_if(|&own| node(own) < group[0].0).is_some() {}
            if let Some(own) = own.next_if(|&own| node(own) == group[0].0) {
                offered((self.edges[here.lightest[own] as usize].key, comm.rank() as u32));
                let [first, second] = lightest;
                cuts[own] = if first.1 == comm.rank() as u32 { second } else { first };
            }
            let [first, second] = lightest;
            for &(_, rank, at) in group {
                others[at as usize] = if first.1 == rank { second } else { first };
            }
        }
        let mut message = Message::new(comm, others.len() / GROUP + others.len() * words)?;
        let mut rest = &others[..];
        for rank in 0..comm.ranks() {
            let (of_rank, behind) = rest.split_at(offered.from_rank(rank).len() / words);
            rest = behind;
            for group in of_rank.chunks(GROUP) {
                let shared = group.iter().enumerate().filter(|(_, cut)| cut.1 != NONE);
                message.words.push(shared.clone().fold(0, |bits, (i, _)| bits | 1 << i));
                shared.for_each(|(_, &(key, of))| push_key(&mut message.words, key, of));
            }
            message.end();
        }
        Ok((message, cuts))
    }
}

/// Sorts offers: (node, rank, position among all).
fn sort_by_nodes(exec: &Exec, offers: &mut [(u32, u32, u32)]) -> Result<()> {
    radix_sort(exec, offers, |&(node, ..)| node)
}

/// The nodes of a part.
struct Here {
    /// The lightest edge of each.
    lightest: Vec<u32>,
    /// The nodes in the range of each rank.
    ranges: Vec<Range<usize>>,
}

impl Here {
    /// Returns those of some nodes that have edges.
    fn nodes(&self, of: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        of.filter(|&node| self.lightest[node] != NONE)
    }
}
