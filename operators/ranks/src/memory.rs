//! The memory of operators over ranks, computed before they run.
//!
//! As for one machine ([`Operator::memory`]), the formulas follow the arrays of the operators and were fitted
//! to measured peaks. The memory of a rank also depends on the distribution of the edges. The nodes of a part
//! are assumed to be those of random edges. Parts of roads and grids have fewer nodes, and take less.

use boscage_operators::msf::{Operator, Size, proof_memory as proof_on_one};

use super::SparseDirectory;

/// Most bytes of freed memory that the allocator keeps.
const KEPT: u64 = 64 << 20;

/// A size on which the memory of an operator on a rank depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartSize {
    /// The nodes of the whole graph, and the edges of the rank.
    pub part: Size,
    /// Number of ranks.
    pub ranks: u64,
}

impl PartSize {
    /// Returns the size of the part with only the nodes that have edges there.
    pub(crate) fn local(&self) -> Size {
        Size { nodes: self.part.touched(), ..self.part }
    }

    /// Returns the peak of an operator that takes `forest`. In addition there are the numbers of the part's
    /// nodes, which were made before.
    pub(crate) fn peak(&self, forest: u64) -> u64 {
        let Size { nodes, edges, .. } = self.part;
        if nodes > edges { (16 * edges).max(12 * self.local().nodes + forest) } else { forest }
    }
}

/// Returns the peak memory in bytes of [`check`](fn@super::check) on a rank, beside the rank's edges and
/// those of its forest.
#[must_use]
pub fn proof_memory(of: &PartSize) -> u64 {
    let PartSize { part, ranks } = *of;
    let forest = part.nodes.min(part.edges * ranks);
    // Messages sent and received; then the edges around the part, whose weights are keys of 8 bytes. The
    // forest may be on one rank, or on all others.
    let sent = 2 * 24 * forest;
    let around = Size { edges: part.edges + forest, weight_bytes: 8, ..part };
    let checked = 24 * forest + 16 * around.edges + 12 * forest + proof_on_one(&around);
    sent.max(checked) + KEPT.min(SparseDirectory::DEFAULT.memory(of))
}
