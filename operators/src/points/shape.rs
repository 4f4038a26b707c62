//! The kernel: distances between a point and the points of a leaf, eight at a time.
//!
//! All Euclidean distances are squared. Distances are computed in one order of operations, dimension after
//! dimension, each operation rounded. Distances to boxes are computed in the same order from differences that
//! are at most as large, and rounding is monotone. So the distance to a box never exceeds the distance to a
//! point in it, to the bit, and what a bound excludes is not nearer than the bound.

use boscage_core::lanes::{LANES, Lanes};

/// Eight values, one per lane.
pub(super) type Eight = [f64; LANES];

/// The most vectors per leaf and dimension.
pub(super) const MOST_VECTORS: usize = 8;

/// The most points per leaf: sets of them are bits of a word.
pub(super) const MOST_POINTS: usize = MOST_VECTORS * LANES;

/// The distance that belongs to the differences between two points by dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Norm {
    /// The sum of their squares.
    Squares,
    /// The sum of their absolute values.
    Sum,
    /// The greatest of their absolute values.
    Greatest,
}

impl Norm {
    /// Adds the difference in one more dimension to a distance, by the same operations as [`Add::add`].
    #[inline(always)]
    pub(super) fn add(self, sum: f64, difference: f64) -> f64 {
        match self {
            Self::Squares => sum + difference * difference,
            Self::Sum => sum + difference.abs(),
            Self::Greatest => sum.max(difference.abs()),
        }
    }
}

/// A [`Norm`] that is known to the compiler.
trait Add {
    /// Adds the difference in one more dimension to a distance. A difference that is NaN makes it NaN.
    fn add<L: Lanes>(lanes: L, sum: L::Vector, difference: L::Vector) -> L::Vector;
}

struct Squares;

impl Add for Squares {
    #[inline(always)]
    fn add<L: Lanes>(lanes: L, sum: L::Vector, difference: L::Vector) -> L::Vector {
        lanes.add(sum, lanes.mul(difference, difference))
    }
}

struct Sum;

impl Add for Sum {
    #[inline(always)]
    fn add<L: Lanes>(lanes: L, sum: L::Vector, difference: L::Vector) -> L::Vector {
        lanes.add(sum, absolute(lanes, difference))
    }
}

struct Greatest;

impl Add for Greatest {
    #[inline(always)]
    fn add<L: Lanes>(lanes: L, sum: L::Vector, difference: L::Vector) -> L::Vector {
        lanes.max(sum, absolute(lanes, difference))
    }
}

#[inline(always)]
fn absolute<L: Lanes>(lanes: L, x: L::Vector) -> L::Vector {
    lanes.max(x, lanes.sub(lanes.splat(0.0), x)) // of zeros the second one, which is positive
}

/// The shape of a tree: its points have `D` dimensions and Euclidean distances, or any of both if D is 0; its
/// leaves have `V` vectors of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<const D: usize, const V: usize> {
    dimensions: usize,
    norm: Norm,
}

impl<const D: usize, const V: usize> Shape<D, V> {
    /// Number of points per leaf.
    pub(super) const LEAF: usize = V * LANES;

    pub(super) fn new(dimensions: usize, norm: Norm) -> Self {
        let is_right = D == 0 || D == dimensions && norm == Norm::Squares;
        assert!(is_right, "the shape fits the points");
        Self { dimensions, norm }
    }

    /// Number of dimensions.
    #[inline(always)]
    pub(super) fn dimensions(self) -> usize {
        if D > 0 { D } else { self.dimensions }
    }

    /// The norm, which the compiler knows if it knows the number of dimensions.
    #[inline(always)]
    pub(super) fn norm(self) -> Norm {
        if D > 0 { Norm::Squares } else { self.norm }
    }

    /// Returns the distances between point `i` of a leaf and the points of another. The coordinates
    /// of leaves are V vectors per dimension.
    #[inline(always)]
    pub(super) fn distances<L: Lanes>(
        self,
        lanes: L,
        own: (&[Eight], usize),
        others: &[Eight],
    ) -> [L::Vector; V] {
        match self.norm() {
            Norm::Squares => Self::distances_by::<Squares, L>(lanes, own, others),
            Norm::Sum => Self::distances_by::<Sum, L>(lanes, own, others),
            Norm::Greatest => Self::distances_by::<Greatest, L>(lanes, own, others),
        }
    }

    #[inline(always)]
    fn distances_by<A: Add, L: Lanes>(
        lanes: L,
        (own, i): (&[Eight], usize),
        others: &[Eight],
    ) -> [L::Vector; V] {
        let mut sums = [lanes.splat(0.0); V];
        let own = own.as_chunks::<V>().0.iter();
        for (own, others) in own.zip(others.as_chunks::<V>().0) {
            let x = lanes.splat(own[i / LANES][i % LANES]);
            for (sum, others) in sums.iter_mut().zip(others) {
                *sum = A::add(lanes, *sum, lanes.sub(lanes.load(others), x));
            }
        }
        sums
    }

    /// Returns the points of a leaf whose distance to a box is at most their `bounds`, as bits.
    /// `sides` are the lower and the upper side of the box by dimension.
    #[inline(always)]
    pub(super) fn near_box<L: Lanes>(
        self,
        lanes: L,
        points: &[Eight],
        sides: impl Iterator<Item = (f64, f64)>,
        bounds: &[Eight; V],
    ) -> u64 {
        match self.norm() {
            Norm::Squares => Self::near_box_by::<Squares, L>(lanes, points, sides, bounds),
            Norm::Sum => Self::near_box_by::<Sum, L>(lanes, points, sides, bounds),
            Norm::Greatest => Self::near_box_by::<Greatest, L>(lanes, points, sides, bounds),
        }
    }

    #[inline(always)]
    fn near_box_by<A: Add, L: Lanes>(
        lanes: L,
        points: &[Eight],
        sides: impl Iterator<Item = (f64, f64)>,
        bounds: &[Eight; V],
    ) -> u64 {
        let (mut sums, zero) = ([lanes.splat(0.0); V], lanes.splat(0.0));
        for (coordinates, (low, high)) in points.as_chunks::<V>().0.iter().zip(sides) {
            let (low, high) = (lanes.splat(low), lanes.splat(high));
            for (sum, own) in sums.iter_mut().zip(coordinates) {
                let own = lanes.load(own);
                let apart = lanes.max(zero, lanes.max(lanes.sub(low, own), lanes.sub(own, high)));
                *sum = A::add(lanes, *sum, apart);
            }
        }
        let mut near = 0;
        for v in 0..V {
            near |= u64::from(lanes.at_most(sums[v], lanes.load(&bounds[v]))) << (v * LANES);
        }
        near
    }

    /// Returns the distances between a box and eight others.
    #[inline(always)]
    pub(super) fn between_boxes<L: Lanes>(self, lanes: L, sides: &[[Eight; 2]], own: &Sides) -> L::Vector {
        match self.norm() {
            Norm::Squares => self.between_boxes_by::<Squares, L>(lanes, sides, own),
            Norm::Sum => self.between_boxes_by::<Sum, L>(lanes, sides, own),
            Norm::Greatest => self.between_boxes_by::<Greatest, L>(lanes, sides, own),
        }
    }

    #[inline(always)]
    fn between_boxes_by<A: Add, L: Lanes>(self, lanes: L, sides: &[[Eight; 2]], own: &Sides) -> L::Vector {
        let (mut sum, zero) = (lanes.splat(0.0), lanes.splat(0.0));
        let corners = own.low.as_slice().iter().zip(own.high.as_slice());
        for ([low, high], (&own_low, &own_high)) in sides.iter().zip(corners).take(self.dimensions()) {
            let below = lanes.sub(lanes.load(low), lanes.splat(own_high));
            let above = lanes.sub(lanes.splat(own_low), lanes.load(high));
            let apart = lanes.max(zero, lanes.max(below, above));
            sum = A::add(lanes, sum, apart);
        }
        sum
    }
}

/// A box, by its lower and its upper corner.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    pub(super) low: Corner,
    pub(super) high: Corner,
}

impl Sides {
    /// Creates the box of no points.
    #[inline(always)]
    pub(super) fn empty(dimensions: usize) -> Self {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        Self { low: Corner::filled(dimensions, low), high: Corner::filled(dimensions, high) }
    }

    /// Adds a point with coordinate `x` in a dimension.
    #[inline(always)]
    pub(super) fn add(&mut self, dimension: usize, x: f64) {
        let (low, high) = (&mut self.low.as_mut_slice()[dimension], &mut self.high.as_mut_slice()[dimension]);
        *low = if x < *low { x } else { *low };
        *high = if x > *high { x } else { *high };
    }

    /// Returns `true` if the box has no extent.
    pub(super) fn is_point(&self) -> bool {
        self.low.as_slice() == self.high.as_slice()
    }

    /// Returns the dimension in which the box is widest.
    pub(super) fn widest(&self) -> usize {
        let widths = self.low.as_slice().iter().zip(self.high.as_slice()).map(|(low, high)| high - low);
        let wider = |(at, most): (usize, f64), (i, width)| if width > most { (i, width) } else { (at, most) };
        widths.enumerate().fold((0, f64::NEG_INFINITY), wider).0
    }
}

/// Number of coordinates that are stored without an allocation.
const FEW: usize = 16;

/// The coordinates of a point.
#[derive(Clone, Debug)]
pub(super) struct Corner {
    few: [f64; FEW],
    many: Vec<f64>,
    len: usize,
}

impl Corner {
    #[inline(always)]
    pub(super) fn filled(len: usize, value: f64) -> Self {
        let many = if len > FEW { vec![value; len] } else { Vec::new() };
        Self { few: [value; FEW], many, len }
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[f64] {
        if self.len <= FEW { &self.few[..self.len] } else { &self.many }
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [f64] {
        if self.len <= FEW { &mut self.few[..self.len] } else { &mut self.many }
    }
}
