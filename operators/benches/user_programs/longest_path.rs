//! Number of arcs on the longest path that ends at each node; arcs lead from lower to higher nodes. A node is
//! done when a counter of its in-arcs that are not done has become zero.

use std::sync::atomic::{AtomicU32, Ordering};

use boscage::prelude::*;
use rayon::Scope;

/// Returns the nodes after a node.
fn later(graph: &Graph<Undirected>, node: Node) -> impl Iterator<Item = Node> + '_ {
    graph.neighbours(node).iter().copied().filter(move |&to| to > node)
}

/// Returns the number of nodes before a node.
fn in_degree(graph: &Graph<Undirected>, node: Node) -> u32 {
    graph.neighbours(node).iter().filter(|&&from| from < node).count() as u32
}

pub(crate) fn boscage(exec: &Exec, graph: &Graph<Undirected>) -> Result<Vec<u32>> {
    let left =
        AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| in_degree(graph, node))?).shared_by(exec);
    let lengths = AtomicNodeMap::filled(graph, 0)?.shared_by(exec);
    let first = graph.nodes().filter(|&node| left.load(node) == 0);
    exec.for_each("longest path", first, Lifo::default(), |node, work| {
        let length = lengths.load(node) + 1;
        for to in later(graph, node) {
            lengths.fetch_max(to, length);
            if left.fetch_sub(to, 1) == 1 {
                work.push(to);
            }
        }
    })?;
    Ok(lengths.into_map().into_vec())
}

/// The same with rayon: a task per node.
pub(crate) fn rayon(graph: &Graph<Undirected>) -> Vec<u32> {
    struct Work<'a> {
        graph: &'a Graph<Undirected>,
        left: Vec<AtomicU32>,
        lengths: Vec<AtomicU32>,
    }
    fn visit<'s>(work: &'s Work<'_>, node: Node, scope: &Scope<'s>) {
        let length = work.lengths[node.index()].load(Ordering::Acquire) + 1;
        for to in later(work.graph, node) {
            work.lengths[to.index()].fetch_max(length, Ordering::AcqRel);
            if work.left[to.index()].fetch_sub(1, Ordering::AcqRel) == 1 {
                scope.spawn(move |scope| visit(work, to, scope));
            }
        }
    }
    let work = Work {
        graph,
        left: graph.nodes().map(|node| AtomicU32::new(in_degree(graph, node))).collect(),
        lengths: graph.nodes().map(|_| AtomicU32::new(0)).collect(),
    };
    let first: Vec<Node> = graph.nodes().filter(|&node| in_degree(graph, node) == 0).collect();
    rayon::scope(|scope| first.into_iter().for_each(|node| visit(&work, node, scope)));
    work.lengths.into_iter().map(AtomicU32::into_inner).collect()
}

/// Kahn's loop, on one thread.
pub(crate) fn sequential(graph: &Graph<Undirected>) -> Vec<u32> {
    let mut left: Vec<u32> = graph.nodes().map(|node| in_degree(graph, node)).collect();
    let mut lengths = vec![0; graph.node_count()];
    let mut work: Vec<Node> = graph.nodes().filter(|node| left[node.index()] == 0).collect();
    while let Some(node) = work.pop() {
        let length = lengths[node.index()] + 1;
        for to in later(graph, node) {
            let to_length = &mut lengths[to.index()];
            *to_length = length.max(*to_length);
            left[to.index()] -= 1;
            if left[to.index()] == 0 {
                work.push(to);
            }
        }
    }
    lengths
}
