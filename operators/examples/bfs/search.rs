//! The search by rounds, and the same without the framework.

use std::collections::VecDeque;

use boscage::prelude::*;

/// The level of nodes that are not reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// A round pulls if more than one in this many arcs leave the frontier.
pub(crate) const SHARE: u64 = 20;

/// Returns the number of steps from the source to each node.
pub(crate) fn by_rounds(exec: &Exec, graph: &Graph<Undirected>, source: Node) -> Result<NodeMap<u32>> {
    let levels = AtomicNodeMap::filled(graph, UNREACHED)?;
    levels.store(source, 0);
    let arcs = NodeSet::all(graph).arc_count(exec, graph);
    let mut frontier = NodeSet::from_nodes(exec, graph, vec![source])?;
    let mut rounds = exec.rounds("rounds", graph.node_count() as u64);
    for level in 1.. {
        if frontier.is_empty() {
            break;
        }
        let is_unreached = |node| levels.load(node) == UNREACHED;
        frontier = rounds.round(|phases| {
            let next = if frontier.arc_count(exec, graph) > arcs / SHARE {
                let frontier = frontier.into_bitmap(exec)?;
                phases.pull("pull", graph, &NodeSet::all(graph), is_unreached, |from, to, ()| {
                    let is_reached = frontier.contains(from);
                    if is_reached {
                        levels.store(to, level);
                    }
                    is_reached
                })?
            } else {
                phases.claim("claim", graph, &frontier, &levels, UNREACHED, |_| level)?
            };
            Ok((Round::new(next.len()), next))
        })?;
    }
    Ok(levels.into_map())
}

/// The same without the framework.
pub(crate) fn plain(graph: &Graph<Undirected>, source: Node) -> Vec<u32> {
    let mut levels = vec![UNREACHED; graph.node_count()];
    levels[source.index()] = 0;
    let mut queue = VecDeque::from([source]);
    while let Some(node) = queue.pop_front() {
        for &next in graph.neighbours(node) {
            if levels[next.index()] == UNREACHED {
                levels[next.index()] = levels[node.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    levels
}
