//! Structures that many threads share.
//!
//! | type | purpose | memory ordering |
//! |---|---|---|
//! | [`PriorityLocks`], [`IndirectLocks`] | a word per node; the lowest priority gets it | relaxed: the loop's barriers order the phases |
//! | [`Claims`] | a word per node: the tree that claimed it, permanently | relaxed: no other data depend on it |
//! | [`DisjointSets`] | union-find; finds halve paths | relaxed: every word only moves towards the root |
//! | [`RankedSets`] | union-find by rank | relaxed: a record is swapped as a whole |
//! | [`SequentialSets`] | union-find for one thread | none |
//! | [`EdgeSet`] | a bit per edge | relaxed, read after the loop |
//! | [`GuardedNodes`] | a value per node behind an exclusive lock; [`Lockable`] | acquire and release |
//! | [`PerThread`], [`Reducer`], [`Bag`] | a part per thread, combined at the end | relaxed: each part belongs to one thread |
//!
//! Code in a protocol between threads imports atomics and mutexes from one hidden module, `primitives`: those
//! of `std`, or those of `loom` under `--cfg loom`. The loom models are in the files of the code that they
//! check, and run this code.

mod bag;
mod claims;
mod disjoint_sets;
mod edge_set;
mod guarded_nodes;
pub(crate) mod holders;
mod lockable;
mod per_thread;
mod priority_locks;
mod ranked_sets;
mod reducer;
mod sequential_sets;
mod slots;
mod thread;

pub use bag::Bag;
pub use claims::{Claim, Claims};
pub use disjoint_sets::DisjointSets;
pub use edge_set::EdgeSet;
pub use guarded_nodes::{GuardedLocking, GuardedNodes, GuardedOwned, GuardedWorker};
pub use lockable::{Conflict, Lockable};
pub use per_thread::PerThread;
pub use priority_locks::{BidLocks, IndirectLocks, PriorityLocks, PriorityWord};
pub use ranked_sets::{PathCompression, RankedSets};
pub use reducer::Reducer;
pub use sequential_sets::SequentialSets;
