//! Contracted graphs, combined data and transposed graphs, compared with a list of edges.

use std::collections::BTreeMap;

use boscage::Error;
use boscage::graph::Direction;
use boscage::prelude::*;
use boscage::random::mix;

/// Edges with loops and parallel edges.
fn list(nodes: u32, edges: u64) -> EdgeList<f64> {
    let draw = |i: u64| (mix(i) % u64::from(nodes.max(1))) as u32;
    let edge = |i: u64| (draw(3 * i), draw(3 * i + 1 - i % 7 / 6), (mix(3 * i + 2) % 1000) as f64 / 8.0);
    EdgeList::from_triples(nodes as usize, (1..=edges).map(edge)).unwrap()
}

/// The edges that contraction makes of the arcs of a graph, in the order of their ends.
fn expected<D: Direction>(
    graph: &Graph<D, f64>,
    numbers: &[u32],
    is_directed: bool,
) -> BTreeMap<(u32, u32), f64> {
    let mut sums = BTreeMap::new();
    for u in graph.nodes() {
        for (v, data) in graph.arcs(u) {
            let [a, b] = [u, v].map(|node| numbers[node.index()]);
            if is_directed || a < b || (a == b && u <= v) {
                sums.entry((a, b)).and_modify(|sum| *sum += data).or_insert(data);
            }
        }
    }
    sums
}

fn contraction_agrees<D: Direction>(is_directed: bool) {
    for (nodes, edges, modulus) in
        [(0, 0, 1), (1, 3, 1), (60, 400, 7), (3_000, 40_000, 900), (40_000, 9_000, 3)]
    {
        let list = list(nodes, edges);
        // Not all labels are used.
        let labels: Vec<u32> = (0..nodes)
            .map(|node| (mix(u64::from(node)) % modulus) as u32 * (nodes / modulus as u32))
            .collect();
        let mut used = labels.clone();
        used.sort_unstable();
        used.dedup();
        let ranks: Vec<u32> = labels.iter().map(|label| used.binary_search(label).unwrap() as u32).collect();
        for threads in [1, 2, 3, 8] {
            let exec = Exec::new(threads).unwrap();
            for with_ids in [false, true] {
                let builder = Graph::<D, f64>::builder();
                let builder = if with_ids { builder.with_ids() } else { builder };
                let graph = builder.build(&exec, &list).unwrap();
                let expected = expected(&graph, &ranks, is_directed);
                let (found, numbers) = graph.contracted(&exec, &labels, |one, other| one + other).unwrap();
                assert!(
                    numbers.as_slice().iter().map(|number| number.index() as u32).eq(ranks.iter().copied())
                );
                assert_eq!((found.node_count(), found.edge_count()), (used.len(), expected.len()));
                assert!(found.is_by_target() && found.has_ids() == with_ids);
                let edges = expected.iter().map(|(&(u, v), &data)| (u, v, data));
                let edges = EdgeList::from_triples(used.len(), edges).unwrap();
                assert!(found.to_edge_list(&exec).unwrap() == edges, "{nodes} nodes, {threads} threads");
                let builder = Graph::<D, f64>::builder().by_target();
                let builder = if with_ids { builder.with_ids() } else { builder };
                assert!(found == builder.build(&exec, &edges).unwrap());
            }
        }
    }
}

#[test]
fn contraction_combines_the_edges_between_parts() {
    contraction_agrees::<Undirected>(false);
    contraction_agrees::<Directed>(true);
}

#[test]
fn a_contracted_graph_has_the_in_arcs_of_a_graph_that_is_built() {
    let exec = Exec::new(2).unwrap();
    let graph =
        Graph::<Directed, f64>::builder().with_ids().with_in_arcs().build(&exec, &list(500, 3_000)).unwrap();
    let labels: Vec<_> = graph.nodes().map(|node| Node::new(node.index() / 3)).collect();
    let (found, _) = graph.contracted(&exec, &labels, f64::max).unwrap();
    let edges = found.to_edge_list(&exec).unwrap();
    let built =
        Graph::<Directed, f64>::builder().by_target().with_ids().with_in_arcs().build(&exec, &edges).unwrap();
    assert!(found == built);
}

/// Sums of rounded floats depend on the order of the additions.
#[test]
fn sums_of_floats_are_the_same_on_any_number_of_threads_and_at_both_ends() {
    let list = list(5_000, 400_000).map(|_, edge| edge.weight / 7.0).unwrap();
    let mut first = None;
    for threads in [1, 2, 3, 8] {
        let exec = Exec::new(threads).unwrap();
        let graph = Graph::<Undirected, f64>::from_edges(&exec, &list).unwrap();
        // One part has most arcs, so it is in many pieces.
        let labels: Vec<_> =
            graph.nodes().map(|node| node.index().saturating_sub(4_000) as u32 / 2).collect();
        let (found, _) = graph.contracted(&exec, &labels, |one, other| one + other).unwrap();
        for u in found.nodes() {
            assert!(found.arcs(u).iter().all(|(v, sum)| found.arcs(v).iter().any(|arc| arc == (u, sum))));
        }
        assert!(*first.get_or_insert_with(|| found.clone()) == found);
    }
}

#[test]
fn labels_are_checked() {
    let exec = Exec::new(2).unwrap();
    let graph = Graph::<Undirected, f64>::from_edges(&exec, &list(5, 9)).unwrap();
    let refusal = |labels: &[u32]| match graph.contracted(&exec, labels, f64::max) {
        Err(Error::Argument { .. }) => true,
        other => panic!("{other:?}"),
    };
    assert!(refusal(&[0; 4]) && refusal(&[0; 6]) && refusal(&[0, 1, 5, 2, u32::MAX]));
}

#[test]
fn parallel_edges_are_combined_the_same_at_both_ends() {
    let list = list(300, 20_000);
    for threads in [1, 2, 3, 8] {
        let exec = Exec::new(threads).unwrap();
        let graph = Graph::<Undirected, f64>::from_edges(&exec, &list).unwrap();
        let simple = graph.simplified_by(&exec, |one, other| one + other).unwrap();
        let mut sums = BTreeMap::new();
        for edge in list.edges().iter().filter(|edge| !edge.is_loop()) {
            let ends = (edge.u.min(edge.v), edge.u.max(edge.v));
            sums.entry(ends).and_modify(|sum| *sum += edge.weight).or_insert(edge.weight);
        }
        assert_eq!(simple.edge_count(), sums.len());
        for u in simple.nodes() {
            assert!(simple.arcs(u).iter().all(|(v, sum)| sums[&(u.min(v), u.max(v))] == sum));
        }
    }
}

#[test]
fn a_transposed_graph_is_the_reversed_one() {
    let exec = Exec::new(2).unwrap();
    let list = list(200, 2_000);
    for is_by_target in [false, true] {
        let builder = Graph::<Directed, f64>::builder().with_in_arcs().with_ids();
        let builder = if is_by_target { builder.by_target() } else { builder };
        let graph = builder.build(&exec, &list).unwrap();
        let transposed = graph.transposed();
        assert!(transposed == graph.reversed(&exec).unwrap());
        assert!(transposed.transposed() == graph);
        for edge in list.edges() {
            assert!(graph.has_edge(edge.u, edge.v) && transposed.has_edge(edge.v, edge.u));
        }
        let found =
            graph.nodes().map(|u| graph.nodes().filter(|&v| graph.has_edge(u, v)).count()).sum::<usize>();
        let different: std::collections::HashSet<_> =
            list.edges().iter().map(|edge| (edge.u, edge.v)).collect();
        assert_eq!(found, different.len());
    }
}

#[test]
#[should_panic(expected = "the graph has no in-arcs")]
fn a_graph_without_in_arcs_is_not_transposed() {
    let exec = Exec::new(1).unwrap();
    let _ = Graph::<Directed, f64>::from_edges(&exec, &list(3, 3)).unwrap().transposed();
}
