//! The options that the paper measures.

use boscage_core::sync::PathCompression;
use boscage_core::{Error, Result};

/// Configuration of [`edge_boruvka`](fn@super::edge_boruvka).
///
/// The default is the paper's choice for processors, except [`EdgeBoruvka::join`]: its text joins edges that
/// both ends have chosen, its other listings those that either end has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeBoruvka {
    /// The edges that are joined.
    pub join: Join,
    /// The threads that filter the remaining edges (optimisation 1a).
    pub filter: Share,
    /// The threads that gather the forest from its marks (optimisation 1b).
    pub gather: Share,
    /// The loops of a round (optimisation 2). Combined ones filter on all threads.
    pub loops: Loops,
    /// The compression of paths by finds (optimisation 3 turns it off).
    pub compression: PathCompression,
    /// Edges that a thread takes at a time in loops that do not move edges. At least 1.
    pub chunk: usize,
}

/// The edges that are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Join {
    /// Those that one of their ends has chosen, or both.
    #[default]
    Either,
    /// Those that both ends have chosen. There are more rounds: on a path of ascending weights one per edge.
    Both,
}

/// The threads of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Share {
    /// One thread.
    OneThread,
    /// All threads.
    #[default]
    AllThreads,
}

/// The loops of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Loops {
    /// Four: *min*, *join*, *map* and *filter*.
    #[default]
    Separate,
    /// Three: *min*, which also maps and filters, *join* and *reset*.
    Combined,
}

impl EdgeBoruvka {
    /// Default of `chunk`, as in the paper.
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
