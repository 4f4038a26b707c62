//! The edges of a model as each kind of petgraph's graphs.

use petgraph::EdgeType;
use petgraph::adj::List;
use petgraph::csr::Csr;
use petgraph::graphmap::GraphMap;
use petgraph::matrix_graph::MatrixGraph;
use petgraph::stable_graph::StableGraph;

use super::model::Model;

pub(super) fn plain<T: EdgeType>(model: &Model) -> petgraph::Graph<u32, u32, T> {
    let mut graph = petgraph::Graph::default();
    let nodes: Vec<_> = (0..model.nodes).map(|label| graph.add_node(label)).collect();
    for &(u, v, weight) in &model.edges {
        graph.add_edge(nodes[u as usize], nodes[v as usize], weight);
    }
    graph
}

/// Nodes and edges of these labels and weights are not the model's.
pub(super) const FOREIGN: u32 = 1000;

/// With nodes and edges that are not the model's.
pub(super) fn with_foreign<T: EdgeType>(model: &Model) -> petgraph::Graph<u32, u32, T> {
    let mut graph = petgraph::Graph::default();
    let nodes: Vec<_> = (0..model.nodes)
        .map(|label| {
            let foreign = graph.add_node(FOREIGN);
            let node = graph.add_node(label);
            graph.add_edge(foreign, node, FOREIGN);
            graph.add_edge(foreign, foreign, FOREIGN);
            node
        })
        .collect();
    for &(u, v, weight) in &model.edges {
        graph.add_edge(nodes[u as usize], nodes[v as usize], weight);
        graph.add_edge(nodes[v as usize], nodes[0], FOREIGN);
    }
    graph
}

pub(super) fn stable<T: EdgeType>(model: &Model) -> StableGraph<u32, u32, T> {
    let mut graph = StableGraph::from(with_foreign::<T>(model));
    graph.retain_nodes(|graph, node| graph[node] < FOREIGN);
    graph.retain_edges(|graph, edge| graph[edge] < FOREIGN);
    graph
}

/// Keys are neither dense nor in order.
pub(super) fn of_keys<T: EdgeType>(model: &Model) -> GraphMap<i64, u32, T> {
    let mut graph = GraphMap::new();
    (0..model.nodes).for_each(|label| _ = graph.add_node(key(label)));
    for &(u, v, weight) in &model.edges {
        graph.add_edge(key(u), key(v), weight);
    }
    graph
}

pub(super) fn key(label: u32) -> i64 {
    i64::from(label) * 7919 % 101 - 50
}

pub(super) fn label_of_key(found: i64) -> u32 {
    (0..).find(|&label| key(label) == found).unwrap()
}

pub(super) type Matrix<T> = MatrixGraph<u32, u32, std::hash::RandomState, T>;

pub(super) fn matrix<T: EdgeType>(model: &Model) -> Matrix<T> {
    let mut graph = Matrix::with_capacity(0);
    let mut removed = Vec::new();
    let nodes: Vec<_> = (0..model.nodes)
        .map(|label| {
            removed.push(graph.add_node(FOREIGN));
            let node = graph.add_node(label);
            graph.add_edge(node, *removed.last().unwrap(), FOREIGN);
            node
        })
        .collect();
    for &(u, v, weight) in &model.edges {
        graph.add_edge(nodes[u as usize], nodes[v as usize], weight);
    }
    removed.into_iter().for_each(|node| _ = graph.remove_node(node));
    graph
}

pub(super) fn rows<T: EdgeType>(model: &Model) -> Csr<(), u32, T> {
    let mut graph = Csr::with_nodes(model.nodes as usize);
    for &(u, v, weight) in &model.edges {
        assert!(graph.add_edge(u, v, weight));
    }
    graph
}

pub(super) fn lists(model: &Model) -> List<u32> {
    let mut graph = List::new();
    (0..model.nodes).for_each(|_| _ = graph.add_node());
    model.edges.iter().for_each(|&(u, v, weight)| _ = graph.add_edge(u, v, weight));
    graph
}
