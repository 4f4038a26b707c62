//! The phases of [`Rounds`] over the nodes of a graph and their arcs. The documentation of [`Rounds`] lists
//! them.

mod answer;
mod claim;
mod found;
mod gather;
mod gather_set;
mod pieces;
mod pull;
mod push;
mod select;
mod sum;
mod summand;
mod update;

use super::scope::Scope;
use super::{Exec, Rounds};
use crate::Result;
use crate::primitives::unmodelled::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub use answer::{Answer, First};
pub(super) use found::Spare;
pub use summand::Summand;

/// Nodes that one thread takes at a time where arcs play no part.
const BLOCK: usize = 1 << 10;

/// A phase under way: a stage that ends when it is dropped.
struct Phase<'a> {
    exec: &'a Exec,
    /// Whether the operator has ended it.
    is_over: AtomicBool,
    /// Arcs visited, counted by a planted fault alone.
    visited: AtomicU64,
    _stage: Scope<'a>,
}

impl<'a> Rounds<'a> {
    fn begin<'p>(&'p self, name: &'p str) -> Result<Phase<'p>> {
        let stage = self.begin_phase(name)?;
        Ok(Phase {
            exec: self.exec(),
            is_over: AtomicBool::new(false),
            visited: AtomicU64::new(0),
            _stage: stage,
        })
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
