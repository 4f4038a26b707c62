//! Places of nodes and the distances between them.

/// The mean radius of the earth, in millimetres.
const RADIUS: f64 = 6_371_008.8e3;

/// Units per degree.
pub(super) const PER_DEGREE: i64 = 10_000_000;

/// Longitude and latitude in ten-millionths of a degree, about a centimetre: the unit of OpenStreetMap.
pub(super) type Place = [i32; 2];

/// The place of a node that is not in the file.
pub(super) const NOWHERE: Place = [i32::MIN; 2];

/// Longitude and latitude, in nanodegrees, as a place; `None` if it is not on the earth.
#[inline]
pub(super) fn place_of_nanodegrees(longitude: i64, latitude: i64) -> Option<Place> {
    let [longitude, latitude] = [longitude, latitude].map(|nanodegrees| {
        let half = if nanodegrees < 0 { -50 } else { 50 };
        nanodegrees.saturating_add(half) / 100
    });
    place(longitude, latitude)
}

/// Longitude and latitude, in degrees, as a place; `None` if it is not on the earth.
pub(super) fn place_of_degrees(longitude: f64, latitude: f64) -> Option<Place> {
    let units = |degrees: f64| (degrees * PER_DEGREE as f64).round() as i64;
    (longitude.is_finite() && latitude.is_finite()).then(|| place(units(longitude), units(latitude)))?
}

fn place(longitude: i64, latitude: i64) -> Option<Place> {
    let is_within = |units: i64, degrees: i64| units.unsigned_abs() <= (degrees * PER_DEGREE) as u64;
    let is_on_earth = is_within(longitude, 180) && is_within(latitude, 90);
    is_on_earth.then_some([longitude as i32, latitude as i32])
}

/// Longitude and latitude of a place, in degrees.
pub(super) fn degrees(place: Place) -> [f64; 2] {
    place.map(|units| f64::from(units) / PER_DEGREE as f64)
}

/// The length of the great circle between two places, in millimetres, rounded to the nearest.
#[inline]
pub(super) fn distance(a: Place, b: Place) -> u64 {
    let radians = |units: f64| (units / PER_DEGREE as f64).to_radians();
    let [[x, y], [p, q]] = [a, b].map(|place| place.map(f64::from));
    let (dx, dy) = (radians(p - x), radians(q - y));
    let h = (dy / 2.0).sin().powi(2) + radians(y).cos() * radians(q).cos() * (dx / 2.0).sin().powi(2);
    (2.0 * RADIUS * h.sqrt().min(1.0).asin()).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_rounded_and_those_off_the_earth_are_none() {
        assert_eq!(place_of_nanodegrees(149, -150), Some([1, -2]));
        assert_eq!(place_of_degrees(180.0, -90.0), Some([1_800_000_000, -900_000_000]));
        assert_eq!(place_of_degrees(180.1, 0.0), None);
        assert_eq!(place_of_degrees(f64::NAN, 0.0), None);
        assert_eq!(place_of_degrees(0.0, f64::INFINITY), None);
        assert_eq!(place_of_nanodegrees(i64::MAX, i64::MIN), None);
        assert_eq!(degrees([240_000_000, -5_000_000]), [24.0, -0.5]);
    }

    #[test]
    fn a_degree_of_a_great_circle_is_111_kilometres() {
        let degree = 111_195_080;
        assert_eq!(distance([0, 0], [10_000_000, 0]), degree);
        assert_eq!(distance([0, 0], [0, 10_000_000]), degree);
        assert_eq!(distance([70_000_000, 600_000_000], [70_000_000, 600_000_000]), 0);
        // Half of the circle.
        assert_eq!(distance([0, 0], [1_800_000_000, 0]), (RADIUS * std::f64::consts::PI).round() as u64);
    }
}
