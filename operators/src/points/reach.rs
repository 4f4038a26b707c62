//! The order of edges.
//!
//! An edge between points p and q at distance d has the *weight* d, or max(d, core of p, core of q). Edges are
//! compared by (weight, distance, smaller id, larger id). The order is strict, so there is one spanning tree.

use std::cmp::Ordering;

use boscage_core::lanes::LANES;

use super::shape::Shape;

/// The weight of an edge. All weights and distances are squared.
pub(super) trait Reach: Sync {
    /// Returns the weight of the edge between two positions at this distance.
    fn weight(&self, distance: f64, p: usize, q: usize) -> f64;

    /// Returns the least weight of edges at this point.
    fn core(&self, p: usize) -> f64;

    /// Returns the least weight of edges at points of this leaf.
    fn core_of_leaf(&self, leaf: usize) -> f64;

    /// `true` if edges of equal weight may have different distances.
    const HAS_CORES: bool;
}

/// The weight is the distance.
pub(super) struct Direct;

impl Reach for Direct {
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

    const HAS_CORES: bool = false;
}

/// The weight is the mutual reachability distance.
pub(super) struct Mutual {
    /// The core distances of all points.
    cores: Vec<f64>,
    /// The least one per leaf.
    of_leaves: Vec<f64>,
}

impl Mutual {
    pub(super) fn new<const D: usize, const V: usize>(cores: Vec<f64>) -> Self {
        let least = |cores: &[f64]| cores.iter().fold(f64::INFINITY, |least, &core| least.min(core));
        let of_leaves = cores.chunks(Shape::<D, V>::LEAF).map(least).collect();
        Self { cores, of_leaves }
    }
}

impl Reach for Mutual {
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

    const HAS_CORES: bool = true;
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

/// Words per leaf of one bit per point: leaves have at most 64.
const _: () = assert!(64 % LANES == 0);
