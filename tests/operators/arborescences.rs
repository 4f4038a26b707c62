//! Minimum arborescences against all choices of arcs, and against Edmonds' algorithm as he wrote it.

use boscage::exec::Exec;
use boscage::graph::{Directed, EdgeList, Graph, Node, Weight};
use boscage::operators::{Arborescence, Cost, minimum_arborescence};
use boscage::random::mix;

use super::graphs::{execs, graphs};

type Arc = (usize, usize, i64);

fn graph<W: Weight>(exec: &Exec, list: &EdgeList<W>) -> Graph<Directed, W> {
    Graph::<Directed, W>::builder().with_ids().with_in_arcs().build(exec, list).unwrap()
}

/// Returns the least total of an arborescence from `root`, by recursion: contracts one cycle at a time.
fn edmonds(nodes: usize, root: usize, arcs: &[Arc]) -> Option<i64> {
    let mut best: Vec<Option<Arc>> = vec![None; nodes];
    for &arc in arcs.iter().filter(|arc| arc.0 != arc.1 && arc.1 != root) {
        if best[arc.1].is_none_or(|other| arc.2 < other.2) {
            best[arc.1] = Some(arc);
        }
    }
    if (0..nodes).any(|node| node != root && best[node].is_none()) {
        return None;
    }
    let before = |node: usize| if node == root { root } else { best[node].unwrap().0 };
    let cycle = (0..nodes).find_map(|start| {
        let last = (0..nodes).fold(start, |node, _| before(node));
        (last != root).then(|| {
            let mut cycle = vec![last];
            while before(*cycle.last().unwrap()) != last {
                cycle.push(before(*cycle.last().unwrap()));
            }
            cycle
        })
    });
    let Some(cycle) = cycle else { return Some(best.iter().flatten().map(|arc| arc.2).sum()) };
    let own = |node: usize| best[node].unwrap().2;
    let into = |node: usize| if cycle.contains(&node) { nodes } else { node };
    let contracted = arcs.iter().filter(|arc| into(arc.0) != into(arc.1)).map(|&(u, v, weight)| {
        let weight = if cycle.contains(&v) { weight - own(v) } else { weight };
        (into(u), into(v), weight)
    });
    // The nodes of the cycle stay as nodes that cost nothing.
    let rest = cycle.iter().map(|&node| (root, node, 0));
    let contracted: Vec<Arc> = contracted.chain(rest).collect();
    Some(edmonds(nodes + 1, root, &contracted)? + cycle.iter().map(|&node| own(node)).sum::<i64>())
}

/// Asserts that it is an arborescence of these edges.
fn check<W: Cost>(list: &EdgeList<W>, found: &Arborescence<W>) {
    let n = list.node_count();
    assert_eq!(found.edges.len(), n - 1);
    assert!(found.edges.is_sorted());
    let mut heads = vec![false; n];
    heads[found.root.index()] = true;
    for &id in &found.edges {
        let edge = list.as_view().edge(id);
        assert_eq!(found.parents.get(edge.v), Some(edge.u));
        assert!(!std::mem::replace(&mut heads[edge.v.index()], true), "two arcs into {}", edge.v);
    }
    assert_eq!(found.parents.get(found.root), None);
    let mut is_reached = vec![false; n];
    is_reached[found.root.index()] = true;
    for start in (0..n).map(Node::new) {
        let above = std::iter::successors(Some(start), |&node| found.parents.get(node));
        let path: Vec<_> = above.take_while(|node| !is_reached[node.index()]).take(n).collect();
        let top = path.last().map_or(found.root, |&node| found.parents.get(node).unwrap());
        assert!(is_reached[top.index()], "a cycle above {start}");
        path.iter().for_each(|node| is_reached[node.index()] = true);
    }
}

fn arcs<W: Weight>(list: &EdgeList<W>) -> Vec<Arc> {
    let arc = |edge: &boscage::graph::Edge<W>| (edge.u.index(), edge.v.index(), edge.weight.to_f64() as i64);
    list.edges().iter().map(arc).collect()
}

fn compare<W: Cost<Total: Into<i128>>>(list: &EdgeList<W>, execs: &[Exec], name: &str) {
    let (n, arcs) = (list.node_count(), arcs(list));
    let graph = graph(&execs[0], list);
    let totals: Vec<_> = (0..n).map(|root| edmonds(n, root, &arcs)).collect();
    let roots = (0..n).map(|root| (Some(Node::new(root)), totals[root]));
    for (root, expected) in roots.chain([(None, totals.iter().flatten().min().copied())]) {
        let first = minimum_arborescence(&execs[0], &graph, root);
        for exec in &execs[1..] {
            let found = minimum_arborescence(exec, &graph, root);
            assert_eq!(found.as_ref().ok(), first.as_ref().ok(), "{name}");
        }
        match (first, expected) {
            (Ok(found), Some(expected)) => {
                check(list, &found);
                assert_eq!(found.total.into(), i128::from(expected), "{name} from {root:?}");
                assert!(root.is_none_or(|root| root == found.root));
            }
            (Err(_), None) => {}
            (found, expected) => panic!("{name} from {root:?}: {found:?} instead of {expected:?}"),
        }
    }
}

/// The naive algorithm is itself compared with all sets of one arc into each node.
#[test]
fn all_small_graphs_have_minimum_arborescences() {
    let execs = &execs()[..2];
    let pairs: Vec<(usize, usize)> =
        (0..3).flat_map(|u| (0..3).map(move |v| (u, v))).filter(|(u, v)| u != v).collect();
    for code in 0..4_usize.pow(6) {
        let weight = |i: u32| (code / 4_usize.pow(i) % 4) as i64; // 3: no arc
        let arcs: Vec<Arc> = (0..6).map(|i| (pairs[i].0, pairs[i].1, weight(i as u32))).collect();
        let arcs: Vec<Arc> = arcs.into_iter().filter(|arc| arc.2 < 3).collect();
        for root in 0..3 {
            assert_eq!(edmonds(3, root, &arcs), exhaustive(3, root, &arcs), "{code}");
        }
        let triples = arcs.iter().map(|&(u, v, weight)| (u as u32, v as u32, weight as i32 - 1));
        let list = EdgeList::from_triples(3, triples.collect::<Vec<_>>()).unwrap();
        compare(&list, execs, &format!("graph {code}"));
    }
}

fn exhaustive(nodes: usize, root: usize, arcs: &[Arc]) -> Option<i64> {
    let totals = (0..1_u32 << arcs.len()).filter_map(|subset| {
        let chosen: Vec<&Arc> = (0..arcs.len()).filter(|i| subset >> i & 1 == 1).map(|i| &arcs[i]).collect();
        let mut is_reached = vec![false; nodes];
        is_reached[root] = true;
        for _ in 0..nodes {
            chosen.iter().for_each(|arc| is_reached[arc.1] |= is_reached[arc.0]);
        }
        let is_tree = chosen.len() == nodes - 1 && !is_reached.contains(&false);
        is_tree.then(|| chosen.iter().map(|arc| arc.2).sum())
    });
    totals.min()
}

#[test]
fn random_multigraphs_have_minimum_arborescences() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(_, list)| list.node_count() < 1000) {
        let most = [1, 3, 1000][i % 3];
        let weight = |seed: u64| (mix(seed + (i as u64) << 20) % most) as i64 - most as i64 / 3;
        // A weakly connected graph is rare, so most graphs get a path.
        let n = list.node_count() as u32;
        let path = (1..n).filter(|_| i % 4 > 0).map(|node| (node - 1, node));
        let pairs = list.edges().iter().map(|edge| (u32::from(edge.u), u32::from(edge.v))).chain(path);
        let triples = pairs.zip(0..).map(|((u, v), seed)| (u, v, weight(seed))).collect::<Vec<_>>();
        if triples.len() > 80 {
            continue; // the naive algorithm takes long
        }
        let wide = EdgeList::from_triples(n as usize, triples.iter().copied()).unwrap();
        compare(&wide, &execs[..3], &format!("graph {i}"));
        let narrow = wide.map(|_, edge| edge.weight as i32).unwrap();
        compare(&narrow, &execs[..2], &format!("graph {i}"));
        let floats = wide.map(|_, edge| edge.weight as f64 / 4.0).unwrap();
        for exec in &execs[..2] {
            let float = minimum_arborescence(exec, &graph(exec, &floats), None).ok();
            let whole = minimum_arborescence(exec, &graph(exec, &wide), None).ok();
            assert_eq!(float.map(|tree| (tree.root, tree.edges)), whole.map(|tree| (tree.root, tree.edges)));
        }
    }
}

/// Each cycle that is contracted contains the one before, so sets are as deep as they can be.
#[test]
fn cycles_within_cycles_are_contracted() {
    let depth = 20_000_u32;
    let steps = (1..depth).flat_map(|i| [(i, i + 1, 1_u32), (i + 1, i, i), (0, i, 3 * depth)]);
    let list = EdgeList::from_triples(depth as usize + 1, steps.chain([(0, depth, 3 * depth - 1)])).unwrap();
    let graph = graph(&Exec::current(), &list);
    for exec in execs() {
        let found = minimum_arborescence(&exec, &graph, Some(Node::new(0))).unwrap();
        check(&list, &found);
        // One arc from the root: to node 1, whose successors cost 1 each.
        assert_eq!(found.total, i128::from(3 * depth + depth - 1));
    }
}

/// Differences of the extreme weights need more bits than the weights have.
#[test]
fn extreme_weights_do_not_overflow() {
    let exec = Exec::new(2).unwrap();
    let (low, high) = (i64::MIN, i64::MAX);
    let triples = [(0, 1, high), (1, 2, low), (2, 1, low), (0, 2, high - 1), (2, 3, high), (3, 2, low)];
    let list = EdgeList::from_triples(4, triples).unwrap();
    compare_total(&exec, &list, i128::from(high) * 2 - 1 + i128::from(low));
    let narrow = triples.map(|(u, v, weight)| (u, v, if weight == low { i32::MIN } else { i32::MAX }));
    let list = EdgeList::from_triples(4, narrow).unwrap();
    compare_total(&exec, &list, i128::from(i32::MAX) * 2 + i128::from(i32::MIN));
}

fn compare_total<W: Cost<Total = i128>>(exec: &Exec, list: &EdgeList<W>, total: i128) {
    let found = minimum_arborescence(exec, &graph(exec, list), Some(Node::new(0))).unwrap();
    check(list, &found);
    assert_eq!(found.total, total);
}

#[test]
fn what_has_no_arborescence_is_refused() {
    let exec = Exec::new(2).unwrap();
    let message = |nodes: usize, triples: &[(u32, u32, f64)], root: Option<u32>| {
        let list = EdgeList::from_triples(nodes, triples.iter().copied()).unwrap();
        let found = minimum_arborescence(&exec, &graph(&exec, &list), root.map(Node::from));
        found.unwrap_err().to_string()
    };
    let arcs = [(0, 1, 1.0), (2, 3, 1.0), (3, 2, 1.0), (2, 1, 1.0)];
    let from = message(4, &arcs, Some(0));
    assert_eq!(from, "root: expected a node that reaches all others, found 0, which does not reach node 2");
    let any = message(4, &arcs, None);
    assert_eq!(
        any,
        "the graph: expected a node that reaches all others, found none that reaches both 0 and 2"
    );
    assert_eq!(message(2, &arcs[..1], Some(7)), "root: expected a node below 2, found 7");
    let endless = message(2, &[(0, 1, f64::INFINITY)], None);
    assert_eq!(endless, "weights: expected finite ones within 2^990, found inf on an arc to node 1");
    assert!(message(0, &[], None).starts_with("the graph: expected 1 to "));
    let list = EdgeList::from_triples(1, [(0, 0, 1)]).unwrap();
    let plain = Graph::<Directed, i32>::from_edges(&exec, &list).unwrap();
    assert!(minimum_arborescence(&exec, &plain, None).is_err());
    let single = minimum_arborescence(&exec, &graph(&exec, &list), None).unwrap();
    assert_eq!((single.root, single.edges.len(), single.total), (Node::new(0), 0, 0));
    exec.token().cancel();
    let cancelled = minimum_arborescence(&exec, &graph(&Exec::current(), &list), None).unwrap_err();
    assert!(matches!(cancelled, boscage::Error::Cancelled), "{cancelled}");
}
