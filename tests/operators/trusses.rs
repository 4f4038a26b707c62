//! Truss numbers against naive repeated removal.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Undirected};
use boscage::operators::k_truss;

use super::graphs::{execs, graphs};

/// For k = 3, 4, ...: removes edges in fewer than k - 2 triangles of the edges that are left, until there are
/// none. Parallel edges are one edge, and self-loops none.
fn naive_trusses(list: &EdgeList<u32>) -> Vec<u32> {
    let n = list.node_count();
    let ends = |i: usize| (list.edges()[i].u.index(), list.edges()[i].v.index());
    let (mut is_left, mut numbers) = (vec![vec![false; n]; n], vec![vec![2; n]; n]);
    for (u, v) in (0..list.edge_count()).map(ends).filter(|(u, v)| u != v) {
        (is_left[u][v], is_left[v][u]) = (true, true);
    }
    for k in 3.. {
        if !is_left.concat().contains(&true) {
            break;
        }
        loop {
            let triangles = |u: usize, v: usize| (0..n).filter(|&w| is_left[u][w] && is_left[v][w]).count();
            let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
            let off: Vec<_> = pairs.filter(|&(u, v)| is_left[u][v] && triangles(u, v) < k - 2).collect();
            if off.is_empty() {
                break;
            }
            off.into_iter().for_each(|(u, v)| (is_left[u][v], numbers[u][v]) = (false, k as u32 - 1));
        }
    }
    (0..list.edge_count()).map(|i| numbers[ends(i).0][ends(i).1]).collect()
}

/// Dense graphs, whose trusses are deep, beside those that all operators are compared on.
fn lists() -> impl Iterator<Item = EdgeList<u32>> {
    let small = graphs().filter(|list| list.node_count() < 100);
    let dense = small.filter(|list| list.node_count() > 3).take(40).map(|list| {
        let n = list.node_count() as u32;
        let pairs =
            (0..n * n).map(|i| (i / n, i % n)).filter(|(u, v)| (u * 7 + v * 11 + n) % 5 < 3 && u != v);
        let more: Vec<_> = pairs.map(|(u, v)| (u, v, 1)).collect();
        let edges = list.edges().iter().map(|edge| (edge.u.into(), edge.v.into(), 1));
        EdgeList::from_triples(list.node_count(), edges.chain(more)).unwrap()
    });
    graphs().filter(|list| list.node_count() < 100).chain(dense)
}

fn graph(exec: &Exec, list: &EdgeList<u32>, is_by_target: bool) -> Graph<Undirected, u32> {
    let builder = Graph::builder().with_ids();
    let builder = if is_by_target { builder.by_target() } else { builder };
    builder.build(exec, list).unwrap()
}

#[test]
fn truss_numbers_are_those_of_repeated_removal() {
    let execs = execs();
    for (i, list) in lists().enumerate() {
        let expected = naive_trusses(&list);
        for exec in [&execs[i % 5], &execs[(i + 1) % 5]] {
            let graph = graph(exec, &list, i % 3 == 0);
            assert_eq!(k_truss(exec, &graph).unwrap().as_slice(), expected, "graph {i}");
        }
    }
}

/// Threads take triangles from the same edge at the same time, so an update that is lost is soon seen. The
/// edges of the hubs have long rows that are compared with short ones.
#[test]
fn many_threads_take_triangles_from_one_edge() {
    let leaves = 30_000;
    let arcs = (2..leaves).flat_map(|leaf| [(0, leaf), (1, leaf)]).chain([(0, 1)]);
    let list = EdgeList::from_pairs(leaves as usize, arcs).unwrap();
    for exec in execs() {
        let graph = Graph::<Undirected>::builder().with_ids().build(&exec, &list).unwrap();
        let numbers = k_truss(&exec, &graph).unwrap();
        assert!(numbers.as_slice().iter().all(|&number| number == 3));
    }
}

/// Complete graphs are trusses by themselves. A strip of triangles has one edge that is in none.
#[test]
fn complete_graphs_beside_a_strip_of_triangles() {
    let complete = |first: u32, n: u32| (0..n).flat_map(move |v| (0..v).map(move |u| (first + u, first + v)));
    let strip = (50..90).flat_map(|node| [(node, node + 1), (node, node + 2)]);
    let list = EdgeList::from_pairs(120, complete(0, 30).chain(complete(100, 20)).chain(strip)).unwrap();
    let expected = [vec![30; 30 * 29 / 2], vec![20; 20 * 19 / 2], vec![3; 79], vec![2]].concat();
    for exec in execs() {
        let graph = Graph::<Undirected>::builder().with_ids().build(&exec, &list).unwrap();
        assert_eq!(k_truss(&exec, &graph).unwrap().as_slice(), expected);
    }
}

#[test]
fn graphs_without_edges_or_ids() {
    let exec = Exec::new(2).unwrap();
    for nodes in [0, 1, 2] {
        let list = EdgeList::with_nodes(nodes).unwrap();
        let graph = Graph::<Undirected>::builder().with_ids().build(&exec, &list).unwrap();
        assert!(k_truss(&exec, &graph).unwrap().is_empty());
    }
    let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(2, [(0, 1)]).unwrap()).unwrap();
    assert!(k_truss(&exec, &graph).unwrap_err().to_string().contains("with_ids"));
}
