//! PageRank: how often a random walk visits each node.
//!
//! **Idea.** A walker follows a random arc with probability *d* (damping), and jumps to a random node
//! otherwise. The rank of a node is the part of the time that the walker spends there:
//!
//! > rank(v) = (1 - d) jump(v) + d Σ rank(u) / degree(u), over all arcs u→v
//!
//! The ranks are the solution of these n linear equations. Each round goes over all nodes and computes the
//! right side; it ends when a round finds that the two sides differ by less than the tolerance in all.
//!
//! - [`Method::Jacobi`] uses the ranks of the round before. The result is the same on any number of threads.
//! - [`Method::GaussSeidel`] uses the newest ranks, so that it needs about half of the rounds. Which ranks
//!   are the newest depends on timing if there are several threads. On a *symmetric* graph (undirected, or
//!   with the reverse of every arc) it goes further in the direction of each change (successive
//!   over-relaxation). The matrix is symmetric and positive definite there after scaling, so factors below 2
//!   converge in sequential order (Ostrowski, Reich); the best one for the worst case is 2 / (1 + √(1 - d²)),
//!   1.31 for d = 0.85 (Young). If changes ever grow, the factor is 1 from then on, which always converges.
//!
//! **Start.** On a symmetric graph the walk starts with a random arc, so that in the first round every arc
//! carries the same. This round needs only the degrees: its result is where the loop begins.
//!
//! **Cost.** O(n + m) a round; the number of rounds depends on the damping and the tolerance, hardly on the
//! graph. 8 bytes per node.
//!
//! **Deterministic**: with Jacobi, or with one thread. Otherwise the ranks differ, by less than the tolerance
//! allows.
//!
//! **Papers.** Page, Brin, Motwani, Winograd, "The PageRank citation ranking: bringing order to the web",
//! 1999; Young, "Iterative methods for solving partial difference equations of elliptic type", 1954.

use std::ops::Index;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap};
use boscage_core::{Error, Result};

/// How [`page_rank`] runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageRank<'a> {
    /// Probability with which the walker follows an arc, at least 0 and below 1.
    pub damping: f64,
    /// The loop ends after a round in which the changes of all ranks sum to less than this.
    pub tolerance: f64,
    /// The most rounds.
    pub rounds: usize,
    /// Which ranks a round uses.
    pub method: Method,
    /// What the walker does at a node without arcs.
    pub dangling: Dangling,
    /// Where the walker jumps to: weights of the nodes, at least 0 and not all 0. `None`: to all nodes alike.
    pub jumps: Option<&'a NodeMap<f32>>,
}

/// Which ranks a round of [`page_rank`] uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The newest ones: fewer rounds.
    GaussSeidel,
    /// Those of the round before: the same result on any number of threads.
    Jacobi,
}

/// What the walker of [`page_rank`] does at a node without arcs that leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dangling {
    /// It is lost, and the ranks sum to less than 1. The GAP benchmark suite counts so.
    Lost,
    /// It jumps, and the ranks sum to 1.
    Jumps,
}

impl PageRank<'_> {
    /// Probability of following an arc.
    pub const DEFAULT_DAMPING: f64 = 0.85;
    /// Sum of the changes of a round.
    pub const DEFAULT_TOLERANCE: f64 = 1e-4;
    /// The most rounds.
    pub const DEFAULT_ROUNDS: usize = 1000;
}

impl Default for PageRank<'_> {
    fn default() -> Self {
        Self {
            damping: Self::DEFAULT_DAMPING,
            tolerance: Self::DEFAULT_TOLERANCE,
            rounds: Self::DEFAULT_ROUNDS,
            method: Method::GaussSeidel,
            dangling: Dangling::Jumps,
            jumps: None,
        }
    }
}

/// What [`page_rank`] finds.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// The rank of each node.
    pub ranks: NodeMap<f32>,
    /// Number of rounds.
    pub rounds: usize,
    /// Sum of the changes of the last round: below the tolerance, unless the rounds have not been enough.
    pub change: f64,
}

/// The rank of a node.
///
/// # Panics
/// If the graph has no such node.
impl Index<Node> for Ranks {
    type Output = f32;

    #[track_caller]
    fn index(&self, node: Node) -> &f32 {
        &self.ranks[node]
    }
}

/// The PageRank of each node. A directed graph needs in-arcs; parallel arcs count several times.
///
/// # Errors
/// [`Error::Argument`] if the graph is directed and has no in-arcs, if the damping is not at least 0 and
/// below 1, if the tolerance is NaN, or if there are not as many jumps as nodes, one of them is negative or
/// none is positive; [`Error::Cancelled`], [`Error::OutOfMemory`].
///
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
) -> Result<Ranks> {
    if !(0.0..1.0).contains(&config.damping) {
        return Err(Error::argument("damping", "at least 0 and below 1", config.damping));
    }
    if config.tolerance.is_nan() {
        return Err(Error::argument("tolerance", "a number", config.tolerance));
    }
    graph.check_in_arcs()?;
    let scale = match config.jumps {
        None => 1.0 / graph.nodes().max(1) as f64,
        Some(jumps) => 1.0 / check_jumps(graph.nodes(), jumps)?,
    };
    exec.install(|| Walk::new(exec, graph, config, scale)?.run(exec))
}

/// The sum of the jumps.
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
    /// What the jumps are multiplied with to have the sum 1.
    scale: f64,
    /// Whether each arc has its reverse.
    is_symmetric: bool,
    ranks: NodeMap<f32>,
    /// What each arc of a node carries: rank / degree.
    shares: AtomicNodeMap<f32>,
}

impl<'a, D: Direction, E: EdgeData> Walk<'a, D, E> {
    fn new(exec: &Exec, graph: &'a Graph<D, E>, config: PageRank<'a>, scale: f64) -> Result<Self> {
        let is_symmetric =
            !D::IS_DIRECTED || graph.in_offsets() == graph.offsets() && graph.in_targets() == graph.targets();
        let n = graph.nodes() as f64;
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
            // Ranks of isolated nodes are those of the solution, and the sum of the others is.
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
        let shares = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, share)?);
        Ok(Self { graph, config, scale, is_symmetric, ranks, shares })
    }

    fn run(mut self, exec: &Exec) -> Result<Ranks> {
        let mut rounds = exec.rounds("page-rank", self.config.rounds as u64);
        let best = 2.0 / (1.0 + (1.0 - self.config.damping.powi(2)).sqrt());
        let relaxes = self.is_symmetric && self.config.method == Method::GaussSeidel;
        // The first changes are mostly local, and the best factor for the last ones is too much for them.
        let mut factor = if relaxes { 1.1 } else { 1.0 };
        let (mut done, mut change) = (0, f64::INFINITY);
        while done < self.config.rounds && change >= self.config.tolerance {
            let now = rounds
                .round(|phases| Ok((Round::of(self.graph.nodes()), self.step(phases, factor as f32)?)))?;
            if now > change {
                factor = 1.0;
            } else if relaxes && factor > 1.0 && now > 0.5 * change {
                factor = best;
            }
            (done, change) = (done + 1, now);
        }
        Ok(Ranks { ranks: self.ranks, rounds: done, change })
    }

    /// One round; returns the sum of the changes.
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

    /// One round, given how much jumps to each node. What the loops need is captured by value: a variable
    /// that is captured by reference would be loaded again after each store.
    fn walk(
        &mut self,
        phases: &Rounds<'_>,
        factor: f32,
        jump: impl Fn(Node) -> f32 + Copy + Sync,
    ) -> Result<f64> {
        let Self { graph, config, ref mut ranks, ref shares, .. } = *self;
        let damping = config.damping as f32;
        if config.method == Method::Jacobi {
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

/// The rank of the nodes at which the walker jumps because it cannot follow an arc.
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

/// Fewer shares than this are added up one by one.
const FEW: usize = 16;

/// The sum of the shares of some nodes, in 64 bits: of many equal ones, a sum of 32 bits loses most digits.
/// Inlined only for a few nodes.
#[inline(always)]
fn sum(shares: &AtomicNodeMap<f32>, nodes: &[Node]) -> f64 {
    if nodes.len() < FEW {
        nodes.iter().map(|&node| f64::from(shares.load(node))).sum()
    } else {
        sum_of_many(shares, nodes)
    }
}

/// Several partial sums, since an addition waits for the one before; but not for a few nodes, as it is hard
/// to predict where two short loops end.
#[inline(never)]
fn sum_of_many(shares: &AtomicNodeMap<f32>, nodes: &[Node]) -> f64 {
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
