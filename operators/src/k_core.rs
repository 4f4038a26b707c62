//! Peeling of nodes, level by level.
//!
//! **Phases.** A *round* is a level k, the lowest remaining degree. It *selects* the nodes of this degree and
//! *peels* them, in any order. A neighbour whose degree falls to k is peeled in the same loop. Then it
//! *keeps* the nodes of higher degree for the next rounds.
//!
//! **Correctness.** In level k a degree stops falling at k, so the final degrees are core numbers. A node is
//! peeled exactly once: either it has degree k at the beginning of the level, or one decrement takes it from
//! k + 1 to k, and only the thread of this decrement adds the node. A node of degree above k at the end has
//! that many neighbours that were not peeled. Together they are the (k + 1)-core, or contain a deeper one.
//! The order within a level does not matter, because peeling one node never keeps another one in.

use std::cmp::Reverse;

use boscage_core::Result;
use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, NodeMap, NodeSet, RelaxedOrder, Undirected};
use boscage_core::worklist::Lifo;

/// Returns the core number of each node: the largest k such that the node is in the k-core.
///
/// The k-core is the largest subgraph in which every node has at least k arcs. Arcs count as in
/// [`Graph::degree`]: parallel edges count separately, and a self-loop counts once. [`Graph::simplified`]
/// removes both.
///
/// **Algorithm.** Nodes are peeled off, those of the lowest degree first, and take their arcs away from their
/// neighbours. The parallel form is that of Kabir, Madduri, "Parallel k-core decomposition on multicore
/// platforms", IPDPSW 2017 (PKC). Its levels visit all nodes; here they visit the remaining ones, as in
/// Dhulipala, Blelloch, Shun, "Julienne: A framework for parallel graph algorithms using work-efficient
/// bucketing", SPAA 2017. O(n + m) work. One round per different core number; long chains of peeled nodes
/// need no rounds of their own.
///
/// **When to choose it.** To find dense parts, and as a first step for cliques or colourings.
/// [`k_truss`](crate::k_truss()) finds smaller and denser parts, and takes longer.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// 12 bytes per node: 4 for the degree, up to 8 for sets of nodes.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::k_core;
///
/// // A triangle with a tail, and an isolated node.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(k_core(&exec, &graph)?.as_slice(), [2, 2, 2, 1, 1, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn k_core<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<NodeMap<u32>> {
    let degrees = NodeMap::from_fn(exec, graph, |node| graph.degree(node) as u32)?;
    let degrees = AtomicNodeMap::from(degrees).relaxed().shared_by(exec);
    exec.install(|| peel(exec, graph, &degrees))?;
    Ok(degrees.into_map())
}

/// Turns degrees into core numbers.
fn peel<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    degrees: &AtomicNodeMap<u32, RelaxedOrder>,
) -> Result<()> {
    let mut rounds = exec.rounds("k-core", graph.node_count() as u64);
    let mut rest = NodeSet::all(graph);
    while let Some(Reverse(k)) = rounds.max("lowest", &rest, |node| Reverse(degrees.load(node)))? {
        let falls = |degree: u32| (degree > k).then(|| degree - 1);
        rest = rounds.round(|phases| {
            let lowest = phases.select("select", &rest, |node| degrees.load(node) == k)?;
            exec.for_each("peel", lowest.iter(), Lifo::default(), |node, work| {
                for &other in graph.neighbours(node) {
                    // Neighbours at k are peeled, or will be in this loop.
                    if degrees.fetch_update(other, falls) == Ok(k + 1) {
                        work.push(other);
                    }
                }
            })?;
            let left = phases.select("keep", &rest, |node| degrees.load(node) > k)?;
            Ok((Round::new(rest.len() - left.len()), left))
        })?;
    }
    Ok(())
}
