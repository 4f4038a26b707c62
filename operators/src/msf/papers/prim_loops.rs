//! Prim's algorithm with its loops on all threads: "simple parallel". Slow by nature.
//!
//! **Idea.** The standard form of [`prim`](fn@super::prim), one vertex at a time. But both its loops, over
//! the arcs of that vertex and over all vertices, are split among the threads, like a `parallel for` of
//! OpenMP.
//!
//! **Why it is slow.** It is O(n²), and for each vertex all threads wait at two barriers, which takes
//! microseconds. The arcs of a vertex are few, and one thread reads them in nanoseconds. The paper found no
//! gain either. On two threads it took 2 times as long as [`kruskal`](fn@super::super::kruskal) on a complete
//! graph of 1,026 nodes, 7 to 11 times as long on 8,192 nodes of degree 128; that is 1 to 1.5 times as long
//! as on one thread.
//!
//! **Deterministic**: yes.
//!
//! **When to choose it.** To see where parallel loops do not help.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("simple parallel").

use boscage_core::Result;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{Forest, Graph, Key, KeyedGraph, Objective, Undirected, Weight};
use boscage_core::sync::EdgeSet;

use super::nearest::by_scanning;
use super::prim::grown;
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;

operator! {
    struct PrimLoops on adjacency by prim_loops;
    name: "prim-loops",
    kind: Kind::Quadratic,
    paper: "Prim and Borůvka variants",
    choose_for: "to see the limits of parallel loops: two barriers per node",
    summary: "one tree grows, each of its loops on all threads: slow, quadratic",
    memory: |of| of.building().max(of.adjacency() + (of.packed() + 1) * of.nodes),
}

/// The minimum (maximum) spanning forest by Prim's algorithm, its loops on all threads.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn prim_loops<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let keyed = KeyedGraph::of(graph, objective)?;
    let mut rounds = exec.rounds("prim-loops", graph.nodes() as u64);
    let taken = by_loops(&mut rounds, keyed)?;
    gather(rounds, graph, taken)
}

/// The edges of the forest.
fn by_loops<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedGraph<'_, K>) -> Result<EdgeSet> {
    let forest = EdgeSet::new(graph.len())?;
    rounds.round(|rounds| {
        let grow = || by_scanning(&graph, rounds.exec().threads(), rounds, &forest);
        Ok((grown(graph.nodes(), rounds.phase("grow", grow)?), ()))
    })?;
    Ok(forest)
}
