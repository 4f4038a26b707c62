//! Betweenness centrality: on how many shortest paths each node lies.
//!
//! **Idea** (Brandes). For one source *s*, let σ(v) be the number of shortest paths from *s* to *v*, in
//! numbers of arcs. The part of the paths from *s* to all others that pass through *v*, its *dependency*, is
//!
//! > δ(v) = σ(v) Σ (1 + δ(w)) / σ(w), over all arcs v→w that lead one step further from *s*
//!
//! The betweenness of a node is the sum of its dependencies over all sources.
//!
//! **Phases**, for each source: a breadth-first search finds the levels. On its way down, each node adds its
//! path count to those of its neighbours in the next level. If the search goes up, or if a sum reaches 2⁵³ so
//! that it may be rounded, the nodes of the new level add up the counts of their in-neighbours instead, each
//! in the order of its arcs. Then the levels are visited backwards: a node adds up what its neighbours in the
//! level after it have to pass on, (1 + δ) / σ, which each of them computes once, in place of its count.
//!
//! **Why it is correct.** When a level is visited, the values that it reads belong to another level and are
//! final. Sums below 2⁵³ are exact, so it does not matter in which order threads add to them; all other
//! values are written by one thread.
//!
//! **Cost.** O(n + m) per source; 24 bytes per node, and 200 per level. Path
//! counts are `f64`: their relative error is at most the number of additions on a path times 2⁻⁵³, and they
//! do not overflow below 10³⁰⁸ paths; with more than that, scores are not numbers.
//!
//! **Deterministic**: yes, also the rounding: where the order of additions matters, it depends only on the
//! graph.
//!
//! **Paper.** Brandes, "A faster algorithm for betweenness centrality", 2001. The GAP benchmark suite notes
//! which arcs lead further, a bit for each; here the levels of the two nodes say it.

use boscage_core::exec::{Exec, First, Round};
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap, NodeSet};
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::{Error, Result};

use crate::breadth_first_search::{BreadthFirstSearch, Directions, up};
use crate::reached::Word;

/// How [`betweenness`] runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Betweenness {
    /// What the scores are divided by.
    pub scale: Scale,
    /// Whether a source also lies on the paths that begin at it, as in the GAP benchmark suite. Brandes does
    /// not count these.
    pub counts_sources: bool,
}

/// What the scores of [`betweenness`] are divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Nothing: the numbers of (parts of) paths. In an undirected graph, with all nodes as sources, each pair
    /// of nodes counts twice.
    #[default]
    Paths,
    /// The highest score, as the GAP benchmark suite does.
    Highest,
    /// (n - 1) (n - 2), the number of pairs of other nodes: scores from 0 to 1 if all nodes are sources.
    Pairs,
}

/// The betweenness of each node, counting paths from these sources; give all nodes for the exact betweenness,
/// some at random for an estimate. A directed graph needs in-arcs. Parallel arcs make several paths, and
/// self-loops none.
///
/// # Errors
/// [`Error::Argument`] if there is no such source, or the graph is directed and has no in-arcs;
/// [`Error::Cancelled`] and [`Error::OutOfMemory`].
///
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{Betweenness, betweenness};
///
/// // The middle of a path of three nodes lies on the path from one end to the other, and back.
/// let exec = Exec::available()?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(3, [(0, 1), (1, 2)])?)?;
/// let scores = betweenness(&exec, &graph, graph.node_ids(), Betweenness::default())?;
/// assert_eq!(scores.as_slice(), [0.0, 2.0, 0.0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn betweenness<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    sources: impl IntoIterator<Item = Node>,
    config: Betweenness,
) -> Result<NodeMap<f32>> {
    let sources: Vec<Node> = sources.into_iter().collect();
    let n = graph.nodes();
    if let Some(source) = sources.iter().find(|source| source.index() >= n) {
        return Err(Error::argument("sources", format!("nodes below {n}"), source));
    }
    let scores = exec.install(|| {
        let scores = AtomicNodeMap::filled(graph, 0.0_f32)?;
        let mut rounds = exec.rounds("betweenness", sources.len() as u64);
        for source in sources {
            rounds.round(|phases| {
                let Paths { steps, counts: values, levels } = Paths::from(exec, graph, source)?;
                let first = usize::from(!config.counts_sources);
                for (step, level) in levels.iter().enumerate().skip(first).rev() {
                    let after = step as u32 + 1;
                    phases.gather_from(
                        "share",
                        graph,
                        level,
                        |_, to, _| if steps.load(to) == after { values.load(to) } else { 0.0 },
                        |node, sum: f64| {
                            let count = values.load(node);
                            let dependency = count * sum;
                            values.store(node, (1.0 + dependency) / count);
                            scores.store(node, scores.load(node) + dependency as f32);
                        },
                    )?;
                }
                Ok((Round::of(1), ()))
            })?;
        }
        Ok::<_, Error>(scores)
    })?;
    let mut scores: NodeMap<f32> = scores.into_map();
    let divisor = match config.scale {
        Scale::Paths => return Ok(scores),
        Scale::Highest => scores.as_slice().iter().copied().fold(0.0, f32::max),
        Scale::Pairs => ((n as f64 - 1.0) * (n as f64 - 2.0)) as f32,
    };
    if divisor > 0.0 {
        scores.as_mut_slice().iter_mut().for_each(|score| *score /= divisor);
    }
    Ok(scores)
}

/// Sums of natural numbers below this one are exact.
const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// The shortest paths from a source.
struct Paths {
    /// The level of each node.
    steps: AtomicNodeMap<u32>,
    /// Number of shortest paths to each node.
    counts: AtomicNodeMap<f64>,
    /// The nodes of each level, from the source on.
    levels: Vec<NodeSet>,
}

impl Paths {
    /// A breadth-first search that counts paths on its way.
    fn from<D: Direction, E: EdgeData>(exec: &Exec, graph: &Graph<D, E>, source: Node) -> Result<Self> {
        // Rounds upwards need a second one for the counts, which rounds downwards add up on their way.
        let config = BreadthFirstSearch {
            up_growing: BreadthFirstSearch::DEFAULT_UP,
            ..BreadthFirstSearch::default()
        };
        let mut directions = Directions::new(graph, config)?;
        let steps = AtomicNodeMap::filled(graph, u32::UNREACHED)?.shared_by(exec);
        let counts = AtomicNodeMap::filled(graph, 0.0)?.shared_by(exec);
        steps.store(source, 0);
        counts.store(source, 1.0);
        let (mut frontier, mut len) = (NodeSet::from_nodes(exec, graph, vec![source])?, 1);
        let mut levels = Vec::new();
        let mut rounds = exec.rounds("breadth-first-search", graph.nodes() as u64);
        for step in 1.. {
            let goes_up = directions.next(exec, graph, &frontier, len);
            if goes_up {
                frontier = frontier.into_bitmap(exec)?;
            }
            let next = rounds.round(|phases| {
                // The nodes of the new level are to gather their counts: nothing has been added to them, or
                // a sum may be rounded, which depends on the order of the additions.
                let gathers = AtomicBool::new(goes_up);
                let next = if goes_up {
                    up(phases, graph, &frontier, &steps, |_| step)?
                } else {
                    phases.push(
                        "down",
                        graph,
                        &frontier,
                        |from| counts.load(from),
                        |count, to, _| {
                            let claimed = steps.compare_exchange(to, u32::UNREACHED, step);
                            let is_next = claimed.is_ok() || claimed == Err(step);
                            if is_next && counts.fetch_add(to, count) + count >= EXACT {
                                gathers.store(true, Relaxed);
                            }
                            First(claimed.is_ok())
                        },
                    )?
                };
                if gathers.into_inner() {
                    let count =
                        |_, from, _| if steps.load(from) == step - 1 { counts.load(from) } else { 0.0 };
                    phases
                        .gather_to("count", graph, &next, count, |node, sum: f64| counts.store(node, sum))?;
                }
                len = next.len();
                Ok((Round::of(len), next))
            })?;
            levels.push(std::mem::replace(&mut frontier, next));
            if len == 0 {
                break;
            }
        }
        Ok(Self { steps, counts, levels })
    }
}
