//! petgraph's graphs as edge lists.
//!
//! Any graph that lists its nodes and edges can be imported: `Graph`, `StableGraph` with holes, `GraphMap`,
//! `MatrixGraph`, `Csr`, and petgraph's filters over them. Nothing about the graph is interpreted:
//!
//! - Edge ids are positions in [`edge_references()`](IntoEdgeReferences), so these decide ties.
//! - Direction is ignored and nothing is folded: u→v and v→u are two edges. (petgraph's *undirected* `Csr`
//!   lists every edge from both its ends. Each is then an edge of its own, and the later one of a pair is
//!   never in a forest.)
//! - Nodes are numbered in the order of [`node_identifiers()`](IntoNodeIdentifiers), without gaps: a hole
//!   that a removed node left in a `StableGraph` is not a node, hence not a tree of a forest.
//!
//! The caller's own ids are kept beside the list, so that any result about nodes and edges can be named in
//! the words of the graph it came from. Time O(n + m), memory for the list and the ids.

use petgraph::visit::{EdgeRef, GraphBase, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use super::{EdgeId, EdgeList, Node, Weight};
use crate::{Error, Result, memory};

/// A graph made from one of petgraph's, with the ids that petgraph uses for its nodes and edges.
#[derive(Clone, Debug)]
pub struct Imported<N, E, W: Weight> {
    list: EdgeList<W>,
    nodes: Vec<N>,
    edges: Vec<E>,
}

/// What [`from_petgraph`] makes of a graph of type `G`.
pub type ImportedFrom<G, W> = Imported<<G as GraphBase>::NodeId, <G as GraphBase>::EdgeId, W>;

impl<N: Copy, E: Copy, W: Weight> Imported<N, E, W> {
    /// The graph.
    #[must_use]
    pub fn list(&self) -> &EdgeList<W> {
        &self.list
    }

    /// petgraph's id of each node.
    #[must_use]
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// petgraph's id of each edge.
    #[must_use]
    pub fn edges(&self) -> &[E] {
        &self.edges
    }

    /// petgraph's id of a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    pub fn node(&self, node: Node) -> N {
        self.nodes[node.index()]
    }

    /// petgraph's id of an edge.
    ///
    /// # Panics
    /// If the graph has no such edge.
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> E {
        self.edges[edge.index()]
    }

    /// The graph, the ids of its nodes, the ids of its edges.
    #[must_use]
    pub fn into_parts(self) -> (EdgeList<W>, Vec<N>, Vec<E>) {
        (self.list, self.nodes, self.edges)
    }
}

/// Imports a graph; `weight` says what an edge weighs.
///
/// # Errors
/// [`Error::NanWeight`], naming the edge by its position in `edge_references()`; [`Error::TooMany`],
/// [`Error::OutOfMemory`]; [`Error::Inconsistent`] if an edge ends at a node that `node_identifiers()` does
/// not list.
///
/// ```
/// use boscage::graph::from_petgraph;
/// use petgraph::stable_graph::StableUnGraph;
///
/// let mut roads = StableUnGraph::<&str, f64>::default();
/// let [ulm, gone, graz] = ["Ulm", "Atlantis", "Graz"].map(|city| roads.add_node(city));
/// let road = roads.add_edge(graz, ulm, 4.5);
/// roads.remove_node(gone);
///
/// let graph = from_petgraph(&roads, |edge| *edge.weight())?;
/// assert_eq!(graph.list().nodes(), 2);
/// assert_eq!((graph.nodes(), graph.edges()), (&[ulm, graz][..], &[road][..]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn from_petgraph<G, W>(graph: G, mut weight: impl FnMut(G::EdgeRef) -> W) -> Result<ImportedFrom<G, W>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers,
    W: Weight,
{
    /// The place of a hole in the table of numbers.
    const HOLE: u32 = u32::MAX;

    let mut numbers = memory::filled("node numbers", graph.node_bound(), HOLE)?;
    let mut nodes = Vec::new();
    for id in graph.node_identifiers() {
        Node::check_count(nodes.len() as u64 + 1)?;
        match numbers.get_mut(graph.to_index(id)) {
            Some(number) => *number = nodes.len() as u32,
            None => return Err(unlisted("a node", graph.to_index(id), graph.node_bound())),
        }
        memory::grow("the nodes of the imported graph", &mut nodes, 1)?;
        nodes.push(id);
    }
    let number = |id| match numbers.get(graph.to_index(id)) {
        Some(&number) if number != HOLE => Ok(number as usize),
        _ => Err(unlisted("the end of an edge", graph.to_index(id), graph.node_bound())),
    };

    let mut list = EdgeList::with_nodes(nodes.len())?;
    let mut edges = Vec::new();
    for edge in graph.edge_references() {
        list.push(number(edge.source())?, number(edge.target())?, weight(edge))?;
        memory::grow("the edges of the imported graph", &mut edges, 1)?;
        edges.push(edge.id());
    }
    Ok(Imported { list, nodes, edges })
}

/// Only a graph type whose implementation contradicts itself gets here.
fn unlisted(what: &'static str, index: usize, bound: usize) -> Error {
    let expected = format!("{what} among the listed nodes, of index below {bound}");
    Error::Inconsistent { expected, found: format!("one of index {index}") }
}

#[cfg(test)]
mod tests {
    use petgraph::csr::Csr;
    use petgraph::graph::{DiGraph, UnGraph};
    use petgraph::graphmap::{DiGraphMap, UnGraphMap};
    use petgraph::matrix_graph::MatrixGraph;
    use petgraph::stable_graph::StableDiGraph;
    use petgraph::visit::NodeFiltered;

    use super::*;

    /// The edges of the import named in petgraph's own node ids, in order.
    fn named<N: Copy, E: Copy, W: Weight>(imported: &Imported<N, E, W>) -> Vec<(N, N, W)> {
        let list = imported.list().as_view();
        assert_eq!(list.len(), imported.edges().len());
        list.edges().iter().map(|e| (imported.node(e.u), imported.node(e.v), e.weight)).collect()
    }

    const SAMPLE: [(u32, u32, i64); 5] = [(1, 0, 7), (2, 1, -2), (1, 2, 3), (3, 3, 0), (0, 3, 4)];

    #[test]
    fn graphs_of_either_kind_keep_every_edge_in_its_place() {
        let directed = DiGraph::<(), i64>::from_edges(SAMPLE);
        let undirected = UnGraph::<(), i64>::from_edges(SAMPLE);
        let arcs = from_petgraph(&directed, |e| *e.weight()).unwrap();
        let edges = from_petgraph(&undirected, |e| *e.weight()).unwrap();
        for named in [named(&arcs), named(&edges)] {
            let named: Vec<_> =
                named.iter().map(|&(u, v, w)| (u.index() as u32, v.index() as u32, w)).collect();
            assert_eq!(named, SAMPLE);
        }
        assert_eq!(arcs.edges(), directed.edge_indices().collect::<Vec<_>>());
        assert_eq!(arcs.list().nodes(), 4);
    }

    #[test]
    fn the_holes_of_a_stable_graph_are_not_nodes() {
        let mut graph = StableDiGraph::<(), i64>::from_edges(SAMPLE);
        let lonely = graph.add_node(());
        graph.remove_node(1.into());
        graph.remove_edge(petgraph::graph::EdgeIndex::new(3));
        let imported = from_petgraph(&graph, |e| *e.weight()).unwrap();
        assert_eq!(imported.nodes(), [0.into(), 2.into(), 3.into(), lonely]);
        assert_eq!(named(&imported), [(0.into(), 3.into(), 4)]);
        let edge = imported.edge(EdgeId::new(0));
        assert_eq!(graph.edge_endpoints(edge), Some((0.into(), 3.into())));
    }

    #[test]
    fn graph_maps_name_nodes_and_edges_by_their_own_keys() {
        let graph = UnGraphMap::<&str, u32>::from_edges([("b", "a", 2), ("c", "b", 1)]);
        let imported = from_petgraph(&graph, |(_, _, &w)| w).unwrap();
        assert_eq!(imported.nodes(), ["b", "a", "c"]);
        assert_eq!(imported.edges(), graph.all_edges().map(|(u, v, _)| (u, v)).collect::<Vec<_>>());
        let both = DiGraphMap::<u8, u32>::from_edges([(1, 2, 9), (2, 1, 9)]);
        assert_eq!(named(&from_petgraph(&both, |(_, _, &w)| w).unwrap()), [(1, 2, 9), (2, 1, 9)]);
    }

    #[test]
    fn matrices_and_rows() {
        let mut matrix = MatrixGraph::<(), f32>::new();
        let nodes = [(); 4].map(|()| matrix.add_node(()));
        matrix.add_edge(nodes[3], nodes[0], 0.5);
        matrix.add_edge(nodes[0], nodes[2], 1.5);
        matrix.remove_node(nodes[1]);
        let imported = from_petgraph(&matrix, |(_, _, &w)| w).unwrap();
        assert_eq!(imported.nodes(), [nodes[0], nodes[2], nodes[3]]);
        assert_eq!(named(&imported), [(nodes[0], nodes[2], 1.5), (nodes[3], nodes[0], 0.5)]);

        let mut rows = Csr::<(), u64, petgraph::Undirected>::with_nodes(3);
        rows.add_edge(0, 2, 8);
        let imported = from_petgraph(&rows, |e| *e.weight()).unwrap();
        assert_eq!(named(&imported), [(0, 2, 8), (2, 0, 8)], "listed from both ends");
    }

    #[test]
    fn filters_and_empty_graphs() {
        let graph = UnGraph::<(), i64>::from_edges(SAMPLE);
        let without_1 = NodeFiltered::from_fn(&graph, |node| node.index() != 1);
        let imported = from_petgraph(&without_1, |e| *e.weight()).unwrap();
        assert_eq!(imported.list().nodes(), 3);
        assert_eq!(named(&imported), [(3.into(), 3.into(), 0), (0.into(), 3.into(), 4)]);
        let nothing = from_petgraph(&UnGraph::<(), ()>::default(), |_| 1_u32).unwrap();
        assert_eq!((nothing.list().nodes(), nothing.list().len()), (0, 0));
    }

    #[test]
    fn a_weight_that_is_nan_is_named_by_its_place() {
        let graph = UnGraph::<(), f64>::from_edges([(0, 1, 1.0), (1, 2, f64::NAN)]);
        let error = from_petgraph(&graph, |e| *e.weight()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "edge 1: the weight is NaN, which has no place in the order of weights"
        );
    }
}
