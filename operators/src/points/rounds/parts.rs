//! Joins of parts: each hooks on along its candidate, and the roots are numbered.

use boscage_core::exec::Exec;
use boscage_core::parallel::map_pieces;
use boscage_core::primitives::unmodelled::AtomicU32;
use boscage_core::{Result, memory};

use super::super::reach::Candidate;
use super::super::tree::NONE;
use crate::msf::contract;

/// The parts after a round.
pub(super) struct Joined {
    /// The new number of each old part.
    pub(super) labels: Vec<u32>,
    /// Number of new parts.
    pub(super) count: usize,
    taken: Vec<Candidate>,
    /// Number of edges taken at the start of each block of `taken`.
    counts: Vec<usize>,
    block: usize,
}

impl Joined {
    /// Returns the edges along which parts were joined, in the memory of all candidates.
    pub(super) fn into_edges(self) -> Vec<Candidate> {
        let (mut edges, mut len) = (self.taken, 0);
        for (i, count) in self.counts.into_iter().enumerate() {
            let start = i * self.block;
            edges.copy_within(start..start + count, len);
            len += count;
        }
        edges.truncate(len);
        edges
    }

    /// Returns the edges along which parts were joined.
    pub(super) fn edges(&self) -> impl Iterator<Item = Candidate> {
        let blocks = self.taken.chunks(self.block).zip(&self.counts);
        blocks.flat_map(|(block, &count)| block[..count].iter().copied())
    }
}

/// Joins parts along their candidates; parts without one wait for others. `part` returns that of a position.
pub(super) fn join(
    exec: &Exec,
    parts: usize,
    candidate: impl Fn(usize) -> Option<Candidate> + Sync,
    part: impl Fn(u32) -> usize + Sync,
) -> Result<Joined> {
    let none = Candidate { weight: 0.0, distance: 0.0, p: NONE, q: NONE };
    let block = contract::block_size(exec, parts);
    let mut lightest = memory::zeroed::<u64>("lightest edges of parts", parts)?;
    let mut taken = memory::filled("candidates of parts", parts, none)?;
    let mut parents = memory::zeroed::<AtomicU32>("parts", parts)?;
    let blocks = lightest.chunks_mut(block).zip(taken.chunks_mut(block)).zip(parents.chunks_mut(block));
    map_pieces(exec, blocks.enumerate(), |(i, ((lightest, taken), parents))| {
        let words = lightest.iter_mut().zip(taken).zip(parents);
        for (own, ((lightest, taken), parent)) in (i * block..).zip(words) {
            let Some(edge) = candidate(own) else {
                (*lightest, *parent.get_mut()) = (u64::MAX, contract::FINISHED);
                continue;
            };
            *lightest = u64::from(edge.p.min(edge.q)) << 32 | u64::from(edge.p.max(edge.q));
            (*taken, *parent.get_mut()) = (edge, part(edge.q) as u32);
        }
    });
    let blocks = parents.chunks_mut(block).zip(taken.chunks_mut(block)).enumerate();
    let counts = map_pieces(exec, blocks, |(i, (parents, taken))| {
        contract::hook(&lightest, i * block, parents, taken)
    });
    let merged = contract::number(exec, parents, &counts);
    let counts = counts.iter().map(|counts| counts.taken).collect();
    Ok(Joined { labels: merged.labels, count: merged.trees, taken, counts, block })
}
