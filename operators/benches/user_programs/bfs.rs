//! Breadth-first search by levels. Where the frontier has many arcs, the nodes that are not reached yet look
//! for it instead (Beamer, Asanović, Patterson, "Direction-optimizing breadth-first search", SC 2012).

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use boscage::prelude::*;
use rayon::prelude::*;

/// The level of nodes that are not reached.
const UNREACHED: u32 = u32::MAX;

/// A frontier that has more than one in so many arcs is looked for.
const SHARE: usize = 20;

/// How many steps each node is away from the source.
pub(crate) fn boscage(exec: &Exec, graph: &Graph<Undirected>, source: Node) -> Result<Vec<u32>> {
    let levels = AtomicNodeMap::filled(graph, UNREACHED)?;
    levels.store(source, 0);
    let mut frontier = NodeSet::from_nodes(exec, graph, vec![source])?;
    let mut rounds = exec.rounds("bfs", graph.nodes() as u64);
    for level in 1.. {
        if frontier.is_empty() {
            break;
        }
        let is_unreached = |node| levels.load(node) == UNREACHED;
        frontier = rounds.round(|phases| {
            let next = if frontier.arcs(exec, graph) as usize > graph.targets().len() / SHARE {
                let frontier = frontier.into_bitmap(exec)?;
                phases.pull("pull", graph, &NodeSet::all(graph), is_unreached, |from, to, ()| {
                    let is_reached = frontier.contains(from);
                    if is_reached {
                        levels.store(to, level);
                    }
                    is_reached
                })?
            } else {
                phases.push(
                    "push",
                    graph,
                    &frontier,
                    |_| (),
                    |(), to, ()| is_unreached(to) && levels.compare_exchange(to, UNREACHED, level).is_ok(),
                )?
            };
            Ok((Round::of(next.len()), next))
        })?;
    }
    Ok(levels.into_map().into_vec())
}

/// The same with rayon.
pub(crate) fn rayon(graph: &Graph<Undirected>, source: Node) -> Vec<u32> {
    let n = graph.nodes();
    let levels: Vec<_> = (0..n).into_par_iter().map(|_| AtomicU32::new(UNREACHED)).collect();
    levels[source.index()].store(0, Relaxed);
    let mut frontier = vec![source];
    for level in 1.. {
        if frontier.is_empty() {
            break;
        }
        let arcs: usize = frontier.par_iter().with_min_len(1 << 10).map(|&node| graph.degree(node)).sum();
        frontier = if arcs > graph.targets().len() / SHARE {
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

/// The same on one thread.
pub(crate) fn sequential(graph: &Graph<Undirected>, source: Node) -> Vec<u32> {
    let mut levels = vec![UNREACHED; graph.nodes()];
    levels[source.index()] = 0;
    let mut queue = vec![source];
    let mut next = 0;
    while let Some(&from) = queue.get(next) {
        next += 1;
        for &to in graph.neighbours(from) {
            if levels[to.index()] == UNREACHED {
                levels[to.index()] = levels[from.index()] + 1;
                queue.push(to);
            }
        }
    }
    levels
}
