//! The order of edges.
//!
//! An edge between points p and q at distance d has the *weight* d, or max(d, core of p, core of q). Edges
//! are compared by (weight, distance, smaller id, larger id). The order is strict, so there is one spanning
//! tree. All weights and distances are squared.

use std::cmp::Ordering;

use boscage_core::exec::Exec;
use boscage_core::parallel::{for_each_piece, tabulate};
use boscage_core::{Error, Result};

use super::lists::Lists;
use super::shape::Shape;
use super::tree::Tree;

/// The weights of edges between points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reachability {
    /// Distances.
    #[default]
    Distance,
    /// Mutual reachability distances: the greatest of the distance and the core distances of both points. The
    /// core distance of a point is the radius of the smallest ball around it that has `min_samples` points.
    Mutual {
        /// Number of points within a core distance, the point itself included. 1 is as
        /// [`Distance`](Self::Distance).
        min_samples: usize,
    },
}

impl Reachability {
    /// Returns the rank of the neighbour at the core distance; 0 if core distances are 0.
    pub(super) fn core(self, points: usize) -> Result<usize> {
        match self {
            Self::Distance => Ok(0),
            Self::Mutual { min_samples } if (1..=points.max(1)).contains(&min_samples) => Ok(min_samples - 1),
            Self::Mutual { min_samples } => {
                let expected = format!("from 1 to {points}, the number of points");
                Err(Error::argument("min_samples", expected, min_samples))
            }
        }
    }
}

/// An edge between two positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) weight: f64,
    pub(super) distance: f64,
    pub(super) p: u32,
    pub(super) q: u32,
}

impl Candidate {
    /// Returns the edge between two positions.
    pub(super) fn new<const D: usize, const V: usize>(
        tree: &Tree<D, V>,
        reach: &impl Reach,
        p: u32,
        q: u32,
    ) -> Self {
        let distance = tree.distance(p as usize, q as usize);
        Self { weight: reach.weight(distance, p as usize, q as usize), distance, p, q }
    }

    /// Compares two edges; `ids` are those of the positions.
    #[inline(always)]
    pub(super) fn compare(&self, other: &Self, ids: &[u32]) -> Ordering {
        let by_length = self.weight.total_cmp(&other.weight).then(self.distance.total_cmp(&other.distance));
        by_length.then_with(|| self.ends(ids).cmp(&other.ends(ids)))
    }

    /// Returns the ids of the ends, the smaller one first.
    #[inline(always)]
    pub(super) fn ends(&self, ids: &[u32]) -> (u32, u32) {
        let (a, b) = (ids[self.p as usize], ids[self.q as usize]);
        (a.min(b), a.max(b))
    }
}

/// A bound in the order of edges: of the edges that are not known, none is below it.
pub(super) trait Horizon: Copy + Send + Sync {
    fn new(weight: f64, distance: f64) -> Self;

    /// Returns its weight.
    fn weight(self) -> f64;

    /// Returns `true` if an edge is below the bound, so that no unknown edge is less.
    fn is_above(self, edge: &Candidate) -> bool;

    /// Returns the higher one of two bounds.
    fn higher(self, other: Self) -> Self;
}

impl Horizon for f64 {
    #[inline(always)]
    fn new(weight: f64, _distance: f64) -> Self {
        weight
    }

    #[inline(always)]
    fn weight(self) -> f64 {
        self
    }

    #[inline(always)]
    fn is_above(self, edge: &Candidate) -> bool {
        edge.weight < self
    }

    #[inline(always)]
    fn higher(self, other: Self) -> Self {
        self.max(other)
    }
}

/// Weight and distance.
impl Horizon for [f64; 2] {
    #[inline(always)]
    fn new(weight: f64, distance: f64) -> Self {
        [weight, distance]
    }

    #[inline(always)]
    fn weight(self) -> f64 {
        self[0]
    }

    #[inline(always)]
    fn is_above(self, edge: &Candidate) -> bool {
        [edge.weight, edge.distance] < self
    }

    #[inline(always)]
    fn higher(self, other: Self) -> Self {
        if self < other { other } else { self }
    }
}

/// The weights of edges.
pub(super) trait Reach: Sync {
    /// The bound of what a point does not know.
    type Horizon: Horizon;

    /// `true` if weights are distances.
    const IS_DISTANCE: bool;

    /// Returns the weight of the edge between two positions at this distance.
    fn weight(&self, distance: f64, p: usize, q: usize) -> f64;

    /// Returns the least weight of edges at this point.
    fn core(&self, p: usize) -> f64;

    /// Returns the least weight of edges at points of this leaf.
    fn core_of_leaf(&self, leaf: usize) -> f64;
}

/// The weight is the distance.
pub(super) struct Direct;

impl Reach for Direct {
    type Horizon = f64;

    const IS_DISTANCE: bool = true;

    #[inline(always)]
    fn weight(&self, distance: f64, _p: usize, _q: usize) -> f64 {
        distance
    }

    #[inline(always)]
    fn core(&self, _p: usize) -> f64 {
        0.0
    }

    #[inline(always)]
    fn core_of_leaf(&self, _leaf: usize) -> f64 {
        0.0
    }
}

/// The weight is the mutual reachability distance.
pub(super) struct Mutual {
    /// The core distances of all points.
    cores: Vec<f64>,
    /// The least one per leaf.
    of_leaves: Vec<f64>,
}

impl Mutual {
    /// Takes the core distances from the lists.
    pub(super) fn new<const D: usize, const V: usize>(
        exec: &Exec,
        tree: &Tree<D, V>,
        lists: &mut Lists,
    ) -> Result<Self> {
        let cores = std::mem::take(&mut lists.cores);
        let least = |leaf| cores[tree.positions(leaf)].iter().copied().fold(f64::INFINITY, f64::min);
        let of_leaves = tabulate(exec, "core distances of leaves", tree.leaf_count(), least)?;
        Ok(Self { cores, of_leaves })
    }

    /// Sorts the lists of neighbours by the order of edges.
    pub(super) fn sort<const D: usize, const V: usize>(
        &self,
        exec: &Exec,
        tree: &Tree<D, V>,
        lists: &mut Lists,
    ) {
        let (leaf, len) = (Shape::<D, V>::LEAF, lists.len);
        let chunk = leaf * len;
        let pieces = lists.distances.chunks_mut(chunk).zip(lists.neighbours.chunks_mut(chunk)).enumerate();
        for_each_piece(exec, pieces, |(piece, (distances, neighbours))| {
            let lists = distances.chunks_exact_mut(len).zip(neighbours.chunks_exact_mut(len));
            let mut edges = Vec::with_capacity(len);
            for (p, (distances, neighbours)) in (piece * leaf..).zip(lists) {
                edges.clear();
                edges.extend(distances.iter().zip(&*neighbours).map(|(&distance, &q)| {
                    let weight = self.weight(distance, p, q as usize);
                    Candidate { weight, distance, p: p as u32, q }
                }));
                edges.sort_unstable_by(|a, b| a.compare(b, &tree.ids));
                for ((distance, neighbour), edge) in distances.iter_mut().zip(neighbours).zip(&edges) {
                    (*distance, *neighbour) = (edge.distance, edge.q);
                }
            }
        });
    }
}

impl Reach for Mutual {
    type Horizon = [f64; 2];

    const IS_DISTANCE: bool = false;

    #[inline(always)]
    fn weight(&self, distance: f64, p: usize, q: usize) -> f64 {
        distance.max(self.cores[p]).max(self.cores[q])
    }

    #[inline(always)]
    fn core(&self, p: usize) -> f64 {
        self.cores[p]
    }

    #[inline(always)]
    fn core_of_leaf(&self, leaf: usize) -> f64 {
        self.of_leaves[leaf]
    }
}
