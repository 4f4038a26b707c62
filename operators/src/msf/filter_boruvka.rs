//! Borůvka's algorithm on ever smaller graphs, from which heavy edges are filtered first.
//!
//! Each round leaves a contracted graph (`contract.rs`, `contraction.rs`). If there are many edges per node,
//! the *lightest* few are contracted first. Then most of the *heavy* edges have both ends in one tree. A
//! check of one bit per end removes them; if the light edges have left a single tree, all heavy edges are
//! skipped. The same is done recursively, whenever contraction has left many edges per tree.
//!
//! **Correctness.** A heavy edge whose ends are joined by lighter edges is the heaviest of a cycle. The
//! forest of the light edges is part of the whole forest (Kruskal's algorithm finds it first), so the rest
//! can continue from its trees. A *pivot* from a sample decides which edges are light. A bad pivot costs
//! time, but the result is the same.

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

/// Configuration of [`filter_boruvka`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterBoruvka {
    /// Number of edges from which on heavy edges are filtered.
    pub filter_from: usize,
}

impl FilterBoruvka {
    /// Default of `filter_from`: from here on, filtering saves more than its passes cost.
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

/// Returns the minimum (maximum) spanning forest by Borůvka's rounds on ever smaller graphs, with heavy edges
/// filtered.
///
/// **Algorithm.** The lightest few edges are contracted first; then most heavy edges have both ends in one
/// tree, and are removed in one pass. Sampling: Karger, Klein, Tarjan, "A randomized linear-time algorithm to
/// find minimum spanning trees", Journal of the ACM 42(2), 1995. Filter: Osipov, Sanders, Singler, "The
/// filter-Kruskal minimum spanning tree algorithm", ALENEX 2009. Both around Borůvka's rounds: Sanders,
/// Schimek, "Engineering massively parallel MST algorithms", IPDPS 2023. Two passes over all edges, or one if
/// the light edges span everything (from about 200 edges per node on); expected O(n) random accesses for the
/// light edges and the remaining heavy ones.
///
/// **When to choose it.** For dense graphs, for large ones whose nodes are numbered along a map or a grid,
/// and on many threads. [`auto`](fn@super::auto) takes it in these cases.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// With 32-bit weights 16 bytes per light edge and per heavy edge that is kept (24 with 64-bit weights), and
/// about 20 per node, 8 more on two threads. Addresses are reserved for all edges, but memory is used only
/// for these. For graphs of more than 2³¹ nodes, [`windowed_kruskal`](fn@super::windowed_kruskal) runs
/// instead.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::{FilterBoruvka, filter_boruvka};
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let (exec, config) = (Exec::available()?, FilterBoruvka::default());
/// let forest = filter_boruvka(&exec, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn filter_boruvka<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Forest<W>> {
    let graph = graph.into();
    if graph.node_count() > MAX_TREES {
        return windowed_kruskal(exec, graph, objective, WindowedKruskal::default());
    }
    let mut rounds = exec.rounds("filter-boruvka", graph.node_count() as u64);
    exec.install(|| {
        let taken = by_contraction(&mut rounds, KeyedEdges::of(graph, objective), config)?;
        gather(rounds, graph, taken)
    })
}

/// Returns the edges of the forest.
fn by_contraction<M: Keys>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, M>,
    config: FilterBoruvka,
) -> Result<EdgeSet> {
    if graph.edge_count() == 0 {
        return EdgeSet::new(0);
    }
    let mut contraction = Contraction::new(rounds, graph.node_count(), config.filter_from)?;
    contraction.run(graph.node_count(), graph)?;
    contraction.into_edges(graph.edge_count())
}

/// Returns a bit per node: set if the node is in the tree in which most edges end, according to a sample.
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

/// The edges of the graph; a position is an id.
///
/// Closures copy the graph: if they captured it by reference, it would be loaded again after each edge that
/// is written, which made this operator 8 % slower.
impl<K: Key, M: Keys<Key = K>> Edges<K> for KeyedEdges<'_, M> {
    fn len(&self) -> usize {
        self.edge_count()
    }

    fn ranges(&self) -> Vec<Range<usize>> {
        std::iter::once(0..self.edge_count()).collect()
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
        let (graph, len) = (*self, self.edge_count());
        let edge = move |i| (graph.at(i), true);
        // A separate loop if weights are their own keys: converting them takes as long as comparing them.
        if graph.are_bits() {
            let is_light = move |i: usize| graph.edges()[i].weight.pack(EdgeId::at(i)) < pivot;
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
