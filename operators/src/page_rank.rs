//! PageRank by Jacobi or Gauss-Seidel iteration.
//!
//! **Convergence.** The ranks are the solution of n linear equations. On a *symmetric* graph (undirected, or
//! with the reverse of every arc) the Gauss-Seidel method goes further in the direction of each change
//! (successive over-relaxation). The matrix is symmetric and positive definite there after scaling, so
//! factors below 2 converge in sequential order (Ostrowski, Reich). The best one for the worst case is
//! 2 / (1 + √(1 - d²)), 1.31 for d = 0.85 (Young, "Iterative methods for solving partial difference equations
//! of elliptic type", 1954). If a change is ever greater than the one before, the factor is 1 from then on,
//! which always converges.
//!
//! **Start.** On a symmetric graph the walk starts with a random arc, so in the first round every arc carries
//! the same rank. This round needs only the degrees, and its result is where the loop begins.

use std::ops::Index;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap, RelaxedOrder};
use boscage_core::{Error, Result};

/// Configuration of [`page_rank`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageRank<'a> {
    /// Probability that the walker follows an arc, at least 0 and below 1.
    pub damping: f64,
    /// The loop ends after a round in which the changes of all ranks sum to less than this.
    pub tolerance: f64,
    /// The most rounds.
    pub rounds: usize,
    /// The ranks that a round uses.
    pub method: PageRankMethod,
    /// The step of the walker at a node without arcs.
    pub dangling: Dangling,
    /// Weights of the nodes to which the walker jumps: at least 0, and not all 0. `None`: all nodes have the
    /// same weight.
    pub jumps: Option<&'a NodeMap<f32>>,
}

/// The ranks that a round of [`page_rank`] uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageRankMethod {
    /// The newest ranks, also of the same round. This takes about half the rounds, but the result depends on
    /// timing if there are several threads.
    GaussSeidel,
    /// The ranks of the round before. The result is the same on any number of threads.
    Jacobi,
}

/// The step of the walker of [`page_rank`] at a node without out-arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dangling {
    /// It ends there, and the ranks sum to less than 1. The GAP benchmark suite does this.
    Lost,
    /// It jumps, and the ranks sum to 1.
    Jumps,
}

impl PageRank<'_> {
    /// Default of `damping`.
    pub const DEFAULT_DAMPING: f64 = 0.85;
    /// Default of `tolerance`.
    pub const DEFAULT_TOLERANCE: f64 = 1e-4;
    /// Default of `rounds`.
    pub const DEFAULT_ROUNDS: usize = 1000;
}

impl Default for PageRank<'_> {
    fn default() -> Self {
        Self {
            damping: Self::DEFAULT_DAMPING,
            tolerance: Self::DEFAULT_TOLERANCE,
            rounds: Self::DEFAULT_ROUNDS,
            method: PageRankMethod::GaussSeidel,
            dangling: Dangling::Jumps,
            jumps: None,
        }
    }
}

/// Result of [`page_rank`]. It is indexed by nodes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PageRanks {
    /// The rank of each node.
    pub ranks: NodeMap<f32>,
    /// Number of rounds.
    pub rounds: usize,
    /// Sum of the changes of the last round. It is below the tolerance, unless the rounds did not suffice.
    pub change: f64,
}

/// Returns the rank of a node.
///
/// # Panics
/// If the node is not in the graph.
impl<N: Into<Node>> Index<N> for PageRanks {
    type Output = f32;

    #[track_caller]
    fn index(&self, node: N) -> &f32 {
        &self.ranks[node]
    }
}

/// Returns the PageRank of each node: how often a random walk visits it.
///
/// The walker follows a random arc with probability *d* (the damping), and otherwise jumps to a random node.
/// The rank of a node is the fraction of the time that the walker spends there:
///
/// > rank(v) = (1 - d) jump(v) + d Σ rank(u) / degree(u), over all arcs u→v
///
/// Parallel arcs count separately. A directed graph needs in-arcs ([`Graph::with_in_arcs`]).
///
/// **Algorithm.** Page, Brin, Motwani, Winograd, "The PageRank citation ranking: bringing order to the web",
/// Stanford InfoLab, 1999. Each round pulls along all arcs: O(n + m) work. The number of rounds depends on
/// the damping and the tolerance, hardly on the graph; [`PageRankMethod::GaussSeidel`], the default, needs
/// about half as many as [`PageRankMethod::Jacobi`].
///
/// **When to choose it.** For the importance of nodes by the arcs that lead to them.
/// [`betweenness`](crate::betweenness()) finds nodes between others, and takes much longer.
///
/// # Determinism
/// Deterministic with [`PageRankMethod::Jacobi`], or on one thread. Otherwise ranks differ from run to run,
/// within the tolerance.
///
/// # Memory
/// 8 bytes per node.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - the graph is directed and has no in-arcs,
/// - the damping is not at least 0 and below 1, or the tolerance is NaN,
/// - the number of jumps is not the number of nodes, a jump is negative or infinite, or none is positive.
///
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{PageRank, page_rank};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 0), (2, 0), (3, 0)])?;
/// let web = Graph::<Directed>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
/// let found = page_rank(&exec, &web, PageRank { tolerance: 1e-6, ..PageRank::default() })?;
/// let ranks = found.ranks.as_slice();
/// assert!(ranks[0] > ranks[1] && ranks[1] > ranks[2]);
/// assert!((ranks.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn page_rank<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    config: PageRank<'_>,
) -> Result<PageRanks> {
    if !(0.0..1.0).contains(&config.damping) {
        return Err(Error::argument("damping", "at least 0 and below 1", config.damping));
    }
    if config.tolerance.is_nan() {
        return Err(Error::argument("tolerance", "a number", config.tolerance));
    }
    graph.check_in_arcs()?;
    let scale = match config.jumps {
        None => 1.0 / graph.node_count().max(1) as f64,
        Some(jumps) => 1.0 / check_jumps(graph.node_count(), jumps)?,
    };
    exec.install(|| Walk::new(exec, graph, config, scale)?.run(exec))
}

/// Returns the sum of the jumps.
fn check_jumps(nodes: usize, jumps: &NodeMap<f32>) -> Result<f64> {
    if jumps.len() != nodes {
        return Err(Error::argument("jumps", format!("one for each of {nodes} nodes"), jumps.len()));
    }
    let sum = jumps.as_slice().iter().map(|&jump| f64::from(jump)).sum::<f64>();
    match jumps.iter().find(|(_, jump)| !(**jump >= 0.0 && jump.is_finite())) {
        Some((node, jump)) => {
            Err(Error::argument("jumps", "numbers of at least 0", format!("{jump} for node {node}")))
        }
        None if sum > 0.0 || nodes == 0 => Ok(sum),
        None => Err(Error::argument("jumps", "some above 0", "none")),
    }
}

struct Walk<'a, D: Direction, E: EdgeData> {
    graph: &'a Graph<D, E>,
    config: PageRank<'a>,
    /// Factor that makes the sum of the jumps 1.
    scale: f64,
    /// `true` if each arc has its reverse.
    is_symmetric: bool,
    ranks: NodeMap<f32>,
    /// The rank that each arc of a node carries: rank / degree.
    shares: AtomicNodeMap<f32, RelaxedOrder>,
}

impl<'a, D: Direction, E: EdgeData> Walk<'a, D, E> {
    fn new(exec: &Exec, graph: &'a Graph<D, E>, config: PageRank<'a>, scale: f64) -> Result<Self> {
        let is_symmetric =
            !D::IS_DIRECTED || graph.in_offsets() == graph.offsets() && graph.in_targets() == graph.targets();
        let n = graph.node_count() as f64;
        let start = |node: Node| match config.jumps {
            Some(jumps) => (scale * f64::from(jumps[node])) as f32,
            None => scale as f32,
        };
        let ranks = if is_symmetric && config.jumps.is_none() {
            let isolated = exec.rounds("page-rank/isolated", 1).sum(
                "count",
                &boscage_core::graph::NodeSet::all(graph),
                |node| usize::from(graph.degree(node) == 0),
            )? as f64;
            // The ranks of isolated nodes, and the sum of the others, are those of the solution.
            let shared = if config.dangling == Dangling::Jumps { config.damping * isolated } else { 0.0 };
            let jump = (1.0 - config.damping) / (n - shared);
            let followed = config.damping * (n - isolated) * jump / (1.0 - config.damping);
            let per_arc = followed / graph.targets().len() as f64;
            NodeMap::from_fn(exec, graph, |node| match graph.degree(node) {
                0 => jump as f32,
                degree => (jump + per_arc * degree as f64) as f32,
            })?
        } else {
            NodeMap::from_fn(exec, graph, start)?
        };
        let share = |node: Node| ranks[node] / graph.degree(node) as f32;
        let shares = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, share)?).relaxed();
        Ok(Self { graph, config, scale, is_symmetric, ranks, shares })
    }

    fn run(mut self, exec: &Exec) -> Result<PageRanks> {
        let mut rounds = exec.rounds("page-rank", self.config.rounds as u64 * self.graph.node_count() as u64);
        let best = 2.0 / (1.0 + (1.0 - self.config.damping.powi(2)).sqrt());
        let relaxes = self.is_symmetric && self.config.method == PageRankMethod::GaussSeidel;
        // The first changes are mostly local, and the best factor for the last ones is too large for them.
        let mut factor = if relaxes { 1.1 } else { 1.0 };
        let (mut done, mut change) = (0, f64::INFINITY);
        while done < self.config.rounds && change >= self.config.tolerance {
            let now = rounds.round(|phases| {
                Ok((Round::new(self.graph.node_count()), self.step(phases, factor as f32)?))
            })?;
            if now > change {
                factor = 1.0;
            } else if relaxes && factor > 1.0 && now > 0.5 * change {
                factor = best;
            }
            (done, change) = (done + 1, now);
        }
        Ok(PageRanks { ranks: self.ranks, rounds: done, change })
    }

    /// Runs a round. Returns the sum of the changes.
    fn step(&mut self, phases: &Rounds<'_>, factor: f32) -> Result<f64> {
        let config = self.config;
        let jumps = 1.0 - config.damping + config.damping * lost(phases, self.graph, config, &self.ranks)?;
        let jumps = jumps * self.scale;
        match config.jumps {
            None => self.walk(phases, factor, move |_| jumps as f32),
            // In f64: the scale of very small or very large weights is no f32.
            Some(weights) => self.walk(phases, factor, move |node| (jumps * f64::from(weights[node])) as f32),
        }
    }

    /// Runs a round, given the rank that jumps to each node. Closures capture by value: a variable captured
    /// by reference would be loaded again after each store.
    fn walk(
        &mut self,
        phases: &Rounds<'_>,
        factor: f32,
        jump: impl Fn(Node) -> f32 + Copy + Sync,
    ) -> Result<f64> {
        let Self { graph, config, ref mut ranks, ref shares, .. } = *self;
        let damping = config.damping as f32;
        if config.method == PageRankMethod::Jacobi {
            let share = move |node, rank: f32| rank / graph.degree(node) as f32;
            let change = phases.gather(
                "gather",
                graph,
                ranks,
                move |from, _, _| f64::from(shares.load(from)),
                move |node, sum: f64, rank| {
                    let new = jump(node) + damping * sum as f32;
                    if is_planted("share-while-others-gather") {
                        shares.store(node, share(node, new));
                    }
                    f64::from((new - std::mem::replace(rank, new)).abs())
                },
            )?;
            phases.update("share", ranks, move |node, rank| shares.store(node, share(node, *rank)))?;
            return Ok(change);
        }
        phases.update("pull", ranks, move |node, rank| {
            let sources = graph.in_neighbours(node);
            let degree = if D::IS_DIRECTED { graph.degree(node) } else { sources.len() };
            let change = jump(node) + damping * sum(shares, sources) as f32 - *rank;
            *rank += factor * change;
            shares.store(node, *rank / degree as f32);
            f64::from(change.abs())
        })
    }
}

/// Returns the rank of the nodes from which the walker jumps because they have no out-arcs.
fn lost<D: Direction, E: EdgeData>(
    phases: &Rounds<'_>,
    graph: &Graph<D, E>,
    config: PageRank<'_>,
    ranks: &NodeMap<f32>,
) -> Result<f64> {
    if config.dangling == Dangling::Lost {
        return Ok(0.0);
    }
    let all = boscage_core::graph::NodeSet::all(graph);
    phases.sum("dangling", &all, |node| if graph.degree(node) == 0 { f64::from(ranks[node]) } else { 0.0 })
}

/// Fewer shares than this are added one by one.
const FEW: usize = 16;

/// Returns the sum of the shares of some nodes, in 64 bits: a sum of many equal numbers in 32 bits loses most
/// digits. Inlined only for few nodes.
#[inline(always)]
fn sum(shares: &AtomicNodeMap<f32, RelaxedOrder>, nodes: &[Node]) -> f64 {
    if nodes.len() < FEW {
        nodes.iter().map(|&node| f64::from(shares.load(node))).sum()
    } else {
        sum_of_many(shares, nodes)
    }
}

/// Uses several partial sums, since an addition waits for the one before. Not for few nodes: it is hard to
/// predict where two short loops end.
#[inline(never)]
fn sum_of_many(shares: &AtomicNodeMap<f32, RelaxedOrder>, nodes: &[Node]) -> f64 {
    let share = |&node| f64::from(shares.load(node));
    let (chunks, rest) = nodes.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for chunk in chunks {
        for (sum, node) in sums.iter_mut().zip(chunk) {
            *sum += share(node);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(share).sum::<f64>()
}
