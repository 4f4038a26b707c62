//! The loops: what runs, in what order, on which threads.
//!
//! | loop | items | order | conflicts |
//! |---|---|---|---|
//! | [`Exec::do_all`] | known at the start | none | there are none |
//! | [`Exec::for_each`] | the operator may add more | a policy, see [`crate::worklist`] | none, or the operator handles them |
//! | [`Exec::speculate`] | the same | the same | exclusive locks on [`Lockable`](crate::sync::Lockable) data; items are rolled back and tried again |
//! | [`Exec::phased`] | known at the start, tried until done | rounds over all live items, or a window of the first | priority locks; deterministic |
//! | [`Exec::rounds`] | nodes and arcs, in the caller's phases | rounds that the caller writes | none, or atomics in the phases |
//!
//! Every loop has a name, under which its [`LoopStatistics`] are kept. Every loop can report progress
//! ([`Exec::with_progress`]), be ended from inside, and be stopped from outside ([`Exec::with_token`]). After
//! an early end, a stop or a panic [`Exec::take_statistics`] has what was done until then, and the [`Exec`]
//! can be used again; a panic goes on to the caller.
//!
//! No loop needs its threads to run at the same time, so the pool may be busy or shared, and loops may nest.

mod cancel;
mod do_all;
mod for_each;
mod job;
mod live;
mod phased;
mod phases;
mod processor;
mod progress;
mod rounds;
pub(crate) mod scope;
mod shared;
mod speculate;
mod standby;
mod statistics;
mod tally;
mod termination;
mod threads;
mod workers;

pub use crate::contention::Contention;
pub use cancel::CancelToken;
pub use do_all::Flow;
pub use for_each::Push;
pub use phased::{Bid, Commit, Items, Phased, Schedule};
pub use phases::{Answer, First, Summand};
pub use progress::Progress;
pub use rounds::Rounds;
pub use speculate::{Locking, Owned, Rollback};
pub use statistics::{LoopStatistics, Round, Stage, StageKind, StageStatistics, Statistics};
pub use threads::Exec;
