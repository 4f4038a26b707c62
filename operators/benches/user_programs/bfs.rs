//! Breadth-first search by levels; the program on the framework and the sequential one are in the example. If
//! the frontier has many arcs, the nodes that are not reached yet look for a neighbour in it instead (Beamer,
//! Asanović, Patterson, "Direction-optimizing breadth-first search", SC 2012).

#[path = "../../examples/bfs/search.rs"]
mod search;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use boscage::prelude::*;
use rayon::prelude::*;
use search::{SHARE, UNREACHED};
pub(crate) use search::{by_rounds as boscage, plain as sequential};

/// Returns the number of steps from the source to each node, with rayon.
pub(crate) fn rayon(graph: &Graph<Undirected>, source: Node) -> Vec<u32> {
    let n = graph.node_count();
    let levels: Vec<_> = (0..n).into_par_iter().map(|_| AtomicU32::new(UNREACHED)).collect();
    levels[source.index()].store(0, Relaxed);
    let mut frontier = vec![source];
    for level in 1.. {
        if frontier.is_empty() {
            break;
        }
        let arcs: u64 =
            frontier.par_iter().with_min_len(1 << 10).map(|&node| graph.degree(node) as u64).sum();
        frontier = if arcs > graph.targets().len() as u64 / SHARE {
            let bits: Vec<_> = (0..n.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
            frontier.par_iter().with_min_len(1 << 10).for_each(|node| {
                bits[node.index() / 64].fetch_or(1 << (node.index() % 64), Relaxed);
            });
            let is_in = |node: &Node| bits[node.index() / 64].load(Relaxed) >> (node.index() % 64) & 1 == 1;
            let reached = (0..n).into_par_iter().with_min_len(1 << 6).map(Node::new).filter(|&to| {
                let level_of = &levels[to.index()];
                let is_reached =
                    level_of.load(Relaxed) == UNREACHED && graph.neighbours(to).iter().any(is_in);
                if is_reached {
                    level_of.store(level, Relaxed);
                }
                is_reached
            });
            reached.collect()
        } else {
            let next = frontier.par_iter().with_min_len(1 << 6).fold(Vec::new, |mut next, &from| {
                for &to in graph.neighbours(from) {
                    let level_of = &levels[to.index()];
                    if level_of.load(Relaxed) == UNREACHED
                        && level_of.compare_exchange(UNREACHED, level, Relaxed, Relaxed).is_ok()
                    {
                        next.push(to);
                    }
                }
                next
            });
            next.reduce(Vec::new, super::joined)
        };
    }
    levels.into_iter().map(AtomicU32::into_inner).collect()
}
