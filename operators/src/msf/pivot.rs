//! Which edges are light: those before a pivot, which is found in a sample.

use std::ops::Range;

use boscage::{Result, memory};

/// Edges a tree above which the heavy ones are filtered.
pub(super) const DENSE: usize = 4;

/// How many edges to take for light, given the numbers of trees and edges; `None` where it does not pay to
/// filter the others.
pub(super) fn light(trees: usize, edges: usize) -> Option<usize> {
    // Fewer edges a tree would leave no tree that spans most nodes, so that the filter would keep most heavy
    // edges; more would cost more themselves.
    let halves = if edges < DENSE * trees { 2 } else { 3 };
    // However few the trees: a sample does not show smaller shares.
    let light = (halves * trees / 2).max(edges / 32);
    (light <= edges / 3 * 2).then_some(light)
}

/// Edges of the sample that separates the light from the heavy.
const SAMPLE: usize = 1 << 14;

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
