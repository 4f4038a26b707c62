//! How many bytes `filter-boruvka` moves, by what its rounds did: every access counted once, at its size.
//!
//! A real device moves 32 bytes where one of them is wanted, and finds many of them in its caches. So this is no
//! prediction, but what the time can be compared with: the algorithm's own need.

use boscage::exec::Round;

/// Bytes of an edge as the host has it: two ends and a weight of 32 bits.
const INPUT: u64 = 12;
/// Bytes of the ends, of a bid, of a link or a label; and of key and id together.
const ENDS: u64 = 8;
const BID: u64 = 8;
const LINK: u64 = 4;
const KEY_AND_ID: u64 = 8;

/// The need of a run on `nodes` and `edges`; where the first round has fewer edges than the input, these were the light
/// ones.
pub(crate) fn bytes(nodes: u64, edges: u64, rounds: &[Round]) -> u64 {
    let Some(first) = rounds.first() else { return 0 };
    let filtered = first.tried < edges;
    let (mut bytes, mut trees) = (0, nodes);
    if filtered {
        // The light ones are copied; later the heavy ones are looked at again.
        bytes += 2 * INPUT * edges + LINK * nodes + (ENDS + KEY_AND_ID) * first.tried + 2 * LINK * edges;
    }
    for (i, round) in rounds.iter().enumerate() {
        let left = trees - round.committed;
        let of_edge = if i == 0 && !filtered { INPUT } else { ENDS + KEY_AND_ID / 2 };
        bytes += (of_edge + 2 * BID) * round.tried + 2 * BID * trees; // bid
        bytes += (2 * BID + ENDS + KEY_AND_ID / 2 + LINK) * trees; // hook
        bytes += 3 * LINK * trees + BID * left; // jump
        bytes += (ENDS + 2 * LINK) * round.tried + 2 * (ENDS + KEY_AND_ID) * round.retried; // contract
        trees = left;
    }
    bytes + edges / 8 + LINK * (nodes - trees) // the forest is collected
}

/// What it is compared with: one read of the graph as adjacency, both arcs of every edge.
pub(crate) fn floor(nodes: u64, edges: u64) -> u64 {
    2 * edges * 8 + nodes * 8
}
