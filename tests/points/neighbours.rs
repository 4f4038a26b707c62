//! Nearest neighbours: those of a sort by all distances.

use boscage::exec::Exec;
use boscage::operators::points::{Metric, Points, nearest_neighbours};

use crate::kinds::{KINDS, points};
use crate::prim;

#[test]
fn neighbours_are_those_of_a_sort_by_distance() {
    let execs = [1, 3].map(|threads| Exec::new(threads).unwrap());
    let mut seed = 0;
    for dimensions in [1, 2, 3, 6, 9, 18] {
        for kind in KINDS {
            for size in [2, 40, 150] {
                let all = points(kind, size, dimensions, seed);
                let metric = [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev][seed as usize % 3];
                let (scaled, scale) = match metric {
                    Metric::Euclidean => prim::scaled(&all),
                    _ => (all.clone(), 1.0),
                };
                let length = |x: f64| if metric == Metric::Euclidean { x.sqrt() / scale } else { x };
                for count in [1, 5, 8, 9, 16, 17, 39, 149].into_iter().filter(|&count| count < size) {
                    seed += 1;
                    let view = Points::new(&all, dimensions).unwrap().with_metric(metric).unwrap();
                    let found = nearest_neighbours(&execs[seed as usize % 2], view, count).unwrap();
                    for point in 0..size {
                        let others = (0..size).filter(|&other| other != point);
                        let mut expected: Vec<_> = others
                            .map(|other| (prim::distance(metric, &scaled, dimensions, point, other), other))
                            .collect();
                        expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                        let expected = expected.iter().map(|&(distance, other)| (other, length(distance)));
                        assert!(
                            found.of(point).eq(expected.take(count)),
                            "{metric:?}, {kind:?}, {dimensions}-D, {size} points, {count} of {point}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn many_points_at_one_place_have_neighbours_soon() {
    let all = vec![1.0_f32; 300_000];
    let found = nearest_neighbours(&Exec::new(2).unwrap(), Points::new(&all, 3).unwrap(), 3).unwrap();
    assert!(found.of(1).eq([(0, 0.0), (2, 0.0), (3, 0.0)]));
    assert!(found.of(99_999).eq([(0, 0.0), (1, 0.0), (2, 0.0)]));
}

#[test]
fn numbers_of_neighbours_that_no_point_has_are_refused() {
    let exec = Exec::new(1).unwrap();
    let points = Points::new(&[0.0, 1.0, 3.0], 1).unwrap();
    for count in [0, 3] {
        let refused = nearest_neighbours(&exec, points, count).unwrap_err().to_string();
        let expected = "number of neighbours: expected from 1 to 2, the number of other points, found";
        assert_eq!(refused, format!("{expected} {count}"));
    }
    let none: [f64; 0] = [];
    let found = nearest_neighbours(&exec, Points::new(&none, 1).unwrap(), 3).unwrap();
    assert_eq!((found.count(), found.points().len()), (3, 0));
}

#[test]
fn distances_on_a_sphere_are_angles() {
    let exec = Exec::new(1).unwrap();
    // Degrees of latitude and longitude: a quarter and a half of a circle from the first place.
    let places = [[0.0_f64, 0.0], [0.0, 90.0], [0.0, 180.0]].map(|place| place.map(f64::to_radians));
    let places = Points::new(&places[..], 2).unwrap().with_metric(Metric::Haversine).unwrap();
    let found = nearest_neighbours(&exec, places, 2).unwrap();
    let angles: Vec<_> = found.of(0).map(|(point, angle)| (point, angle.to_degrees().round())).collect();
    assert_eq!(angles, [(1, 90.0), (2, 180.0)]);
}

#[test]
fn a_pole_is_one_place_and_the_antimeridian_one_line() {
    use std::f64::consts::{FRAC_PI_2, PI};
    let places =
        [[FRAC_PI_2, 0.0], [FRAC_PI_2, 3.0], [-FRAC_PI_2, 1.0], [-FRAC_PI_2, 0.0], [0.3, PI], [0.3, -PI]];
    let places = Points::new(&places[..], 2).unwrap().with_metric(Metric::Haversine).unwrap();
    let found = nearest_neighbours(&Exec::new(1).unwrap(), places, 1).unwrap();
    let near: Vec<_> = (0..6).flat_map(|point| found.of(point)).collect();
    assert_eq!(near, [(1, 0.0), (0, 0.0), (3, 0.0), (2, 0.0), (5, 0.0), (4, 0.0)]);
}

#[test]
fn cosine_distances_do_not_depend_on_lengths() {
    let exec = Exec::new(1).unwrap();
    let vectors = [1.0, 0.0, 1e-200, 1e-200, -3e100, 0.0, 0.0, 7.0];
    let vectors = Points::new(&vectors, 2).unwrap().with_metric(Metric::Cosine).unwrap();
    let found = nearest_neighbours(&exec, vectors, 3).unwrap();
    let near: Vec<_> = found.of(0).map(|(point, distance)| (point, (distance * 1e9).round() / 1e9)).collect();
    assert_eq!(near, [(1, 0.292893219), (3, 1.0), (2, 2.0)]);
}
