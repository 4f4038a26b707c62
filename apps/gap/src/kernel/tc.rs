//! `tc`: the number of triangles. The textbook directs each edge towards the end of higher degree and counts,
//! per arc, the common targets of both of its ends.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{EdgeData, Graph, Node, Undirected};

use super::{Kernel, Verdict, nodes};
use boscage::operators::triangles;

/// The kernel `tc`.
pub(crate) struct Tc;

impl<E: EdgeData> Kernel<Undirected, E> for Tc {
    type Answer = u64;

    fn solve(&self, exec: &Exec, graph: &Graph<Undirected, E>, _: &[Node]) -> Result<u64> {
        triangles(exec, graph)
    }

    fn textbook(&self, graph: &Graph<Undirected, E>, _: &[Node]) {
        std::hint::black_box(count(graph));
    }

    fn analysis(&self, _: &Graph<Undirected, E>, triangles: &u64) -> String {
        format!("{triangles} triangles\n")
    }

    fn verdict(&self, graph: &Graph<Undirected, E>, _: &[Node], triangles: &u64) -> Verdict {
        let truth = count(graph);
        (truth != *triangles).then(|| format!("expected {truth} triangles, found {triangles}")).into()
    }
}

/// Returns the number of triangles of a simple graph with arcs by their targets.
fn count<E: EdgeData>(graph: &Graph<Undirected, E>) -> u64 {
    let rank = |node: Node| (graph.degree(node), node);
    let mut ends = vec![0];
    let mut targets = Vec::with_capacity(graph.targets().len() / 2);
    for u in nodes(graph) {
        targets.extend(graph.neighbours(u).iter().copied().filter(|&v| rank(u) < rank(v)));
        ends.push(targets.len());
    }
    let row = |node: Node| &targets[ends[node.index()]..ends[node.index() + 1]];
    nodes(graph).flat_map(|u| row(u).iter().map(move |&v| (u, v))).map(|(u, v)| common(row(u), row(v))).sum()
}

/// Returns the number of nodes that two ascending lists share.
fn common(mut a: &[Node], mut b: &[Node]) -> u64 {
    let mut count = 0;
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        match first.cmp(other) {
            std::cmp::Ordering::Less => a = rest,
            std::cmp::Ordering::Greater => b = others,
            std::cmp::Ordering::Equal => (a, b, count) = (rest, others, count + 1),
        }
    }
    count
}
