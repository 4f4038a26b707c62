//! Stable compaction.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;

kernels! {
    /// Of `cuda/compact.cu`.
    Kernels = crate::ptx::COMPACT;
    fn compact(
        values: Option<&Array<u32>>,
        flags: &Array<u8>,
        count: u32,
        out: &Array<u32>,
        kept: &Array<u32>,
        states: &Array<u64>,
        pass: u32,
        ticket: &Array<u32>,
    );
}

/// Items of a tile, for each thread. As in `cuda/compact.cu`.
const ITEMS: usize = 4;

/// Puts those of the first `count` values whose flags are not zero into `out`, in their order; of `None`, their positions. `out`
/// may be the values' own array. Returns how many there are, one value on the device.
pub(crate) fn compact(
    gpu: &Gpu,
    values: Option<&Array<u32>>,
    flags: &Array<u8>,
    count: usize,
    out: &Array<u32>,
) -> Result<Array<u32>> {
    let (kept, ticket) = (gpu.zeroed(1)?, gpu.zeroed(1)?);
    let states = gpu.zeroed(gpu.one_block_each(count, ITEMS).blocks as usize)?;
    let launch = gpu.over(count, ITEMS);
    gpu.compact()?.compact(launch, values, flags, count as u32, out, &kept, &states, 1, &ticket)?;
    Ok(kept)
}
