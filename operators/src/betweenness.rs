//! Betweenness centrality: on how many shortest paths each node lies.
//!
//! **Idea** (Brandes). For one source *s*, let σ(v) be the number of shortest paths from *s* to *v*, in
//! numbers of arcs. The part of the paths from *s* to all others that pass through *v*, its *dependency*, is
//!
//! > δ(v) = σ(v) Σ (1 + δ(w)) / σ(w), over all arcs v→w that lead one step further from *s*
//!
//! The betweenness of a node is the sum of its dependencies over all sources.
//!
//! **Phases**, for each source: a breadth-first search finds the levels. Then level by level, forwards: a
//! node adds up the path counts of its in-neighbours in the level before. Then backwards: a node adds up what
//! its neighbours in the level after it have to pass on, (1 + δ) / σ, which each of them computes once.
//!
//! **Why it is correct.** When a level is visited, the values that it reads belong to another level and are
//! final. Only one thread writes the value of a node, so there are no races, and no atomic additions.
//!
//! **Cost.** O(n + m) per source; 24 bytes per node and 4 for the scores. Path counts are `f64`: their
//! relative error is at most the number of additions on a path times 2⁻⁵³, and they do not overflow below
//! 10³⁰⁸ paths; with more than that, scores are not numbers.
//!
//! **Deterministic**: yes, also the rounding: the order of additions depends only on the graph.
//!
//! **Paper.** Brandes, "A faster algorithm for betweenness centrality", 2001. The GAP benchmark suite notes
//! which arcs lead further, a bit for each; reading the levels again is as fast and needs no memory per arc.

use boscage::exec::{Exec, Round};
use boscage::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap};
use boscage::{Error, Result};

use crate::breadth_first_search::levels;

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
/// [`Error::Argument`] if there is no such source; [`Error::Cancelled`] and [`Error::OutOfMemory`].
///
/// # Panics
/// If the graph is directed and has no in-arcs.
///
/// ```
/// use boscage::prelude::*;
/// use boscage_operators::{Betweenness, betweenness};
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
        let [counts, shares] = [AtomicNodeMap::filled(graph, 0.0_f64)?, AtomicNodeMap::filled(graph, 0.0)?];
        let mut rounds = exec.rounds("betweenness", sources.len() as u64);
        for source in sources {
            rounds.round(|phases| {
                let (steps, levels) = levels(exec, graph, source)?;
                let steps = steps.into_words();
                counts.store(source, 1.0);
                for (step, level) in (1_u32..).zip(&levels[1..]) {
                    let count = |_, from, _| if steps[from] == step - 1 { counts.load(from) } else { 0.0 };
                    phases
                        .gather_to("count", graph, level, count, |node, sum: f64| counts.store(node, sum))?;
                }
                for (step, level) in
                    (0_u32..levels.len() as u32).zip(&levels).skip(usize::from(!config.counts_sources)).rev()
                {
                    let share = |_, to, _| if steps[to] == step + 1 { shares.load(to) } else { 0.0 };
                    phases.gather_from("share", graph, level, share, |node, sum: f64| {
                        let dependency = counts.load(node) * sum;
                        shares.store(node, (1.0 + dependency) / counts.load(node));
                        scores.store(node, scores.load(node) + dependency as f32);
                    })?;
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
