//! Kruskal's algorithm with few sorted edges: heavy edges are filtered before they are sorted.
//!
//! **Idea.** As in quicksort, a *pivot* divides the edges. The *light* ones are handled first, by recursion,
//! then the *heavy* ones. But in between, heavy edges whose ends are in one tree are removed. When there are
//! few edges per remaining tree, they are sorted and taken one by one as in `kruskal`. The pivot is not a
//! median: a few light edges per tree are enough to join most of the nodes, and the other edges are checked
//! just once.
//!
//! **Why it is correct.** When the heavy edges are filtered, the trees are those that Kruskal's algorithm has
//! made of all lighter edges, so it would refuse the same edges. Edges are compared by (weight, id), so equal
//! weights are divided as evenly as others. A bad pivot costs time, but the result is the same: the edges are
//! sorted instead, so the recursion is never deeper than log_{4/3} m.
//!
//! **Cost.** Expected O(m) for the filter and O(n log n log (m / n)) for the rest, if weights are random; at
//! worst the cost of `kruskal` plus the useless passes. Partition, filter and sort are parallel. One thread
//! joins the sorted edges (`trees.rs`); before a filter it links every node directly to its root. Beside the
//! graph, with 32-bit weights: 32 bytes for each sorted edge, 4 per node.
//!
//! **When to choose it.** On sparse graphs and one or two threads, where it filters nothing and its sort is
//! faster than that of `kruskal`. On graphs with many edges per node it is several times as fast as
//! `kruskal`, but `filter-boruvka` is even faster.
//!
//! **Deterministic**: yes.
//!
//! **Paper.** Osipov, Sanders, Singler, "The filter-Kruskal minimum spanning tree algorithm", ALENEX 2009.
//! There the pivot is the median of a sample.

use std::slice::from_ref;

use boscage_core::Result;
use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::{pack_map, radix_sort, tabulate};
use boscage_core::sync::EdgeSet;

use super::filter::{Filter, is_fair, pivot};
use super::gather::gather;
use super::live_edge::LiveEdge;
use super::operator::Kind;
use super::operator::operator;
use super::trees::Trees;

/// How [`filter_kruskal`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterKruskal {
    /// Fewer edges than this are sorted as they are.
    pub filter_from: usize,
}

impl FilterKruskal {
    /// From this number of edges on, filtering is worth its passes.
    pub const DEFAULT_FILTER_FROM: usize = 1 << 14;
}

impl Default for FilterKruskal {
    fn default() -> Self {
        Self { filter_from: Self::DEFAULT_FILTER_FROM }
    }
}

operator! {
    FilterKruskal on edges by filter_kruskal(config);
    name: "filter-kruskal",
    kind: Kind::Threads,
    paper: "Osipov, Sanders, Singler 2009",
    choose_for: "sparse graphs on one or two threads",
    summary: "sort and union-find of the light edges, then of the heavy ones that are left",
    memory: |of| (2 * of.record() + 1) * of.light() + of.edges / 8 + 5 * of.nodes,
}

/// The minimum (maximum) spanning forest by Kruskal's algorithm with filters.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn filter_kruskal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: FilterKruskal,
) -> Result<Forest<W>> {
    let mut rounds = exec.rounds("filter-kruskal", graph.nodes() as u64);
    exec.install(|| {
        let taken = by_filters(&mut rounds, KeyedEdges::of(graph, objective), config)?;
        gather(rounds, graph, taken)
    })
}

/// The edges of the forest.
fn by_filters<M: Keys>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, M>,
    config: FilterKruskal,
) -> Result<EdgeSet> {
    if graph.is_empty() {
        return EdgeSet::new(0);
    }
    let trees = Trees::new(graph.nodes(), graph.len())?;
    let mut growth = Growth { exec: rounds.exec(), rounds, trees, filter: Filter::new(config.filter_from) };
    growth.grow(graph.len(), move |i| LiveEdge::of(&graph, i))?;
    Ok(growth.trees.into_edges())
}

/// A forest that grows. Its rounds are the joins: each takes what it can of the edges that are sorted.
struct Growth<'a, 'r> {
    exec: &'a Exec,
    rounds: &'a mut Rounds<'r>,
    trees: Trees,
    filter: Filter,
}

/// Edges a tree up to which all are sorted.
pub(super) const SPARSE: usize = 3;
/// How many edges ahead the trees at their ends are prefetched.
const AHEAD: usize = 16;

impl Growth<'_, '_> {
    /// Takes what belongs to the forest of `len` edges, which are in the order of their ids.
    fn grow<K: Key>(&mut self, len: usize, edge: impl Fn(usize) -> LiveEdge<K> + Sync) -> Result<()> {
        match self.part(len, &edge)? {
            Some(heavy) => self.grow_all(heavy),
            None => {
                let all = || tabulate(self.exec, "edges to sort", len, &edge);
                let edges = self.rounds.phase("split", all)?;
                self.join(edges)
            }
        }
    }

    fn grow_all<K: Key>(&mut self, mut edges: Vec<LiveEdge<K>>) -> Result<()> {
        while let Some(heavy) = self.part(edges.len(), |i| edges[i])? {
            edges = heavy;
        }
        self.join(edges)
    }

    /// Takes the light edges, and returns what the filter leaves of the heavy ones; `None`, and nothing done,
    /// if all are to be sorted.
    fn part<K: Key>(
        &mut self,
        len: usize,
        edge: impl Fn(usize) -> LiveEdge<K> + Sync,
    ) -> Result<Option<Vec<LiveEdge<K>>>> {
        let exec = self.exec;
        let Some(few) = self.filter.light(self.trees.count(), len, SPARSE) else { return Ok(None) };
        let (pivot, light) = self.rounds.phase("split", || {
            let pivot = pivot(from_ref(&(0..len)), |i| edge(i).packed(), few)?;
            Ok((pivot, pack_map(exec, len, |i| edge(i).packed() < pivot, &edge)?))
        })?;
        if !is_fair(light.len(), few, len) {
            return Ok(None);
        }
        let heavy = len - light.len();
        self.grow_all(light)?;
        if self.trees.count() == 1 {
            return Ok(Some(Vec::new())); // every other edge closes a cycle
        }
        let Self { rounds, trees, .. } = self;
        let kept = rounds.phase("filter", || {
            trees.flatten();
            let trees = &*trees;
            let leaves_its_tree = |i: usize| {
                trees.prefetch(&edge((i + AHEAD).min(len - 1)));
                let edge = edge(i);
                edge.packed() >= pivot && !trees.holds(&edge)
            };
            pack_map(exec, len, leaves_its_tree, &edge)
        })?;
        self.filter.has_left(kept.len(), heavy);
        Ok(Some(kept))
    }

    /// Kruskal's algorithm, from the trees that there are.
    fn join<K: Key>(&mut self, mut edges: Vec<LiveEdge<K>>) -> Result<()> {
        let Self { exec, rounds, trees, .. } = self;
        rounds.round(|rounds| {
            let before = trees.count();
            // By id they are sorted already, and the sort is stable.
            rounds.phase("sort", || radix_sort(exec, &mut edges, |edge| -> u64 { edge.key.into() }))?;
            rounds.phase("join", || {
                trees.join(edges.len(), |i| edges[i], |_| ());
                Ok(())
            })?;
            let (tried, committed) = (edges.len() as u64, (before - trees.count()) as u64);
            Ok((Round { tried, committed, retried: 0, dropped: tried - committed }, ()))
        })
    }
}
