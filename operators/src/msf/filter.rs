//! The filter: which edges are light, and when it pays to handle them first.
//!
//! A *pivot* from a sample divides the edges. Those before it are *light*, the others *heavy*. After the
//! light edges are done, most heavy edges have both ends in one tree, and a single check removes them.

use std::ops::Range;

use boscage_core::{Result, memory};

/// Edges per tree from which on filtering pays.
const DENSE: usize = 4;

/// Size of the sample that finds a pivot. At least one edge in 32 is light, so their number is mostly within
/// a tenth of the target.
const SAMPLE: usize = 1 << 12;

/// The decision when to filter.
pub(super) struct Filter {
    /// Fewer edges than this are not filtered.
    from: usize,
    /// `true` if the last filter removed few edges.
    is_futile: bool,
}

impl Filter {
    pub(super) fn new(from: usize) -> Self {
        Self { from: from.max(2), is_futile: false }
    }

    /// Returns the number of edges to treat as light, given the numbers of trees and edges. Returns `None` if
    /// filtering the others does not pay: there are few edges per tree, or the last filter removed few. (If
    /// the light edges are always those of a few trees, each filter would remove next to nothing.)
    pub(super) fn light(&mut self, trees: usize, edges: usize) -> Option<usize> {
        let is_futile = std::mem::take(&mut self.is_futile);
        let pays = !is_futile && edges >= self.from;
        light(trees, edges).filter(|_| pays)
    }

    /// Records that a filter has left `left` of the heavy edges.
    pub(super) fn record_filtered(&mut self, left: usize, heavy: usize) {
        self.is_futile = left > heavy / 4 * 3;
    }
}

/// Returns the number of edges to treat as light; `None` if there are few edges per tree.
pub(super) fn light(trees: usize, edges: usize) -> Option<usize> {
    // Fewer than three edges per two trees would leave no tree that spans most nodes, so the filter would
    // keep most heavy edges. More would cost more themselves. A sample does not resolve shares below 1 / 32.
    let light = (3 * trees / 2).max(edges / 32);
    (edges >= DENSE * trees).then_some(light)
}

/// Returns `true` if a pivot has split the edges roughly as intended, with about `few` light ones. If every
/// filter removes a share of the edges, filters do not nest deeply, however misleading the sample was.
pub(super) fn is_fair(light: usize, few: usize, edges: usize) -> bool {
    (few / 2..=edges / 4 * 3).contains(&light) && light > 0
}

/// Returns an approximate `target`-th lightest edge of those in `ranges`.
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

/// Returns at most `most` of the edges in `ranges`: one from each of equal strides, as good as random ones,
/// but always the same.
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
