//! Every algorithm in one call on petgraph's graphs, compared with petgraph's own algorithms, by petgraph's
//! ids: on graphs of every kind, with holes, and with ids that are any values.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use boscage::Error;
use boscage::exec::{CancelToken, Exec};
use boscage::operators::{
    Betweenness, BreadthFirstSearch, Colouring, Found, IndependentSet, Kind, MaxFlow, PageRank,
    ShortestPaths, betweenness, breadth_first_search, clustering_coefficients, colouring,
    connected_components, distances, independent_set, k_core, max_flow, of_petgraph, of_petgraph_with,
    page_rank, shortest_paths, strongly_connected_components, triangles,
};
use boscage::random::{Draws, Random};
use petgraph::EdgeType;
use petgraph::algo;
use petgraph::graph::{DiGraph, Graph};
use petgraph::graphmap::GraphMap;
use petgraph::stable_graph::{NodeIndex, StableGraph, StableUnGraph};
use petgraph::visit::{
    EdgeIndexable, EdgeRef, GraphProp, IntoEdgeReferences, IntoEdges, IntoNodeIdentifiers, NodeIndexable,
    Visitable,
};

pub(super) fn draws(seed: u64) -> Draws {
    Random::new(seed, 0).item(0)
}

/// Without holes.
pub(super) fn plain<T: EdgeType>(seed: u64) -> Graph<(), u32, T> {
    let mut draws = draws(seed);
    let nodes = 1 + draws.below(60) as u32;
    let mut graph = Graph::default();
    (0..nodes).for_each(|_| _ = graph.add_node(()));
    for _ in 0..draws.below(200) {
        let mut end = || (draws.below(u64::from(nodes)) as u32).into();
        let ends = (end(), end());
        graph.add_edge(ends.0, ends.1, draws.below(50) as u32);
    }
    graph
}

/// With holes among the nodes and the edges, and places that are used again.
pub(super) fn with_holes<T: EdgeType>(seed: u64) -> StableGraph<(), u32, T> {
    let mut graph = StableGraph::from(plain::<T>(seed));
    graph.retain_nodes(|_, node| node.index() == 0 || node.index() % 5 != 2);
    graph.retain_edges(|_, edge| edge.index() % 7 != 3);
    let again = graph.add_node(());
    graph.add_edge(again, 0.into(), 7);
    graph.add_edge(0.into(), again, 1);
    graph
}

/// With ids that are neither dense nor in order, and no parallel edges.
pub(super) fn of_values<T: EdgeType>(seed: u64) -> GraphMap<i64, u32, T> {
    let plain = plain::<T>(seed);
    let id = |node: NodeIndex| (node.index() as i64 * 7919) % 101 - 50;
    let mut graph = GraphMap::new();
    plain.node_indices().for_each(|node| _ = graph.add_node(id(node)));
    for edge in plain.edge_references() {
        graph.add_edge(id(edge.source()), id(edge.target()), *edge.weight());
    }
    graph
}

/// Checks graphs of both kinds.
fn searches_agree<G>(graph: G)
where
    G: IntoEdges<EdgeWeight = u32, NodeId: Ord + Hash + Debug>
        + Visitable
        + NodeIndexable
        + IntoNodeIdentifiers
        + GraphProp<EdgeType: Kind>,
{
    let source = graph.node_identifiers().last().unwrap();
    let search = BreadthFirstSearch::default();
    let steps =
        of_petgraph(graph, |_| (), |exec, graph, ids| distances(exec, graph, ids.number(source)?, search));
    let tree = of_petgraph(
        graph,
        |_| (),
        |exec, graph, ids| breadth_first_search(exec, graph, ids.number(source)?, search),
    );
    let paths = of_petgraph(
        graph,
        |edge| *edge.weight(),
        |exec, graph, ids| shortest_paths(exec, graph, ids.number(source)?, ShortestPaths::default()),
    );
    let (steps, tree, paths) = (steps.unwrap(), tree.unwrap(), paths.unwrap());
    let expected_steps = algo::dijkstra(graph, source, None, |_| 1_u32);
    let expected_paths = algo::dijkstra(graph, source, None, |edge| *edge.weight());
    for node in graph.node_identifiers() {
        assert_eq!(steps.get(node), expected_steps.get(&node).copied());
        assert_eq!(paths.get(node), expected_paths.get(&node).copied());
        match tree.parent(node) {
            None => assert!(!expected_steps.contains_key(&node)),
            Some(parent) if parent == node => assert_eq!(node, source),
            Some(parent) => {
                assert_eq!(expected_steps[&parent] + 1, expected_steps[&node]);
                assert!(graph.neighbors(parent).any(|other| other == node));
            }
        }
    }
}

#[test]
fn searches_find_the_distances_of_dijkstra() {
    for seed in 0..40 {
        searches_agree(&plain::<petgraph::Directed>(seed));
        searches_agree(&plain::<petgraph::Undirected>(seed));
        searches_agree(&with_holes::<petgraph::Directed>(seed));
        searches_agree(&with_holes::<petgraph::Undirected>(seed));
        searches_agree(&of_values::<petgraph::Directed>(seed));
        searches_agree(&of_values::<petgraph::Undirected>(seed));
    }
}

/// Labels are the same for two nodes exactly if they are in one of these parts.
fn are_parts<N: Copy + Ord + Debug, E: Copy>(
    found: &Found<N, E, boscage::graph::Components>,
    parts: &[Vec<N>],
) {
    assert_eq!(found.count(), parts.len());
    let labels: HashSet<u32> = parts
        .iter()
        .map(|part| {
            let label = found[part[0]];
            assert!(part.iter().all(|&node| found[node] == label), "{part:?}");
            label
        })
        .collect();
    assert_eq!(labels.len(), parts.len());
}

fn strong_parts_agree<G>(graph: G)
where
    G: IntoEdgeReferences<NodeId: Ord + Debug>
        + petgraph::visit::IntoNeighbors
        + NodeIndexable
        + IntoNodeIdentifiers
        + GraphProp<EdgeType = petgraph::Directed>,
{
    let found = of_petgraph(graph, |_| (), |exec, graph, _| strongly_connected_components(exec, graph));
    are_parts(&found.unwrap(), &algo::tarjan_scc(graph));
}

/// In an undirected graph, strong components are the components.
fn parts_agree<G>(graph: G)
where
    G: IntoEdgeReferences<NodeId: Ord + Debug>
        + petgraph::visit::IntoNeighbors
        + NodeIndexable
        + IntoNodeIdentifiers
        + GraphProp<EdgeType = petgraph::Undirected>,
{
    let found = of_petgraph(graph, |_| (), |exec, graph, _| connected_components(exec, graph));
    are_parts(&found.unwrap(), &algo::tarjan_scc(graph));
}

#[test]
fn components_are_those_of_petgraph() {
    for seed in 0..40 {
        strong_parts_agree(&plain::<petgraph::Directed>(seed));
        strong_parts_agree(&with_holes::<petgraph::Directed>(seed));
        strong_parts_agree(&of_values::<petgraph::Directed>(seed));
        parts_agree(&plain::<petgraph::Undirected>(seed));
        parts_agree(&with_holes::<petgraph::Undirected>(seed));
        parts_agree(&of_values::<petgraph::Undirected>(seed));
        let web = plain::<petgraph::Directed>(seed);
        let weak = of_petgraph(&web, |_| (), |exec, web, _| connected_components(exec, web)).unwrap();
        assert_eq!(weak.count(), algo::connected_components(&web));
    }
}

/// By the definition. petgraph's `page_rank` (0.8.3) has other ranks: its walker does not jump at random to
/// nodes that the node's arcs lead to.
#[test]
fn ranks_are_those_of_the_definition() {
    for seed in 0..20 {
        let web = of_values::<petgraph::Directed>(seed);
        let config = PageRank { tolerance: 1e-7, ..PageRank::default() };
        let found = of_petgraph(&web, |_| (), |exec, web, _| page_rank(exec, web, config)).unwrap();
        let n = web.node_count() as f64;
        let mut ranks: HashMap<i64, f64> = web.nodes().map(|node| (node, 1.0 / n)).collect();
        for _ in 0..200 {
            let degree = |node| web.neighbors(node).count();
            let lost: f64 = web.nodes().filter(|&node| degree(node) == 0).map(|node| ranks[&node]).sum();
            let rank = |node| {
                let sources = web.neighbors_directed(node, petgraph::Incoming);
                let shares: f64 = sources.map(|from| ranks[&from] / degree(from) as f64).sum();
                0.15 / n + 0.85 * (shares + lost / n)
            };
            ranks = web.nodes().map(|node| (node, rank(node))).collect();
        }
        for node in web.nodes() {
            assert!((found[node] - ranks[&node]).abs() < 1e-6, "{node}");
        }
    }
}

#[test]
fn flows_have_the_value_of_petgraph_and_fill_a_cut() {
    for seed in 0..40 {
        let pipes = with_holes::<petgraph::Directed>(seed);
        let [source, sink] =
            [pipes.node_indices().next().unwrap(), pipes.node_indices().next_back().unwrap()];
        let found = of_petgraph(
            &pipes,
            |pipe| *pipe.weight(),
            |exec, pipes, ids| {
                max_flow(exec, pipes, ids.number(source)?, ids.number(sink)?, MaxFlow::default())
            },
        );
        let found = found.unwrap();
        // petgraph's own needs a graph without holes among the edges.
        let without = Graph::from(pipes.clone());
        let places: HashMap<_, _> = pipes.node_indices().zip(without.node_indices()).collect();
        let (value, _) = algo::ford_fulkerson(&without, places[&source], places[&sink]);
        assert_eq!(found.value, u64::from(value));

        let mut left: HashMap<NodeIndex, i64> = HashMap::new();
        let mut across = 0;
        for (edge, flow) in found.flows() {
            let (from, to) = pipes.edge_endpoints(edge).unwrap();
            assert!(flow <= u64::from(pipes[edge]));
            *left.entry(from).or_default() += flow as i64;
            *left.entry(to).or_default() -= flow as i64;
            if !found.is_on_sink_side(from) && found.is_on_sink_side(to) {
                across += u64::from(pipes[edge]);
            }
        }
        assert_eq!(across, found.value);
        assert_eq!(left[&source], found.value as i64);
        left.retain(|&node, left| *left != 0 && node != source && node != sink);
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn independent_sets_are_maximal_and_colours_proper() {
    for seed in 0..40 {
        let graph = of_values::<petgraph::Undirected>(seed);
        let set = of_petgraph(
            &graph,
            |_| (),
            |exec, graph, _| independent_set(exec, graph, IndependentSet::default()),
        );
        let set: HashSet<i64> = set.unwrap().nodes().collect();
        for node in graph.nodes() {
            let mut others = graph.neighbors(node);
            let is_adjacent = others.any(|other| other == node || set.contains(&other));
            assert!(set.contains(&node) != is_adjacent);
        }
        let colours =
            of_petgraph(&graph, |_| (), |exec, graph, _| colouring(exec, graph, Colouring::default()));
        let colours = colours.unwrap();
        for (u, v, _) in graph.all_edges() {
            assert!(u == v || colours[u] != colours[v]);
        }
    }
}

#[test]
fn cores_triangles_and_clustering_are_those_of_simple_loops() {
    for seed in 0..40 {
        let mut graph = of_values::<petgraph::Undirected>(seed);
        let loops: Vec<i64> = graph.nodes().filter(|&node| graph.contains_edge(node, node)).collect();
        loops.into_iter().for_each(|node| _ = graph.remove_edge(node, node));
        let joined = |node| -> u64 {
            let others: Vec<i64> = graph.neighbors(node).collect();
            let pairs = others.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
            pairs.filter(|&(a, b)| a < b && graph.contains_edge(a, b)).count() as u64
        };
        let total = of_petgraph(&graph, |_| (), |exec, graph, _| triangles(exec, graph)).unwrap();
        assert_eq!(3 * *total, graph.nodes().map(joined).sum::<u64>());
        let clustering =
            of_petgraph(&graph, |_| (), |exec, graph, _| clustering_coefficients(exec, graph)).unwrap();
        for node in graph.nodes() {
            let degree = graph.neighbors(node).count() as f64;
            let pairs = (degree * (degree - 1.0) / 2.0).max(1.0);
            assert!((clustering[node] - joined(node) as f64 / pairs).abs() < 1e-12);
        }
        let cores = of_petgraph(&graph, |_| (), |exec, graph, _| k_core(exec, graph)).unwrap();
        let mut left = graph.clone();
        for k in 0.. {
            while let Some(node) = left.nodes().find(|&node| left.neighbors(node).count() <= k) {
                assert_eq!(cores[node] as usize, k);
                left.remove_node(node);
            }
            if left.node_count() == 0 {
                break;
            }
        }
    }
}

/// In a tree, a node lies between the nodes of different branches.
#[test]
fn betweenness_counts_the_pairs_that_a_node_parts() {
    let mut draws = draws(3);
    let mut tree = StableUnGraph::<(), ()>::default();
    let nodes: Vec<NodeIndex> = (0..60).map(|_| tree.add_node(())).collect();
    nodes.iter().step_by(3).for_each(|&node| _ = tree.remove_node(node));
    let nodes: Vec<NodeIndex> = tree.node_indices().collect();
    for (i, &node) in nodes.iter().enumerate().skip(1) {
        tree.add_edge(node, nodes[draws.below(i as u64) as usize], ());
    }
    let scores = of_petgraph(
        &tree,
        |_| (),
        |exec, tree, _| betweenness(exec, tree, tree.nodes(), Betweenness::default()),
    );
    let scores = scores.unwrap();
    for &node in &nodes {
        let mut branches = tree.clone();
        branches.remove_node(node);
        let others = nodes.len() - 1;
        let within: usize = algo::tarjan_scc(&branches).iter().map(|branch| branch.len().pow(2)).sum();
        assert_eq!(scores[node], (others * others - within) as f64);
    }
}

/// Results can be written into the graph.
#[test]
fn results_borrow_nothing_and_name_edges_in_their_order() {
    let mut graph = DiGraph::<u32, ()>::from_edges([(0, 1), (1, 2)]);
    let exec = Exec::new(2).unwrap();
    let parts = of_petgraph_with(&exec, &graph, |_| (), |exec, graph, _| connected_components(exec, graph));
    let parts = parts.unwrap();
    let nodes: Vec<_> = graph.node_indices().collect();
    nodes.into_iter().for_each(|node| graph[node] = 1 + parts[node]);
    assert!(graph.node_weights().eq(&[1, 1, 1]));
    assert!(graph.edge_indices().eq(parts.ids.edges().iter().copied()));
    assert_eq!(graph.edge_bound(), parts.ids.edges().len());
    assert_eq!((parts.ids.node(2), parts.ids.nodes().len()), (2.into(), 3));
}

#[test]
fn nodes_that_are_not_there_are_errors_and_tokens_cancel() {
    let mut graph = StableUnGraph::<(), ()>::from_edges([(0, 1), (1, 2)]);
    graph.remove_node(1.into());
    let number = |node: u32| {
        let found = of_petgraph(&graph, |_| (), |_, _, ids| ids.number(node.into()));
        found.map(|found| found.result.index()).map_err(|error| error.to_string())
    };
    assert_eq!((number(0), number(2)), (Ok(0), Ok(1)));
    let missing = "the node: expected one of petgraph's graph, found one that it does not have";
    assert_eq!([number(1), number(3)], [Err(missing.to_owned()), Err(missing.to_owned())]);

    let token = CancelToken::new();
    token.cancel();
    let exec = Exec::new(1).unwrap().with_token(token);
    let cancelled =
        of_petgraph_with(&exec, &graph, |_| (), |exec, graph, _| connected_components(exec, graph));
    assert!(matches!(cancelled, Err(Error::Cancelled)));
}

#[test]
#[should_panic(expected = "the node: expected one of petgraph's graph, found one that it does not have")]
fn maps_have_no_value_for_holes() {
    let mut graph = StableUnGraph::<(), ()>::from_edges([(0, 1), (1, 2)]);
    graph.remove_node(1.into());
    let cores = of_petgraph(&graph, |_| (), |exec, graph, _| k_core(exec, graph)).unwrap();
    let _ = cores[NodeIndex::new(1)];
}
