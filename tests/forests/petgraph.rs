//! petgraph's own algorithms run on our graphs, with the same results as on petgraph's graphs.

use boscage::exec::Exec;
use boscage::graph::petgraph::View;
use boscage::graph::{
    Directed, Direction, EdgeData, EdgeId, EdgeList, Graph, Node, NodeMap, Undirected, from_petgraph,
};
use petgraph::algo::{
    bridges::bridges, connected_components, dijkstra, is_bipartite_undirected, is_cyclic_directed,
    kosaraju_scc, min_spanning_tree, min_spanning_tree_prim, page_rank, toposort,
};
use petgraph::data::FromElements;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;
use petgraph::visit::{
    Bfs, Dfs, EdgeRef, GraphProp, IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighborsDirected,
    IntoNodeIdentifiers, IntoNodeReferences, NodeCount, VisitMap, Visitable,
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

fn built<D: Direction, E: EdgeData>(list: &EdgeList<E>) -> Graph<D, E> {
    Graph::builder().with_ids().build(&Exec::current(), list).unwrap()
}

fn samples() -> impl Iterator<Item = (Graph<Undirected, u32>, EdgeList<u32>, UnGraph<(), u32>)> {
    (1..40).map(|seed| {
        let (list, theirs) = sample(1 + seed % 23, seed * 3 % 50, seed);
        (built(&list), list, theirs)
    })
}

#[test]
fn dijkstra_finds_the_same_distances() {
    for (ours, _, theirs) in samples() {
        let ours = ours.petgraph().unwrap();
        let here = dijkstra(ours, Node::new(0), None, |edge| *edge.weight());
        let there = dijkstra(&theirs, NodeIndex::new(0), None, |edge| *edge.weight());
        assert_eq!(here.len(), there.len());
        assert!(there.iter().all(|(node, distance)| here[&Node::new(node.index())] == *distance));
    }
}

#[test]
fn components_spanning_trees_bridges_and_colourings_agree() {
    for (ours, _, theirs) in samples() {
        let ours = ours.petgraph().unwrap();
        assert_eq!(connected_components(ours), connected_components(&theirs));
        let weight = |graph: &UnGraph<(), u32>| graph.edge_weights().sum::<u32>();
        let forest = |graph: UnGraph<(), u32>| (graph.node_count(), graph.edge_count(), weight(&graph));
        assert_eq!(
            forest(UnGraph::from_elements(min_spanning_tree(ours))),
            forest(UnGraph::from_elements(min_spanning_tree(&theirs)))
        );
        let mut bridges_here: Vec<_> = bridges(ours).map(|e| e.id().index()).collect();
        let mut bridges_there: Vec<_> = bridges(&theirs).map(|e| e.id().index()).collect();
        bridges_here.sort_unstable();
        bridges_there.sort_unstable();
        assert_eq!(bridges_here, bridges_there);
        assert_eq!(
            is_bipartite_undirected(ours, Node::new(0)),
            is_bipartite_undirected(&theirs, NodeIndex::new(0))
        );
        assert_eq!(page_rank(ours, 0.85_f64, 3), page_rank(&theirs, 0.85_f64, 3));
        if connected_components(ours) == 1 {
            let prim = UnGraph::<(), u32>::from_elements(min_spanning_tree_prim(ours));
            assert_eq!(weight(&prim), weight(&UnGraph::from_elements(min_spanning_tree_prim(&theirs))));
        }
    }
}

#[test]
fn traversals_reach_one_component() {
    for (ours, _, theirs) in samples() {
        let ours = ours.petgraph().unwrap();
        let mut sets = UnionFind::<usize>::new(ours.node_count());
        theirs.edge_references().for_each(|e| _ = sets.union(e.source().index(), e.target().index()));
        let size = (0..ours.node_count()).filter(|&node| sets.equiv(node, 0)).count();
        let (mut bfs, mut dfs) = (Bfs::new(ours, Node::new(0)), Dfs::new(ours, Node::new(0)));
        assert_eq!(std::iter::from_fn(|| bfs.next(ours)).count(), size);
        assert_eq!(std::iter::from_fn(|| dfs.next(ours)).count(), size);
    }
}

#[test]
fn every_edge_is_listed_once_by_id_with_its_ends_and_weight() {
    for (ours, list, _) in samples() {
        let ours = ours.petgraph().unwrap();
        let ends = |u: Node, v: Node| (u.min(v), u.max(v));
        let mut listed: Vec<_> =
            ours.edge_references().map(|e| (e.id(), ends(e.source(), e.target()), *e.weight())).collect();
        listed.sort_unstable();
        let edges = list.edges().iter().enumerate();
        let expected: Vec<_> = edges.map(|(id, e)| (EdgeId::new(id), ends(e.u, e.v), e.weight)).collect();
        assert_eq!(listed, expected);
    }
}

#[test]
fn edges_at_a_node_have_it_as_their_source_or_target() {
    use petgraph::Direction::{Incoming, Outgoing};
    for (ours, list, _) in samples() {
        let ours = ours.petgraph().unwrap();
        assert!(!ours.is_directed());
        for node in ours.node_identifiers() {
            let out: Vec<_> = ours.edges(node).map(|e| (e.source(), e.target(), e.id())).collect();
            let back: Vec<_> =
                ours.edges_directed(node, Incoming).map(|e| (e.target(), e.source(), e.id())).collect();
            assert_eq!(out, back);
            assert!(out.iter().all(|&(source, ..)| source == node));
            let at_node = |e: &&boscage::graph::Edge<u32>| e.u == node || e.v == node;
            assert_eq!(out.len(), list.edges().iter().filter(at_node).count());
            let targets: Vec<_> = out.iter().map(|&(_, target, _)| target).collect();
            assert_eq!(ours.neighbors_directed(node, Outgoing).collect::<Vec<_>>(), targets);
        }
    }
}

#[test]
fn a_visit_map_remembers() {
    let (list, _) = sample(130, 0, 1);
    let ours: Graph<Undirected, u32> = built(&list);
    let ours = ours.petgraph().unwrap();
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
        let again = from_petgraph(ours.petgraph().unwrap(), |edge| *edge.weight()).unwrap();
        let by_arcs = Graph::<Undirected, u32>::from_edges(
            &Exec::current(),
            &ours.to_edge_list(&Exec::current()).unwrap(),
        );
        assert_eq!(*again.list(), by_arcs.unwrap().to_edge_list(&Exec::current()).unwrap());
        assert!(!again.is_directed());
    }
}

/// The same arcs here and in petgraph's graph.
fn directed_samples() -> impl Iterator<Item = (Graph<Directed, u32>, DiGraph<(), u32>)> {
    (1..40).map(|seed| {
        let (list, _) = sample(1 + seed % 23, seed * 3 % 50, seed);
        let mut theirs = DiGraph::default();
        (0..list.node_count()).for_each(|_| _ = theirs.add_node(()));
        for edge in list.edges() {
            theirs.add_edge(u32::from(edge.u).into(), u32::from(edge.v).into(), edge.weight);
        }
        (built::<Directed, _>(&list).with_in_arcs(&Exec::current()).unwrap(), theirs)
    })
}

#[test]
fn direction_is_kept() {
    for (ours, theirs) in directed_samples() {
        let ours = ours.petgraph().unwrap();
        assert!(ours.is_directed());
        let here = dijkstra(ours, Node::new(0), None, |edge| *edge.weight());
        let there = dijkstra(&theirs, NodeIndex::new(0), None, |edge| *edge.weight());
        assert_eq!(here.len(), there.len());
        assert!(there.iter().all(|(node, distance)| here[&Node::new(node.index())] == *distance));
        assert_eq!(is_cyclic_directed(ours), is_cyclic_directed(&theirs));
        assert_eq!(toposort(ours, None).is_ok(), toposort(&theirs, None).is_ok());
        let parts = |mut parts: Vec<Vec<usize>>| {
            parts.iter_mut().for_each(|part| part.sort_unstable());
            parts.sort_unstable();
            parts
        };
        let here =
            kosaraju_scc(ours).into_iter().map(|part| part.into_iter().map(|node| node.index()).collect());
        let there =
            kosaraju_scc(&theirs).into_iter().map(|part| part.into_iter().map(|node| node.index()).collect());
        assert_eq!(parts(here.collect()), parts(there.collect()));
        for node in ours.node_identifiers() {
            let incoming = ours.edges_directed(node, petgraph::Direction::Incoming);
            assert!(incoming.clone().all(|edge| edge.target() == node));
            let their_node = NodeIndex::new(node.index());
            let mut here: Vec<_> = incoming.map(|edge| edge.id().index()).collect();
            let there = theirs.edges_directed(their_node, petgraph::Direction::Incoming);
            let mut there: Vec<_> = there.map(|edge| edge.id().index()).collect();
            here.sort_unstable();
            there.sort_unstable();
            assert_eq!(here, there);
        }
    }
}

#[test]
fn a_graph_goes_to_petgraph_and_back() {
    fn same<D: Direction>(ours: &Graph<D, u32>)
    where
        for<'a> View<'a, D, u32, char>: GraphProp<EdgeType: petgraph::EdgeType>,
    {
        let exec = Exec::current();
        let names =
            NodeMap::from_fn(&exec, ours, |node: Node| char::from(b'a' + node.index() as u8)).unwrap();
        let view = ours.petgraph().unwrap().with_nodes(&names);
        assert!(view.node_references().all(|(node, &name)| names[node] == name));
        let theirs = view.to_graph(&exec).unwrap();
        let back = from_petgraph(&theirs, |edge| *edge.weight()).unwrap();
        assert_eq!(back.is_directed(), D::IS_DIRECTED);
        assert_eq!(
            built::<D, u32>(back.list()).to_edge_list(&exec).unwrap(),
            ours.to_edge_list(&exec).unwrap()
        );
        assert_eq!(back.map_nodes(|node| theirs[node]).unwrap().as_slice(), names.as_slice());
    }
    samples().for_each(|(ours, ..)| same(&ours));
    directed_samples().for_each(|(ours, _)| same(&ours));
}

#[test]
fn a_graph_without_what_petgraph_needs_is_refused() {
    let exec = Exec::current();
    let list = EdgeList::from_pairs(2, [(0, 1)]).unwrap();
    let refused = Graph::<Undirected>::from_edges(&exec, &list).unwrap().petgraph().unwrap_err().to_string();
    assert_eq!(refused, "the graph: expected one built with ids of edges (`with_ids`), found one without");
    let directed = built::<Directed, ()>(&list);
    let refused = directed.petgraph().unwrap_err().to_string();
    assert_eq!(refused, "the graph: expected one built with in-arcs (`with_in_arcs`), found one without");
    assert!(directed.with_in_arcs(&exec).unwrap().petgraph().is_ok());
}

#[test]
fn adjacency_has_the_direction_of_the_imported_graph() {
    let exec = Exec::current();
    let pairs = [(0_u32, 1), (2, 1), (1, 1), (0, 1)];
    let arcs = |graph: &Graph<Directed>| {
        let of = |u: Node| graph.neighbours(u).iter().map(move |&v| (u32::from(u), u32::from(v)));
        graph.nodes().flat_map(of).collect::<Vec<_>>()
    };
    let directed = from_petgraph(&DiGraph::<(), ()>::from_edges(pairs), |_| ()).unwrap();
    assert_eq!(arcs(&directed.graph(&exec).unwrap()), [(0, 1), (0, 1), (1, 1), (2, 1)]);
    assert_eq!(
        directed.graph::<Undirected>(&exec).unwrap_err().to_string(),
        "petgraph's graph: expected an undirected one, or `symmetrised` of a directed graph, found a \
         directed one"
    );
    let undirected = from_petgraph(&UnGraph::<(), ()>::from_edges(pairs), |_| ()).unwrap();
    assert_eq!(
        arcs(&undirected.graph(&exec).unwrap()),
        [(0, 1), (0, 1), (1, 0), (1, 2), (1, 1), (1, 0), (2, 1)]
    );
    assert_eq!(undirected.graph::<Undirected>(&exec).unwrap().edge_count(), pairs.len());
}
