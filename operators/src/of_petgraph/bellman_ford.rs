//! Shortest paths with negative weights on petgraph's graphs: the algorithm of Bellman and Ford, in rounds.
//!
//! **Idea.** A round visits the nodes to which an arc leads from a node whose distance has fallen since they
//! were last visited; these have a mark. Each reads all arcs that lead to it, and takes the least distance,
//! and the node at the other end as its predecessor. Only the node itself writes its distance, so no atomic
//! minimum is needed. A mark is seen in the same round if the node has not had its turn, so a path along
//! ascending nodes takes few rounds.
//!
//! **Why it is correct.** A mark may be lost: one thread sets it while another clears it, and the distance
//! is read in between. So marks are only hints, and a round over all nodes that changes nothing ends the
//! loop. Then no arc can shorten a distance.
//!
//! A distance is at least that of the predecessor and the arc between them, for the predecessor's may have
//! fallen since. Suppose predecessors form a cycle. Summed up around it, its length is at most 0; and it is
//! below, since before the last of these writes the distance that it lowered was the one that the next node
//! had read. So such a cycle is a negative one. The other way round, if there is a negative cycle, distances
//! fall without end, below the length of every path; as long as predecessors form a tree, they are lengths of
//! paths at least. So there will be such a cycle. It is looked for after rounds 1, 2, 4, 8, and so on, and at
//! the end: rounding can hide a negative cycle from the distances.

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{
    AtomicNodeMap, AtomicValue, Directed, EdgeData, Graph, Node, NodeMap, NodeSet, from_petgraph,
};
use boscage_core::{Result, memory};
use petgraph::algo::bellman_ford::Paths;
use petgraph::algo::{FloatMeasure, NegativeCycle};
use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

/// Returns the distance of every node from `source`, and a predecessor on a shortest path, as
/// [`petgraph::algo::bellman_ford()`] does: negative weights are legal, and a negative cycle that the source
/// reaches is found. In an undirected graph every negative edge is such a cycle.
///
/// Both vectors are indexed by `to_index`. A node that is not reached, like a hole of a `StableGraph`, has an
/// infinite distance and no predecessor; the source has none either.
///
/// The distances are deterministic, and the same as petgraph's. Which of several possible predecessors a node
/// gets depends on timing if there are several threads. Predecessors never form a cycle: if the sums are
/// rounded so that they would, this counts as a negative cycle.
///
/// One thread imports the graph; then all threads work. Time O(nm) at most; usually some passes over the arcs
/// are enough. A negative cycle is usually found after a few rounds, where petgraph needs n.
/// Memory: an edge list, and 8 bytes and two weights per arc; 6 bytes and a weight per node, and the result.
///
/// petgraph's own is the better choice for graphs of few edges, where the import takes most of the time.
///
/// # Errors
/// [`boscage_core::Error::NanWeight`] and others of [`from_petgraph`]; [`boscage_core::Error::Argument`] if
/// the graph has no such source; [`boscage_core::Error::OutOfMemory`]. A negative cycle is petgraph's own
/// error, inside `Ok`.
///
/// ```
/// use boscage::operators::of_petgraph::bellman_ford;
/// use petgraph::graph::DiGraph;
///
/// let mut trades = DiGraph::<(), f64>::from_edges([(0, 1, 2.0), (0, 2, 1.0), (1, 2, -1.5)]);
/// let paths = bellman_ford(&trades, 0.into())?.expect("no negative cycle");
/// assert_eq!(paths.distances, [0.0, 2.0, 0.5]);
/// assert_eq!(paths.predecessors, [None, Some(0.into()), Some(1.into())]);
///
/// trades.add_edge(2.into(), 1.into(), 1.0);
/// assert!(bellman_ford(&trades, 0.into())?.is_err());
/// # Ok::<(), boscage::Error>(())
/// ```
#[expect(clippy::type_complexity, reason = "petgraph's own result, or an error of ours")]
pub fn bellman_ford<G>(
    graph: G,
    source: G::NodeId,
) -> Result<std::result::Result<Paths<G::NodeId, G::EdgeWeight>, NegativeCycle>>
where
    G: IntoEdgeReferences<EdgeWeight: FloatMeasure + AtomicValue + EdgeData>
        + IntoNodeIdentifiers
        + NodeIndexable
        + GraphProp,
{
    let exec = &Exec::current();
    let imported = from_petgraph(graph, |edge| *edge.weight())?;
    let source = super::number(imported.ids(), source)?;
    let arcs = imported.graph::<Directed>(exec)?.with_in_arcs(exec)?;
    let (list, ids) = imported.into_parts();
    drop(list);
    let Some((distances, predecessors)) = relaxed(exec, &arcs, source)? else {
        return Ok(Err(NegativeCycle(())));
    };
    drop(arcs);
    let bound = graph.node_bound();
    let mut paths = Paths {
        distances: memory::filled("distances", bound, G::EdgeWeight::infinite())?,
        predecessors: memory::filled("predecessors", bound, None)?,
    };
    for (node, &id) in ids.nodes().iter().enumerate() {
        let (node, index) = (Node::new(node), graph.to_index(id));
        paths.distances[index] = distances[node];
        let predecessor = predecessors[node];
        paths.predecessors[index] = (predecessor != NONE).then(|| ids.node(predecessor));
    }
    Ok(Ok(paths))
}

/// The predecessor of a node that has none.
const NONE: u32 = u32::MAX;

/// Returns distances and predecessors; `None` if there is a negative cycle.
fn relaxed<W: FloatMeasure + AtomicValue + EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, W>,
    source: Node,
) -> Result<Option<(NodeMap<W>, NodeMap<u32>)>> {
    let distances = AtomicNodeMap::filled(graph, W::infinite())?.shared_by(exec);
    let predecessors = AtomicNodeMap::filled(graph, NONE)?.shared_by(exec);
    let marks = AtomicNodeMap::filled(graph, false)?.shared_by(exec);
    let mark = |node: Node| graph.neighbours(node).iter().for_each(|&to| marks.store(to, true));
    distances.store(source, W::zero());
    mark(source);
    let all = NodeSet::all(graph);
    let mut rounds = exec.rounds("bellman-ford", graph.node_count() as u64);
    let mut is_last = false; // it visits the nodes without marks, too
    for round in 1_usize.. {
        let fell = rounds.round(|phases| {
            let fell: usize = phases.sum("relax", &all, |node| {
                if !is_last && !marks.load(node) {
                    return 0;
                }
                marks.store(node, false);
                let old = distances.load(node);
                let (mut least, mut predecessor) = (old, NONE);
                for (from, weight) in graph.in_arcs(node).iter() {
                    let distance = distances.load(from) + weight;
                    if distance < least {
                        (least, predecessor) = (distance, from.into());
                    }
                }
                if predecessor == NONE {
                    return 0;
                }
                distances.store(node, least);
                predecessors.store(node, predecessor);
                mark(node);
                1
            })?;
            Ok((Round::new(fell), fell))
        })?;
        let ends = fell == 0 && is_last;
        if (ends || round.is_power_of_two()) && has_cycle(graph, &predecessors)? {
            return Ok(None);
        }
        if ends {
            break;
        }
        is_last = fell == 0;
    }
    Ok(Some((distances.into_map(), predecessors.into_map())))
}

/// Returns whether some predecessors form a cycle.
fn has_cycle<W: EdgeData>(graph: &Graph<Directed, W>, predecessors: &AtomicNodeMap<u32>) -> Result<bool> {
    // The walk that has come to a node first: walks are numbered by the node they begin with.
    let mut walks = memory::filled("walks along predecessors", graph.node_count(), NONE)?;
    for start in graph.nodes() {
        let mut node = u32::from(start);
        while node != NONE && walks[node as usize] == NONE {
            walks[node as usize] = start.into();
            node = predecessors.load(node);
        }
        if node != NONE && walks[node as usize] == u32::from(start) {
            return Ok(true); // it has come back to itself
        }
    }
    Ok(false)
}
