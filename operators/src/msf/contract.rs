//! Contraction: a round of Borůvka's that leaves a smaller graph behind.
//!
//! The edges carry the numbers of the trees at their ends. In a round every tree takes its *lightest* edge;
//! the trees that are *merged* by these edges get new numbers, without gaps; and all edges are *relabelled*,
//! and thrown out where both ends have become one tree. So rounds get cheaper by the trees and the edges, no
//! tree is ever searched for, and trees without edges cost nothing from then on: they are numbered last.
//!
//! Everything is bound by memory, so everything is arranged for it. Passes go over the edges or over the
//! trees in order; what they read at random, they prefetch; and what decides is computed without branches. A
//! tree's lightest edge is one integer, (weight key, position of the edge); positions are in the order of
//! ids, so ties are broken as everywhere. When contraction has left many edges for the trees, the light ones
//! among them are contracted first, and those of the heavy that have both ends in one tree by then are thrown
//! out.
//!
//! Why links make no cycle: as in `join.rs`. A cycle of lightest edges could only be two trees that take the
//! same edge; then the lower one is the root.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use boscage::exec::{Exec, LoopStatistics, Progress, Round};
use boscage::graph::{Edge, EdgeId, Key, Objective, Weight};
use boscage::parallel::{Regions, for_each_piece, least, map_pieces, prefetch, tabulate};
use boscage::{Result, memory};
use bytemuck::Zeroable;

use super::pivot::{DENSE, light, pivot};

/// An edge between trees.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Live<K> {
    pub(super) u: u32,
    pub(super) v: u32,
    pub(super) id: u32,
    pub(super) key: K,
}

impl<K: Key> Live<K> {
    /// The edge of this id, between the nodes at its ends.
    #[inline]
    pub(super) fn new<W: Weight<Key = K>>(edge: &Edge<W>, id: usize, objective: Objective) -> Self {
        Self { u: edge.u.into(), v: edge.v.into(), id: id as u32, key: objective.key(edge.weight) }
    }

    /// (weight key, id).
    #[inline]
    pub(super) fn packed(&self) -> K::Packed {
        self.key.pack(EdgeId::from(self.id))
    }

    /// The edge between the labels of its trees, and whether these are two.
    #[inline]
    pub(super) fn relabelled(self, labels: &[u32]) -> (Self, bool) {
        let (u, v) = (labels[self.u as usize], labels[self.v as usize]);
        (Self { u, v, ..self }, u != v)
    }
}

/// What became of the trees in a step.
pub(super) struct Merged {
    /// The new number of each.
    pub(super) labels: Vec<u32>,
    /// How many there are now that had an edge; theirs are the lowest numbers.
    pub(super) active: usize,
    /// How many there are now.
    pub(super) trees: usize,
}

/// Set in what stands for a root, which is its own number.
const ROOT: u32 = 1 << 31;
/// Most trees: their numbers leave room for the mark of a root.
pub(super) const MAX_TREES: usize = ROOT as usize;
/// A root none of whose edges is left.
const FINISHED: u32 = u32::MAX;
/// How many trees ahead their reads are prefetched.
const AHEAD: usize = 16;
/// Trees whose roots are counted at once.
const BLOCK: usize = 1 << 13;
/// What statistics call the rounds. Their time is in that of the stages too.
const NAME: &str = "filter-boruvka";

/// Every tree takes its lightest edge of those at the positions in `ranges`: the edges enter `forest`, the
/// trees are merged. `soon` is called with a position some time before `edge` is, for it to prefetch the edge
/// there.
pub(super) fn merge<K: Key>(
    trees: usize,
    ranges: &[Range<usize>],
    edge: impl Fn(usize) -> Live<K> + Sync,
    soon: impl Fn(usize) + Sync,
    forest: &mut Vec<EdgeId>,
) -> Result<Merged> {
    let lightest = least(trees, K::PACKED_MAX, ranges, |position| {
        let Live { u, v, key, .. } = edge(position);
        let offer = key.pack(EdgeId::new(position));
        ([u, v], if u == v { K::PACKED_MAX } else { offer })
    })?;
    let mut parents = memory::zeroed::<AtomicU32>("trees", trees)?;
    // There is room: the forest has an edge less for every tree that is left.
    let before = forest.len();
    memory::grow("the forest", forest, trees)?;
    forest.resize(before + trees, EdgeId::from(0));
    let position = |own: K::Packed| K::unpack_id(own).index();
    let join = |(block, (parents, taken)): (usize, (&mut [AtomicU32], &mut [EdgeId]))| {
        let start = block * BLOCK;
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
    let blocks = parents.chunks_mut(BLOCK).zip(forest[before..].chunks_mut(BLOCK));
    let counts = map_pieces(blocks.enumerate(), join);
    drop(lightest);
    let mut kept = before;
    for (start, counts) in (before..).step_by(BLOCK).zip(&counts) {
        forest.copy_within(start..start + counts.taken, kept);
        kept += counts.taken;
    }
    forest.truncate(kept);
    Ok(number(parents, &counts))
}

/// What came of a block of trees.
#[derive(Clone, Copy, Default)]
struct Counts {
    roots: usize,
    finished: usize,
    taken: usize,
}

/// Hooks the trees from `start` on. At first `parents` says where the lightest edge of each leads, and
/// `taken` which edge that is; in the end whom each hangs on, and, in front, the edges that are taken.
fn hook<P: Copy + Eq>(
    lightest: &[P],
    start: usize,
    parents: &mut [AtomicU32],
    taken: &mut [EdgeId],
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
fn number(mut parents: Vec<AtomicU32>, counts: &[Counts]) -> Merged {
    let active: usize = counts.iter().map(|block| block.roots).sum();
    let mut next = (0, active);
    let starts = counts.iter().map(|block| {
        let starts = (next.0 as u32, next.1 as u32);
        next = (next.0 + block.roots, next.1 + block.finished);
        starts
    });
    let starts: Vec<(u32, u32)> = starts.collect();
    for_each_piece(parents.chunks_mut(BLOCK).zip(starts), |(block, (mut root, mut finished))| {
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
    // Most are near their root: two sweeps bring nearly all there.
    for _ in 0..2 {
        for_each_piece(parents.chunks(BLOCK).enumerate(), |(block, words)| {
            let last = words.len() - 1;
            for (i, word) in words.iter().enumerate() {
                let ahead = words[(i + AHEAD).min(last)].load(Relaxed);
                prefetch(&parents, (ahead & !ROOT) as usize);
                let parent = word.load(Relaxed);
                let next = if parent & ROOT == 0 { parent as usize } else { block * BLOCK + i };
                word.store(parents[next].load(Relaxed), Relaxed);
            }
        });
    }
    // The others walk, and take all that they meet along: a chain of a million is walked once.
    let parent = |tree: u32| parents[tree as usize].load(Relaxed);
    for_each_piece(parents.chunks(BLOCK), |words| {
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

/// A contraction on its way: the forest so far, and how to go on.
pub(super) struct Contraction<'a> {
    /// The forest's edges, in no order.
    pub(super) forest: Vec<EdgeId>,
    filter_from: usize,
    /// Whether the last filter threw out few edges.
    is_futile: bool,
    nodes: usize,
    exec: &'a Exec,
    rounds: Vec<Round>,
    start: Instant,
}

impl<'a> Contraction<'a> {
    /// Of a graph of `nodes` nodes. Heavy edges are filtered where there are at least `filter_from`.
    pub(super) fn new(nodes: usize, filter_from: usize, exec: &'a Exec) -> Result<Self> {
        let forest = memory::reserve("the forest", nodes)?;
        let (rounds, start) = (Vec::new(), Instant::now());
        Ok(Self { forest, filter_from, is_futile: false, nodes, exec, rounds, start })
    }

    /// A filter has left `left` of the heavy edges. After one that left most of them a round comes first:
    /// where the light edges are always those of a few trees, one filter after another would throw out next
    /// to nothing.
    pub(super) fn filtered(&mut self, heavy: usize, left: usize) {
        self.is_futile = left > heavy / 4 * 3;
    }

    /// A round has ended that looked at `edges` edges and left `left`, and before which the forest had
    /// `before`.
    pub(super) fn ended(&mut self, edges: usize, left: usize, before: usize) {
        let taken = self.forest.len() - before;
        self.rounds.push(Round {
            tried: edges as u64,
            committed: taken as u64,
            retried: left as u64,
            dropped: (edges - left - taken) as u64,
        });
        let (round, done, total) = (self.rounds.len() as u64, self.forest.len() as u64, self.nodes as u64);
        self.exec.report(&Progress { name: NAME, round, done, total });
    }

    /// The forest's edges, in no order. The statistics get the rounds.
    pub(super) fn into_forest(self) -> Vec<EdgeId> {
        let (round, nodes) = (self.rounds.len() as u64, self.nodes as u64);
        self.exec.report(&Progress { name: NAME, round, done: nodes, total: nodes });
        self.exec.record(LoopStatistics::of_rounds(
            NAME,
            self.exec.threads(),
            self.rounds,
            self.start.elapsed(),
        ));
        self.forest
    }

    /// Contracts until no edge is left. Returns the label of each of the trees, and how many labels there
    /// are.
    pub(super) fn contract<K: Key>(
        &mut self,
        trees: usize,
        mut edges: Regions<Live<K>>,
    ) -> Result<(Vec<u32>, usize)> {
        if edges.is_empty() {
            return Ok((tabulate("labels of trees", trees, |tree| tree as u32)?, trees));
        }
        let outer = self.step(trees, &mut edges)?;
        let inner = self.contract(outer.active, edges)?;
        Ok(compose(outer, inner))
    }

    /// The same for those who ask for no labels, which take no memory then.
    pub(super) fn finish<K: Key>(&mut self, mut trees: usize, mut edges: Regions<Live<K>>) -> Result<()> {
        while !edges.is_empty() {
            trees = self.step(trees, &mut edges)?.active;
        }
        Ok(())
    }

    /// Contracts the light edges if there are many heavy ones, and otherwise makes a round. Leaves those
    /// edges that have two trees at their ends.
    fn step<K: Key>(&mut self, trees: usize, edges: &mut Regions<Live<K>>) -> Result<Merged> {
        self.exec.check_cancelled()?;
        let (ranges, count) = (edges.ranges().collect::<Vec<_>>(), edges.len());
        if !std::mem::take(&mut self.is_futile)
            && count > DENSE * trees
            && count >= self.filter_from
            && let Some(few) = light(trees, count)
        {
            let pivot = pivot(&ranges, |at| edges[at].packed(), few)?;
            let light = edges.filter(|edge| edge.packed() < pivot)?;
            // However the sample misled: every filter gets rid of a share of the edges, so they do not nest
            // deeply.
            if (few / 2..=count / 4 * 3).contains(&light.len()) && !light.is_empty() {
                let heavy = count - light.len();
                let (labels, trees) = self.contract(trees, light)?;
                if trees == 1 {
                    *edges = Regions::from(Vec::new()); // every heavy edge closes a cycle
                } else {
                    relabel(edges, &labels, |edge| edge.packed() >= pivot);
                }
                self.filtered(heavy, edges.len());
                return Ok(Merged { labels, active: trees, trees });
            }
        }
        let soon = |at| prefetch(edges.places(), at);
        let before = self.forest.len();
        let merged = merge(trees, &ranges, |at| edges[at], soon, &mut self.forest)?;
        relabel(edges, &merged.labels, |_| true);
        self.ended(count, edges.len(), before);
        Ok(merged)
    }
}

/// Renames the ends of all edges, and throws out those whose ends have become one, or that are not wanted.
fn relabel<K: Key>(edges: &mut Regions<Live<K>>, labels: &[u32], wanted: impl Fn(&Live<K>) -> bool + Sync) {
    let soon = |edge: &Live<K>| {
        prefetch(labels, edge.u as usize);
        prefetch(labels, edge.v as usize);
    };
    edges.retain_map(soon, |edge| {
        let (relabelled, is_live) = edge.relabelled(labels);
        (relabelled, is_live & wanted(edge))
    });
}

/// The labels after two steps, the second of which saw the active trees only.
fn compose(outer: Merged, (inner, inner_trees): (Vec<u32>, usize)) -> (Vec<u32>, usize) {
    let Merged { mut labels, active, trees } = outer;
    let moved = inner_trees as u32;
    for_each_piece(labels.chunks_mut(BLOCK), |labels| {
        for label in labels {
            *label = match inner.get(*label as usize) {
                Some(&label) => label,
                None => *label - active as u32 + moved,
            }
        }
    });
    (labels, inner_trees + trees - active)
}
