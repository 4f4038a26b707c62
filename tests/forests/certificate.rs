//! For any set of edges the certificate gives the same verdict as a naive verifier: it accepts the forest,
//! recognises other minimal forests (ties), and says what is wrong with everything else.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use boscage::Error;
use boscage::exec::{CancelToken, Exec, Progress};
use boscage::graph::{Edge, EdgeId, EdgeList, EdgeListView, Node, Objective};
use boscage::operators::msf::{Flaw, Kruskal, Verdict, check, kruskal};
use rayon::prelude::*;

use Objective::{Maximum, Minimum};

/// The expected verdict of [`check`], by walking: it looks for cycles and paths edge by edge.
fn naive(graph: EdgeListView<'_, i32>, forest: &[usize], objective: Objective) -> Verdict {
    let flawed = Verdict::Flawed;
    let edges = graph.edges();
    if let Some(&unknown) = forest.iter().filter(|&&id| id >= edges.len()).min() {
        return flawed(Flaw::Unknown(EdgeId::new(unknown)));
    }
    let repeated = forest.iter().filter(|&&id| forest.iter().filter(|&&other| other == id).count() > 1);
    if let Some(&repeated) = repeated.min() {
        return flawed(Flaw::Repeated(EdgeId::new(repeated)));
    }
    let rank = |id: usize| {
        let weight = edges[id].weight;
        (if objective == Maximum { -weight } else { weight }, id)
    };
    let mut order = forest.to_vec();
    order.sort_by_key(|&id| rank(id));
    for (i, &id) in order.iter().enumerate() {
        if ways(edges, &order[..i], edges[id].u).contains_key(&edges[id].v) {
            return flawed(Flaw::Cycle(EdgeId::new(id)));
        }
    }
    let ways: Vec<_> = (0..graph.node_count()).map(|node| ways(edges, forest, Node::new(node))).collect();
    let mut verdict = Verdict::Exact;
    for outside in (0..edges.len()).filter(|id| !forest.contains(id)) {
        let Edge { u, v, .. } = edges[outside];
        let Some(way) = ways[u.index()].get(&v) else {
            return flawed(Flaw::NotSpanning(EdgeId::new(outside)));
        };
        let Some(&inside) = way.iter().max_by_key(|&&id| rank(id)) else { continue }; // a loop
        if rank(outside).0 < rank(inside).0 {
            let [inside, outside] = [inside, outside].map(EdgeId::new);
            return flawed(Flaw::Heavier { inside, outside });
        }
        if rank(outside) < rank(inside) && verdict == Verdict::Exact {
            let [inside, outside] = [inside, outside].map(EdgeId::new);
            verdict = Verdict::Minimal { inside, outside };
        }
    }
    verdict
}

/// The nodes that a node reaches along some edges, with the edges on a way to each.
fn ways(edges: &[Edge<i32>], along: &[usize], from: Node) -> BTreeMap<Node, Vec<usize>> {
    let mut ways = BTreeMap::from([(from, Vec::new())]);
    let mut left = vec![from];
    while let Some(node) = left.pop() {
        for &id in along {
            let Edge { u, v, .. } = edges[id];
            let next = if u == node { v } else { u };
            if (u == node || v == node) && !ways.contains_key(&next) {
                ways.insert(next, [&ways[&node][..], &[id]].concat());
                left.push(next);
            }
        }
    }
    ways
}

fn verdict(graph: &EdgeList<i32>, forest: &[usize], objective: Objective) -> Verdict {
    let ids: Vec<EdgeId> = forest.iter().map(|&id| EdgeId::new(id)).collect();
    check(&Exec::current(), graph, &ids, objective).unwrap()
}

/// Asserts that both verifiers agree and returns what they say.
fn agreed(graph: &EdgeList<i32>, forest: &[usize], objective: Objective) -> Verdict {
    let (ours, truth) = (verdict(graph, forest, objective), naive(graph.as_view(), forest, objective));
    assert_eq!(ours, truth, "{objective:?} {forest:?} of {:?}", graph.as_view());
    ours
}

/// The forest, through the simplest operator.
fn true_forest(graph: &EdgeList<i32>, objective: Objective) -> Vec<usize> {
    let forest = kruskal(&Exec::current(), graph, objective, Kruskal::default()).unwrap();
    forest.edges().iter().map(|id| id.index()).collect()
}

/// A small multigraph with ties, loops and several components, made by a linear congruence.
fn random(seed: u32) -> EdgeList<i32> {
    let mut state = seed;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let (nodes, edges, weights) = (1 + next(12), next(25), 1 + next(5));
    let triples: Vec<_> = (0..edges).map(|_| (next(nodes), next(nodes), next(weights) as i32 - 2)).collect();
    EdgeList::from_triples(nodes as usize, triples).unwrap()
}

#[test]
fn every_set_of_edges_of_every_graph_of_up_to_four_nodes() {
    for nodes in 1..=4_u32 {
        let pairs: Vec<(u32, u32)> = (0..nodes).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let graphs = 3_u32.pow(pairs.len() as u32);
        (0..graphs).into_par_iter().for_each(|code| {
            // Each pair has no edge, one of weight 1, or one of weight 2.
            let weights = (0..).map(|i| (code / 3_u32.pow(i) % 3) as i32);
            let edges = pairs.iter().zip(weights).map(|(&(u, v), weight)| (u, v, weight));
            let graph = EdgeList::from_triples(nodes as usize, edges.filter(|edge| edge.2 > 0)).unwrap();
            let sets = (0..1_u32 << graph.edge_count())
                .map(|bits| (0..graph.edge_count()).filter(|id| bits >> id & 1 == 1).collect::<Vec<_>>());
            let exact = sets.filter(|set| agreed(&graph, set, Minimum) == Verdict::Exact).count();
            assert_eq!(exact, 1, "{graph:?} has exactly one forest");
        });
    }
}

#[test]
fn true_forests_are_exact() {
    for graph in (0..2000).map(random) {
        for objective in [Minimum, Maximum] {
            assert_eq!(agreed(&graph, &true_forest(&graph, objective), objective), Verdict::Exact);
        }
    }
}

#[test]
fn forests_that_resolve_ties_otherwise_are_minimal() {
    let mut seen = 0;
    for graph in (0..2000).map(random) {
        for objective in [Minimum, Maximum] {
            // The same graph with its edges in the opposite order prefers the higher of our ids.
            let last = graph.edge_count().wrapping_sub(1);
            let backwards = graph.edges().iter().rev().copied().collect();
            let backwards = EdgeList::new(graph.node_count(), backwards).unwrap();
            let forest: Vec<usize> =
                true_forest(&backwards, objective).into_iter().map(|id| last - id).collect();
            let mut ascending = forest.clone();
            ascending.sort_unstable();
            let same = ascending == true_forest(&graph, objective);
            let verdict = agreed(&graph, &forest, objective);
            assert!(if same {
                verdict == Verdict::Exact
            } else {
                matches!(verdict, Verdict::Minimal { .. })
            });
            seen += usize::from(!same);
        }
    }
    assert!(seen > 1000, "only {seen} graphs had ties that matter");
}

#[test]
fn every_fault_is_named() {
    let mut seen = [0; 5];
    for graph in (0..2000).map(random) {
        for objective in [Minimum, Maximum] {
            let forest = true_forest(&graph, objective);
            let mut fault = |forest: &[usize]| {
                let verdict = agreed(&graph, forest, objective);
                let Verdict::Flawed(flaw) = verdict else { return verdict };
                seen[match flaw {
                    Flaw::Unknown(_) => 0,
                    Flaw::Repeated(_) => 1,
                    Flaw::Cycle(_) => 2,
                    Flaw::NotSpanning(_) => 3,
                    Flaw::Heavier { .. } => 4,
                }] += 1;
                verdict
            };
            let unknown = graph.edge_count() + 3;
            let found = fault(&[&forest[..], &[unknown, unknown + 1]].concat());
            assert_eq!(found, Verdict::Flawed(Flaw::Unknown(EdgeId::new(unknown))));
            for outside in (0..graph.edge_count()).filter(|id| forest.binary_search(id).is_err()) {
                let more = [&forest[..], &[outside]].concat();
                assert!(matches!(fault(&more), Verdict::Flawed(Flaw::Cycle(_))));
                for dropped in 0..forest.len() {
                    let mut swapped = forest.clone();
                    swapped[dropped] = outside;
                    let found = fault(&swapped);
                    assert!(!matches!(found, Verdict::Exact), "{swapped:?} instead of {forest:?}");
                }
            }
            for (i, &id) in forest.iter().enumerate() {
                let found = fault(&[&forest[..], &[id]].concat());
                assert_eq!(found, Verdict::Flawed(Flaw::Repeated(EdgeId::new(id))));
                let mut fewer = forest.clone();
                fewer.remove(i);
                assert!(matches!(fault(&fewer), Verdict::Flawed(Flaw::NotSpanning(_))));
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
}

/// Graphs of many more edges than one thread judges at a time. Where heavy edges are many, nearly all are
/// proved by the bounds of their ends; where the largest tree has no edges outside, none is.
fn large() -> Vec<(&'static str, EdgeList<i32>)> {
    let mut state = 7_u32;
    let mut below = move |limit: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(state) * u64::from(limit)) >> 32) as u32
    };
    let mut random = |nodes: u32, edges: usize, weights: u32| -> Vec<(u32, u32, i32)> {
        (0..edges).map(|_| (below(nodes), below(nodes), below(weights) as i32)).collect()
    };
    let shifted = |edges: Vec<(u32, u32, i32)>, by: u32| {
        edges.into_iter().map(move |(u, v, weight)| (u + by, v + by, weight))
    };
    let star = |from: u32| (1..60).map(move |leaf| (from, from + leaf, 5));
    let side = 12;
    let right = (0..side * side).filter(|at| at % side + 1 < side).map(|at| (at, at + 1));
    let down = (0..side * (side - 1)).map(|at| (at, at + side));
    let grid: Vec<_> = right.chain(down).collect();
    let weights = random(1, grid.len(), 1000);
    let graphs = [
        ("many weights", 50, random(50, 9000, 100_000)),
        ("ties", 50, random(50, 9000, 4)),
        ("equal weights", 50, random(50, 9000, 1)),
        ("sparse", 150, random(150, 170, 100)),
        (
            "two trees",
            80,
            random(40, 5000, 1000).into_iter().chain(shifted(random(40, 5000, 1000), 40)).collect(),
        ),
        ("beside a star", 100, shifted(random(40, 9000, 1000), 60).chain(star(0)).collect()),
        (
            "around a star",
            100,
            shifted(random(40, 9000, 1000), 60).chain([(0, 70, 2000)]).chain(star(0)).collect(),
        ),
        ("grid", 144, grid.into_iter().zip(weights).map(|((u, v), (.., weight))| (u, v, weight)).collect()),
    ];
    graphs.map(|(name, nodes, edges)| (name, EdgeList::from_triples(nodes, edges).unwrap())).into()
}

/// The forest, without an edge or with another one, in every order and on several threads.
#[test]
fn forests_of_many_edges_that_are_broken_are_told_from_those_that_are_not() {
    large().par_iter().for_each(|(name, graph)| {
        let mut seen = [0; 2];
        for objective in [Minimum, Maximum] {
            let forest = true_forest(graph, objective);
            assert_eq!(agreed(graph, &forest, objective), Verdict::Exact, "{name}");
            let backwards: Vec<usize> = forest.iter().rev().copied().collect();
            for threads in 1..=3 {
                let exec = Exec::new(threads).unwrap();
                let ids: Vec<EdgeId> = backwards.iter().map(|&id| EdgeId::new(id)).collect();
                assert_eq!(check(&exec, graph, &ids, objective).unwrap(), Verdict::Exact, "{name}");
            }
            let outside: Vec<usize> =
                (0..graph.edge_count()).filter(|id| forest.binary_search(id).is_err()).collect();
            // Edges from the first to the last, and forest edges of all weights.
            for at in 0..5 {
                let dropped = at * (forest.len() - 1) / 4;
                let added = outside[at * (outside.len() - 1) / 4];
                let mut fewer = forest.clone();
                fewer.remove(dropped);
                agreed(graph, &fewer, objective);
                let more = [&forest[..], &[added]].concat();
                assert_eq!(
                    agreed(graph, &more, objective),
                    Verdict::Flawed(Flaw::Cycle(EdgeId::new(added))),
                    "{name}"
                );
                let edges = graph.edges();
                let Edge { u, v, .. } = edges[added];
                for &replaced in ways(edges, &forest, u)[&v].iter().take(2) {
                    let mut swapped: Vec<usize> =
                        forest.iter().copied().filter(|&id| id != replaced).collect();
                    swapped.push(added);
                    seen[match agreed(graph, &swapped, objective) {
                        Verdict::Minimal { .. } => 0,
                        Verdict::Flawed(Flaw::Heavier { .. }) => 1,
                        verdict => panic!("{name}: {verdict:?}"),
                    }] += 1;
                }
            }
        }
        assert!(seen[0] + seen[1] > 0, "{name}");
    });
}

#[test]
fn extreme_weights_are_ordinary_ones() {
    let weights = [f64::NEG_INFINITY, -0.0, 0.0, f64::INFINITY];
    let triples = [(0, 1, 3), (1, 2, 3), (2, 0, 2), (0, 1, 1), (2, 2, 0)];
    let graph = EdgeList::from_triples(3, triples.map(|(u, v, w)| (u, v, weights[w]))).unwrap();
    let check = |ids: &[usize], objective| {
        let ids: Vec<EdgeId> = ids.iter().map(|&id| EdgeId::new(id)).collect();
        check(&Exec::current(), &graph, &ids, objective).unwrap()
    };
    assert_eq!(check(&[2, 3], Minimum), Verdict::Exact);
    assert_eq!(check(&[0, 1], Maximum), Verdict::Exact);
    let [inside, outside] = [1, 2].map(EdgeId::new);
    assert_eq!(check(&[1, 3], Minimum), Verdict::Flawed(Flaw::Heavier { inside, outside }));
}

/// Edges among 100 nodes, each of another weight, in no order.
fn among_100(edges: u32) -> Vec<(u32, u32, i32)> {
    let draw = |i: u32| i.wrapping_mul(2_654_435_761);
    (0..edges)
        .map(|i| (draw(3 * i) >> 8, draw(3 * i + 1) >> 8, draw(3 * i + 2)))
        .map(|(u, v, weight)| (u % 100, v % 100, (weight >> 1) as i32))
        .collect()
}

/// The edges outside the forest of a graph, and how many of them the bounds do not prove.
fn outside_and_climbed(nodes: usize, edges: Vec<(u32, u32, i32)>) -> (usize, u64) {
    let exec = Exec::new(2).unwrap();
    let graph = EdgeList::from_triples(nodes, edges).unwrap();
    let forest = kruskal(&exec, &graph, Minimum, Kruskal::default()).unwrap();
    exec.clear_statistics();
    assert_eq!(check(&exec, &graph, forest.edges(), Minimum).unwrap(), Verdict::Exact);
    let statistics = exec.take_statistics();
    let judged = *statistics.loop_named("check").unwrap().rounds.last().unwrap();
    assert_eq!(judged.committed, graph.edge_count() as u64);
    (graph.edge_count() - forest.edges().len(), judged.retried)
}

#[test]
fn bounds_prove_nearly_all_edges_of_one_tree_and_none_of_others() {
    let (outside, climbed) = outside_and_climbed(100, among_100(10_000));
    assert!(outside == 10_000 - 99 && climbed < 20, "{climbed} of {outside} edges climb");
    // Edges of equal weight are in the order of their ids.
    let equal = among_100(10_000).into_iter().map(|(u, v, _)| (u, v, 7)).collect();
    let (outside, climbed) = outside_and_climbed(100, equal);
    assert!(outside == 10_000 - 99 && climbed < 20, "{climbed} of {outside} edges climb");
    // The largest tree is a star that has no edges outside.
    let star = (1..200).map(|leaf| (100, 100 + leaf, 1));
    let found = outside_and_climbed(300, among_100(10_000).into_iter().chain(star).collect());
    assert_eq!(found, (10_000 - 99, 10_000 - 99));
}

#[test]
fn a_proof_reports_its_progress_and_can_be_cancelled() {
    let list = EdgeList::from_triples(100, among_100(50_000)).unwrap();
    let forest = kruskal(&Exec::current(), &list, Minimum, Kruskal::default()).unwrap();
    let prove = |exec: &Exec| check(exec, &list, forest.edges(), Minimum);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let shares = seen.clone();
    let watch = move |progress: &Progress<'_>| shares.lock().unwrap().push((progress.done, progress.total));
    assert_eq!(prove(&Exec::new(2).unwrap().with_progress(watch)).unwrap(), Verdict::Exact);
    let seen = seen.lock().unwrap();
    let all = 50_000 + 99;
    assert!(seen.iter().all(|&(done, total)| done <= total && total == all), "{seen:?}");
    assert!(seen[0].0 == 0 && seen.last() == Some(&(all, all)) && seen.len() > 10, "{seen:?}");

    let token = CancelToken::default();
    let cancel = token.clone();
    let exec = Exec::new(2).unwrap().with_token(token).with_progress(move |progress| {
        if progress.done > 20_000 {
            cancel.cancel();
        }
    });
    assert!(matches!(prove(&exec), Err(Error::Cancelled)));
}
