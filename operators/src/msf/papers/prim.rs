//! Prim's algorithm: one tree grows, by the lightest edge that leaves it.
//!
//! A tree begins at a vertex. As long as an edge leaves it, it takes the lightest one and the vertex at its
//! other end. Then the next tree begins, at the lowest vertex that is in no tree.
//!
//! By default the edges that leave the tree are in a heap, by (weight, id). An edge is inserted only if it is
//! lighter than all edges to its end so far. It is dropped when its turn comes if its end is then in the
//! tree.
//!
//! **Correctness.** The lightest edge that leaves a set of vertices is in the forest.

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{Forest, Graph, Key, KeyedGraph, Objective, Undirected, Weight};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::frontier::Frontier;
use super::nearest::by_scanning;
use super::neighbours::Neighbours;
use crate::msf::Kind;
use crate::msf::operator::operator;

/// Configuration of [`prim`](fn@prim).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prim {
    /// The search for the lightest edge that leaves the tree.
    pub nearest: Nearest,
}

/// The search for the lightest edge that leaves a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nearest {
    /// A heap of edges.
    #[default]
    Heap,
    /// A scan of an array with the lightest edge to every vertex: the standard form of textbooks, O(n²).
    Scan,
}

operator! {
    Prim on adjacency by prim(config);
    name: "prim",
    kind: Kind::OneThread,
    paper: "Prim 1957",
    choose_for: "dense adjacency, on one thread",
    summary: "one thread, one tree grows, by a heap",
    as_configured: |config| match config.nearest {
        Nearest::Heap => config.facts().kind,
        Nearest::Scan => Kind::Quadratic,
    },
    memory: |of| of.building().max(of.adjacency() + (of.packed() + 1) * of.nodes + of.heap()),
}

/// Returns the minimum (maximum) spanning forest by Prim's algorithm, on one thread.
///
/// **Algorithm.** Prim, "Shortest connection networks and some generalizations", Bell System Technical
/// Journal 36(6), 1957. O(m log n) with a heap, O(n²) with [`Nearest::Scan`], which is "standard" of Clayton,
/// Fashimpaur, "Parallel Minimum Spanning Tree Data Structures and Algorithms", project report.
///
/// **When to choose it.** For dense adjacency that already exists, on one thread, and for comparison. Choose
/// the scan if almost all pairs of nodes are edges.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// 9 bytes per node and 16 per entry of the heap; 17 and 32 with 64-bit weights. The heap has few entries if
/// weights are random, and at most one per edge. Just after it has grown, it takes twice the memory. The scan
/// takes 9 (17) bytes per node.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if the graph has no edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Objective, Undirected}};
/// use boscage::operators::msf::papers::{Prim, prim};
///
/// let list = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&Exec::new(1)?, &list)?;
/// let forest = prim(&Exec::new(1)?, &graph, Objective::Minimum, Prim::default())?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn prim<W: Weight>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    objective: Objective,
    config: Prim,
) -> Result<Forest<W>> {
    let keyed = KeyedGraph::of(graph, objective)?;
    let mut rounds = exec.rounds("prim", graph.node_count() as u64);
    let taken = by_one_tree(&mut rounds, keyed, config)?;
    let forest = exec.stage("gather", || Forest::from_adjacency(None, graph, taken));
    rounds.finish();
    forest
}

/// Returns the edges of the forest.
fn by_one_tree<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedGraph<'_, K>, config: Prim) -> Result<EdgeSet> {
    let forest = EdgeSet::new(graph.edge_count())?;
    rounds.round(|rounds| {
        let taken = rounds.exec().stage("grow", || match config.nearest {
            Nearest::Heap => by_heap(&graph, rounds, &forest),
            Nearest::Scan => by_scanning(&graph, 1, rounds, &forest),
        })?;
        Ok((grown(graph.node_count(), taken), ()))
    })?;
    Ok(forest)
}

/// The one round of Prim's algorithm: every vertex comes into a tree, most of them by an edge.
pub(super) fn grown(vertices: usize, edges: usize) -> Round {
    let [tried, committed] = [vertices, edges].map(|count| count as u64);
    Round::from_counts(committed, 0, tried - committed)
}

/// Adds the edges of the forest, found by a heap. Returns their number.
pub(super) fn by_heap<G: Neighbours>(graph: &G, rounds: &Rounds<'_>, forest: &EdgeSet) -> Result<usize> {
    let vertices = graph.vertices();
    let mut is_in = memory::filled("marks of vertices in trees", vertices, false)?;
    // The lightest edge that is known to lead to each vertex from the tree.
    let mut lightest = memory::filled("lightest edges", vertices, G::Key::PACKED_MAX)?;
    let (mut frontier, mut taken) = (Frontier::default(), 0);
    for start in 0..vertices as u32 {
        let mut next = (!is_in[start as usize]).then_some(start);
        while let Some(vertex) = next {
            is_in[vertex as usize] = true;
            rounds.settle(1)?;
            for (packed, end) in graph.arcs(vertex) {
                if !is_in[end as usize] && packed < lightest[end as usize] {
                    lightest[end as usize] = packed;
                    frontier.push(packed, end)?;
                }
            }
            next = None;
            while let Some((packed, end)) = frontier.pop() {
                if !is_in[end as usize] {
                    taken += usize::from(forest.insert(G::Key::unpack_id(packed)));
                    next = Some(end);
                    break;
                }
            }
        }
    }
    Ok(taken)
}
