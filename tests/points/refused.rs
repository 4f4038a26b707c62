//! Points that are no points.

use boscage::exec::Exec;
use boscage::operators::points::{Metric, Points, Reachability, minimum_spanning_tree};

#[test]
fn what_is_no_point_is_refused_with_its_place() {
    let refusal = |numbers: &[f64], dimensions| Points::new(numbers, dimensions).unwrap_err().to_string();
    assert_eq!(refusal(&[1.0], 0), "dimensions: expected from 1 to 16777216, found 0");
    assert_eq!(
        refusal(&[1.0, 2.0, 3.0], 2),
        "number of coordinates: expected a multiple of 2, the number of dimensions, found 3"
    );
    let found = |x: f64| refusal(&[0.0, 1.0, 2.0, x], 2);
    assert_eq!(found(f64::NAN), "coordinates: expected finite numbers, found NaN at point 1, dimension 1");
    assert_eq!(
        found(f64::INFINITY),
        "coordinates: expected finite numbers, found inf at point 1, dimension 1"
    );
    assert!(found(-1e151).starts_with("coordinates: expected from -1e150 to 1e150, found -1000"));
    let narrow = Points::new(&[0.0_f32, f32::NEG_INFINITY], 1).unwrap_err().to_string();
    assert_eq!(narrow, "coordinates: expected finite numbers, found -inf at point 1, dimension 0");
}

#[test]
fn metrics_refuse_points_without_a_distance() {
    let metric = |numbers: &[f64], dimensions, metric| {
        Points::new(numbers, dimensions).unwrap().with_metric(metric).unwrap_err().to_string()
    };
    assert_eq!(
        metric(&[1.0, 2.0, 0.0, 0.0], 2, Metric::Cosine),
        "points: expected nonzero vectors for the metric cosine, found zero at point 1"
    );
    assert_eq!(
        metric(&[1.0, 2.0, 3.0], 3, Metric::Haversine),
        "dimensions: expected 2 for the metric haversine: latitude and longitude, found 3"
    );
    assert_eq!(
        metric(&[60.0, 24.0], 2, Metric::Haversine),
        "latitude: expected from -π/2 to π/2, in radians, found 60 at point 0"
    );
}

#[test]
fn numbers_of_samples_are_refused_that_no_point_has() {
    let exec = Exec::new(1).unwrap();
    let points = Points::new(&[0.0, 1.0, 3.0], 1).unwrap();
    for min_samples in [0, 4] {
        let refused = minimum_spanning_tree(&exec, points, Reachability::Mutual { min_samples }).unwrap_err();
        let expected =
            format!("min_samples: expected from 1 to 3, the number of points, found {min_samples}");
        assert_eq!(refused.to_string(), expected);
    }
}
