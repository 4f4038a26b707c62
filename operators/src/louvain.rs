//! Moving of nodes and contraction, until no move adds to the quality.
//!
//! **Phases.** At first every node is a community. In a *round*, each node whose neighbours have changed
//! moves to the community that adds most to the quality. Rounds end when one adds little. Then each community
//! becomes a node, which is the next *level*, and so on until no node moves.
//!
//! A round takes its nodes in 16 to 256 random batches. All nodes of a batch *decide* on the state before it,
//! and then *move*. Two neighbours of one batch may exchange their communities; they are in different batches
//! of the next round. Rounds of few nodes take one after another, as the sequential algorithm does.
//!
//! **Determinism.** Batches depend on the seed only, and what is added up concurrently are integers: weights
//! are multiples of a unit.

mod moving;
mod units;

use crate::strength::Strength;
use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, Components, Graph, Node, NodeMap, NodeSet, Undirected};
use boscage_core::{Error, Result};

pub(crate) use moving::{Labels, Level, Tally, in_batches};
pub(crate) use units::{Fixed, InUnits, Units, strengths};

/// The quality of a partition, which [`louvain`] and [`leiden`](crate::leiden()) increase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quality {
    /// The fraction of the weight within communities, minus the fraction that is expected if the ends of
    /// edges were joined at random: Σ w(c) / m - γ (k(c) / 2m)², over all communities c. Here m is the weight
    /// of all edges, w(c) that of the edges within c, and k(c) the sum of the weights at its nodes, to which
    /// a self-loop adds twice. Newman, Girvan, "Finding and evaluating community structure in networks",
    /// Physical Review E 69, 2004; γ, the resolution: Reichardt, Bornholdt, "Statistical mechanics of
    /// community detection", Physical Review E 74, 2006.
    Modularity,
    /// The constant Potts model: the weight within communities, minus γ for each pair of nodes in the same
    /// one, or Σ w(c) - γ n(c) (n(c) - 1) / 2 over all communities c of n(c) nodes. Traag, Van Dooren,
    /// Nesterov, "Narrow scope for resolution-limit-free community detection", Physical Review E 84, 2011.
    ConstantPotts,
}

/// Configuration of [`louvain`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Louvain {
    /// The quality to increase.
    pub quality: Quality,
    /// The resolution γ, at least 0: the higher, the more communities. For modularity 1 is usual; in the
    /// constant Potts model it is the density that communities exceed.
    pub resolution: f64,
    /// Seed of the order of the nodes, and of the choice among equally good communities.
    pub seed: u64,
}

impl Louvain {
    /// Default of `quality`.
    pub const DEFAULT_QUALITY: Quality = Quality::Modularity;
    /// Default of `resolution`.
    pub const DEFAULT_RESOLUTION: f64 = 1.0;
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = 0;
}

impl Default for Louvain {
    fn default() -> Self {
        Self {
            quality: Self::DEFAULT_QUALITY,
            resolution: Self::DEFAULT_RESOLUTION,
            seed: Self::DEFAULT_SEED,
        }
    }
}

/// Result of [`louvain`] and [`leiden`](crate::leiden()).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Partition {
    /// The community of each node. Communities are numbered by their lowest nodes.
    pub parts: Components,
    /// The quality of the partition, as [`Quality`] defines it.
    pub quality: f64,
    /// Number of graphs whose nodes were moved: the given one, and contracted ones.
    pub levels: usize,
}

/// Returns communities: parts of a graph of high [`Quality`], of more weight within than is expected.
///
/// Parallel edges add up. Edges of weight 0 make no difference. A community may fall into parts that no edge
/// joins; those of [`leiden`](crate::leiden()) do not.
///
/// **Algorithm.** Blondel, Guillaume, Lambiotte, Lefebvre, "Fast unfolding of communities in large networks",
/// Journal of Statistical Mechanics P10008, 2008: nodes move to the community of a neighbour as long as this
/// adds to the quality, then communities become nodes, which move in turn. Moves are decided in batches, as
/// in Gottesbüren, Hamann, "Deterministic parallel hypergraph partitioning", Euro-Par 2022. A node is looked
/// at again only if a neighbour has moved, and on graphs of more than 2048 nodes a round that adds less than
/// 0.02 % ends the moves: Sahu, "GVE-Louvain: Fast Louvain algorithm for community detection in shared memory
/// setting", 2023. O(n + m) work per round. Moves of a batch do not see each other, so on these graphs the
/// result need not be a local maximum; on smaller ones every move adds to the quality.
///
/// **When to choose it.** For communities of high modularity in little time. [`leiden`](crate::leiden())
/// takes longer and finds better ones. [`label_propagation`](crate::label_propagation()) is faster, without a
/// resolution. In large graphs, modularity joins small communities; the constant Potts model does not.
///
/// # Determinism
/// Deterministic: the result depends only on the graph, in the order of its arcs, and the configuration.
/// Weights are rounded down to multiples of a unit, a power of two, of which all together have up to 2⁶². So
/// sums are exact, and the same in any order; integers below 2⁵³ whose sum is below 2⁶⁰ are not rounded.
///
/// # Memory
/// 104 bytes per node, 8 per node and thread, and 52 per edge, mostly for contracted graphs.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if a weight is negative, infinite or NaN, if their sum
/// is infinite, or if the resolution is negative, infinite or NaN.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`] is cancelled;
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::{Louvain, louvain};
///
/// // Two triangles, joined by an edge.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let found = louvain(&exec, &graph, Louvain::default())?;
/// assert_eq!(found.parts.labels(), [0, 0, 0, 1, 1, 1]);
/// assert!((found.quality - (6.0 / 7.0 - 0.5)).abs() < 1e-12);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn louvain<E: Strength>(exec: &Exec, graph: &Graph<Undirected, E>, config: Louvain) -> Result<Partition> {
    exec.install(|| {
        let (units, first) = start(exec, graph, config)?;
        let (mut level, mut parts) = coarser(exec, &units, &first)?;
        drop(first);
        for levels in 1.. {
            let (next, numbers) = coarser(exec, &units, &level)?;
            if next.masses.len() == level.masses.len() {
                return finish(&units, config, &level, &parts, levels);
            }
            parts = NodeMap::from_fn(exec, graph, |node| numbers[parts[node]])?;
            level = next;
        }
        unreachable!("each level has fewer nodes")
    })
}

/// Moves the nodes of a level, and contracts communities.
fn coarser<E: InUnits>(
    exec: &Exec,
    units: &Units,
    level: &Level<E>,
) -> Result<(Level<Fixed>, NodeMap<Node>)> {
    let labels = Labels::new(exec, level, NodeMap::from_fn(exec, &level.graph, u32::from)?)?;
    level.move_nodes(exec, units, &labels)?;
    level.contracted(exec, units, labels)
}

/// Returns the units and the level of the given graph.
pub(crate) fn start<E: Strength>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: Louvain,
) -> Result<(Units, Level<E>)> {
    let Louvain { quality, resolution, seed } = config;
    if !(resolution >= 0.0 && resolution.is_finite()) {
        return Err(Error::argument("the resolution", "a finite number of at least 0", resolution));
    }
    let (scale, strengths) = strengths(exec, graph)?;
    let total = exec.rounds("strength", 1).sum("total", &NodeSet::all(graph), |node| strengths[node])?;
    let (cost, masses) = match quality {
        Quality::Modularity => (resolution / total.max(1) as f64, strengths),
        Quality::ConstantPotts => (resolution * scale, NodeMap::filled(graph, 1)?),
    };
    let cost = cost.min(f64::MAX / 2_f64.powi(128)); // products with two masses are finite
    Ok((Units { scale, total, cost, seed }, Level { graph: graph.clone(), masses }))
}

impl<E: InUnits> Level<E> {
    /// Returns the level whose nodes are these communities, and the new node of each node.
    pub(crate) fn contracted(
        &self,
        exec: &Exec,
        units: &Units,
        labels: Labels,
    ) -> Result<(Level<Fixed>, NodeMap<Node>)> {
        let of = labels.of.into_map();
        let data = |data: E| Fixed(data.in_units(units.scale));
        let sum = |one: Fixed, other: Fixed| Fixed(one.0 + other.0);
        let (graph, numbers) = self.graph.contracted_with(exec, of.as_slice(), data, sum)?;
        let masses = AtomicNodeMap::filled(&graph, 0)?.relaxed();
        exec.do_all("masses", 0..of.len(), |node| {
            let node = Node::new(node);
            masses.store(numbers[node], labels.totals.load(Node::from(of[node])));
        })?;
        Ok((Level { graph, masses: masses.into_map() }, numbers))
    }
}

/// Returns the result: each node of a level is a community; `parts` has that of each given node.
pub(crate) fn finish(
    units: &Units,
    config: Louvain,
    level: &Level<Fixed>,
    parts: &NodeMap<Node>,
    levels: usize,
) -> Result<Partition> {
    let loops = |node: Node| level.graph.arcs(node).into_iter().filter(move |&(other, _)| other == node);
    let within = level.graph.nodes().flat_map(loops).map(|(_, Fixed(weight))| weight).sum::<u64>() as f64;
    let total = units.total.max(1) as f64;
    let masses = level.masses.as_slice().iter().map(|&mass| mass as f64);
    let quality = match config.quality {
        Quality::Modularity => {
            let by_chance: f64 = masses.map(|mass| (mass / total).powi(2)).sum();
            2.0 * within / total - config.resolution * by_chance
        }
        Quality::ConstantPotts => {
            let pairs: f64 = masses.map(|nodes| nodes * (nodes - 1.0) / 2.0).sum();
            within / units.scale - config.resolution * pairs
        }
    };
    let mut lowest = NodeMap::filled(&level.graph, None)?;
    let root = |node: Node| *lowest[parts[node]].get_or_insert(node);
    Ok(Partition { parts: Components::from_roots(parts.len(), root)?, quality, levels })
}
