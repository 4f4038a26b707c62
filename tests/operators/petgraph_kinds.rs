//! Every kind of petgraph's graphs, and adaptors of them: the edges are those that were put in, each once,
//! and operators find the same as on our own graph of these edges.

use std::collections::BTreeSet;
use std::fmt::Debug;

use boscage::exec::Exec;
use boscage::graph::{EdgeId, from_petgraph};
use boscage::operators::msf::msf_of;
use boscage::operators::{Kind, of_petgraph, strongly_connected_components};
use petgraph::acyclic::Acyclic;
use petgraph::csr::Csr;
use petgraph::data::FromElements;
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::{
    Data, EdgeFiltered, EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeFiltered,
    NodeIndexable, Reversed, UndirectedAdaptor,
};
use petgraph::{Directed, Undirected};

mod answers;
mod makers;
mod model;

use answers::{Answers, UndirectedAnswers, named};
use makers::{FOREIGN, label_of_key, lists, matrix, of_keys, plain, rows, stable, with_foreign};
use model::{Model, models};

/// A graph whose edges weigh an integer.
trait Weighted:
    IntoEdgeReferences<NodeId: Ord + Debug, EdgeId: Debug>
    + Data<EdgeWeight = u32>
    + NodeIndexable
    + IntoNodeIdentifiers
    + GraphProp<EdgeType: Kind>
{
}

impl<G> Weighted for G where
    G: IntoEdgeReferences<NodeId: Ord + Debug, EdgeId: Debug>
        + Data<EdgeWeight = u32>
        + NodeIndexable
        + IntoNodeIdentifiers
        + GraphProp<EdgeType: Kind>
{
}

/// Imports a graph and compares it with its edges; then the forest and operators for graphs of either kind.
///
/// Comparisons that do not depend on the kind are not generic, as there are 32 of them: see [`answers`].
fn check<G: Weighted>(graph: G, label: impl Fn(G::NodeId) -> u32 + Copy, model: &Model) {
    let mut calls = 0;
    let weight = |edge: G::EdgeRef| *edge.weight();
    let imported = from_petgraph(graph, |edge| {
        calls += 1;
        weight(edge)
    });
    let imported = imported.unwrap();
    let labels = labels_of(imported.ids().nodes(), label);
    let edges = named(&labels, imported.list());
    answers::check_edges::<G::EdgeType>(&labels, &edges, model);
    assert_eq!(calls, model.edges.len());

    // Their ids are those of references to the same edges, in this order.
    let mut references = graph.edge_references();
    assert_eq!(imported.ids().edges().len(), edges.len());
    for (&id, &edge) in imported.ids().edges().iter().zip(&edges) {
        let reference = references.find(|edge| edge.id() == id).expect("in the order of references");
        assert_eq!((label(reference.source()), label(reference.target()), *reference.weight()), edge);
    }

    let forest = msf_of(graph, weight).unwrap();
    assert_eq!((forest.total, forest.trees), model.forest());
    assert_eq!(forest.edges.len(), model.nodes as usize - forest.trees);
    let chosen = graph.edge_references().filter(|edge| forest.edges.contains(&edge.id()));
    assert_eq!(chosen.map(|edge| i128::from(*edge.weight())).sum::<i128>(), forest.total);

    let first = graph.node_identifiers().find(|&node| label(node) == 0);
    let found = of_petgraph(graph, weight, |exec, graph, ids| {
        Answers::find(exec, graph, first.map(|node| ids.number(node)).transpose()?)
    });
    let found = found.unwrap();
    found.check::<G::EdgeType>(&labels_of(found.ids.nodes(), label), model);
}

/// The same, and operators for undirected graphs.
fn check_undirected<G>(graph: G, label: impl Fn(G::NodeId) -> u32 + Copy, model: &Model)
where
    G: Weighted + GraphProp<EdgeType = Undirected>,
{
    check(graph, label, model);
    let found =
        of_petgraph(graph, |edge| *edge.weight(), |exec, graph, _| UndirectedAnswers::find(exec, graph));
    let found = found.unwrap();
    let ends = |&edge: &EdgeId| {
        let id = found.ids.edge(edge);
        let edge = graph.edge_references().find(|edge| edge.id() == id).expect("an edge of petgraph's");
        [edge.source(), edge.target()].map(label)
    };
    let pairs = found.pairs.iter().flat_map(ends).collect();
    found.check(&labels_of(found.ids.nodes(), label), pairs, model);
}

/// The same as [`check`], and strong components.
fn check_directed<G>(graph: G, label: impl Fn(G::NodeId) -> u32 + Copy, model: &Model)
where
    G: Weighted + GraphProp<EdgeType = Directed>,
{
    check(graph, label, model);
    let count = |exec: &Exec, graph: &_| Ok(strongly_connected_components(exec, graph)?.count());
    let strong = of_petgraph(graph, |edge| *edge.weight(), |exec, graph, _| count(exec, graph));
    assert_eq!(*strong.unwrap(), count(&Exec::current(), &model.graph::<Directed>()).unwrap());
}

/// The labels of all nodes, in the order of our ids.
fn labels_of<N: Copy>(nodes: &[N], label: impl Fn(N) -> u32) -> Vec<u32> {
    nodes.iter().map(|&node| label(node)).collect()
}

#[test]
fn graphs_of_undirected_edges() {
    for model in models() {
        let model = &model;
        let graph = plain::<Undirected>(model);
        check_undirected(&graph, |node| graph[node], model);
        check_undirected(Reversed(&graph), |node| graph[node], model);
        let stable = stable::<Undirected>(model);
        check_undirected(&stable, |node| stable[node], model);
        let graph = with_foreign::<Undirected>(model);
        let nodes = NodeFiltered::from_fn(&graph, |node| graph[node] < FOREIGN);
        check_undirected(
            &EdgeFiltered::from_fn(&nodes, |edge| *edge.weight() < FOREIGN),
            |node| graph[node],
            model,
        );

        let simple = &model.simple::<Undirected>();
        check_undirected(&of_keys::<Undirected>(simple), label_of_key, simple);
        let matrix = matrix::<Undirected>(simple);
        check_undirected(&matrix, |node| *matrix.node_weight(node), simple);
    }
}

#[test]
fn graphs_of_directed_edges() {
    for model in models() {
        let model = &model;
        let graph = plain::<Directed>(model);
        check_directed(&graph, |node| graph[node], model);
        check_directed(Reversed(&graph), |node| graph[node], &model.reversed());
        let stable = stable::<Directed>(model);
        check_directed(&stable, |node| stable[node], model);
        let graph = with_foreign::<Directed>(model);
        let nodes = NodeFiltered::from_fn(&graph, |node| graph[node] < FOREIGN);
        check_directed(
            &EdgeFiltered::from_fn(&nodes, |edge| *edge.weight() < FOREIGN),
            |node| graph[node],
            model,
        );
        check_directed(&lists(model), |node| node, model);
        check_directed(Reversed(&lists(model)), |node| node, &model.reversed());

        let simple = &model.simple::<Directed>();
        check_directed(&of_keys::<Directed>(simple), label_of_key, simple);
        check_directed(&rows::<Directed>(simple), |node| node, simple);
        check_directed(Reversed(&rows::<Directed>(simple)), |node| node, &simple.reversed());
        let matrix = matrix::<Directed>(simple);
        check_directed(&matrix, |node| *matrix.node_weight(node), simple);

        let mut upwards = model.clone();
        upwards.edges.retain(|(u, v, _)| u < v);
        let graph = Acyclic::try_from_graph(plain::<Directed>(&upwards)).unwrap();
        check_directed::<&Acyclic<DiGraph<u32, u32>>>(&graph, |node| graph[node], &upwards);
        let graph = Acyclic::try_from_graph(self::stable::<Directed>(&upwards)).unwrap();
        check_directed::<&Acyclic<StableDiGraph<u32, u32>>>(&graph, |node| graph[node], &upwards);
    }
}

/// Opposite arcs are two edges of an undirected graph.
#[test]
fn directed_graphs_without_their_direction() {
    for model in models() {
        let model = &model;
        let graph = plain::<Directed>(model);
        check_undirected(UndirectedAdaptor(&graph), |node| graph[node], model);
        let stable = stable::<Directed>(model);
        check_undirected(UndirectedAdaptor(&stable), |node| stable[node], model);
        check_undirected(UndirectedAdaptor(&lists(model)), |node| node, model);
        let simple = &model.simple::<Directed>();
        check_undirected(UndirectedAdaptor(&rows::<Directed>(simple)), |node| node, simple);
        check_undirected(UndirectedAdaptor(&of_keys::<Directed>(simple)), label_of_key, simple);
    }
}

/// A `Csr` lists its undirected edges from both ends.
#[test]
fn rows_of_undirected_edges() {
    for model in models() {
        let model = &model;
        let simple = &model.simple::<Undirected>();
        let graph = rows::<Undirected>(simple);
        check_undirected(&graph, |node| node, simple);
        let forest = msf_of(&graph, |edge| *edge.weight()).unwrap();
        let copy = UnGraph::<(), u32>::from_elements(forest.elements(&graph).unwrap());
        let total: i128 = copy.edge_weights().map(|&weight| i128::from(weight)).sum();
        assert_eq!((copy.edge_count(), total), (forest.edges.len(), forest.total));
        check_undirected(Reversed(&graph), |node| node, simple);
        check_undirected(UndirectedAdaptor(&graph), |node| node, simple);
        check_undirected(Reversed(UndirectedAdaptor(Reversed(&graph))), |node| node, simple);

        let arcs = simple.edges.iter().flat_map(|&(u, v, weight)| [(u, v, weight), (v, u, weight)]);
        let arcs: BTreeSet<_> = arcs.collect();
        let arcs: Vec<_> = arcs.into_iter().collect();
        let sorted = Csr::<(), u32, Undirected>::from_sorted_edges(&arcs).unwrap();
        let mut known = simple.clone();
        known.nodes = sorted.node_count() as u32; // the last nodes may be isolated
        check_undirected(&sorted, |node| node, &known);

        let mut some = simple.clone();
        some.edges.retain(|edge| edge.2 % 2 == 0);
        let even = EdgeFiltered::from_fn(&graph, |edge| edge.weight() % 2 == 0);
        check_undirected(&even, |node| node, &some);
        // What filters leave of the two places may be one.
        check_undirected(&EdgeFiltered::from_fn(&graph, |e| e.source() <= e.target()), |node| node, simple);
        check_undirected(&EdgeFiltered::from_fn(&graph, |e| e.source() >= e.target()), |node| node, simple);
        let first = |node: u32| node < simple.nodes / 2;
        some = Model { nodes: simple.nodes / 2, edges: simple.edges.clone() };
        some.edges.retain(|&(u, v, _)| first(u) && first(v));
        check_undirected(&NodeFiltered::from_fn(&graph, first), |node| node, &some);
    }
}
