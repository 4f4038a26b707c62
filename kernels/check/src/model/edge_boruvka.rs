//! Bytes that `edge-boruvka` moves.

use boscage::exec::Round;

use super::{BID, ENDS, INPUT};

/// Bytes of the record of a set; of an edge on a worklist.
const RECORD: u64 = 8;
const ENTRY: u64 = 16;

/// A find of an end reads one record in the first round, and two in later ones.
pub(super) fn bytes(nodes: u64, rounds: &[Round]) -> u64 {
    let (mut bytes, mut trees) = ((RECORD + BID) * nodes, nodes); // sets are made, bids emptied
    for (i, round) in rounds.iter().enumerate() {
        let stay = round.committed + round.retried; // on the next worklist
        let of_edge = if i == 0 { INPUT + 2 * RECORD } else { ENTRY + 4 * RECORD };
        bytes += of_edge * round.tried + (ENTRY + 2 * BID) * stay + 2 * BID * trees.min(2 * stay); // bid
        bytes += (ENTRY + 2 * BID) * stay + 5 * RECORD * round.committed; // join
        bytes += (ENDS + 2 * BID) * stay; // reset
        trees -= round.committed;
    }
    bytes
}
