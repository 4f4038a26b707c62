//! The table of operators, and which of them `auto` takes.

use std::collections::HashSet;

use boscage::graph::{Edge, EdgeList, Node, Objective};
use boscage::operators::msf::{by_name, choose, operators};

#[test]
fn size_density_threads_and_order_decide() {
    let chosen = |nodes: u32, edges: u32, weight: fn(u32) -> u32, threads| {
        let node = |i: u32| Node::new((i % nodes) as usize);
        let edges = (0..edges).map(|i| Edge::new(node(i), node(i / 2 + 1), weight(i))).collect();
        let graph = EdgeList::new(nodes as usize, edges).unwrap();
        choose(graph.as_view(), Objective::Minimum, threads).name()
    };
    let any = |i: u32| i.wrapping_mul(2_654_435_761);
    assert_eq!(chosen(100, 0, any, 1), "kruskal");
    assert_eq!(chosen(8000, 8000, any, 1), "kruskal");
    assert_eq!(chosen(8000, 9000, any, 1), "filter-kruskal");
    assert_eq!(chosen(8000, 9000, any, 2), "filter-kruskal");
    assert_eq!(chosen(8000, 9000, any, 3), "filter-boruvka");
    assert_eq!(chosen(1 << 20, (1 << 21) - 1, any, 2), "filter-kruskal");
    assert_eq!(chosen(1 << 20, 1 << 21, any, 2), "filter-boruvka");
    assert_eq!(chosen(100, 60_000, any, 1), "kruskal");
    assert_eq!(chosen(100, 70_000, any, 1), "filter-boruvka");
    for ordered in [|i| i, |i| u32::MAX - i, |_| 1] {
        assert_eq!(chosen(8000, 9000, ordered, 2), "radix-kruskal");
        assert_eq!(chosen(8000, 8000, ordered, 2), "kruskal");
        assert_eq!(chosen(100, 60_000, ordered, 2), "kruskal");
        assert_eq!(chosen(100, 70_000, ordered, 2), "radix-kruskal");
    }
}

#[test]
fn every_operator_has_a_name_of_its_own_and_facts() {
    let names: HashSet<_> = operators().map(|one| one.name()).collect();
    assert_eq!(names.len(), operators().count(), "{names:?}");
    for operator in operators() {
        let facts = operator.facts();
        assert_eq!(by_name(operators(), facts.name).unwrap().to_string(), facts.name);
        assert!(facts.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{facts:?}");
        assert!(facts.summary.is_ascii() && !facts.choose_for.is_empty(), "{facts:?}");
    }
    assert!(by_name(operators(), "Kruskal").unwrap_err().to_string().ends_with("found Kruskal"));
}
