//! The minimum spanning tree of points.
//!
//! **Phases.** *Tree*: a kd-tree over the points (`tree.rs`). *Neighbours*: the nearest neighbours of all
//! points (`lists.rs`). *Spanning tree*: Borůvka's rounds, at first from these lists, later by searches in
//! the kd-tree (`rounds`). *Sort*: the edges by (weight, distance, ids). Many points at the same place are
//! collapsed first (`duplicates.rs`).

use boscage_core::exec::Exec;
use boscage_core::graph::{Dendrogram, Edge, EdgeId, EdgeList, Forest, Objective, Weight};
use boscage_core::parallel::{for_each_piece, radix_sort, tabulate};
use boscage_core::{Result, memory};

use super::Points;
use super::duplicates::{Places, are_many};
use super::lists::{Last, Lists, Plan};
use super::on_tree::{OnTree, on_tree};
use super::reach::{Candidate, Direct, Horizon, Mutual, Reach, Reachability};
use super::rounds;
use super::tree::Tree;

/// A spanning tree of points: its edges, lightest first.
#[derive(Clone, Debug, PartialEq)]
pub struct SpanningTree<W: Weight = f64> {
    edges: EdgeList<W>,
    forest: Forest<W>,
}

impl<W: Weight> SpanningTree<W> {
    /// Creates the tree of edges in ascending order.
    pub(super) fn new(exec: &Exec, points: usize, edges: Vec<Edge<W>>) -> Result<Self> {
        let ids = memory::from_fn("ids of edges", edges.len(), EdgeId::at)?;
        let edges = EdgeList::from_checked(points, edges);
        let forest = Forest::from_edges(exec, &edges, ids);
        Ok(Self { edges, forest })
    }

    /// Returns the edges: from the lower to the higher point, with their weights, in ascending order.
    #[must_use]
    pub fn edges(&self) -> &EdgeList<W> {
        &self.edges
    }

    /// Returns the forest that all these edges form.
    #[must_use]
    pub fn forest(&self) -> &Forest<W> {
        &self.forest
    }

    /// Returns the edges without the forest.
    #[must_use]
    pub fn into_edges(self) -> EdgeList<W> {
        self.edges
    }

    /// Returns the dendrogram of single linkage.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    pub fn dendrogram(&self, exec: &Exec) -> Result<Dendrogram<W>> {
        Dendrogram::new(exec, &self.edges, &self.forest, Objective::Minimum)
    }
}

/// Edges per block.
const BLOCK: usize = 1 << 14;
/// Most edges of about the same weight that are sorted by comparing them.
const LONG: usize = 1 << 10;

/// Number of neighbours that lists keep: enough for most of the tree's edges, by the number of dimensions.
fn kept(dimensions: usize) -> usize {
    if dimensions <= 7 { 5 } else { 4 }
}

/// Returns the minimum spanning tree of points.
///
/// Edges are compared by (weight, distance, lower point, higher point), so there is one tree. Distances are
/// computed as squares in double precision, dimension after dimension, and compared as such.
///
/// **Algorithm.** Borůvka's rounds on a complete graph whose edges are not stored: March, Ram, Gray, "Fast
/// Euclidean minimum spanning tree: algorithm, analysis, and applications", KDD 2010. The first rounds use
/// lists of nearest neighbours, the later ones search a kd-tree, as in Prokopenko, Sao, Lebrun-Grandié, "A
/// single-tree algorithm to compute the Euclidean minimum spanning tree on GPUs", ICPP 2022. Points at the
/// same place are collapsed. In up to about ten dimensions the time is nearly linear, unless many points are
/// about as far from many others, as those of a circle from points in its centre. In many dimensions nearly
/// all distances are computed, block by block: O(n² D) operations per round, and no matrix.
///
/// # Determinism
/// The tree does not depend on the number of threads or on the processor.
///
/// # Memory
/// In D dimensions 16 D + 140 bytes per point, 170 with more than one sample. With more than 16 samples, also
/// 2 KiB per sample and thread. In more than 15 dimensions points count as multiples of 64, and there are 512
/// D bytes per thread.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if `min_samples` is 0 or more than the number of
/// points; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory);
/// [`Error::Cancelled`](boscage_core::Error::Cancelled).
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::Edge;
/// use boscage::operators::points::{Points, Reachability, minimum_spanning_tree};
///
/// let exec = Exec::available()?;
/// let points = Points::new(&[0.0, 0.0, 3.0, 4.0, 3.0, 5.0], 2)?;
/// let tree = minimum_spanning_tree(&exec, points, Reachability::Distance)?;
/// assert_eq!(tree.edges().edges(), [Edge::new(1_u32, 2_u32, 1.0), Edge::new(0_u32, 1_u32, 5.0)]);
/// assert_eq!(tree.forest().total(), 6.0);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn minimum_spanning_tree(
    exec: &Exec,
    points: Points<'_>,
    reachability: Reachability,
) -> Result<SpanningTree> {
    let core = reachability.core(points.len())?;
    exec.install(|| by_rounds(exec, points, core))
}

/// Returns the minimum spanning tree; on the threads of the [`Exec`].
fn by_rounds(exec: &Exec, points: Points<'_>, core: usize) -> Result<SpanningTree> {
    let edges = edges(exec, &points, core)?;
    let list = exec.parallel_stage("sort", || {
        let order = order(exec, &edges)?;
        tabulate(exec, "the spanning tree", order.len(), |i| {
            let Candidate { weight, p, q, .. } = edges[order[i] as u32 as usize];
            Edge::new(p, q, points.distance(weight))
        })
    })?;
    drop(edges);
    SpanningTree::new(exec, points.len(), list)
}

/// Returns the edges of the spanning tree, between ids, the lower one first.
fn edges(exec: &Exec, points: &Points<'_>, core: usize) -> Result<Vec<Candidate>> {
    if points.len() < 2 {
        return Ok(Vec::new());
    }
    let place = |i: usize, place: &mut [f64]| points.place(i, place);
    let kept = kept(points.space().dimensions);
    let job = Search { exec, core, kept, len: points.len(), is_collapsing: true, counts: None };
    if let Some((edges, _)) = on_tree(exec, points.space(), points.len(), &place, job)? {
        return Ok(edges);
    }
    let places = exec.parallel_stage("collapse", || Places::new(exec, points))?;
    let (heads, counts) = (&places.heads, &places.counts);
    let head = |i: usize, place: &mut [f64]| points.place(heads[i] as usize, place);
    let job = Search { len: heads.len(), counts: Some(counts), ..job };
    let found = match heads.len() {
        1 => Some((Vec::new(), if core > 0 { vec![0.0] } else { Vec::new() })),
        heads => on_tree(exec, points.space(), heads, &head, job)?,
    };
    let Some((mut edges, cores)) = found else {
        let job = Search { is_collapsing: false, counts: None, len: points.len(), ..job };
        let found = on_tree(exec, points.space(), points.len(), &place, job)?;
        return Ok(found.map(|found| found.0).unwrap_or_default());
    };
    for edge in &mut edges {
        (edge.p, edge.q) = (heads[edge.p as usize], heads[edge.q as usize]);
    }
    memory::grow("the spanning tree", &mut edges, places.others.len())?;
    edges.extend(places.others.iter().map(|&(id, place)| {
        let weight = cores.get(place as usize).copied().unwrap_or(0.0);
        Candidate { weight, distance: 0.0, p: heads[place as usize], q: id }
    }));
    Ok(edges)
}

/// The search for the edges of the spanning tree.
#[derive(Clone, Copy)]
struct Search<'a> {
    exec: &'a Exec,
    /// The rank of the neighbour at the core distance; 0 without cores.
    core: usize,
    kept: usize,
    /// Number of points.
    len: usize,
    /// `true` if points at the same place are to be collapsed first, if there are many, or have been.
    is_collapsing: bool,
    /// Number of points at the place of each point, if they have been collapsed.
    counts: Option<&'a [u32]>,
}

impl OnTree for Search<'_> {
    /// The edges between ids, the lower one first, and the core distances by id. Nothing if points are to be
    /// collapsed first; or, if they have been, if that is wrong.
    type Output = Option<(Vec<Candidate>, Vec<f64>)>;

    fn run<const D: usize, const V: usize>(self, tree: Tree<D, V>) -> Result<Self::Output> {
        let Self { exec, core, kept, len, is_collapsing, counts } = self;
        if is_collapsing && counts.is_none() && are_many(&tree) {
            return Ok(None);
        }
        let found = kept.max(core).min(len - 1);
        let plan = Plan { found, kept: kept.min(found), core, counts, last: Last::Any };
        let mut lists = Lists::new(exec, &tree, plan)?;
        if counts.is_some() && lists.distances.contains(&0.0) {
            return Ok(None);
        }
        let mut cores = Vec::new();
        let mut edges = if core == 0 {
            let horizons = horizons(exec, &lists, &Direct, len)?;
            rounds::spanning_tree(exec, &tree, &lists, &Direct, horizons)?
        } else {
            if counts.is_some() {
                cores = memory::zeroed("core distances", len)?;
                for (&id, &core) in tree.ids.iter().zip(&lists.cores) {
                    cores[id as usize] = core;
                }
            }
            let mutual = Mutual::new(exec, &tree, &mut lists)?;
            let horizons = horizons(exec, &lists, &mutual, len)?;
            mutual.sort(exec, &tree, &mut lists);
            rounds::spanning_tree(exec, &tree, &lists, &mutual, horizons)?
        };
        drop(lists);
        for_each_piece(exec, edges.chunks_mut(BLOCK), |edges| {
            edges.iter_mut().for_each(|edge| (edge.p, edge.q) = edge.ends(&tree.ids));
        });
        Ok(Some((edges, cores)))
    }
}

/// Returns bounds of the neighbours that lists do not have, if they are sorted by distance.
fn horizons<R: Reach>(exec: &Exec, lists: &Lists, reach: &R, points: usize) -> Result<Vec<R::Horizon>> {
    tabulate(exec, "horizons", points, |p| {
        let last = lists.distances[(p + 1) * lists.len - 1];
        R::Horizon::new(last.max(reach.core(p)), last)
    })
}

/// Returns the places of edges between ids, in the lower halves of words, in ascending order of the edges.
fn order(exec: &Exec, edges: &[Candidate]) -> Result<Vec<u64>> {
    assert!(edges.len() < u32::MAX as usize, "the places of edges fit 32 bits");
    let bits = |i: usize| edges[i].weight.to_bits();
    let least = (0..edges.len()).map(bits).min().unwrap_or(0);
    let most = (0..edges.len()).map(bits).max().unwrap_or(0);
    // The 32 highest bits in which weights differ.
    let cut = (u64::BITS - (most - least).leading_zeros()).saturating_sub(32);
    let word = |i: usize| (bits(i) - least) >> cut << 32 | i as u64;
    let mut order = tabulate(exec, "the order of edges", edges.len(), word)?;
    radix_sort(exec, &mut order, |word| (word >> 32) as u32)?;
    let edge = |word: u64| &edges[word as u32 as usize];
    let compare = |a: u64, b: u64| {
        let (a, b) = (edge(a), edge(b));
        let by_length = a.weight.total_cmp(&b.weight).then(a.distance.total_cmp(&b.distance));
        by_length.then((a.p, a.q).cmp(&(b.p, b.q)))
    };
    let is_equal = |a: &u64, b: &u64| *a >> 32 == *b >> 32;
    for_each_piece(exec, Blocks(&mut order), |block| {
        let runs = block.chunk_by_mut(is_equal).filter(|run| (2..=LONG).contains(&run.len()));
        runs.for_each(|run| run.sort_unstable_by(|&a, &b| compare(a, b)));
    });
    for run in order.chunk_by_mut(is_equal).filter(|run| run.len() > LONG) {
        // By the ends, then stably by the lengths.
        let mut keyed = tabulate(exec, "edges of equal weight", run.len(), |i| (edge(run[i]), run[i]))?;
        radix_sort(exec, &mut keyed, |(edge, _)| u64::from(edge.p) << 32 | u64::from(edge.q))?;
        radix_sort(exec, &mut keyed, |(edge, _)| edge.distance.to_bits())?;
        radix_sort(exec, &mut keyed, |(edge, _)| edge.weight.to_bits())?;
        run.iter_mut().zip(keyed).for_each(|(word, (_, sorted))| *word = sorted);
    }
    Ok(order)
}

/// Blocks of words, whose upper halves differ from those of other blocks.
struct Blocks<'a>(&'a mut [u64]);

impl<'a> Iterator for Blocks<'a> {
    type Item = &'a mut [u64];

    fn next(&mut self) -> Option<&'a mut [u64]> {
        let rest = std::mem::take(&mut self.0);
        let last = rest.get(rest.len().checked_sub(1)?.min(BLOCK))?;
        let len = rest.partition_point(|word| word >> 32 <= last >> 32);
        let (block, rest) = rest.split_at_mut(len);
        self.0 = rest;
        Some(block)
    }
}
