//! petgraph's `page_rank`, in time O(n + m) per round.
//!
//! petgraph (0.8) sums over all pairs of nodes. A node gives every node the same share, but for those that it
//! has arcs to. So the shares that are the same are summed up once, and what an arc gives more is added along
//! the arcs, of parallel ones along the first.

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{Directed, Direction, Graph, Node, NodeMap, NodeSet, Undirected, from_petgraph};
use boscage_core::{Error, Result, memory};
use petgraph::algo::UnitMeasure;
use petgraph::visit::{GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

/// The least sum of ranks before they are scaled: below, nearly all of them is the error of rounding.
const LEAST: f64 = 1e-9;

/// Returns the rank of each node after `rounds` rounds, as [`petgraph::algo::page_rank()`] does, indexed by
/// `to_index`. The hole of a removed node has rank 0; petgraph's own function is wrong with holes.
///
/// The formula is petgraph's. It is not quite PageRank: a walker that jumps never jumps to a node that the
/// arcs of its node lead to, one at a node without arcs may stop, and ranks are scaled to the sum 1 after
/// each round. For PageRank by its definition, until a tolerance is met, use
/// [`operators::page_rank`](crate::page_rank()) by way of [`of_petgraph`](fn@super::of_petgraph).
///
/// Deterministic. Sums are in `f64`, also for `f32`, so ranks differ from petgraph's by its rounding. One
/// thread imports the graph; all threads go over the arcs. Time O(n + m) per round, where petgraph
/// needs O(nm): it is faster on all graphs but the smallest. Memory: an edge list, and 4 bytes per arc in
/// either direction; 24 bytes per node, and the result.
///
/// # Errors
/// [`Error::Argument`] if the damping is not between 0 and 1, or all ranks become 0, which needs a damping
/// near 0 or 1 (petgraph's ranks are then NaN); those of [`from_petgraph`]; [`Error::OutOfMemory`].
///
/// ```
/// use boscage::operators::of_petgraph::page_rank;
/// use petgraph::graph::DiGraph;
///
/// let web = DiGraph::<(), ()>::from_edges([(0, 1), (1, 0), (2, 0), (3, 0)]);
/// let ranks = page_rank(&web, 0.85_f64, 20)?;
/// assert!(ranks[0] > ranks[1] && ranks[1] > ranks[2]);
/// let expected = petgraph::algo::page_rank(&web, 0.85_f64, 20);
/// assert!(ranks.iter().zip(expected).all(|(rank, expected)| (rank - expected).abs() < 1e-12));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn page_rank<G, D>(graph: G, damping: D, rounds: usize) -> Result<Vec<D>>
where
    G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable + GraphProp,
    D: UnitMeasure + Copy + Into<f64>,
{
    let damping: f64 = damping.into();
    if !(0.0..=1.0).contains(&damping) {
        return Err(Error::argument("damping", "between 0 and 1", damping));
    }
    let exec = &Exec::current();
    let imported = from_petgraph(graph, |_| ())?;
    let is_directed = imported.is_directed();
    let (list, ids) = imported.into_parts();
    let ranks = if is_directed {
        let graph = Graph::<Directed>::builder().with_in_arcs().build(exec, &list)?;
        drop(list);
        walked(exec, &graph, damping, rounds)?
    } else {
        let graph = Graph::<Undirected>::builder().by_target().build(exec, &list)?;
        drop(list);
        walked(exec, &graph, damping, rounds)?
    };
    let mut by_index = memory::filled("ranks", graph.node_bound(), D::from_f64(0.0))?;
    for (&id, &rank) in ids.nodes().iter().zip(ranks.as_slice()) {
        by_index[graph.to_index(id)] = D::from_f64(rank);
    }
    Ok(by_index)
}

/// Returns ranks on a graph whose in-arcs are in the order of the nodes that they leave.
fn walked<D: Direction>(exec: &Exec, graph: &Graph<D>, damping: f64, count: usize) -> Result<NodeMap<f64>> {
    let n = graph.node_count() as f64;
    let mut ranks = NodeMap::from_fn(exec, graph, |_| 1.0 / n)?;
    let mut more = NodeMap::from_fn(exec, graph, |_| 0.0)?;
    let all = NodeSet::all(graph);
    let mut rounds = exec.rounds("page-rank", count as u64 * graph.node_count() as u64);
    for _ in 0..count {
        let sum = rounds.round(|phases| {
            // The share that every node gets, and the extra share of those that arcs lead to.
            let each = phases.sum("each", &all, |node| {
                let share = if graph.degree(node) == 0 { damping } else { 1.0 - damping };
                share * ranks[node] / n
            })?;
            phases.update("more", &mut more, |node, more| {
                let degree = graph.degree(node) as f64;
                *more =
                    if degree == 0.0 { 0.0 } else { ranks[node] * (damping / degree - (1.0 - damping) / n) };
            })?;
            let sum = phases.update("gather", &mut ranks, |node, rank| {
                let mut last = None;
                let mut gathered = each;
                for &from in graph.in_neighbours(node) {
                    if last.replace(from) != Some(from) {
                        gathered += more[from];
                    }
                }
                *rank = gathered;
                gathered
            })?;
            Ok((Round::new(graph.node_count()), sum))
        })?;
        if sum < LEAST && graph.node_count() > 0 {
            return Err(Error::argument("damping", "one that leaves some rank above 0", damping));
        }
        rounds.round(|phases| {
            phases.update("scale", &mut ranks, |_: Node, rank| *rank /= sum)?;
            Ok((Round::new(graph.node_count()), ()))
        })?;
    }
    Ok(ranks)
}
