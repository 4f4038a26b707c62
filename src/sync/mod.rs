//! Structures that many threads share.
//!
//! | type | what it is | order of memory |
//! |---|---|---|
//! | [`PriorityLocks`], [`IndirectLocks`] | a word a node; the lower priority steals it from the higher | relaxed: the loop's barriers order the phases |
//! | [`Claims`] | a word a node: the tree that claimed it, for good | relaxed: nothing depends on when others see it |
//! | [`DisjointSets`] | union-find; finds halve paths | relaxed: every word only ever moves towards the root |
//! | [`RankedSets`] | union-find by rank | relaxed: a record is swapped as a whole |
//! | [`SequentialSets`] | union-find for one thread | none |
//! | [`EdgeSet`] | a bit an edge | relaxed, read after the loop |
//! | [`GuardedNodes`] | a value a node behind an exclusive lock, a word that names its holder; [`Lockable`] | acquire and release |
//! | [`PerThread`], [`Reducer`], [`Bag`] | a part for each thread, gathered at the end | relaxed: a part is one thread's |
//!
//! Everything that takes part in a protocol between threads imports its atomics and mutexes from one hidden
//! module, `primitives`: they are those of `std`, and those of `loom` under `--cfg loom`. The models stand
//! beside the code they check, and run it.

mod bag;
mod claims;
mod disjoint_sets;
mod edge_set;
mod guarded_nodes;
mod lockable;
mod per_thread;
mod priority_locks;
mod ranked_sets;
mod reducer;
mod slots;
mod thread;

pub use bag::Bag;
pub use claims::{Claim, Claims};
pub use disjoint_sets::{DisjointSets, SequentialSets};
pub use edge_set::EdgeSet;
pub use guarded_nodes::{GuardedLocking, GuardedNodes, GuardedOwned, GuardedWorker};
pub use lockable::{Conflict, Lockable};
pub use per_thread::PerThread;
pub use priority_locks::{BidLocks, IndirectLocks, PriorityLocks, PriorityWord};
pub use ranked_sets::{PathCompression, RankedSets};
pub use reducer::Reducer;
