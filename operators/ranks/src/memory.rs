//! How much memory the operators of ranks take, computed before they run.
//!
//! As for one machine ([`Algorithm::memory`]), the formulas follow the arrays of the operators and were
//! fitted to measured peaks. What a rank takes also depends on where the edges are. The nodes of a part are
//! taken to be those that random edges meet. Parts of roads and grids have fewer nodes, and take less.

use boscage_operators::msf::{Algorithm, Size, proof_memory as proof_on_one};

/// What of freed memory the allocator keeps, at most.
const KEPT: u64 = 64 << 20;

/// The bytes that an operator of ranks takes on a rank at its peak, beside the rank's edges. `part` has the
/// nodes of the whole graph, and the edges of the rank.
#[must_use]
pub fn memory(algorithm: Algorithm, part: &Size, ranks: u64) -> u64 {
    let Size { nodes, edges, weight_bytes, .. } = *part;
    let local = Size { nodes: part.touched(), ..*part };
    // The numbers of a part's nodes, and what making them takes.
    let (numbering, numbered) = if nodes > edges { (12 * local.nodes, 16 * edges) } else { (0, 0) };
    let forest = match algorithm {
        Algorithm::AllreduceBoruvka => 48 * nodes + (13 + 2 * weight_bytes) * edges,
        Algorithm::Ghs => 200 * nodes / ranks + 200 * edges,
        _ => {
            let alone = Algorithm::Auto.memory(&local) + local.forest_ids();
            let labels = 68 + 4 * weight_bytes;
            let owned = nodes.div_ceil(ranks);
            if ranks == 1 { alone } else { alone.max(labels * local.nodes + 48 * owned) }
        }
    };
    numbered.max(numbering + forest)
}

/// The bytes that [`check`](fn@super::check) takes on a rank at its peak, beside the rank's edges and those
/// of its forest.
#[must_use]
pub fn proof_memory(part: &Size, ranks: u64) -> u64 {
    let forest = part.nodes.min(part.edges * ranks);
    // What a rank sends and gets; then edges around the part, which weigh keys of 8 bytes. The forest may be
    // on one rank, or on all others.
    let sent = 2 * 24 * forest;
    let around = Size { edges: part.edges + forest, weight_bytes: 8, ..*part };
    let checked = 24 * forest + 16 * around.edges + 12 * forest + proof_on_one(&around);
    sent.max(checked) + KEPT.min(memory(Algorithm::SparseDirectory, part, ranks))
}
