//! The phases of [`Rounds`] that go over the nodes of a graph and their arcs.
//!
//! | phase | goes over | the operator gets | gives |
//! |---|---|---|---|
//! | [`Rounds::push`] | the arcs that leave the nodes of a set | an arc | the targets of which it says `true`: the next set |
//! | [`Rounds::pull`] | the arcs that lead to the nodes of a set, until it says `true` | an arc | the nodes for which it says `true` |
//! | [`Rounds::gather`] | the arcs that lead to each node | an arc; then a node, with the sum over its arcs | the sum over the nodes |
//! | [`Rounds::update`] | all nodes | a node and its value | the sum over the nodes |
//! | [`Rounds::select`] | the nodes of a set | a node | the nodes of which it says `true` |
//! | [`Rounds::sum`], [`Rounds::max`] | the nodes of a set | a node | the sum, the greatest |
//!
//! An arc is three arguments: the node it leaves, the node it leads to, and what it carries.
//!
//! Threads share the work by arcs, not by nodes, and the arcs of a node that has very many are shared, too.
//! A phase that has little to do runs on the calling thread. Each is a stage of its loop, under its name in
//! the statistics. Where threads cannot meet at a value, operators change it without atomics (`gather`,
//! `update`); elsewhere they use the atomic maps.

mod answer;
mod found;
mod gather;
mod pieces;
mod pull;
mod push;
mod select;
mod sum;
mod summand;
mod update;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::scope::Scope;
use super::{Exec, Rounds};
use crate::Result;

pub use answer::Answer;
pub(super) use found::Spare;
pub use summand::Summand;

/// Nodes that one thread takes at a time where arcs play no part.
const BLOCK: usize = 1 << 10;

/// A phase under way: a stage that ends when it is dropped.
struct Phase<'a> {
    exec: &'a Exec,
    /// Whether the operator has ended it.
    is_over: AtomicBool,
    _stage: Scope<'a>,
}

impl<'a> Rounds<'a> {
    fn begin<'p>(&'p self, name: &'p str) -> Result<Phase<'p>> {
        let exec = self.exec();
        exec.check_cancelled()?;
        self.uses_all_threads();
        let stage = exec.records().stage(name.into(), exec.threads());
        Ok(Phase { exec, is_over: AtomicBool::new(false), _stage: stage })
    }
}

impl Phase<'_> {
    /// Whether to begin another piece of the work.
    fn goes_on(&self) -> bool {
        !self.is_over.load(Relaxed) && !self.exec.is_cancelled()
    }

    /// Begins no more pieces.
    fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// What has come of it, once no thread works on it.
    fn outcome(&self) -> Result<()> {
        if self.is_over.load(Relaxed) { Ok(()) } else { self.exec.check_cancelled() }
    }
}
