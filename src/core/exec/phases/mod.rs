//! The phases of [`Rounds`] over the nodes of a graph and their arcs.

mod activation;
mod claim;
mod found;
mod gather;
mod gather_set;
mod monoid;
mod pieces;
mod pull;
mod push;
mod select;
mod sum;
mod update;

use super::scope::Scope;
use super::{Exec, Rounds};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, NO_IN_ARCS, Rows, wrong_nodes};
use crate::primitives::unmodelled::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub use activation::{Activation, First};
pub(super) use found::Spare;
pub use monoid::Monoid;

/// Number of nodes that one thread takes at a time in phases over nodes alone.
const BLOCK: usize = 1 << 10;

/// A running phase: a stage that ends when this is dropped.
struct Phase<'a> {
    exec: &'a Exec,
    /// `true` if the operator has ended the phase.
    is_over: AtomicBool,
    /// Number of arcs visited; used only by a planted fault.
    visited: AtomicU64,
    stage: Scope<'a>,
}

impl<'a> Rounds<'a> {
    #[track_caller]
    fn begin<'p>(&'p self, name: &'p str) -> Result<Phase<'p>> {
        let stage = self.begin_phase(name)?;
        Ok(Phase { exec: self.exec(), is_over: AtomicBool::new(false), visited: AtomicU64::new(0), stage })
    }
}

impl Phase<'_> {
    /// Checks that the set or map that the phase was given has as many nodes as the graph.
    #[inline]
    #[track_caller]
    fn check_nodes(&self, what: &str, nodes: usize, of_graph: usize) {
        if nodes != of_graph {
            self.stage.blame(wrong_nodes(what, nodes, of_graph));
        }
    }

    /// The arcs that lead to each node of a graph.
    #[inline]
    #[track_caller]
    fn in_rows<'g, D: Direction, E: EdgeData>(&self, graph: &'g Graph<D, E>) -> &'g Rows<E> {
        match graph.known_in_rows() {
            Some(rows) => rows,
            None => self.stage.blame(NO_IN_ARCS),
        }
    }

    /// Returns `true` if another piece of the work may begin.
    fn goes_on(&self) -> bool {
        !self.is_over.load(Relaxed) && !self.exec.is_cancelled()
    }

    /// Ends the phase: no further piece begins.
    fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Returns an error if the phase was cancelled before its end. Called when no thread works on it.
    fn outcome(&self) -> Result<()> {
        if self.is_over.load(Relaxed) { Ok(()) } else { self.exec.check_cancelled() }
    }
}
