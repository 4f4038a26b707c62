//! Scans over everything or over segments.

use bytemuck::Pod;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::{Launch, kernels};
use crate::memory::Array;

kernels! {
    /// Of `cuda/scan.cu`.
    Kernels = crate::ptx::SCAN;
    fn sum_reduce(values: &Array<u32>, heads: Option<&Array<u8>>, count: u32, carries: &Array<u32>, heads_of_tiles: &Array<u32>);
    fn sum_carry(carries: &Array<u32>, heads_of_tiles: &Array<u32>, tiles: u32);
    fn sum_scan(values: &Array<u32>, heads: Option<&Array<u8>>, count: u32, inclusive: u32, carries: &Array<u32>, out: &Array<u32>);
    fn min_reduce(values: &Array<u64>, heads: Option<&Array<u8>>, count: u32, carries: &Array<u64>, heads_of_tiles: &Array<u32>);
    fn min_carry(carries: &Array<u64>, heads_of_tiles: &Array<u32>, tiles: u32);
    fn min_scan(values: &Array<u64>, heads: Option<&Array<u8>>, count: u32, inclusive: u32, carries: &Array<u64>, out: &Array<u64>);
}

/// Items of a tile, for each thread. As in `cuda/scan.cu`.
const ITEMS: usize = 4;

/// Whether a result takes in the item at its own place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Only those to the left of it.
    Exclusive,
    /// Those to the left, and itself.
    Inclusive,
}

/// What is combined, and how: sums of `u32`, minima of `u64`.
pub(crate) trait Scan: Pod {
    fn reduce(
        kernels: &Kernels,
        launch: Launch<'_>,
        values: &Array<Self>,
        heads: Option<&Array<u8>>,
        count: u32,
        carries: &Array<Self>,
        heads_of_tiles: &Array<u32>,
    ) -> Result<()>;

    fn carry(
        kernels: &Kernels,
        launch: Launch<'_>,
        carries: &Array<Self>,
        heads_of_tiles: &Array<u32>,
        tiles: u32,
    ) -> Result<()>;

    #[allow(clippy::too_many_arguments)] // as many as the kernel has
    fn scan(
        kernels: &Kernels,
        launch: Launch<'_>,
        values: &Array<Self>,
        heads: Option<&Array<u8>>,
        count: u32,
        inclusive: u32,
        carries: &Array<Self>,
        out: &Array<Self>,
    ) -> Result<()>;
}

macro_rules! scan_of {
    ($($value:ty: $reduce:ident $carry:ident $scan:ident;)*) => {$(
        impl Scan for $value {
            fn reduce(
                kernels: &Kernels,
                launch: Launch<'_>,
                values: &Array<Self>,
                heads: Option<&Array<u8>>,
                count: u32,
                carries: &Array<Self>,
                heads_of_tiles: &Array<u32>,
            ) -> Result<()> {
                kernels.$reduce(launch, values, heads, count, carries, heads_of_tiles)
            }

            fn carry(
                kernels: &Kernels,
                launch: Launch<'_>,
                carries: &Array<Self>,
                heads_of_tiles: &Array<u32>,
                tiles: u32,
            ) -> Result<()> {
                kernels.$carry(launch, carries, heads_of_tiles, tiles)
            }

            fn scan(
                kernels: &Kernels,
                launch: Launch<'_>,
                values: &Array<Self>,
                heads: Option<&Array<u8>>,
                count: u32,
                inclusive: u32,
                carries: &Array<Self>,
                out: &Array<Self>,
            ) -> Result<()> {
                kernels.$scan(launch, values, heads, count, inclusive, carries, out)
            }
        }
    )*};
}

scan_of! {
    u32: sum_reduce sum_carry sum_scan;
    u64: min_reduce min_carry min_scan;
}

/// Scans the first `count` of `values` into `out`, which may be the same: sums of `u32`, minima of `u64`. With `heads`, a
/// byte a value, it begins anew wherever one is not zero.
///
/// What stands left of everything is the sum 0 or the minimum `u64::MAX`.
pub(crate) fn scan<T: Scan>(
    gpu: &Gpu,
    values: &Array<T>,
    heads: Option<&Array<u8>>,
    count: usize,
    form: Form,
    out: &Array<T>,
) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    let kernels = gpu.scan()?;
    let launch = gpu.one_block_each(count, ITEMS);
    let tiles = launch.blocks;
    let (carries, heads_of_tiles) = (gpu.array(tiles as usize)?, gpu.array(tiles as usize)?);
    T::reduce(kernels, launch, values, heads, count as u32, &carries, &heads_of_tiles)?;
    T::carry(kernels, gpu.one_block(), &carries, &heads_of_tiles, tiles)?;
    let inclusive = u32::from(form == Form::Inclusive);
    T::scan(kernels, launch, values, heads, count as u32, inclusive, &carries, out)
}
