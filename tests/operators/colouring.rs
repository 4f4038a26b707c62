//! Colours against the greedy algorithm, one node after the other.

use std::cmp::Reverse;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Node, Undirected};
use boscage::operators::{Colouring, ColouringOrder, colouring};
use boscage::random::{Random, streams};

use super::graphs::{execs, graphs};

fn greedy(graph: &Graph<Undirected, u32>, config: Colouring) -> Vec<u32> {
    let random = Random::new(config.seed, streams::ORDER);
    let hash = |node: Node| random.node(node).next_u64() >> 38;
    let mut order: Vec<Node> = graph.nodes().collect();
    order.sort_by_key(|&node| match config.order {
        ColouringOrder::LargestLogDegreeFirst => (Reverse(graph.degree(node).checked_ilog2()), hash(node)),
        ColouringOrder::Random => (Reverse(None), hash(node)),
        other => unreachable!("{other:?} is not tested"),
    });
    let mut colours = vec![u32::MAX; graph.node_count()];
    for node in order {
        let neighbours = graph.neighbours(node);
        let is_free = |colour: &u32| neighbours.iter().all(|other| colours[other.index()] != *colour);
        colours[node.index()] = (0..).find(is_free).unwrap();
    }
    colours
}

#[test]
fn colours_are_those_of_the_greedy_algorithm_in_every_order() {
    use ColouringOrder::*;
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let graph = Graph::<Undirected, _>::from_edges(&execs[0], &list).unwrap();
        let order = [LargestLogDegreeFirst, Random][i % 2];
        let range = [Colouring::DEFAULT_RANGE, 1, 7, 0][i / 2 % 4];
        let config = Colouring { order, seed: i as u64, range };
        let expected = greedy(&graph, config);
        for exec in [&execs[i % 5], &execs[(i + 1) % 5]] {
            assert_eq!(
                colouring(exec, &graph, config).unwrap().as_slice(),
                expected,
                "graph {i}, {config:?}"
            );
        }
    }
}

/// In a complete graph each node depends on all before it: nearly all wait, and some again and again. It has
/// many arcs, so a node often gets its colour while another one still looks for whom to wait.
#[test]
fn in_a_complete_graph_all_wait_and_get_different_colours() {
    let nodes = 700;
    let pairs = (0..nodes).flat_map(|node| (0..node).map(move |other| (node, other)));
    let list = EdgeList::from_pairs(nodes as usize, pairs.collect::<Vec<_>>()).unwrap();
    let graph = Graph::<Undirected>::from_edges(&Exec::current(), &list).unwrap();
    // Often, as two threads must meet at one node for a node to be forgotten.
    let ranges = || std::iter::repeat_n(1, 12).chain([3, 50]);
    for (exec, range) in execs().iter().flat_map(|exec| ranges().map(move |range| (exec, range))) {
        let colours = colouring(exec, &graph, Colouring { range, ..Colouring::default() }).unwrap();
        let mut colours = colours.into_vec();
        colours.sort_unstable();
        assert!(colours.into_iter().eq(0..nodes));
    }
}

#[test]
fn a_graph_without_nodes_has_no_colours() {
    let empty = Graph::<Undirected>::from_edges(&Exec::current(), &EdgeList::with_nodes(0).unwrap());
    assert!(colouring(&Exec::new(2).unwrap(), &empty.unwrap(), Colouring::default()).unwrap().is_empty());
}
