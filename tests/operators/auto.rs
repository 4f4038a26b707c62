//! The table of operators, and which of them `auto` takes.

use std::collections::HashSet;

use boscage::graph::{Edge, EdgeList, Node, Objective};
use boscage::operators::msf::{by_name, choose, operators};

#[test]
fn size_density_threads_and_order_decide() {
    type Ends = fn(u32) -> (u32, u32);
    let chosen = |nodes: u32, edges: u32, ends: Ends, weight: fn(u32) -> u32, threads| {
        let node = |i: u32| Node::new((i % nodes) as usize);
        let edge = |i| Edge::new(node(ends(i).0), node(ends(i).1), weight(i));
        let edges = (0..edges).map(edge).collect();
        let graph = EdgeList::new(nodes as usize, edges).unwrap();
        choose(&graph, Objective::Minimum, threads).name()
    };
    let any = |i: u32| i.wrapping_mul(2_654_435_761);
    let tree_like = |i: u32| (i, i / 2 + 1);
    let map_like = |i: u32| (i / 2, i / 2 + 1);
    assert_eq!(chosen(100, 0, tree_like, any, 1), "kruskal");
    assert_eq!(chosen(2000, 2000, tree_like, any, 1), "kruskal");
    assert_eq!(chosen(4000, 5000, tree_like, any, 3), "radix-kruskal");
    assert_eq!(chosen(1 << 20, 1 << 20, tree_like, any, 2), "radix-kruskal");
    assert_eq!(chosen(1 << 20, 1 << 20, tree_like, any, 3), "filter-boruvka");
    assert_eq!(chosen(1 << 17, 1 << 17, map_like, any, 2), "radix-kruskal");
    assert_eq!(chosen(1 << 18, 1 << 18, map_like, any, 2), "filter-boruvka");
    assert_eq!(chosen((1 << 18) + 1, 1 << 18, map_like, any, 2), "radix-kruskal"); // perhaps a tree
    assert_eq!(chosen(20_000, 100_000, tree_like, any, 1), "filter-boruvka");
    assert_eq!(chosen(20_000, 100_000, tree_like, any, 2), "radix-kruskal");
    assert_eq!(chosen(100, 30_000, tree_like, any, 1), "radix-kruskal");
    assert_eq!(chosen(100, 70_000, tree_like, any, 2), "filter-boruvka");
    for ordered in [|i| i, |i| u32::MAX - i, |_| 1] {
        assert_eq!(chosen(1 << 17, 1 << 17, map_like, ordered, 2), "radix-kruskal");
        assert_eq!(chosen(2000, 2000, tree_like, ordered, 2), "kruskal");
        assert_eq!(chosen(100, 70_000, tree_like, ordered, 2), "radix-kruskal");
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
