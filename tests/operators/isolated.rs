//! Graphs in which few nodes have edges: operators and the proof work only on these, with the same results.

use boscage::exec::Exec;
use boscage::graph::{EdgeId, EdgeList, NonIsolated, Objective};
use boscage::operators::msf::{self, Flaw, Kruskal, Verdict};
use boscage::random::Random;

/// Edges between few nodes of many, drawn by a seed; loops, parallel edges and ties among them.
fn sparse(nodes: usize, edges: usize, seed: u64) -> EdgeList<i32> {
    let mut draws = Random::new(seed, 0).item(0);
    let mut below = |limit: usize| draws.below(limit as u64) as u32;
    let ends: Vec<u32> = (0..edges).map(|_| below(nodes)).collect();
    let mut end = || ends[below(edges) as usize];
    let ends: Vec<_> = (0..edges).map(|_| (end(), end())).collect();
    let triples = ends.into_iter().enumerate().map(|(i, (u, v))| (u, v, (i * i % 7) as i32 - 3));
    EdgeList::from_triples(nodes, triples).unwrap()
}

const SIZES: [(usize, usize); 5] = [(8, 0), (16, 1), (300, 30), (5000, 600), (70_000, 40)];

#[test]
fn forests_are_those_of_the_whole_graph() {
    let exec = Exec::new(2).unwrap();
    for (nodes, edges) in SIZES {
        let list = sparse(nodes, edges, nodes as u64);
        assert!(NonIsolated::<i32>::is_worthwhile(nodes, edges));
        for objective in [Objective::Minimum, Objective::Maximum] {
            // By its own name the operator gets the graph as it is.
            let whole = msf::kruskal(&exec, &list, objective, Kruskal::default()).unwrap();
            for operator in msf::operators() {
                let forest = operator.forest(&exec, &list, objective).unwrap();
                assert_eq!(forest, whole, "{operator}: {nodes} nodes, {edges} edges");
            }
            let verdict = msf::check(&exec, &list, whole.edges(), objective).unwrap();
            assert_eq!(verdict, Verdict::Exact);
        }
    }
}

#[test]
fn flaws_have_the_ids_of_the_whole_graph() {
    let list =
        EdgeList::from_triples(1000, [(9, 9, 1), (500, 9, 7), (500, 900, 8), (9, 900, 6_u32)]).unwrap();
    let check = |ids: &[usize]| {
        let ids: Vec<_> = ids.iter().map(|&id| EdgeId::new(id)).collect();
        msf::check(&Exec::current(), &list, &ids, Objective::Minimum).unwrap()
    };
    assert_eq!(check(&[1, 3]), Verdict::Exact);
    assert_eq!(check(&[1, 2, 3]), Verdict::Flawed(Flaw::Cycle(EdgeId::new(2))));
    assert_eq!(check(&[3]), Verdict::Flawed(Flaw::NotSpanning(EdgeId::new(1))));
    let (inside, outside) = (EdgeId::new(2), EdgeId::new(3));
    assert_eq!(check(&[1, 2]), Verdict::Flawed(Flaw::Heavier { inside, outside }));
    assert_eq!(check(&[4]), Verdict::Flawed(Flaw::Unknown(EdgeId::new(4))));
}
