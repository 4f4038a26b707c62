//! What operators on a GPU are made of: scans, sort, compaction, reduction.
//!
//! | primitive | what | kernels |
//! |---|---|---|
//! | [`scan`] | sums and minima of what comes before, over everything or over segments | `cuda/scan.cu` |
//! | [`sort`](fn@sort) | pairs of a key and a value by their keys, stable | `cuda/sort.cu` |
//! | [`compact`](fn@compact) | the values whose flags are set, in their order | `cuda/compact.cu` |
//! | [`reduce`] | the sum, the least, the greatest | `cuda/reduce.cu` |
//!
//! All of them work on arrays on the device, in the order of the GPU's stream; none waits, and none copies to the host.

mod compact;
pub(crate) mod reduce;
pub(crate) mod scan;
mod sort;

pub(crate) use compact::{Kernels as CompactKernels, compact};
pub(crate) use sort::{Kernels as SortKernels, Pairs, sort};
