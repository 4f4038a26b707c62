//! Compares folding with its definition.

use super::*;
use crate::Attributes;
use boscage_core::graph::Node;

/// The definition, quadratic: the partner of the k-th arc (u, v, w) is the k-th arc (v, u, w).
fn naive<E: FileData>(arcs: &[Edge<E>]) -> (Vec<Edge<E>>, u64) {
    let rank = |i: usize| arcs[..i].iter().filter(|&arc| *arc == arcs[i]).count();
    let partner = |i: usize| {
        let arc = arcs[i];
        let mirrors = |j: &usize| arcs[*j] == Edge::new(arc.v, arc.u, arc.weight);
        (0..arcs.len()).filter(mirrors).nth(rank(i))
    };
    let mut edges = Vec::new();
    let mut unpaired = 0;
    for (i, arc) in arcs.iter().enumerate() {
        match partner(i) {
            _ if arc.is_loop() => edges.push(*arc),
            Some(j) if j < i => {}
            Some(_) => edges.push(*arc),
            None => {
                edges.push(*arc);
                unpaired += 1;
            }
        }
    }
    (edges, unpaired)
}

fn check<E: FileData>(arcs: &[Edge<E>]) {
    let (edges, unpaired) = naive(arcs);
    let count = arcs.len() as u64;
    let report = |unpaired, folded| ArcReport { arcs: count, unpaired, folded };
    let run = |policy| fold(arcs.to_vec(), policy, &mut Attributes::default(), |_| Ok(())).unwrap();
    assert_eq!(run(ArcPolicy::Fold), (edges.clone(), report(unpaired, true)), "{arcs:?}");
    assert_eq!(run(ArcPolicy::Keep), (arcs.to_vec(), report(0, false)));
    let all = if unpaired == 0 { edges } else { arcs.to_vec() };
    assert_eq!(run(ArcPolicy::Auto), (all, report(unpaired, unpaired == 0)), "{arcs:?}");
}

pub(crate) fn generator(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

fn random_edges(draw: &mut impl FnMut(usize) -> usize) -> Vec<Edge<i32>> {
    let (nodes, edges, weights) = (1 + draw(6), draw(14), 1 + draw(3));
    (0..edges)
        .map(|_| Edge::new(Node::new(draw(nodes)), Node::new(draw(nodes)), draw(weights) as i32 - 1))
        .collect()
}

fn both_ways(edges: &[Edge<i32>]) -> Vec<Edge<i32>> {
    let mirror = |edge: &Edge<i32>| (!edge.is_loop()).then_some(Edge::new(edge.v, edge.u, edge.weight));
    edges.iter().flat_map(|edge| [Some(*edge), mirror(edge)]).flatten().collect()
}

#[test]
fn folding_is_the_pairing_of_the_definition() {
    let mut draw = generator(1);
    (0..30_000).for_each(|round| check(&some_arcs(round, &mut draw)));
}

/// Arcs in one of several orders, with all mirrors, some or none.
pub(crate) fn some_arcs(round: i32, draw: &mut impl FnMut(usize) -> usize) -> Vec<Edge<i32>> {
    let mut arcs = random_edges(draw);
    if round % 2 == 0 {
        arcs = both_ways(&arcs);
    }
    match round % 3 {
        0 => {}
        1 => arcs.sort_by_key(|arc| (arc.u, arc.v)),
        _ => (1..arcs.len()).for_each(|i| arcs.swap(i, draw(i + 1))),
    }
    if round % 5 == 0 && !arcs.is_empty() {
        arcs.remove(draw(arcs.len()));
    }
    if round % 7 == 0 {
        arcs.extend(both_ways(&random_edges(draw)));
    }
    arcs
}

#[test]
fn mirrors_in_their_usual_places_are_found_without_sorting() {
    let mut draw = generator(2);
    for _ in 0..1000 {
        let arcs = both_ways(&random_edges(&mut draw));
        assert_eq!(adjacent_pairs(&arcs), arcs.len());
        let mut rows = arcs.clone();
        rows.sort_by_key(|arc| (arc.u, arc.v, arc.weight));
        assert!(paired_in_rows(&rows, &mut |_| Ok(())).unwrap());
    }
}

#[test]
fn the_two_zeros_pair() {
    let arcs = [(0, 1, 0.0), (2, 2, 1.0), (1, 0, -0.0_f64)]
        .map(|(u, v, w)| Edge::new(Node::new(u), Node::new(v), w));
    check(&arcs);
    assert_eq!(
        fold(arcs.to_vec(), ArcPolicy::Auto, &mut Attributes::default(), |_| Ok(())).unwrap().0.len(),
        2
    );
}

#[test]
fn sparse_names_cost_no_memory() {
    let arcs = [(5, 4_000_000_000), (4_000_000_000, 6), (6, 4_000_000_000), (4_000_000_000, 5)]
        .map(|(u, v)| Edge::new(Node::new(u), Node::new(v), 1_u32));
    check(&arcs);
}
