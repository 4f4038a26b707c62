//! Graphs made from other graphs.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use boscage::exec::Exec;
use boscage::graph::{
    Builder, Directed, Direction, Edge, EdgeData, EdgeList, Graph, Node, NodeMap, Relabelling, Undirected,
};

use crate::inputs::{Road, lists, threads};
use crate::naive::{builders, is_sound, plain_rows};

#[test]
fn directions_change_as_edges_do() {
    for list in lists(crate::inputs::road) {
        for exec in threads() {
            for builder in builders::<Directed, Road>() {
                let graph = builder.build(&exec, &list).unwrap();
                let edges = graph.to_edge_list(&exec).unwrap();
                let turned = |edge: &Edge<Road>| Edge::new(edge.v, edge.u, edge.weight);
                let turned = edges.edges().iter().map(turned).collect();
                let turned = EdgeList::new(list.node_count(), turned).unwrap();
                let reversed = graph.reversed(&exec).unwrap();
                assert!(reversed == builder.build(&exec, &turned).unwrap());
                let both = graph.with_in_arcs(&exec).unwrap();
                assert!(both.reversed(&exec).unwrap() == reversed.with_in_arcs(&exec).unwrap());

                let symmetrised = both.symmetrised(&exec).unwrap();
                let undirected = Graph::<Undirected, Road>::builder();
                let undirected = if both.has_ids() { undirected.with_ids() } else { undirected };
                let undirected = if both.is_by_target() { undirected.by_target() } else { undirected };
                assert!(symmetrised == undirected.build(&exec, &edges).unwrap());

                let doubled = symmetrised.directed(&exec).unwrap();
                assert_eq!(doubled.edge_count(), symmetrised.targets().len());
                assert_eq!(plain_rows(&doubled), plain_rows(&symmetrised));
                is_sound(&exec, &doubled);
            }
        }
    }
}

/// The edges that are left without loops and all but the first of parallel ones.
fn simple_edges<D: Direction, E: EdgeData>(list: &EdgeList<E>) -> Vec<Edge<E>> {
    let mut seen = HashSet::new();
    let is_new = |edge: &&Edge<E>| {
        let swapped = !D::IS_DIRECTED && edge.v < edge.u;
        !edge.is_loop() && seen.insert(if swapped { (edge.v, edge.u) } else { (edge.u, edge.v) })
    };
    list.edges().iter().filter(is_new).copied().collect()
}

fn are_thinned<D: Direction>(list: &EdgeList<Road>, builders: [Builder<D, Road>; 4], exec: &Exec) {
    for builder in builders {
        let graph = builder.build(exec, list).unwrap();
        // Without ids, the edges of a directed graph are those that its arcs show.
        let simple = EdgeList::new(list.node_count(), simple_edges::<D, Road>(list)).unwrap();
        let simplified = graph.simplified(exec).unwrap();
        assert!(simplified == builder.build(exec, &simple).unwrap());
        is_sound(exec, &simplified);

        let keep = |node: Node| !node.index().is_multiple_of(3);
        let (sub, names) = graph.subgraph(exec, keep).unwrap();
        let kept: Vec<Node> = (0..list.node_count()).map(Node::new).filter(|&node| keep(node)).collect();
        assert_eq!(names.as_slice(), kept);
        let name = |node: Node| kept.binary_search(&node).unwrap() as u32;
        let inside = list.edges().iter().filter(|edge| keep(edge.u) && keep(edge.v));
        let inside = inside.map(|edge| (name(edge.u), name(edge.v), edge.weight));
        let expected = EdgeList::from_triples(kept.len(), inside).unwrap();
        assert!(sub == builder.build(exec, &expected).unwrap());
    }
}

#[test]
fn simple_graphs_and_subgraphs_have_the_edges_that_they_should() {
    for list in lists(crate::inputs::road) {
        for exec in threads() {
            are_thinned(&list, builders::<Undirected, Road>(), &exec);
            are_thinned(&list, builders::<Directed, Road>(), &exec);
            are_thinned(&list, builders::<Directed, Road>().map(Builder::with_in_arcs), &exec);
        }
    }
}

fn are_oriented<D: Direction>(list: &EdgeList<Road>, builders: [Builder<D, Road>; 4], exec: &Exec) {
    for builder in builders {
        let graph = builder.build(exec, list).unwrap();
        let up = |from: Node, to: Node| from < to;
        let thirds = |from: Node, to: Node| (from.index() + 2 * to.index()).is_multiple_of(3);
        for keep in [up as fn(Node, Node) -> bool, thirds] {
            let oriented = graph.oriented(exec, keep).unwrap();
            let kept = |from: Node| {
                let targets = graph.neighbours(from).iter().copied().filter(move |&to| keep(from, to));
                targets.map(|to| (to, ())).collect::<Vec<_>>()
            };
            assert_eq!(plain_rows(&oriented), graph.nodes().map(kept).collect::<Vec<_>>());
            assert_eq!(oriented.edge_count(), oriented.targets().len());
            assert_eq!(oriented.is_by_target(), graph.is_by_target());
            assert!(!oriented.has_ids() && !oriented.has_in_arcs());
            is_sound(exec, &oriented);
        }
    }
}

#[test]
fn oriented_graphs_have_the_arcs_that_are_kept() {
    for list in lists(crate::inputs::road) {
        for exec in threads() {
            are_oriented(&list, builders::<Undirected, Road>(), &exec);
            are_oriented(&list, builders::<Directed, Road>().map(Builder::with_in_arcs), &exec);
        }
    }
}

/// The second call for an arc must say the same as the first.
#[test]
fn orienting_by_something_that_changes_is_noticed() {
    let list = EdgeList::from_pairs(3, [(0, 1), (1, 2)]).unwrap();
    for exec in threads() {
        let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
        for first in [true, false] {
            let calls = AtomicUsize::new(0);
            let keep = |_, _| (calls.fetch_add(1, Relaxed) < graph.targets().len()) == first;
            let oriented = AssertUnwindSafe(|| graph.oriented(&exec, keep));
            assert!(catch_unwind(oriented).is_err(), "kept at first: {first}");
        }
    }
}

fn are_relabelled<D: Direction>(list: &EdgeList<Road>, builders: [Builder<D, Road>; 4], exec: &Exec) {
    let mut reference = Vec::new();
    for builder in builders {
        let graph = builder.build(exec, list).unwrap();
        let rotated =
            (0..list.node_count()).map(|node| Node::new((node + 1) % list.node_count())).collect::<Vec<_>>();
        let rotated = NodeMap::from(rotated);
        for by in [Relabelling::ByDegree, Relabelling::Shuffled(5), Relabelling::By(&rotated)] {
            let (relabelled, old) = graph.relabelled(exec, by).unwrap();
            let mut new = vec![0; list.node_count()];
            old.iter().for_each(|(name, node)| new[node.index()] = name.index() as u32);
            let edges = list.edges().iter();
            let renamed = edges.map(|edge| (new[edge.u.index()], new[edge.v.index()], edge.weight));
            let renamed = EdgeList::from_triples(list.node_count(), renamed).unwrap();
            assert!(relabelled == builder.build(exec, &renamed).unwrap(), "{by:?}");
            match by {
                Relabelling::ByDegree => {
                    let degree = |node: &Node| (std::cmp::Reverse(graph.degree(*node)), *node);
                    assert!(old.as_slice().is_sorted_by_key(degree));
                }
                Relabelling::Shuffled(_) => reference.push(old),
                Relabelling::By(_) => assert!(old.iter().all(|(name, &node)| rotated[node] == name)),
                other => unreachable!("{other:?} is not tested"),
            }
        }
    }
    assert!(reference.windows(2).all(|pair| pair[0] == pair[1]), "a seed makes one order");
}

#[test]
fn relabelled_graphs_are_those_of_renamed_edges() {
    for list in lists(crate::inputs::road) {
        for exec in threads() {
            are_relabelled(&list, builders::<Undirected, Road>(), &exec);
            are_relabelled(&list, builders::<Directed, Road>().map(Builder::with_in_arcs), &exec);
        }
    }
    let exec = Exec::new(2).unwrap();
    let ten = Graph::<Directed>::from_edges(&exec, &EdgeList::from_pairs(10, [(0, 1)]).unwrap()).unwrap();
    let (shuffled, _) = ten.relabelled(&exec, Relabelling::Shuffled(1)).unwrap();
    assert_ne!(shuffled, ten);
    let refused = |numbers: &[usize]| {
        let numbers = NodeMap::from(numbers.iter().copied().map(Node::new).collect::<Vec<_>>());
        ten.relabelled(&exec, Relabelling::By(&numbers)).unwrap_err().to_string()
    };
    let twice = "the map of numbers: expected every number below 10 once, found 3 twice";
    assert_eq!(refused(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 3]), twice);
    let above = "the map of numbers: expected every number below 10 once, found 10";
    assert_eq!(refused(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 10]), above);
    let few = "the map of numbers: expected a number for each of 10 nodes, found 2";
    assert_eq!(refused(&[0, 1]), few);
}
