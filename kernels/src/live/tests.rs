use boscage_core::graph::{EdgeList, Objective};

use super::*;
use crate::arcs::Arcs;
use crate::emulated::{Numbers, on_every_gpu};
use crate::timer::Timer;

/// An edge: its ends, key and id.
type Edge = (u32, u32, u32, u32);

/// Live edges on the host.
#[derive(Debug, PartialEq)]
struct Expected {
    vertices: usize,
    edges: Vec<Edge>,
}

fn download(gpu: &Gpu, live: &Live) -> Expected {
    let ends = gpu.download(&live.ends).unwrap();
    let [keys, ids] = [&live.keys, &live.ids].map(|array| gpu.download(array).unwrap());
    let edges = (0..live.count).map(|i| (ends[i][0], ends[i][1], keys[i], ids[i])).collect();
    Expected { vertices: live.vertices, edges }
}

/// The edges between nodes of different roots; roots that have such edges are numbered in their order.
fn unified(edges: &[Edge], roots: &[u32]) -> Expected {
    let root = |v: u32| roots[v as usize];
    let edges = edges.iter().map(|&(u, v, key, id)| (root(u), root(v), key, id));
    let edges: Vec<Edge> = edges.filter(|(u, v, ..)| u != v).collect();
    let mut live: Vec<u32> = edges.iter().flat_map(|&(u, v, ..)| [u, v]).collect();
    live.sort_unstable();
    live.dedup();
    let number = |v| live.binary_search(&v).unwrap() as u32;
    let edges = edges.into_iter().map(|(u, v, key, id)| (number(u), number(v), key, id)).collect();
    Expected { vertices: live.len(), edges }
}

/// The lightest edge per pair of ends, by (key, id), in the order of the edges.
fn without_heavier(from: Expected) -> Expected {
    let pair = |edge: &Edge| (edge.0.min(edge.1), edge.0.max(edge.1));
    let mut by_kind = from.edges.clone();
    by_kind.sort_by_key(|edge| (pair(edge), edge.2, edge.3));
    by_kind.dedup_by_key(|edge| pair(edge));
    let mut kept: Vec<u32> = by_kind.iter().map(|edge| edge.3).collect();
    kept.sort_unstable();
    let is_kept = |edge: &Edge| kept.binary_search(&edge.3).is_ok();
    Expected { edges: from.edges.into_iter().filter(is_kept).collect(), ..from }
}

/// As many components as `below` allows.
fn roots(nodes: usize, below: usize, numbers: &mut Numbers) -> Vec<u32> {
    let component = numbers.vec(nodes, |n| n.below(below));
    let root = |v: usize| component.iter().position(|c| *c == component[v]).unwrap() as u32;
    (0..nodes).map(root).collect()
}

#[test]
fn edges_get_new_names_and_lose_loops_and_heavier_ones() {
    on_every_gpu(|gpu, numbers| {
        for count in gpu.sizes(1).into_iter().filter(|&count| count > 0) {
            // Nodes without edges, parallel edges, many of one weight; in the end nothing but loops.
            for (nodes, reach, weights) in
                [(count + 5, count, 1 << 20), (count / 3 + 2, 3, 4), (2, 2, 1), (9, 1, 1)]
            {
                let context = format!("{count} edges, {nodes} nodes");
                let triples = numbers.vec(count, |n| {
                    let u = n.below(nodes);
                    (u as u32, ((u + n.below(reach)) % nodes) as u32, n.below(weights) as u32)
                });
                let list = EdgeList::from_triples(nodes, triples.iter().copied()).unwrap();
                let mut timer = Timer::start(gpu).unwrap();
                let input = Input::upload(gpu, &mut timer, list.as_view(), Objective::Minimum).unwrap();
                let all: Vec<Edge> =
                    triples.iter().zip(0..).map(|(&(u, v, key), id)| (u, v, key, id)).collect();
                let themselves: Vec<u32> = (0..nodes as u32).collect();

                let mut live = Live::of_input(gpu, &input, nodes).unwrap();
                let mut expected = unified(&all, &themselves);
                assert!(download(gpu, &live) == expected, "of the input, {context}");

                for by_key in [false, true] {
                    if by_key {
                        live = live.by_key(gpu).unwrap();
                        expected.edges.sort_by_key(|edge| (edge.2, edge.3));
                        assert!(download(gpu, &live) == expected, "by key, {context}");
                    }
                    let mut phases = Phases::start(gpu).unwrap();
                    live = live.without_heavier(gpu, &mut phases).unwrap();
                    expected = without_heavier(expected);
                    assert!(download(gpu, &live) == expected, "without heavier ones, {context}");

                    let roots = roots(live.vertices, live.vertices / 2 + 1, numbers);
                    live = live.unified(gpu, &gpu.upload(&roots).unwrap()).unwrap();
                    expected = unified(&expected.edges, &roots);
                    assert!(download(gpu, &live) == expected, "unified, {context}");
                }
            }
        }
    });
}

#[test]
fn arcs_of_a_vertex_are_in_the_order_of_the_edges() {
    on_every_gpu(|gpu, numbers| {
        for count in gpu.sizes(1).into_iter().filter(|&count| count > 0) {
            let nodes = count / 4 + 2;
            let triples =
                numbers.vec(count, |n| (n.below(nodes) as u32, n.below(nodes) as u32, n.next() as u32));
            let list = EdgeList::from_triples(nodes, triples).unwrap();
            let mut timer = Timer::start(gpu).unwrap();
            let input = Input::upload(gpu, &mut timer, list.as_view(), Objective::Minimum).unwrap();
            let live = Live::of_input(gpu, &input, nodes).unwrap().by_key(gpu).unwrap();
            if live.count == 0 {
                continue;
            }
            let arcs = Arcs::of_live(gpu, &live).unwrap();
            let both = |&(u, v, key, id): &Edge| [(u, v, key, id), (v, u, key, id)];
            let mut expected: Vec<Edge> = download(gpu, &live).edges.iter().flat_map(both).collect();
            expected.sort_by_key(|arc| arc.0);
            let [starts, ends, keys, ids] =
                [&arcs.starts, &arcs.ends, &arcs.keys, &arcs.ids].map(|array| gpu.download(array).unwrap());
            let found: Vec<Edge> = (0..arcs.count).map(|i| (starts[i], ends[i], keys[i], ids[i])).collect();
            assert!(found == expected, "{count} edges");

            let firsts = gpu.download(&arcs.firsts(gpu).unwrap()).unwrap();
            let first = |v: u32| expected.partition_point(|arc| arc.0 < v) as u32;
            let firsts_expected: Vec<u32> = (0..=live.vertices as u32).map(first).collect();
            assert!(firsts == firsts_expected, "firsts, {count} edges");
        }
    });
}
