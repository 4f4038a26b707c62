//! Direction-optimizing breadth-first search.
//!
//! The nodes at the same distance from the source are a *level*. A round finds the next level from the last
//! one, the frontier:
//!
//! - *down*: it follows the arcs that leave the frontier, and keeps the nodes that are new;
//! - *up*: each node that is not reached yet looks for an arc from the frontier, and stops at the first. If
//!   the frontier is large, it looks at few arcs.
//!
//! **Correctness.** Both directions find the nodes that have an arc from the frontier and are in no level
//! yet. If several threads reach a node in one round, each writes a parent of the frontier.
//!
//! Beamer and others go up if the frontier has more than a 14th of the remaining arcs. Here it is a third,
//! because rounds downwards prefetch arcs, and an eighth if the frontier grows fast (`docs/performance.md`).

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeSet, RelaxedOrder};
use boscage_core::{Error, Result};

use crate::partial_node_map::{PartialNodeMap, Value, Word};

/// Configuration of [`breadth_first_search`] and [`distances`].
///
/// A round goes *down* along the arcs that leave the frontier, or *up*: each node that is not reached yet
/// looks for an arc from the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreadthFirstSearch {
    /// A round goes up if the frontier has more than one in `up` of the remaining arcs. At least 1.
    pub up: u64,
    /// The same for a frontier of at least [`GROWTH`](Self::GROWTH) times as many nodes as the frontier
    /// before. At least 1. No two threads write to the same word in a round upwards. So if the frontier will
    /// soon have most arcs, several threads gain from an earlier round upwards.
    pub up_growing: u64,
}

impl BreadthFirstSearch {
    /// Default of `up`: one in this many arcs.
    pub const DEFAULT_UP: u64 = 3;
    /// Default of `up_growing`: one in this many arcs.
    pub const DEFAULT_UP_GROWING: u64 = 8;
    /// Factor from which on a frontier counts as growing fast.
    pub const GROWTH: usize = 8;
}

impl Default for BreadthFirstSearch {
    fn default() -> Self {
        Self { up: Self::DEFAULT_UP, up_growing: Self::DEFAULT_UP_GROWING }
    }
}

/// Returns a parent of each node that the source reaches: a neighbour that is one step nearer to the source.
///
/// The source is its own parent. A directed graph needs in-arcs ([`Graph::with_in_arcs`]).
///
/// **Algorithm.** Beamer, Asanović, Patterson, "Direction-optimizing breadth-first search", SC 2012. A round
/// per step of distance; O(n + m) work, and less with rounds upwards ([`BreadthFirstSearch`]).
///
/// **When to choose it.** If all arcs have the same length. [`distances`] returns the numbers of steps
/// instead of parents. Use [`shortest_paths`](crate::shortest_paths()) for weighted arcs.
///
/// # Determinism
/// The set of reached nodes is deterministic. If a node has several possible parents, the one that it gets
/// depends on timing, unless there is one thread.
///
/// # Memory
/// At most 12 bytes per node: 4 for the result, the others for the levels.
///
/// # Errors
/// [`Error::Argument`] if the source is not in the graph, if the graph is directed and has no in-arcs, or if
/// a field of the configuration is 0. [`Error::Cancelled`](boscage_core::Error::Cancelled) if the
/// [`Exec`](boscage_core::exec::Exec) is cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory)
/// if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{BreadthFirstSearch, breadth_first_search};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 4)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let parents = breadth_first_search(&exec, &graph, 1, BreadthFirstSearch::default())?;
/// assert!(parents.values().map(Option::unwrap).eq([1, 1, 1, 0, 3].map(Node::new)));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn breadth_first_search<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: impl Into<Node>,
    config: BreadthFirstSearch,
) -> Result<PartialNodeMap<Node>> {
    let source = source.into();
    search(exec, graph, source, config, |from, _| from.into())
}

/// Returns the number of steps from the source to each node that it reaches.
///
/// Algorithm, memory (12 bytes per node) and cost are those of [`breadth_first_search`]. Unlike parents,
/// distances are deterministic.
///
/// # Errors
/// The same as [`breadth_first_search`].
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{BreadthFirstSearch, distances};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let steps = distances(&exec, &graph, 0, BreadthFirstSearch::default())?;
/// assert!(steps.values().eq([Some(0), Some(1), Some(2), None]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn distances<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: impl Into<Node>,
    config: BreadthFirstSearch,
) -> Result<PartialNodeMap<u32>> {
    let source = source.into();
    search(exec, graph, source, config, |_, step| step)
}

/// Finds the nodes that `source` reaches. `word` returns the word of a node, given its parent and its level.
fn search<D: Direction, E: EdgeData, T: Value<Word = u32>>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: Node,
    config: BreadthFirstSearch,
    word: impl Fn(Node, u32) -> u32 + Send + Sync,
) -> Result<PartialNodeMap<T>> {
    let n = graph.node_count();
    if source.index() >= n {
        return Err(Error::argument("source", format!("a node below {n}"), source));
    }
    let mut directions = Directions::new(graph, config)?;
    // Most rounds on a graph of large diameter are short, so all are on one thread pool from the beginning.
    exec.install(|| {
        let words = AtomicNodeMap::filled(graph, u32::UNREACHED)?.relaxed().shared_by(exec);
        words.store(source, word(source, 0));
        let (mut frontier, mut len) = (NodeSet::from_nodes(exec, graph, [source])?, 1);
        let mut rounds = exec.rounds("breadth-first-search", n as u64);
        for step in 1.. {
            let goes_up = directions.next(exec, graph, &frontier, len);
            if goes_up {
                frontier = frontier.into_bitmap(exec)?;
            }
            frontier = rounds.round(|phases| {
                let next = if goes_up {
                    up(phases, graph, &frontier, &words, |from| word(from, step))?
                } else {
                    phases.claim("down", graph, &frontier, &words, u32::UNREACHED, |from| word(from, step))?
                };
                len = next.len();
                Ok((Round::new(len), next))
            })?;
            if len == 0 {
                break;
            }
        }
        Ok(PartialNodeMap::new(words.into_map()))
    })
}

/// The directions of the rounds of a search.
pub(crate) struct Directions {
    config: BreadthFirstSearch,
    nodes: usize,
    arcs_left: u64,
    /// Number of nodes of the last frontier.
    len: usize,
}

impl Directions {
    /// Creates the state before the first round.
    ///
    /// # Errors
    /// The same as [`breadth_first_search`], except for the source.
    pub(crate) fn new<D: Direction, E: EdgeData>(
        graph: &Graph<D, E>,
        config: BreadthFirstSearch,
    ) -> Result<Self> {
        let BreadthFirstSearch { up, up_growing } = config;
        if up == 0 || up_growing == 0 {
            return Err(Error::argument("up and up_growing", "at least 1", format!("{up} and {up_growing}")));
        }
        graph.check_in_arcs()?;
        let (nodes, arcs_left) = (graph.node_count(), graph.targets().len() as u64);
        Ok(Self { config, nodes, arcs_left, len: 0 })
    }

    /// Returns `true` if the round from this frontier, which has `len` nodes, goes up.
    pub(crate) fn next<D: Direction, E: EdgeData>(
        &mut self,
        exec: &Exec,
        graph: &Graph<D, E>,
        frontier: &NodeSet,
        len: usize,
    ) -> bool {
        let before = std::mem::replace(&mut self.len, len);
        // A round upwards visits all nodes, so it never pays for a small frontier.
        len > self.nodes >> 8 && {
            let arcs = frontier.arc_count(exec, graph);
            let BreadthFirstSearch { up, up_growing } = self.config;
            let one_in = if len >= BreadthFirstSearch::GROWTH * before { up_growing } else { up };
            let is_worthwhile = arcs > (self.arcs_left + self.nodes as u64) / one_in;
            self.arcs_left -= arcs;
            is_worthwhile
        }
    }
}

/// Gives each node without a word, but with a neighbour in the frontier, the `word` of that neighbour.
/// Returns these nodes.
pub(crate) fn up<D: Direction, E: EdgeData>(
    phases: &Rounds<'_>,
    graph: &Graph<D, E>,
    frontier: &NodeSet,
    words: &AtomicNodeMap<u32, RelaxedOrder>,
    word: impl Fn(Node) -> u32 + Sync,
) -> Result<NodeSet> {
    let is_new = |node| words.load(node) == u32::UNREACHED;
    phases.pull("up", graph, &NodeSet::all(graph), is_new, |from, to, _| {
        let is_in = frontier.contains(from)
            || is_planted("step-from-level-that-grows") && words.load(from) != u32::UNREACHED;
        if is_in {
            words.store(to, word(from));
        }
        is_in
    })
}
