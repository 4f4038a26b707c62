//! The minimum spanning tree of a petgraph graph, as petgraph returns it.

use boscage_core::exec::Exec;
use boscage_core::graph::{Objective, ToWeight, Weight, from_petgraph};
use boscage_core::parallel::radix_sort;
use boscage_core::{Result, memory};
use petgraph::data::Element;
use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeReferences, NodeIndexable, NodeRef};

use crate::msf::{auto, chosen, element, numbers};

/// Returns a minimum spanning tree of the graph, as [`petgraph::algo::min_spanning_tree()`] does: elements
/// for `from_elements`, from which it becomes a graph of any of petgraph's types, with the weights of nodes
/// and edges. If the graph is not connected, it is a forest. Direction is ignored.
///
/// All nodes come first, in their order, then the edges by weight. If all weights differ, the elements are
/// petgraph's, one by one. Of edges with the same weight, the first in the order of `edge_references()` is
/// chosen, and comes first; petgraph does not specify its choice. So the result is deterministic.
///
/// Weights are Rust's integers and floats. For other weights, and to learn *which* edges of the graph are in
/// the tree, or the total weight, use [`msf_of`](crate::msf::msf_of) with a function of the edge.
///
/// One thread imports the graph; all threads find the forest and sort its edges. Memory: an edge list,
/// petgraph's ids, and what [`auto`](fn@crate::msf::auto) needs; 8 bytes per node, and a reference and 20
/// bytes per edge of the forest.
///
/// # Errors
/// [`boscage_core::Error::NanWeight`] (petgraph puts NaN after all other weights) and others of
/// [`from_petgraph`]; [`boscage_core::Error::OutOfMemory`].
///
/// ```
/// use boscage::operators::of_petgraph::min_spanning_tree;
/// use petgraph::data::FromElements;
/// use petgraph::graph::UnGraph;
///
/// let mut roads = UnGraph::<&str, f64>::default();
/// let [linz, graz, wien] = ["Linz", "Graz", "Wien"].map(|city| roads.add_node(city));
/// roads.extend_with_edges([(linz, graz, 160.0), (wien, linz, 155.0), (graz, wien, 145.0)]);
///
/// let tree = UnGraph::<_, _>::from_elements(min_spanning_tree(&roads)?);
/// assert!(tree.node_weights().eq(&["Linz", "Graz", "Wien"]));
/// assert!(tree.edge_weights().eq(&[145.0, 155.0])); // by weight
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn min_spanning_tree<G>(
    graph: G,
) -> Result<impl Iterator<Item = Element<G::NodeWeight, G::EdgeWeight>> + use<G>>
where
    G: IntoNodeReferences<NodeWeight: Clone>
        + IntoEdgeReferences<EdgeWeight: ToWeight>
        + NodeIndexable
        + GraphProp,
{
    let exec = &Exec::current();
    let imported = from_petgraph(graph, |edge| edge.weight().to_weight())?;
    let forest = auto(exec, imported.list(), Objective::Minimum)?;
    let (edges, ids) = (forest.edges(), imported.ids());
    let key = |place: usize| imported.list().edges()[edges[place].index()].weight.key().into();
    let mut order: Vec<(u64, u32)> =
        memory::from_fn("the forest's edges by weight", edges.len(), |place| (key(place), place as u32))?;
    radix_sort(exec, &mut order, |&(key, _)| key)?;
    let mut references = memory::reserve("the forest's edges", edges.len())?;
    references.extend(chosen(edges.iter().map(|&edge| ids.edge(edge)), graph));
    drop(imported);

    let numbers = numbers(graph)?;
    let nodes = graph.node_references().map(|node| Element::Node { weight: node.weight().clone() });
    let edges = order.into_iter().map(move |(_, place)| references[place as usize]);
    Ok(nodes.chain(edges.map(move |edge| element(graph, &numbers, edge))))
}
