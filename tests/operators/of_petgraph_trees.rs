//! Matchings and arborescences of petgraph's graphs, by its ids.

use std::collections::HashSet;

use boscage::operators::{
    MaximumBipartiteMatching, matching, maximum_bipartite_matching, minimum_arborescence, of_petgraph,
};
use petgraph::algo;
use petgraph::stable_graph::NodeIndex;

use super::of_petgraph::with_holes;

#[test]
fn matchings_are_maximal_and_not_above_the_maximum() {
    for seed in 0..40 {
        let graph = with_holes::<petgraph::Undirected>(seed);
        let found = of_petgraph(&graph, |_| (), |exec, graph, _| matching(exec, &graph.to_edge_list(exec)?));
        let found = found.unwrap();
        let mut mates = HashSet::new();
        for edge in found.edges() {
            let (u, v) = graph.edge_endpoints(edge).unwrap();
            assert!(u != v && mates.insert(u) && mates.insert(v));
        }
        let is_covered = |(u, v): (NodeIndex, NodeIndex)| u == v || mates.contains(&u) || mates.contains(&v);
        assert!(graph.edge_indices().all(|edge| is_covered(graph.edge_endpoints(edge).unwrap())));
        let most = algo::maximum_matching(&graph).len();
        assert!((most.div_ceil(2)..=most).contains(&found.len()));
    }
}

#[test]
fn matchings_of_bipartite_graphs_are_as_large_as_those_of_petgraph() {
    for seed in 0..40 {
        // Edges between even and odd nodes only.
        let mut graph = with_holes::<petgraph::Undirected>(seed);
        graph.retain_edges(|graph, edge| {
            let (u, v) = graph.edge_endpoints(edge).unwrap();
            u.index() % 2 != v.index() % 2
        });
        let config = MaximumBipartiteMatching::default();
        let found =
            of_petgraph(&graph, |_| (), |exec, graph, _| maximum_bipartite_matching(exec, graph, config));
        let found = found.unwrap();
        assert_eq!(found.size, algo::maximum_matching(&graph).len());
        for node in graph.node_indices() {
            let mate = found.mate(node);
            assert!(
                mate.is_none_or(|mate| graph.contains_edge(node, mate) && found.mate(mate) == Some(node))
            );
            assert!(graph.neighbors(node).all(|other| found.is_in_cover(node) || found.is_in_cover(other)));
        }
    }
}

#[test]
fn arborescences_have_petgraphs_ids() {
    for seed in 0..40 {
        let mut graph = with_holes::<petgraph::Directed>(seed);
        let nodes: Vec<NodeIndex> = graph.node_indices().collect();
        nodes[1..].iter().for_each(|&node| _ = graph.add_edge(nodes[0], node, 1_000_000));
        let tree = of_petgraph(
            &graph,
            |edge| *edge.weight(),
            |exec, graph, ids| minimum_arborescence(exec, graph, Some(ids.number(nodes[0])?)),
        );
        let tree = tree.unwrap();
        assert_eq!((tree.root(), tree.edges().len()), (nodes[0], nodes.len() - 1));
        let heads: HashSet<_> = tree.edges().map(|edge| graph.edge_endpoints(edge).unwrap().1).collect();
        assert!(heads.len() == nodes.len() - 1 && !heads.contains(&nodes[0]));
        assert_eq!(tree.total, tree.edges().map(|edge| i128::from(graph[edge])).sum());
    }
}
