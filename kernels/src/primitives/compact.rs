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

/// Items per thread and tile. As in `cuda/compact.cu`.
const ITEMS: usize = 4;

/// Copies those of the first `count` values whose flags are not zero to `out`, in their order; if `values` is
/// `None`, their positions. `out` may be the array of the values. Returns their number, one value on the
/// device.
///
/// # Errors
/// [`Error::Driver`](crate::Error::Driver).
///
/// # Panics
/// If an array has fewer than `count` values, or belongs to another GPU.
pub fn compact(
    gpu: &Gpu,
    values: Option<&Array<u32>>,
    flags: &Array<u8>,
    count: usize,
    out: &Array<u32>,
) -> Result<Array<u32>> {
    values.into_iter().for_each(|values| gpu.demand(values, count));
    gpu.demand(flags, count);
    gpu.demand(out, count);
    let (kept, ticket) = (gpu.zeroed(1)?, gpu.zeroed(1)?);
    let states = gpu.zeroed(gpu.one_block_each(count, ITEMS).blocks as usize)?;
    let launch = gpu.over(count, ITEMS);
    gpu.kernels::<Kernels>()?.compact(
        launch,
        values,
        flags,
        count as u32,
        out,
        &kept,
        &states,
        1,
        &ticket,
    )?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::{Numbers, on_every_gpu};

    #[test]
    fn what_is_kept_stays_in_order() {
        on_every_gpu(|gpu, numbers| {
            for count in gpu.sizes(ITEMS) {
                let values = numbers.vec(count + 1, |n| n.next() as u32);
                // Flags may be any byte but 0; none is set, all are, few, most.
                for kept_of_100 in [0, 100, 3, 60] {
                    let flag =
                        |n: &mut Numbers| if n.below(100) < kept_of_100 { 1 + n.below(255) as u8 } else { 0 };
                    let flags = numbers.vec(count + 1, flag);
                    let kept: Vec<usize> = (0..count).filter(|&i| flags[i] != 0).collect();
                    let on_gpu = (gpu.upload(&values).unwrap(), gpu.upload(&flags).unwrap());
                    let out = gpu.upload(&values).unwrap();
                    let context = format!("{kept_of_100} % of {count}");

                    let found = compact(gpu, None, &on_gpu.1, count, &out).unwrap();
                    assert_eq!(gpu.download(&found).unwrap(), [kept.len() as u32], "{context}");
                    let positions: Vec<u32> = kept.iter().map(|&i| i as u32).collect();
                    // Values behind the kept ones stay.
                    let expected = [&positions[..], &values[kept.len()..]].concat();
                    assert!(gpu.download(&out).unwrap() == expected, "positions, {context}");

                    compact(gpu, Some(&on_gpu.0), &on_gpu.1, count, &out).unwrap();
                    let of_kept: Vec<u32> = kept.iter().map(|&i| values[i]).collect();
                    let expected = [&of_kept[..], &values[kept.len()..]].concat();
                    assert!(gpu.download(&out).unwrap() == expected, "values, {context}");
                    assert!(gpu.download(&on_gpu.0).unwrap() == values, "what is compacted, {context}");

                    let found = compact(gpu, Some(&on_gpu.0), &on_gpu.1, count, &on_gpu.0).unwrap();
                    assert_eq!(gpu.download(&found).unwrap(), [kept.len() as u32], "in place, {context}");
                    assert!(gpu.download(&on_gpu.0).unwrap() == expected, "in place, {context}");
                }
            }
        });
    }
}
