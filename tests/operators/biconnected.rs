//! Biconnected components, and what follows from them, against the removal of each node and edge.

use std::collections::BTreeSet;

use boscage::exec::{CancelToken, Exec};
use boscage::graph::{EdgeList, Graph, Node, Undirected};
use boscage::operators::{BiconnectedComponents, articulation_points, biconnected_components, bridges};

use super::graphs::{execs, graphs};

type Pairs = Vec<(u32, u32)>;

/// The part of each node, connected by the edges for which `keep` is true; edges at `without` are not kept.
fn parts(nodes: u32, edges: &Pairs, without: Option<u32>, keep: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut parts: Vec<u32> = (0..nodes).collect();
    loop {
        let before = parts.clone();
        for (_, &(u, v)) in edges.iter().enumerate().filter(|&(i, _)| keep(i)) {
            if Some(u) != without && Some(v) != without {
                let lower = parts[u as usize].min(parts[v as usize]);
                (parts[u as usize], parts[v as usize]) = (lower, lower);
            }
        }
        if parts == before {
            return parts;
        }
    }
}

fn count(parts: &[u32]) -> usize {
    parts.iter().collect::<BTreeSet<_>>().len()
}

struct Truth {
    bridges: Pairs,
    articulation_points: Vec<u32>,
    /// For each edge, the lowest edge of its component; `None` for self-loops.
    blocks: Vec<Option<usize>>,
}

/// Two edges at a node are in one component if their other ends are connected without the node.
fn naive(nodes: u32, edges: &Pairs) -> Truth {
    let all = count(&parts(nodes, edges, None, |_| true));
    let is_bridge = |i: &usize| count(&parts(nodes, edges, None, |other| other != *i)) > all;
    let mut bridges: Pairs = (0..edges.len())
        .filter(is_bridge)
        .map(|i| (edges[i].0.min(edges[i].1), edges[i].0.max(edges[i].1)))
        .collect();
    bridges.sort_unstable();
    let without: Vec<_> = (0..nodes).map(|node| parts(nodes, edges, Some(node), |_| true)).collect();
    let is_cut = |&node: &u32| count(&without[node as usize]) > all + 1;
    let is_lonely = |node: u32| edges.iter().all(|&(u, v)| u == v || u != node && v != node);
    let articulation_points = (0..nodes).filter(|node| is_cut(node) && !is_lonely(*node)).collect();
    let mut blocks: Vec<_> = (0..edges.len()).map(|i| (edges[i].0 != edges[i].1).then_some(i)).collect();
    loop {
        let before = blocks.clone();
        for one in 0..edges.len() {
            for other in 0..edges.len() {
                let ends = |i: usize| [edges[i], (edges[i].1, edges[i].0)];
                let are_joined = ends(one).iter().any(|&(node, u)| {
                    ends(other).iter().any(|&(same, v)| {
                        let parts = &without[node as usize];
                        node == same && parts[u as usize] == parts[v as usize]
                    })
                });
                if let (Some(a), Some(b), true) = (blocks[one], blocks[other], are_joined) {
                    (blocks[one], blocks[other]) = (Some(a.min(b)), Some(a.min(b)));
                }
            }
        }
        if blocks == before {
            return Truth { bridges, articulation_points, blocks };
        }
    }
}

fn graph(exec: &Exec, nodes: u32, edges: &Pairs) -> Graph<Undirected> {
    Graph::from_edges(exec, &EdgeList::from_pairs(nodes as usize, edges.iter().copied()).unwrap()).unwrap()
}

fn ids(nodes: &[Node]) -> Vec<u32> {
    nodes.iter().copied().map(u32::from).collect()
}

fn check(exec: &Exec, nodes: u32, edges: &Pairs, truth: &Truth) -> BiconnectedComponents {
    let graph = graph(exec, nodes, edges);
    let found = biconnected_components(exec, &graph).unwrap();
    let of_edges: Vec<_> = edges.iter().map(|&(u, v)| found.of_edge(u, v)).collect();
    for (one, block) in truth.blocks.iter().enumerate() {
        let first = block.map(|block| of_edges[block]);
        assert_eq!(of_edges[one], first.flatten(), "edge {one} of {edges:?}");
        assert_eq!(of_edges[one].is_some(), block.is_some());
    }
    assert_eq!(truth.blocks.iter().flatten().collect::<BTreeSet<_>>().len(), found.count(), "{edges:?}");
    let pairs = |found: Vec<(Node, Node)>| -> Pairs {
        found.into_iter().map(|(u, v)| (u.into(), v.into())).collect()
    };
    assert_eq!(pairs(found.bridges(exec, &graph).unwrap()), truth.bridges, "{edges:?}");
    assert_eq!(ids(&found.articulation_points().unwrap()), truth.articulation_points, "{edges:?}");

    let members = found.nodes().unwrap();
    assert_eq!(members.iter().len(), found.count());
    for (component, list) in (0..).zip(members.iter()) {
        let here = |&&(u, v): &&(u32, u32)| found.of_edge(u, v) == Some(component);
        let expected: BTreeSet<u32> = edges.iter().filter(here).flat_map(|&(u, v)| [u, v]).collect();
        assert_eq!(ids(list).into_iter().collect::<BTreeSet<_>>(), expected, "{edges:?}");
        assert_eq!((list.len(), list), (expected.len(), members.of(component)));
        assert_eq!(list[0], found.head(component));
        assert!(list[1..].is_sorted());
        assert!(list[1..].iter().all(|&node| found.of_node(node) == Some(component)));
    }
    let lowest: Vec<_> = members.iter().map(|list| list[1]).collect();
    assert!(lowest.is_sorted(), "components are numbered by their lowest nodes");

    let tree = found.block_cut_tree(exec).unwrap();
    assert_eq!(tree.articulation_points, found.articulation_points().unwrap());
    let point = |node: &Node| tree.articulation_points.iter().position(|point| point == node);
    let expected = (0..).zip(members.iter()).flat_map(|(component, list)| {
        let places = list.iter().filter_map(point);
        places.map(|place| (component, (found.count() + place) as u32)).collect::<Vec<_>>()
    });
    let list = tree.tree.to_edge_list(exec).unwrap();
    let edges = list.edges().iter().map(|edge| (edge.u.into(), edge.v.into()));
    assert_eq!(edges.collect::<BTreeSet<(u32, u32)>>(), expected.collect::<BTreeSet<_>>());
    found
}

fn check_on(execs: &[Exec], nodes: u32, edges: &Pairs) {
    let truth = naive(nodes, edges);
    let mut found: Vec<_> = execs.iter().map(|exec| check(exec, nodes, edges, &truth)).collect();
    found.dedup();
    assert_eq!(found.len(), 1, "the result depends on the threads: {edges:?}");
}

#[test]
fn every_small_graph_falls_into_its_biconnected_components() {
    let execs = [Exec::new(1).unwrap(), Exec::new(4).unwrap()]; // one algorithm on each
    for (nodes, most) in [(0, 0), (1, 2), (2, 2), (3, 2), (4, 2), (5, 1)] {
        let pairs: Pairs = (0..nodes).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let loops = if nodes < 4 { (0..nodes).map(|node| (node, node)).collect() } else { Pairs::new() };
        let pairs = [pairs, loops].concat();
        for code in 0..(most + 1_usize).pow(pairs.len() as u32) {
            let times = |i: usize| code / (most + 1_usize).pow(i as u32) % (most + 1);
            let edges = (0..pairs.len()).flat_map(|i| vec![pairs[i]; times(i)]).collect();
            check_on(&execs, nodes, &edges);
        }
    }
}

#[test]
fn random_multigraphs_fall_into_their_biconnected_components() {
    let execs = execs();
    for list in graphs().filter(|list| list.node_count() < 100 && list.edge_count() < 60) {
        let edges: Pairs = list.edges().iter().map(|edge| (edge.u.into(), edge.v.into())).collect();
        check_on(&execs, list.node_count() as u32, &edges);
    }
}

/// A path of cycles, each with one node in common with the next: `cycles` of `len` nodes, numbered along the
/// path or far from each other.
fn chain_of_cycles(cycles: u32, len: u32, stride: u64) -> (u32, Pairs) {
    let nodes = cycles * (len - 1) + 1;
    let number = |i: u32| (u64::from(i) * stride % u64::from(nodes)) as u32;
    let cycle = |begin: u32| (0..len).map(move |i| (begin + i, begin + (i + 1) % len));
    let edges = (0..cycles).flat_map(|i| cycle(i * (len - 1)));
    (nodes, edges.map(|(u, v)| (number(u), number(v))).collect())
}

/// The searches are long: tasks share them.
#[test]
fn long_chains_fall_into_their_cycles() {
    for (cycles, len, stride) in [(20_000, 2, 1), (20_000, 2, 7_919), (7_000, 5, 7_919), (30, 4_000, 1)] {
        let (nodes, edges) = chain_of_cycles(cycles, len, stride);
        let mut last = None;
        for exec in execs() {
            let graph = graph(&exec, nodes, &edges);
            let found = biconnected_components(&exec, &graph).unwrap();
            assert_eq!(found.count(), cycles as usize);
            assert_eq!(found.articulation_points().unwrap().len(), cycles as usize - 1);
            assert!(found.bridges(&exec, &graph).unwrap().is_empty(), "two parallel edges are a cycle");
            let of_edges = edges.iter().map(|&(u, v)| found.of_edge(u, v));
            let mut of_cycles: Vec<_> = of_edges.collect();
            of_cycles.dedup();
            assert_eq!(of_cycles.len(), cycles as usize, "a component per cycle");
            assert_eq!(*last.get_or_insert(found.clone()), found);
        }
    }
}

/// Ladders whose rungs are far apart, side by side: wide enough that tasks run at the same time.
#[test]
fn searches_that_share_a_grid_agree() {
    let (width, height) = (501_u32, 300);
    let node = |x: u32, y: u32| (u64::from(y * width + x) * 7_919 % u64::from(width * height)) as u32;
    let rows = (0..height).flat_map(|y| (1..width).map(move |x| (node(x - 1, y), node(x, y))));
    let columns = (0..width).step_by(3).flat_map(|x| (1..height).map(move |y| (node(x, y - 1), node(x, y))));
    let edges: Pairs = rows.chain(columns).collect();
    let tail = (0..1000).map(|i| (if i == 0 { 17 } else { width * height + i - 1 }, width * height + i));
    let edges = [edges, tail.collect()].concat();
    for exec in execs() {
        let graph = graph(&exec, width * height + 1000, &edges);
        for _ in 0..exec.threads().min(3) {
            let found = biconnected_components(&exec, &graph).unwrap();
            // Right of the last column with vertical edges, rows end in two bridges each.
            assert_eq!(found.count(), 1 + 2 * height as usize + 1000);
            assert_eq!(bridges(&exec, &graph).unwrap().len(), 2 * height as usize + 1000);
        }
    }
}

#[test]
fn larger_random_graphs_give_the_same_on_any_number_of_threads() {
    for list in graphs().filter(|list| list.node_count() > 1000) {
        let edges: Pairs = list.edges().iter().map(|edge| (edge.u.into(), edge.v.into())).collect();
        let nodes = list.node_count() as u32;
        let found = execs().into_iter().map(|exec| {
            let graph = graph(&exec, nodes, &edges);
            let found = biconnected_components(&exec, &graph).unwrap();
            let (bridges, points) =
                (found.bridges(&exec, &graph).unwrap(), articulation_points(&exec, &graph).unwrap());
            (found, bridges, points)
        });
        let mut found: Vec<_> = found.collect();
        assert_eq!(found[0].0.count(), textbook(nodes as usize, &edges));
        found.dedup();
        assert_eq!(found.len(), 1);
    }
}

/// The number of components, by Hopcroft and Tarjan's algorithm.
fn textbook(nodes: usize, edges: &Pairs) -> usize {
    let mut rows = vec![Vec::new(); nodes];
    for &(u, v) in edges {
        rows[u as usize].push(v as usize);
        rows[v as usize].push(u as usize);
    }
    let (mut numbers, mut lows, mut next, mut count) = (vec![0; nodes], vec![0; nodes], 0, 0);
    for root in 0..nodes {
        let mut path = if numbers[root] == 0 { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, at)) = path.last_mut() {
            let node = *node;
            if *at == 0 {
                next += 1;
                (numbers[node], lows[node]) = (next, next);
            }
            if let Some(&other) = rows[node].get(*at) {
                *at += 1;
                if numbers[other] == 0 {
                    path.push((other, 0));
                } else {
                    lows[node] = lows[node].min(numbers[other]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                count += usize::from(lows[node] >= numbers[parent]);
                lows[parent] = lows[parent].min(lows[node]);
            }
        }
    }
    count
}

#[test]
fn graphs_of_other_sizes_are_refused_and_a_cancelled_call_ends() {
    let exec = Exec::new(2).unwrap();
    let small = graph(&exec, 3, &vec![(0, 1)]);
    let found = biconnected_components(&exec, &small).unwrap();
    let error = found.bridges(&exec, &graph(&exec, 4, &vec![(0, 1)])).unwrap_err();
    assert_eq!(error.to_string(), "the graph: expected one of 3 nodes, found 4");
    let token = CancelToken::new();
    let cancelled = exec.with_token(token.clone());
    token.cancel();
    assert!(matches!(biconnected_components(&cancelled, &small), Err(boscage::Error::Cancelled)));
}
