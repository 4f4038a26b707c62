//! The parts of disjoint sets.

use boscage::exec::Exec;
use boscage::graph::{Components, EdgeList, Node};
use boscage::sync::DisjointSets;

use crate::inputs::{lists, road, threads};

/// The parts by a search from each node in turn that has none yet.
fn searched<E: boscage::graph::EdgeData>(list: &EdgeList<E>) -> Vec<u32> {
    let mut others = vec![vec![]; list.nodes()];
    for edge in list.as_view().edges() {
        others[edge.u.index()].push(edge.v.index());
        others[edge.v.index()].push(edge.u.index());
    }
    let mut labels = vec![None; list.nodes()];
    let mut count = 0;
    for start in 0..list.nodes() {
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
            let sets = DisjointSets::new(list.nodes()).unwrap();
            exec.do_all("unite", list.as_view().edges(), |edge| {
                sets.unite(edge.u, edge.v);
            })
            .unwrap();
            let roots = Components::from_roots(list.nodes(), |node| sets.find(node)).unwrap();
            let parts = Components::from_sets(&exec, sets).unwrap();
            assert_eq!(parts.labels(), expected);
            assert_eq!(parts.count(), expected.iter().max().map_or(0, |&last| last as usize + 1));
            assert_eq!(parts, roots);
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
