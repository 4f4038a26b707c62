//! Number of bytes that operators move, computed from the statistics of their rounds: every access counts
//! once, at its size, for weights of 32 bits.
//!
//! A real device moves 32 bytes even if one is needed, and finds many of them in its caches. So this is not a
//! prediction of the time, but the minimum that the algorithm needs, for comparison.
//!
//! Values that the statistics do not contain are counted as their minimum, except for growing trees: edges
//! that leave are loops, not parallel to others; paths and chains are as short as possible; and Prim's
//! algorithm reads every arc and vertex once. Vertices count as long as there are enough edges to reach them.
//! Not counted are the bits of the forest when edges enter it, and the zeroing of these bits: both are less
//! than a byte per edge. A word that neighbouring threads read is one access.

mod edge_boruvka;
mod filter_boruvka;
mod pma;
mod vineet;

use boscage::exec::Round;
use boscage::operators::msf::papers::PmaVariant;

/// Bytes of a key, an id, a link or a name; of a flag; of both ends of an edge; of a key and an id.
const WORD: u64 = 4;
const FLAG: u64 = 1;
const ENDS: u64 = 2 * WORD;
const BID: u64 = 2 * WORD;
/// An edge on the host: two ends and a weight of 32 bits.
const INPUT: u64 = ENDS + WORD;
/// A live edge: its ends, key, id.
const LIVE: u64 = ENDS + 2 * WORD;
/// An arc: its end, key, id.
const ARC: u64 = 3 * WORD;

/// Returns the bytes of a run of the operator of this name; `None` if there is no model of it.
pub(crate) fn bytes(operator: &str, nodes: u64, edges: u64, rounds: &[Round]) -> Option<u64> {
    if rounds.is_empty() {
        return None;
    }
    let of_rounds = match operator {
        "auto" | "filter-boruvka" => filter_boruvka::bytes(nodes, edges, rounds),
        "edge-boruvka" => edge_boruvka::bytes(nodes, rounds),
        "vineet" => vineet::bytes(nodes, edges, rounds),
        "pma-min" => pma::bytes(PmaVariant::Min, nodes, edges, rounds),
        "pma-sort" => pma::bytes(PmaVariant::Sort, nodes, edges, rounds),
        "pma-hybrid" => pma::bytes(PmaVariant::Hybrid, nodes, edges, rounds),
        _ => return None,
    };
    let forest: u64 = rounds.iter().map(|round| round.committed).sum();
    Some(of_rounds + edges / 8 + WORD * forest) // the forest is collected
}

/// Returns the bytes of one read of the graph as adjacency, both arcs of every edge.
pub(crate) fn floor(nodes: u64, edges: u64) -> u64 {
    2 * edges * 8 + nodes * 8
}

/// Returns the number of bits of `last`.
fn bits_of(last: u64) -> u64 {
    u64::from(u64::BITS - last.leading_zeros())
}

/// A sort of keys and values: a pass reads keys twice and values once, writes both, and has five accesses to
/// the count of each digit in each tile.
fn sort_pairs(count: u64, bits: u64) -> u64 {
    const DIGITS: u64 = 256;
    const TILE: u64 = 8 * 256;
    bits.div_ceil(8) * 5 * WORD * (count + DIGITS * count.div_ceil(TILE))
}

/// The same where the values are the places of the keys, which the first pass need not read.
fn sort_keys(count: u64, bits: u64) -> u64 {
    if bits == 0 { 0 } else { sort_pairs(count, bits) - WORD * count }
}

/// Prefix sums: tiles are read twice.
fn sums(count: u64) -> u64 {
    3 * WORD * count
}

/// The lowest bid of each segment, whose heads are flags.
fn lowest(count: u64) -> u64 {
    (3 * BID + 2 * FLAG) * count
}

/// The places of flags that are set.
fn compact(flags: u64, kept: u64) -> u64 {
    FLAG * flags + WORD * kept
}

/// Links become roots: one pass that moves them, and one that finds nothing to move.
fn jump(links: u64) -> u64 {
    5 * WORD * links
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: u64 = 1 << 20;
    const M: u64 = 1 << 22;

    /// Two rounds: a quarter of the edges is left after the first, whose trees are a quarter of the nodes,
    /// and none after the second.
    const ROUNDS: [Round; 2] = [
        Round::from_counts(N / 4 * 3, M / 4, M / 4 * 3 - N / 4 * 3),
        Round::from_counts(N / 4 - 1, 0, M / 4 - N / 4 + 1),
    ];

    /// Bytes per pass of a sort of this number of pairs: 22.5 per pair.
    fn pass(pairs: u64) -> u64 {
        pairs * 45 / 2
    }

    fn expect(operator: &str, expected: u64) {
        let collected = M / 8 + 4 * (N - 1);
        assert_eq!(bytes(operator, N, M, &ROUNDS), Some(expected + collected), "{operator}");
    }

    /// The sums of the tables in docs/gpu.md.
    #[test]
    fn two_rounds_take_what_the_tables_say() {
        let [(t, m, left), (u, k, none)] = [(N, M, N / 4), (N / 4, M / 4, 1)];

        let round = |t, m, t2, m2| (12 + 16 + 16) * m + (16 + 32 + 12) * t + 8 * t2 + 32 * m2;
        expect("filter-boruvka", 8 * t + round(t, m, left, k) + round(u, k, none, 0));

        let entered = ROUNDS.map(|round| round.committed);
        let stayed = [k + entered[0], entered[1]];
        let later = 28 * m + 48 * k + 88 * (stayed[0] + stayed[1]) + 40 * (entered[0] + entered[1]);
        let bids = 16 * t.min(2 * stayed[0]) + 16 * u.min(2 * stayed[1]);
        expect("edge-boruvka", 16 * t + later + bids);

        // 20 bits, then 18 bits, are three passes; one bit is one.
        let (of_2m, of_2k) = (pass(2 * m), pass(2 * k));
        let arcs = 16 * m + 3 * of_2m - 8 * m + 28 * 2 * m;
        let round = |t, m| (71 + 24) * 2 * m + (28 + 40 + 32) * t + 3 * pass(t) - 4 * t;
        let rename = 3 * of_2m - 8 * m + 28 * 2 * k + of_2k - 8 * k;
        expect("vineet", arcs + round(t, m) + round(u, k) + rename);

        let arcs = 62 * m + 24 * t;
        let round = |t, m| 80 * m + 3 * pass(2 * m) - 8 * m + 8 * m + 4 * t + 40 * t + 18 * m + 28 * t;
        let relabel = 56 * k + 131 * k + 6 * pass(k) - 4 * k;
        let all = arcs + round(t, m) + round(u, k) + relabel;
        let by_key = |m| 4 * pass(m) - 4 * m + 28 * m;
        let (min, sort) = (|t, m| 32 * m + 80 * t, |t, m| 16 * m + 88 * t);
        expect("pma-min", all + min(t, m) + min(u, k));
        expect("pma-sort", all + by_key(m) + sort(t, m) + sort(u, k));
        expect("pma-hybrid", all + min(t, m) + by_key(k) + sort(u, k));
    }

    #[test]
    fn nothing_is_said_of_a_run_without_rounds() {
        assert_eq!(bytes("auto", 5, 0, &[]), None);
    }
}
