//! The rounds of PageRank, for ranks of 32 and 64 bits and for arcs of equal and of different weights.

use std::mem::replace;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{
    AtomicNodeMap, AtomicValue, Direction, EdgeData, Graph, Node, NodeMap, NodeSet, RelaxedOrder,
};
use boscage_core::{Error, Result};

use super::{Dangling, PageRank, PageRankMethod, PageRanks, Precision};

/// A number that can be a rank.
pub(super) trait Real: AtomicValue + Into<f64> + Send + Sync {
    fn of(value: f64) -> Self;
}

impl Real for f32 {
    fn of(value: f64) -> Self {
        value as Self
    }
}

impl Real for f64 {
    fn of(value: f64) -> Self {
        value
    }
}

/// The rank that each arc of a node carries, per unit of weight.
type Shares<T> = AtomicNodeMap<T, RelaxedOrder>;

/// The arcs of a graph, as the walker sees them.
pub(super) trait Weights<E>: Copy + Sync {
    /// All arcs have weight 1.
    const ARE_EQUAL: bool;

    /// Returns the weight of an arc.
    fn of_arc(self, data: E) -> f64;

    /// Returns the sum of the weights of a node's arcs.
    fn of_node(self, node: Node) -> f64;

    /// Returns the sum of the shares that arcs carry to a node, and the sum of the weights of its own arcs.
    fn pull<T: Real>(self, node: Node, shares: &Shares<T>) -> (f64, f64);

    /// Returns the share of a node of this rank whose arcs have these weights. If it has none, no arc carries
    /// the share, but those of weight 0.
    #[inline(always)]
    fn share<T: Real>(rank: f64, of_node: f64) -> T {
        T::of(if !Self::ARE_EQUAL && of_node == 0.0 { 0.0 } else { rank / of_node })
    }
}

/// Arcs of weight 1.
pub(super) struct Equal<'a, D: Direction, E: EdgeData>(pub(super) &'a Graph<D, E>);

impl<D: Direction, E: EdgeData> Clone for Equal<'_, D, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Direction, E: EdgeData> Copy for Equal<'_, D, E> {}

impl<D: Direction, E: EdgeData> Weights<E> for Equal<'_, D, E> {
    const ARE_EQUAL: bool = true;

    #[inline(always)]
    fn of_arc(self, _: E) -> f64 {
        1.0
    }

    #[inline(always)]
    fn of_node(self, node: Node) -> f64 {
        self.0.degree(node) as f64
    }

    #[inline(always)]
    fn pull<T: Real>(self, node: Node, shares: &Shares<T>) -> (f64, f64) {
        let sources = self.0.in_neighbours(node);
        let degree = if D::IS_DIRECTED { self.0.degree(node) } else { sources.len() };
        (sum(shares, sources), degree as f64)
    }
}

/// Arcs whose weights a function returns.
pub(super) struct Weighted<'a, D: Direction, E: EdgeData, F> {
    graph: &'a Graph<D, E>,
    weight: &'a F,
    of_nodes: NodeMap<f64>,
}

impl<'a, D: Direction, E: EdgeData, F: Fn(E) -> f64 + Sync> Weighted<'a, D, E, F> {
    pub(super) fn new(exec: &Exec, graph: &'a Graph<D, E>, weight: &'a F) -> Result<Self> {
        let weights = |node| graph.arcs(node).data.iter().map(|&data| weight(data));
        // A weight that is none makes the sum NaN.
        let sum =
            |node| weights(node).map(|weight| if weight >= 0.0 { weight } else { f64::NAN }).sum::<f64>();
        let of_nodes = NodeMap::from_fn(exec, graph, sum)?;
        if let Some((node, sum)) = of_nodes.iter().find(|(_, sum)| !sum.is_finite()) {
            let wrong = weights(node).find(|weight| !(weight.is_finite() && *weight >= 0.0)).unwrap_or(*sum);
            let expected = "numbers of at least 0 with a finite sum";
            return Err(Error::argument("weights", expected, format!("{wrong} at node {node}")));
        }
        Ok(Self { graph, weight, of_nodes })
    }
}

impl<D: Direction, E: EdgeData, F: Fn(E) -> f64 + Sync> Weights<E> for &Weighted<'_, D, E, F> {
    const ARE_EQUAL: bool = false;

    #[inline(always)]
    fn of_arc(self, data: E) -> f64 {
        (self.weight)(data)
    }

    #[inline(always)]
    fn of_node(self, node: Node) -> f64 {
        self.of_nodes[node]
    }

    #[inline(always)]
    fn pull<T: Real>(self, node: Node, shares: &Shares<T>) -> (f64, f64) {
        let arcs = self.graph.in_arcs(node).iter();
        let sum = arcs.map(|(from, data)| shares.load(from).into() * self.of_arc(data)).sum();
        (sum, self.of_node(node))
    }
}

/// Probabilities of the nodes to which the walker jumps, or where it starts.
#[derive(Clone, Copy)]
struct Jumps<'a> {
    weights: Option<&'a NodeMap<f64>>,
    /// The largest weight: sums of ratios to it neither overflow nor vanish.
    largest: f64,
    /// Sum of these ratios.
    sum: f64,
}

impl<'a> Jumps<'a> {
    fn new(name: &'static str, nodes: usize, weights: Option<&'a NodeMap<f64>>) -> Result<Self> {
        let Some(values) = weights else {
            return Ok(Self { weights, largest: 1.0, sum: nodes.max(1) as f64 });
        };
        if values.len() != nodes {
            return Err(Error::argument(name, format!("one for each of {nodes} nodes"), values.len()));
        }
        if let Some((node, value)) = values.iter().find(|(_, value)| !(**value >= 0.0 && value.is_finite())) {
            let found = format!("{value} for node {node}");
            return Err(Error::argument(name, "numbers of at least 0", found));
        }
        let largest = values.as_slice().iter().copied().fold(0.0, f64::max);
        if largest == 0.0 && nodes > 0 {
            return Err(Error::argument(name, "some above 0", "none"));
        }
        let sum = values.as_slice().iter().map(|value| value / largest).sum();
        Ok(Self { weights, largest, sum })
    }

    #[inline(always)]
    fn of(self, node: Node) -> f64 {
        self.weights.map_or(1.0, |weights| weights[node]) / self.largest / self.sum
    }
}

/// Runs rounds until the ranks have converged.
pub(super) fn run<D: Direction, E: EdgeData, W: Weights<E>>(
    exec: &Exec,
    graph: &Graph<D, E>,
    weights: W,
    config: PageRank<'_>,
) -> Result<PageRanks> {
    match config.precision {
        Precision::Single => {
            let (ranks, rounds, change) =
                Walk::<_, _, _, f32>::new(exec, graph, weights, config)?.run(exec)?;
            let ranks = NodeMap::from_fn(exec, graph, |node| ranks[node].into())?;
            Ok(PageRanks { ranks, rounds, change })
        }
        Precision::Double => {
            let (ranks, rounds, change) =
                Walk::<_, _, _, f64>::new(exec, graph, weights, config)?.run(exec)?;
            Ok(PageRanks { ranks, rounds, change })
        }
    }
}

struct Walk<'a, D: Direction, E: EdgeData, W, T: Real> {
    graph: &'a Graph<D, E>,
    weights: W,
    config: PageRank<'a>,
    jumps: Jumps<'a>,
    /// From nodes without arcs, if these have their own.
    dangling: Option<Jumps<'a>>,
    /// `true` if each arc has its reverse, of the same weight.
    is_symmetric: bool,
    ranks: NodeMap<T>,
    shares: Shares<T>,
}

impl<'a, D: Direction, E: EdgeData, W: Weights<E>, T: Real> Walk<'a, D, E, W, T> {
    fn new(exec: &Exec, graph: &'a Graph<D, E>, weights: W, config: PageRank<'a>) -> Result<Self> {
        let n = graph.node_count();
        let jumps = Jumps::new("jumps", n, config.jumps)?;
        let dangling = match config.dangling {
            Dangling::To(to) => Some(Jumps::new("dangling", n, Some(to))?),
            _ => None,
        };
        let start = Jumps::new("start", n, config.start.or(config.jumps))?;
        let is_symmetric = !D::IS_DIRECTED
            || W::ARE_EQUAL && graph.in_offsets() == graph.offsets() && graph.in_targets() == graph.targets();
        let ranks = if is_symmetric && start.weights.is_none() && dangling.is_none() {
            after_the_first_round(exec, graph, weights, config)?
        } else {
            NodeMap::from_fn(exec, graph, |node| T::of(start.of(node)))?
        };
        let share = |node| W::share::<T>(ranks[node].into(), weights.of_node(node));
        let shares = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, share)?).relaxed();
        Ok(Self { graph, weights, config, jumps, dangling, is_symmetric, ranks, shares })
    }

    /// Returns the ranks, the number of rounds, and the sum of the changes of the last one.
    fn run(mut self, exec: &Exec) -> Result<(NodeMap<T>, usize, f64)> {
        let mut rounds = exec.rounds("page-rank", self.config.rounds as u64 * self.graph.node_count() as u64);
        let best = 2.0 / (1.0 + (1.0 - self.config.damping.powi(2)).sqrt());
        let relaxes = self.is_symmetric && self.config.method == PageRankMethod::GaussSeidel;
        // The first changes are mostly local, and the best factor for the last ones is too large for them.
        let mut factor = if relaxes { 1.1 } else { 1.0 };
        let (mut done, mut change) = (0, f64::INFINITY);
        while done < self.config.rounds && change >= self.config.tolerance {
            let now = rounds
                .round(|phases| Ok((Round::new(self.graph.node_count()), self.step(phases, factor)?)))?;
            if now > change {
                factor = 1.0;
            } else if relaxes && factor > 1.0 && now > 0.5 * change {
                factor = best;
            }
            (done, change) = (done + 1, now);
        }
        Ok((self.ranks, done, change))
    }

    /// Runs a round. Returns the sum of the changes.
    fn step(&mut self, phases: &Rounds<'_>, factor: f64) -> Result<f64> {
        let Self { config, jumps, dangling, .. } = *self;
        let lost = config.damping * self.lost(phases)?;
        let jumping = 1.0 - config.damping + if dangling.is_none() { lost } else { 0.0 };
        match (jumps.weights, dangling) {
            (None, None) => {
                let jump = jumping / jumps.sum;
                self.walk(phases, factor, move |_| jump)
            }
            (Some(_), None) => self.walk(phases, factor, move |node| jumping * jumps.of(node)),
            (_, Some(to)) => {
                self.walk(phases, factor, move |node| jumping * jumps.of(node) + lost * to.of(node))
            }
        }
    }

    /// Returns the rank of the nodes from which the walker jumps because they have no out-arcs.
    fn lost(&self, phases: &Rounds<'_>) -> Result<f64> {
        if self.config.dangling == Dangling::Lost {
            return Ok(0.0);
        }
        let rank_if_lost =
            |node| if self.weights.of_node(node) == 0.0 { self.ranks[node].into() } else { 0.0 };
        phases.sum("dangling", &NodeSet::all(self.graph), rank_if_lost)
    }

    /// Runs a round, given the rank that jumps to each node. Closures capture by value: a variable captured
    /// by reference would be loaded again after each store.
    fn walk(
        &mut self,
        phases: &Rounds<'_>,
        factor: f64,
        jump: impl Fn(Node) -> f64 + Copy + Sync,
    ) -> Result<f64> {
        let Self { graph, weights, config, ref mut ranks, ref shares, .. } = *self;
        let damping = config.damping;
        let share = move |node, rank: T| W::share::<T>(rank.into(), weights.of_node(node));
        if config.method == PageRankMethod::Jacobi {
            let change = phases.gather(
                "gather",
                graph,
                ranks,
                move |from, _, data| shares.load(from).into() * weights.of_arc(data),
                move |node, sum: f64, rank| {
                    let new = T::of(jump(node) + damping * sum);
                    if is_planted("share-while-others-gather") {
                        shares.store(node, share(node, new));
                    }
                    (new.into() - replace(rank, new).into()).abs()
                },
            )?;
            phases.update("share", ranks, move |node, rank| shares.store(node, share(node, *rank)))?;
            return Ok(change);
        }
        phases.update("pull", ranks, move |node, rank| {
            let (sum, own) = weights.pull(node, shares);
            let before: f64 = (*rank).into();
            let change = jump(node) + damping * sum - before;
            let new = before + factor * change;
            *rank = T::of(new);
            shares.store(node, W::share(new, own));
            change.abs()
        })
    }
}

/// Returns the ranks after a round in which all arcs have carried the same rank per unit of weight.
fn after_the_first_round<D: Direction, E: EdgeData, T: Real>(
    exec: &Exec,
    graph: &Graph<D, E>,
    weights: impl Weights<E>,
    config: PageRank<'_>,
) -> Result<NodeMap<T>> {
    let n = graph.node_count() as f64;
    let isolated = |node| f64::from(u8::from(weights.of_node(node) == 0.0));
    let phases = exec.rounds("page-rank/isolated", 1);
    let all = NodeSet::all(graph);
    let isolated: f64 = phases.sum("count", &all, isolated)?;
    let all_weights: f64 = phases.sum("weights", &all, |node| weights.of_node(node))?;
    // The ranks of isolated nodes, and the sum of the others, are those of the solution.
    let shared = if config.dangling == Dangling::Jumps { config.damping * isolated } else { 0.0 };
    let jump = (1.0 - config.damping) / (n - shared);
    let followed = config.damping * (n - isolated) * jump / (1.0 - config.damping);
    let per_weight = if all_weights > 0.0 { followed / all_weights } else { 0.0 };
    NodeMap::from_fn(exec, graph, |node| T::of(jump + per_weight * weights.of_node(node)))
}

/// Fewer shares than this are added one by one.
const FEW: usize = 16;

/// Returns the sum of the shares of some nodes, in 64 bits: a sum of many equal numbers in 32 bits loses most
/// digits. Inlined only for few nodes.
#[inline(always)]
fn sum<T: Real>(shares: &Shares<T>, nodes: &[Node]) -> f64 {
    if nodes.len() < FEW {
        nodes.iter().map(|&node| shares.load(node).into()).sum()
    } else {
        sum_of_many(shares, nodes)
    }
}

/// Uses several partial sums, since an addition waits for the one before. Not for few nodes: it is hard to
/// predict where two short loops end.
#[inline(never)]
fn sum_of_many<T: Real>(shares: &Shares<T>, nodes: &[Node]) -> f64 {
    let share = |&node: &Node| -> f64 { shares.load(node).into() };
    let (chunks, rest) = nodes.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for chunk in chunks {
        for (sum, node) in sums.iter_mut().zip(chunk) {
            *sum += share(node);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(share).sum::<f64>()
}
