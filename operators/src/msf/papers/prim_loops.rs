//! Prim's algorithm with its loops on all threads.
//!
//! It is the standard form of [`prim`](fn@super::prim), one vertex at a time (`nearest.rs`). But both its
//! loops, over the arcs of that vertex and over all vertices, are split among the threads, like a
//! `parallel for` of OpenMP.

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

/// Returns the minimum (maximum) spanning forest by Prim's algorithm, with its loops on all threads.
///
/// **Algorithm.** "Simple parallel" of Clayton, Fashimpaur, "Parallel Minimum Spanning Tree Data Structures
/// and Algorithms", project report. It is slow: O(n²) work, and for each vertex all threads wait at two
/// barriers, which takes microseconds. A vertex has few arcs, and one thread reads them in nanoseconds. The
/// paper found no gain either. On two threads it took 2 times as long as
/// [`kruskal`](fn@super::super::kruskal) on a complete graph of 1,026 nodes, and 7 to 11 times as long on
/// 8,192 nodes of degree 128. This is 1 to 1.5 times as long as on one thread.
///
/// **When to choose it.** To see the limits of parallel loops.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// 9 bytes per node; 17 with 64-bit weights.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if the graph has no edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Objective, Undirected}};
/// use boscage::operators::msf::papers::prim_loops;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list)?;
/// let forest = prim_loops(&exec, &graph, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn prim_loops<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let keyed = KeyedGraph::of(graph, objective)?;
    let mut rounds = exec.rounds("prim-loops", graph.node_count() as u64);
    let taken = by_loops(&mut rounds, keyed)?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_loops<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedGraph<'_, K>) -> Result<EdgeSet> {
    let forest = EdgeSet::new(graph.edge_count())?;
    rounds.round(|rounds| {
        let grow = || by_scanning(&graph, rounds.exec().threads(), rounds, &forest);
        Ok((grown(graph.node_count(), rounds.phase("grow", grow)?), ()))
    })?;
    Ok(forest)
}
