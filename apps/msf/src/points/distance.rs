//! Distances between points: their names, units and formulas.

use boscage::operators::points::Metric;
use clap::ValueEnum;
use serde::Serialize;

/// Mean radius of the earth in metres.
const EARTH: f64 = 6_371_008.8;

/// The distance between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Distance {
    /// The length of the straight line between the points
    #[default]
    Euclidean,
    /// The sum of the absolute differences of coordinates
    Manhattan,
    /// The greatest absolute difference of coordinates
    Chebyshev,
    /// One minus the cosine of the angle between the points, as vectors
    Cosine,
    /// Metres along the earth's surface (a sphere of radius 6,371,008.8 m); points are latitude and longitude
    /// in degrees
    Haversine,
}

impl Distance {
    /// Returns the metric of the library.
    pub(super) fn metric(self) -> Metric {
        match self {
            Self::Euclidean => Metric::Euclidean,
            Self::Manhattan => Metric::Manhattan,
            Self::Chebyshev => Metric::Chebyshev,
            Self::Cosine => Metric::Cosine,
            Self::Haversine => Metric::Haversine,
        }
    }

    /// Returns the factor by which a distance of the library is multiplied.
    pub(super) fn unit(self) -> f64 {
        if self == Self::Haversine { EARTH } else { 1.0 }
    }

    /// Returns the words for distances.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Euclidean => "euclidean distances",
            Self::Manhattan => "manhattan distances",
            Self::Chebyshev => "chebyshev distances",
            Self::Cosine => "cosine distances",
            Self::Haversine => "distances on the earth in metres",
        }
    }

    /// Returns the distance between two points, by the textbook's formula; places are in radians.
    pub(super) fn between(self, a: &[f64], b: &[f64]) -> f64 {
        let pairs = || a.iter().zip(b);
        match self {
            Self::Euclidean => pairs().map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt(),
            Self::Manhattan => pairs().map(|(x, y)| (x - y).abs()).sum(),
            Self::Chebyshev => pairs().map(|(x, y)| (x - y).abs()).fold(0.0, f64::max),
            Self::Cosine => {
                let length = |a: &[f64]| a.iter().map(|x| x * x).sum::<f64>().sqrt();
                1.0 - pairs().map(|(x, y)| x * y).sum::<f64>() / (length(a) * length(b))
            }
            Self::Haversine => {
                let half = |i: usize| ((a[i] - b[i]) / 2.0).sin().powi(2);
                let chord = half(0) + a[0].cos() * b[0].cos() * half(1);
                EARTH * 2.0 * chord.sqrt().min(1.0).asin()
            }
        }
    }

    /// Returns a length below which distances may differ by rounding, as a factor of 1e-9.
    pub(super) fn scale(self, largest: f64) -> f64 {
        match self {
            Self::Euclidean | Self::Manhattan | Self::Chebyshev => largest,
            Self::Cosine => 1.0,
            Self::Haversine => EARTH,
        }
    }
}
