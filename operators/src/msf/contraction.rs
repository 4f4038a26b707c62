//! The loop of contraction: rounds, and filters between them.
//!
//! If there are many edges per tree, the light ones are contracted first, in the same way. Heavy edges that
//! then have both ends in one tree are removed. Otherwise there is a round (`contract.rs`).
//!
//! | phase | what it does |
//! |---|---|
//! | *split* | finds a pivot, and extracts the light edges |
//! | *filter* | relabels the heavy edges, and keeps those between different trees |
//! | *merge* | in a round: every tree takes its lightest edge, and the trees get new numbers |
//! | *relabel* | in a round: updates the ends of all edges |

use std::ops::Range;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{EdgeId, Key};
use boscage_core::parallel::{Regions, prefetch, tabulate};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::contract::{Merged, merge};
use super::filter::{Filter, is_fair, pivot};
use super::live_edge::LiveEdge;

/// The edges of a contraction: those of a graph, or the remaining ones.
pub(super) trait Edges<K: Key>: Sync + Send + Sized {
    /// Number of edges.
    fn len(&self) -> usize;

    /// The positions of edges, in the order of their ids.
    fn ranges(&self) -> Vec<Range<usize>>;

    /// The edge at a position.
    fn at(&self, position: usize) -> LiveEdge<K>;

    /// (weight key, id) of the edge at a position.
    fn packed(&self, position: usize) -> K::Packed;

    /// Prefetches an edge.
    fn prefetch(&self, position: usize);

    /// The edges before a pivot.
    fn lighter(&self, exec: &Exec, pivot: K::Packed) -> Result<Regions<LiveEdge<K>>>;

    /// Returns the relabelled edges between different trees: those not before a pivot, or all.
    fn relabelled(self, exec: &Exec, labels: &[u32], from: Option<K::Packed>)
    -> Result<Regions<LiveEdge<K>>>;
}

impl<K: Key> Edges<K> for Regions<LiveEdge<K>> {
    fn len(&self) -> usize {
        self.len()
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        self.ranges().collect()
    }

    #[inline]
    fn at(&self, position: usize) -> LiveEdge<K> {
        self[position]
    }

    #[inline]
    fn packed(&self, position: usize) -> K::Packed {
        self[position].packed()
    }

    #[inline]
    fn prefetch(&self, position: usize) {
        prefetch(self.places(), position);
    }

    fn lighter(&self, exec: &Exec, pivot: K::Packed) -> Result<Self> {
        self.filter(exec, |edge| edge.packed() < pivot)
    }

    fn relabelled(mut self, exec: &Exec, labels: &[u32], from: Option<K::Packed>) -> Result<Self> {
        let soon = move |edge: &LiveEdge<K>| {
            prefetch(labels, edge.u as usize);
            prefetch(labels, edge.v as usize);
        };
        match from {
            None => self.retain_map(exec, soon, move |edge| edge.relabelled(labels)),
            Some(pivot) => self.retain_map(exec, soon, move |edge| {
                let (relabelled, is_live) = edge.relabelled(labels);
                (relabelled, is_live & (edge.packed() >= pivot))
            }),
        }
        Ok(self)
    }
}

/// The forest found so far, and the state of the loop.
pub(super) struct Contraction<'a, 'r> {
    exec: &'a Exec,
    rounds: &'a mut Rounds<'r>,
    /// The forest's edges, in no order.
    forest: Vec<EdgeId>,
    filter: Filter,
}

impl<'a, 'r> Contraction<'a, 'r> {
    /// Creates the state for a graph of `nodes` nodes. Heavy edges are filtered if there are at least
    /// `filter_from` edges.
    pub(super) fn new(rounds: &'a mut Rounds<'r>, nodes: usize, filter_from: usize) -> Result<Self> {
        let forest = memory::reserve("the forest", nodes)?;
        Ok(Self { exec: rounds.exec(), rounds, forest, filter: Filter::new(filter_from) })
    }

    /// Contracts all edges of a graph.
    pub(super) fn run<K: Key>(&mut self, nodes: usize, edges: impl Edges<K>) -> Result<()> {
        let (Merged { active: mut trees, .. }, mut edges) = self.step(nodes, edges)?;
        while !edges.is_empty() {
            let (merged, left) = self.step(trees, edges)?;
            (trees, edges) = (merged.active, left);
        }
        Ok(())
    }

    /// Returns the forest of a graph of this many edges, all of which are contracted.
    pub(super) fn into_edges(self, edges: usize) -> Result<EdgeSet> {
        self.rounds.phase("gather", || {
            let mut set = EdgeSet::new(edges)?;
            set.extend(self.forest);
            Ok(set)
        })
    }

    /// Contracts light edges. Returns the label of each tree, and the number of labels.
    fn contract<K: Key>(&mut self, trees: usize, edges: Regions<LiveEdge<K>>) -> Result<(Vec<u32>, usize)> {
        if edges.is_empty() {
            return Ok((tabulate(self.exec, "labels of trees", trees, |tree| tree as u32)?, trees));
        }
        let (outer, left) = self.step(trees, edges)?;
        let inner = self.contract(outer.active, left)?;
        Ok(outer.and_then(self.exec, inner))
    }

    /// Contracts the light edges if there are many heavy ones, otherwise runs a round. Returns the remaining
    /// edges, which have two trees at their ends.
    fn step<K: Key>(&mut self, trees: usize, edges: impl Edges<K>) -> Result<(Merged, Regions<LiveEdge<K>>)> {
        let (exec, ranges, count) = (self.exec, edges.ranges(), edges.len());
        if let Some(few) = self.filter.light(trees, count) {
            let (pivot, light) = self.rounds.phase("split", || {
                let pivot = pivot(&ranges, |at| edges.packed(at), few)?;
                Ok((pivot, edges.lighter(exec, pivot)?))
            })?;
            if is_fair(light.len(), few, count) {
                let heavy = count - light.len();
                let (labels, trees) = self.contract(trees, light)?;
                let left = match trees {
                    1 => Regions::new(exec, Vec::new()), // every heavy edge closes a cycle
                    _ => self.rounds.phase("filter", || edges.relabelled(exec, &labels, Some(pivot)))?,
                };
                self.filter.record_filtered(left.len(), heavy);
                return Ok((Merged { labels, active: trees, trees }, left));
            }
        }
        let Self { forest, rounds, .. } = self;
        rounds.round(|rounds| {
            let before = forest.len();
            let merged = rounds.phase("merge", || {
                merge(exec, trees, &ranges, |at| edges.at(at), |at| edges.prefetch(at), forest)
            })?;
            let left = rounds.phase("relabel", || edges.relabelled(exec, &merged.labels, None))?;
            let [tried, committed, retried] =
                [count, forest.len() - before, left.len()].map(|edges| edges as u64);
            let round = Round::from_counts(committed, retried, tried - committed - retried);
            Ok((round, (merged, left)))
        })
    }
}
