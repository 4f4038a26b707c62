//! Maximum matchings of bipartite graphs against augmenting paths, one after another.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Node, Undirected};
use boscage::operators::{BipartiteMatching, MaximumBipartiteMatching, maximum_bipartite_matching};

use super::graphs::{execs, graphs};

fn graph(exec: &Exec, list: &EdgeList) -> Graph<Undirected> {
    Graph::from_edges(exec, list).unwrap()
}

fn find(exec: &Exec, graph: &Graph<Undirected>, left: Option<usize>) -> BipartiteMatching {
    maximum_bipartite_matching(exec, graph, MaximumBipartiteMatching { left }).unwrap()
}

/// The graph with an edge from the left copy of u to the right copy of v for each edge of another graph.
fn doubled(list: &EdgeList<u32>) -> EdgeList {
    let n = list.node_count() as u32;
    let pairs = list.edges().iter().map(|edge| (u32::from(edge.u), n + u32::from(edge.v)));
    EdgeList::from_pairs(2 * n as usize, pairs).unwrap()
}

/// Searches for an augmenting path from each left node in turn.
fn naive_size(graph: &Graph<Undirected>, left: usize) -> usize {
    let mut mates = vec![None; graph.node_count()];
    let mut augments = |start: Node| {
        let (mut from, mut open) = (vec![None; graph.node_count()], vec![start]);
        while let Some(node) = open.pop() {
            for &to in graph.neighbours(node) {
                if from[to.index()].is_some() {
                    continue;
                }
                from[to.index()] = Some(node);
                let Some(mate) = mates[to.index()] else {
                    let mut end = Some(to);
                    while let Some(right) = end {
                        let before: Node = from[right.index()].unwrap();
                        mates[right.index()] = Some(before);
                        end = mates[before.index()].replace(right);
                    }
                    return true;
                };
                open.push(mate);
            }
        }
        false
    };
    (0..left).filter(|&node| augments(Node::new(node))).count()
}

/// Asserts that it is a matching, and that the cover covers all edges and is as large.
fn check(graph: &Graph<Undirected>, found: &BipartiteMatching) {
    let mut matched = 0;
    for (node, mate) in found.mates.iter() {
        assert_eq!(found.mates.get(mate), Some(node));
        assert!(graph.has_edge(node, mate) && found.is_left[node] != found.is_left[mate]);
        assert_ne!(found.is_in_cover[node], found.is_in_cover[mate]);
        matched += 1;
    }
    let cover = found.is_in_cover.as_slice().iter().filter(|is_in| **is_in).count();
    assert_eq!((matched, cover), (2 * found.size, found.size));
    for node in graph.nodes() {
        for &other in graph.neighbours(node) {
            assert!(found.is_in_cover[node] || found.is_in_cover[other], "{node} - {other}");
        }
    }
}

#[test]
fn all_small_bipartite_graphs_have_maximum_matchings() {
    let execs = execs();
    for (left, right) in [(1, 1), (2, 2), (3, 3), (2, 4), (4, 3)] {
        for subset in 0..1_u32 << (left * right) {
            let all = (0..left * right).filter(|i| subset >> i & 1 == 1);
            let pairs = all.map(|i| (i / right, left + i % right));
            let list = EdgeList::from_pairs((left + right) as usize, pairs).unwrap();
            let graph = graph(&execs[0], &list);
            let exec = &execs[subset as usize % execs.len()];
            let found = find(exec, &graph, Some(left as usize));
            check(&graph, &found);
            assert_eq!(found.size, naive_size(&graph, left as usize), "{left} {right} {subset:b}");
            let coloured = find(exec, &graph, None);
            check(&graph, &coloured);
            assert_eq!(coloured.size, found.size);
        }
    }
}

#[test]
fn matchings_are_maximum_and_the_same_on_any_number_of_threads() {
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let left = list.node_count();
        let graph = graph(&execs[0], &doubled(&list));
        let first = find(&execs[0], &graph, Some(left));
        check(&graph, &first);
        if left < 1000 {
            assert_eq!(first.size, naive_size(&graph, left), "graph {i}");
        }
        let coloured = find(&execs[0], &graph, None);
        check(&graph, &coloured);
        assert_eq!(coloured.size, first.size, "graph {i}");
        for exec in &execs[1..] {
            assert_eq!(find(exec, &graph, Some(left)), first, "graph {i}");
            assert_eq!(find(exec, &graph, None), coloured, "graph {i}");
        }
    }
}

/// Left node i takes right node i, but the last one needs right node 0, so all pairs change. Every edge is
/// there twice, so no node has one neighbour only.
#[test]
fn long_augmenting_paths_are_found() {
    let steps = 2_000_u32;
    let ladder = |left: u32, right: u32| {
        let pairs = (0..steps).flat_map(move |i| [(left + i, right + i), (left + i, right + i + 1)]);
        pairs.chain([(left + steps, right)]).flat_map(|pair| [pair; 2])
    };
    let left = 2 * (steps + 1);
    let pairs = ladder(0, left).chain(ladder(steps + 1, left + steps + 1));
    let list = EdgeList::from_pairs(2 * left as usize, pairs).unwrap();
    let execs = execs();
    let graph = graph(&execs[0], &list);
    for exec in &execs {
        let found = find(exec, &graph, Some(left as usize));
        check(&graph, &found);
        assert_eq!(found.size, left as usize);
    }
}

/// Thousands of left nodes want the same few right nodes.
#[test]
fn many_nodes_compete_for_a_few() {
    let (left, right) = (20_000, 50);
    let pairs = (0..left).flat_map(|i| (0..5).map(move |j| (i, left + (i * 7 + j * j * 11) % right)));
    let list = EdgeList::from_pairs((left + right) as usize, pairs).unwrap();
    let execs = execs();
    let graph = graph(&execs[0], &list);
    let first = find(&execs[0], &graph, None);
    check(&graph, &first);
    assert_eq!(first.size, right as usize);
    execs[1..].iter().for_each(|exec| assert_eq!(find(exec, &graph, None), first));
}

#[test]
fn graphs_that_are_not_bipartite_are_refused_by_an_edge() {
    let exec = Exec::new(2).unwrap();
    let message = |nodes: usize, pairs: &[(u32, u32)], left| {
        let list = EdgeList::from_pairs(nodes, pairs.iter().copied()).unwrap();
        let config = MaximumBipartiteMatching { left };
        maximum_bipartite_matching(&exec, &graph(&exec, &list), config).unwrap_err().to_string()
    };
    let cycle = message(6, &[(5, 4), (1, 2), (2, 3), (3, 1)], None);
    assert_eq!(cycle, "the graph: expected a bipartite one, found edge 2 - 3 on a cycle of odd length");
    let own = message(2, &[(1, 1)], None);
    assert_eq!(own, "the graph: expected a bipartite one, found edge 1 - 1 on a cycle of odd length");
    let side = message(4, &[(0, 2), (3, 2)], Some(2));
    assert_eq!(side, "left: expected a side at each end of an edge, found edge 2 - 3");
    assert_eq!(message(1, &[], Some(2)), "left: expected at most 1, the number of nodes, found 2");
}

#[test]
fn graphs_without_edges_have_empty_matchings() {
    let exec = Exec::new(2).unwrap();
    for nodes in [0, 1, 5] {
        let empty = graph(&exec, &EdgeList::with_nodes(nodes).unwrap());
        for left in [None, Some(0), Some(nodes)] {
            let found = find(&exec, &empty, left);
            assert_eq!((found.size, found.mates.iter().count()), (0, 0));
        }
    }
}

#[test]
fn a_cancelled_matching_is_an_error() {
    let exec = Exec::new(2).unwrap();
    let graph = graph(&exec, &EdgeList::from_pairs(2, [(0, 1)]).unwrap());
    exec.token().cancel();
    let config = MaximumBipartiteMatching::default();
    let error = maximum_bipartite_matching(&exec, &graph, config).unwrap_err();
    assert!(matches!(error, boscage::Error::Cancelled), "{error}");
}
