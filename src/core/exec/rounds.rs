//! Loops of rounds that the caller writes. The loop counts, measures time, reports progress and checks for
//! cancellation.
//!
//! Many graph algorithms consist of rounds of *phases*; each phase is a parallel loop with a barrier after
//! it. Examples are PageRank, label propagation, breadth-first search by levels, and contraction. The caller
//! drives such an algorithm and tells [`Rounds`] what each round did. [`Rounds`] reports it, and records the
//! statistics when it is dropped, whether the loop ended, failed or panicked.
//!
//! Phases go over nodes and their arcs:
//!
//! | phase | goes over | the operator gets | returns |
//! |---|---|---|---|
//! | [`push`](Rounds::push) | the arcs that leave the nodes of a set | an arc | the targets for which it returns `true` |
//! | [`claim`](Rounds::claim) | the same | a node of the set: the value of what it claims | the targets that had no value and have got one |
//! | [`pull`](Rounds::pull) | the arcs that lead to each node of a set, until it returns `true` | an arc | the nodes for which it returns `true` |
//! | [`gather`](Rounds::gather) | the arcs that lead to each node | an arc; then a node, with the sum over its arcs | the sum over the nodes |
//! | [`gather_from`](Rounds::gather_from) | the arcs that leave each node of a set | an arc; then a node, with the sum over its arcs | the sum over the nodes |
//! | [`gather_to`](Rounds::gather_to) | the arcs that lead to each node of a set | the same | the sum over the nodes |
//! | [`update`](Rounds::update) | all nodes | a node and its value | the sum over the nodes |
//! | [`select`](Rounds::select) | the nodes of a set | a node | the nodes for which it returns `true` |
//! | [`sum`](Rounds::sum), [`max`](Rounds::max) | the nodes of a set | a node | the sum, the greatest |
//! | [`phase`](Rounds::phase) | anything: it runs the caller's closure | | |
//!
//! The work is shared by arcs, not by nodes; if a node has very many arcs, several threads share them. A
//! phase with little work runs on the calling thread. Each phase is a stage of the loop, with its own name in
//! the statistics. In `gather` and `update` only one thread changes a value, so operators need no atomics;
//! elsewhere they use the atomic maps.
//!
//! # Example: breadth-first search
//!
//! A level is a set of nodes; a push finds the next level.
//!
//! ```
//! use boscage::prelude::*;
//!
//! let exec = Exec::new(2)?;
//! let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 2)])?;
//! let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
//!
//! let unreached = u32::MAX;
//! let levels = AtomicNodeMap::filled(&graph, unreached)?;
//! let source = Node::new(0);
//! levels.store(source, 0);
//! let mut frontier = NodeSet::from_nodes(&exec, &graph, vec![source])?;
//! let mut rounds = exec.rounds("bfs", graph.nodes() as u64);
//! for level in 1.. {
//!     if frontier.is_empty() {
//!         break;
//!     }
//!     frontier = rounds.round(|phases| {
//!         let next = phases.push("push", &graph, &frontier, |_| (), |(), to, ()| {
//!             levels.compare_exchange(to, unreached, level).is_ok()
//!         })?;
//!         Ok((Round::of(next.len()), next))
//!     })?;
//! }
//! drop(rounds);
//! assert_eq!(levels.into_map().as_slice(), [0, 1, 2, 1, unreached]);
//! let statistics = exec.take_statistics();
//! let profile = statistics.loops[0].rounds.iter().map(|round| round.committed);
//! assert!(profile.eq([2, 1, 0]));
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! # Example: PageRank
//!
//! Each node adds up the shares of its in-neighbours. No value is changed by two threads, so no atomics are
//! needed.
//!
//! ```
//! use boscage::prelude::*;
//!
//! let exec = Exec::new(2)?;
//! let list = EdgeList::from_pairs(4, [(0, 1), (1, 0), (2, 0), (3, 0)])?;
//! let web = Graph::<Directed>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
//!
//! let n = web.nodes() as f64;
//! let mut ranks = NodeMap::filled(&web, 1.0 / n)?;
//! let mut shares = NodeMap::filled(&web, 0.0)?;
//! let mut rounds = exec.rounds("pagerank", web.nodes() as u64);
//! loop {
//!     let change: f64 = rounds.round(|phases| {
//!         phases.update("share", &mut shares, |node, share| {
//!             *share = ranks[node] / web.degree(node) as f64;
//!         })?;
//!         let change = phases.gather("pull", &web, &mut ranks, |from, _, ()| shares[from], |_, sum, rank| {
//!             let new = 0.15 / n + 0.85 * sum;
//!             (new - std::mem::replace(rank, new)).abs()
//!         })?;
//!         Ok((Round::of(web.nodes()), change))
//!     })?;
//!     if change < 1e-6 {
//!         break;
//!     }
//! }
//! let total: f64 = ranks.as_slice().iter().sum();
//! assert!((total - 1.0).abs() < 1e-5);
//! assert!(ranks[Node::new(0)] > ranks[Node::new(1)] && ranks[Node::new(1)] > ranks[Node::new(2)]);
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! More programs, beside the same programs with rayon, are in `operators/benches/user_programs`.

use std::fmt;

use super::phases::Spare;
use super::scope::Scope;
use super::{Exec, Progress, Round, Stage};
use crate::Result;
use crate::primitives::unmodelled::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Items settled within a round after which progress is reported.
const REPORT_EVERY: u64 = 1 << 12;

/// A loop of rounds, made by [`Exec::rounds`]. Dropping it ends the loop.
///
/// `&mut Rounds` may be passed down a recursion, and to another thread. The bodies of rounds run on the
/// calling thread and need not be `Send`; only the phases in them run on all threads. Code with many short
/// phases should run inside one [`Exec::install`].
pub struct Rounds<'a> {
    exec: &'a Exec,
    scope: Scope<'a>,
    total: u64,
    /// Items that the rounds so far have settled.
    done: u64,
    /// Items settled within the round under way.
    settled: AtomicU64,
    /// Whether a phase ran on all threads.
    is_parallel: AtomicBool,
    /// For what phases find.
    spare: Spare,
}

impl Exec {
    /// Begins a loop of rounds. `total` is for progress reports: the number of items that the rounds will
    /// have committed at the end, as far as that is known.
    #[must_use]
    pub fn rounds<'a>(&'a self, name: &'a str, total: u64) -> Rounds<'a> {
        let scope = self.records().of_loop(name, 1);
        let (settled, is_parallel) = (AtomicU64::new(0), AtomicBool::new(false));
        Rounds { exec: self, scope, total, done: 0, settled, is_parallel, spare: Spare::default() }
    }

    /// Adds a stage that ran elsewhere, on a device, to the statistics, inside the current loop or stage of
    /// the calling thread.
    pub fn add_stage(&self, stage: Stage<'_>, seconds: f64) {
        self.records().add(stage, seconds);
    }
}

impl<'a> Rounds<'a> {
    /// Runs one round. `body` gets this loop, for its phases, and returns what the round did and a value for
    /// the caller.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] before it begins, or the error of `body`; then the round does not count.
    pub fn round<R>(&mut self, body: impl FnOnce(&Self) -> Result<(Round, R)>) -> Result<R> {
        self.exec.check_cancelled()?;
        let (round, result) = body(self)?;
        self.record(round);
        Ok(result)
    }

    /// Adds a round that has ended, for callers whose rounds run elsewhere. Its committed items are done.
    pub fn record(&mut self, round: Round) {
        self.record_settling(round, round.committed);
    }

    /// The same for a round that has settled this many items.
    pub(super) fn record_settling(&mut self, round: Round, items: u64) {
        self.scope.run.add_round(round);
        self.done += items;
        *self.settled.get_mut() = 0;
        self.report(self.done);
    }

    /// Adds executions that were given up because of a conflict.
    pub fn add_aborted(&mut self, items: u64) {
        self.scope.run.aborted += items;
    }

    /// Adds to the number of items done in the current round. Any thread may call it, for each item; reports
    /// are less frequent.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    #[inline]
    pub fn settle(&self, items: u64) -> Result<()> {
        let before = self.settled.fetch_add(items, Relaxed);
        if before / REPORT_EVERY != (before + items) / REPORT_EVERY {
            self.report(self.done + before + items);
        }
        self.exec.check_cancelled()
    }

    fn report(&self, done: u64) {
        let (name, round) = (self.scope.name(), self.rounds().len() as u64);
        self.exec.report(&Progress { name, round, done, total: self.total.max(done) });
    }

    /// Reports that everything is done, and ends the loop.
    pub fn finish(self) {
        self.report(self.total);
    }

    /// The statistics are of a loop on all threads.
    pub(super) fn uses_all_threads(&self) {
        self.is_parallel.store(true, Relaxed);
    }

    pub(super) fn name(&self) -> &'a str {
        self.scope.name()
    }

    pub(super) fn spare(&self) -> &Spare {
        &self.spare
    }

    /// The rounds that have ended.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.scope.run.rounds
    }

    /// What it runs on.
    #[must_use]
    pub fn exec(&self) -> &'a Exec {
        self.exec
    }

    /// Runs a phase on all threads: a stage of the loop.
    ///
    /// # Errors
    /// As [`Exec::parallel_stage`].
    pub fn phase<R: Send>(&self, name: &str, f: impl FnOnce() -> Result<R> + Send) -> Result<R> {
        let _phase = self.begin_phase(name)?;
        self.exec.install(f)
    }

    /// Begins a phase, which ends when it is dropped.
    pub(super) fn begin_phase<'p>(&'p self, name: &'p str) -> Result<Scope<'p>> {
        self.exec.check_cancelled()?;
        self.uses_all_threads();
        Ok(self.scope.phase(name, self.exec.threads()))
    }
}

impl Drop for Rounds<'_> {
    fn drop(&mut self) {
        self.scope.run.threads = if *self.is_parallel.get_mut() { self.exec.threads() } else { 1 };
    }
}

impl fmt::Debug for Rounds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rounds").field("name", &self.scope.name()).finish_non_exhaustive()
    }
}
