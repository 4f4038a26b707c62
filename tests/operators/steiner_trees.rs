//! Steiner trees against the shortest ones, and against spanning trees of all distances between terminals.

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeList, Graph, Node, Undirected};
use boscage::operators::steiner_tree;
use boscage::random::{Random, mix};

use super::graphs::{execs, graphs};

fn graph(exec: &Exec, list: &EdgeList<u32>) -> Graph<Undirected, u32> {
    Graph::<Undirected, _>::builder().with_ids().build(exec, list).unwrap()
}

/// The length of the minimum spanning tree of the nodes `of`, by Prim; `None` if they are not connected.
fn spanning(of: &[usize], length: impl Fn(usize, usize) -> Option<u64>) -> Option<u64> {
    let (mut total, mut inside) = (0, vec![*of.first()?]);
    while inside.len() < of.len() {
        let outside = of.iter().copied().filter(|node| !inside.contains(node));
        let edges = outside.flat_map(|v| inside.iter().map(move |&u| (u, v)));
        let (least, node) = edges.filter_map(|(u, v)| Some((length(u, v)?, v))).min()?;
        total += least;
        inside.push(node);
    }
    Some(total)
}

/// All distances, by Floyd and Warshall.
fn all_distances(list: &EdgeList<u32>) -> Vec<Vec<Option<u64>>> {
    let n = list.node_count();
    let mut all = vec![vec![None; n]; n];
    for &Edge { u, v, weight } in list.edges() {
        for (u, v) in [(u, v), (v, u)] {
            let old = &mut all[u.index()][v.index()];
            *old = Some(old.map_or(weight.into(), |old: u64| old.min(weight.into())));
        }
    }
    (0..n).for_each(|node| all[node][node] = Some(0));
    for k in 0..n {
        for u in 0..n {
            let Some(first) = all[u][k] else { continue };
            let through = all[k].clone();
            for (old, second) in all[u].iter_mut().zip(through) {
                if let Some(second) = second {
                    *old = Some(old.unwrap_or(u64::MAX).min(first + second));
                }
            }
        }
    }
    all
}

/// Demands a tree over the terminals whose leaves are terminals.
fn is_tree(list: &EdgeList<u32>, ids: &[boscage::graph::EdgeId], terminals: &[Node]) {
    let mut degrees = vec![0; list.node_count()];
    let mut sets: Vec<usize> = (0..list.node_count()).collect();
    for id in ids {
        let Edge { u, v, .. } = list.edges()[id.index()];
        (degrees[u.index()], degrees[v.index()]) = (degrees[u.index()] + 1, degrees[v.index()] + 1);
        let [one, other] = [sets[u.index()], sets[v.index()]];
        assert_ne!(one, other, "a cycle");
        sets.iter_mut().filter(|set| **set == other).for_each(|set| *set = one);
    }
    let Some(&first) = terminals.first() else { return assert!(ids.is_empty()) };
    assert!(terminals.iter().all(|node| sets[node.index()] == sets[first.index()]));
    for node in (0..list.node_count()).filter(|&node| degrees[node] == 1) {
        assert!(terminals.contains(&Node::new(node)), "{node} is a leaf");
    }
    assert!((0..list.node_count()).all(|node| degrees[node] == 0 || sets[node] == sets[first.index()]));
}

#[test]
fn trees_are_nearly_as_short_as_the_shortest() {
    let (execs, mut longer, mut none) = (execs(), 0, 0);
    for (i, list) in graphs().enumerate().filter(|(_, list)| list.node_count() < 100) {
        let modulus = [1, 2, 5, 100][i % 4];
        let list = list.map(|id, _| (mix(id.index() as u64) % modulus) as u32).unwrap();
        let mut draws = Random::new(i as u64, 9).item(0);
        let mut node = || Node::new(draws.below(list.node_count() as u64) as usize);
        let terminals: Vec<Node> = (0..i % 7).map(|_| node()).collect();
        let mut different: Vec<usize> = terminals.iter().map(|node| node.index()).collect();
        different.sort_unstable();
        different.dedup();
        let distances = all_distances(&list);
        let by_paths = spanning(&different, |u, v| distances[u][v]);
        let mut first = None;
        for exec in &execs {
            let found = steiner_tree(exec, &graph(exec, &list), terminals.iter().copied());
            let Ok(found) = found else {
                assert!(by_paths.is_none(), "graph {i}: {found:?}");
                none += 1;
                break;
            };
            is_tree(&list, found.edges(), &terminals);
            assert!(found.total() as u64 <= by_paths.unwrap_or(0), "graph {i}");
            assert_eq!(*first.get_or_insert_with(|| found.clone()), found, "graph {i}");
        }
        let (Some(found), n) = (first, list.node_count()) else { continue };
        if n > 10 || different.is_empty() {
            continue;
        }
        // The shortest one spans the terminals and some other nodes.
        let direct = |u: usize, v: usize| {
            let joins = |edge: &&Edge<u32>| [(u, v), (v, u)].contains(&(edge.u.index(), edge.v.index()));
            list.edges().iter().filter(joins).map(|edge| u64::from(edge.weight)).min()
        };
        let with = |set: usize| (0..n).filter(move |node| set >> node & 1 == 1).collect::<Vec<_>>();
        let sets = (0..1 << n).filter(|set| different.iter().all(|node| set >> node & 1 == 1));
        let best = sets.filter_map(|set| spanning(&with(set), direct)).min().unwrap();
        let (total, t) = (found.total() as u64, different.len() as u64);
        assert!(best <= total && total * t <= 2 * (t - 1) * best, "graph {i}: {total} beside {best}");
        longer += usize::from(total > best);
    }
    assert!(none > 10, "{none} {longer}");
}

/// A wheel whose rim is nearly as short as its spokes: the tree is the rim, the bound is nearly reached.
#[test]
fn the_bound_is_nearly_reached() {
    let n = 50_u32;
    let rim = (0..n).map(|i| (i, (i + 1) % n, 199));
    let list = EdgeList::from_triples(n as usize + 1, rim.chain((0..n).map(|i| (i, n, 100)))).unwrap();
    let terminals: Vec<u32> = (0..n).chain(0..n).collect();
    for exec in execs() {
        let tree = steiner_tree(&exec, &graph(&exec, &list), terminals.iter().copied()).unwrap();
        assert_eq!((tree.total(), tree.edges().len()), (49 * 199, 49));
    }
}

#[test]
fn large_graphs_have_the_same_tree_on_any_number_of_threads() {
    for list in graphs().filter(|list| list.node_count() > 100) {
        let list = list.map(|id, _| (mix(id.index() as u64) % 50) as u32).unwrap();
        let mut first = None;
        for exec in execs() {
            let graph = graph(&exec, &list);
            let parts = boscage::operators::connected_components(&exec, &graph).unwrap();
            let (most, _) = parts.largest().unwrap().unwrap();
            let inside = graph.nodes().filter(|&node| parts[node] == most).step_by(100);
            let terminals: Vec<_> = inside.collect();
            let found = steiner_tree(&exec, &graph, terminals.iter().copied()).unwrap();
            assert_eq!(*first.get_or_insert_with(|| found.clone()), found);
        }
    }
}

#[test]
fn what_has_no_tree_is_refused() {
    let exec = Exec::new(2).unwrap();
    let list = EdgeList::from_triples(5, [(0, 1, u64::MAX - 1), (1, 2, 1), (2, 3, 1), (4, 4, 1)]).unwrap();
    let build =
        |list: &EdgeList<u64>| Graph::<Undirected, _>::builder().with_ids().build(&exec, list).unwrap();
    let graph = build(&list);
    let refused =
        |terminals: &[u32]| steiner_tree(&exec, &graph, terminals.iter().copied()).unwrap_err().to_string();
    assert_eq!(
        refused(&[1, 4, 1]),
        "terminals: expected nodes of one component, found no path between 1 and 4"
    );
    assert_eq!(refused(&[5]), "terminals: expected nodes below 5, found 5");
    // All distances fit, but not the sum over the first edge, which is the bridge.
    assert_eq!(refused(&[0, 3]), "weights: expected lengths of paths that fit 64 bits, found a longer path");
    let none: &[u32] = &[];
    let only = [none, &[1], &[1, 1]].map(|one| steiner_tree(&exec, &graph, one.iter().copied()).unwrap());
    assert!(only.iter().all(|tree| tree.edges().is_empty() && tree.tree_count() == 5));
    let graph = build(&EdgeList::with_nodes(0).unwrap());
    assert!(steiner_tree(&exec, &graph, none.iter().copied()).unwrap().edges().is_empty());
    let graph = Graph::<Undirected, u64>::from_edges(&exec, &list).unwrap();
    assert!(steiner_tree(&exec, &graph, [1]).unwrap_err().to_string().contains("with_ids"));
    let negative = EdgeList::from_triples(2, [(0, 1, -1.5)]).unwrap();
    let graph = Graph::<Undirected, _>::builder().with_ids().build(&exec, &negative).unwrap();
    assert!(steiner_tree(&exec, &graph, [0]).unwrap_err().to_string().contains("none below 0"));
}
