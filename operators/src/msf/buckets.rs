//! A lazy sample sort: a bucket is sorted only when it is needed.
//!
//! A sorted sample of the edges gives *splitters*. They divide the order of all edges, by (weight, id), into
//! *buckets* of some thousands of edges each. Every edge is moved into its bucket, with its ends. A bucket is
//! sorted in the cache when its turn comes. Few edges are one bucket, and are not moved.
//!
//! **Phases.** *Classify*: an edge finds its bucket by a search in a tree of splitters. The tree is stored
//! level by level, so a step down is `2 i` or `2 i + 1`, computed from a comparison without a branch. Eight
//! edges descend at the same time. *Distribute*: the edges are written to their buckets, in the order of
//! their ids. *Sort*: the words (key, position in the bucket) of a bucket are sorted. Positions are in the
//! order of ids, so equal weights are too.
//!
//! **Cost.** At most log2 of [`MOST`] comparisons per edge, without branch mispredictions, then those of
//! `sort_unstable` in the buckets that are needed. Splitters are also pairs of weight and id, so equal
//! weights are divided as evenly as others. An unlucky sample makes large buckets, which take more time and
//! memory to sort. 18 bytes per edge, 26 with 64-bit weights.
//!
//! **Paper.** Sanders, Winkel, "Super scalar sample sort", ESA 2004.

use std::ops::Range;
use std::slice::from_ref;

use boscage_core::graph::{EdgeId, Key, KeyedEdges, Keys};
use boscage_core::{Result, memory};

use super::filter::sample;
use super::live_edge::LiveEdge;

/// Most buckets: as many output streams as a processor writes efficiently.
const MOST: usize = 1 << 10;
/// Sampled edges per bucket.
const SAMPLED: usize = 16;
/// Edges that descend the tree side by side.
const LANES: usize = 8;

/// The edges of a graph in ascending buckets.
pub(super) struct Buckets<K> {
    edges: Vec<LiveEdge<K>>,
    ends: Vec<usize>,
}

impl<K: Key> Buckets<K> {
    /// Creates buckets of about `size` edges, or of more if there would be more than [`MOST`].
    pub(super) fn new<M: Keys<Key = K>>(graph: KeyedEdges<'_, M>, size: usize) -> Result<Self> {
        let (edges, len) = (graph.edges(), graph.edge_count());
        let levels = (len / size.max(1)).clamp(1, MOST).ilog2();
        if levels == 0 {
            let edges = memory::from_fn("the edges in buckets", len, |id| LiveEdge::of(&graph, id))?;
            return Ok(Self { edges, ends: vec![len] });
        }
        let splitters = Splitters::<K>::of(len, levels, |id| graph.packed(id))?;
        let mut buckets = memory::reserve::<u16>("the buckets of the edges", len)?;
        let mut places = vec![0; splitters.buckets()];
        for (block, edges) in edges.chunks(LANES).enumerate() {
            let word = |lane: usize| match edges.get(lane) {
                Some(edge) => graph.key_of(edge).pack(EdgeId::at(block * LANES + lane)),
                None => K::PACKED_MAX,
            };
            let found = splitters.search(std::array::from_fn(word));
            for &bucket in &found[..edges.len()] {
                places[bucket] += 1;
                buckets.push(bucket as u16);
            }
        }
        let mut start = 0;
        for place in &mut places {
            start += std::mem::replace(place, start);
        }
        let mut moved = memory::zeroed::<LiveEdge<K>>("the edges in buckets", len)?;
        for (id, (edge, &bucket)) in edges.iter().zip(&buckets).enumerate() {
            let place = &mut places[usize::from(bucket)];
            moved[*place] = LiveEdge::keyed(edge, id, graph.key_of(edge));
            *place += 1;
        }
        Ok(Self { edges: moved, ends: places })
    }

    /// Returns the edges of each bucket, the lightest bucket first. In a bucket they are sorted by id.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[LiveEdge<K>]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.edges[start..end])
    }
}

/// The bounds between buckets as a search tree: the root is at 1, the children of `i` are `2 i` and
/// `2 i + 1`.
struct Splitters<K: Key> {
    tree: [K::Packed; MOST],
    levels: u32,
}

impl<K: Key> Splitters<K> {
    /// Chooses splitters of `len` edges: a bucket per leaf of a tree with this number of levels.
    fn of(len: usize, levels: u32, packed: impl Fn(usize) -> K::Packed) -> Result<Self> {
        let mut tree = [K::PACKED_MAX; MOST];
        let all: Range<usize> = 0..len;
        let mut sample = sample(from_ref(&all), packed, SAMPLED << levels)?;
        sample.sort_unstable();
        for (at, splitter) in tree[..1 << levels].iter_mut().enumerate().skip(1) {
            let level = at.ilog2();
            // The rank of the splitter in the sample: those of a level are odd multiples of a fixed distance.
            let rank = 2 * (at - (1 << level)) + 1;
            *splitter = sample[rank * sample.len() >> (level + 1)];
        }
        Ok(Self { tree, levels })
    }

    fn buckets(&self) -> usize {
        1 << self.levels
    }

    /// Returns the buckets of some edges.
    #[inline]
    fn search(&self, edges: [K::Packed; LANES]) -> [usize; LANES] {
        let mut at = [1; LANES];
        for _ in 0..self.levels {
            for (at, edge) in at.iter_mut().zip(edges) {
                *at = 2 * *at + usize::from(self.tree[*at % MOST] <= edge);
            }
        }
        at.map(|at| at - self.buckets())
    }
}
