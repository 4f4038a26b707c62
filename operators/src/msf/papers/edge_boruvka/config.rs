//! The options that the paper measures.

use boscage_core::sync::PathCompression;
use boscage_core::{Error, Result};

/// How [`edge_boruvka`](fn@super::edge_boruvka) runs. The default is what the paper settles on for
/// processors, except
/// [`EdgeBoruvka::join`], where its text says both and its other listings either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeBoruvka {
    /// Which edges are joined.
    pub join: Join,
    /// Who filters the edges that are left (optimisation 1a).
    pub filter: Share,
    /// Who gathers the forest from its marks (optimisation 1b).
    pub gather: Share,
    /// How many loops a round has (optimisation 2); combined ones filter on all threads.
    pub loops: Loops,
    /// Whether finds shorten paths (optimisation 3 is that they do not).
    pub compression: PathCompression,
    /// Edges that a thread takes at a time, where loops leave edges in their places.
    pub chunk: usize,
}

/// Which edges are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Join {
    /// Those that either end has chosen.
    #[default]
    Either,
    /// Those that both ends have chosen: more rounds, on a path of ascending weights one an edge.
    Both,
}

/// Who runs a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Share {
    /// One thread.
    OneThread,
    /// All threads.
    #[default]
    AllThreads,
}

/// How many loops a round has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Loops {
    /// Four: *min*, *join*, *map* and *filter*.
    #[default]
    Separate,
    /// Three: *min*, which maps and filters too, *join* and *reset*.
    Combined,
}

impl EdgeBoruvka {
    /// Edges that a thread takes at a time, as in the paper.
    pub const DEFAULT_CHUNK: usize = 1024;

    pub(super) fn check(self) -> Result<()> {
        if self.chunk == 0 {
            return Err(Error::argument("chunk", "at least 1", self.chunk));
        }
        Ok(())
    }
}

impl Default for EdgeBoruvka {
    fn default() -> Self {
        Self {
            join: Join::default(),
            filter: Share::default(),
            gather: Share::default(),
            loops: Loops::default(),
            compression: PathCompression::On,
            chunk: Self::DEFAULT_CHUNK,
        }
    }
}
