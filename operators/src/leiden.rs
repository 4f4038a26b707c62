//! Moving of nodes, refinement and contraction.
//!
//! **Phases.** A *level* moves nodes as [`louvain`](crate::louvain()) does. Then it *refines* communities:
//! each node that is well connected to its community, and is still alone, merges with a part of the
//! community. The parts become the nodes of the next level, whose first communities are those of this level.
//! The last level is one on which no nodes merge, and its nodes are the communities.
//!
//! **Correctness.** A node merges with the part of a neighbour, and a part with several nodes never loses
//! one. So the nodes of a level are connected in the given graph, and so are the communities. The nodes of a
//! batch decide at the same time: one that others want to join then stays, so that they find it.

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Graph, Node, NodeMap, Undirected};
use boscage_core::parallel::tabulate;
use boscage_core::random::mix;
use boscage_core::{Error, Result};

use crate::louvain::{
    Fixed, InUnits, Labels, Level, Louvain, Partition, Quality, Tally, Units, finish, in_batches, start,
};
use crate::strength::Strength;

/// Configuration of [`leiden`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leiden {
    /// The quality to increase.
    pub quality: Quality,
    /// The resolution γ, at least 0: the higher, the more communities. For modularity 1 is usual; in the
    /// constant Potts model it is the density that communities exceed.
    pub resolution: f64,
    /// The most iterations, at least 1. Each begins with the communities of the one before, and the last one
    /// is the first that changes nothing.
    pub iterations: usize,
    /// Seed of the order of the nodes, and of the choice among equally good communities.
    pub seed: u64,
}

impl Leiden {
    /// Default of `quality`.
    pub const DEFAULT_QUALITY: Quality = Louvain::DEFAULT_QUALITY;
    /// Default of `resolution`.
    pub const DEFAULT_RESOLUTION: f64 = Louvain::DEFAULT_RESOLUTION;
    /// Default of `iterations`.
    pub const DEFAULT_ITERATIONS: usize = 2;
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = Louvain::DEFAULT_SEED;
}

impl Default for Leiden {
    fn default() -> Self {
        Self {
            quality: Self::DEFAULT_QUALITY,
            resolution: Self::DEFAULT_RESOLUTION,
            iterations: Self::DEFAULT_ITERATIONS,
            seed: Self::DEFAULT_SEED,
        }
    }
}

/// Returns connected communities: parts of a graph of high [`Quality`], of more weight within than is
/// expected.
///
/// Each community is connected by edges of positive weight. Parallel edges add up. Edges of weight 0 make no
/// difference.
///
/// **Algorithm.** Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing well-connected communities",
/// Scientific Reports 9, 2019. In the refinement a node merges with the best part, as in Sahu, "GVE-Leiden:
/// Fast Leiden algorithm for community detection in shared memory setting", 2024, instead of a random one.
/// Otherwise as [`louvain`](crate::louvain()), and each iteration takes as long or half as long again.
///
/// **When to choose it.** For communities of high quality that are connected. [`louvain`](crate::louvain())
/// is faster.
///
/// # Determinism
/// Deterministic, as [`louvain`](crate::louvain()).
///
/// # Memory
/// 110 bytes per node, 16 per node and thread, and 62 per edge, mostly for contracted graphs.
///
/// # Errors
/// Those of [`louvain`](crate::louvain()).
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::{Leiden, Quality, leiden};
///
/// // Two triangles, joined by an edge.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let config = Leiden { quality: Quality::ConstantPotts, resolution: 0.5, ..Leiden::default() };
/// let found = leiden(&exec, &graph, config)?;
/// assert_eq!(found.parts.labels(), [0, 0, 0, 1, 1, 1]);
/// assert_eq!(found.quality, 6.0 - 0.5 * 6.0);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn leiden<E: Strength>(exec: &Exec, graph: &Graph<Undirected, E>, config: Leiden) -> Result<Partition> {
    exec.install(|| {
        let Leiden { quality, resolution, seed, .. } = config;
        let config_of_levels = Louvain { quality, resolution, seed };
        let (mut units, first) = start(exec, graph, config_of_levels)?;
        let mut found = iterate(exec, &units, config_of_levels, &first, None)?;
        for iteration in 1..config.iterations {
            units.seed = mix(seed.wrapping_add(iteration as u64));
            let better = iterate(exec, &units, config_of_levels, &first, Some(&found))?;
            if better.quality <= found.quality {
                break;
            }
            found = better;
        }
        Ok(found)
    })
}

/// Runs an iteration, from a partition on or from communities of one node each.
fn iterate<E: InUnits>(
    exec: &Exec,
    units: &Units,
    config: Louvain,
    first: &Level<E>,
    from: Option<&Partition>,
) -> Result<Partition> {
    let label = |node: Node| from.map_or(node.into(), |from| from.parts[node]);
    let labels = NodeMap::from_fn(exec, &first.graph, label)?;
    let (mut level, mut parts, mut labels) = refined(exec, units, first, labels)?;
    for levels in 1.. {
        let (next, numbers, next_labels) = refined(exec, units, &level, labels)?;
        if next.masses.len() == level.masses.len() {
            return finish(units, config, &level, &parts, levels);
        }
        parts = NodeMap::from_fn(exec, &first.graph, |node| numbers[parts[node]])?;
        (level, labels) = (next, next_labels);
    }
    unreachable!("each level has fewer nodes")
}

/// Moves the nodes of a level, and contracts parts of communities. Returns the new level, the new node of
/// each node, and the communities of the new nodes.
fn refined<E: InUnits>(
    exec: &Exec,
    units: &Units,
    level: &Level<E>,
    labels: NodeMap<u32>,
) -> Result<(Level<Fixed>, NodeMap<Node>, NodeMap<u32>)> {
    let communities = Labels::new(exec, level, labels)?;
    level.move_nodes(exec, units, &communities)?;
    let parts = level.refine(exec, units, &communities)?;
    let (next, numbers) = level.contracted(exec, units, parts)?;
    let lowest = AtomicNodeMap::filled(&level.graph, u32::MAX)?.relaxed();
    let community = |node: usize| Node::from(communities.of.load(Node::new(node)));
    exec.do_all("lowest", 0..numbers.len(), |node| {
        lowest.fetch_min(community(node), numbers[Node::new(node)].into());
    })?;
    let labels = AtomicNodeMap::filled(&next.graph, 0)?.relaxed();
    exec.do_all("labels", 0..numbers.len(), |node| {
        labels.store(numbers[Node::new(node)], lowest.load(community(node)));
    })?;
    Ok((next, numbers, labels.into_map()))
}

impl<E: InUnits> Level<E> {
    /// Merges nodes into connected parts of their communities.
    fn refine(&self, exec: &Exec, units: &Units, communities: &Labels) -> Result<Labels> {
        let parts = Labels::new(exec, self, NodeMap::from_fn(exec, &self.graph, u32::from)?)?;
        let targets = AtomicNodeMap::from(NodeMap::from_fn(exec, &self.graph, u32::from)?).relaxed();
        let is_joined = AtomicNodeMap::filled(&self.graph, false)?.relaxed();
        let tallies = exec.per_thread(Tally::default);
        let decide = |&node: &Node| {
            let (community, mass) = (communities.of.load(node), self.masses[node]);
            if parts.totals.load(node) != mass {
                return Ok(()); // others have joined it
            }
            let part = |other: Node| (communities.of.load(other) == community).then(|| parts.of.load(other));
            let best = tallies.with(|tally| {
                let within = self.tally(units, node, tally, part)?;
                let others = communities.totals.load(Node::from(community)) - mass;
                let is_well_connected = within as f64 >= units.cost * (mass as f64 * others as f64);
                Ok::<_, Error>(self.best(units, node, &parts, tally).filter(|_| is_well_connected))
            })?;
            if let Some((to, _)) = best {
                targets.store(node, to);
                is_joined.store(Node::from(to), true);
            }
            Ok(())
        };
        let apply = |&node: &Node| {
            let to = targets.load(node);
            let stays = is_joined.load(node) && !is_planted("move-though-joined");
            if to != u32::from(node) && !stays {
                parts.change(node, self.masses[node], to);
            }
        };
        let nodes = tabulate(exec, "the nodes", self.graph.node_count(), Node::new)?;
        in_batches(exec, nodes, mix(!units.seed), decide, apply)?;
        Ok(parts)
    }
}
