//! The parts of disjoint sets.

use boscage::exec::Exec;
use boscage::graph::{Components, EdgeList, Node};
use boscage::sync::DisjointSets;

use crate::inputs::{lists, road, threads};

/// The parts by a search from each node in turn that has none yet.
fn searched<E: boscage::graph::EdgeData>(list: &EdgeList<E>) -> Vec<u32> {
    let mut others = vec![vec![]; list.node_count()];
    for edge in list.edges() {
        others[edge.u.index()].push(edge.v.index());
        others[edge.v.index()].push(edge.u.index());
    }
    let mut labels = vec![None; list.node_count()];
    let mut count = 0;
    for start in 0..list.node_count() {
        if labels[start].is_some() {
            continue;
        }
        let mut stack = vec![start];
        while let Some(node) = stack.pop() {
            if labels[node].replace(count).is_none() {
                stack.extend(others[node].iter().filter(|&&other| labels[other].is_none()));
            }
        }
        count += 1;
    }
    labels.into_iter().map(|label| label.expect("the search begins at every node")).collect()
}

#[test]
fn sets_and_roots_make_the_parts_that_a_search_finds() {
    for list in lists(road) {
        let expected = searched(&list);
        for exec in threads() {
            let sets = DisjointSets::new(list.node_count()).unwrap();
            exec.do_all("unite", list.edges(), |edge| {
                sets.unite(edge.u, edge.v);
            })
            .unwrap();
            let roots = Components::from_roots(list.node_count(), |node| sets.find(node)).unwrap();
            let parts = Components::from_sets(&exec, sets).unwrap();
            assert_eq!(parts.labels(), expected);
            assert_eq!(parts.count(), expected.iter().max().map_or(0, |&last| last as usize + 1));
            assert_eq!(parts, roots);
        }
    }
}

/// Sizes around the words of roots and the blocks of nodes, with few sets and with many.
#[test]
fn many_sets_are_numbered_across_words_and_blocks() {
    type SetOf = fn(usize) -> usize;
    let sets_of: [(&str, SetOf); 6] = [
        ("single nodes", |node| node),
        ("one set", |_| 0),
        ("pairs side by side", |node| node / 2),
        ("remainders of 50", |node| node % 50),
        ("remainders of 4000", |node| node % 4000),
        ("two thirds by themselves", |node| if node % 3 == 1 { 1 } else { node }),
    ];
    for nodes in [63, 64, 65, 128, 4096, 4097] {
        for (what, set_of) in sets_of {
            let (mut lasts, mut expected) = (vec![None; nodes], Vec::new());
            let (sets, mut count) = (DisjointSets::new(nodes).unwrap(), 0);
            for node in 0..nodes {
                let (label, last) = *lasts[set_of(node)].get_or_insert_with(|| {
                    count += 1;
                    (count - 1, node)
                });
                sets.unite(Node::new(node), Node::new(last));
                lasts[set_of(node)] = Some((label, node));
                expected.push(label);
            }
            let parts = Components::from_sets(&Exec::new(2).unwrap(), sets).unwrap();
            assert_eq!(parts.labels(), expected, "{what}, {nodes} nodes");
            assert_eq!(parts.count(), count as usize, "{what}, {nodes} nodes");
        }
    }
}

/// A root need not be the lowest node of its part.
#[test]
fn parts_are_numbered_by_their_lowest_nodes() {
    let parts = Components::from_roots(5, |node| Node::new([4, 3, 4, 3, 4][node.index()])).unwrap();
    assert_eq!((parts.labels(), parts.count()), (&[0, 1, 0, 1, 0][..], 2));
    let exec = Exec::new(2).unwrap();
    let sets = DisjointSets::new(5).unwrap();
    sets.unite(Node::new(4), Node::new(2));
    sets.unite(Node::new(3), Node::new(1));
    sets.unite(Node::new(2), Node::new(0));
    assert_eq!(Components::from_sets(&exec, sets).unwrap(), parts);
}
