//! Every kind of petgraph's graphs, and adaptors of them: the edges are those that were put in, each once,
//! and operators find the same as on our own graph of these edges.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use boscage::exec::Exec;
use boscage::graph::{Node, NodeMap, from_petgraph};
use boscage::operators::msf::msf_of;
use boscage::operators::{
    Betweenness, BreadthFirstSearch, Colouring, Found, IndependentSet, Kind, PageRank, ShortestPaths,
    betweenness, clustering_coefficients, colouring, connected_components, distances, independent_set,
    k_core, k_truss, matching, of_petgraph, page_rank, shortest_paths, strongly_connected_components,
    triangles, triangles_of_nodes,
};
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

mod makers;
mod model;

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

/// The values of nodes, in the order of their labels.
fn by_label<N: Copy + Ord, E: Copy, R, T>(
    found: &Found<N, E, R>,
    label: impl Fn(N) -> u32,
    value: impl Fn(&R, Node) -> T,
) -> Vec<T> {
    let nodes = found.ids.nodes().iter().enumerate();
    let values: BTreeMap<_, _> = nodes.map(|(i, &id)| (label(id), value(found, Node::new(i)))).collect();
    values.into_values().collect()
}

/// Imports a graph and compares it with its edges; then the forest and operators for graphs of either kind.
fn check<G: Weighted>(graph: G, label: impl Fn(G::NodeId) -> u32 + Copy, model: &Model) {
    let mut calls = 0;
    let weight = |edge: G::EdgeRef| *edge.weight();
    let imported = from_petgraph(graph, |edge| {
        calls += 1;
        weight(edge)
    });
    let imported = imported.unwrap();
    let mut labels: Vec<_> = imported.ids().nodes().iter().map(|&node| label(node)).collect();
    labels.sort_unstable();
    assert!(labels.into_iter().eq(0..model.nodes));
    let named = |u, v| (label(imported.ids().node(u)), label(imported.ids().node(v)));
    let edges = imported.list().edges();
    let edges: Vec<_> = edges.iter().map(|edge| (named(edge.u, edge.v), edge.weight)).collect();
    let flat = edges.iter().map(|&((u, v), weight)| (u, v, weight));
    let sorted = Model::sorted::<G::EdgeType>;
    assert_eq!(sorted(flat.clone().collect()), sorted(model.edges.clone()));
    assert_eq!(calls, model.edges.len());

    // Their ids are those of references to the same edges, in this order.
    let mut references = graph.edge_references();
    assert_eq!(imported.ids().edges().len(), edges.len());
    for (&id, (u, v, weight)) in imported.ids().edges().iter().zip(flat) {
        let reference = references.find(|edge| edge.id() == id).expect("in the order of references");
        assert_eq!(
            (label(reference.source()), label(reference.target()), *reference.weight()),
            (u, v, weight)
        );
    }

    let forest = msf_of(graph, weight).unwrap();
    assert_eq!((forest.total, forest.trees), model.forest());
    assert_eq!(forest.edges.len(), model.nodes as usize - forest.trees);
    let chosen = graph.edge_references().filter(|edge| forest.edges.contains(&edge.id()));
    assert_eq!(chosen.map(|edge| i128::from(*edge.weight())).sum::<i128>(), forest.total);

    let exec = &Exec::current();
    let own = model.graph::<G::EdgeType>();
    let parts = of_petgraph(graph, weight, |exec, graph, _| connected_components(exec, graph)).unwrap();
    assert_eq!(parts.count(), model.forest().1);
    let ranks = of_petgraph(graph, weight, |exec, graph, _| page_rank(exec, graph, PageRank::default()));
    let expected = page_rank(exec, &own, PageRank::default()).unwrap();
    let close = |found: Vec<f32>, expected: NodeMap<f32>, by: f32| {
        found.iter().zip(expected.as_slice()).for_each(|(a, b)| assert!((a - b).abs() <= by * b.abs()));
    };
    close(by_label(&ranks.unwrap(), label, |ranks, node| ranks[node]), expected.ranks, 1e-3);
    let all = Betweenness::default();
    let between =
        of_petgraph(graph, weight, |exec, graph, _| betweenness(exec, graph, graph.node_ids(), all));
    let expected = betweenness(exec, &own, own.node_ids(), all).unwrap();
    close(by_label(&between.unwrap(), label, |scores, node| scores[node]), expected, 1e-3);
    if let Some(source) = graph.node_identifiers().find(|&node| label(node) == 0) {
        let paths = of_petgraph(graph, weight, |exec, graph, ids| {
            shortest_paths(exec, graph, ids.number(source)?, ShortestPaths::default())
        });
        let found = by_label(&paths.unwrap(), label, |paths, node| paths.get(node));
        assert_eq!(found, model.distances::<G::EdgeType>());
        let search = BreadthFirstSearch::default();
        let steps = of_petgraph(graph, weight, |exec, graph, ids| {
            distances(exec, graph, ids.number(source)?, search)
        });
        let expected = distances(exec, &own, Node::new(0), search).unwrap();
        let found = by_label(&steps.unwrap(), label, |steps, node| steps.get(node));
        assert_eq!(found, expected.iter().collect::<Vec<_>>());
    }
}

/// The same, and operators for undirected graphs.
fn check_undirected<G>(graph: G, label: impl Fn(G::NodeId) -> u32 + Copy, model: &Model)
where
    G: Weighted + GraphProp<EdgeType = Undirected>,
{
    check(graph, label, model);
    let weight = |edge: G::EdgeRef| *edge.weight();
    let exec = &Exec::current();
    let own = model.graph::<Undirected>();
    let cores = of_petgraph(graph, weight, |exec, graph, _| k_core(exec, graph)).unwrap();
    assert_eq!(by_label(&cores, label, |cores, node| cores[node]), model.cores());
    let count = of_petgraph(graph, weight, |exec, graph, _| triangles(exec, graph)).unwrap();
    assert_eq!(*count, triangles(exec, &own).unwrap());
    let counts = of_petgraph(graph, weight, |exec, graph, _| triangles_of_nodes(exec, graph)).unwrap();
    let expected = triangles_of_nodes(exec, &own).unwrap();
    assert_eq!(by_label(&counts, label, |counts, node| counts[node]), expected.as_slice());
    let shares = of_petgraph(graph, weight, |exec, graph, _| clustering_coefficients(exec, graph)).unwrap();
    let expected = clustering_coefficients(exec, &own).unwrap();
    assert_eq!(by_label(&shares, label, |shares, node| shares[node]), expected.as_slice());
    let trusses = of_petgraph(graph, weight, |exec, graph, _| k_truss(exec, graph)).unwrap();
    let sorted = |trusses: &[u32]| {
        let mut trusses = trusses.to_vec();
        trusses.sort_unstable();
        trusses
    };
    assert_eq!(sorted(trusses.as_slice()), sorted(k_truss(exec, &own).unwrap().as_slice()));

    let ends = |id| {
        let edge = graph.edge_references().find(|edge| edge.id() == id).expect("an edge of petgraph's");
        [edge.source(), edge.target()].map(label)
    };
    let pairs =
        of_petgraph(graph, weight, |exec, graph, _| matching(exec, graph.to_edge_list(exec)?.as_view()));
    let taken: Vec<u32> = pairs.unwrap().edges().flat_map(ends).collect();
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), taken.len());
    let is_free = |node| !taken.contains(&node);
    assert!(!model.edges.iter().any(|&(u, v, _)| u != v && is_free(u) && is_free(v)));
    let set =
        of_petgraph(graph, weight, |exec, graph, _| independent_set(exec, graph, IndependentSet::default()));
    let set: Vec<u32> = set.unwrap().nodes().map(label).collect();
    assert!(!model.edges.iter().any(|(u, v, _)| set.contains(u) && set.contains(v)));
    let colours = of_petgraph(graph, weight, |exec, graph, _| colouring(exec, graph, Colouring::default()));
    let colours = by_label(&colours.unwrap(), label, |colours, node| colours[node]);
    assert!(model.edges.iter().all(|&(u, v, _)| u == v || colours[u as usize] != colours[v as usize]));
}

/// The same as [`check`], and strong components.
fn check_directed<G>(graph: G, label: impl Fn(G::NodeId) -> u32 + Copy, model: &Model)
where
    G: Weighted + GraphProp<EdgeType = Directed>,
{
    check(graph, label, model);
    let weight = |edge: G::EdgeRef| *edge.weight();
    let strong = of_petgraph(graph, weight, |exec, graph, _| strongly_connected_components(exec, graph));
    let expected = strongly_connected_components(&Exec::current(), &model.graph::<Directed>()).unwrap();
    assert_eq!(strong.unwrap().count(), expected.count());
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
