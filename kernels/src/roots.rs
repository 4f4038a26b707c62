//! The roots of a forest of links.

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;

kernels! {
    /// Of `cuda/roots.cu`.
    Kernels = crate::ptx::ROOTS;
    fn jump(links: &Array<u32>, count: u32, changed: &Array<u32>, barrier: &Array<[u32; 2]>);
}

/// Makes each of `count` links lead to the root above it, by distance doubling; roots link to themselves.
pub(crate) fn jump(gpu: &Gpu, links: &Array<u32>, count: usize) -> Result<()> {
    let kernels = gpu.roots()?;
    let launch = gpu.together(&kernels.jump, count, 1)?;
    kernels.jump(launch, links, count as u32, &gpu.zeroed(3)?, &gpu.zeroed(1)?)
}
