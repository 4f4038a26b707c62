//! The step of contraction: a Borůvka round that leaves a smaller graph.
//!
//! The edges carry the numbers of the trees at their ends. In a round every tree takes its *lightest* edge.
//! The trees that are *merged* by these edges get new numbers, without gaps. Then all edges are *relabelled*,
//! and removed if both ends are in one tree. So rounds get cheaper as trees and edges disappear, and no find
//! is needed. Trees without edges are numbered last, so they cost nothing in later rounds.
//!
//! Memory accesses dominate the cost. So passes go over edges or trees in order, random reads are prefetched,
//! and decisions are computed without branches. A tree's lightest edge is one integer, (weight key, position
//! of the edge). Positions are in the order of ids, so ties are broken as everywhere. The loop over these
//! steps is in `contraction.rs`.
//!
//! **Correctness.** Links make no cycle, for the same reason as in `join.rs`. A cycle of lightest edges could
//! only be two trees that take the same edge; then the lower one is the root.

use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key};
use boscage_core::parallel::{for_each_piece, least, map_pieces, prefetch};
use boscage_core::primitives::unmodelled::{AtomicU32, Ordering::Relaxed};
use boscage_core::{Result, memory};

use super::live_edge::LiveEdge;

/// The trees after a step.
pub(crate) struct Merged {
    /// The new number of each old tree.
    pub(crate) labels: Vec<u32>,
    /// Number of new trees that had an edge; theirs are the lowest numbers.
    pub(super) active: usize,
    /// Number of new trees.
    pub(crate) trees: usize,
}

/// The bit that marks the word of a root, which is its own number.
const ROOT: u32 = 1 << 31;
/// Most trees: their numbers leave a bit for the mark of a root.
pub(super) const MAX_TREES: usize = ROOT as usize;
/// A root without remaining edges.
pub(crate) const FINISHED: u32 = u32::MAX;
/// Number of trees by which prefetches run ahead.
const AHEAD: usize = 16;
/// Least and greatest number of trees whose roots are counted at once.
const BLOCK: (usize, usize) = (1 << 12, 1 << 13);

/// Returns the block size for this number of trees: each thread gets several blocks, so that none waits long
/// for the others.
pub(crate) fn block_size(exec: &Exec, trees: usize) -> usize {
    trees.div_ceil(4 * exec.threads()).clamp(BLOCK.0, BLOCK.1)
}

/// Every tree takes its lightest edge of those at the positions in `ranges`. The edges enter `forest`, and
/// the trees are merged. `soon` is called with a position some time before `edge`, to prefetch the edge
/// there.
pub(super) fn merge<K: Key>(
    exec: &Exec,
    trees: usize,
    ranges: &[Range<usize>],
    edge: impl Fn(usize) -> LiveEdge<K> + Sync,
    soon: impl Fn(usize) + Sync,
    forest: &mut Vec<EdgeId>,
) -> Result<Merged> {
    let lightest = least(exec, trees, K::PACKED_MAX, ranges, |position| {
        let LiveEdge { u, v, key, .. } = edge(position);
        let offer = key.pack(EdgeId::at(position));
        ([u, v], if u == v { K::PACKED_MAX } else { offer })
    })?;
    let mut parents = memory::zeroed::<AtomicU32>("trees", trees)?;
    // There is room: the forest has an edge less for every tree that is left.
    let before = forest.len();
    memory::grow("the forest", forest, trees)?;
    forest.resize(before + trees, EdgeId::from(0));
    let size = block_size(exec, trees);
    let position = |own: K::Packed| K::unpack_id(own).index();
    let join = |(block, (parents, taken)): (usize, (&mut [AtomicU32], &mut [EdgeId]))| {
        let start = block * size;
        let own = &lightest[start..][..parents.len()];
        for (i, (parent, taken)) in parents.iter_mut().zip(&mut *taken).enumerate() {
            let ahead = own[(i + AHEAD).min(own.len() - 1)];
            if ahead != K::PACKED_MAX {
                soon(position(ahead));
            }
            *parent.get_mut() = FINISHED;
            if own[i] != K::PACKED_MAX {
                let edge = edge(position(own[i]));
                *parent.get_mut() = edge.u ^ edge.v ^ (start + i) as u32;
                *taken = edge.id.into();
            }
        }
        hook(&lightest, start, parents, taken)
    };
    let blocks = parents.chunks_mut(size).zip(forest[before..].chunks_mut(size));
    let counts = map_pieces(exec, blocks.enumerate(), join);
    drop(lightest);
    let mut kept = before;
    for (start, counts) in (before..).step_by(size).zip(&counts) {
        forest.copy_within(start..start + counts.taken, kept);
        kept += counts.taken;
    }
    forest.truncate(kept);
    Ok(number(exec, parents, &counts))
}

/// Results of a block of trees.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    roots: usize,
    finished: usize,
    pub(crate) taken: usize,
}

/// Hooks the trees from `start` on. At first `parents` has the tree to which the lightest edge of each tree
/// leads, and `taken` this edge. At the end `parents` has the tree on which each tree hangs, and the first
/// places of `taken` have the edges that are taken.
pub(crate) fn hook<P: Copy + Eq, T: Copy>(
    lightest: &[P],
    start: usize,
    parents: &mut [AtomicU32],
    taken: &mut [T],
) -> Counts {
    let own = &lightest[start..][..parents.len()];
    let mut counts = Counts::default();
    for (i, &own) in own.iter().enumerate() {
        let ahead = (i + AHEAD).min(parents.len() - 1);
        prefetch(lightest, *parents[ahead].get_mut() as usize);
        let parent = parents[i].get_mut();
        let other = *parent;
        if other == FINISHED {
            counts.finished += 1;
            continue;
        }
        // No branches: the processor cannot predict them.
        let is_mutual = lightest[other as usize] == own;
        let is_root = u32::from(is_mutual & ((start + i) < other as usize));
        let is_taken = u32::from(!is_mutual) | is_root;
        *parent = (ROOT & is_root.wrapping_neg()) | (other & !is_root.wrapping_neg());
        taken[counts.taken] = taken[i];
        counts.taken += is_taken as usize;
        counts.roots += is_root as usize;
    }
    counts
}

/// Numbers the roots, and gives every tree the number of its root.
pub(crate) fn number(exec: &Exec, mut parents: Vec<AtomicU32>, counts: &[Counts]) -> Merged {
    let size = block_size(exec, parents.len());
    let active: usize = counts.iter().map(|block| block.roots).sum();
    let mut next = (0, active);
    let starts = counts.iter().map(|block| {
        let starts = (next.0 as u32, next.1 as u32);
        next = (next.0 + block.roots, next.1 + block.finished);
        starts
    });
    let starts: Vec<(u32, u32)> = starts.collect();
    for_each_piece(exec, parents.chunks_mut(size).zip(starts), |(block, (mut root, mut finished))| {
        for word in block.iter_mut().map(AtomicU32::get_mut) {
            let is_root = u32::from(*word == ROOT).wrapping_neg();
            let is_finished = u32::from(*word == FINISHED).wrapping_neg();
            let number = (root & is_root) | (finished & is_finished) | ROOT;
            let is_end = is_root | is_finished;
            *word = (number & is_end) | (*word & !is_end);
            root = root.wrapping_sub(is_root); // by -1
            finished = finished.wrapping_sub(is_finished);
        }
    });
    // Most trees are near their root: two sweeps bring nearly all to it.
    for _ in 0..2 {
        for_each_piece(exec, parents.chunks(size).enumerate(), |(block, words)| {
            let (start, last) = (block * size, words.len() - 1);
            for (i, word) in words.iter().enumerate() {
                let ahead = words[(i + AHEAD).min(last)].load(Relaxed);
                prefetch(&parents, (ahead & !ROOT) as usize);
                let parent = word.load(Relaxed);
                let next = if parent & ROOT == 0 { parent as usize } else { start + i };
                word.store(parents[next].load(Relaxed), Relaxed);
            }
        });
    }
    // The others walk to the root, and set it for every tree on the path: a long chain is walked once.
    let parent = |tree: u32| parents[tree as usize].load(Relaxed);
    for_each_piece(exec, parents.chunks(size), |words| {
        for word in words {
            let first = word.load(Relaxed);
            if first & ROOT != 0 {
                continue;
            }
            let mut root = first;
            while root & ROOT == 0 {
                root = parent(root);
            }
            word.store(root, Relaxed);
            let mut walker = first;
            while walker & ROOT == 0 {
                let next = parent(walker);
                parents[walker as usize].store(root, Relaxed);
                walker = next;
            }
        }
    });
    // In place: the vector keeps its memory.
    let labels = parents.into_iter().map(|word| word.into_inner() & !ROOT).collect();
    Merged { labels, active, trees: next.1 }
}

impl Merged {
    /// Returns the labels after two steps, the second of which had the active trees only; and the number of
    /// labels.
    pub(super) fn and_then(self, exec: &Exec, (inner, inner_trees): (Vec<u32>, usize)) -> (Vec<u32>, usize) {
        let Self { mut labels, active, trees } = self;
        let (moved, size) = (inner_trees as u32, block_size(exec, labels.len()));
        for_each_piece(exec, labels.chunks_mut(size), |labels| {
            for label in labels {
                *label = match inner.get(*label as usize) {
                    Some(&label) => label,
                    None => *label - active as u32 + moved,
                }
            }
        });
        (labels, inner_trees + trees - active)
    }
}
