//! Cores against naive repeated removal.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Node, Undirected};
use boscage::operators::k_core;

use super::graphs::{execs, graphs};

/// For k = 0, 1, ...: removes nodes with at most k arcs to nodes that are left, until there are none.
fn naive_cores(graph: &Graph<Undirected, u32>) -> Vec<u32> {
    let n = graph.node_count();
    let (mut is_left, mut cores) = (vec![true; n], vec![0; n]);
    for k in 0.. {
        if !is_left.contains(&true) {
            break;
        }
        loop {
            let left = |node: usize| {
                let neighbours = graph.neighbours(Node::new(node)).iter();
                neighbours.filter(|other| is_left[other.index()]).count()
            };
            let off: Vec<usize> = (0..n).filter(|&node| is_left[node] && left(node) <= k as usize).collect();
            if off.is_empty() {
                break;
            }
            off.into_iter().for_each(|node| (is_left[node], cores[node]) = (false, k));
        }
    }
    cores
}

#[test]
fn core_numbers_are_those_of_repeated_removal() {
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let graph = Graph::<Undirected, _>::from_edges(&execs[0], &list).unwrap();
        let expected = naive_cores(&graph);
        for exec in [&execs[i % 5], &execs[(i + 1) % 5]] {
            assert_eq!(k_core(exec, &graph).unwrap().as_slice(), expected, "graph {i}");
        }
    }
}

/// Two threads at a time take arcs from the same few nodes, so an update that is lost is soon seen.
#[test]
fn many_threads_peel_the_neighbours_of_a_few_hubs() {
    let (hubs, leaves) = (3, 30_000);
    let arcs = (0..leaves * 2).map(|i| (i % hubs, hubs + i % leaves));
    let list = EdgeList::from_pairs((hubs + leaves) as usize, arcs).unwrap();
    let graph = Graph::<Undirected, _>::from_edges(&Exec::current(), &list.map(|_, _| 1).unwrap()).unwrap();
    let expected = naive_cores(&graph);
    for exec in execs() {
        assert_eq!(k_core(&exec, &graph).unwrap().as_slice(), expected);
    }
}

#[test]
fn a_graph_without_nodes_has_no_cores() {
    let empty = Graph::<Undirected>::from_edges(&Exec::current(), &EdgeList::with_nodes(0).unwrap());
    assert!(k_core(&Exec::new(2).unwrap(), &empty.unwrap()).unwrap().is_empty());
}
