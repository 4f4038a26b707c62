//! What the paper varies.

use boscage::{Error, Result};

/// How [`prim_threads`](fn@super::prim_threads) runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimThreads {
    /// Number of workers, 1 at least; by default as many as threads.
    pub workers: Option<usize>,
    /// Where workers begin.
    pub start: Start,
    /// How often a worker whose tree has been merged into another draws a node to begin the next at, before it gives up.
    pub max_respawn_attempts: u32,
    /// When fewer nodes than this are in no tree, no tree is begun any more; a graph of fewer is one worker's.
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

    /// The number of workers on so many threads for so many nodes.
    pub(super) fn workers(self, threads: usize, nodes: usize) -> Result<usize> {
        match self.workers {
            Some(0) => {
                let (expected, found) = ("at least 1".to_owned(), "0".to_owned());
                Err(Error::Argument { what: "workers", expected, found })
            }
            _ if nodes < self.sequential_cutoff => Ok(nodes.min(1)),
            workers => Ok(workers.unwrap_or(threads).min(nodes)),
        }
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
