//! petgraph's own algorithms run on our graphs, and give what they give on petgraph's.

use boscage::exec::Exec;
use boscage::graph::from_petgraph;
use boscage::graph::{CsrGraph, CsrView, EdgeId, EdgeList, Node};
use petgraph::algo::{
    bridges::bridges, connected_components, dijkstra, is_bipartite_undirected, min_spanning_tree,
    min_spanning_tree_prim, page_rank,
};
use petgraph::data::FromElements;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;
use petgraph::visit::{
    Bfs, Dfs, EdgeRef, GraphProp, IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighborsDirected,
    IntoNodeIdentifiers, VisitMap, Visitable,
};

/// A multigraph with ties, loops and isolated nodes, made by a linear congruence.
fn sample(nodes: u32, edges: u32, seed: u32) -> (EdgeList<u32>, UnGraph<(), u32>) {
    let mut state = seed;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let triples: Vec<_> = (0..edges).map(|_| (next(nodes), next(nodes), next(9))).collect();
    let mut graph = UnGraph::default();
    (0..nodes).for_each(|_| _ = graph.add_node(()));
    triples.iter().for_each(|&(u, v, w)| _ = graph.add_edge(u.into(), v.into(), w));
    (EdgeList::from_triples(nodes as usize, triples).unwrap(), graph)
}

fn samples() -> impl Iterator<Item = (CsrGraph<u32>, EdgeList<u32>, UnGraph<(), u32>)> {
    (1..40).map(|seed| {
        let (list, theirs) = sample(1 + seed % 23, seed * 3 % 50, seed);
        (CsrGraph::from_edges(&Exec::current(), list.as_view()).unwrap(), list, theirs)
    })
}

#[test]
fn dijkstra_finds_the_same_distances() {
    for (ours, _, theirs) in samples() {
        let here = dijkstra(&ours, Node::new(0), None, |edge| *edge.weight());
        let there = dijkstra(&theirs, NodeIndex::new(0), None, |edge| *edge.weight());
        assert_eq!(here.len(), there.len());
        assert!(there.iter().all(|(node, distance)| here[&Node::new(node.index())] == *distance));
        assert_eq!(here, dijkstra(ours.as_view(), Node::new(0), None, |edge| *edge.weight()), "by view");
    }
}

#[test]
fn components_spanning_trees_bridges_and_colourings_agree() {
    for (ours, _, theirs) in samples() {
        assert_eq!(connected_components(&ours), connected_components(&theirs));
        let weight = |graph: &UnGraph<(), u32>| graph.edge_weights().sum::<u32>();
        let forest = |graph: UnGraph<(), u32>| (graph.node_count(), graph.edge_count(), weight(&graph));
        assert_eq!(
            forest(UnGraph::from_elements(min_spanning_tree(&ours))),
            forest(UnGraph::from_elements(min_spanning_tree(&theirs)))
        );
        let mut bridges_here: Vec<_> = bridges(&ours).map(|e| e.id().index()).collect();
        let mut bridges_there: Vec<_> = bridges(&theirs).map(|e| e.id().index()).collect();
        bridges_here.sort_unstable();
        bridges_there.sort_unstable();
        assert_eq!(bridges_here, bridges_there);
        assert_eq!(
            is_bipartite_undirected(&ours, Node::new(0)),
            is_bipartite_undirected(&theirs, NodeIndex::new(0))
        );
        assert_eq!(page_rank(&ours, 0.85_f64, 3), page_rank(&theirs, 0.85_f64, 3));
        if connected_components(&ours) == 1 {
            let prim = UnGraph::<(), u32>::from_elements(min_spanning_tree_prim(&ours));
            assert_eq!(weight(&prim), weight(&UnGraph::from_elements(min_spanning_tree_prim(&theirs))));
        }
    }
}

#[test]
fn traversals_reach_one_component() {
    for (ours, _, theirs) in samples() {
        let mut sets = UnionFind::<usize>::new(ours.nodes());
        theirs.edge_references().for_each(|e| _ = sets.union(e.source().index(), e.target().index()));
        let size = (0..ours.nodes()).filter(|&node| sets.equiv(node, 0)).count();
        let (mut bfs, mut dfs) = (Bfs::new(&ours, Node::new(0)), Dfs::new(&ours, Node::new(0)));
        assert_eq!(std::iter::from_fn(|| bfs.next(&ours)).count(), size);
        assert_eq!(std::iter::from_fn(|| dfs.next(&ours)).count(), size);
    }
}

#[test]
fn every_edge_is_listed_once_by_id_with_its_ends_and_weight() {
    for (ours, list, _) in samples() {
        let ends = |u: Node, v: Node| (u.min(v), u.max(v));
        let listed: Vec<_> =
            ours.edge_references().map(|e| (e.id(), ends(e.source(), e.target()), *e.weight())).collect();
        let edges = list.as_view().edges().iter().enumerate();
        let expected: Vec<_> = edges.map(|(id, e)| (EdgeId::new(id), ends(e.u, e.v), e.weight)).collect();
        assert_eq!(listed, expected);
        assert_eq!(listed.len(), CsrView::from(&ours).edge_references().count());
    }
}

#[test]
fn edges_at_a_node_have_it_as_their_source_or_target() {
    use petgraph::Direction::{Incoming, Outgoing};
    for (ours, list, _) in samples() {
        assert!(!ours.is_directed());
        for node in ours.node_identifiers() {
            let out: Vec<_> = ours.edges(node).map(|e| (e.source(), e.target(), e.id())).collect();
            let back: Vec<_> =
                ours.edges_directed(node, Incoming).map(|e| (e.target(), e.source(), e.id())).collect();
            assert_eq!(out, back);
            assert!(out.iter().all(|&(source, ..)| source == node));
            let at_node = |e: &&boscage::graph::Edge<u32>| e.u == node || e.v == node;
            assert_eq!(out.len(), list.as_view().edges().iter().filter(at_node).count());
            let targets: Vec<_> = out.iter().map(|&(_, target, _)| target).collect();
            assert_eq!(ours.neighbors_directed(node, Outgoing).collect::<Vec<_>>(), targets);
        }
    }
}

#[test]
fn a_visit_map_remembers() {
    let (list, _) = sample(130, 0, 1);
    let ours = CsrGraph::from_edges(&Exec::current(), list.as_view()).unwrap();
    let mut map = ours.visit_map();
    for index in [0, 63, 64, 129] {
        let node = Node::new(index);
        assert!(map.visit(node) && !map.visit(node) && map.is_visited(&node));
        assert!(map.unvisit(node) && !map.unvisit(node) && !map.is_visited(&node));
        map.visit(node);
    }
    ours.reset_map(&mut map);
    assert!(!map.is_visited(&Node::new(64)));
}

#[test]
fn our_graphs_can_be_imported_like_any_other() {
    for (ours, _, _) in samples() {
        let again = from_petgraph(&ours, |edge| *edge.weight()).unwrap();
        assert_eq!(*again.list(), ours.as_view().to_edge_list(&Exec::current()).unwrap());
    }
}
