//! Edge lists with everything that is allowed in them.

use boscage::exec::Exec;
use boscage::graph::{EdgeData, EdgeList};
use boscage::random::{Draws, Random};

/// The data of edges in these tests: not plain bytes, and no value of it is all zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Road {
    pub(crate) lanes: std::num::NonZeroU8,
    pub(crate) name: &'static str,
}

pub(crate) fn road(draws: &mut Draws) -> Road {
    let lanes = u8::try_from(1 + draws.below(4)).unwrap().try_into().unwrap();
    Road { lanes, name: ["high street", "lane", ""][draws.below(3) as usize] }
}

/// Multigraphs with loops, parallel edges and isolated nodes; some with hubs, one empty.
pub(crate) fn lists<E: EdgeData>(data: fn(&mut Draws) -> E) -> Vec<EdgeList<E>> {
    let mut lists = Vec::new();
    let shapes = [(0, 0), (1, 0), (1, 3), (5, 9), (40, 30), (300, 2000), (17_000, 20_000), (9, 5_000)];
    for (seed, (nodes, edges)) in shapes.into_iter().enumerate() {
        let mut draws = Random::new(seed as u64, 0).item(0);
        let mut list = EdgeList::with_nodes(nodes).unwrap();
        for _ in 0..edges {
            let hub = draws.below(3) == 0;
            let u = if hub { nodes as u64 / 2 } else { draws.below(nodes as u64) } as u32;
            let v = if draws.below(9) == 0 { u } else { draws.below(nodes as u64) as u32 };
            let (u, v) = if draws.below(2) == 0 { (u, v) } else { (v, u) };
            list.push(u, v, data(&mut draws)).unwrap();
        }
        lists.push(list);
    }
    lists
}

/// The edges of a list by their first nodes, by both, and by both but for one place, between two of the
/// blocks that threads look at.
pub(crate) fn in_order<E: EdgeData>(list: &EdgeList<E>) -> [EdgeList<E>; 3] {
    let mut by_first = list.clone().into_edges();
    by_first.sort_by_key(|edge| edge.u);
    let mut by_both = by_first.clone();
    by_both.sort_by_key(|edge| (edge.u, edge.v));
    let mut rotated = by_both.clone();
    rotated.rotate_right(1 << 14);
    [by_first, by_both, rotated].map(|edges| EdgeList::new(list.node_count(), edges).unwrap())
}

pub(crate) fn threads() -> [Exec; 3] {
    [1, 2, 3].map(|threads| Exec::new(threads).unwrap())
}
