//! Ranks in place of weights of 64 bits.
//!
//! Kernels compare keys of 32 bits. The rank of an edge in the order of (key, id) is one, and means the same.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::{Array, bytes_of};
use crate::primitives::{Pairs, sort};

kernels! {
    /// Of `cuda/rank.cu`.
    Kernels = crate::ptx::RANK;
    fn half_keys(words: &Array<u32>, count: u32, kind: u32, upper: u32, order: Option<&Array<u32>>, halves: &Array<u32>);
    fn ranks_of(order: &Array<u32>, count: u32, ranks: &Array<u32>);
}

/// Bytes of device memory that [`ranks`] takes, most of which it gives back.
pub(crate) fn bytes(edges: usize) -> usize {
    6 * bytes_of::<u32>(edges)
}

/// The rank of each of the `count` edges in `words`, four words an edge.
pub(crate) fn ranks(gpu: &Gpu, words: &Array<u32>, count: u32, kind: u32) -> Result<Array<u32>> {
    let kernels = gpu.rank()?;
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
