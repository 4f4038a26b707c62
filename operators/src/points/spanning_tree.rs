//! The Euclidean minimum spanning tree.

use boscage_core::exec::Exec;
use boscage_core::graph::{Dendrogram, Edge, EdgeId, EdgeList, Forest, Objective};
use boscage_core::parallel::{for_each_piece, radix_sort, tabulate};
use boscage_core::{Error, Result, memory};
use rayon::slice::ParallelSliceMut;

use super::duplicates::{Places, are_many};
use super::lists::{Lists, Plan};
use super::on_tree::{OnTree, on_tree};
use super::reach::{Candidate, Direct, Horizon, Mutual, Reach};
use super::rounds;
use super::tree::Tree;
use super::{Points, Reachability};

/// A spanning tree of points: its edges, lightest first.
#[derive(Clone, Debug, PartialEq)]
pub struct SpanningTree {
    edges: EdgeList<f64>,
    forest: Forest<f64>,
}

impl SpanningTree {
    /// Returns the edges: from the lower to the higher point, with their weights, in ascending order.
    #[must_use]
    pub fn edges(&self) -> &EdgeList<f64> {
        &self.edges
    }

    /// Returns the forest that all these edges form.
    #[must_use]
    pub fn forest(&self) -> &Forest<f64> {
        &self.forest
    }

    /// Returns the dendrogram of single linkage.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn dendrogram(&self, exec: &Exec) -> Result<Dendrogram<f64>> {
        Dendrogram::new(exec, &self.edges, &self.forest, Objective::Minimum)
    }
}

/// Number of neighbours that lists keep: enough for most of the tree's edges, by the number of dimensions.
fn kept(dimensions: usize) -> usize {
    if dimensions <= 7 { 6 } else { 4 }
}

/// Returns the minimum spanning tree of points.
pub fn minimum_spanning_tree(
    exec: &Exec,
    points: Points<'_>,
    reachability: Reachability,
) -> Result<SpanningTree> {
    let core = reachability.samples(points.len())? - 1;
    let sorted = sort(exec, edges(exec, &points, core)?)?;
    let list = tabulate(exec, "the spanning tree", sorted.len(), |i| {
        let Candidate { weight, p, q, .. } = sorted[i];
        Edge::new(p, q, points.distance(weight))
    })?;
    drop(sorted);
    let ids = memory::from_fn("ids of edges", list.len(), EdgeId::at)?;
    let edges = EdgeList::from_checked(points.len(), list);
    let forest = Forest::from_edges(exec, &edges, ids);
    Ok(SpanningTree { edges, forest })
}

/// Returns the edges of the spanning tree, between ids, the lower one first.
fn edges(exec: &Exec, points: &Points<'_>, core: usize) -> Result<Vec<Candidate>> {
    if points.len() < 2 {
        return Ok(Vec::new());
    }
    let place = |i: usize, place: &mut [f64]| points.place(i, place);
    let kept = kept(points.space());
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
    /// How many points are at the place of each point, if they have been collapsed.
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
        let plan = Plan { found, kept: kept.min(found), core, counts };
        let mut lists = Lists::new(exec, &tree, plan)?;
        if counts.is_some() && lists.distances.contains(&0.0) {
            return Ok(None);
        }
        let mut cores = Vec::new();
        let edges = if core == 0 {
            let horizons = horizons(&lists, &Direct, len)?;
            rounds::spanning_tree(exec, &tree, &lists, &Direct, horizons)?
        } else {
            if counts.is_some() {
                cores = memory::zeroed("core distances", len)?;
                for (&id, &core) in tree.ids.iter().zip(&lists.cores) {
                    cores[id as usize] = core;
                }
            }
            let mutual = Mutual::new::<D, V>(&mut lists);
            let horizons = horizons(&lists, &mutual, len)?;
            mutual.sort(exec, &tree, &mut lists);
            rounds::spanning_tree(exec, &tree, &lists, &mutual, horizons)?
        };
        drop(lists);
        let edges = tabulate(exec, "the spanning tree", edges.len(), |i| {
            let (p, q) = edges[i].ends(&tree.ids);
            Candidate { p, q, ..edges[i] }
        })?;
        Ok(Some((edges, cores)))
    }
}

/// Returns bounds of the neighbours that lists do not have, if they are sorted by distance.
fn horizons<R: Reach>(lists: &Lists, reach: &R, points: usize) -> Result<Vec<R::Horizon>> {
    memory::from_fn("horizons", points, |p| {
        let last = lists.distances[(p + 1) * lists.len - 1];
        R::Horizon::new(last.max(reach.core(p)), last)
    })
}

/// Sorts edges between ids by (weight, distance, ids).
fn sort(exec: &Exec, edges: Vec<Candidate>) -> Result<Vec<Candidate>> {
    assert!(edges.len() < u32::MAX as usize, "the places of edges fit 32 bits");
    let weight = |i: usize| edges[i].weight.to_bits();
    let (least, most) = (0..edges.len()).fold((u64::MAX, 0), |(least, most), i| {
        (least.min(weight(i)), most.max(weight(i)))
    });
    // The 32 highest bits in which weights differ.
    let cut = (u64::BITS - most.saturating_sub(least).leading_zeros()).saturating_sub(32);
    let mut order =
        tabulate(exec, "the order of edges", edges.len(), |i| (weight(i) - least) >> cut << 32 | i as u64)?;
    radix_sort(exec, &mut order, |word| (word >> 32) as u32)?;
    let mut sorted = tabulate(exec, "sorted edges", edges.len(), |i| edges[order[i] as u32 as usize])?;
    drop(edges);
    let compare = |a: &Candidate, b: &Candidate| {
        let by_length = a.weight.total_cmp(&b.weight).then(a.distance.total_cmp(&b.distance));
        by_length.then((a.p, a.q).cmp(&(b.p, b.q)))
    };
    // Runs of equal words.
    let mut rest = &mut sorted[..];
    let mut runs = Vec::new();
    for run in order.chunk_by(|a, b| a >> 32 == b >> 32) {
        let (run, after) = rest.split_at_mut(run.len());
        rest = after;
        if run.len() > 1 {
            runs.push(run);
        }
    }
    for_each_piece(exec, runs, |run| {
        if run.len() > 1 << 14 { run.par_sort_unstable_by(compare) } else { run.sort_unstable_by(compare) }
    });
    Ok(sorted)
}

impl Reachability {
    /// Returns the number of samples of core distances; 1 if there are none.
    pub(super) fn samples(self, points: usize) -> Result<usize> {
        match self {
            Self::Euclidean => Ok(1),
            Self::Mutual { min_samples } => {
                if min_samples == 0 || (min_samples > points && points > 0) {
                    let expected = format!("from 1 to {points}, the number of points");
                    return Err(Error::argument("min_samples", expected, min_samples));
                }
                Ok(min_samples)
            }
        }
    }
}
