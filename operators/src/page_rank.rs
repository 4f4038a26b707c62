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

mod walk;

use std::ops::Index;

use boscage_core::exec::Exec;
use boscage_core::graph::{Direction, EdgeData, Graph, Node, NodeMap};
use boscage_core::{Error, Result};

use self::walk::{Equal, Weighted, run};

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
    /// The width of the ranks while they are computed.
    pub precision: Precision,
    /// The step of the walker at a node without arcs.
    pub dangling: Dangling<'a>,
    /// Weights of the nodes to which the walker jumps: at least 0, and not all 0. `None`: all nodes have the
    /// same weight.
    pub jumps: Option<&'a NodeMap<f64>>,
    /// Weights of the nodes where the walker starts, as those of the jumps. They change the number of rounds
    /// and, within the tolerance, the result. `None`: where this is likely to be near the result.
    pub start: Option<&'a NodeMap<f64>>,
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

/// The width of the ranks of [`page_rank`] while they are computed. Sums have 64 bits in either case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Precision {
    /// 32 bits: fewer bytes to read, so faster on large graphs. Tolerances below 1e-6 may never be met.
    Single,
    /// 64 bits.
    Double,
}

/// The step of the walker of [`page_rank`] at a node without out-arcs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Dangling<'a> {
    /// It ends there, and the ranks sum to less than 1. The GAP benchmark suite does this.
    Lost,
    /// It jumps, and the ranks sum to 1.
    Jumps,
    /// It jumps to nodes of these weights, which may be others than those of the other jumps.
    To(&'a NodeMap<f64>),
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
            precision: Precision::Double,
            dangling: Dangling::Jumps,
            jumps: None,
            start: None,
        }
    }
}

/// Result of [`page_rank`]. It is indexed by nodes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PageRanks {
    /// The rank of each node.
    pub ranks: NodeMap<f64>,
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
    type Output = f64;

    #[track_caller]
    fn index(&self, node: N) -> &f64 {
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
/// Parallel arcs count separately, and edge data is ignored: [`page_rank_by`] has arcs of different weights.
/// A directed graph needs in-arcs ([`Graph::with_in_arcs`]).
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
/// 16 bytes per node, 12 with [`Precision::Single`].
///
/// # Errors
/// [`Error::Argument`] if
///
/// - the graph is directed and has no in-arcs,
/// - the damping is not at least 0 and below 1, or the tolerance is NaN,
/// - the number of jumps is not the number of nodes, a jump is negative or infinite, or none is positive; the
///   same for the starts and for the jumps of [`Dangling::To`].
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
/// assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-5);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn page_rank<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    config: PageRank<'_>,
) -> Result<PageRanks> {
    check(graph, config)?;
    exec.install(|| run(exec, graph, Equal(graph), config))
}

/// Returns the PageRank of each node if the walker prefers arcs of higher weight; otherwise as [`page_rank`].
///
/// > rank(v) = (1 - d) jump(v) + d Σ weight(u→v) / weights(u) · rank(u), over all arcs u→v
///
/// where weights(u) is the sum over all arcs of u. `weight` returns the weight of an arc from the data of its
/// edge. A node whose arcs all have weight 0 is one without arcs.
///
/// # Determinism
/// As [`page_rank`].
///
/// # Memory
/// As [`page_rank`], and 8 bytes per node.
///
/// # Errors
/// As [`page_rank`], and [`Error::Argument`] if a weight is negative or NaN, or the weights of a node sum to
/// infinity.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{PageRank, page_rank_by};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(3, [(0, 1, 3_u32), (0, 2, 1), (1, 0, 1), (2, 0, 1)])?;
/// let web = Graph::<Directed, u32>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
/// let found = page_rank_by(&exec, &web, |weight| weight.into(), PageRank::default())?;
/// assert!(found[1] > 2.0 * found[2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn page_rank_by<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    weight: impl Fn(E) -> f64 + Sync,
    config: PageRank<'_>,
) -> Result<PageRanks> {
    check(graph, config)?;
    exec.install(|| run(exec, graph, &Weighted::new(exec, graph, &weight)?, config))
}

fn check<D: Direction, E: EdgeData>(graph: &Graph<D, E>, config: PageRank<'_>) -> Result<()> {
    if !(0.0..1.0).contains(&config.damping) {
        return Err(Error::argument("damping", "at least 0 and below 1", config.damping));
    }
    if config.tolerance.is_nan() {
        return Err(Error::argument("tolerance", "a number", config.tolerance));
    }
    graph.check_in_arcs()
}
