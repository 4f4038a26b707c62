//! Borůvka's algorithm on ever smaller graphs, from which heavy edges are filtered before they cost anything.
//!
//! **Idea.** Rounds of Borůvka's that leave a contracted graph behind (`contract.rs`). Where there are many
//! edges a node, the *lightest* few are contracted first; by then most of the *heavy* ones have both ends in
//! one tree, and are thrown out by a look at one bit for each end, or unseen, if the light ones have left a
//! single tree. The same is done again inside, whenever contraction has left too many edges for the trees.
//!
//! **Why it is right.** A heavy edge whose ends are joined by lighter ones is the heaviest of a cycle. The
//! forest of the light edges is part of the forest of all (Kruskal's would have got so far by then), so the
//! rest may go on from its trees. Which edges are light is decided by a *pivot*, taken from a sample; a bad
//! one costs time, never an edge.
//!
//! **Cost.** Two passes over all edges, one where the light ones span everything (from some 200 edges a node
//! on); expected O(n) random accesses for the light ones and for what is left of the heavy. Beside the graph,
//! with 32-bit weights: 16 bytes for each light edge and for each heavy one that is not thrown out, about 20
//! a node, 8 more on two threads. That much is touched; the system is asked for room for all edges, 16 bytes
//! each. Graphs of more than 2^31 nodes, whose numbers leave no bit for a mark, are left to
//! `windowed-kruskal`.
//!
//! **When to choose it.** For dense graphs, for large ones, and on many threads: there `auto` takes it.
//!
//! **Deterministic**: yes.
//!
//! **Papers.** Karger, Klein, Tarjan, "A randomized linear-time algorithm to find minimum spanning trees",
//! JACM 1995, for sampling; Osipov, Sanders, Singler, "The filter-Kruskal minimum spanning tree algorithm",
//! ALENEX 2009, for the filter; Sanders, Schimek, "Engineering massively parallel MST algorithms", IPDPS
//! 2023, for both around Borůvka's rounds.

use std::slice::from_ref;

use boscage::Result;
use boscage::exec::Exec;
use boscage::fault::is_planted;
use boscage::graph::{Edge, EdgeId, EdgeListView, Forest, Key, Objective, Weight};
use boscage::parallel::{Regions, prefetch, tabulate};
use boscage::sync::EdgeSet;

use super::WindowedKruskal;
use super::contract::{Contraction, Live, MAX_TREES, merge};
use super::pivot::{light, pivot};
use super::windowed_kruskal::windowed_kruskal;

/// How [`filter_boruvka`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterBoruvka {
    /// Fewer edges than this are contracted as they are.
    pub filter_from: usize,
}

impl FilterBoruvka {
    /// Edges from which filtering is worth its passes.
    pub const DEFAULT_FILTER_FROM: usize = 1 << 14;
}

impl Default for FilterBoruvka {
    fn default() -> Self {
        Self { filter_from: Self::DEFAULT_FILTER_FROM }
    }
}

/// The minimum (maximum) spanning forest by Borůvka's algorithm with filters.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
pub fn filter_boruvka<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Forest<W>> {
    let (n, m) = (graph.nodes(), graph.len());
    if m == 0 {
        return Ok(Forest::from_edges(graph, Vec::new()));
    }
    if n > MAX_TREES {
        return windowed_kruskal(exec, graph, objective, WindowedKruskal::default());
    }
    let input = Input { edges: graph.edges(), objective };
    let mut contraction = Contraction::new(n, config.filter_from, exec)?;
    match light(n, m).filter(|_| m >= config.filter_from) {
        Some(light) => filtered(exec, input, n, light, &mut contraction)?,
        None => all(exec, input, n, &mut contraction)?,
    }
    exec.parallel_stage("filter-boruvka gather", || {
        let mut forest = EdgeSet::new(m)?;
        forest.extend(contraction.into_forest());
        Ok(Forest::from_edges(graph, forest.into_ids()?))
    })
}

/// Contracts all edges.
fn all<W: Weight>(
    exec: &Exec,
    input: Input<'_, W>,
    n: usize,
    contraction: &mut Contraction<'_>,
) -> Result<()> {
    let m = input.edges.len();
    let merged = exec.parallel_stage("filter-boruvka first round", || {
        let soon = move |i| prefetch(input.edges, i);
        merge(n, from_ref(&(0..m)), move |i| input.live(i), soon, &mut contraction.forest)
    })?;
    exec.parallel_stage("filter-boruvka rounds", || {
        let labels = &*merged.labels;
        let soon = move |i| input.soon(labels, i);
        let edges = Regions::map(m, soon, move |i| input.live(i).relabelled(labels))?;
        drop(merged.labels);
        contraction.ended(m, edges.len(), 0);
        contraction.finish(merged.active, edges)
    })
}

/// Contracts about `light` light edges, then what they leave of the heavy ones.
fn filtered<W: Weight>(
    exec: &Exec,
    input: Input<'_, W>,
    n: usize,
    light: usize,
    contraction: &mut Contraction<'_>,
) -> Result<()> {
    let m = input.edges.len();
    let (labels, trees, pivot, heavy) = exec.parallel_stage("filter-boruvka light", || {
        let pivot = pivot(from_ref(&(0..m)), |i| input.packed(i), light)?;
        let is_light = move |i| input.packed(i) < pivot;
        let edges = Regions::filter_map(m, is_light, |_| (), move |i| (input.live(i), true))?;
        let heavy = m - edges.len();
        let (labels, trees) = contraction.contract(n, edges)?;
        Ok((labels, trees, pivot, heavy))
    })?;
    exec.parallel_stage("filter-boruvka heavy", || {
        if trees == 1 {
            // Every other edge closes a cycle, so none is looked at.
            contraction.filtered(heavy, 0);
            return contraction.finish(trees, Regions::<Live<W::Key>>::from(Vec::new()));
        }
        let inside = inside_largest(input.edges, &labels)?;
        let (inside, is_inside) =
            (&*inside, |inside: &[u64], node: usize| inside[node / 64] >> (node % 64) & 1);
        let edges = input.relabelled(&labels, move |i| {
            let Edge { u, v, .. } = input.edges[i];
            let (u, v) = (is_inside(inside, u.index()), is_inside(inside, v.index()));
            let both = if is_planted("filter-at-one-end") { u | v } else { u & v };
            (both == 0) & (input.packed(i) >= pivot)
        })?;
        contraction.filtered(heavy, edges.len());
        contraction.finish(trees, edges)
    })
}

/// A bit for each node: whether it is in the tree that most edges end in, according to a sample.
fn inside_largest<W: Weight>(edges: &[Edge<W>], labels: &[u32]) -> Result<Vec<u64>> {
    const SAMPLE: usize = 1 << 10;
    let step = edges.len().div_ceil(SAMPLE);
    let mut ends: Vec<u32> = edges.iter().step_by(step).map(|edge| labels[edge.u.index()]).collect();
    ends.sort_unstable();
    let largest = ends.chunk_by(u32::eq).max_by_key(|ends| ends.len()).map(|ends| ends[0]);
    tabulate("nodes in the largest tree", labels.len().div_ceil(64), |word| {
        let labels = &labels[word * 64..labels.len().min(word * 64 + 64)];
        labels.iter().rev().fold(0, |bits, &label| bits << 1 | u64::from(Some(label) == largest))
    })
}

/// The edges as they come; a position is an id.
#[derive(Clone, Copy)]
struct Input<'a, W> {
    edges: &'a [Edge<W>],
    objective: Objective,
}

impl<W: Weight> Input<'_, W> {
    #[inline]
    fn live(&self, i: usize) -> Live<W::Key> {
        Live::new(&self.edges[i], i, self.objective)
    }

    #[inline]
    fn packed(&self, i: usize) -> <W::Key as Key>::Packed {
        self.objective.pack(self.edges[i].weight, EdgeId::new(i))
    }

    /// Prefetches the labels that an edge's ends have.
    #[inline]
    fn soon(&self, labels: &[u32], i: usize) {
        prefetch(labels, self.edges[i].u.index());
        prefetch(labels, self.edges[i].v.index());
    }

    /// The wanted edges that leave their trees.
    fn relabelled(
        self,
        labels: &[u32],
        wanted: impl Fn(usize) -> bool + Sync,
    ) -> Result<Regions<Live<W::Key>>> {
        let soon = move |i| self.soon(labels, i);
        Regions::filter_map(self.edges.len(), wanted, soon, move |i| self.live(i).relabelled(labels))
    }
}
