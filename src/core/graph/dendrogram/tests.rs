use super::*;
use crate::graph::EdgeList;
use crate::sync::SequentialSets;

/// A small graph with many ties, and its forest by Kruskal's algorithm.
fn graph(seed: u64, objective: Objective) -> (EdgeList<i32>, Forest<i32>) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % below
    };
    let nodes = 1 + next(12);
    let edges: Vec<_> =
        (0..next(30)).map(|_| (next(nodes) as u32, next(nodes) as u32, next(5) as i32 - 2)).collect();
    let list = EdgeList::from_triples(nodes as usize, edges).unwrap();
    let mut order: Vec<EdgeId> = (0..list.edge_count()).map(EdgeId::new).collect();
    order.sort_by_key(|&id| objective.pack(list.edges()[id.index()].weight, id));
    let mut sets = SequentialSets::new(list.node_count()).unwrap();
    order.retain(|id| sets.unite(list.edges()[id.index()].u, list.edges()[id.index()].v));
    let forest = Forest::from_edges(None, &list, order);
    (list, forest)
}

/// A graph of either objective, and the dendrogram of its forest.
fn made(exec: &Exec, seed: u64) -> (EdgeList<i32>, Objective, Dendrogram<i32>) {
    let objective = if seed.is_multiple_of(2) { Objective::Minimum } else { Objective::Maximum };
    let (list, forest) = graph(seed, objective);
    let dendrogram = Dendrogram::new(exec, &list, &forest, objective).unwrap();
    (list, objective, dendrogram)
}

/// Returns the components of some edges of a graph.
fn components(list: &EdgeList<i32>, is_in: impl Fn(EdgeId) -> bool) -> Components {
    let mut sets = SequentialSets::new(list.node_count()).unwrap();
    for id in (0..list.edge_count()).map(EdgeId::new).filter(|&id| is_in(id)) {
        sets.unite(list.edges()[id.index()].u, list.edges()[id.index()].v);
    }
    Components::from_roots(list.node_count(), |node| sets.find(node)).unwrap()
}

/// Returns, for each pair of nodes, the last edge (in the order of the objective) on the path where it comes
/// earliest.
fn naive_bottlenecks(list: &EdgeList<i32>, objective: Objective) -> Vec<Vec<Option<EdgeId>>> {
    let order = |id: EdgeId| objective.pack(list.edges()[id.index()].weight, id);
    let mut best = vec![vec![None; list.node_count()]; list.node_count()];
    let offer = |best: &mut Vec<Vec<Option<EdgeId>>>, u: usize, v: usize, id: EdgeId| {
        if u != v && best[u][v].is_none_or(|known| order(id) < order(known)) {
            best[u][v] = Some(id);
        }
    };
    for (i, edge) in list.edges().iter().enumerate() {
        offer(&mut best, edge.u.index(), edge.v.index(), EdgeId::new(i));
        offer(&mut best, edge.v.index(), edge.u.index(), EdgeId::new(i));
    }
    for by in 0..list.node_count() {
        for u in 0..list.node_count() {
            for v in 0..list.node_count() {
                if let (Some(one), Some(other)) = (best[u][by], best[by][v]) {
                    offer(&mut best, u, v, if order(one) > order(other) { one } else { other });
                }
            }
        }
    }
    best
}

#[test]
fn bottlenecks_are_those_of_all_paths() {
    let exec = Exec::new(2).unwrap();
    for seed in 0..300 {
        let (list, objective, dendrogram) = made(&exec, seed);
        let expected = naive_bottlenecks(&list, objective);
        let nodes = || (0..list.node_count()).map(Node::new);
        let pairs: Vec<[Node; 2]> = nodes().flat_map(|u| nodes().map(move |v| [u, v])).collect();
        for ([u, v], found) in pairs.iter().zip(dendrogram.bottlenecks(&exec, &pairs).unwrap()) {
            let expected = expected[u.index()][v.index()];
            assert_eq!(found.map(|join| join.edge), expected, "{u} to {v}, seed {seed}");
            assert!(found.is_none_or(|join| join.weight == list.edges()[join.edge.index()].weight));
        }
        let beyond = [Node::new(0), Node::new(list.node_count())];
        assert!(dendrogram.bottlenecks(&exec, &[beyond]).is_err());
    }
}

#[test]
fn clusters_are_components_without_the_heavier_edges() {
    let exec = Exec::new(2).unwrap();
    for seed in 0..300 {
        let (list, objective, dendrogram) = made(&exec, seed);
        let key = |id: EdgeId| objective.key(list.edges()[id.index()].weight);
        for cut in -3..4 {
            let expected = components(&list, |id| key(id) <= objective.key(cut));
            let is_within = |join: Join<i32>| objective.key(join.weight) <= objective.key(cut);
            let found = dendrogram.clusters_while(&exec, is_within).unwrap();
            assert_eq!(found, expected, "{cut}, seed {seed}");
        }
        let joins: Vec<EdgeId> = dendrogram.joins().map(|join| join.edge).collect();
        for count in dendrogram.tree_count()..=list.node_count() {
            let first = &joins[..list.node_count() - count];
            let expected = components(&list, |id| first.contains(&id));
            assert_eq!(expected.count(), count);
            assert_eq!(dendrogram.clusters(&exec, count).unwrap(), expected, "{count}, seed {seed}");
        }
        for count in [dendrogram.tree_count().wrapping_sub(1), list.node_count() + 1] {
            assert!(matches!(dendrogram.clusters(&exec, count), Err(Error::Argument { .. })), "{count}");
        }
    }
}

#[test]
fn each_merge_joins_two_clusters_that_were_there() {
    let exec = Exec::new(1).unwrap();
    for seed in 0..300 {
        let (list, forest) = graph(seed, Objective::Minimum);
        let dendrogram = Dendrogram::new(&exec, &list, &forest, Objective::Minimum).unwrap();
        let mut clusters: Vec<Option<Vec<usize>>> =
            (0..list.node_count()).map(|node| Some(vec![node])).collect();
        let mut last = i32::MIN;
        for merge in dendrogram.merges(&list).unwrap() {
            let [low, high] = merge.clusters;
            assert!(low < high && last <= merge.join.weight);
            last = merge.join.weight;
            let mut nodes = clusters[low as usize].take().expect("a cluster that is left");
            let ends = [list.edges()[merge.join.edge.index()].u, list.edges()[merge.join.edge.index()].v];
            let others = clusters[high as usize].take().expect("a cluster that is left");
            for part in [&nodes, &others] {
                assert_eq!(ends.iter().filter(|end| part.contains(&end.index())).count(), 1);
            }
            nodes.extend(others);
            assert_eq!(nodes.len(), merge.size);
            clusters.push(Some(nodes));
        }
        assert_eq!(clusters.iter().flatten().count(), forest.tree_count());
    }
}

#[test]
fn the_empty_graph_has_no_clusters() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::<f64>::with_nodes(0).unwrap();
    let forest = Forest::from_edges(None, &list, Vec::new());
    let dendrogram = Dendrogram::new(&exec, &list, &forest, Objective::Minimum).unwrap();
    assert_eq!(dendrogram.clusters(&exec, 0).unwrap().count(), 0);
    assert_eq!(dendrogram.clusters_while(&exec, |_| true).unwrap().count(), 0);
    assert!(dendrogram.merges(&list).unwrap().is_empty());
}

#[test]
fn no_node_is_far_below_the_one_that_stands_for_its_cluster() {
    let exec = Exec::new(2).unwrap();
    let nodes = 1 << 12;
    // A path whose edges join pairs first, then pairs of pairs, and so on; and one that grows at an end.
    for weight in [|i: u32| (i + 1).trailing_zeros(), |i| i] {
        let list =
            EdgeList::from_triples(nodes, (0..nodes as u32 - 1).map(|i| (i, i + 1, weight(i)))).unwrap();
        let all = (0..nodes - 1).map(EdgeId::new).collect();
        let forest = Forest::from_edges(None, &list, all);
        let dendrogram = Dendrogram::new(&exec, &list, &forest, Objective::Minimum).unwrap();
        let mut highest = 0;
        for mut node in 0..nodes {
            let mut links = 0;
            while dendrogram.times[node] != NEVER {
                (node, links) = (dendrogram.parents[node] as usize, links + 1);
            }
            highest = highest.max(links);
        }
        assert!(highest <= 12, "{highest}");
    }
}
