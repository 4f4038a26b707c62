//! Bytes that `vineet` moves.

use boscage::exec::Round;

use super::{ARC, BID, ENDS, FLAG, WORD, bits_of, jump, lowest, sort_keys, sums};

/// Loops have no arcs beyond the first sort.
pub(super) fn bytes(nodes: u64, edges: u64, rounds: &[Round]) -> u64 {
    let mut trees = nodes;
    let mut bytes = (ENDS + 2 * WORD) * edges + sort_keys(2 * edges, bits_of(nodes));
    bytes += (2 * WORD + ENDS + ARC) * 2 * rounds[0].tried;
    for round in rounds {
        let (arcs, arcs_left, left) = (2 * round.tried, 2 * round.retried, trees - round.committed);
        bytes += 2 * BID * arcs + (WORD + FLAG) * arcs + lowest(arcs); // append, heads, scan
        bytes += WORD * arcs + 2 * BID * trees; // lowest_of
        bytes += (3 * WORD + BID) * arcs + 3 * WORD * trees; // stand_alone, choose
        bytes += (3 * WORD + BID) * trees + jump(trees); // break_cycles
        // names
        bytes += sort_keys(trees, bits_of(trees - 1)) + 2 * WORD * trees + sums(trees) + 3 * WORD * trees;
        bytes += 6 * WORD * arcs + sort_keys(arcs, bits_of(left)) + (WORD + 2 * ARC) * arcs_left; // renamed
        trees = left;
    }
    bytes
}
