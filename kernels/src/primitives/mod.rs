//! The building blocks of operators on a GPU: scans, sort, compaction, reduction.
//!
//! | primitive | what | kernels |
//! |---|---|---|
//! | [`scan`](fn@scan) | prefix sums and prefix minima, over everything or over segments | `cuda/scan.cu` |
//! | [`sort`](fn@sort) | pairs of a key and a value by their keys, stable | `cuda/sort.cu` |
//! | [`compact`](fn@compact) | the values whose flags are set, in their order | `cuda/compact.cu` |
//! | [`reduce`] | the sum, the minimum, the maximum | `cuda/reduce.cu` |
//!
//! All of them work on arrays on the device, in the order of the calls; they do not wait and do not copy to
//! the host.
//!
//! ```no_run
//! use boscage_kernels::Gpu;
//! use boscage_kernels::primitives::{Form, scan};
//!
//! let gpu = Gpu::open()?;
//! let values = gpu.upload(&[3_u32, 1, 4, 1, 5])?;
//! scan(&gpu, &values, None, values.len(), Form::Exclusive, &values)?;
//! assert_eq!(gpu.download(&values)?, [0, 3, 4, 8, 9]);
//! # Ok::<(), boscage_kernels::Error>(())
//! ```

mod compact;
pub mod reduce;
pub(crate) mod scan;
mod sort;

pub use crate::memory::Array;
pub use compact::compact;
pub use scan::{Form, Scan, scan};
pub use sort::{Pairs, sort};

pub(crate) use compact::Kernels as CompactKernels;
pub(crate) use sort::{Kernels as SortKernels, bits_of, check_sort, sort_bytes};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::{on_every_gpu, refusal};
    use crate::{Gpu, Result};

    /// Every function that takes an array, with four values instead of five.
    #[test]
    fn no_array_is_exceeded() {
        on_every_gpu(|gpu, _| {
            let five = || gpu.zeroed::<u32>(5).unwrap();
            let four = || gpu.zeroed::<u32>(4).unwrap();
            let (five_wide, four_wide) = (gpu.zeroed::<u64>(5).unwrap(), gpu.zeroed::<u64>(4).unwrap());
            let (five_flags, four_flags) = (gpu.zeroed::<u8>(5).unwrap(), gpu.zeroed::<u8>(4).unwrap());
            let form = Form::Inclusive;
            let all: [&dyn Fn() -> Result<()>; 12] = [
                &|| scan(gpu, &four(), None, 5, form, &five()),
                &|| scan(gpu, &five(), Some(&four_flags), 5, form, &five()),
                &|| scan(gpu, &five(), None, 5, form, &four()),
                &|| scan(gpu, &four_wide, None, 5, form, &five_wide),
                &|| sort(gpu, Pairs { keys: four(), values: None }, 5, 0..32).map(drop),
                &|| sort(gpu, Pairs { keys: five(), values: Some(four()) }, 5, 0..32).map(drop),
                &|| compact(gpu, Some(&four()), &five_flags, 5, &five()).map(drop),
                &|| compact(gpu, None, &four_flags, 5, &five()).map(drop),
                &|| compact(gpu, None, &five_flags, 5, &four()).map(drop),
                &|| reduce::sum(gpu, &four(), 5).map(drop),
                &|| reduce::min(gpu, &four_wide, 5).map(drop),
                &|| reduce::max(gpu, &four_wide, 5).map(drop),
            ];
            for (i, one) in all.into_iter().enumerate() {
                let said = refusal(|| one().unwrap());
                assert_eq!(said.as_deref(), Some("expected an array of at least 5 values, found 4"), "{i}");
            }
        });
    }

    #[test]
    fn arrays_are_those_of_the_gpu_and_keys_have_32_bits() {
        on_every_gpu(|gpu, _| {
            let other = Gpu::open().unwrap();
            let (here, there) = (gpu.zeroed::<u32>(5).unwrap(), other.zeroed::<u32>(5).unwrap());
            let all: [&dyn Fn() -> Result<()>; 5] = [
                &|| scan(gpu, &here, None, 5, Form::Inclusive, &there),
                &|| gpu.download(&there).map(drop),
                &|| gpu.one(&there).map(drop),
                &|| gpu.part(&there, 4, &mut [0_u32]),
                &|| gpu.part(&there, 0, &mut [0_u32; 0]),
            ];
            for (i, one) in all.into_iter().enumerate() {
                let said = refusal(|| one().unwrap());
                assert_eq!(
                    said.as_deref(),
                    Some("expected an array of this GPU, found one of another GPU"),
                    "{i}"
                );
            }
            let said = refusal(|| drop(sort(gpu, Pairs { keys: here, values: None }, 5, 8..33)));
            assert_eq!(said.as_deref(), Some("expected bits of a key up to 32, found 33"));
        });
    }
}
