//! G(n, m).
//!
//! Distinct edges are drawn without storing any. The n(n - 1)/2 pairs (n(n - 1) in a directed graph) are
//! numbered, and edge `i` is the pair that a random permutation of the pairs puts at position `i` (the
//! shuffle of `numbering.rs`).

use super::numbering::Permutation;
use super::{Recipe, Style};
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};
use boscage_core::random::{Random, streams};
use boscage_core::{Error, Result};

/// The pairs of nodes that the edges of a random graph may join.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Gnm, Pairs, gnm};
///
/// // Three nodes have only three distinct pairs.
/// let config = |pairs| Gnm { nodes: 3, edges: 50, pairs, ..Gnm::default() };
/// assert!(gnm(&Exec::new(1)?, &config(Pairs::Distinct)).is_err());
/// assert_eq!(gnm(&Exec::new(1)?, &config(Pairs::Repeated))?.edge_count(), 50);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pairs {
    /// Every pair at most once, and no loops: a simple graph. In a directed graph, u→v and v→u are two pairs.
    /// This is the default.
    #[default]
    Distinct,
    /// Every edge is an independent pair of distinct nodes. About m²/n² edges are parallel to another.
    Repeated,
    /// Both ends of every edge are independent: there are parallel edges and about m/n loops.
    Any,
}

/// A uniformly random graph G(n, m): every choice of m edges among n nodes is equally likely.
///
/// Degrees have a Poisson distribution with mean 2m/n, and the diameter is about log n / log(2m/n). There is
/// a giant component if m > n/2, and the graph is connected from about m = n ln n / 2 on. The graph has no
/// locality: each edge causes two cache misses. Choose it to measure the worst case for caches, or if no
/// structure should be favoured.
///
/// Source: Erdős and Rényi, "On random graphs I", 1959.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gnm {
    /// Number of nodes, n.
    pub nodes: usize,
    /// Number of edges, m.
    pub edges: usize,
    /// The pairs of nodes that edges may join.
    pub pairs: Pairs,
    /// True if edges have a direction, from their first end to their second.
    pub is_directed: bool,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Gnm {
    /// Returns the recipe of the graph that [`gnm`](fn@gnm) makes. The graph may have more than 2^32 edges.
    ///
    /// # Errors
    /// Those of [`gnm`](fn@gnm), except [`Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let n = Node::check_count(self.nodes as u64)? as u64;
        let Self { pairs, is_directed, .. } = *self;
        let m = self.edges as u64;
        let most = match pairs {
            Pairs::Distinct if is_directed => n * n.saturating_sub(1),
            Pairs::Distinct => n * n.saturating_sub(1) / 2,
            Pairs::Repeated if n < 2 => 0,
            Pairs::Any if n < 1 => 0,
            Pairs::Repeated | Pairs::Any => u64::MAX,
        };
        if m > most {
            return Err(Error::argument("edges", format!("at most {most} among {n} nodes"), m));
        }
        let order = Permutation::new(most, Random::new(self.style.seed, streams::ENDS).item(u64::MAX));
        let recipe = Recipe::by_id(n, m, &self.style, move |id, draws| match pairs {
            Pairs::Distinct if is_directed => ordered_pair(n, order.image(id)),
            Pairs::Distinct => pair(n, order.image(id)),
            Pairs::Repeated => {
                let (u, v) = (draws.below(n), draws.below(n - 1));
                (u, v + u64::from(v >= u)) // skips u
            }
            Pairs::Any => (draws.below(n), draws.below(n)),
        })?;
        // Each edge misses a node with probability 1 - 2 / n.
        let isolated = n as f64 * (m as f64 * (-2.0 / n as f64).ln_1p()).exp();
        Ok(recipe.with_direction(is_directed).with_isolated(if n > 2 { isolated } else { 0.0 }))
    }
}

/// Makes a uniformly random graph. Edges are in random order, and so are the ends of each undirected edge.
///
/// # Determinism
/// The same [`Gnm`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge. Distinct pairs need no more.
///
/// # Errors
/// [`Error::Argument`] if there are fewer pairs than edges, for an empty range of weights, or for Euclidean
/// weights; [`Error::TooMany`] nodes or edges; [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Gnm, gnm};
///
/// let config = Gnm { nodes: 1000, edges: 5000, ..Gnm::default() };
/// let graph = gnm(&Exec::new(2)?, &config)?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (1000, 5000));
/// assert_eq!(gnm(&Exec::new(1)?, &config)?, graph); // the same on any number of threads
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn gnm(exec: &Exec, config: &Gnm) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

/// Pair number `index` of `n(n - 1)/2` pairs of distinct nodes.
///
/// If n is odd, the nodes form a circle, and a pair is a node and the distance to the other node, from 1 to
/// (n - 1)/2. If n is even, n - 1 nodes form the circle, and each has one more pair with the last node.
fn pair(n: u64, index: u64) -> (u64, u64) {
    let circle = if n % 2 == 1 { n } else { n - 1 };
    let (node, ahead) = (index % circle, index / circle + 1);
    if ahead > circle / 2 { (node, circle) } else { (node, (node + ahead) % circle) }
}

/// Pair number `index` of `n(n - 1)` pairs u→v of distinct nodes.
fn ordered_pair(n: u64, index: u64) -> (u64, u64) {
    let (u, v) = pair(n, index / 2);
    if index.is_multiple_of(2) { (u, v) } else { (v, u) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(list: &EdgeList<u32>) -> Vec<(usize, usize)> {
        let ordered = |u: usize, v: usize| (u.min(v), u.max(v));
        list.edges().iter().map(|e| ordered(e.u.index(), e.v.index())).collect()
    }

    #[test]
    fn pairs_are_numbered_without_gaps() {
        for n in 0..12_u64 {
            let mut pairs: Vec<_> = (0..n * n.saturating_sub(1) / 2).map(|index| pair(n, index)).collect();
            pairs.iter_mut().for_each(|(u, v)| (*u, *v) = (*u.min(v), *u.max(v)));
            pairs.sort_unstable();
            assert!(pairs.into_iter().eq((0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v)))), "{n}");
        }
    }

    #[test]
    fn distinct_directed_pairs_are_distinct_up_to_both_arcs_of_every_pair() {
        for edges in [0, 1, 1000, 9900] {
            let config = Gnm { nodes: 100, edges, is_directed: true, ..Gnm::default() };
            assert!(config.recipe().unwrap().is_directed());
            let list = gnm(&Exec::current(), &config).unwrap();
            let mut arcs: Vec<_> = list.edges().iter().map(|edge| (edge.u, edge.v)).collect();
            assert!(arcs.iter().all(|(u, v)| u != v));
            arcs.sort_unstable();
            arcs.dedup();
            assert_eq!(arcs.len(), edges);
        }
        let config = Gnm { nodes: 100, edges: 9901, is_directed: true, ..Gnm::default() };
        let refused = config.recipe().unwrap_err().to_string();
        assert_eq!(refused, "edges: expected at most 9900 among 100 nodes, found 9901");
    }

    #[test]
    fn distinct_pairs_are_distinct_up_to_the_complete_graph() {
        for edges in [0, 1, 1000, 4950] {
            let list = gnm(&Exec::current(), &Gnm { nodes: 100, edges, ..Gnm::default() }).unwrap();
            let mut ends = ends(&list);
            assert!(ends.iter().all(|(u, v)| u != v));
            ends.sort_unstable();
            ends.dedup();
            assert_eq!(ends.len(), edges);
        }
    }

    #[test]
    fn degrees_are_those_of_a_random_graph() {
        let n = 10_000;
        for pairs in [Pairs::Distinct, Pairs::Repeated, Pairs::Any] {
            let list =
                gnm(&Exec::current(), &Gnm { nodes: n, edges: 4 * n, pairs, ..Gnm::default() }).unwrap();
            let mut degrees = vec![0_usize; n];
            ends(&list).into_iter().flat_map(|(u, v)| [u, v]).for_each(|end| degrees[end] += 1);
            let variance = degrees.iter().map(|&d| d.abs_diff(8).pow(2)).sum::<usize>() as f64 / n as f64;
            assert!((variance - 8.0).abs() < 0.6, "{pairs:?}: {variance}"); // Poisson: as the mean; 5 deviations
            let isolated = degrees.iter().filter(|&&degree| degree == 0).count();
            assert!(isolated <= 14, "{pairs:?}: {isolated} of 3.4 expected");
        }
    }

    #[test]
    fn parallel_edges_and_loops_are_as_allowed() {
        let count = |pairs| {
            let list =
                gnm(&Exec::current(), &Gnm { nodes: 1000, edges: 10_000, pairs, ..Gnm::default() }).unwrap();
            let mut ends = ends(&list);
            let loops = ends.iter().filter(|(u, v)| u == v).count();
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
    fn more_edges_than_pairs_are_refused() {
        let refused = |nodes, edges, pairs| {
            gnm(&Exec::current(), &Gnm { nodes, edges, pairs, ..Gnm::default() }).unwrap_err().to_string()
        };
        assert_eq!(
            refused(100, 4951, Pairs::Distinct),
            "edges: expected at most 4950 among 100 nodes, found 4951"
        );
        assert_eq!(refused(1, 1, Pairs::Repeated), "edges: expected at most 0 among 1 nodes, found 1");
        assert_eq!(refused(0, 1, Pairs::Any), "edges: expected at most 0 among 0 nodes, found 1");
        assert!(
            gnm(&Exec::current(), &Gnm { nodes: 1, edges: 1, pairs: Pairs::Any, ..Gnm::default() }).is_ok()
        );
    }
}
