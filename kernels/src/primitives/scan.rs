//! Scans over everything or over segments.

use bytemuck::Pod;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::{Launch, kernels};
use crate::memory::Array;

kernels! {
    /// Of `cuda/scan.cu`.
    Kernels = crate::ptx::SCAN;
    fn sum_reduce(values: &Array<u32>, heads: Option<&Array<u8>>, count: u32, carries: &Array<u32>,
        heads_of_tiles: &Array<u32>);
    fn sum_carry(carries: &Array<u32>, heads_of_tiles: &Array<u32>, tiles: u32);
    fn sum_scan(values: &Array<u32>, heads: Option<&Array<u8>>, count: u32, inclusive: u32,
        carries: &Array<u32>, out: &Array<u32>);
    fn min_reduce(values: &Array<u64>, heads: Option<&Array<u8>>, count: u32, carries: &Array<u64>,
        heads_of_tiles: &Array<u32>);
    fn min_carry(carries: &Array<u64>, heads_of_tiles: &Array<u32>, tiles: u32);
    fn min_scan(values: &Array<u64>, heads: Option<&Array<u8>>, count: u32, inclusive: u32,
        carries: &Array<u64>, out: &Array<u64>);
}

/// Items per thread and tile. As in `cuda/scan.cu`.
const ITEMS: usize = 4;

/// Exclusive or inclusive scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A result combines the items before its position.
    Exclusive,
    /// A result combines the items up to its position, and that item too.
    Inclusive,
}

/// Types that can be scanned: sums of `u32`, which wrap around, and minima of `u64`.
#[allow(private_bounds)] // sealed by it
pub trait Scan: Steps {}

impl Scan for u32 {}
impl Scan for u64 {}

/// The kernels of a scan.
pub(crate) trait Steps: Pod {
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
        impl Steps for $value {
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

/// Scans the first `count` of `values` into `out`, which may be the same array: sums of `u32`, minima of
/// `u64`. With `heads`, one byte per value, a new segment begins where the byte is not zero.
///
/// The value before the first one is the sum 0 or the minimum `u64::MAX`.
///
/// # Errors
/// [`Error::Driver`](crate::Error::Driver).
///
/// # Panics
/// If an array has fewer than `count` values, or belongs to another GPU.
pub fn scan<T: Scan>(
    gpu: &Gpu,
    values: &Array<T>,
    heads: Option<&Array<u8>>,
    count: usize,
    form: Form,
    out: &Array<T>,
) -> Result<()> {
    gpu.demand(values, count);
    heads.into_iter().for_each(|heads| gpu.demand(heads, count));
    gpu.demand(out, count);
    if count == 0 {
        return Ok(());
    }
    let kernels = gpu.kernels::<Kernels>()?;
    let launch = gpu.one_block_each(count, ITEMS);
    let tiles = launch.blocks;
    let (carries, heads_of_tiles) = (gpu.array(tiles as usize)?, gpu.array(tiles as usize)?);
    T::reduce(&kernels, launch, values, heads, count as u32, &carries, &heads_of_tiles)?;
    T::carry(&kernels, gpu.one_block(), &carries, &heads_of_tiles, tiles)?;
    let inclusive = u32::from(form == Form::Inclusive);
    T::scan(&kernels, launch, values, heads, count as u32, inclusive, &carries, out)
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::emulated::{Numbers, on_every_gpu};

    /// Values behind those that are scanned, which stay as they are.
    const BEHIND: usize = 3;

    /// One value after the other.
    fn model<T: Copy>(
        values: &[T],
        heads: Option<&[u8]>,
        form: Form,
        nothing: T,
        combine: fn(T, T) -> T,
    ) -> Vec<T> {
        let mut left = nothing;
        let one = |(i, &value): (usize, &T)| {
            if heads.is_some_and(|heads| heads[i] != 0) {
                left = nothing;
            }
            let (before, with) = (left, combine(left, value));
            left = with;
            if form == Form::Inclusive { with } else { before }
        };
        values.iter().enumerate().map(one).collect()
    }

    /// No segments; one without a head, one per item, few long ones, many short ones. A head is any byte but
    /// 0.
    fn segments(numbers: &mut Numbers, len: usize) -> [Option<Vec<u8>>; 5] {
        let mut one_in =
            |few| numbers.vec(len, |n| if n.below(few) == 0 { 1 + n.below(255) as u8 } else { 0 });
        [None, Some(vec![0; len]), Some(vec![1; len]), Some(one_in(100)), Some(one_in(3))]
    }

    fn is_the_model<T: Scan + PartialEq + Debug>(
        nothing: T,
        combine: fn(T, T) -> T,
        value: fn(&mut Numbers) -> T,
    ) {
        on_every_gpu(|gpu, numbers| {
            for count in gpu.sizes(ITEMS) {
                let values = numbers.vec(count + BEHIND, value);
                for (i, heads) in segments(numbers, count + BEHIND).into_iter().enumerate() {
                    let form = [Form::Exclusive, Form::Inclusive][numbers.below(2)];
                    let from = gpu.upload(&values).unwrap();
                    let flags = heads.as_ref().map(|heads| gpu.upload(heads).unwrap());
                    // In place or not, as it comes.
                    let other = (numbers.below(2) == 0).then(|| numbers.vec(count + BEHIND, value));
                    let elsewhere = other.as_ref().map(|other| gpu.upload(other).unwrap());
                    let out = elsewhere.as_ref().unwrap_or(&from);
                    scan(gpu, &from, flags.as_ref(), count, form, out).unwrap();

                    let context = format!("{count} values, segments {i}, {form:?}");
                    let mut expected = model(&values[..count], heads.as_deref(), form, nothing, combine);
                    expected.extend(&other.as_ref().unwrap_or(&values)[count..]);
                    assert!(gpu.download(out).unwrap() == expected, "{context}");
                    if elsewhere.is_some() {
                        assert!(gpu.download(&from).unwrap() == values, "{context}: what is scanned stays");
                    }
                }
            }
        });
    }

    #[test]
    fn sums_are_those_of_one_value_after_the_other() {
        is_the_model(0, u32::wrapping_add, |numbers| match numbers.below(4) {
            0 => u32::MAX,
            1 => numbers.next() as u32,
            _ => numbers.below(10) as u32,
        });
    }

    #[test]
    fn minima_are_those_of_one_value_after_the_other() {
        is_the_model(u64::MAX, u64::min, |numbers| match numbers.below(200) {
            0 => 0,
            1..20 => u64::MAX,
            20..100 => numbers.next(),
            _ => numbers.next() >> 32 << 32 | 5,
        });
    }
}
