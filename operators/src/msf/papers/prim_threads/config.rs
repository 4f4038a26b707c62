//! The options that the paper varies.

use boscage_core::Result;
use boscage_core::exec::Exec;

use super::super::interleave::number_of_workers;

/// How [`prim_threads`](fn@super::prim_threads) runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimThreads {
    /// Number of workers, 1 at least; by default as many as threads.
    pub workers: Option<usize>,
    /// Where workers begin.
    pub start: Start,
    /// How often a worker whose tree has been merged into another draws a node to begin the next at, before
    /// it gives up.
    pub max_respawn_attempts: u32,
    /// When fewer nodes than this are in no tree, no tree is begun any more; a graph of fewer is one
    /// worker's.
    pub sequential_cutoff: usize,
    /// Seed of all that is random.
    pub seed: u64,
}

/// Where workers begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// Worker i at node i.
    Index,
    /// At evenly spaced nodes.
    #[default]
    Spaced,
    /// At random nodes.
    Random,
}

impl PrimThreads {
    /// Attempts to begin anew. Few: when many are needed, nearly all is done.
    pub const DEFAULT_MAX_RESPAWN_ATTEMPTS: u32 = 2;
    /// Nodes below which one worker goes on alone.
    pub const DEFAULT_SEQUENTIAL_CUTOFF: usize = 1 << 10;
    /// The seed where none is given.
    pub const DEFAULT_SEED: u64 = 1;

    /// The number of workers for this many nodes.
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
