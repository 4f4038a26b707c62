//! Building.

use boscage::exec::Exec;
use boscage::graph::{Directed, EdgeData, EdgeList, Graph, Node, Undirected};
use boscage::random::Random;

use crate::inputs::{in_order, lists, road, threads};
use crate::naive::{builders, is_sound, naive, plain_rows, rows, without_ids};

fn are_built<E: EdgeData + PartialEq + std::fmt::Debug>(
    execs: &[Exec],
    lists: impl IntoIterator<Item = EdgeList<E>>,
) {
    for list in lists {
        let [as_given, by_target] =
            [false, true].map(|is_by_target| naive::<Undirected, E>(&list, is_by_target));
        for exec in execs {
            for builder in builders::<Undirected, E>() {
                let graph = builder.build(exec, &list).unwrap();
                let [out, incoming] = if graph.is_by_target() { &by_target } else { &as_given };
                assert_eq!(plain_rows(&graph), without_ids(out));
                assert!(!graph.has_ids() || rows(&graph) == *out);
                is_sound(exec, &graph);
                assert_eq!(graph.in_targets(), graph.targets());
                for node in graph.nodes() {
                    assert_eq!(graph.in_degree(node), incoming[node.index()].len());
                    assert_eq!(graph.in_neighbours(node), graph.neighbours(node));
                }
            }
        }
        let [as_given, by_target] =
            [false, true].map(|is_by_target| naive::<Directed, E>(&list, is_by_target));
        for exec in execs {
            for builder in builders::<Directed, E>() {
                let graph = builder.with_in_arcs().build(exec, &list).unwrap();
                let [out, incoming] = if graph.is_by_target() { &by_target } else { &as_given };
                assert_eq!(plain_rows(&graph), without_ids(out));
                assert!(!graph.has_ids() || rows(&graph) == *out);
                is_sound(exec, &graph);
                let sources = graph.nodes().flat_map(|node| graph.in_neighbours(node));
                assert!(graph.in_targets().iter().eq(sources));
                for (node, row) in incoming.iter().enumerate() {
                    let arcs = graph.in_arcs(Node::new(node));
                    assert_eq!(arcs.targets, graph.in_neighbours(Node::new(node)));
                    assert_eq!(arcs.len(), graph.in_degree(Node::new(node)));
                    if graph.has_ids() {
                        assert!(arcs.iter_with_ids().eq(row.iter().copied()));
                    } else {
                        let mut row: Vec<_> = row.iter().map(|arc| (arc.0, arc.2)).collect();
                        row.sort_by_key(|arc| arc.0);
                        assert!(arcs.iter().eq(row));
                    }
                }
                assert!(builder.build(exec, &list).unwrap().with_in_arcs(exec).unwrap() == graph);
            }
        }
    }
}

#[test]
fn adjacency_is_what_a_loop_over_the_edges_makes() {
    let execs = threads();
    are_built(&execs[1..2], lists(|_| ()));
    are_built(&execs[2..], lists(|draws| draws.below(100) as f64 / 7.0));
    let lists = lists(road);
    are_built(&execs, in_order(lists.iter().max_by_key(|list| list.edge_count()).unwrap()));
    are_built(&execs, lists);
}

/// A graph that takes several buckets, with a hub that fills one alone.
#[test]
fn large_graphs_are_built_alike_by_any_number_of_threads() {
    let mut draws = Random::new(7, 0).item(1);
    let mut end = |_| if draws.below(5) == 0 { 77_777 } else { draws.below(200_000) as u32 };
    let pairs: Vec<_> = (0..300_000).map(|i| (end(i), end(i))).collect();
    let list =
        EdgeList::from_triples(200_000, pairs.iter().zip(0_u64..).map(|(&(u, v), i)| (u, v, i))).unwrap();
    let [out, _] = naive::<Undirected, u64>(&list, false);
    let [by_target, incoming] = naive::<Directed, u64>(&list, true);
    for exec in threads() {
        let graph = Graph::<Undirected, u64>::builder().with_ids().build(&exec, &list).unwrap();
        assert!(rows(&graph) == out);
        let builder = Graph::<Directed, u64>::builder().by_target().with_ids().with_in_arcs();
        let graph = builder.build(&exec, &list).unwrap();
        assert!(rows(&graph) == by_target);
        assert!(rows(&graph.reversed(&exec).unwrap()) == incoming);
    }
}

#[test]
fn in_arcs_that_are_needed_are_asked_for() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_pairs(2, [(0, 1)]).unwrap();
    let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap();
    let error = graph.check_in_arcs().unwrap_err().to_string();
    assert_eq!(error, "the graph: expected one built with in-arcs (`with_in_arcs`), found one without");
    graph.with_in_arcs(&exec).unwrap().check_in_arcs().unwrap();
    Graph::<Undirected>::from_edges(&exec, &list).unwrap().check_in_arcs().unwrap();
}

#[test]
#[should_panic(expected = "the graph has no in-arcs: make them with `with_in_arcs`")]
fn sources_of_all_arcs_need_in_arcs() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_pairs(2, [(0, 1)]).unwrap();
    let _ = Graph::<Directed>::from_edges(&exec, &list).unwrap().in_targets();
}
