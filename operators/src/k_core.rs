//! k-cores: how deep in the dense part of the graph each node lies.
//!
//! The k-core is the largest subgraph in which every node has at least k arcs. The *core number* of a node is
//! the largest k such that the node is in the k-core.
//!
//! **Idea.** Nodes are peeled off, those with the fewest arcs first. A node that is peeled takes an arc away
//! from each neighbour that is left. Its core number is the number of arcs that it has at that moment, but
//! never less than that of the nodes peeled before.
//!
//! **Phases.** A *round* is a level k, the lowest degree that is left. It *selects* the nodes of this degree
//! and *peels* them, in any order; a neighbour whose degree falls to k is peeled in the same loop. Then it
//! *keeps* the nodes of higher degree for the next rounds.
//!
//! **Why it is correct.** In level k the degree of a node stops falling at k, so the degrees that are left at
//! the end are core numbers. A node is peeled exactly once: either it has degree k at the beginning of the
//! level, or one decrement takes it from k + 1 to k, and only the thread that makes this one adds the node. A
//! node of degree above k at the end has that many neighbours that were not peeled: together they are the
//! (k + 1)-core, or the beginning of a deeper one. The order within a level does not matter, because to peel
//! one node never keeps another one in.
//!
//! **Cost.** O(n + m) work. Each node is peeled once, and looked at in as many levels as it has core numbers
//! below or at its own, at most its degree. Rounds: one for each different core number. Long chains of peeled
//! nodes need no rounds of their own, unlike in algorithms with a barrier after each step of a level.
//!
//! **Memory.** 12 bytes per node: 4 for the degree, up to 8 for the sets of nodes.
//!
//! **Deterministic**: yes.
//!
//! **When to choose it**: always, also as a first step for cliques, colourings or dense parts.
//!
//! **Paper.** Kabir, Madduri, "Parallel k-core decomposition on multicore platforms", IPDPSW 2017 (PKC). Its
//! levels look at all nodes; here at those that are left, as in Dhulipala, Blelloch, Shun, "Julienne: A
//! framework for parallel graph algorithms using work-efficient bucketing", SPAA 2017. The sequential
//! algorithm: Batagelj, Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003.

use std::cmp::Reverse;

use boscage_core::Result;
use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, NodeMap, NodeSet, Undirected};
use boscage_core::worklist::Lifo;

/// The core number of each node.
///
/// Arcs count as [`Graph::degree`] counts them: parallel edges count each, and a self-loop counts once as
/// long as its node is there. [`Graph::simplified`] makes a graph in which they do not count.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::k_core;
///
/// // A triangle with a tail, and a node by itself.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(k_core(&exec, &graph)?.as_slice(), [2, 2, 2, 1, 1, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn k_core<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<NodeMap<u32>> {
    let degrees = NodeMap::from_fn(exec, graph, |node| graph.degree(node) as u32)?;
    let degrees = AtomicNodeMap::from(degrees).shared_by(exec);
    exec.install(|| peel(exec, graph, &degrees))?;
    Ok(degrees.into_map())
}

/// Turns degrees into core numbers.
fn peel<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>, degrees: &AtomicNodeMap<u32>) -> Result<()> {
    let mut rounds = exec.rounds("k-core", graph.nodes() as u64);
    let mut rest = NodeSet::all(graph);
    while let Some(Reverse(k)) = rounds.max("lowest", &rest, |node| Reverse(degrees.load(node)))? {
        let falls = |degree: u32| (degree > k).then(|| degree - 1);
        rest = rounds.round(|phases| {
            let lowest = phases.select("select", &rest, |node| degrees.load(node) == k)?;
            exec.for_each("peel", lowest.iter(), Lifo::default(), |node, work| {
                for &other in graph.neighbours(node) {
                    // Neighbours at k are peeled, or about to be.
                    if degrees.fetch_update(other, falls) == k + 1 {
                        work.push(other);
                    }
                }
            })?;
            let left = phases.select("keep", &rest, |node| degrees.load(node) > k)?;
            Ok((Round::of(rest.len() - left.len()), left))
        })?;
    }
    Ok(())
}
