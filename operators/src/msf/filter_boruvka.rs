//! Borůvka's algorithm on ever smaller graphs, from which heavy edges are filtered before they cost anything.
//!
//! **Idea.** Borůvka rounds, each of which leaves a contracted graph (`contract.rs`, `contraction.rs`). If
//! there are many edges per node, the *lightest* few are contracted first. Then most of the *heavy* edges
//! have both ends in one tree. A check of one bit for each end removes them; if the light edges have left a
//! single tree, all heavy edges are skipped. The same is done again inside, whenever contraction has left too
//! many edges per tree.
//!
//! **Why it is correct.** A heavy edge whose ends are joined by lighter edges is the heaviest of a cycle. The
//! forest of the light edges is part of the whole forest (Kruskal's algorithm finds it first), so the rest
//! can continue from its trees. A *pivot* from a sample decides which edges are light; a bad pivot costs
//! time, but the result is the same.
//!
//! **Cost.** Two passes over all edges, or one if the light edges span everything (from some 200 edges per
//! node on); expected O(n) random accesses for the light edges and for the remaining heavy ones. Beside the
//! graph, with 32-bit weights: 16 bytes for each light edge and each heavy edge that is kept, and about 20
//! per node, 8 more on two threads. This much memory is used; addresses are reserved for all edges, 16 bytes
//! each. For graphs of more than 2^31 nodes, whose numbers leave no bit for a mark, `windowed-kruskal` is
//! used.
//!
//! **When to choose it.** For dense graphs, for large ones whose numbering follows a map or a grid, and on
//! many threads; in these cases `auto` takes it.
//!
//! **Deterministic**: yes.
//!
//! **Papers.** Karger, Klein, Tarjan, "A randomized linear-time algorithm to find minimum spanning trees",
//! JACM 1995, for sampling; Osipov, Sanders, Singler, "The filter-Kruskal minimum spanning tree algorithm",
//! ALENEX 2009, for the filter; Sanders, Schimek, "Engineering massively parallel MST algorithms", IPDPS
//! 2023, for both around Borůvka's rounds.

use std::ops::Range;

use boscage_core::Result;
use boscage_core::bits::WORD;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{Edge, EdgeId, EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::{Regions, prefetch, tabulate};
use boscage_core::sync::EdgeSet;

use super::WindowedKruskal;
use super::contract::MAX_TREES;
use super::contraction::{Contraction, Edges};
use super::gather::gather;
use super::live_edge::LiveEdge;
use super::operator::Kind;
use super::operator::operator;
use super::windowed_kruskal::windowed_kruskal;

/// How [`filter_boruvka`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterBoruvka {
    /// Fewer edges than this are contracted as they are.
    pub filter_from: usize,
}

impl FilterBoruvka {
    /// From this number of edges on, filtering is worth its passes.
    pub const DEFAULT_FILTER_FROM: usize = 1 << 14;
}

impl Default for FilterBoruvka {
    fn default() -> Self {
        Self { filter_from: Self::DEFAULT_FILTER_FROM }
    }
}

operator! {
    FilterBoruvka on edges by filter_boruvka(config);
    name: "filter-boruvka",
    kind: Kind::Threads,
    paper: "Karger, Klein, Tarjan 1995; Sanders, Schimek 2023",
    choose_for: "dense graphs, large maps and grids; many threads",
    summary: "Boruvka's rounds on ever smaller graphs, heavy edges filtered",
    memory: |of| of.contraction(),
}

/// The minimum (maximum) spanning forest by Borůvka's algorithm with filters.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn filter_boruvka<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Forest<W>> {
    if graph.nodes() > MAX_TREES {
        return windowed_kruskal(exec, graph, objective, WindowedKruskal::default());
    }
    let mut rounds = exec.rounds("filter-boruvka", graph.nodes() as u64);
    exec.install(|| {
        let taken = by_contraction(&mut rounds, KeyedEdges::of(graph, objective), config)?;
        gather(rounds, graph, taken)
    })
}

/// The edges of the forest.
fn by_contraction<M: Keys>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, M>,
    config: FilterBoruvka,
) -> Result<EdgeSet> {
    if graph.is_empty() {
        return EdgeSet::new(0);
    }
    let mut contraction = Contraction::new(rounds, graph.nodes(), config.filter_from)?;
    contraction.run(graph.nodes(), graph)?;
    contraction.into_edges(graph.len())
}

/// A bit for each node: whether it is in the tree that most edges end in, according to a sample.
fn inside_largest<K: Key>(exec: &Exec, edges: &[Edge<K>], labels: &[u32]) -> Result<Vec<u64>> {
    const SAMPLE: usize = 1 << 10;
    let step = edges.len().div_ceil(SAMPLE);
    let mut ends: Vec<u32> = edges.iter().step_by(step).map(|edge| labels[edge.u.index()]).collect();
    ends.sort_unstable();
    let largest = ends.chunk_by(u32::eq).max_by_key(|ends| ends.len()).map(|ends| ends[0]);
    tabulate(exec, "nodes in the largest tree", labels.len().div_ceil(WORD), |word| {
        let labels = &labels[word * WORD..labels.len().min((word + 1) * WORD)];
        labels.iter().rev().fold(0, |bits, &label| bits << 1 | u64::from(Some(label) == largest))
    })
}

/// The edges as they come; a position is an id.
///
/// Closures copy the graph: what they had by reference would be loaded again after each edge that is written,
/// which made this operator 8 % slower.
impl<K: Key, M: Keys<Key = K>> Edges<K> for KeyedEdges<'_, M> {
    fn len(&self) -> usize {
        KeyedEdges::len(self)
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        std::iter::once(0..KeyedEdges::len(self)).collect()
    }

    #[inline]
    fn at(&self, i: usize) -> LiveEdge<K> {
        LiveEdge::of(self, i)
    }

    #[inline]
    fn packed(&self, i: usize) -> K::Packed {
        KeyedEdges::packed(self, i)
    }

    #[inline]
    fn prefetch(&self, i: usize) {
        prefetch(self.edges(), i);
    }

    fn lighter(&self, exec: &Exec, pivot: K::Packed) -> Result<Regions<LiveEdge<K>>> {
        let (graph, len) = (*self, KeyedEdges::len(self));
        let edge = move |i| (graph.at(i), true);
        // A loop of its own where keys are bits: to make keys of them takes as long as to compare them.
        if graph.are_bits() {
            let is_light = move |i: usize| graph.edges()[i].weight.pack(EdgeId::new(i)) < pivot;
            return Regions::filter_map(exec, len, is_light, |_| (), edge);
        }
        Regions::filter_map(exec, len, move |i| graph.packed(i) < pivot, |_| (), edge)
    }

    fn relabelled(
        self,
        exec: &Exec,
        labels: &[u32],
        from: Option<K::Packed>,
    ) -> Result<Regions<LiveEdge<K>>> {
        let count = self.edges().len();
        let soon = move |i: usize| {
            prefetch(labels, self.edges()[i].u.index());
            prefetch(labels, self.edges()[i].v.index());
        };
        let relabelled = move |i| self.at(i).relabelled(labels);
        let Some(pivot) = from else { return Regions::map(exec, count, soon, relabelled) };
        let inside = &*inside_largest(exec, self.edges(), labels)?;
        // In integers: as truth values (`Bits::contains`), each edge takes 5 % longer.
        let is_inside = move |node: usize| inside[node / WORD] >> (node % WORD) & 1;
        let may_leave = move |i: usize| {
            let edge = &self.edges()[i];
            let (u, v) = (is_inside(edge.u.index()), is_inside(edge.v.index()));
            let both = if is_planted("filter-at-one-end") { u | v } else { u & v };
            (both == 0) & (self.packed(i) >= pivot)
        };
        Regions::filter_map(exec, count, may_leave, soon, relabelled)
    }
}
