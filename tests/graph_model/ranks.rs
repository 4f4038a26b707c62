//! Weights made from keys.

use boscage::graph::{EdgeId, Objective};
use boscage::operators::msf::auto;

use crate::inputs::{lists, road, threads};

#[test]
fn ranks_make_the_forest_of_the_keys() {
    for list in lists(road) {
        // The forest of Kruskal's algorithm by (key, id).
        let mut order: Vec<usize> = (0..list.edge_count()).collect();
        order.sort_by_key(|&i| (list.edges()[i].weight, i));
        let mut trees: Vec<usize> = (0..list.node_count()).collect();
        let mut forest = Vec::new();
        for i in order {
            let edge = list.edges()[i];
            let mut find = |mut node: usize| {
                while trees[node] != node {
                    trees[node] = trees[trees[node]];
                    node = trees[node];
                }
                node
            };
            let (u, v) = (find(edge.u.index()), find(edge.v.index()));
            if u != v {
                trees[u] = v;
                forest.push(EdgeId::new(i));
            }
        }
        forest.sort_unstable();
        for exec in threads() {
            let ranked = list.ranked(&exec, |edge| edge.weight).unwrap();
            let found = auto(&exec, &ranked, Objective::Minimum).unwrap();
            assert_eq!(found.edges(), forest);
        }
    }
}
