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
//! when the frontier has more than a 14th of the arcs that are left; here a third is best on all graphs that
//! were measured, because rounds downwards request arcs from memory early (`docs/performance.md`).

use boscage::exec::{Exec, Round, Rounds};
use boscage::fault::is_planted;
use boscage::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeSet};
use boscage::{Error, Result};

use crate::reached::{Reached, Value, Word};

/// How [`breadth_first_search`] and [`distances`] run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreadthFirstSearch {
    /// A round goes up if the frontier has more than one in `up` of the arcs that are left. At least 1.
    pub up: u64,
    /// Rounds go down again when the frontier shrinks and has fewer than one in `down` of all nodes. At
    /// least 1.
    pub down: usize,
}

impl BreadthFirstSearch {
    /// One in this many arcs.
    pub const DEFAULT_UP: u64 = 3;
    /// One in this many nodes.
    pub const DEFAULT_DOWN: usize = 18;
}

impl Default for BreadthFirstSearch {
    fn default() -> Self {
        Self { up: Self::DEFAULT_UP, down: Self::DEFAULT_DOWN }
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
/// use boscage_operators::{BreadthFirstSearch, breadth_first_search};
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
    search(exec, graph, source, config, &mut Parents)
}

/// The number of steps from the source to each node that it reaches.
///
/// # Errors
/// As [`breadth_first_search`].
///
/// ```
/// use boscage::prelude::*;
/// use boscage_operators::{BreadthFirstSearch, distances};
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
    search(exec, graph, source, config, &mut Steps)
}

/// What a search writes, and what else it does on its way.
pub(crate) trait Visitor: Sync {
    /// Whether [`pass`](Self::pass) is wanted. The word must be the same for all nodes of a level then.
    const PASSES: bool = false;

    /// What a node gets that is reached from `from` in this step.
    fn word(&self, from: Node, step: u32) -> u32;

    /// What a node of the frontier sends along its arcs.
    fn sent(&self, _from: Node, _step: u32) -> f64 {
        0.0
    }

    /// Called for all arcs from the frontier to the new level, in a round downwards.
    fn pass(&self, _sent: f64, _to: Node, _step: u32) {}

    /// A step goes up: [`pass`](Self::pass) is not called in it.
    fn goes_up(&mut self) {}

    /// A step is done: it has left `frontier` and found `next`.
    fn done(
        &mut self,
        _: &Rounds<'_>,
        _words: &AtomicNodeMap<u32>,
        _step: u32,
        _: NodeSet,
        _next: &NodeSet,
    ) -> Result<()> {
        Ok(())
    }
}

struct Parents;

impl Visitor for Parents {
    #[inline]
    fn word(&self, from: Node, _: u32) -> u32 {
        from.into()
    }
}

struct Steps;

impl Visitor for Steps {
    #[inline]
    fn word(&self, _: Node, step: u32) -> u32 {
        step
    }
}

pub(crate) fn search<D: Direction, E: EdgeData, T: Value<Word = u32>, V: Visitor + Send>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: Node,
    config: BreadthFirstSearch,
    visitor: &mut V,
) -> Result<Reached<T>> {
    const UNREACHED: u32 = u32::UNREACHED;
    let n = graph.nodes();
    if source.index() >= n {
        return Err(Error::argument("source", format!("a node below {n}"), source));
    }
    if config.up == 0 || config.down == 0 {
        return Err(Error::argument(
            "up and down",
            "at least 1",
            format!("{} and {}", config.up, config.down),
        ));
    }
    graph.check_in_arcs()?;
    // Most rounds on a graph of large diameter are short, so all are on one thread pool from the beginning.
    exec.install(|| {
        let words = AtomicNodeMap::filled(graph, UNREACHED)?;
        words.store(source, visitor.word(source, 0));
        let all = NodeSet::all(graph);
        let mut frontier = NodeSet::from_nodes(exec, graph, vec![source])?;
        let (mut len, mut arcs_left, mut goes_up) = (1, graph.targets().len() as u64, false);
        let mut rounds = exec.rounds("breadth-first-search", n as u64);
        for step in 1.. {
            // A round upwards visits all nodes at least: never worth it for a few.
            if !goes_up && len > n >> 8 {
                let arcs = frontier.arcs(exec, graph);
                goes_up = arcs > (arcs_left + n as u64) / config.up;
                arcs_left -= arcs;
            }
            if goes_up {
                frontier = frontier.into_bitmap(exec)?;
            }
            let before = len;
            frontier = rounds.round(|phases| {
                let next = if goes_up {
                    visitor.goes_up();
                    up(phases, graph, &frontier, &all, &words, |from| visitor.word(from, step))?
                } else {
                    down(phases, graph, &frontier, &words, step, visitor)?
                };
                len = next.len();
                visitor.done(phases, &words, step, frontier, &next)?;
                Ok((Round::of(len), next))
            })?;
            goes_up &= len >= before || len > n / config.down;
            if len == 0 {
                break;
            }
        }
        Ok(Reached::new(words.into_map()))
    })
}

fn up<D: Direction, E: EdgeData>(
    phases: &Rounds<'_>,
    graph: &Graph<D, E>,
    frontier: &NodeSet,
    all: &NodeSet,
    words: &AtomicNodeMap<u32>,
    word: impl Fn(Node) -> u32 + Sync,
) -> Result<NodeSet> {
    let is_new = |node| words.load(node) == u32::UNREACHED;
    phases.pull("up", graph, all, is_new, |from, to, _| {
        let is_in = frontier.contains(from)
            || is_planted("step-from-level-that-grows") && words.load(from) != u32::UNREACHED;
        if is_in {
            words.store(to, word(from));
        }
        is_in
    })
}

fn down<D: Direction, E: EdgeData, V: Visitor>(
    phases: &Rounds<'_>,
    graph: &Graph<D, E>,
    frontier: &NodeSet,
    words: &AtomicNodeMap<u32>,
    step: u32,
    visitor: &V,
) -> Result<NodeSet> {
    phases.push(
        "down",
        graph,
        frontier,
        |from| (visitor.word(from, step), visitor.sent(from, step)),
        |(word, sent), to, _| {
            let held = words.load(to);
            let is_new = held == u32::UNREACHED;
            if is_new {
                words.store(to, word); // of several threads, the last to do so
            }
            if V::PASSES && (is_new || held == word) {
                visitor.pass(sent, to, step);
            }
            is_new
        },
    )
}
