//! Building blocks of data-parallel rounds, on the threads of the current rayon pool.
//!
//! | function | what it does |
//! |---|---|
//! | [`exclusive_scan`] | prefix sums |
//! | [`pack`], [`pack_map`] | some of many items, in order |
//! | [`radix_sort`] | stable sorting by an unsigned key |
//! | [`tabulate`] | an array told by its positions |
//! | [`scatter`], [`Scatter`] | writing to places an index names |
//!
//! Each is deterministic: the result does not depend on the number of threads.

mod pack;
mod partition;
mod radix_sort;
mod scan;
mod scatter;
mod tabulate;

pub use pack::{pack, pack_map};
pub use radix_sort::{RadixKey, radix_sort};
pub use scan::{Scannable, exclusive_scan};
pub use scatter::{Scatter, scatter};
pub use tabulate::tabulate;
