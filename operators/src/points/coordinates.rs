//! Points: coordinates, checked, and the metric between them.

use std::f64::consts::{FRAC_PI_2, PI};

use boscage_core::{Error, Result};

use super::on_tree::Space;
use super::shape::{Corner, Norm};

/// The largest absolute value of a coordinate: squares of distances are finite.
const LARGEST: f64 = 1e150;

/// The most dimensions: their squares have a finite sum.
const MOST_DIMENSIONS: usize = 1 << 24;

/// The most points: a bit of their numbers is used as a mark.
const MOST: usize = 1 << 31;

/// The coordinates of points, row by row: all of the first point, all of the second one, and so on.
///
/// Single precision is widened; results do not depend on which of the two holds a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Coordinates<'a> {
    /// Single precision.
    F32(&'a [f32]),
    /// Double precision.
    F64(&'a [f64]),
}

impl Coordinates<'_> {
    fn len(self) -> usize {
        match self {
            Self::F32(numbers) => numbers.len(),
            Self::F64(numbers) => numbers.len(),
        }
    }

    /// Returns the power of two by which coordinates are multiplied: 1, unless all are so small that squares
    /// of their differences would vanish.
    fn scale(self) -> f64 {
        const SMALL: f64 = 1e-90;
        let Self::F64(numbers) = self else { return 1.0 };
        let largest = numbers.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        // As near to 1 as powers of 2^300 lead.
        let mut scale = 1.0;
        while largest > 0.0 && largest * scale < SMALL {
            scale *= 2_f64.powi(300);
        }
        scale
    }

    fn get(self, i: usize) -> f64 {
        match self {
            Self::F32(numbers) => numbers[i].into(),
            Self::F64(numbers) => numbers[i],
        }
    }

    /// Returns the first number that is not finite, or too large.
    fn unusable(self) -> Option<usize> {
        // NaN is not in the range either.
        match self {
            Self::F32(numbers) => numbers.iter().position(|x| !x.is_finite()),
            Self::F64(numbers) => numbers.iter().position(|x| !(-LARGEST..=LARGEST).contains(x)),
        }
    }
}

macro_rules! coordinates {
    ($number:ty, $variant:ident) => {
        impl<'a> From<&'a [$number]> for Coordinates<'a> {
            fn from(numbers: &'a [$number]) -> Self {
                Self::$variant(numbers)
            }
        }

        impl<'a> From<&'a Vec<$number>> for Coordinates<'a> {
            fn from(numbers: &'a Vec<$number>) -> Self {
                Self::$variant(numbers)
            }
        }

        impl<'a, const N: usize> From<&'a [$number; N]> for Coordinates<'a> {
            fn from(numbers: &'a [$number; N]) -> Self {
                Self::$variant(numbers)
            }
        }

        impl<'a, const D: usize> From<&'a [[$number; D]]> for Coordinates<'a> {
            fn from(points: &'a [[$number; D]]) -> Self {
                Self::$variant(points.as_flattened())
            }
        }
    };
}

coordinates!(f32, F32);
coordinates!(f64, F64);

/// The distance between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metric {
    /// The length of the straight line between the points.
    #[default]
    Euclidean,
    /// The sum of the absolute differences by dimension.
    Manhattan,
    /// The greatest of the absolute differences by dimension.
    Chebyshev,
    /// One minus the cosine of the angle between the points, as vectors: from 0 to 2. No point may be zero.
    ///
    /// Computed from vectors of length 1, as half of the squared Euclidean distance between them.
    Cosine,
    /// The angle between two places on a sphere, in radians: from 0 to π. Points are latitude and longitude
    /// in radians. Multiplied by 6,371,008.8 it is a distance on the earth in metres.
    ///
    /// Computed from vectors in space, as the angle that belongs to a chord.
    Haversine,
}

/// Points in space: a view of their coordinates.
///
/// # Examples
/// ```
/// use boscage::operators::points::{Metric, Points};
///
/// let squares = Points::new(&[0.0, 0.0, 1.0, 0.0, 1.0, 1.0], 2)?;
/// assert_eq!((squares.len(), squares.dimensions()), (3, 2));
/// let cities = [[60.17_f64, 24.94], [59.33, 18.07]].map(|place| place.map(f64::to_radians));
/// let cities = Points::new(&cities[..], 2)?.with_metric(Metric::Haversine)?;
/// assert_eq!(cities.len(), 2);
/// let refused = Points::new(&[0.0, f64::NAN], 2).unwrap_err().to_string();
/// assert_eq!(refused, "coordinates: expected finite numbers, found NaN at point 0, dimension 1");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Points<'a> {
    coordinates: Coordinates<'a>,
    dimensions: usize,
    metric: Metric,
    scale: f64,
}

impl<'a> Points<'a> {
    /// Creates points with a number of dimensions from their coordinates, row by row. The metric is
    /// Euclidean.
    ///
    /// # Errors
    /// [`Error::Argument`] if there are no dimensions or more than 2^24, if the number of coordinates is not
    /// a multiple of them, or if a coordinate is not a number, infinite or beyond ±1e150, or if there are
    /// 2^31 points or more.
    pub fn new(coordinates: impl Into<Coordinates<'a>>, dimensions: usize) -> Result<Self> {
        let coordinates = coordinates.into();
        if !(1..=MOST_DIMENSIONS).contains(&dimensions) {
            let expected = format!("from 1 to {MOST_DIMENSIONS}");
            return Err(Error::argument("dimensions", expected, dimensions));
        }
        if !coordinates.len().is_multiple_of(dimensions) {
            let expected = format!("a multiple of {dimensions}, the number of dimensions");
            return Err(Error::argument("number of coordinates", expected, coordinates.len()));
        }
        let count = coordinates.len() / dimensions;
        if count >= MOST {
            let expected = format!("less than {MOST}");
            return Err(Error::argument("number of points", expected, count));
        }
        if let Some(i) = coordinates.unusable() {
            let (x, point, dimension) = (coordinates.get(i), i / dimensions, i % dimensions);
            let expected = if x.is_finite() { "from -1e150 to 1e150" } else { "finite numbers" };
            let found = format!("{x} at point {point}, dimension {dimension}");
            return Err(Error::argument("coordinates", expected, found));
        }
        Ok(Self { coordinates, dimensions, metric: Metric::Euclidean, scale: coordinates.scale() })
    }

    /// Returns the same points with another metric.
    ///
    /// # Errors
    /// [`Error::Argument`] if a point is zero and the metric is cosine, or if the metric is haversine and
    /// there are not two dimensions, or a latitude is beyond ±π/2.
    pub fn with_metric(self, metric: Metric) -> Result<Self> {
        let points = Self { metric, ..self };
        match metric {
            Metric::Euclidean | Metric::Manhattan | Metric::Chebyshev => {}
            Metric::Cosine => {
                let is_zero = |&i: &usize| (0..self.dimensions).all(|j| self.coordinate(i, j) == 0.0);
                if let Some(i) = (0..self.len()).find(is_zero) {
                    let expected = "nonzero vectors for the metric cosine";
                    return Err(Error::argument("points", expected, format!("zero at point {i}")));
                }
            }
            Metric::Haversine => {
                if self.dimensions != 2 {
                    let expected = "2 for the metric haversine: latitude and longitude";
                    return Err(Error::argument("dimensions", expected, self.dimensions));
                }
                // The nearest float to π/2, and to its value in single precision.
                let most = f64::from(std::f32::consts::FRAC_PI_2).max(FRAC_PI_2);
                if let Some(i) = (0..self.len()).find(|&i| self.coordinate(i, 0).abs() > most) {
                    let found = format!("{} at point {i}", self.coordinate(i, 0));
                    return Err(Error::argument("latitude", "from -π/2 to π/2, in radians", found));
                }
            }
        }
        Ok(points)
    }

    /// Returns the number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coordinates.len() / self.dimensions
    }

    /// Returns `true` if there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of dimensions.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns the metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    fn coordinate(&self, i: usize, j: usize) -> f64 {
        self.coordinates.get(i * self.dimensions + j)
    }

    /// Returns the space in which distances are measured.
    pub(super) fn space(&self) -> Space {
        let dimensions = if self.metric == Metric::Haversine { 3 } else { self.dimensions };
        let norm = match self.metric {
            Metric::Euclidean | Metric::Cosine | Metric::Haversine => Norm::Squares,
            Metric::Manhattan => Norm::Sum,
            Metric::Chebyshev => Norm::Greatest,
        };
        Space { dimensions, norm }
    }

    /// Sets the place of a point in that space, a slice that may be longer.
    pub(super) fn place(&self, i: usize, place: &mut [f64]) {
        if self.metric == Metric::Haversine {
            let (latitude, longitude) = (self.coordinate(i, 0), self.coordinate(i, 1));
            // A pole is one place, and so is a place on the antimeridian, east and west.
            let radius = if latitude.abs() >= FRAC_PI_2 { 0.0 } else { latitude.cos() };
            let longitude = if longitude == -PI { PI } else { longitude };
            place[0] = radius * longitude.cos();
            place[1] = radius * longitude.sin();
            place[2] = latitude.sin();
            return;
        }
        let own = &mut place[..self.dimensions];
        let first = i * self.dimensions;
        match self.coordinates {
            Coordinates::F32(all) => {
                let from = &all[first..][..self.dimensions];
                own.iter_mut().zip(from).for_each(|(to, &x)| *to = x.into());
            }
            Coordinates::F64(all) => own.copy_from_slice(&all[first..][..self.dimensions]),
        }
        if self.metric == Metric::Euclidean && self.scale != 1.0 {
            own.iter_mut().for_each(|x| *x *= self.scale);
        }
        if self.metric == Metric::Cosine {
            // By the largest first: squares neither overflow nor vanish.
            let largest = own.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            own.iter_mut().for_each(|x| *x /= largest);
            let length = own.iter().map(|x| x * x).sum::<f64>().sqrt();
            own.iter_mut().for_each(|x| *x /= length);
        }
    }

    /// Returns the place of a point in that space.
    pub(super) fn corner(&self, i: usize) -> Corner {
        let mut place = Corner::filled(self.space().dimensions, 0.0);
        self.place(i, place.as_mut_slice());
        place
    }

    /// Returns the distance by the metric that belongs to a distance in that space.
    pub(super) fn distance(&self, distance: f64) -> f64 {
        match self.metric {
            Metric::Euclidean => distance.sqrt() / self.scale,
            Metric::Manhattan | Metric::Chebyshev => distance,
            Metric::Cosine => distance / 2.0,
            Metric::Haversine => 2.0 * (distance.sqrt() / 2.0).min(1.0).asin(),
        }
    }
}
