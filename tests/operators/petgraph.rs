//! Forests of petgraph graphs in one call.

use boscage::exec::Exec;
use boscage::graph::Objective;
use boscage::operators::msf::{msf_of, msf_of_with};
use petgraph::graphmap::DiGraphMap;
use petgraph::stable_graph::StableUnGraph;
use petgraph::visit::{EdgeRef, IntoEdgeReferences};

#[test]
fn holes_are_not_trees_and_ids_are_the_callers() {
    let mut graph =
        StableUnGraph::<(), u32>::from_edges([(0, 1, 5), (1, 2, 1), (1, 3, 1), (2, 3, 1), (0, 3, 5)]);
    graph.remove_edge(petgraph::graph::EdgeIndex::new(0));
    graph.remove_node(2.into());
    let forest = msf_of(&graph, |edge| *edge.weight()).unwrap();
    let kept: Vec<_> = graph.edge_references().map(|edge| edge.id()).collect();
    assert_eq!((forest.edges, forest.total, forest.trees), (kept, 6, 1));
}

#[test]
fn ties_go_to_the_first_of_two_directions() {
    let graph =
        DiGraphMap::<char, i32>::from_edges([('b', 'a', 3), ('a', 'b', 3), ('a', 'c', -4), ('c', 'a', 9)]);
    let lightest = msf_of(&graph, |(_, _, &w)| w).unwrap();
    assert_eq!((lightest.edges, lightest.total), (vec![('b', 'a'), ('a', 'c')], -1));
    let exec = Exec::new(2).unwrap();
    let heaviest = msf_of_with(&exec, &graph, Objective::Maximum, |(_, _, &w)| w).unwrap();
    assert_eq!((heaviest.edges, heaviest.total), (vec![('b', 'a'), ('c', 'a')], 12));
}

#[test]
fn a_nan_is_named() {
    let graph = StableUnGraph::<(), f32>::from_edges([(0, 1, 0.0), (0, 1, f32::NAN)]);
    let error = msf_of(&graph, |edge| *edge.weight()).unwrap_err().to_string();
    assert_eq!(error, "edge 1: the weight is NaN, which has no place in the order of weights");
}
