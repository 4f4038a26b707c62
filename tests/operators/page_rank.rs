//! PageRank against its definition.

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeData, EdgeList, Graph, Node, NodeMap, Undirected};
use boscage::operators::{Dangling, PageRank, PageRankMethod, Precision, page_rank, page_rank_by};

use crate::graphs::{execs, graphs};

/// One step of the walk, in `f64`: the sum of what it changes.
fn residual<D: Direction, E: EdgeData>(
    graph: &Graph<D, E>,
    ranks: &NodeMap<f64>,
    config: PageRank<'_>,
    weight: impl Fn(E) -> f64,
) -> f64 {
    let share = |jumps: Option<&NodeMap<f64>>, v| match jumps {
        None => 1.0 / graph.node_count() as f64,
        Some(jumps) => jumps[v] / jumps.as_slice().iter().sum::<f64>(),
    };
    let of_arcs = |v| graph.arcs(v).iter().map(|(_, data)| weight(data)).sum::<f64>();
    let lost: f64 = graph.nodes().filter(|&v| of_arcs(v) == 0.0).map(|v| ranks[v]).sum();
    let from_lost = |v| match config.dangling {
        Dangling::Lost => 0.0,
        Dangling::To(jumps) => share(Some(jumps), v),
        _ => share(config.jumps, v),
    };
    let jump = |v| (1.0 - config.damping) * share(config.jumps, v) + config.damping * lost * from_lost(v);
    let mut next: Vec<f64> = graph.nodes().map(jump).collect();
    for v in graph.nodes().filter(|&v| of_arcs(v) > 0.0) {
        for (to, data) in graph.arcs(v) {
            next[to.index()] += config.damping * ranks[v] * weight(data) / of_arcs(v);
        }
    }
    graph.nodes().map(|v| (next[v.index()] - ranks[v]).abs()).sum()
}

#[test]
fn ranks_are_a_fixed_point_of_the_walk() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(i, list)| list.node_count() < 1000 || i % 100 == 49) {
        let exec = &execs[i % execs.len()];
        let graph = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        let one_way = Graph::<Directed, _>::from_edges(exec, &list).unwrap().with_in_arcs(exec).unwrap();
        let values = |unit: f64| {
            NodeMap::from_fn(exec, &graph, |node| ((node.index() + i) % 3) as f64 * unit + 0.5).unwrap()
        };
        let [jumps, dangling, start] = [1.0, 0.3, 20.0].map(values);
        let precision = [Precision::Single, Precision::Double][i % 3 % 2];
        // Fewer rounds with less damping.
        let (damping, tolerance) = if precision == Precision::Single { (0.85, 1e-5) } else { (0.4, 1e-9) };
        let config = PageRank {
            damping,
            tolerance,
            precision,
            method: [PageRankMethod::GaussSeidel, PageRankMethod::Jacobi][i % 2],
            dangling: [Dangling::Jumps, Dangling::Lost, Dangling::To(&dangling)][i / 2 % 3],
            jumps: [None, Some(&jumps)][i / 6 % 2],
            start: [None, Some(&start)][i / 12 % 2],
            ..PageRank::default()
        };
        let is_weighted = i / 5 % 2 == 1;
        for is_directed in [false, true] {
            let weight = |weight: u32| if is_weighted { f64::from(weight % 3) } else { 1.0 };
            let found = match (is_directed, is_weighted) {
                (false, false) => page_rank(exec, &graph, config),
                (true, false) => page_rank(exec, &one_way, config),
                (false, true) => page_rank_by(exec, &graph, weight, config),
                (true, true) => page_rank_by(exec, &one_way, weight, config),
            };
            let found = found.unwrap();
            assert!(found.change < tolerance && found.rounds > 0, "graph {i}: {config:?}");
            let residual = match is_directed {
                false => residual(&graph, &found.ranks, config, weight),
                true => residual(&one_way, &found.ranks, config, weight),
            };
            assert!(
                residual < 5.0 * tolerance,
                "graph {i}: {residual}, directed: {is_directed}, weighted: {is_weighted}, {config:?}"
            );
            let sum: f64 = found.ranks.as_slice().iter().sum();
            let is_one = (sum - 1.0).abs() < 100.0 * tolerance;
            assert!(config.dangling == Dangling::Lost || is_one, "graph {i}: {sum}");
        }
    }
}

#[test]
fn ranks_of_an_earlier_run_are_where_the_next_one_ends() {
    let exec = Exec::new(2).unwrap();
    let graph = Graph::<Undirected, _>::from_edges(&exec, &graphs().nth(99).unwrap()).unwrap();
    let config = PageRank { tolerance: 1e-9, method: PageRankMethod::Jacobi, ..PageRank::default() };
    let first = page_rank(&exec, &graph, config).unwrap();
    let again = page_rank(&exec, &graph, PageRank { start: Some(&first.ranks), ..config }).unwrap();
    assert!(first.rounds > 10 && again.rounds == 1, "{} and {} rounds", first.rounds, again.rounds);
}

#[test]
fn ranks_of_a_star_converge_however_many_arcs_lead_to_its_middle() {
    let nodes = 100_000_u32;
    let list = EdgeList::from_pairs(nodes as usize, (1..nodes).map(|leaf| (leaf, 0))).unwrap();
    // The middle and the leaves: h = (1-d)/n + d (n-1) l, and l = (1-d)/n + d h / (n-1).
    let (n, d) = (f64::from(nodes), PageRank::DEFAULT_DAMPING);
    let middle = (1.0 - d) / n * (1.0 + d * (n - 1.0)) / (1.0 - d * d);
    for method in [PageRankMethod::Jacobi, PageRankMethod::GaussSeidel] {
        let exec = Exec::new(2).unwrap();
        let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
        let config = PageRank { tolerance: 1e-6, rounds: 200, method, ..PageRank::default() };
        let found = page_rank(&exec, &graph, config).unwrap();
        assert!(found.change < 1e-6, "{method:?}: {}", found.change);
        let error = found[Node::new(0)] - middle;
        assert!(error.abs() < 1e-5, "{method:?}: {error}");
    }
}

#[test]
fn ranks_of_jacobi_are_the_same_on_any_number_of_threads() {
    let list = graphs().nth(99).unwrap();
    let ranks = execs().into_iter().map(|exec| {
        let graph = Graph::<Undirected, _>::from_edges(&exec, &list).unwrap();
        let config = PageRank { method: PageRankMethod::Jacobi, ..PageRank::default() };
        page_rank(&exec, &graph, config).unwrap().ranks
    });
    let ranks: Vec<_> = ranks.collect();
    assert!(ranks.iter().all(|one| one == &ranks[0]));
}

/// Weights whose sum is no number, or whose inverse is none.
#[test]
fn ranks_do_not_depend_on_the_unit_of_jumps() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_pairs(1000, (0..999).map(|i| (i, i + 1))).unwrap();
    let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap().with_in_arcs(&exec).unwrap();
    let ranks = |jump: f64| {
        let jumps = NodeMap::filled(&graph, jump).unwrap();
        let config = PageRank { jumps: Some(&jumps), tolerance: 1e-6, ..PageRank::default() };
        page_rank(&exec, &graph, config).unwrap().ranks
    };
    let expected = ranks(1.0);
    for unit in [1e-320, 1e308] {
        for (node, rank) in ranks(unit).iter() {
            assert!((rank / expected[node] - 1.0).abs() < 1e-4, "{unit}: {rank} for node {node}");
        }
    }
}

#[test]
fn walks_that_cannot_be_are_refused() {
    let exec = Exec::new(1).unwrap();
    let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(2, [(0, 1)]).unwrap()).unwrap();
    let default = PageRank::default();
    let refused = page_rank(&exec, &graph, PageRank { damping: 1.0, ..default });
    assert_eq!(refused.unwrap_err().to_string(), "damping: expected at least 0 and below 1, found 1");
    let refused = page_rank(&exec, &graph, PageRank { tolerance: f64::NAN, ..default });
    assert_eq!(refused.unwrap_err().to_string(), "tolerance: expected a number, found NaN");
    for (jumps, expected) in [
        (vec![1.0], "jumps: expected one for each of 2 nodes, found 1"),
        (vec![1.0, -0.5], "jumps: expected numbers of at least 0, found -0.5 for node 1"),
        (vec![0.0, 0.0], "jumps: expected some above 0, found none"),
    ] {
        let jumps = NodeMap::from(jumps);
        let refused = page_rank(&exec, &graph, PageRank { jumps: Some(&jumps), ..default });
        assert_eq!(refused.unwrap_err().to_string(), expected);
        let refused = page_rank(&exec, &graph, PageRank { start: Some(&jumps), ..default });
        assert_eq!(refused.unwrap_err().to_string(), expected.replace("jumps", "start"));
        let refused = page_rank(&exec, &graph, PageRank { dangling: Dangling::To(&jumps), ..default });
        assert_eq!(refused.unwrap_err().to_string(), expected.replace("jumps", "dangling"));
    }
    for weight in [-1.0, f64::NAN, f64::INFINITY, f64::MAX] {
        let list = EdgeList::from_pairs(2, [(0, 1), (1, 0)]).unwrap();
        let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
        let refused = page_rank_by(&exec, &graph, |()| weight, default).unwrap_err().to_string();
        let found = if weight == f64::MAX { f64::INFINITY } else { weight };
        let expected = "weights: expected numbers of at least 0 with a finite sum, found";
        assert_eq!(refused, format!("{expected} {found} at node 0"));
    }
    let empty = Graph::<Undirected>::from_edges(&exec, &EdgeList::with_nodes(0).unwrap()).unwrap();
    assert!(page_rank(&exec, &empty, default).unwrap().ranks.is_empty());
}
