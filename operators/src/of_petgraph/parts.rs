//! Components of petgraph's graphs.
//!
//! [`connected_components`] unites the ends of the edges as petgraph lists them, so nothing is imported. It
//! uses one thread: reading the edges takes most of the time.
//!
//! [`kosaraju_scc`] imports the graph, finds the components with
//! [`strongly_connected_components`](crate::strongly_connected_components), and puts them into the order that
//! petgraph promises: Kahn's algorithm on the components, the sinks first.

use boscage_core::exec::Exec;
use boscage_core::graph::{Components, Directed, Graph, Node, from_petgraph};
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};
use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use crate::{connected_components_of_edges, strongly_connected_components};

/// Returns the number of connected components, as [`petgraph::algo::connected_components()`] does; of a
/// directed graph the weak ones.
///
/// Holes of a `StableGraph` are no components; petgraph's own function does not take a `StableGraph`.
///
/// Deterministic. It runs on the calling thread, in time O(m), because reading the edges takes most of the
/// time. Memory: 4 bytes per node. Nothing is imported.
///
/// The component of each node is found by
/// [`operators::connected_components`](crate::connected_components()), by way of
/// [`of_petgraph`](fn@super::of_petgraph).
///
/// # Errors
/// [`TooMany`](boscage_core::Error::TooMany) nodes; [`OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// ```
/// use boscage::operators::of_petgraph::connected_components;
/// use petgraph::stable_graph::StableDiGraph;
///
/// let mut graph = StableDiGraph::<(), ()>::from_edges([(0, 1), (2, 1), (3, 4)]);
/// graph.remove_node(3.into());
/// assert_eq!(connected_components(&graph)?, 2);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn connected_components<G>(graph: G) -> Result<usize>
where
    G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable,
{
    let mut sets = SequentialSets::new(Node::check_count(graph.node_bound() as u64)?)?;
    let node = |id| Node::new(graph.to_index(id));
    let edges = graph.edge_references();
    let joined = edges.filter(|edge| sets.unite(node(edge.source()), node(edge.target()))).count();
    Ok(graph.node_identifiers().count() - joined)
}

/// Returns the strongly connected components, each after all that it leads to (reverse topological order), as
/// [`petgraph::algo::kosaraju_scc()`] does; of an undirected graph the connected components.
///
/// Deterministic: components that could stand in either order, and the nodes of each, are in an order that
/// depends on the graph only, which need not be petgraph's. All threads build the adjacency and
/// search for the components; one imports the graph, orders the components and fills them. Time O(n + m).
/// Memory: an edge list, and 4 bytes per arc in either direction; at most 30 bytes per node, the ids of
/// petgraph, and the result.
///
/// petgraph's own is the better choice for graphs of few edges, where the import takes most of the time, and
/// if you want its order.
///
/// # Errors
/// Those of [`from_petgraph`]; [`OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// ```
/// use boscage::operators::of_petgraph::kosaraju_scc;
/// use petgraph::graph::{DiGraph, NodeIndex};
///
/// let web = DiGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 1), (3, 0)]);
/// let parts = kosaraju_scc(&web)?;
/// let [last, cycle, middle, first] = [1, 2, 0, 3].map(NodeIndex::new);
/// assert_eq!(parts, [vec![last, cycle], vec![middle], vec![first]]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn kosaraju_scc<G>(graph: G) -> Result<Vec<Vec<G::NodeId>>>
where
    G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable + GraphProp,
{
    let exec = &Exec::current();
    let imported = from_petgraph(graph, |_| ())?;
    let is_directed = imported.is_directed();
    let (list, ids) = imported.into_parts();
    if !is_directed {
        let parts = connected_components_of_edges(exec, &list)?;
        return filled(&Members::of(&parts)?, 0..parts.count(), ids.nodes());
    }
    let arcs = Graph::<Directed>::builder().with_in_arcs().build(exec, &list)?;
    drop(list);
    let parts = strongly_connected_components(exec, &arcs)?;
    let members = Members::of(&parts)?;
    let order = sinks_first(&arcs, &parts, &members)?;
    drop(arcs);
    filled(&members, order.into_iter().map(|part| part as usize), ids.nodes())
}

/// The nodes of each part, ascending.
struct Members {
    offsets: Vec<u32>,
    nodes: Vec<Node>,
}

impl Members {
    fn of(parts: &Components) -> Result<Self> {
        let labels = parts.labels();
        let mut offsets = memory::filled("the sizes of components", parts.count() + 2, 0_u32)?;
        labels.iter().for_each(|&part| offsets[part as usize + 2] += 1);
        for part in 2..offsets.len() {
            offsets[part] += offsets[part - 1];
        }
        let mut nodes = memory::filled("the nodes of components", labels.len(), Node::default())?;
        for (node, &part) in labels.iter().enumerate() {
            let next = &mut offsets[part as usize + 1]; // it moves from the begin of the part to its end
            nodes[*next as usize] = Node::new(node);
            *next += 1;
        }
        Ok(Self { offsets, nodes })
    }

    fn at(&self, part: usize) -> &[Node] {
        &self.nodes[self.offsets[part] as usize..self.offsets[part + 1] as usize]
    }
}

/// The components, each after those that it leads to.
fn sinks_first(arcs: &Graph<Directed>, parts: &Components, members: &Members) -> Result<Vec<u32>> {
    let labels = parts.labels();
    let label = |node: Node| labels[node.index()];
    let mut outs = memory::filled("arcs that leave components", parts.count(), 0_u64)?;
    for node in arcs.nodes() {
        let own = label(node);
        outs[own as usize] += arcs.neighbours(node).iter().filter(|&&to| label(to) != own).count() as u64;
    }
    let mut order = memory::reserve("the order of components", parts.count())?;
    order.extend((0..parts.count() as u32).filter(|&part| outs[part as usize] == 0));
    let mut next = 0;
    while let Some(&part) = order.get(next) {
        next += 1;
        for &node in members.at(part as usize) {
            for &from in arcs.in_neighbours(node) {
                let from = label(from);
                let left = &mut outs[from as usize];
                if from != part {
                    *left -= 1;
                    if *left == 0 {
                        order.push(from);
                    }
                }
            }
        }
    }
    Ok(order)
}

/// The nodes of each part, as petgraph names them.
fn filled<N: Copy>(
    members: &Members,
    order: impl ExactSizeIterator<Item = usize>,
    ids: &[N],
) -> Result<Vec<Vec<N>>> {
    let mut filled = memory::reserve("components", order.len())?;
    for part in order {
        let nodes = members.at(part);
        filled.push(memory::from_fn("a component", nodes.len(), |i| ids[nodes[i].index()])?);
    }
    Ok(filled)
}
