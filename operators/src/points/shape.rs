//! The kernel: distances between a point and the points of a leaf, eight at a time.
//!
//! All distances are squared. They are computed in one order of operations, dimension after dimension, each
//! operation rounded. Distances to boxes are computed in the same order from coordinates that are at most as
//! far, and rounding is monotone. So the distance to a box never exceeds that to a point in it, to the bit,
//! and what is pruned by it is not nearer than the bound.

use boscage_core::lanes::{LANES, Lanes};

/// Eight values, one per lane.
pub(super) type Eight = [f64; LANES];

/// The most dimensions of a tree. With more, bounding boxes exclude next to nothing.
pub(super) const MOST_DIMENSIONS: usize = 15;

/// A point, with room for the most dimensions.
pub(super) type Point = [f64; MOST_DIMENSIONS];

/// The shape of a tree: its points have `D` dimensions, or any number if D is 0; its leaves have `V` vectors
/// of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<const D: usize, const V: usize> {
    dimensions: usize,
}

impl<const D: usize, const V: usize> Shape<D, V> {
    /// Number of points per leaf.
    pub(super) const LEAF: usize = V * LANES;

    pub(super) fn new(dimensions: usize) -> Self {
        assert!(dimensions <= MOST_DIMENSIONS && (D == 0 || D == dimensions), "the shape fits the points");
        Self { dimensions }
    }

    /// Number of dimensions.
    #[inline(always)]
    pub(super) fn dimensions(self) -> usize {
        if D > 0 { D } else { self.dimensions }
    }

    /// Returns the squared distances between a point and the points of a leaf, whose coordinates are `block`:
    /// V vectors per dimension.
    #[inline(always)]
    pub(super) fn distances<L: Lanes>(self, lanes: L, block: &[Eight], point: &Point) -> [L::Vector; V] {
        let mut sums = [lanes.splat(0.0); V];
        for (coordinates, &own) in block.as_chunks::<V>().0.iter().zip(&point[..self.dimensions()]) {
            let own = lanes.splat(own);
            for (sum, others) in sums.iter_mut().zip(coordinates) {
                let difference = lanes.sub(lanes.load(others), own);
                *sum = lanes.add(*sum, lanes.mul(difference, difference));
            }
        }
        sums
    }

    /// Returns the points of a leaf whose squared distance to a box is at most their `bounds`, as bits.
    /// `sides` are the eight boxes of which it is the one numbered `lane`.
    #[inline(always)]
    pub(super) fn near_box<L: Lanes>(
        self,
        lanes: L,
        block: &[Eight],
        (sides, lane): (&[[Eight; 2]], usize),
        bounds: &[Eight; V],
    ) -> u64 {
        let mut sums = [lanes.splat(0.0); V];
        let zero = lanes.splat(0.0);
        for (coordinates, [low, high]) in block.as_chunks::<V>().0.iter().zip(sides) {
            let (low, high) = (lanes.splat(low[lane]), lanes.splat(high[lane]));
            for (sum, own) in sums.iter_mut().zip(coordinates) {
                let own = lanes.load(own);
                let outside = lanes.max(zero, lanes.max(lanes.sub(low, own), lanes.sub(own, high)));
                *sum = lanes.add(*sum, lanes.mul(outside, outside));
            }
        }
        let near = |v: usize| u64::from(lanes.at_most(sums[v], lanes.load(&bounds[v]))) << (v * LANES);
        (0..V).fold(0, |bits, v| bits | near(v))
    }

    /// Returns the squared distances between a box and eight others.
    #[inline(always)]
    pub(super) fn between_boxes<L: Lanes>(self, lanes: L, sides: &[[Eight; 2]], own: &Sides) -> L::Vector {
        let zero = lanes.splat(0.0);
        let mut sum = zero;
        for (j, [low, high]) in sides.iter().enumerate().take(self.dimensions()) {
            let below = lanes.sub(lanes.load(low), lanes.splat(own.high[j]));
            let above = lanes.sub(lanes.splat(own.low[j]), lanes.load(high));
            let apart = lanes.max(zero, lanes.max(below, above));
            sum = lanes.add(sum, lanes.mul(apart, apart));
        }
        sum
    }
}

/// A box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) low: Point,
    pub(super) high: Point,
}

impl Sides {
    /// The box of no points.
    pub(super) const EMPTY: Self =
        Self { low: [f64::INFINITY; MOST_DIMENSIONS], high: [f64::NEG_INFINITY; MOST_DIMENSIONS] };

    /// Adds a point.
    #[inline(always)]
    pub(super) fn add(&mut self, point: &[f64]) {
        for ((low, high), &x) in self.low.iter_mut().zip(&mut self.high).zip(point) {
            *low = if x < *low { x } else { *low };
            *high = if x > *high { x } else { *high };
        }
    }
}
