//! Tests of the cliques, the distances and the counts, and of ranges of edges.

use super::*;

type Pair = (u64, u64);

fn config(nodes: usize, max_clique: usize, inter: f64) -> Ssca2 {
    Ssca2 { nodes, max_clique, inter, ..Ssca2::default() }
}

fn ends(config: &Ssca2) -> Vec<Pair> {
    let list = ssca2(&Exec::current(), config).unwrap();
    list.edges().iter().map(|e| (e.u.index() as u64, e.v.index() as u64)).collect()
}

/// The sizes of the cliques. A clique begins at each node without an edge to an earlier node.
fn sizes(nodes: u64, pairs: &[Pair]) -> Vec<u64> {
    let mut first_neighbour: Vec<u64> = (0..nodes).collect();
    for &(u, v) in pairs {
        first_neighbour[v as usize] = first_neighbour[v as usize].min(u);
    }
    let starts: Vec<u64> = (0..nodes).filter(|&node| first_neighbour[node as usize] == node).collect();
    let ends = starts.iter().copied().skip(1).chain([nodes]);
    starts.iter().zip(ends).map(|(start, end)| end - start).collect()
}

#[test]
fn without_jumps_it_is_cliques_of_all_sizes() {
    let pairs = ends(&config(10_000, 5, 0.0));
    let sizes = sizes(10_000, &pairs);
    let mut expected = Vec::new();
    let mut first = 0;
    for size in &sizes {
        expected.extend((first..first + size).flat_map(|v| (first..v).map(move |u| (u, v))));
        first += size;
    }
    assert!(pairs == expected, "every pair of every clique, in order");
    for size in 1..=5 {
        let count = sizes.iter().filter(|&&other| other == size).count();
        assert!(count.abs_diff(667) < 125, "{count} cliques of {size}"); // five standard deviations
    }
    assert_eq!(sizes.iter().max(), Some(&5));
}

#[test]
fn jumps_are_rarer_the_farther_they_reach() {
    let n = 1 << 14;
    let pairs = ends(&config(n, 1, 0.5));
    let mut bands = [0_usize; 14];
    for (u, v) in pairs {
        let ahead = (v + n as u64 - u) % n as u64;
        let band = ahead.ilog2();
        assert!(2 * ahead < n as u64 && 2 * ahead < 3 << band, "{ahead}");
        bands[band as usize] += 1;
    }
    assert_eq!((bands[0], bands[13]), (0, 0), "not to the next one, not half way around");
    for (band, expected) in (1..9).map(|band| (band, n as f64 * 0.5_f64.powi(band))) {
        let found = bands[band as usize] as f64;
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "band {band}: {found} of {expected}");
    }
}

#[test]
fn the_graph_is_simple_and_jumps_leave_the_clique() {
    for (nodes, max_clique) in [(5, 1), (6, 1), (7, 3), (8, 1), (9, 1), (100, 7), (1500, 40), (4097, 1)] {
        let mut config = config(nodes, max_clique, 1.0);
        let mut pairs = ends(&config);
        config.inter = 0.0;
        let cliques = ends(&config);
        assert!(pairs.iter().all(|(u, v)| u != v));
        pairs.iter_mut().for_each(|(u, v)| (*u, *v) = (*u.min(v), *u.max(v)));
        let all = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), all, "{nodes} {max_clique}");
        assert!(cliques.iter().all(|pair| pairs.binary_search(pair).is_ok()));
        let jumps = nodes - pairs.len().min(nodes);
        assert!(max_clique > 1 || jumps == 0, "the nearest is certain: {jumps} nodes go without");
    }
}

#[test]
fn any_range_of_edges_is_part_of_all() {
    let recipe = config(3 * STRIDE + 5, 60, 0.7).recipe(&Exec::current()).unwrap();
    let all = recipe.make(&Exec::current()).unwrap();
    let all = all.as_view();
    assert!(recipe.edge_count() > 3 * STRIDE * 20);
    let step = 997;
    for len in [1, 700, 5000] {
        for first in (0..recipe.edge_count() - len).step_by(step) {
            let mut block = Vec::new();
            recipe.append(first..first + len, &mut block);
            assert!(block == all.edges()[first..first + len], "{first} {len}");
        }
    }
    let mut none = Vec::new();
    recipe.append(0..0, &mut none);
    recipe.append(recipe.edge_count()..recipe.edge_count(), &mut none);
    config(0, 3, 0.5).recipe(&Exec::current()).unwrap().append(0..0, &mut none);
    assert!(none.is_empty());
}

#[test]
fn there_are_as_many_edges_as_the_law_demands() {
    let edges = ssca2(&Exec::current(), &config(100_000, Ssca2::DEFAULT_MAX_CLIQUE, Ssca2::DEFAULT_INTER))
        .unwrap()
        .edge_count();
    assert!(edges.abs_diff(800_000) < 30_000, "{edges}: eight a node");
    for max_clique in [2, 10] {
        let edges = ssca2(&Exec::current(), &config(100_000, max_clique, 0.0)).unwrap().edge_count();
        let expected = 100_000 * (max_clique - 1) / 3;
        assert!(edges.abs_diff(expected) * 40 < expected, "{edges} of {expected}");
    }
    assert_eq!(ssca2(&Exec::current(), &config(100_000, 1, 0.0)).unwrap().edge_count(), 0);
    let whole = ssca2(&Exec::current(), &config(40, usize::MAX, 0.5)).unwrap();
    assert_eq!(whole.edge_count(), 40 * 39 / 2, "one clique, but for a chance of 2^-58");
}

#[test]
fn impossible_graphs_are_refused() {
    let refused = |config: &Ssca2| ssca2(&Exec::current(), config).unwrap_err().to_string();
    assert_eq!(refused(&config(9, 0, 0.5)), "max_clique: expected at least 1, found 0");
    assert_eq!(refused(&config(9, 1, -1.0)), "inter: expected a probability from 0 to 1, found -1");
    assert!(refused(&config(1 << 32, 1, 0.5)).contains("4294967296 nodes are more than"));
    assert!(refused(&config(100_000, 1 << 40, 0.5)).contains("edges are more than"));
}
