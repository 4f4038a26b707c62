//! Reductions.

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

/// Items per thread before its warp adds its result.
const ITEMS: usize = 16;

/// Returns the sum of the first `count` values, which wraps around; one value on the device.
///
/// # Errors
/// [`Error::Driver`](crate::Error::Driver).
///
/// # Panics
/// If the array has fewer than `count` values, or belongs to another GPU.
pub fn sum(gpu: &Gpu, values: &Array<u32>, count: usize) -> Result<Array<u64>> {
    gpu.demand(values, count);
    let all = gpu.zeroed(1)?;
    gpu.kernels::<Kernels>()?.reduce_sum(gpu.over(count, ITEMS), values, count as u32, &all)?;
    Ok(all)
}

/// Returns the least of the first `count` values, `u64::MAX` if there are none; one value on the device.
///
/// # Errors
/// [`Error::Driver`](crate::Error::Driver).
///
/// # Panics
/// As [`sum`].
pub fn min(gpu: &Gpu, values: &Array<u64>, count: usize) -> Result<Array<u64>> {
    gpu.demand(values, count);
    let all = gpu.all_ones(1)?;
    gpu.kernels::<Kernels>()?.reduce_min(gpu.over(count, ITEMS), values, count as u32, &all)?;
    Ok(all)
}

/// Returns the greatest of the first `count` values, 0 if there are none; one value on the device.
///
/// # Errors
/// [`Error::Driver`](crate::Error::Driver).
///
/// # Panics
/// As [`sum`].
pub fn max(gpu: &Gpu, values: &Array<u64>, count: usize) -> Result<Array<u64>> {
    gpu.demand(values, count);
    let all = gpu.zeroed(1)?;
    gpu.kernels::<Kernels>()?.reduce_max(gpu.over(count, ITEMS), values, count as u32, &all)?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::on_every_gpu;

    #[test]
    fn many_become_one() {
        on_every_gpu(|gpu, numbers| {
            for count in gpu.sizes(ITEMS) {
                // Values behind them would change every result.
                let mut summands = numbers.vec(count, |n| u32::MAX - n.below(1000) as u32);
                summands.push(1);
                let found = sum(gpu, &gpu.upload(&summands).unwrap(), count).unwrap();
                let expected: u64 = summands[..count].iter().copied().map(u64::from).sum();
                assert_eq!(gpu.download(&found).unwrap(), [expected], "the sum of {count}");

                let mut words = numbers.vec(count, |n| n.next() >> 1 | 1 << 32);
                words.push(0);
                let found = min(gpu, &gpu.upload(&words).unwrap(), count).unwrap();
                let expected = words[..count].iter().copied().min().unwrap_or(u64::MAX);
                assert_eq!(gpu.download(&found).unwrap(), [expected], "the least of {count}");

                words[count] = u64::MAX;
                let found = max(gpu, &gpu.upload(&words).unwrap(), count).unwrap();
                let expected = words[..count].iter().copied().max().unwrap_or(0);
                assert_eq!(gpu.download(&found).unwrap(), [expected], "the greatest of {count}");
            }
        });
    }

    #[test]
    fn the_ends_of_the_range_are_numbers_like_any_other() {
        on_every_gpu(|gpu, _| {
            for (values, least, greatest) in [
                (vec![u64::MAX; 100], u64::MAX, u64::MAX),
                (vec![0; 100], 0, 0),
                ([vec![5; 70], vec![u64::MAX, 0]].concat(), 0, u64::MAX),
            ] {
                let on_gpu = gpu.upload(&values).unwrap();
                let found = [min, max].map(|of| gpu.one(&of(gpu, &on_gpu, values.len()).unwrap()).unwrap());
                assert_eq!(found, [least, greatest]);
            }
        });
    }
}
