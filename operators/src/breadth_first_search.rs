//! Breadth-first search: the nodes that a source reaches, by their number of steps.
//!
//! **Idea.** The nodes that are the same number of steps away from the source are a *level*. Each round finds
//! the next level, in one of two directions:
//!
//! - *down*: visit the arcs that leave the level (the frontier), and keep the nodes that are new;
//! - *up*: for every node that is not reached yet, look for an arc that comes from the frontier, and stop at
//!   the first. If the frontier is large, few arcs are looked at.
//!
//! **Why it is correct.** Both directions find the nodes that have an arc from the level and are not in it
//! or in one before. If several threads reach a node in one round, each of them writes a parent in the level.
//!
//! **Cost.** O(n + m), and less with rounds upwards. At most 12 bytes
//! per node: 4 for the result, the rest for the levels.
//!
//! **Deterministic**: the distances, yes. Of several possible parents, which one a node gets depends on
//! timing if there are several threads.
//!
//! **When to choose it**: if all arcs have the same length; otherwise
//! [`shortest_paths`](crate::shortest_paths()).
//!
//! **Paper.** Beamer, Asanović, Patterson, "Direction-optimizing breadth-first search", SC 2012. It goes up
//! when the frontier has more than a 14th of the arcs that are left. Here it is a third, because rounds
//! downwards request arcs from memory early, and an eighth if the frontier grows fast
//! (`docs/performance.md`).

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeSet};
use boscage_core::{Error, Result};

use crate::reached::{Reached, Value, Word};

/// How [`breadth_first_search`] and [`distances`] run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreadthFirstSearch {
    /// A round goes up if the frontier has more than one in `up` of the arcs that are left. At least 1.
    pub up: u64,
    /// The same for a frontier of at least [`GROWTH`](Self::GROWTH) times as many nodes as the one before.
    /// Rounds upwards write nothing that two threads write; so where the frontier will soon have most arcs,
    /// more threads gain more by going up earlier. At least 1.
    pub up_growing: u64,
}

impl BreadthFirstSearch {
    /// One in this many arcs.
    pub const DEFAULT_UP: u64 = 3;
    /// One in this many arcs, while the frontier grows fast.
    pub const DEFAULT_UP_GROWING: u64 = 8;
    /// A frontier with at least this multiple of the nodes of the one before grows fast.
    pub const GROWTH: usize = 8;
}

impl Default for BreadthFirstSearch {
    fn default() -> Self {
        Self { up: Self::DEFAULT_UP, up_growing: Self::DEFAULT_UP_GROWING }
    }
}

/// A parent for each node that the source reaches: a neighbour one step nearer to the source. The source is
/// its own parent. A directed graph needs in-arcs.
///
/// # Errors
/// [`Error::Argument`] if there is no such source, the graph is directed and has no in-arcs, or the
/// configuration has a 0; [`Error::Cancelled`] and [`Error::OutOfMemory`].
///
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{BreadthFirstSearch, breadth_first_search};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 4)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let parents = breadth_first_search(&exec, &graph, Node::new(1), BreadthFirstSearch::default())?;
/// assert!(parents.iter().map(Option::unwrap).eq([1, 1, 1, 0, 3].map(Node::new)));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn breadth_first_search<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: Node,
    config: BreadthFirstSearch,
) -> Result<Reached<Node>> {
    search(exec, graph, source, config, |from, _| from.into())
}

/// The number of steps from the source to each node that it reaches.
///
/// # Errors
/// As [`breadth_first_search`].
///
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{BreadthFirstSearch, distances};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let steps = distances(&exec, &graph, Node::new(0), BreadthFirstSearch::default())?;
/// assert!(steps.iter().eq([Some(0), Some(1), Some(2), None]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn distances<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: Node,
    config: BreadthFirstSearch,
) -> Result<Reached<u32>> {
    search(exec, graph, source, config, |_, step| step)
}

/// Finds the nodes that `source` reaches. `word` is what a node gets that is reached from a node in a step.
fn search<D: Direction, E: EdgeData, T: Value<Word = u32>>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: Node,
    config: BreadthFirstSearch,
    word: impl Fn(Node, u32) -> u32 + Send + Sync,
) -> Result<Reached<T>> {
    let n = graph.nodes();
    if source.index() >= n {
        return Err(Error::argument("source", format!("a node below {n}"), source));
    }
    let mut directions = Directions::new(graph, config)?;
    // Most rounds on a graph of large diameter are short, so all are on one thread pool from the beginning.
    exec.install(|| {
        let words = AtomicNodeMap::filled(graph, u32::UNREACHED)?.shared_by(exec);
        words.store(source, word(source, 0));
        let (mut frontier, mut len) = (NodeSet::from_nodes(exec, graph, vec![source])?, 1);
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
                Ok((Round::of(len), next))
            })?;
            if len == 0 {
                break;
            }
        }
        Ok(Reached::new(words.into_map()))
    })
}

/// The direction of each round of a search.
pub(crate) struct Directions {
    config: BreadthFirstSearch,
    nodes: usize,
    arcs_left: u64,
    /// Number of nodes of the last frontier.
    len: usize,
}

impl Directions {
    /// Before the first round of a search.
    ///
    /// # Errors
    /// As [`breadth_first_search`], but for the source.
    pub(crate) fn new<D: Direction, E: EdgeData>(
        graph: &Graph<D, E>,
        config: BreadthFirstSearch,
    ) -> Result<Self> {
        let BreadthFirstSearch { up, up_growing } = config;
        if up == 0 || up_growing == 0 {
            return Err(Error::argument("up and up_growing", "at least 1", format!("{up} and {up_growing}")));
        }
        graph.check_in_arcs()?;
        let (nodes, arcs_left) = (graph.nodes(), graph.targets().len() as u64);
        Ok(Self { config, nodes, arcs_left, len: 0 })
    }

    /// Returns whether the round from this frontier, which has `len` nodes, goes up.
    pub(crate) fn next<D: Direction, E: EdgeData>(
        &mut self,
        exec: &Exec,
        graph: &Graph<D, E>,
        frontier: &NodeSet,
        len: usize,
    ) -> bool {
        let before = std::mem::replace(&mut self.len, len);
        // A round upwards visits all nodes at least: never worth it for a few.
        len > self.nodes >> 8 && {
            let arcs = frontier.arcs(exec, graph);
            let BreadthFirstSearch { up, up_growing } = self.config;
            let one_in = if len >= BreadthFirstSearch::GROWTH * before { up_growing } else { up };
            let is_worthwhile = arcs > (self.arcs_left + self.nodes as u64) / one_in;
            self.arcs_left -= arcs;
            is_worthwhile
        }
    }
}

/// Gives `word` of a neighbour in the frontier to each node that has none yet; the nodes that get one.
pub(crate) fn up<D: Direction, E: EdgeData>(
    phases: &Rounds<'_>,
    graph: &Graph<D, E>,
    frontier: &NodeSet,
    words: &AtomicNodeMap<u32>,
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
