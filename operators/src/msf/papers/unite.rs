//! The end of a round: trees that touch become vertices.
//!
//! | phase | what it does | file |
//! |---|---|---|
//! | *arcs* | once, at the start: each edge except loops becomes two arcs | here |
//! | *break*, *jump* | hooks are resolved to roots | `unify.rs` |
//! | *relabel* | roots that have arcs are numbered, arcs renamed; loops and vertices without arcs are removed | `unify.rs` |
//! | *sort* | arcs are sorted by their start | `adjacency.rs` |
//! | *compact* | the heavier of parallel arcs are removed; the beginning of the arcs of each vertex is found | `adjacency.rs` |

use boscage_core::Result;
use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{AnyKeys, Edge, Key, KeyedEdges};

use super::adjacency::{Adjacency, Arc, ArcOrder, ParallelEdges, sort, sort_by_ends, without_heavier};
use super::unify::{Grown, break_cycles, jump, number, relabel, rename};

/// Returns the arcs of a graph, between vertices: the nodes that have arcs.
pub(super) fn arcs_of<K: Key>(exec: &Exec, graph: KeyedEdges<'_, AnyKeys<K>>) -> Result<Vec<Arc<K>>> {
    let (edges, nodes) = (graph.edges(), graph.node_count());
    let arc = |i: usize| {
        let Edge { u, v, .. } = edges[i / 2];
        let (start, end) = [(u, v), (v, u)][i % 2];
        Arc { start: start.into(), end: end.into(), id: (i / 2) as u32, key: graph.key(i / 2) }
    };
    let leads_away = |i: usize| (!edges[i / 2].is_loop()).then(|| arc(i).start);
    rename(exec, 2 * edges.len(), &number(exec, nodes, 2 * edges.len(), leads_away)?, arc)
}

/// Returns the arcs by vertex.
pub(super) fn by_vertex<K: Key>(
    rounds: &Rounds<'_>,
    mut arcs: Vec<Arc<K>>,
    order: ArcOrder,
    parallel_edges: ParallelEdges,
) -> Result<Adjacency<K>> {
    let exec = rounds.exec();
    if parallel_edges == ParallelEdges::Drop {
        rounds.phase("sort", || sort_by_ends(exec, &mut arcs))?;
        arcs = rounds.phase("compact", || without_heavier(exec, &arcs))?;
    }
    if parallel_edges == ParallelEdges::Keep || order == ArcOrder::Weight {
        rounds.phase("sort", || sort(exec, &mut arcs, order))?;
    }
    rounds.phase("compact", || Adjacency::new(exec, arcs))
}

/// Returns the root of every vertex's component.
///
/// # Panics
/// If more than two trees hook on each other, or the number of components does not agree with the taken
/// edges.
pub(super) fn roots(rounds: &Rounds<'_>, grown: &Grown) -> Result<Vec<u32>> {
    let exec = rounds.exec();
    let hooks = rounds.phase("break", || break_cycles(exec, grown))?;
    rounds.phase("jump", || jump(exec, grown, hooks))
}

/// Returns the statistics of a round.
///
/// # Panics
/// If it took no edge: the loop would not end.
pub(super) fn counted(edges: usize, taken: usize, left: usize) -> Round {
    assert!(taken > 0, "a round takes an edge");
    let [tried, committed, retried] = [edges, taken, left].map(|edges| edges as u64);
    Round::from_counts(committed, retried, tried - committed - retried)
}

/// Ends a round: trees that touch become vertices, and those that no arc leaves are removed.
pub(super) fn unite<K: Key>(
    rounds: &mut Rounds<'_>,
    adjacency: Adjacency<K>,
    grown: &Grown,
    order: ArcOrder,
    parallel_edges: ParallelEdges,
) -> Result<Adjacency<K>> {
    let (exec, edges) = (rounds.exec(), adjacency.edges());
    let roots = roots(rounds, grown)?;
    let arcs = rounds.phase("relabel", || relabel(exec, &adjacency, &roots))?;
    drop(adjacency);
    let united = by_vertex(rounds, arcs, order, parallel_edges)?;
    rounds.record(counted(edges, grown.taken, united.edges()));
    Ok(united)
}
