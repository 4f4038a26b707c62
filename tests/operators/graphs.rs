//! The graphs that operators are compared on, and what they run on.

use boscage::exec::Exec;
use boscage::graph::EdgeList;

/// Random multigraphs with loops, parallel edges and isolated nodes; a few larger ones among many small, some
/// of them dense.
pub(crate) fn graphs() -> impl Iterator<Item = EdgeList<u32>> {
    let mut state = 7_u64;
    let mut draw = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    (0..200).map(move |i| {
        let nodes = if i % 50 == 49 { 20_000 } else { 1 + draw(30) };
        let edges = draw(if i % 3 == 2 { 300 + 8 * nodes } else { 3 * nodes });
        let triples = (0..edges).map(|_| (draw(nodes) as u32, draw(nodes) as u32, 1));
        EdgeList::from_triples(nodes, triples.collect::<Vec<_>>()).unwrap()
    })
}

/// On one thread, and on more than the machine may have.
pub(crate) fn execs() -> Vec<Exec> {
    [1, 2, 3, 4, 8].map(|threads| Exec::new(threads).unwrap()).into()
}
