//! Building blocks of data-parallel rounds, on the threads of an [`Exec`](crate::exec::Exec).
//!
//! | function | purpose |
//! |---|---|
//! | [`tabulate`] | an array computed from its positions |
//! | [`pack`], [`pack_map`] | filters items, in order |
//! | [`exclusive_scan`] | prefix sums |
//! | [`radix_sort`], [`for_each_sorted`] | stable sorting by an unsigned key |
//! | [`least`] | the minimum of the keys offered to each place |
//! | [`Regions`] | an array whose items are removed in place |
//! | [`for_each_block`], [`map_blocks`] | a loop over positions, some thousands at a time |
//! | [`for_each_piece`], [`map_pieces`] | a loop over the chunks of slices, or other pieces of work |
//! | [`prefetch`] | prefetches memory into the cache |
//!
//! All of them are deterministic: the result does not depend on the number of threads.

mod distribution;
mod filling;
mod least;
mod pack;
mod partition;
mod pieces;
mod pipeline;
mod prefetch;
mod radix_key;
mod radix_sort;
mod regions;
mod scan;
mod scatter;
mod tabulate;

pub(crate) use distribution::{Distribution, Items};
pub use least::least;
pub use pack::{pack, pack_map};
pub use pieces::{for_each_block, for_each_piece, map_blocks, map_pieces};
#[doc(hidden)]
pub use pipeline::{ITEMS_PER_THREAD, pipeline};
pub use prefetch::prefetch;
pub use radix_key::RadixKey;
pub use radix_sort::{for_each_sorted, radix_sort};
pub(crate) use regions::Region;
pub use regions::Regions;
pub use scan::{Scannable, exclusive_scan};
pub(crate) use scatter::{Scatter, scatter};
pub use tabulate::tabulate;
#[doc(hidden)]
pub use tabulate::tabulate_blocks;
