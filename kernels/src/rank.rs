//! Ranks instead of weights of 64 bits.
//!
//! Kernels compare keys of 32 bits. The rank of an edge in the order of (key, id) is such a key, and gives
//! the same order.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;
use crate::primitives::{Pairs, sort, sort_bytes};

kernels! {
    /// Of `cuda/rank.cu`.
    Kernels = crate::ptx::RANK, with crate::primitives::SortKernels;
    fn half_keys(words: &Array<u32>, count: u32, kind: u32, upper: u32, order: Option<&Array<u32>>,
        halves: &Array<u32>);
    fn ranks_of(order: &Array<u32>, count: u32, ranks: &Array<u32>);
}

/// Returns the bytes of device memory of [`ranks`], most of which it gives back: two sorts, one after the
/// other.
pub(crate) fn bytes(gpu: &Gpu, edges: usize) -> usize {
    sort_bytes(gpu, edges)
}

/// Returns the rank of each of the `count` edges in `words`, four words per edge.
pub(crate) fn ranks(gpu: &Gpu, words: &Array<u32>, count: u32, kind: u32) -> Result<Array<u32>> {
    let kernels = gpu.kernels::<Kernels>()?;
    let m = count as usize;
    let launch = gpu.over(m, 4);
    let mut keys = gpu.array(m)?;
    kernels.half_keys(launch, words, count, kind, 0, None, &keys)?;
    let by_lower = sort(gpu, Pairs { keys, values: None }, m, 0..32)?;
    keys = by_lower.keys;
    kernels.half_keys(launch, words, count, kind, 1, by_lower.values.as_ref(), &keys)?;
    let by_both = sort(gpu, Pairs { keys, values: by_lower.values }, m, 0..32)?;
    let (ranks, order) = (by_both.keys, by_both.values.expect("a sort leaves values"));
    kernels.ranks_of(launch, &order, count, &ranks)?;
    Ok(ranks)
}

#[cfg(test)]
mod tests {
    use boscage_core::graph::{EdgeList, Weight};

    use super::*;
    use crate::emulated::{Numbers, on_every_gpu};

    /// As in `cuda/edges.cuh`.
    const MAXIMUM: u32 = 4;

    /// The ranks of the edges follow their order by (weight, id), as weights compare.
    fn follow_the_order<W: Weight>(kind: u32, extremes: &[W], any: fn(&mut Numbers) -> W) {
        on_every_gpu(|gpu, numbers| {
            for count in [1, 33, 700] {
                // Extremes in every few weights, so that there are ties, and weights that differ in one half
                // of their bits.
                let weight = |n: &mut Numbers| match n.below(3) {
                    0 => any(n),
                    _ => extremes[n.below(extremes.len())],
                };
                let weights = numbers.vec(count, weight);
                let list = EdgeList::from_triples(2, weights.iter().map(|&w| (0, 1, w))).unwrap();
                let words = gpu.upload::<u32>(bytemuck::cast_slice(list.edges())).unwrap();
                for maximum in [false, true] {
                    let mut order: Vec<usize> = (0..count).collect();
                    order.sort_by(|&a, &b| {
                        let ascending = weights[a].partial_cmp(&weights[b]).expect("NaN is not a weight");
                        if maximum { ascending.reverse() } else { ascending }
                    });
                    let mut expected = vec![0; count];
                    order.into_iter().zip(0..).for_each(|(i, rank)| expected[i] = rank);
                    let kind = kind | if maximum { MAXIMUM } else { 0 };
                    let found = gpu.download(&ranks(gpu, &words, count as u32, kind).unwrap()).unwrap();
                    assert!(found == expected, "{count} weights {}, kind {kind}", W::NAME);
                }
            }
        });
    }

    #[test]
    fn ranks_of_unsigned_integers() {
        let extremes = [0, 1, u64::from(u32::MAX), 1 << 32, 1 << 63, (1 << 63) - 1, u64::MAX];
        follow_the_order(0, &extremes, |n| n.next() & 0x8000_0003_8000_0003);
    }

    #[test]
    fn ranks_of_signed_integers() {
        let extremes = [i64::MIN, i64::MIN + 1, -1 << 32, -1, 0, 1, 1 << 32, i64::MAX];
        follow_the_order(1, &extremes, |n| n.next() as i64 >> 30);
    }

    #[test]
    fn ranks_of_floats() {
        let least = f64::from_bits(1);
        let extremes =
            [f64::NEG_INFINITY, f64::MIN, -1.0, -least, -0.0, 0.0, least, 1.0, f64::MAX, f64::INFINITY];
        follow_the_order(2, &extremes, |n| (n.next() as i64 >> 40) as f64 / 4.0);
    }
}
