//! Bytes that `pma-*` moves, with parallel edges dropped.

use boscage::exec::Round;
use boscage::operators::msf::papers::PmaVariant;

use super::{ARC, BID, ENDS, FLAG, LIVE, WORD, bits_of, compact, jump, lowest, sort_keys, sort_pairs, sums};

/// Bytes of a vertex in a tree that grows, as its worker knows it.
const MEMBER: u64 = 16;

pub(super) fn bytes(variant: PmaVariant, nodes: u64, edges: u64, rounds: &[Round]) -> u64 {
    let live = rounds[0].tried;
    let mut bytes = (ENDS + FLAG) * edges + compact(edges, live); // the input without loops
    bytes += 3 * WORD * nodes + sums(nodes) + (4 * WORD + 2 * ENDS + LIVE) * live;
    let mut vertices = nodes.min(2 * live);
    let first_by_key = match variant {
        PmaVariant::Min | PmaVariant::Heap => usize::MAX,
        PmaVariant::Sort => 0,
        PmaVariant::Hybrid => 1,
    };
    for (i, round) in rounds.iter().enumerate() {
        let (tried, left) = (round.tried, round.retried);
        let vertices_left = (vertices - round.committed).min(2 * left);
        if i == first_by_key {
            bytes += sort_keys(tried, 32) + (3 * WORD + 2 * ENDS) * tried; // edges by key
        }
        let grow = if i < first_by_key { grow_min } else { grow_sort };
        bytes += arcs(vertices, tried) + grow(vertices, 2 * tried);
        bytes += 4 * WORD * vertices + jump(vertices) + WORD * vertices; // break, jump, count
        bytes += unified(vertices, tried, left) + without_heavier(vertices_left, left);
        vertices = vertices_left;
    }
    bytes
}

/// Arcs by their start, and where those of each vertex begin.
fn arcs(vertices: u64, edges: u64) -> u64 {
    let starts = (ENDS + 2 * WORD) * edges + sort_keys(2 * edges, bits_of(vertices - 1));
    starts + (WORD + LIVE + ARC) * 2 * edges + WORD * 2 * edges + WORD * vertices
}

/// Trees, whose workers look at all arcs of a vertex: key, id, end, and who owns that.
fn grow_min(vertices: u64, arcs: u64) -> u64 {
    of_members(vertices) + WORD * vertices + (BID + 2 * WORD) * arcs
}

/// Trees, whose workers step from arc to arc, and read keys only of those they take.
fn grow_sort(vertices: u64, arcs: u64) -> u64 {
    of_members(vertices) + (BID + WORD) * vertices + 2 * WORD * arcs
}

/// Owners are emptied, looked at and claimed, and there is a hook; members are written, read and written
/// again; where arcs begin and end.
fn of_members(vertices: u64) -> u64 {
    (4 * WORD + 3 * MEMBER + 3 * WORD) * vertices
}

/// Roots are marked and numbered, edges renamed.
fn unified(vertices: u64, edges: u64, left: u64) -> u64 {
    let of_left = 2 * WORD * left + (WORD + ENDS + 2 * WORD + 2 * WORD + LIVE) * left;
    (2 * ENDS + FLAG) * edges + compact(edges, left) + 4 * WORD * vertices + sums(vertices) + of_left
}

/// Sorts by one end and by the other, and the lowest bid of each kind.
fn without_heavier(vertices: u64, edges: u64) -> u64 {
    if edges == 0 {
        return 0;
    }
    let bits = bits_of(vertices - 1);
    let sorts =
        (ENDS + WORD) * edges + sort_keys(edges, bits) + (ENDS + 2 * WORD) * edges + sort_pairs(edges, bits);
    let kinds = (WORD + ENDS + WORD + FLAG + BID) * edges + lowest(edges);
    let keep = 2 * FLAG * edges + (BID + FLAG) * edges + compact(edges, edges);
    sorts + kinds + keep + (WORD + 2 * LIVE) * edges
}
