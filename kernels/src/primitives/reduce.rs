//! One value from many.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;

kernels! {
    /// Of `cuda/reduce.cu`.
    Kernels = crate::ptx::REDUCE;
    fn reduce_sum(values: &Array<u32>, count: u32, all: &Array<u64>);
    fn reduce_min(values: &Array<u64>, count: u32, all: &Array<u64>);
    fn reduce_max(values: &Array<u64>, count: u32, all: &Array<u64>);
}

/// Items that a thread takes before its warp adds its own to the result.
const ITEMS: usize = 16;

/// The sum of the first `count` values; one value on the device.
pub(crate) fn sum(gpu: &Gpu, values: &Array<u32>, count: usize) -> Result<Array<u64>> {
    let all = gpu.zeroed(1)?;
    gpu.reduce()?.reduce_sum(gpu.over(count, ITEMS), values, count as u32, &all)?;
    Ok(all)
}

/// The least of the first `count` values, `u64::MAX` of none.
pub(crate) fn min(gpu: &Gpu, values: &Array<u64>, count: usize) -> Result<Array<u64>> {
    let all = gpu.all_ones(1)?;
    gpu.reduce()?.reduce_min(gpu.over(count, ITEMS), values, count as u32, &all)?;
    Ok(all)
}

/// The greatest of the first `count` values, 0 of none.
pub(crate) fn max(gpu: &Gpu, values: &Array<u64>, count: usize) -> Result<Array<u64>> {
    let all = gpu.zeroed(1)?;
    gpu.reduce()?.reduce_max(gpu.over(count, ITEMS), values, count as u32, &all)?;
    Ok(all)
}
