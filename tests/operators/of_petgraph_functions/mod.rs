//! petgraph's functions on all threads, compared with petgraph's own on graphs of every kind: with parallel
//! edges and self-loops, with holes, with ids that are any values, with ties, with unreachable nodes.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use boscage::exec::Exec;
use boscage::operators::of_petgraph::{
    astar, connected_components, dijkstra, kosaraju_scc, min_spanning_tree, page_rank,
};
use petgraph::adj::List;
use petgraph::algo::{self, is_isomorphic_matching};
use petgraph::csr::Csr;
use petgraph::data::FromElements;
use petgraph::graph::{DiGraph, Graph, UnGraph};
use petgraph::stable_graph::{StableDiGraph, StableUnGraph};
use petgraph::visit::{
    EdgeFiltered, EdgeRef, GraphProp, IntoEdges, IntoNeighborsDirected, IntoNodeIdentifiers,
    IntoNodeReferences, NodeFiltered, NodeIndexable, Reversed, UndirectedAdaptor, Visitable,
};
use petgraph::{Directed, EdgeType, Undirected};

mod cuts;
mod negative;
mod refused;

use super::of_petgraph::{draws, of_values, plain, with_holes};
use negative::check_signed;

const SEEDS: u64 = 8;

/// A graph with integer weights that these tests can use.
trait Weighted:
    IntoEdges<EdgeWeight = u32, NodeId: Eq + Hash + Ord + Debug + Send + Sync>
    + IntoNodeIdentifiers
    + IntoNodeReferences<NodeWeight: Clone + Send>
    + Send
    + Sync
    + NodeIndexable
    + Visitable
    + GraphProp
{
}

impl<G> Weighted for G where
    G: IntoEdges<EdgeWeight = u32, NodeId: Eq + Hash + Ord + Debug + Send + Sync>
        + IntoNodeIdentifiers
        + IntoNodeReferences<NodeWeight: Clone + Send>
        + Send
        + Sync
        + NodeIndexable
        + Visitable
        + GraphProp
{
}

fn execs() -> [Exec; 2] {
    [1, 3].map(|threads| Exec::new(threads).unwrap())
}

/// A larger graph: above the sizes up to which functions work on petgraph's graph itself.
fn large<T: EdgeType>() -> Graph<(), u32, T> {
    let mut draws = draws(7);
    let mut graph = Graph::default();
    (0..30_000).for_each(|_| _ = graph.add_node(()));
    for _ in 0..20_000 {
        let mut end = || (draws.below(15_000) as u32).into();
        let ends = (end(), end());
        graph.add_edge(ends.0, ends.1, draws.below(9) as u32);
    }
    graph
}

fn check_costs<G: Weighted>(graph: G) {
    let count = graph.node_identifiers().count();
    let start = graph.node_identifiers().nth(count / 3).unwrap();
    let expected = algo::dijkstra(graph, start, None, |edge| u64::from(*edge.weight()));
    for exec in execs() {
        let found = exec.install(|| dijkstra(graph, start, None, |edge| u64::from(*edge.weight()))).unwrap();
        assert_eq!(found, expected.iter().map(|(&node, &cost)| (node, cost)).collect());
        for goal in graph.node_identifiers().step_by(1 + count / 5) {
            let cost = |edge: G::EdgeRef| f32::from(*edge.weight() as u8);
            let found = exec.install(|| dijkstra(graph, start, Some(goal), cost));
            let expected = expected.get(&goal).map(|&cost| cost as f32);
            assert_eq!(found.unwrap().get(&goal).copied(), expected);
        }
    }
}

/// Costs of paths to every node, with the best estimate there is, a worse one, and one that is not
/// consistent.
fn check_paths<G: Weighted>(graph: G) {
    let start = graph.node_identifiers().last().unwrap();
    let expected = algo::dijkstra(graph, start, None, |edge| *edge.weight());
    for goal in graph.node_identifiers() {
        let left = |node| algo::dijkstra(graph, node, None, |edge| *edge.weight()).get(&goal).copied();
        let left: HashMap<_, _> =
            graph.node_identifiers().filter_map(|node| Some((node, left(node)?))).collect();
        let best = |node| left.get(&node).copied().unwrap_or(0);
        let estimates: [&dyn Fn(G::NodeId) -> u32; 3] = [&best, &|node| best(node) / 2, &|node| {
            if graph.to_index(node) % 2 == 0 { best(node) } else { 0 }
        }];
        for estimate in estimates {
            let found = astar(graph, start, |node| node == goal, |edge| *edge.weight(), estimate);
            let found = found.unwrap();
            assert_eq!(found.as_ref().map(|found| found.0), expected.get(&goal).copied());
            let Some((cost, path)) = found else { continue };
            assert_eq!((path[0], path[path.len() - 1]), (start, goal));
            let step = |pair: &[G::NodeId]| {
                let edges = graph.edges(pair[0]).filter(|edge| edge.target() == pair[1]);
                edges.map(|edge| *edge.weight()).min().expect("an edge of the graph")
            };
            assert_eq!(path.windows(2).map(step).sum::<u32>(), cost);
        }
    }
}

fn check_tree<G: Weighted>(graph: G) {
    let expected = UnGraph::<G::NodeWeight, u32>::from_elements(algo::min_spanning_tree(graph));
    for exec in execs() {
        let tree = || UnGraph::<G::NodeWeight, u32>::from_elements(min_spanning_tree(graph).unwrap());
        let tree = exec.install(tree);
        assert_eq!((tree.node_count(), tree.edge_count()), (expected.node_count(), expected.edge_count()));
        assert!(tree.edge_weights().eq(expected.edge_weights())); // by weight
        assert!(!algo::is_cyclic_undirected(&tree));
        // The nodes are in the order of the graph's.
        let numbers: HashMap<_, _> = graph.node_identifiers().zip(0_u32..).collect();
        let mut edges: Vec<(u32, u32, u32)> = graph
            .edge_references()
            .map(|edge| (numbers[&edge.source()], numbers[&edge.target()], *edge.weight()))
            .collect();
        edges.sort_unstable();
        for edge in tree.edge_references() {
            let edge = (edge.source().index() as u32, edge.target().index() as u32, *edge.weight());
            assert!(edges.binary_search(&edge).is_ok(), "{edge:?}");
        }
    }
}

/// Sorts nodes, and the parts by their first.
fn sorted<N: Ord + Copy>(parts: &[Vec<N>]) -> Vec<Vec<N>> {
    let mut parts = parts.to_vec();
    parts.iter_mut().for_each(|part| part.sort_unstable());
    parts.sort_unstable();
    parts
}

fn check_parts<G: Weighted + IntoNeighborsDirected>(graph: G) {
    let expected = algo::kosaraju_scc(graph);
    let mut orders = Vec::new();
    for exec in execs() {
        let parts = exec.install(|| kosaraju_scc(graph)).unwrap();
        assert_eq!(sorted(&parts), sorted(&expected));
        let places =
            parts.iter().enumerate().flat_map(|(place, part)| part.iter().map(move |&id| (id, place)));
        let places: HashMap<_, _> = places.collect();
        assert!(graph.edge_references().all(|edge| places[&edge.source()] >= places[&edge.target()]));
        orders.push(parts);
        // Of the graph without directions.
        let mut plain = UnGraph::<(), (), usize>::default();
        let nodes: HashMap<_, _> = graph.node_identifiers().map(|id| (id, plain.add_node(()))).collect();
        for edge in graph.edge_references() {
            plain.add_edge(nodes[&edge.source()], nodes[&edge.target()], ());
        }
        assert_eq!(exec.install(|| connected_components(graph)).unwrap(), algo::connected_components(&plain));
    }
    assert_eq!(orders[0], orders[1]); // on any number of threads
}

/// petgraph's own takes holes for nodes, so the graph must have none.
fn check_ranks<G: Weighted + petgraph::visit::NodeCount>(graph: G) {
    for damping in [0.0_f64, 0.85, 1.0] {
        let expected: Vec<f64> = algo::page_rank(graph, damping, 9);
        let rounded: Vec<f32> = algo::page_rank(graph, damping as f32, 9);
        if expected[0].is_nan() {
            assert!(page_rank(graph, damping, 9).is_err());
            continue;
        }
        let [one, three] = execs().map(|exec| {
            let found = exec.install(|| page_rank(graph, damping as f32, 9)).unwrap();
            let are_near = found.iter().zip(&rounded).all(|(a, b)| (a - b).abs() <= 1e-5);
            assert!(are_near && found.len() == rounded.len());
            let ranks: Vec<f64> = exec.install(|| page_rank(graph, damping, 9)).unwrap();
            ranks
        });
        assert_eq!(one, three);
        assert_eq!(one.len(), expected.len());
        assert!(one.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-12), "{one:?} {expected:?}");
    }
}

#[test]
fn of_graphs() {
    for seed in 0..SEEDS {
        let (directed, undirected) = (&plain::<Directed>(seed), &plain::<Undirected>(seed));
        check_costs(directed);
        check_paths(directed);
        check_tree(directed);
        check_parts(directed);
        check_ranks(directed);
        check_costs(undirected);
        check_paths(undirected);
        check_tree(undirected);
        check_parts(undirected);
        check_ranks(undirected);
    }
}

#[test]
fn of_graphs_with_holes() {
    for seed in 0..SEEDS {
        let (directed, undirected) = (&with_holes::<Directed>(seed), &with_holes::<Undirected>(seed));
        check_costs(directed);
        check_paths(directed);
        check_tree(directed);
        check_parts(directed);
        check_costs(undirected);
        check_paths(undirected);
        check_tree(undirected);
        check_parts(undirected);
    }
}

/// If all weights differ, the elements are petgraph's, one by one.
#[test]
fn elements_of_trees() {
    for seed in 0..SEEDS {
        let graph = with_holes::<Undirected>(seed);
        let mut weights: Vec<i64> = (-100..graph.edge_count() as i64 - 100).collect();
        let mut draws = draws(seed ^ 0x33);
        (1..weights.len()).for_each(|last| weights.swap(last, draws.below(last as u64 + 1) as usize));
        let graph = graph.map(|node, ()| node.index(), |_, _| weights.pop().unwrap());
        let expected: Vec<_> = algo::min_spanning_tree(&graph).collect();
        for exec in execs() {
            assert!(exec.install(|| min_spanning_tree(&graph).unwrap().eq(expected.iter().cloned())));
        }
        let floats = graph.map(|_, &node| node, |_, &weight| weight as f32 / 7.0);
        let expected: Vec<_> = algo::min_spanning_tree(Reversed(&floats)).collect();
        assert!(min_spanning_tree(Reversed(&floats)).unwrap().eq(expected));
    }
}

/// Nodes and edges that are filtered out, and directions that are changed or ignored.
#[test]
fn of_adaptors() {
    let graphs = (0..SEEDS).map(with_holes::<Directed>).chain([large().into()]);
    for (seed, graph) in graphs.enumerate() {
        let is_large = seed as u64 == SEEDS;
        let some_nodes = NodeFiltered::from_fn(&graph, |node| node.index() % 4 != 1);
        let some_edges = EdgeFiltered::from_fn(&graph, |edge| edge.weight() % 5 != 1);
        check_costs(Reversed(&graph));
        check_costs(&some_nodes);
        check_costs(&some_edges);
        check_costs(UndirectedAdaptor(&graph));
        check_parts(Reversed(&graph));
        check_parts(&some_nodes);
        check_parts(&some_edges);
        check_tree(&some_nodes);
        check_tree(&some_edges);
        check_tree(UndirectedAdaptor(&graph));
        if !is_large {
            check_paths(Reversed(&graph));
            check_paths(&some_nodes);
            check_paths(UndirectedAdaptor(&graph));
        }
        let signed = graph.map(|_, ()| (), |_, &weight| f64::from(weight));
        check_signed(Reversed(&signed));
        check_signed(UndirectedAdaptor(&signed));
        let compact = DiGraph::from(graph);
        let without = compact.filter_map(
            |_, ()| Some(()),
            |edge, &weight| {
                let (u, v) = compact.edge_endpoints(edge)?;
                (u != v).then_some(weight)
            },
        );
        if !is_large {
            check_ranks(Reversed(&compact));
            check_ranks(UndirectedAdaptor(&without)); // petgraph's adaptor has each self-loop twice
        }
    }
}

#[test]
fn of_graphs_of_values() {
    for seed in 0..SEEDS {
        let (directed, undirected) = (&of_values::<Directed>(seed), &of_values::<Undirected>(seed));
        check_costs(directed);
        check_paths(directed);
        check_parts(directed);
        check_ranks(directed);
        check_costs(undirected);
        check_paths(undirected);
        check_parts(undirected);
        check_ranks(undirected);
    }
}

/// A `Csr` lists each undirected edge twice.
#[test]
fn of_rows_and_lists() {
    for seed in 0..SEEDS {
        let values = of_values::<Undirected>(seed);
        let mut rows = Csr::<(), u32, Undirected>::with_nodes(values.node_count());
        let index = |node| values.to_index(node) as u32;
        for (u, v, &weight) in values.all_edges() {
            assert!(rows.add_edge(index(u), index(v), weight));
        }
        check_costs(&rows);
        check_tree(&rows);
        check_ranks(&rows);
        let parts = kosaraju_scc(&rows).unwrap();
        assert_eq!(parts.len(), algo::connected_components(&rows));
        assert_eq!(connected_components(&rows).unwrap(), parts.len());

        let plain = plain::<Directed>(seed);
        let mut lists = List::new();
        plain.node_indices().for_each(|_| _ = lists.add_node());
        for edge in plain.edge_references() {
            lists.add_edge(edge.source().index() as u32, edge.target().index() as u32, *edge.weight());
        }
        check_costs(&lists);
        check_tree(&lists);
        assert_eq!(kosaraju_scc(&lists).unwrap().len(), algo::tarjan_scc(&lists).len());
    }
}

#[test]
fn of_larger_graphs() {
    let (directed, undirected) = (&large::<Directed>(), &large::<Undirected>());
    check_costs(directed);
    check_parts(directed);
    check_tree(directed);
    check_costs(undirected);
    check_parts(undirected);
    check_tree(undirected);
    let mut dense = directed.clone();
    for edge in (0..300_000).map(|edge| edge * 7) {
        dense.add_edge((edge % 29_999).into(), (edge % 28_571).into(), 3);
    }
    check_parts(&dense);
    check_signed(&dense.map(|_, ()| (), |_, &weight| f64::from(weight)));
}

/// Above the size from which all threads unite the ends of edges, with components that only the last edges
/// join.
#[test]
fn components_of_many_edges() {
    let n = 400_000;
    let mut graph = UnGraph::<(), ()>::default();
    (0..n).for_each(|_| _ = graph.add_node(()));
    for node in (1..n).filter(|node| node % 1000 != 0) {
        graph.add_edge((node - 1).into(), node.into(), ());
    }
    (0..100).for_each(|part| _ = graph.add_edge((2000 * part).into(), (2000 * part + 1000).into(), ()));
    assert_eq!(algo::connected_components(&graph), 300);
    for exec in execs() {
        assert_eq!(exec.install(|| connected_components(&graph)).unwrap(), 300);
    }
}

/// Of edges of the same weight, the first is chosen; the weights of nodes are kept.
#[test]
fn ties_and_weights_of_nodes() {
    let mut graph = StableUnGraph::<char, i8>::default();
    let [a, gone, b, c] = ['a', 'x', 'b', 'c'].map(|name| graph.add_node(name));
    graph.extend_with_edges([(a, b, -4), (b, c, -4), (a, c, -4), (c, gone, 1), (a, a, -9)]);
    graph.remove_node(gone);
    let tree = UnGraph::<_, _>::from_elements(min_spanning_tree(&graph).unwrap());
    let expected = UnGraph::<char, i8>::from_elements(algo::min_spanning_tree(&graph));
    assert!(tree.node_weights().eq(&['a', 'b', 'c']));
    let ends: Vec<_> = tree.edge_indices().map(|edge| tree.edge_endpoints(edge).unwrap()).collect();
    assert_eq!(ends, [(0.into(), 1.into()), (1.into(), 2.into())]);
    assert!(is_isomorphic_matching(&tree, &expected, |_, _| true, |one, other| one == other));
    let kept = StableDiGraph::<char, i8>::from_elements(min_spanning_tree(&graph).unwrap());
    assert_eq!((kept.node_count(), kept.edge_count()), (3, 2));
}
