//! Parents over tight arcs, level by level from some roots.

use boscage_core::Result;
use boscage_core::exec::Rounds;
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeSet, RelaxedOrder};

/// The number in the place of a node that has no parent.
pub(crate) const NONE: u32 = u32::MAX;

pub(crate) type Parents = AtomicNodeMap<u32, RelaxedOrder>;

/// Returns the parent of each node to which tight arcs lead from the roots: the lowest node before it on a
/// path of the fewest tight arcs. Roots are their own parents. 8 bytes per node, and up to 8 for sets.
pub(crate) fn parents_by_level<D: Direction, E: EdgeData>(
    rounds: &Rounds<'_>,
    graph: &Graph<D, E>,
    roots: impl Iterator<Item = Node> + Clone,
    is_tight: impl Fn(Node, Node, E) -> bool + Sync,
) -> Result<Parents> {
    let parents = AtomicNodeMap::filled(graph, NONE)?.relaxed().shared_by(rounds.exec());
    let candidates = AtomicNodeMap::filled(graph, NONE)?.relaxed().shared_by(rounds.exec());
    roots.clone().for_each(|root| parents.store(root, root.into()));
    let mut level = NodeSet::from_nodes(rounds.exec(), graph, roots)?;
    while !level.is_empty() {
        level = rounds.push(
            "parents",
            graph,
            &level,
            |from| from,
            |from, to, data| {
                let is_found = parents.load(to) == NONE && is_tight(from, to, data);
                if is_found {
                    candidates.fetch_min(to, from.into());
                }
                is_found
            },
        )?;
        rounds.select("found", &level, |node| {
            parents.store(node, candidates.load(node));
            false
        })?;
    }
    Ok(parents)
}
