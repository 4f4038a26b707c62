//! R-MAT.

use super::{Recipe, Style};
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;
use boscage_core::random::Draws;
use boscage_core::{Error, Result};

/// Probabilities of the quadrants of an R-MAT matrix. The lower right quadrant has the probability that the
/// other three leave.
///
/// ```
/// use boscage::generate::Quadrants;
///
/// assert_eq!(Quadrants::default(), Quadrants { a: 0.45, b: 0.15, c: 0.15 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quadrants {
    /// Upper left: both ends in the lower half of the ids.
    pub a: f64,
    /// Upper right: the first end in the lower half, the second end in the upper half.
    pub b: f64,
    /// Lower left: the first end in the upper half, the second end in the lower half.
    pub c: f64,
}

impl Quadrants {
    /// The values of GTgraph, from which most papers on spanning forests take their R-MAT graphs.
    pub const GTGRAPH: Self = Self { a: 0.45, b: 0.15, c: 0.15 };

    /// The values of the Graph500 benchmark, which are far more skewed.
    pub const GRAPH500: Self = Self { a: 0.57, b: 0.19, c: 0.19 };

    /// The sums a, a + b, a + b + c in units of 2^-32. Multiplication by a power of two and rounding to
    /// integers are exact, so they are the same on every machine.
    fn thresholds(self) -> Result<[u64; 3]> {
        let Self { a, b, c } = self;
        let units = [a, b, c].map(|share| (share * 4_294_967_296.0).round());
        let sums = [units[0], units[0] + units[1], units[0] + units[1] + units[2]];
        if units.iter().all(|unit| *unit >= 0.0) && sums[2] <= 4_294_967_296.0 {
            return Ok(sums.map(|sum| sum as u64));
        }
        let expected = "three shares from 0 to 1 whose sum is at most 1";
        Err(Error::argument("quadrants", expected, format_args!("{a}, {b}, {c}")))
    }
}

impl Default for Quadrants {
    fn default() -> Self {
        Self::GTGRAPH
    }
}

/// A policy for edges that join a node to itself.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Loops, Rmat, rmat};
///
/// let loops = |loops| {
///     let graph = rmat(&Exec::new(1)?, &Rmat { scale: 6, edges: 5000, loops, ..Rmat::default() })?;
///     Ok::<_, boscage::Error>(graph.edges().iter().filter(|edge| edge.is_loop()).count())
/// };
/// assert_eq!(loops(Loops::Redrawn)?, 0);
/// assert!(loops(Loops::Kept)? > 0);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Loops {
    /// They are drawn again (the default). After [`Rmat::MOST_DRAWS`] loops in a row, one end moves to the
    /// next node, so that drawing ends even if nearly all edges would be loops.
    #[default]
    Redrawn,
    /// They are kept.
    Kept,
}

/// An R-MAT graph: each edge is drawn by recursive choice of a quadrant of the adjacency matrix.
///
/// The matrix is cut into quadrants, one of them is chosen with the probabilities a, b, c, d, and this is
/// repeated down to a single entry. The more a exceeds d, the more edges meet at few nodes: degrees differ by
/// orders of magnitude, as in social and web graphs, and many nodes have no edges. There are many parallel
/// edges.
///
/// The probabilities are the same at every level (GTgraph varies them at random, which smooths the
/// distribution of degrees). In the natural numbering, the ids show the degrees: the fewer one bits an id
/// has, the higher is the degree. The Graph500 benchmark shuffles the ids
/// ([`Numbering::Shuffled`](super::Numbering::Shuffled)).
///
/// Source: Chakrabarti, Zhan and Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rmat {
    /// Logarithm to base 2 of the number of nodes.
    pub scale: u32,
    /// Number of edges.
    pub edges: usize,
    /// Probabilities of the quadrants of the matrix.
    pub quadrants: Quadrants,
    /// The policy for loops.
    pub loops: Loops,
    /// True if edges have a direction, from the row of the matrix to the column. The edges are the same as
    /// without a direction. GAP and Graph500 make an undirected graph from the directed one.
    pub is_directed: bool,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Rmat {
    /// Largest number of draws per edge if loops are redrawn.
    pub const MOST_DRAWS: u32 = 64;

    /// Returns the recipe of the graph that [`rmat`](fn@rmat) makes. The graph may have more than 2^32 edges.
    ///
    /// # Errors
    /// Those of [`rmat`](fn@rmat), except [`Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let Self { scale, loops, .. } = *self;
        let nodes = 1_u64.checked_shl(scale).unwrap_or(u64::MAX);
        let thresholds = self.quadrants.thresholds()?;
        if nodes == 1 && self.edges > 0 && loops == Loops::Redrawn {
            return Err(Error::argument("edges", "0 for a single node, or loops that are kept", self.edges));
        }
        let recipe = Recipe::by_id(nodes, self.edges as u64, &self.style, move |_, draws| {
            let (mut u, mut v) = entry(scale, thresholds, draws);
            for _ in 1..Self::MOST_DRAWS {
                if u != v || loops == Loops::Kept {
                    return (u, v);
                }
                (u, v) = entry(scale, thresholds, draws);
            }
            (u, if u == v { v ^ 1 } else { v })
        })?;
        Ok(recipe.with_direction(self.is_directed).with_isolated(self.isolated()))
    }

    /// Expected number of nodes without edges. A node whose id has k ones is the row of an edge with
    /// probability (a + b)^(scale - k) (c + d)^k. For the column, b and c are exchanged.
    fn isolated(&self) -> f64 {
        let Quadrants { a, b, c } = self.quadrants;
        let (scale, mut ids) = (self.scale as i32, 1.0);
        let mut isolated = 0.0;
        for ones in 0..=scale {
            let hit = |low: f64| low.powi(scale - ones) * (1.0 - low).powi(ones);
            isolated += ids * (-(self.edges as f64) * (hit(a + b) + hit(a + c))).exp();
            ids *= f64::from(scale - ones) / f64::from(ones + 1);
        }
        isolated
    }
}

/// Makes an R-MAT graph of `2^scale` nodes. Edges are in random order.
///
/// # Determinism
/// The same [`Rmat`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge.
///
/// # Errors
/// [`Error::Argument`] if the probabilities of the quadrants are negative or have a sum above 1, if edges of
/// a single node may not be loops, for an empty range of weights, and for Euclidean weights;
/// [`Error::TooMany`] nodes (from scale 32 on) or edges; [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Quadrants, Rmat, rmat};
///
/// let quadrants = Quadrants::GRAPH500;
/// let graph = rmat(&Exec::new(2)?, &Rmat { scale: 10, edges: 16_000, quadrants, ..Rmat::default() })?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (1024, 16_000));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn rmat(exec: &Exec, config: &Rmat) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

/// Draws an entry of the matrix, by a quadrant at each level.
fn entry(scale: u32, thresholds: [u64; 3], draws: &mut Draws) -> (u64, u64) {
    (0..scale).fold((0, 0), |(u, v), _| {
        let share = draws.next_u64() >> 32;
        let quadrant = thresholds.iter().filter(|&&sum| share >= sum).count() as u64;
        (2 * u + quadrant / 2, 2 * v + quadrant % 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(quadrants: Quadrants, loops: Loops) -> EdgeList<u32> {
        rmat(&Exec::current(), &Rmat { scale: 10, edges: 40_000, quadrants, loops, ..Rmat::default() })
            .unwrap()
    }

    #[test]
    fn quadrants_have_their_probabilities_at_every_level() {
        let list = small(Quadrants::GRAPH500, Loops::Kept);
        for level in 0..10 {
            let mut counts = [0_usize; 4];
            for edge in list.edges() {
                counts[edge.u.index() >> level & 1 | (edge.v.index() >> level & 1) << 1] += 1;
            }
            for (count, share) in counts.into_iter().zip([0.57, 0.19, 0.19, 0.05]) {
                assert!((count as f64 / 40_000.0 - share).abs() < 0.0125, "{level}: {counts:?}"); // 5 deviations
            }
        }
    }

    #[test]
    fn a_few_nodes_have_very_many_edges_and_many_have_none() {
        let list = small(Quadrants::GRAPH500, Loops::Redrawn);
        let mut degrees = vec![0_usize; 1024];
        for edge in list.edges() {
            degrees[edge.u.index()] += 1;
            degrees[edge.v.index()] += 1;
        }
        let (most, none) = (degrees[0], degrees.iter().filter(|&&degree| degree == 0).count());
        assert!(most > 30 * 78 && none > 50, "{most} {none}; the mean is 78");
    }

    #[test]
    fn loops_are_redrawn_unless_kept() {
        let loops = |list: EdgeList<u32>| list.edges().iter().filter(|e| e.is_loop()).count();
        assert_eq!(loops(small(Quadrants::GTGRAPH, Loops::Redrawn)), 0);
        assert!(loops(small(Quadrants::GTGRAPH, Loops::Kept)) > 100);
        let diagonal = Quadrants { a: 0.5, b: 0.0, c: 0.0 };
        assert_eq!(loops(small(diagonal, Loops::Kept)), 40_000);
        assert_eq!(loops(small(diagonal, Loops::Redrawn)), 0, "and ends");
    }

    #[test]
    fn impossible_graphs_are_refused() {
        let refused = |a, b, c, scale| {
            let config = Rmat { scale, edges: 1, quadrants: Quadrants { a, b, c }, ..Rmat::default() };
            rmat(&Exec::current(), &config).unwrap_err().to_string()
        };
        assert_eq!(
            refused(0.5, 0.4, 0.3, 4),
            "quadrants: expected three shares from 0 to 1 whose sum is at most 1, found 0.5, 0.4, 0.3"
        );
        assert!(refused(-0.5, 0.4, 0.3, 4).starts_with("quadrants: "));
        assert!(refused(f64::NAN, 0.4, 0.3, 4).starts_with("quadrants: "));
        assert!(refused(f64::INFINITY, 0.4, 0.3, 4).starts_with("quadrants: "));
        assert_eq!(
            refused(0.4, 0.1, 0.1, 0),
            "edges: expected 0 for a single node, or loops that are kept, found 1"
        );
        assert_eq!(
            refused(0.4, 0.1, 0.1, 32),
            "4294967296 nodes are more than the 4294967294 that this build can address"
        );
        assert!(refused(0.4, 0.1, 0.1, 64).ends_with("that this build can address"));
        assert_eq!(rmat(&Exec::current(), &Rmat::default()).unwrap().node_count(), 1);
        let two = Rmat { scale: 1, edges: 9, ..Rmat::default() };
        assert!(rmat(&Exec::current(), &two).unwrap().edges().iter().all(|edge| !edge.is_loop()));
    }
}
