//! The options that the paper varies.

use boscage_core::Result;
use boscage_core::exec::Exec;

use super::super::interleave::number_of_workers;

/// Configuration of [`prim_threads`](fn@super::prim_threads).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimThreads {
    /// Number of workers, at least 1. `None`: the number of threads.
    pub workers: Option<usize>,
    /// The nodes at which workers begin.
    pub start: Start,
    /// Number of random nodes that a worker tries for its next tree, after its tree was merged into another,
    /// before it gives up.
    pub max_respawn_attempts: u32,
    /// If fewer nodes than this are in no tree, workers begin no more trees. A smaller graph gets one worker.
    pub sequential_cutoff: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The nodes at which workers begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Worker i begins at node i.
    Index,
    /// Evenly spaced nodes.
    #[default]
    Spaced,
    /// Random nodes.
    Random,
}

impl PrimThreads {
    /// Default of `max_respawn_attempts`. It is small, since nearly all nodes are in trees when many attempts
    /// are needed.
    pub const DEFAULT_MAX_RESPAWN_ATTEMPTS: u32 = 2;
    /// Default of `sequential_cutoff`, in nodes.
    pub const DEFAULT_SEQUENTIAL_CUTOFF: usize = 1 << 10;
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = 1;

    /// Returns the number of workers for this many nodes.
    pub(super) fn workers(self, exec: &Exec, nodes: usize) -> Result<usize> {
        let workers = number_of_workers(exec, self.workers)?;
        Ok(if nodes < self.sequential_cutoff { nodes.min(1) } else { workers.min(nodes) })
    }
}

impl Default for PrimThreads {
    fn default() -> Self {
        Self {
            workers: None,
            start: Start::default(),
            max_respawn_attempts: Self::DEFAULT_MAX_RESPAWN_ATTEMPTS,
            sequential_cutoff: Self::DEFAULT_SEQUENTIAL_CUTOFF,
            seed: Self::DEFAULT_SEED,
        }
    }
}
