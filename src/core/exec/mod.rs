//! Parallel loops, and [`Exec`]: the threads on which they run.
//!
//! | loop | items | order | conflicts between items |
//! |---|---|---|---|
//! | [`Exec::do_all`] | known at the start | none | none, or the operator uses atomics |
//! | [`Exec::for_each`] | the operator may push more | a policy, see [`crate::worklist`] | none, or the operator uses atomics |
//! | [`Exec::speculate`] | the operator may push more | a policy | exclusive locks on [`Lockable`](crate::sync::Lockable) data; items in conflict are rolled back and tried again |
//! | [`Exec::phased`] | a committed item may push more | rounds over all live items, or over a window of the first ones | priority locks; the result is deterministic |
//! | [`Exec::rounds`] | nodes and arcs | rounds that the caller writes, of phases with a barrier after each | none, or atomic maps |
//!
//! To choose: if the algorithm has rounds over nodes and arcs (a search by levels, PageRank), use
//! [`Exec::rounds`]. If items do not depend on each other, use [`Exec::do_all`], or [`Exec::fold`] if they
//! contribute to one result, such as a sum. If they create new items without rounds, use [`Exec::for_each`].
//! If an item changes several nodes at once, use [`Exec::speculate`]; or [`Exec::phased`], if the result must
//! be deterministic.
//!
//! Every loop has a name, under which its [`LoopStatistics`] are kept, and can be cancelled from outside
//! ([`Exec::with_token`]). All but `do_all` report progress ([`Exec::with_progress`]). Operators of `do_all`,
//! `for_each` and `speculate` can end their loop, also by an error. A phased loop ends when
//! [`Phased::finished`] returns `true`, and a loop of rounds when the caller's code ends it.
//! After an early end, a cancellation or a panic [`Exec::take_statistics`] returns what was done until then,
//! and the [`Exec`] can be used again. A panic of an operator continues in the caller.
//!
//! No loop needs its threads to run at the same time, so the pool may be busy or shared, and loops may nest.

mod aside;
mod backoff;
mod cancel;
mod current;
mod do_all;
mod ending;
mod flow;
mod for_each;
mod job;
mod live;
mod phased;
mod phases;
mod processor;
mod progress;
mod records;
mod rounds;
pub(crate) mod scope;
mod shared;
mod speculate;
mod stages;
mod standby;
mod statistics;
mod tally;
mod termination;
mod threads;
mod workers;

pub use crate::contention::Contention;
pub use cancel::CancelToken;
pub use flow::IntoControlFlow;
pub use for_each::Push;
pub use phased::{Bid, Commit, Items, Phased, Schedule};
pub use phases::{Activation, First, Monoid};
pub use progress::Progress;
pub use rounds::Rounds;
pub use speculate::{Locking, Owned, Rollback};
pub use statistics::{LoopStatistics, Round, Stage, StageKind, StageStatistics, Statistics};
pub use threads::Exec;
