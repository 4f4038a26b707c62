//! Brandes's algorithm: one search per source, and one sweep back over its levels.
//!
//! **Phases** per source. A breadth-first search finds the levels. In a round downwards, each node of the
//! frontier adds its number of paths to the numbers of its neighbours in the new level. After a round
//! upwards, each node of the new level adds up the numbers of its in-neighbours instead, in the order of its
//! arcs. The same happens if a sum reaches 2⁵³ and may have been rounded. Then the levels are visited
//! backwards. A node adds up the shares (1 + δ) / σ of its neighbours in the next level. Each share is
//! computed once, and replaces the number of paths of its node.
//!
//! **Correctness.** While a level is visited, it reads values of another level only, and these are final.
//! Sums below 2⁵³ are exact, so the order in which threads add does not matter. Every other value is written
//! by one thread.
//!
//! The GAP benchmark suite marks the arcs between levels with a bit each. Here the levels of the two nodes
//! are compared.
//!
//! **Many sources.** Where memory allows it, each thread does whole searches (`searches.rs`), which saves the
//! rounds. Scores of [`BLOCK`] sources are added up, then those of blocks, always in the same order.

mod searches;

use boscage_core::exec::{Exec, First, Round};
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap, NodeSet, RelaxedOrder};
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::{Error, Result};

use crate::breadth_first_search::{BreadthFirstSearch, Directions, up};
use crate::partial_node_map::Word;

/// Configuration of [`betweenness`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Betweenness {
    /// Divisor of the scores.
    pub scale: Scale,
    /// `true` if a source also lies on the paths that begin at it, as in the GAP benchmark suite. Brandes
    /// does not count these.
    pub counts_sources: bool,
}

/// Divisor of the scores of [`betweenness`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scale {
    /// 1: scores are numbers of (fractions of) paths. In an undirected graph with all nodes as sources, each
    /// pair of nodes counts twice.
    #[default]
    Paths,
    /// The highest score, as in the GAP benchmark suite.
    Highest,
    /// (n - 1) (n - 2), the number of pairs of other nodes: scores are from 0 to 1 if all nodes are sources.
    Pairs,
}

/// Returns the betweenness centrality of each node: on how many shortest paths from the sources it lies.
///
/// For a source *s*, let σ(v) be the number of shortest paths from *s* to *v*. Paths are measured in arcs;
/// weights have no effect. The *dependency* of *s* on *v* is a sum over all other nodes *t*: the fraction of
/// the shortest paths from *s* to *t* that pass through *v*.
///
/// > δ(v) = σ(v) Σ (1 + δ(w)) / σ(w), over all arcs v→w that lead one step further away from *s*
///
/// The betweenness of a node is the sum of its dependencies over all sources. Pass all nodes as sources for
/// the exact betweenness, or a random sample for an estimate. Parallel arcs make several paths, self-loops
/// none. A directed graph needs in-arcs ([`Graph::with_in_arcs`]).
///
/// **Algorithm.** Brandes, "A faster algorithm for betweenness centrality", Journal of Mathematical Sociology
/// 25(2), 2001. It takes O(n + m) work per source. From 32 sources on, in graphs of at most 2²¹ nodes, each
/// thread does searches of its own. Otherwise they run one after another, each on all threads, in two rounds
/// per level. Numbers of paths are `f64`: their relative error is at most 2⁻⁵³ times the number of additions
/// along a path. If a node has more than 10³⁰⁸ paths, scores are NaN.
///
/// **When to choose it.** To find nodes that connect parts of a graph. [`page_rank`](crate::page_rank()) also
/// ranks nodes, and takes much less time.
///
/// # Determinism
/// Deterministic, including the rounding: where the order of additions matters, it depends only on the graph.
///
/// # Memory
/// 28 bytes per node, and 200 per level. From 32 sources on, in graphs of at most 2²¹ nodes: 8 bytes per
/// node, and 28 per node and thread.
///
/// # Errors
/// [`Error::Argument`] if a source is not in the graph, or if the graph is directed and has no in-arcs.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{Betweenness, betweenness};
///
/// // The middle of a path of three nodes lies on the path from one end to the other, and back.
/// let exec = Exec::available()?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(3, [(0, 1), (1, 2)])?)?;
/// let scores = betweenness(&exec, &graph, graph.nodes(), Betweenness::default())?;
/// assert_eq!(scores.as_slice(), [0.0, 2.0, 0.0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn betweenness<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    sources: impl IntoIterator<Item = impl Into<Node>>,
    config: Betweenness,
) -> Result<NodeMap<f64>> {
    let sources: Vec<Node> = sources.into_iter().map(Into::into).collect();
    let n = graph.node_count();
    if let Some(source) = sources.iter().find(|source| source.index() >= n) {
        return Err(Error::argument("sources", format!("nodes below {n}"), source));
    }
    let mut scores = if sources.len() >= MANY && n <= MOST_NODES {
        searches::scores(exec, graph, &sources, config.counts_sources)?
    } else {
        exec.install(|| one_by_one(exec, graph, &sources, config.counts_sources))?
    };
    let divisor = match config.scale {
        Scale::Paths => return Ok(scores),
        Scale::Highest => scores.as_slice().iter().copied().fold(0.0, f64::max),
        Scale::Pairs => (n as f64 - 1.0) * (n as f64 - 2.0),
    };
    if divisor > 0.0 {
        scores.as_mut_slice().iter_mut().for_each(|score| *score /= divisor);
    }
    Ok(scores)
}

/// The number of sources from which threads do searches of their own.
const MANY: usize = 2 * searches::BLOCK;
/// The most nodes of graphs in which threads do searches of their own.
const MOST_NODES: usize = 1 << 21;

/// Does one search after another, each on all threads.
fn one_by_one<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    sources: &[Node],
    counts_sources: bool,
) -> Result<NodeMap<f64>> {
    let scores = AtomicNodeMap::filled(graph, 0.0)?.relaxed();
    let mut rounds = exec.rounds("betweenness", sources.len() as u64);
    for &source in sources {
        rounds.round(|phases| {
            let Paths { steps, counts: values, levels } = Paths::from(exec, graph, source)?;
            let first = usize::from(!counts_sources);
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
                        scores.store(node, scores.load(node) + dependency);
                    },
                )?;
            }
            Ok((Round::new(1), ()))
        })?;
    }
    Ok(scores.into_map())
}

/// Sums of natural numbers below this one are exact.
const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// The shortest paths from a source.
struct Paths {
    /// The level of each node.
    steps: AtomicNodeMap<u32, RelaxedOrder>,
    /// Number of shortest paths to each node.
    counts: AtomicNodeMap<f64, RelaxedOrder>,
    /// The nodes of each level, beginning with the source.
    levels: Vec<NodeSet>,
}

impl Paths {
    /// Runs a breadth-first search that also counts paths.
    fn from<D: Direction, E: EdgeData>(exec: &Exec, graph: &Graph<D, E>, source: Node) -> Result<Self> {
        // A round upwards needs a second pass to count paths; a round downwards counts them at once.
        let config = BreadthFirstSearch {
            up_growing: BreadthFirstSearch::DEFAULT_UP,
            ..BreadthFirstSearch::default()
        };
        let mut directions = Directions::new(graph, config)?;
        let steps = AtomicNodeMap::filled(graph, u32::UNREACHED)?.relaxed().shared_by(exec);
        let counts = AtomicNodeMap::filled(graph, 0.0)?.relaxed().shared_by(exec);
        steps.store(source, 0);
        counts.store(source, 1.0);
        let (mut frontier, mut len) = (NodeSet::from_nodes(exec, graph, [source])?, 1);
        let mut levels = Vec::new();
        let mut rounds = exec.rounds("breadth-first-search", graph.node_count() as u64);
        for step in 1.. {
            let goes_up = directions.next(exec, graph, &frontier, len);
            if goes_up {
                frontier = frontier.into_bitmap(exec)?;
            }
            let next = rounds.round(|phases| {
                // `true` if the nodes of the new level must gather their counts: nothing was added to them,
                // or a sum may be rounded and so depends on the order of the additions.
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
                Ok((Round::new(len), next))
            })?;
            levels.push(std::mem::replace(&mut frontier, next));
            if len == 0 {
                break;
            }
        }
        Ok(Self { steps, counts, levels })
    }
}
