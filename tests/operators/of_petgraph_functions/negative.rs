//! `bellman_ford`, compared with petgraph's own: weights below 0, with and without negative cycles.

use std::fmt::Debug;

use boscage::operators::of_petgraph::bellman_ford;
use petgraph::algo;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::visit::{EdgeRef, GraphProp, IntoEdges, IntoNodeIdentifiers, NodeIndexable};
use petgraph::{Directed, Undirected};

use super::{SEEDS, draws, execs, plain, with_holes};

/// Distances are the same as petgraph's; predecessors make a tree of arcs that make up the distances.
pub(super) fn check_signed<G>(graph: G)
where
    G: IntoEdges<EdgeWeight = f64, NodeId: Debug + Send + Sync>
        + IntoNodeIdentifiers
        + NodeIndexable
        + petgraph::visit::NodeCount
        + GraphProp
        + Sync,
{
    let source = graph.node_identifiers().last().unwrap();
    let expected = algo::bellman_ford(graph, source).map(|paths| paths.distances);
    for exec in execs() {
        let found = exec.install(|| bellman_ford(graph, source)).unwrap();
        assert_eq!(found.as_ref().map(|paths| &paths.distances).ok(), expected.as_ref().ok());
        let Ok(paths) = found else { continue };
        let distance = |node| paths.distances[graph.to_index(node)];
        let predecessor = |node| paths.predecessors[graph.to_index(node)];
        for node in graph.node_identifiers() {
            assert_eq!(predecessor(node).is_some(), node != source && distance(node) < f64::INFINITY);
            if let Some(from) = predecessor(node) {
                let mut edges = graph.edges(from).filter(|edge| edge.target() == node);
                assert!(edges.any(|edge| distance(from) + edge.weight() == distance(node)));
            }
            let mut path = std::iter::successors(Some(node), |&node| predecessor(node));
            assert!(path.nth(graph.node_bound()).is_none(), "a cycle of predecessors");
        }
    }
}

#[test]
fn negative_weights() {
    let mut cycles = 0;
    for seed in 0..4 * SEEDS {
        let mut draws = draws(seed ^ 0x51);
        let heights: Vec<f64> = (0..64).map(|_| draws.below(90) as f64).collect();
        // Often without a negative cycle.
        let lowest = 1 - (seed % 4) as i64;
        let mut weight = |u: NodeIndex, v: NodeIndex| {
            (draws.below(20) as i64 + lowest) as f64 + heights[v.index()] - heights[u.index()]
        };
        let plain = with_holes::<Directed>(seed);
        let graph = plain.map(
            |_, ()| (),
            |edge, _| {
                let (u, v) = plain.edge_endpoints(edge).unwrap();
                weight(u, v)
            },
        );
        check_signed(&graph);
        let source = graph.node_indices().next_back().unwrap();
        cycles += usize::from(algo::bellman_ford(&graph, source).is_err());
    }
    assert!((4..44).contains(&cycles), "{cycles}");
    for seed in 0..SEEDS {
        check_signed(&plain::<Undirected>(seed).map(|_, ()| (), |_, &weight| f64::from(weight)));
    }
    let below = UnGraph::<(), f64>::from_edges([(0, 1, 2.0), (1, 2, -1.0)]);
    assert!(bellman_ford(&below, 0.into()).unwrap().is_err());
    let around = DiGraph::<(), f32>::from_edges([(0, 1, 2.0), (1, 2, -1.5), (2, 1, 1.5), (2, 2, 0.0)]);
    let paths = bellman_ford(&around, 0.into()).unwrap().unwrap();
    assert_eq!((paths.distances, paths.predecessors[2]), (vec![0.0, 2.0, 0.5], Some(1.into())));
}

/// A long path with a negative cycle at its end, and one that only rounding makes.
#[test]
fn negative_cycles_are_found_soon_and_predecessors_never_form_one() {
    let n = 30_000_u32;
    let mut path = DiGraph::<(), f64>::from_edges((0..n).map(|node| (node, node + 1, 1.0)));
    assert_eq!(bellman_ford(&path, 0.into()).unwrap().unwrap().distances[n as usize], f64::from(n));
    path.add_edge(n.into(), (n - 1).into(), -1.0 - 1e-9);
    assert!(bellman_ford(&path, 0.into()).unwrap().is_err());
    path.add_edge(0.into(), 0.into(), -1.0);
    assert!(bellman_ford(&path, 0.into()).unwrap().is_err());

    let rounded = DiGraph::<(), f64>::from_edges([(0, 1, 1.0), (1, 2, 1e20), (2, 1, -1e20)]);
    assert!(bellman_ford(&rounded, 0.into()).unwrap().is_err());
}
