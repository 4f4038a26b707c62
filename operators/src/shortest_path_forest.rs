//! Parents on shortest paths, found from the distances.
//!
//! An arc is *tight* if it leads from the distance of its source exactly to that of its target. A tight arc
//! from a nearer node makes it a parent at once, and then parents cannot form a circle. Some nodes only have
//! tight arcs from nodes at the same distance: arcs of length 0, or so short that they are lost in rounding.
//! These nodes get parents level by level, from nodes that have theirs.
//!
//! **Correctness.** A node that is reached is a source at its own distance, or the last arc of a shortest
//! path to it is tight. If all such arcs come from the same distance, follow the path backwards: it leads to
//! a source at this distance, or to a node with a tight arc from a nearer one. So a level reaches the node.

use std::fmt;

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, Direction, Graph, Node, NodeSet};

use crate::lengths::{DistanceOf, Length, Sources, starts};
use crate::partial_node_map::{PartialNodeMap, Value};
use crate::shortest_paths::{ShortestPaths, from_starts};

/// Shortest paths from some sources: the distance to each node that is reached, and the node before it.
///
/// [`shortest_path_forest`] finds them.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShortestPathForest<T: Value> {
    /// Distances from the nearest source.
    pub distances: PartialNodeMap<T>,
    /// The node before each node on a shortest path; a source at its own distance is its own parent.
    pub parents: PartialNodeMap<Node>,
}

impl<T: Value> ShortestPathForest<T> {
    /// Returns the nodes of a shortest path, from a source to a node; `None` if it is not reached.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the node is not in the graph.
    #[track_caller]
    pub fn path_to(&self, node: impl Into<Node>) -> Result<Option<Vec<Node>>> {
        self.parents.path_to(node)
    }
}

impl<T: Value + fmt::Debug> fmt::Debug for ShortestPathForest<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { distances, parents } = self;
        f.debug_struct("ShortestPathForest").field("distances", distances).field("parents", parents).finish()
    }
}

/// Returns the distance from the nearest source to each node that can be reached, and the node before it on a
/// shortest path.
///
/// Sources, distances and errors are those of [`shortest_paths`](crate::shortest_paths()). Parents form a
/// forest, even if arcs have length 0.
///
/// **Algorithm.** The distances by [`shortest_paths`](crate::shortest_paths()), and then one pass over all
/// arcs that leave nodes which are reached.
///
/// # Determinism
/// Distances and parents are deterministic. Of several parents a node has the lowest that is nearer to the
/// source; if there is none, the lowest of those that the fewest arcs of length 0 separate from such a node.
///
/// # Memory
/// With distances of 4 bytes at most 30 bytes per node, as [`shortest_paths`](crate::shortest_paths()): 4 for
/// the parents, and if arcs have length 0 as many for candidates, come after its worklist has gone.
///
/// # Errors
/// Those of [`shortest_paths`](crate::shortest_paths()).
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{ShortestPaths, shortest_path_forest};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(5, [(0, 1, 7_u32), (1, 2, 0), (0, 2, 3), (2, 3, 0)])?;
/// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?;
/// let paths = shortest_path_forest(&exec, &graph, 0, ShortestPaths::default())?;
/// assert_eq!(paths.path_to(1)?, Some(vec![0.into(), 2.into(), 1.into()]));
/// assert_eq!((paths.distances.get(1), paths.path_to(4)?), (Some(3), None));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn shortest_path_forest<D: Direction, W: Length, S: Sources<W>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    sources: S,
    config: ShortestPaths,
) -> Result<ShortestPathForest<S::Distance>> {
    let starts = starts(graph.node_count(), sources)?;
    let distances = from_starts::<_, _, S::Distance>(exec, graph, &starts, config)?;
    let parents = exec.install(|| parents::<_, _, S::Distance>(exec, graph, &starts, &distances))?;
    Ok(ShortestPathForest { distances, parents })
}

const NONE: u32 = u32::MAX;

fn parents<D: Direction, W: Length, T: DistanceOf<W>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    starts: &[(Node, T::Word)],
    distances: &PartialNodeMap<T>,
) -> Result<PartialNodeMap<Node>> {
    let parents = AtomicNodeMap::filled(graph, NONE)?.relaxed();
    let word = |node: Node| distances.word(node);
    for &(source, start) in starts {
        if word(source) == Some(start) {
            parents.store(source, source.into());
        }
    }
    let rounds = exec.rounds("shortest-path-forest", graph.node_count() as u64);
    let reached = rounds.select("reached", &NodeSet::all(graph), |node| word(node).is_some())?;
    let sent = |from: Node| (from, word(from));
    rounds.push("nearer", graph, &reached, sent, |(from, near), to, length| {
        if let (Some(near), Some(far)) = (near, word(to))
            && near < far
            && T::plus(near, length) == Some(far)
            && parents.load(to) != u32::from(to)
        {
            parents.fetch_min(to, from.into());
        }
    })?;
    let is_done = |node: Node| parents.load(node) != NONE;
    let mut left = reached.len() - rounds.select("done", &reached, is_done)?.len();
    if left > 0 {
        let mut level = rounds.select("done", &reached, is_done)?;
        let candidates = AtomicNodeMap::filled(graph, NONE)?.relaxed();
        while left > 0 && !level.is_empty() {
            level = rounds.push("as far", graph, &level, sent, |(from, near), to, length| {
                let is_found = near.is_some()
                    && word(to) == near
                    && near.and_then(|near| T::plus(near, length)) == near
                    && !is_done(to);
                if is_found {
                    candidates.fetch_min(to, from.into());
                }
                is_found
            })?;
            rounds.select("found", &level, |node| {
                parents.store(node, candidates.load(node));
                false
            })?;
            left -= level.len();
        }
    }
    rounds.finish();
    Ok(PartialNodeMap::new(parents.into_map()))
}
