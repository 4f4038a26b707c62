//! What operators report of rounds that are a loop of their own: each phase is a stage, each round is
//! counted.

use std::time::Instant;

use boscage::Result;
use boscage::exec::{Exec, LoopStatistics, Progress, Round};

use super::tally::Tally;

/// The rounds of an operator so far.
pub(super) struct Rounds<'a> {
    exec: &'a Exec,
    /// The operator's name, which is that of its loop.
    name: &'static str,
    nodes: usize,
    /// Number of edges in the forest.
    taken: usize,
    all: Vec<Round>,
    start: Instant,
}

impl<'a> Rounds<'a> {
    /// None yet, on a graph of `nodes` nodes.
    pub(super) fn new(exec: &'a Exec, name: &'static str, nodes: usize) -> Self {
        Self { exec, name, nodes, taken: 0, all: Vec::new(), start: Instant::now() }
    }

    /// Runs a phase on all threads, unless the operator has been cancelled.
    pub(super) fn phase<R: Send>(&self, phase: &str, f: impl FnOnce() -> Result<R> + Send) -> Result<R> {
        self.exec.parallel_stage(&format!("{} {phase}", self.name), f)
    }

    /// What it runs on.
    pub(super) fn exec(&self) -> &'a Exec {
        self.exec
    }

    /// Number of rounds that have ended.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// A round has ended: the edges that it began with, took and left.
    ///
    /// # Panics
    /// If it took none: it would not be the last that does.
    pub(super) fn ended(&mut self, edges: usize, taken: usize, left: usize) {
        assert!(taken > 0, "{}: a round takes an edge", self.name);
        self.taken += taken;
        self.all.push(Round {
            tried: edges as u64,
            committed: taken as u64,
            retried: left as u64,
            dropped: (edges - taken - left) as u64,
        });
        self.report(self.taken);
    }

    /// Counts what a round of trees that grow adds to those before.
    pub(super) fn tally(&self) -> Tally<'a> {
        Tally::after(self.exec, self.name, self.all.len(), self.taken, self.nodes)
    }

    /// Reports how many edges have been taken in this round by now.
    pub(super) fn taken_by_now(&self, taken: usize) {
        self.report(self.taken + taken);
    }

    /// The last round has ended. The time that statistics have of the loop is that of its phases, too.
    pub(super) fn finish(self) {
        self.report(self.nodes);
        let (threads, time) = (self.exec.threads(), self.start.elapsed());
        self.exec.record(LoopStatistics::of_rounds(self.name, threads, self.all, time));
    }

    fn report(&self, done: usize) {
        let (round, done, total) = (self.all.len() as u64, done as u64, self.nodes as u64);
        self.exec.report(&Progress { name: self.name, round, done, total });
    }
}
