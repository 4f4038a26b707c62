//! The small world.
//!
//! The paper forbids parallel edges, and so does [`Pairs::Distinct`], without storing any edge. Each pair of
//! nodes that the lattice does not join belongs to one of the two: the one from which the other is less than
//! half a ring ahead (if they are opposite, the lower one). Only this node may draw the pair. It has its own
//! permutation, which is evaluated at one position per edge, so its draws are distinct. So a rewired edge
//! never joins two nodes that the lattice had joined; in the paper this can happen if that edge has been
//! rewired. All nodes that may be drawn are equally likely, as in the paper.

use super::chance::Chance;
use super::numbering::Permutation;
use super::{Pairs, Recipe, Style};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};
use boscage_core::random::{Draws, Random, streams};
use boscage_core::{Error, Result};

/// A small world: a ring of nodes joined to their nearest nodes, with a few random edges.
///
/// Each of the n nodes of a ring is joined to its k nearest nodes, k/2 on each side. Each of these nk/2 edges
/// is *rewired* with probability p: its first end stays, and the other end is drawn at random. With p = 0 the
/// graph is a lattice of diameter n/k. With a small p, such as 0.05, the diameter is about log n, while most
/// neighbours of a node are still neighbours of each other. With p = 1 it is a random graph in which every
/// node has at least degree k/2.
///
/// Sources: Watts and Strogatz, "Collective dynamics of 'small-world' networks", Nature 393, 1998; an input
/// of Nobari et al., "Scalable parallel minimum spanning forest computation", PPoPP 2012.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WattsStrogatz {
    /// Number of nodes, n.
    pub nodes: usize,
    /// Number of neighbours per node on the ring, k: an even number below n, or 0.
    pub neighbours: usize,
    /// The probability, p, that an edge is rewired.
    pub rewire: f64,
    /// The pairs that rewired edges may join. [`Pairs::Distinct`]: no loops and no parallel edges;
    /// [`Pairs::Repeated`]: no loops; [`Pairs::Any`]: any two nodes.
    pub pairs: Pairs,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl WattsStrogatz {
    /// The default number of neighbours on the ring.
    pub const DEFAULT_NEIGHBOURS: usize = 10;
    /// The default probability of rewiring.
    pub const DEFAULT_REWIRE: f64 = 0.1;

    /// Returns the recipe of the graph that [`watts_strogatz`] makes.
    ///
    /// # Errors
    /// Those of [`watts_strogatz`], except [`Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let nodes = Node::check_count(self.nodes as u64)? as u64;
        let neighbours = self.neighbours as u64;
        if neighbours % 2 == 1 || neighbours >= nodes.max(1) {
            let expected = format!("an even number below the number of nodes, {nodes}, or 0");
            return Err(Error::argument("neighbours", expected, neighbours));
        }
        let ring = Ring { nodes, half: neighbours / 2, seed: self.style.seed };
        let (rewire, pairs) = (Chance::of("rewire", self.rewire)?, self.pairs);
        Recipe::by_id(nodes, nodes * ring.half, &self.style, move |id, draws| {
            let (node, place) = (id / ring.half, id % ring.half);
            let next = (node + place + 1) % nodes;
            if !rewire.happens(draws) {
                return (node, next);
            }
            match pairs {
                Pairs::Distinct => (node, ring.far(node, place).unwrap_or(next)),
                Pairs::Repeated => (node, ring.another(node, draws)),
                Pairs::Any => (node, draws.below(nodes)),
            }
        })
    }
}

impl Default for WattsStrogatz {
    fn default() -> Self {
        Self {
            nodes: 0,
            neighbours: Self::DEFAULT_NEIGHBOURS,
            rewire: Self::DEFAULT_REWIRE,
            pairs: Pairs::default(),
            style: Style::default(),
        }
    }
}

/// Makes a small world of nk/2 edges.
///
/// Nodes are numbered around the ring. The first end of edge `i * k / 2 + j` is node `i`; if it is not
/// rewired, the other end is node `i + j + 1`. With [`Pairs::Distinct`] and k above n/2, an edge is not
/// rewired if no pair is left for it.
///
/// # Determinism
/// The same [`WattsStrogatz`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge. Distinct pairs need no more.
///
/// # Errors
/// [`Error::Argument`] for a number of neighbours that is odd or not below the number of nodes, a probability
/// outside 0 to 1, an empty range of weights, or Euclidean weights; [`Error::TooMany`] nodes or edges;
/// [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{WattsStrogatz, watts_strogatz};
///
/// let config = WattsStrogatz { nodes: 1000, neighbours: 6, ..WattsStrogatz::default() };
/// let graph = watts_strogatz(&Exec::new(2)?, &config)?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (1000, 3000));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn watts_strogatz(exec: &Exec, config: &WattsStrogatz) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

/// A ring on which each node is joined to the `half` nodes after it.
struct Ring {
    nodes: u64,
    half: u64,
    seed: u64,
}

impl Ring {
    /// The node to which edge number `place` of a node is rewired, if there is one. It is beyond the
    /// neighbours and at most half a ring ahead, and differs from place to place.
    fn far(&self, node: u64, place: u64) -> Option<u64> {
        let opposite = self.nodes.is_multiple_of(2) && node < self.nodes / 2;
        let count = (self.nodes - 1) / 2 - self.half + u64::from(opposite);
        // The draws of the node, for all its edges. All edge ids are lower than this item.
        let draws = Random::new(self.seed, streams::ENDS).item(1 << 32 | node);
        let ahead = (place < count).then(|| Permutation::new(count, draws).image(place))?;
        Some((node + self.half + 1 + ahead) % self.nodes)
    }

    /// Any other node.
    fn another(&self, node: u64, draws: &mut Draws) -> u64 {
        let other = draws.below(self.nodes - 1);
        other + u64::from(other >= node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(config: &WattsStrogatz) -> Vec<(u64, u64)> {
        let list = watts_strogatz(&Exec::current(), config).unwrap();
        list.edges().iter().map(|e| (e.u.index() as u64, e.v.index() as u64)).collect()
    }

    fn world(nodes: usize, neighbours: usize, rewire: f64, pairs: Pairs) -> WattsStrogatz {
        WattsStrogatz { nodes, neighbours, rewire, pairs, ..WattsStrogatz::default() }
    }

    #[test]
    fn without_rewiring_it_is_the_lattice() {
        for (nodes, neighbours) in [(0, 0), (1, 0), (5, 0), (3, 2), (5, 4), (6, 4), (50, 6)] {
            let half = neighbours as u64 / 2;
            let n = nodes as u64;
            let lattice = (0..n).flat_map(|i| (1..=half).map(move |j| (i, (i + j) % n)));
            assert!(ends(&world(nodes, neighbours, 0.0, Pairs::Distinct)).into_iter().eq(lattice), "{nodes}");
        }
    }

    #[test]
    fn distinct_pairs_are_distinct_and_first_ends_stay() {
        let all = [
            (3, 2),
            (4, 2),
            (5, 2),
            (6, 2),
            (7, 4),
            (8, 6),
            (9, 4),
            (10, 4),
            (101, 10),
            (100, 48),
            (100, 60),
        ];
        for ((nodes, neighbours), rewire) in all.into_iter().flat_map(|size| [0.3, 1.0].map(|p| (size, p))) {
            let mut ends = ends(&world(nodes, neighbours, rewire, Pairs::Distinct));
            let half = neighbours / 2;
            assert!(ends.iter().enumerate().all(|(id, &(u, v))| u == (id / half) as u64 && u != v));
            ends.iter_mut().for_each(|(u, v)| (*u, *v) = (*u.min(v), *u.max(v)));
            ends.sort_unstable();
            ends.dedup();
            assert_eq!(ends.len(), nodes * half, "{nodes} {neighbours} {rewire}");
        }
    }

    #[test]
    fn edges_are_rewired_with_their_probability() {
        let far = |rewire, pairs| {
            let ends = ends(&world(10_000, 10, rewire, pairs));
            ends.iter().filter(|&&(u, v)| !(1..=5).contains(&((v + 10_000 - u) % 10_000))).count()
        };
        for pairs in [Pairs::Distinct, Pairs::Repeated, Pairs::Any] {
            assert!(far(0.1, pairs).abs_diff(5000) < 350, "{pairs:?}"); // five standard deviations, and the near ones
            assert!(far(1.0, pairs) > 49_900, "{pairs:?}");
        }
        assert_eq!(far(1.0, Pairs::Distinct), 50_000);
    }

    #[test]
    fn all_nodes_are_equally_likely() {
        let n = 10_000;
        for pairs in [Pairs::Distinct, Pairs::Repeated, Pairs::Any] {
            let ends = ends(&world(n, 8, 1.0, pairs));
            let mut drawn = vec![0_usize; n];
            ends.iter().for_each(|&(_, v)| drawn[v as usize] += 1);
            let variance = drawn.iter().map(|&d| d.abs_diff(4).pow(2)).sum::<usize>() as f64 / n as f64;
            assert!((variance - 4.0).abs() < 0.35, "{pairs:?}: {variance}"); // Poisson: as the mean; 5 deviations
            let reach = ends.iter().map(|&(u, v)| v.abs_diff(u).min(n as u64 - v.abs_diff(u))).sum::<u64>();
            assert!((reach / ends.len() as u64).abs_diff(2500) < 40, "{pairs:?}: {reach}");
        }
    }

    #[test]
    fn parallel_edges_and_loops_are_as_allowed() {
        let count = |pairs| {
            let mut ends = ends(&world(1000, 20, 1.0, pairs));
            let loops = ends.iter().filter(|(u, v)| u == v).count();
            ends.iter_mut().for_each(|(u, v)| (*u, *v) = (*u.min(v), *u.max(v)));
            ends.sort_unstable();
            ends.dedup();
            (10_000 - ends.len(), loops)
        };
        assert_eq!(count(Pairs::Distinct), (0, 0));
        let (repeats, loops) = count(Pairs::Repeated);
        assert!((50..150).contains(&repeats) && loops == 0, "{repeats}");
        let (repeats, loops) = count(Pairs::Any);
        assert!((50..150).contains(&repeats) && (1..30).contains(&loops), "{repeats} {loops}");
    }

    #[test]
    fn impossible_graphs_are_refused() {
        let refused = |nodes, neighbours, rewire| {
            watts_strogatz(&Exec::current(), &world(nodes, neighbours, rewire, Pairs::Distinct))
                .unwrap_err()
                .to_string()
        };
        for (nodes, neighbours) in [(9, 3), (4, 4), (0, 2), (1, 2), (2, 2)] {
            let expected = format!(
                "neighbours: expected an even number below the number of nodes, {nodes}, or 0, found {neighbours}"
            );
            assert_eq!(refused(nodes, neighbours, 0.1), expected);
        }
        assert_eq!(refused(9, 2, 1.5), "rewire: expected a probability from 0 to 1, found 1.5");
        assert!(refused(1 << 32, 2, 0.1).contains("4294967296 nodes are more than"));
        assert!(refused(1 << 30, 1 << 29, 0.1).contains("edges are more than"));
    }
}
