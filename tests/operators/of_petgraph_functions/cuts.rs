//! Bridges and articulation points, compared with petgraph's own where petgraph takes the graph.

use std::collections::{BTreeSet, HashSet};

use boscage::operators::of_petgraph::{articulation_points, bridges};
use petgraph::algo;
use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::stable_graph::StableUnGraph;
use petgraph::visit::EdgeRef;

use super::super::of_petgraph::draws;
use super::{SEEDS, execs};

/// The ends of random edges: of no self-loops, and no parallel ones if `is_simple`.
fn pairs(seed: u64, is_simple: bool) -> Vec<(u32, u32)> {
    let mut draws = draws(seed);
    let pairs: Vec<_> = (0..40).map(|_| (draws.below(30) as u32, draws.below(30) as u32)).collect();
    if !is_simple {
        return pairs;
    }
    let simple = pairs.into_iter().filter(|(u, v)| u != v).map(|(u, v)| (u.min(v), u.max(v)));
    simple.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn bridges_and_articulation_points_are_those_of_petgraph() {
    for seed in 0..SEEDS {
        let mut graph = UnGraph::<(), u32>::default();
        (0..32).for_each(|_| _ = graph.add_node(()));
        pairs(seed, true).into_iter().for_each(|(u, v)| _ = graph.add_edge(u.into(), v.into(), 1));
        let mut expected: Vec<_> = algo::bridges::bridges(&graph).map(|edge| edge.id()).collect();
        expected.sort_unstable();
        let all = algo::connected_components(&graph);
        let is_cut = |&node: &NodeIndex| {
            let mut less = graph.clone();
            less.remove_node(node);
            algo::connected_components(&less) > all
        };
        let points = graph.node_indices().filter(is_cut);
        let points: HashSet<_> = points.collect();
        for exec in execs() {
            assert_eq!(exec.install(|| bridges(&graph)).unwrap(), expected);
            assert_eq!(exec.install(|| articulation_points(&graph)).unwrap(), points);
        }
        // With holes, and without directions.
        let mut holed = StableUnGraph::<(), u32>::default();
        (0..33).for_each(|_| _ = holed.add_node(()));
        let shifted = |node: NodeIndex| NodeIndex::new(node.index() + 1);
        for edge in graph.edge_references() {
            holed.add_edge(shifted(edge.source()), shifted(edge.target()), 1);
        }
        holed.remove_node(NodeIndex::new(0));
        assert_eq!(bridges(&holed).unwrap(), expected);
        assert_eq!(articulation_points(&holed).unwrap(), points.iter().copied().map(shifted).collect());
        let arcs = DiGraph::<(), ()>::from_edges(pairs(seed, true));
        assert_eq!(bridges(&arcs).unwrap(), expected);
        let mut rows = Csr::<(), u32, petgraph::Undirected>::with_nodes(32);
        pairs(seed, true).into_iter().for_each(|(u, v)| _ = rows.add_edge(u, v, 1));
        assert_eq!(bridges(&rows).unwrap().len(), expected.len());
        assert_eq!(articulation_points(&rows).unwrap().len(), points.len());
    }
}

#[test]
fn a_bridge_is_the_only_edge_between_its_ends() {
    for seed in 0..SEEDS {
        let graph = UnGraph::<(), ()>::from_edges(pairs(seed, false));
        let all = algo::connected_components(&graph);
        let is_bridge = |&edge: &petgraph::graph::EdgeIndex| {
            let mut less = graph.clone();
            less.remove_edge(edge);
            algo::connected_components(&less) > all
        };
        let expected: Vec<_> = graph.edge_indices().filter(is_bridge).collect();
        assert_eq!(bridges(&graph).unwrap(), expected);
    }
}
