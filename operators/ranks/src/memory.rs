//! The memory that operators of ranks take, computed before they run.
//!
//! As for one machine ([`Operator::memory`]), the formulas follow the arrays of the operators and were
//! fitted to measured peaks. What a rank takes also depends on where the edges are. The nodes of a part are
//! taken to be those that random edges meet. Parts of roads and grids have fewer nodes, and take less.

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
    /// The part with the nodes that its edges meet.
    pub(crate) fn local(&self) -> Size {
        Size { nodes: self.part.touched(), ..self.part }
    }

    /// The peak of an operator that takes `forest`: beside it are the numbers of the part's nodes, which were
    /// made before.
    pub(crate) fn peak(&self, forest: u64) -> u64 {
        let Size { nodes, edges, .. } = self.part;
        if nodes > edges { (16 * edges).max(12 * self.local().nodes + forest) } else { forest }
    }
}

/// The bytes that [`check`](fn@super::check) takes on a rank at its peak, beside the rank's edges and those
/// of its forest.
#[must_use]
pub fn proof_memory(of: &PartSize) -> u64 {
    let PartSize { part, ranks } = *of;
    let forest = part.nodes.min(part.edges * ranks);
    // What a rank sends and gets; then edges around the part, which weigh keys of 8 bytes. The forest may be
    // on one rank, or on all others.
    let sent = 2 * 24 * forest;
    let around = Size { edges: part.edges + forest, weight_bytes: 8, ..part };
    let checked = 24 * forest + 16 * around.edges + 12 * forest + proof_on_one(&around);
    sent.max(checked) + KEPT.min(SparseDirectory::DEFAULT.memory(of))
}
