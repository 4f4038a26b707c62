//! Bytes that `filter-boruvka` moves.

use boscage::exec::Round;

use super::{BID, ENDS, INPUT, LIVE, WORD};

/// If the first round has fewer edges than the input, these were the light ones.
pub(super) fn bytes(nodes: u64, edges: u64, rounds: &[Round]) -> u64 {
    let filtered = rounds[0].tried < edges;
    let (mut bytes, mut trees) = (BID * nodes, nodes); // bids are emptied
    if filtered {
        // The light ones are copied; later the heavy ones are looked at again, with labels that follow each
        // light round.
        bytes += 2 * INPUT * edges + WORD * nodes + LIVE * rounds[0].tried + 2 * WORD * edges;
        let light_rounds = 1 + rounds.iter().take_while(|round| round.retried > 0).count() as u64;
        bytes += 3 * WORD * nodes * light_rounds;
        bytes += LIVE * rounds.get(light_rounds as usize).map_or(0, |heavy| heavy.tried);
    }
    for (i, round) in rounds.iter().enumerate() {
        let left = trees - round.committed;
        let of_edge = if i == 0 && !filtered { INPUT } else { ENDS + WORD };
        bytes += (of_edge + 2 * BID) * round.tried + 2 * BID * trees; // bid
        bytes += (2 * BID + ENDS + 2 * WORD) * trees; // hook
        bytes += 3 * WORD * trees + BID * left; // jump
        bytes += (ENDS + 2 * WORD) * round.tried + 2 * LIVE * round.retried; // contract
        trees = left;
    }
    bytes
}
