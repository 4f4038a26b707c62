//! Empty graphs and errors.

use std::collections::HashMap;

use boscage::Error;
use boscage::operators::of_petgraph::{
    astar, bellman_ford, connected_components, dijkstra, kosaraju_scc, min_spanning_tree, page_rank,
};
use petgraph::Directed;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::graphmap::UnGraphMap;
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::EdgeRef;

use super::large;

#[test]
fn empty_graphs() {
    let (directed, undirected) = (DiGraph::<(), f64>::new(), UnGraphMap::<u8, f64>::new());
    assert_eq!(kosaraju_scc(&directed).unwrap(), Vec::<Vec<NodeIndex>>::new());
    assert_eq!(kosaraju_scc(&undirected).unwrap(), Vec::<Vec<u8>>::new());
    assert_eq!(connected_components(&directed).unwrap(), 0);
    assert_eq!(connected_components(&undirected).unwrap(), 0);
    assert_eq!(page_rank(&directed, 0.85, 3).unwrap(), [0.0; 0]);
    assert_eq!(page_rank(&undirected, 0.85_f32, 3).unwrap(), [0.0; 0]);
    assert_eq!(min_spanning_tree(&directed).unwrap().count(), 0);
}

#[test]
fn refused() {
    let says = |error: Error| error.to_string();
    let mut graph = StableDiGraph::<(), f64>::from_edges([(0, 1, 1.0), (1, 2, -0.5), (2, 3, f64::NAN)]);
    let hole = graph.add_node(());
    graph.remove_node(hole);
    let cost = |edge: petgraph::stable_graph::EdgeReference<'_, f64>| *edge.weight();
    let goal = |goal: u32| Some(NodeIndex::from(goal));

    let missing = "the node: expected one of petgraph's graph, found one that it does not have";
    for node in [hole, 9.into()] {
        assert_eq!(says(dijkstra(&graph, node, None, |_| 1_u32).unwrap_err()), missing);
        assert_eq!(says(dijkstra(&graph, node, goal(1), |_| 1_u32).unwrap_err()), missing);
        assert_eq!(says(astar(&graph, node, |_| true, |_| 1_u32, |_| 0).unwrap_err()), missing);
    }
    // A node without edges is there.
    assert_eq!(dijkstra(&graph, 3.into(), None, |_| 1_u32).unwrap(), HashMap::from([(3.into(), 0)]));

    let negative = "weights: expected none below 0, nor NaN, found -0.5";
    assert_eq!(says(dijkstra(&graph, 0.into(), None, cost).unwrap_err()), negative);
    assert_eq!(says(dijkstra(&graph, 0.into(), goal(2), cost).unwrap_err()), negative);
    assert_eq!(dijkstra(&graph, 0.into(), goal(1), cost).unwrap()[&1.into()], 1.0);
    let nan = "weights: expected none below 0, nor NaN, found NaN";
    assert_eq!(says(dijkstra(&graph, 2.into(), None, cost).unwrap_err()), nan);
    let estimate = astar(&graph, 0.into(), |_| false, |_| 1.0, |_| -1.0).unwrap_err();
    assert_eq!(says(estimate), "estimates: expected none below 0, nor NaN, found -1");

    let nan = "edge 2: the weight is NaN, which has no place in the order of weights";
    assert_eq!(says(bellman_ford(&graph, 0.into()).unwrap_err()), nan);
    assert_eq!(says(min_spanning_tree(&graph).err().unwrap()), nan);
    graph.remove_node(3.into());
    assert_eq!(says(bellman_ford(&graph, 3.into()).unwrap_err()), missing);
    for damping in [-0.1, 1.1, f64::NAN] {
        let refused = says(page_rank(&graph, damping, 1).unwrap_err());
        assert_eq!(refused, format!("damping: expected between 0 and 1, found {damping}"));
    }
    let large = dijkstra(&graph, 0.into(), None, |_| 200_u8).unwrap_err();
    let large_alone = "weights: expected costs of paths that fit the type of the weights, found a larger one";
    assert_eq!(says(large), large_alone);
    let largest = dijkstra(&graph, 0.into(), None, |_| u32::MAX / 2).unwrap();
    assert_eq!(largest[&2.into()], u32::MAX - 1);

    // The hole of a removed node has no rank.
    assert_eq!(page_rank(&with_gap(), 0.5, 2).unwrap()[1], 0.0);
}

/// A path whose cost does not fit is not an error if a cheaper path leads to the same node.
#[test]
fn paths_too_long_beside_others() {
    let [start, second, third] = [0, 1, 2].map(NodeIndex::new);
    // The way back costs 6,000,000,000.
    let mut road = UnGraph::<(), u32>::from_edges([(0, 1, 3_000_000_000)]);
    let costs = HashMap::from([(start, 0), (second, 3_000_000_000)]);
    assert_eq!(dijkstra(&road, start, None, |edge| *edge.weight()).unwrap(), costs);
    (0..1 << 14).for_each(|_| _ = road.add_edge(start, start, 1)); // now it is imported
    assert_eq!(dijkstra(&road, start, None, |edge| *edge.weight()).unwrap(), costs);

    let closed = DiGraph::<(), usize>::from_edges([(0, 1, 1), (1, 2, usize::MAX), (0, 2, 5)]);
    let costs = HashMap::from([(start, 0), (second, 1), (third, 5)]);
    assert_eq!(dijkstra(&closed, start, None, |edge| *edge.weight()).unwrap(), costs);
    let path =
        |graph: &DiGraph<(), usize>| astar(graph, start, |node| node == third, |edge| *edge.weight(), |_| 0);
    assert_eq!(path(&closed).unwrap(), Some((5, vec![start, third])));
    let only = DiGraph::<(), usize>::from_edges([(0, 1, 1), (1, 2, usize::MAX)]);
    assert!(path(&only).unwrap_err().to_string().ends_with("found a larger one"));

    // The goal is nearer than the node whose cost does not fit.
    let near = DiGraph::<(), u8>::from_edges([(0, 1, 100), (1, 3, 200), (0, 2, 150)]);
    assert_eq!(dijkstra(&near, start, Some(third), |edge| *edge.weight()).unwrap()[&third], 150);
    assert!(dijkstra(&near, start, None, |edge| *edge.weight()).is_err());
}

fn with_gap() -> StableDiGraph<(), ()> {
    let mut graph = StableDiGraph::from_edges([(0, 1), (1, 2), (0, 2)]);
    graph.remove_node(1.into());
    graph
}

/// The same errors from larger graphs, which are imported.
#[test]
fn refused_of_larger_graphs() {
    let graph = large::<Directed>();
    let start = graph.edge_references().next().unwrap().source();
    let says = |error: Error| error.to_string();
    let negative = says(dijkstra(&graph, start, None, |_| -1).unwrap_err());
    assert!(negative.starts_with("weights: expected none below 0, found -1"), "{negative}");
    let nan = says(dijkstra(&graph, start, None, |_| f32::NAN).unwrap_err());
    assert!(nan.starts_with("edge 0: the weight is NaN"), "{nan}");
    let missing = says(dijkstra(&graph, 30_000.into(), None, |_| 1_u32).unwrap_err());
    assert_eq!(missing, "the node: expected one of petgraph's graph, found one that it does not have");
    let large = says(dijkstra(&graph, start, None, |_| 200_u8).unwrap_err());
    assert_eq!(
        large,
        "weights: expected costs of paths that fit the type of the weights, found a larger one"
    );
}
