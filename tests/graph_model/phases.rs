//! The phases of rounds find the same as loops over the edge list: for every set, in every form, on any
//! number of threads.

use std::collections::BTreeSet;

use boscage::exec::Monoid;
use boscage::graph::Edge;
use boscage::prelude::*;
use boscage::random::Draws;

use crate::inputs::lists;

/// The lists of the other tests; stars both ways, whose hubs have the arcs of several pieces of work; and a
/// graph in which all nodes have the same number of arcs.
fn all_lists() -> Vec<EdgeList<u32>> {
    let mut all = lists(|draws: &mut Draws| draws.below(100) as u32);
    let rays = (1..20_001).flat_map(|i| [(0, i, i % 97), (i, 20_001, i % 89)]);
    all.push(EdgeList::from_triples(20_002, rays).unwrap());
    let steps = (0..10_000).flat_map(|i| [1, 7, 5000].map(|step| (i, (i + step) % 10_000, i % 83)));
    all.push(EdgeList::from_triples(10_000, steps).unwrap());
    all
}

/// Sets of nodes of a graph: none, one, few, many as they are made, many as a bitmap, all; what is in them.
fn sets(exec: &Exec, nodes: usize) -> Vec<(NodeSet, BTreeSet<usize>)> {
    let of = |keep: &dyn Fn(usize) -> bool| -> BTreeSet<usize> { (0..nodes).filter(|i| keep(*i)).collect() };
    let set = |nodes_in: &BTreeSet<usize>| {
        let backwards = nodes_in.iter().rev().copied().map(Node::new);
        NodeSet::from_nodes(exec, nodes, backwards).unwrap()
    };
    let [none, one, few, many] =
        [of(&|_| false), of(&|i| i == nodes / 2), of(&|i| i % 99 == 0), of(&|i| i % 3 != 1)];
    let mut sets: Vec<_> =
        [none, one, few, many.clone()].into_iter().map(|nodes| (set(&nodes), nodes)).collect();
    sets.push((set(&many).into_bitmap(exec).unwrap(), many));
    sets.push((NodeSet::all(nodes), of(&|_| true)));
    sets
}

fn members(set: &NodeSet) -> Vec<usize> {
    let mut members: Vec<usize> = set.iter().map(Node::index).collect();
    assert_eq!((members.len(), members.is_empty()), (set.len(), set.is_empty()));
    members.sort_unstable();
    assert!(members.is_sorted_by(|one, next| one < next), "a node is in a set once");
    for &node in members.iter().take(50) {
        assert!(set.contains(Node::new(node)));
        let before = node.saturating_sub(1);
        assert_eq!(set.contains(Node::new(before)), members.binary_search(&before).is_ok());
    }
    members
}

/// Calls `f` with every list, its directed graph, and an `Exec` of each number of threads.
fn everywhere(f: impl Fn(&Exec, &[Edge<u32>], &Graph<Directed, u32>)) {
    for list in all_lists() {
        for threads in [1, 2, 4] {
            let exec = Exec::new(threads).unwrap();
            let graph = Graph::<Directed, u32>::builder().with_in_arcs().build(&exec, &list).unwrap();
            f(&exec, list.edges(), &graph);
        }
    }
}

#[test]
fn push_goes_over_the_arcs_of_a_set_and_finds_targets_once() {
    everywhere(|exec, edges, graph| {
        let rounds = exec.rounds("push", 1);
        for (set, nodes) in sets(exec, graph.node_count()) {
            let arcs: Vec<_> = edges.iter().filter(|edge| nodes.contains(&edge.u.index())).collect();
            assert_eq!(set.arc_count(exec, graph), arcs.len() as u64);
            for every in [1, 2, 5000] {
                let received = AtomicNodeMap::filled(graph, 0_u64).unwrap();
                let sent = |from: Node| 3 * from.index() as u64;
                let next = rounds.push("push", graph, &set, sent, |sent, to, data| {
                    received.fetch_add(to, sent + u64::from(data));
                    (to.index() + data as usize).is_multiple_of(every)
                });
                let is_found =
                    |edge: &&&Edge<u32>| (edge.v.index() + edge.weight as usize).is_multiple_of(every);
                let found: BTreeSet<usize> =
                    arcs.iter().filter(is_found).map(|edge| edge.v.index()).collect();
                assert!(members(&next.unwrap()).into_iter().eq(found));
                let mut expected = vec![0; graph.node_count()];
                for edge in &arcs {
                    expected[edge.v.index()] += sent(edge.u) + u64::from(edge.weight);
                }
                assert_eq!(received.into_map().into_vec(), expected);
            }
            let none = rounds.push("no set", graph, &set, |_| (), |(), _, _| ()).unwrap();
            assert!(none.is_empty());
        }
    });
}

#[test]
fn claim_gives_each_free_target_the_value_of_a_node_that_reaches_it() {
    everywhere(|exec, edges, graph| {
        let rounds = exec.rounds("claim", 1);
        for (set, nodes) in sets(exec, graph.node_count()) {
            for every in [1, 3, 5000] {
                let is_free = |node: usize| !node.is_multiple_of(every + 1);
                let fill = |node: Node| if is_free(node.index()) { u32::MAX } else { 7 };
                let values =
                    AtomicNodeMap::from(NodeMap::from_fn(exec, graph, fill).unwrap()).shared_by(exec);
                let of = |from: Node| u32::from(from) + 10;
                let next = rounds.claim("claim", graph, &set, &values, u32::MAX, of).unwrap();
                let values = values.into_map();
                let reach = |edge: &&Edge<u32>| nodes.contains(&edge.u.index()) && is_free(edge.v.index());
                let found: BTreeSet<usize> = edges.iter().filter(reach).map(|edge| edge.v.index()).collect();
                for node in graph.nodes() {
                    let value = values[node];
                    if found.contains(&node.index()) {
                        let from = Node::new(value as usize - 10);
                        assert!(nodes.contains(&from.index()) && graph.neighbours(from).contains(&node));
                    } else {
                        assert_eq!(value, fill(node));
                    }
                }
                assert_eq!(next.len(), found.len());
                assert!(members(&next).into_iter().eq(found));
            }
        }
    });
}

#[test]
fn pull_looks_at_the_arcs_to_a_node_until_one_is_found() {
    everywhere(|exec, _, graph| {
        let rounds = exec.rounds("pull", 1);
        for (set, nodes) in sets(exec, graph.node_count()) {
            for every in [1, 7, 3000] {
                let looks = AtomicNodeMap::filled(graph, 0_u32).unwrap();
                let is_wanted = |node: Node| node.index() % 4 != 1;
                let is_found = |from: Node, data: u32| (from.index() + data as usize).is_multiple_of(every);
                let next = rounds.pull("pull", graph, &set, is_wanted, |from, to, data| {
                    looks.fetch_add(to, 1);
                    is_found(from, data)
                });
                let mut expected = vec![0; graph.node_count()];
                let mut found = BTreeSet::new();
                for to in nodes.iter().copied().filter(|&to| is_wanted(Node::new(to))) {
                    let arcs = graph.in_arcs(Node::new(to)).iter();
                    let first = arcs.into_iter().position(|(from, data)| is_found(from, data));
                    found.extend(first.map(|_| to));
                    expected[to] = first.map_or(graph.in_degree(Node::new(to)), |first| first + 1) as u32;
                }
                let looks = looks.into_map().into_vec();
                // Two threads may look at parts of the arcs to one node; which finds one is not known.
                for (to, (&looks, &expected)) in looks.iter().zip(&expected).enumerate() {
                    let is_shared = exec.threads() > 1 && found.contains(&to);
                    let most = if is_shared { graph.in_degree(Node::new(to)) as u32 } else { expected };
                    let least = if is_shared { 1 } else { expected };
                    assert!((least..=most).contains(&looks), "{looks} looks at arcs to {to}");
                }
                assert!(members(&next.unwrap()).into_iter().eq(found));
            }
        }
    });
}

#[test]
fn gather_adds_up_the_arcs_to_every_node() {
    everywhere(|exec, edges, graph| {
        let rounds = exec.rounds("gather", 1);
        let mut values = NodeMap::filled(graph, (0_u64, 0)).unwrap();
        let of_arc = |from: Node, to: Node, data| (from.index() + 2 * to.index()) as u64 + u64::from(data);
        let total = rounds.gather("sums", graph, &mut values, of_arc, |node, sum, (value, calls)| {
            *value = sum;
            *calls += 1;
            (sum, node.index())
        });
        let mut expected = vec![(0, 1); graph.node_count()];
        edges.iter().for_each(|edge| expected[edge.v.index()].0 += of_arc(edge.u, edge.v, edge.weight));
        let nodes = (0..graph.node_count()).sum();
        assert_eq!(total.unwrap(), (expected.iter().map(|value| value.0).sum(), nodes));
        assert_eq!(values.into_vec(), expected);
    });
}

#[test]
fn gather_over_a_set_adds_up_the_arcs_of_its_nodes_and_calls_each_node_once() {
    everywhere(|exec, edges, graph| {
        let rounds = exec.rounds("gather", 1);
        for (set, nodes) in sets(exec, graph.node_count()) {
            for is_from in [true, false] {
                let sums = AtomicNodeMap::filled(graph, u64::MAX).unwrap();
                let calls = AtomicNodeMap::filled(graph, 0_u32).unwrap();
                let of_arc = |node: Node, other: Node, data| {
                    (3 * node.index() + other.index()) as u64 + u64::from(data)
                };
                let of_node = |node: Node, sum: u64| {
                    sums.store(node, sum);
                    calls.fetch_add(node, 1);
                    (sum, node.index())
                };
                let total = match is_from {
                    true => rounds.gather_from("out", graph, &set, of_arc, of_node),
                    false => rounds.gather_to("in", graph, &set, of_arc, of_node),
                };
                let mut expected = vec![u64::MAX; graph.node_count()];
                nodes.iter().for_each(|&node| expected[node] = 0);
                for edge in edges {
                    let (node, other) = if is_from { (edge.u, edge.v) } else { (edge.v, edge.u) };
                    if nodes.contains(&node.index()) {
                        expected[node.index()] += of_arc(node, other, edge.weight);
                    }
                }
                let sum = nodes.iter().map(|&node| expected[node]).sum();
                assert_eq!(total.unwrap(), (sum, nodes.iter().sum()));
                assert_eq!(sums.into_map().into_vec(), expected);
                let calls = calls.into_map();
                assert!(calls.iter().all(|(node, &calls)| (calls == 1) == nodes.contains(&node.index())));
            }
        }
    });
}

#[test]
#[should_panic(
    expected = "loop `other`, phase `gather`: the set is for a graph with 3 nodes, but this graph has 2 nodes"
)]
fn gather_refuses_sets_of_other_graphs() {
    let exec = Exec::new(1).unwrap();
    let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::with_nodes(2).unwrap()).unwrap();
    let set = NodeSet::all(3);
    let _ = exec.rounds("other", 1).gather_from("gather", &graph, &set, |_, _, ()| 0, |_, sum: u32| sum);
}

#[test]
#[should_panic(
    expected = "loop `none`, phase `gather`: the graph has no in-arcs: make them with `with_in_arcs`"
)]
fn gather_against_the_arcs_needs_in_arcs() {
    let exec = Exec::new(1).unwrap();
    let graph = Graph::<Directed>::from_edges(&exec, &EdgeList::with_nodes(2).unwrap()).unwrap();
    let set = NodeSet::all(&graph);
    let _ = exec.rounds("none", 1).gather_to("gather", &graph, &set, |_, _, ()| 0, |_, sum: u32| sum);
}

/// The order of the terms does not depend on the threads.
#[test]
fn sums_of_floats_are_the_same_on_any_number_of_threads() {
    for list in all_lists() {
        let sums = [1, 2, 4].map(|threads| {
            let exec = Exec::new(threads).unwrap();
            let graph = Graph::<Undirected, u32>::from_edges(&exec, &list).unwrap();
            let directed = Graph::<Directed, u32>::builder().with_in_arcs().build(&exec, &list).unwrap();
            let rounds = exec.rounds("floats", 1);
            let mut values = NodeMap::filled(&graph, 0.0).unwrap();
            let of_arc = |from: Node, _, data| 1.0 / (1 + from.index() + data as usize) as f64;
            let gathered = rounds.gather("gather", &graph, &mut values, of_arc, |_, sum, value| {
                *value = sum;
                sum
            });
            let updated = rounds.update("update", &mut values, |_, value| 1.0 / (1.0 + *value));
            let summed = rounds.sum("sum", &NodeSet::all(&graph), |node| values[node].sqrt());
            // Sets that several pieces find: few nodes, each perhaps found by two of them.
            let all = NodeSet::all(&graph);
            let is_rare = |node: Node| node.index() % 64 == 5;
            let pushed = rounds.push("push", &graph, &all, |_| (), |(), to, _| is_rare(to)).unwrap();
            let pulled = rounds.pull("pull", &graph, &all, is_rare, |_, _, _| true).unwrap();
            let [pushed, pulled] =
                [&pushed, &pulled].map(|set| rounds.sum("found", set, |node| values[node].sqrt()));
            let mut sums: Vec<_> = [gathered, updated, summed, pushed, pulled].into();
            for (set, _) in sets(&exec, graph.node_count()) {
                let of_arc = |node: Node, other: Node, data: u32| {
                    1.0 / (1 + node.index() + 2 * other.index() + data as usize) as f64
                };
                let of_node = |node, sum: f64| sum * values[node];
                sums.push(rounds.sum("set", &set, |node| values[node].sqrt()));
                sums.push(rounds.gather_from("set", &graph, &set, of_arc, of_node));
                sums.push(rounds.gather_to("set", &directed, &set, of_arc, of_node));
            }
            let sums: Vec<_> = sums.into_iter().map(|sum| sum.unwrap().to_bits()).collect();
            (sums, values.into_vec().into_iter().map(f64::to_bits).collect::<Vec<_>>())
        });
        assert!(sums[0] == sums[1] && sums[0] == sums[2]);
    }
}

/// The least of some numbers.
#[derive(Debug, PartialEq)]
struct Least(usize);

impl Monoid for Least {
    fn identity() -> Self {
        Self(usize::MAX)
    }

    fn combine(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

#[test]
fn nodes_are_selected_summed_up_and_updated() {
    for nodes in [0, 1, 63, 64, 65, 5000, 200_000] {
        for threads in [1, 2, 4] {
            let exec = Exec::new(threads).unwrap();
            let rounds = exec.rounds("nodes", 1);
            for (set, expected) in sets(&exec, nodes) {
                assert!(members(&set).into_iter().eq(expected.iter().copied()));
                for every in [1, 2, 1000] {
                    let next = rounds.select("select", &set, |node| node.index().is_multiple_of(every));
                    let selected = expected.iter().copied().filter(|node| node.is_multiple_of(every));
                    assert!(members(&next.unwrap()).into_iter().eq(selected));
                }
                let key = |node: usize| node * 7919 % 1009;
                let of_node = |node: Node| key(node.index());
                let keys = || expected.iter().copied().map(key);
                assert_eq!(rounds.sum("sum", &set, of_node).unwrap(), keys().sum::<usize>());
                assert_eq!(rounds.max("max", &set, of_node).unwrap(), keys().max());
                let least = rounds.sum("least", &set, |node| Least(of_node(node))).unwrap();
                assert_eq!(least, Least(keys().min().unwrap_or(usize::MAX)));
            }
            let mut values = NodeMap::from_fn(&exec, nodes, Node::index).unwrap();
            let sum = rounds.update("update", &mut values, |node, value| {
                *value += node.index();
                *value
            });
            assert_eq!(sum.unwrap(), (0..nodes).map(|i| 2 * i).sum::<usize>());
            assert!(values.iter().all(|(node, &value)| value == 2 * node.index()));
        }
    }
}
