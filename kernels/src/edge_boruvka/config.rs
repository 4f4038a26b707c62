//! The options that the paper measures, and those in which this program differs.

use boscage_core::sync::PathCompression;
use boscage_operators::msf::papers::Loops;

use crate::error::{Error, Result};

/// Largest block. As in `cuda/edge_boruvka.cu`.
const LARGEST_BLOCK: u32 = 1024;

/// Configuration of [`edge_boruvka`](fn@super::edge_boruvka). The default is the paper's final program with
/// less contention; [`EdgeBoruvka::LISTING_5`] to [`EdgeBoruvka::AS_PUBLISHED`] are the programs that the
/// paper measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeBoruvka {
    /// Threads per block: a multiple of 32, at most 1024 (optimisation 1).
    pub block: u32,
    /// Launches per round (optimisation 2): four, as in the paper's Listing 5, or three, as in its Listing 6,
    /// whose first is called *bid*.
    pub loops: Loops,
    /// Path compression in finds (optimisation 3 leaves it out).
    pub compression: PathCompression,
    /// The way in which edges are appended to a worklist.
    pub append: Append,
    /// The bids that are atomic minima.
    pub minimum: Minimum,
}

/// The way in which edges are appended to a worklist, whose length is one counter for all threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Append {
    /// Each warp adds the number of its edges to the counter once.
    #[default]
    ByWarp,
    /// Each thread adds 1 to the counter for its edge, as in the paper.
    ByThread,
}

/// The bids that are atomic minima.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Minimum {
    /// Bids that are lower than the bid that is read first.
    #[default]
    IfLower,
    /// All bids, as in the paper.
    Always,
}

impl EdgeBoruvka {
    /// Threads per block, as in the paper.
    pub const DEFAULT_BLOCK: u32 = 512;

    /// The paper's program before the worklists of its optimisation 2: Listing 5, on the sets of its Listing
    /// 4, which compress paths. The paper does not say which block size it was measured with.
    pub const LISTING_5: Self = Self {
        block: Self::DEFAULT_BLOCK,
        loops: Loops::Separate,
        compression: PathCompression::On,
        append: Append::ByThread,
        minimum: Minimum::Always,
    };

    /// The same with worklists: Listing 6.
    pub const LISTING_6: Self = Self { loops: Loops::Combined, ..Self::LISTING_5 };

    /// The paper's final program: Listing 6 without path compression.
    pub const AS_PUBLISHED: Self = Self { compression: PathCompression::Off, ..Self::LISTING_6 };

    pub(super) fn check(self) -> Result<()> {
        if self.block == 0 || !self.block.is_multiple_of(32) || self.block > LARGEST_BLOCK {
            return Err(Error::Argument {
                what: "block",
                expected: format!("a multiple of 32 up to {LARGEST_BLOCK}"),
                found: self.block.to_string(),
            });
        }
        Ok(())
    }

    /// Returns the configuration as bits for the kernels. As `Form` in `cuda/edge_boruvka.cu`.
    pub(super) fn form(self) -> u32 {
        let compress = u32::from(self.compression == PathCompression::On);
        let by_thread = u32::from(self.append == Append::ByThread);
        let always = u32::from(self.minimum == Minimum::Always);
        compress | by_thread << 1 | always << 2
    }
}

impl Default for EdgeBoruvka {
    fn default() -> Self {
        Self {
            block: Self::DEFAULT_BLOCK,
            loops: Loops::Combined,
            compression: PathCompression::Off,
            append: Append::default(),
            minimum: Minimum::default(),
        }
    }
}
