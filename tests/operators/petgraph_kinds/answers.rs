//! Results of operators on a graph that came from petgraph, compared with what they find on our own graph of
//! the same edges, or with naive answers. Compiled once per direction, not once per kind of petgraph's
//! graphs.

use std::collections::BTreeSet;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeId, EdgeList, EdgeMap, Graph, Node, NodeMap, Undirected};
use boscage::operators::{
    Betweenness, BreadthFirstSearch, Colouring, IndependentSet, Kind, PageRank, ShortestPaths, betweenness,
    clustering_coefficients, colouring, connected_components, distances, independent_set, k_core, k_truss,
    matching, page_rank, shortest_paths, triangles, triangles_of_nodes,
};
use petgraph::EdgeType;

use super::model::Model;

/// Results of operators for graphs of either kind.
pub(super) struct Answers {
    components: usize,
    ranks: NodeMap<f64>,
    between: NodeMap<f64>,
    /// Weights and numbers of edges of the shortest paths from the first node, if there is one.
    paths: Vec<Option<u32>>,
    steps: Vec<Option<u32>>,
}

impl Answers {
    pub(super) fn find<D: Direction>(
        exec: &Exec,
        graph: &Graph<D, u32>,
        first: Option<Node>,
    ) -> Result<Self> {
        let mut found = Self {
            components: connected_components(exec, graph)?.count(),
            ranks: page_rank(exec, graph, PageRank::default())?.ranks,
            between: betweenness(exec, graph, graph.nodes(), Betweenness::default())?,
            paths: Vec::new(),
            steps: Vec::new(),
        };
        if let Some(first) = first {
            let paths = shortest_paths(exec, graph, first, ShortestPaths::default())?;
            found.paths = graph.nodes().map(|node| paths.get(node)).collect();
            let steps = distances(exec, graph, first, BreadthFirstSearch::default())?;
            found.steps = graph.nodes().map(|node| steps.get(node)).collect();
        }
        Ok(found)
    }

    /// Compares them; the nodes have these labels.
    pub(super) fn check<T: Kind>(&self, labels: &[u32], model: &Model) {
        let own = model.graph::<T>();
        let first = (model.nodes > 0).then(|| Node::new(0));
        let expected = Self::find(&Exec::current(), &own, first).unwrap();
        assert_eq!([self.components; 2], [model.forest().1, expected.components]);
        fn are_close<T: Copy + Default + Into<f64>>(found: &[T], expected: &NodeMap<T>) -> bool {
            let is_close = |a: f64, b: f64| (a - b).abs() <= 1e-3 * b.abs();
            found.iter().zip(expected.as_slice()).all(|(&a, &b)| is_close(a.into(), b.into()))
        }
        let (ranks, between) = (self.ranks.as_slice(), self.between.as_slice());
        assert!(are_close(&by_label(labels, ranks), &expected.ranks));
        assert!(are_close(&by_label(labels, between), &expected.between));
        if first.is_some() {
            assert_eq!(by_label(labels, &self.paths), model.distances::<T>());
            assert_eq!(expected.paths, model.distances::<T>());
            assert_eq!(by_label(labels, &self.steps), expected.steps);
        }
    }
}

/// Results of operators for undirected graphs.
pub(super) struct UndirectedAnswers {
    cores: NodeMap<u32>,
    triangles: u64,
    triangles_of_nodes: NodeMap<u64>,
    clustering: NodeMap<f64>,
    /// Of the edges, ascending.
    trusses: Vec<u32>,
    pub(super) pairs: Vec<EdgeId>,
    independent: Vec<Node>,
    colours: NodeMap<u32>,
}

impl UndirectedAnswers {
    pub(super) fn find(exec: &Exec, graph: &Graph<Undirected, u32>) -> Result<Self> {
        Ok(Self {
            cores: k_core(exec, graph)?,
            triangles: triangles(exec, graph)?,
            triangles_of_nodes: triangles_of_nodes(exec, graph)?,
            clustering: clustering_coefficients(exec, graph)?,
            trusses: sorted(&k_truss(exec, graph)?),
            pairs: matching(exec, &graph.to_edge_list(exec)?)?,
            independent: independent_set(exec, graph, IndependentSet::default())?,
            colours: colouring(exec, graph, Colouring::default())?,
        })
    }

    /// Compares them; the nodes have these labels, and those that are paired these.
    pub(super) fn check(&self, labels: &[u32], paired: Vec<u32>, model: &Model) {
        let (exec, own) = (&Exec::current(), &model.graph::<petgraph::Undirected>());
        assert_eq!(by_label(labels, self.cores.as_slice()), model.cores());
        assert_eq!(self.triangles, triangles(exec, own).unwrap());
        let counts = triangles_of_nodes(exec, own).unwrap();
        assert_eq!(by_label(labels, self.triangles_of_nodes.as_slice()), counts.as_slice());
        let shares = clustering_coefficients(exec, own).unwrap();
        assert_eq!(by_label(labels, self.clustering.as_slice()), shares.as_slice());
        assert_eq!(self.trusses, sorted(&k_truss(exec, own).unwrap()));

        assert_eq!(paired.iter().collect::<BTreeSet<_>>().len(), paired.len());
        let is_free = |node| !paired.contains(&node);
        assert!(!model.edges.iter().any(|&(u, v, _)| u != v && is_free(u) && is_free(v)));
        let set: Vec<u32> = self.independent.iter().map(|node| labels[node.index()]).collect();
        assert!(!model.edges.iter().any(|(u, v, _)| set.contains(u) && set.contains(v)));
        let colours = by_label(labels, self.colours.as_slice());
        assert!(model.edges.iter().all(|&(u, v, _)| u == v || colours[u as usize] != colours[v as usize]));
    }
}

/// The edges of a list, by the labels of their ends.
pub(super) fn named(labels: &[u32], list: &EdgeList<u32>) -> Vec<(u32, u32, u32)> {
    let edges = list.edges().iter();
    edges.map(|edge| (labels[edge.u.index()], labels[edge.v.index()], edge.weight)).collect()
}

/// Compares nodes and edges with those that were put in, in any order.
pub(super) fn check_edges<T: EdgeType>(labels: &[u32], edges: &[(u32, u32, u32)], model: &Model) {
    let mut labels = labels.to_vec();
    labels.sort_unstable();
    assert!(labels.into_iter().eq(0..model.nodes));
    assert_eq!(Model::sorted::<T>(edges.to_vec()), Model::sorted::<T>(model.edges.clone()));
}

fn sorted(values: &EdgeMap<u32>) -> Vec<u32> {
    let mut values = values.as_slice().to_vec();
    values.sort_unstable();
    values
}

/// The values of nodes, in the order of their labels.
fn by_label<T: Copy>(labels: &[u32], values: &[T]) -> Vec<T> {
    assert_eq!(labels.len(), values.len());
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_unstable_by_key(|&node| labels[node]);
    order.into_iter().map(|node| values[node]).collect()
}
