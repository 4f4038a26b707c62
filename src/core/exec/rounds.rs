//! Loops of rounds that the caller writes. The loop counts, measures time, reports progress and checks for
//! cancellation.

use std::fmt;

use super::phases::Spare;
use super::scope::Scope;
use super::{Exec, Progress, Round, Stage};
use crate::Result;
use crate::primitives::unmodelled::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Number of items settled within a round after which progress is reported.
const REPORT_EVERY: u64 = 1 << 12;

/// A loop of rounds, created by [`Exec::rounds`]. Dropping it ends the loop.
///
/// A round consists of *phases*. Each phase is a parallel loop with a barrier after it:
///
/// | phase | goes over | the operator gets | returns |
/// |---|---|---|---|
/// | [`push`](Rounds::push) | the arcs that leave the nodes of a set | an arc | the targets for which it returns `true` |
/// | [`claim`](Rounds::claim) | the arcs that leave the nodes of a set | a node of the set; returns the value for its targets | the targets that had no value and have got one |
/// | [`pull`](Rounds::pull) | the arcs that lead to each node of a set, until it returns `true` | an arc | the nodes for which it returns `true` |
/// | [`gather`](Rounds::gather) | the arcs that lead to each node | an arc; then a node, with the sum over its arcs | the sum over the nodes |
/// | [`gather_from`](Rounds::gather_from) | the arcs that leave each node of a set | an arc; then a node, with the sum over its arcs | the sum over the nodes |
/// | [`gather_to`](Rounds::gather_to) | the arcs that lead to each node of a set | an arc; then a node, with the sum over its arcs | the sum over the nodes |
/// | [`update`](Rounds::update) | all nodes | a node and its value | the sum over the nodes |
/// | [`select`](Rounds::select) | the nodes of a set | a node | the nodes for which it returns `true` |
/// | [`sum`](Rounds::sum), [`max`](Rounds::max) | the nodes of a set | a node | the sum, the maximum |
/// | [`phase`](Rounds::phase) | nothing: it runs a closure | | the closure's result |
///
/// The work is shared by arcs, not by nodes; if a node has very many arcs, several threads share them. A
/// phase with little work runs on the calling thread. Each phase is a stage of the loop, with its own name in
/// the statistics. In `gather` and `update` only one thread changes a value, so operators need no atomics;
/// in the other phases they use the atomic maps.
///
/// `&mut Rounds` may be passed down a recursion, and to another thread. The bodies of rounds run on the
/// calling thread and need not be `Send`; only the phases in them run on all threads. Code with many short
/// phases should run inside one [`Exec::install`].
///
/// # Examples
///
/// PageRank: each node adds up the shares of its in-neighbours.
///
/// ```
/// use boscage::prelude::*;
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 0), (2, 0), (3, 0)])?;
/// let web = Graph::<Directed>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
/// let n = web.node_count() as f64;
/// let mut ranks = NodeMap::filled(&web, 1.0 / n)?;
/// let mut shares = NodeMap::filled(&web, 0.0)?;
/// let mut rounds = exec.rounds("pagerank", 50 * web.node_count() as u64); // about 50 rounds
/// loop {
///     let change: f64 = rounds.round(|phases| {
///         phases.update("share", &mut shares, |node, share| {
///             *share = ranks[node] / web.degree(node) as f64;
///         })?;
///         let share = |from, _, ()| shares[from];
///         let change = phases.gather("gather", &web, &mut ranks, share, |_, sum, rank| {
///             let new = 0.15 / n + 0.85 * sum;
///             (new - std::mem::replace(rank, new)).abs()
///         })?;
///         Ok((Round::new(web.node_count()), change))
///     })?;
///     if change < 1e-6 {
///         break;
///     }
/// }
/// assert!(ranks[0] > ranks[1] && ranks[1] > ranks[2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Rounds<'a> {
    exec: &'a Exec,
    scope: Scope<'a>,
    total: u64,
    /// Number of items that the rounds so far have settled.
    done: u64,
    /// Number of items settled within the current round.
    settled: AtomicU64,
    /// `true` if a phase ran on all threads.
    is_parallel: AtomicBool,
    /// Memory that phases reuse.
    spare: Spare,
}

impl Exec {
    /// Begins a loop of rounds that the caller writes, of [phases](Rounds) over nodes and arcs.
    ///
    /// Use it for algorithms by rounds: breadth-first search, PageRank, label propagation, contraction. The
    /// caller writes an ordinary Rust loop and tells the [`Rounds`] what each round did. `Rounds` reports it,
    /// and records the statistics when it is dropped, whether the loop ended, failed or panicked. `total` is
    /// for progress reports: about how many items all rounds together commit.
    ///
    /// # Determinism
    /// The phases run one after another, in the caller's order. The result is deterministic if each phase's
    /// is; every phase documents this.
    ///
    /// # Memory
    /// Phases that find nodes share a bitmap, one bit per node of the graph, and at most 256 KiB per thread;
    /// both are freed when the loop ends. The statistics keep 32 bytes per round.
    ///
    /// # Examples
    ///
    /// Breadth-first search: the frontier of a round is the set of nodes that the round before has found.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 2)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let levels = AtomicNodeMap::filled(&graph, u32::MAX)?;
    /// levels.store(Node::new(0), 0);
    /// let mut frontier = NodeSet::from_nodes(&exec, &graph, [0])?;
    /// let mut rounds = exec.rounds("bfs", graph.node_count() as u64);
    /// while !frontier.is_empty() {
    ///     frontier = rounds.round(|phases| {
    ///         let level = |from| levels.load(from) + 1;
    ///         let next = phases.claim("step", &graph, &frontier, &levels, u32::MAX, level)?;
    ///         Ok((Round::new(next.len()), next))
    ///     })?;
    /// }
    /// drop(rounds);
    /// assert_eq!(levels.into_map().as_slice(), [0, 1, 2, 1, u32::MAX]);
    /// let statistics = exec.take_statistics();
    /// let found = statistics.loops[0].rounds.iter().map(|round| round.committed);
    /// assert!(found.eq([2, 1, 0]));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn rounds<'a>(&'a self, name: &'a str, total: u64) -> Rounds<'a> {
        let scope = Scope::of_loop(self.records(), name, 1);
        let (settled, is_parallel) = (AtomicU64::new(0), AtomicBool::new(false));
        Rounds { exec: self, scope, total, done: 0, settled, is_parallel, spare: Spare::default() }
    }

    /// Adds a stage that ran elsewhere (on a device) to the statistics: within the stage that it names
    /// ([`Stage::within`]), or within the current loop or stage of the calling thread.
    pub fn add_stage(&self, stage: Stage<'_>, seconds: f64) {
        self.records().add(stage, seconds);
    }
}

impl<'a> Rounds<'a> {
    /// Runs one round. `body` gets this loop, to run its phases, and returns the round's counts and a value
    /// for the caller.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] before the round begins, or the error of `body`; then the round does not
    /// count.
    pub fn round<R>(&mut self, body: impl FnOnce(&Self) -> Result<(Round, R)>) -> Result<R> {
        self.exec.check_cancelled()?;
        *self.settled.get_mut() = 0; // of a round that has failed
        let (round, result) = body(self)?;
        self.record(round);
        Ok(result)
    }

    /// Adds a round that ran elsewhere. Its committed items count as done.
    pub fn record(&mut self, round: Round) {
        self.record_settling(round, round.committed);
    }

    /// Adds a round that has settled this number of items.
    pub(super) fn record_settling(&mut self, round: Round, items: u64) {
        self.scope.add_round(round);
        self.done += items;
        *self.settled.get_mut() = 0;
        self.report(self.done);
    }

    /// Adds executions that were aborted because of a conflict.
    pub fn add_aborted(&mut self, items: u64) {
        self.scope.run.aborted += items;
    }

    /// Adds items that the operator has pushed.
    pub(super) fn add_pushed(&mut self, items: usize) {
        self.scope.run.pushed += items as u64;
        self.total += items as u64;
    }

    /// Adds to the number of items done in the current round, for progress reports within long rounds. Any
    /// thread may call it, with 1 after each item, or with n after n items. It reports every 4096 items.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] if the token was cancelled.
    #[inline]
    pub fn settle(&self, items: u64) -> Result<()> {
        let before = self.settled.fetch_add(items, Relaxed);
        if before / REPORT_EVERY != (before + items) / REPORT_EVERY {
            self.report(self.done + before + items);
        }
        self.exec.check_cancelled()
    }

    fn report(&self, done: u64) {
        let (name, round) = (self.scope.name(), self.round_count());
        self.exec.report(&Progress { name, round, done, total: self.total.max(done) });
    }

    /// Reports that everything is done, and ends the loop.
    pub fn finish(self) {
        self.report(self.total);
    }

    /// Marks the loop as one on all threads, for the statistics.
    pub(super) fn uses_all_threads(&self) {
        self.is_parallel.store(true, Relaxed);
    }

    /// Panics because of a mistake of the caller.
    #[cold]
    #[track_caller]
    pub(super) fn blame(&self, mistake: impl fmt::Display) -> ! {
        self.scope.blame(mistake)
    }

    pub(super) fn spare(&self) -> &Spare {
        &self.spare
    }

    /// Returns the number of rounds that have ended.
    #[must_use]
    pub fn round_count(&self) -> u64 {
        self.scope.run.round_count
    }

    /// Returns the [`Exec`] on which the loop runs.
    #[must_use]
    pub fn exec(&self) -> &'a Exec {
        self.exec
    }

    /// Runs `f` on the threads of the [`Exec`] as a phase: a stage of the loop, with its own time in the
    /// statistics. For work that no other phase does, such as sorting.
    ///
    /// # Determinism
    /// That of `f`.
    ///
    /// # Memory
    /// That of `f`.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] before it begins, or the error of `f`.
    ///
    /// # Panics
    /// If `f` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::parallel::radix_sort;
    ///
    /// let exec = Exec::new(2)?;
    /// let mut keys = vec![5_u32, 1, 3];
    /// let rounds = exec.rounds("contraction", 3);
    /// rounds.phase("sort", || radix_sort(&exec, &mut keys, |&key| key))?;
    /// assert_eq!(keys, [1, 3, 5]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn phase<R: Send>(&self, name: &str, f: impl FnOnce() -> Result<R> + Send) -> Result<R> {
        let _phase = self.begin_phase(name)?;
        self.exec.install(f)
    }

    /// Begins a phase, which ends when the scope is dropped.
    #[track_caller]
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
