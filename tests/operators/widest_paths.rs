//! Widest paths against rounds over all arcs.

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeList, Graph, Node, Undirected, Weight};
use boscage::operators::{WidestPaths, widest_paths};
use boscage::random::{Random, mix};

use super::graphs::{execs, graphs};

fn oracle<D: Direction, W: Weight>(graph: &Graph<D, W>, sources: &[Node], most: W) -> Vec<Option<W>> {
    let mut widths = vec![None; graph.node_count()];
    sources.iter().for_each(|source| widths[source.index()] = Some(most));
    loop {
        let mut grows = false;
        for from in graph.nodes() {
            for (to, weight) in graph.arcs(from) {
                let Some(width) = widths[from.index()] else { continue };
                let width = if weight < width { weight } else { width };
                if widths[to.index()].is_none_or(|old| old < width) {
                    (widths[to.index()], grows) = (Some(width), true);
                }
            }
        }
        if !grows {
            return widths;
        }
    }
}

/// Demands that parents lead to sources, over arcs that are wide enough.
fn are_parents<D: Direction, W: Weight>(graph: &Graph<D, W>, sources: &[Node], found: &WidestPaths<W>) {
    for node in graph.nodes() {
        assert_eq!(found.width(node).is_some(), found.parents.get(node).is_some());
        let (mut at, mut steps) = (node, 0);
        let path = found.parents.path_to(at).unwrap().unwrap_or_default();
        assert_eq!(path.last().is_some(), found.parents.get(at).is_some());
        assert!(path.windows(2).all(|step| found.parents.get(step[1]) == Some(step[0])));
        assert!(path.first().is_none_or(|first| sources.contains(first)));
        while let Some(parent) = found.parents.get(at).filter(|&parent| parent != at) {
            let wide = |(to, weight): (Node, W)| to == at && weight >= found.width(node).unwrap();
            assert!(graph.arcs(parent).iter().any(wide));
            (at, steps) = (parent, steps + 1);
            assert!(steps < graph.node_count());
        }
        assert!(found.parents.get(at).is_none() || sources.contains(&at));
    }
}

fn check<D: Direction, W: Weight>(
    execs: &[Exec],
    list: &EdgeList<W>,
    sources: &[Node],
    most: W,
) -> WidestPaths<W> {
    let mut first = None;
    for exec in execs {
        let graph = Graph::<D, _>::from_edges(exec, list).unwrap();
        let found = widest_paths(exec, &graph, sources.iter().copied()).unwrap();
        assert!(*first.get_or_insert_with(|| found.clone()) == found);
        if exec.threads() == 1 {
            assert!(found.widths().eq(oracle(&graph, sources, most)), "{list:?} {sources:?}");
            are_parents(&graph, sources, &found);
        }
    }
    first.unwrap()
}

#[test]
fn widths_are_those_of_the_oracle() {
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let small = list.node_count() < 100;
        let random = |id: usize| mix(id as u64) % [1, 2, 5, 1000][i % 4];
        let mut draws = Random::new(i as u64, 2).item(0);
        let mut node = || Node::new(draws.below(list.node_count() as u64) as usize);
        let sources: Vec<_> = (0..1 + i % 3).map(|_| node()).collect();
        let integers = list.map(|id, _| random(id.index()) as i32 - 2).unwrap();
        check::<Directed, _>(&execs, &integers, &sources, i32::MAX);
        check::<Undirected, _>(&execs, &integers, &sources, i32::MAX);
        if small {
            let least = list.map(|id, _| random(id.index()) * (u64::MAX / 1000)).unwrap();
            check::<Directed, _>(&execs[..2], &least, &sources, u64::MAX);
            let floats = list.map(|id, _| random(id.index()) as f64 / 7.0 - 0.5).unwrap();
            check::<Directed, _>(&execs[..2], &floats, &sources, f64::INFINITY);
            check::<Undirected, _>(&execs[..2], &floats, &sources, f64::INFINITY);
        }
    }
}

/// All directed graphs of three nodes with an arc of one of two weights, the least and another one, or none.
#[test]
fn small_graphs_have_the_widths_of_the_oracle() {
    let execs = [Exec::new(1).unwrap()];
    let pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    for number in 0..3_usize.pow(6) {
        let weight = |i: usize| (number / 3_usize.pow(i as u32) % 3) as u32;
        let arcs = (0..6).filter(|&i| weight(i) < 2).map(|i| (pairs[i].0, pairs[i].1, weight(i)));
        let list = EdgeList::from_triples(3, arcs).unwrap();
        let found = check::<Directed, _>(&execs, &list, &[Node::new(0)], u32::MAX);
        // The lowest of the nodes with the fewest arcs before them.
        for node in [1, 2] {
            let wide = |i: usize| pairs[i] == (0, node) && Some(weight(i)) == found.width(node);
            let parent = found.parents.get(node);
            assert!(parent == Some(Node::new(0)) || (0..6).all(|i| weight(i) > 1 || !wide(i)));
        }
        check::<Undirected, _>(&execs, &list, &[Node::new(0)], u32::MAX);
    }
}

#[test]
fn graphs_without_nodes_and_wrong_sources() {
    let exec = Exec::new(2).unwrap();
    let none: &[u32] = &[];
    for nodes in [0, 1, 3] {
        let list = EdgeList::<f32>::with_nodes(nodes).unwrap();
        let graph = Graph::<Undirected, f32>::from_edges(&exec, &list).unwrap();
        assert!(widest_paths(&exec, &graph, none.iter().copied()).unwrap().widths().eq(vec![None; nodes]));
    }
    let graph = Graph::<Directed, u32>::from_edges(&exec, &EdgeList::with_nodes(3).unwrap()).unwrap();
    let refused = widest_paths(&exec, &graph, [0, 3]).unwrap_err().to_string();
    assert_eq!(refused, "source: expected a node below 3, found 3");
    assert!(widest_paths(&exec, &graph, [1, 1]).unwrap().widths().eq([None, Some(u32::MAX), None]));
}

/// Ever wider paths lead to each of a few nodes, over many others.
#[test]
fn many_threads_widen_paths_to_the_same_nodes() {
    const MIDDLE: u32 = 20_000;
    const LAST: u32 = 50;
    let arcs = (1..=MIDDLE).flat_map(|node| [(0, node, u32::MAX), (node, MIDDLE + 1 + node % LAST, node)]);
    let list = EdgeList::from_triples((MIDDLE + 1 + LAST) as usize, arcs).unwrap();
    for exec in execs() {
        let graph = Graph::<Directed, u32>::from_edges(&exec, &list).unwrap();
        for _ in 0..5 {
            let found = widest_paths(&exec, &graph, [0]).unwrap();
            for last in 0..LAST {
                let widest = (MIDDLE + 1 - LAST..=MIDDLE).find(|node| node % LAST == last);
                assert_eq!(found.width(MIDDLE + 1 + last), widest);
            }
        }
    }
}
