//! The filter: which edges are light, and when it pays to handle them first.
//!
//! A *pivot* from a sample divides the edges. Those before it are *light*, the others *heavy*. After the
//! light edges are done, most heavy edges have both ends in one tree, and a single check removes them.

use std::ops::Range;

use boscage_core::{Result, memory};

/// Edges per tree from which on it pays to filter.
const DENSE: usize = 4;

/// Edges of the sample that separates the light from the heavy: at least a 32nd of them is light, so the
/// number of light ones is a tenth off, mostly.
const SAMPLE: usize = 1 << 12;

/// When to filter.
pub(super) struct Filter {
    /// Fewer edges than this are not filtered.
    from: usize,
    /// Whether the last filter threw out few edges.
    is_futile: bool,
}

impl Filter {
    pub(super) fn new(from: usize) -> Self {
        Self { from: from.max(2), is_futile: false }
    }

    /// How many edges to take for light, given the numbers of trees and edges; `None` where it does not pay
    /// to filter the others, as there are few edges per tree, or the last filter did not pay: where the light
    /// edges are always those of a few trees, one filter after another would throw out next to nothing.
    pub(super) fn light(&mut self, trees: usize, edges: usize) -> Option<usize> {
        let is_futile = std::mem::take(&mut self.is_futile);
        let pays = !is_futile && edges >= self.from;
        light(trees, edges).filter(|_| pays)
    }

    /// A filter has left `left` of the heavy edges.
    pub(super) fn has_left(&mut self, left: usize, heavy: usize) {
        self.is_futile = left > heavy / 4 * 3;
    }
}

/// Number of edges to take for light, if any; `None` where there are few edges per tree.
pub(super) fn light(trees: usize, edges: usize) -> Option<usize> {
    // Fewer than three for two trees would leave no tree that spans most nodes, so that the filter would keep
    // most heavy edges; more would cost more themselves. However few the trees: a sample does not show
    // smaller shares.
    let light = (3 * trees / 2).max(edges / 32);
    (edges >= DENSE * trees).then_some(light)
}

/// Whether a pivot has parted `edges` edges about as it should, so that `few` are light. However the sample
/// misled: if every filter gets rid of a share of the edges, they do not nest deeply.
pub(super) fn is_fair(light: usize, few: usize, edges: usize) -> bool {
    (few / 2..=edges / 4 * 3).contains(&light) && light > 0
}

/// The edge that about `target` of those in `ranges` are lighter than.
pub(super) fn pivot<P: Copy + Ord>(
    ranges: &[Range<usize>],
    packed: impl Fn(usize) -> P,
    target: usize,
) -> Result<P> {
    let count: usize = ranges.iter().map(ExactSizeIterator::len).sum();
    let mut sample = sample(ranges, packed, SAMPLE)?;
    let sampled = sample.len();
    let rank = (target as u128 * sampled as u128 / count as u128) as usize;
    Ok(*sample.select_nth_unstable(rank.min(sampled - 1)).1)
}

/// At most `most` of the edges in `ranges`: one from each of equal strides, as good as at random, but
/// always the same.
pub(super) fn sample<P>(ranges: &[Range<usize>], packed: impl Fn(usize) -> P, most: usize) -> Result<Vec<P>> {
    let count: usize = ranges.iter().map(ExactSizeIterator::len).sum();
    let sampled = most.min(count);
    let (mut range, mut before) = (0, 0);
    memory::from_fn("a sample of edges", sampled, |stride| {
        let cut = |stride: usize| (stride as u64 * count as u64 / sampled as u64) as usize;
        let (start, end) = (cut(stride), cut(stride + 1));
        let place = start + ((stride as u32).wrapping_mul(0x9e37_79b9) >> 8) as usize % (end - start);
        while place - before >= ranges[range].len() {
            before += ranges[range].len();
            range += 1;
        }
        packed(ranges[range].start + place - before)
    })
}
