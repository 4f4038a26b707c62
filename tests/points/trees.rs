//! Spanning trees: edge for edge those of Prim's algorithm.

use boscage::exec::Exec;
use boscage::operators::points::{Metric, Points, Reachability, minimum_spanning_tree};

use crate::kinds::{KINDS, Kind, points};
use crate::prim;

/// Compares the tree of these points with that of Prim's algorithm.
#[track_caller]
fn compare(exec: &Exec, all: &[f64], dimensions: usize, samples: usize, about: &str) {
    compare_by(Metric::Euclidean, exec, all, dimensions, samples, about);
}

/// The same, by a metric.
#[track_caller]
fn compare_by(metric: Metric, exec: &Exec, all: &[f64], dimensions: usize, samples: usize, about: &str) {
    let reachability = match samples {
        1 => Reachability::Distance,
        min_samples => Reachability::Mutual { min_samples },
    };
    let points = Points::new(all, dimensions).unwrap().with_metric(metric).unwrap();
    let tree = minimum_spanning_tree(exec, points, reachability).unwrap();
    let found = tree.edges().edges().iter().map(|edge| (edge.weight, edge.u.index(), edge.v.index()));
    let found: Vec<_> = found.collect();
    let (scaled, scale) = match metric {
        Metric::Euclidean => prim::scaled(all),
        _ => (all.to_vec(), 1.0),
    };
    let length = |weight: f64| if metric == Metric::Euclidean { weight.sqrt() / scale } else { weight };
    let expected = prim::tree(metric, &scaled, dimensions, samples).into_iter();
    let expected: Vec<_> = expected.map(|(weight, _, p, q)| (length(weight), p, q)).collect();
    if let Some(place) = (0..expected.len()).find(|&i| found.get(i) != Some(&expected[i])) {
        panic!("{about}: edge {place} is {:?}, not {:?}", found.get(place), expected[place]);
    }
    assert_eq!(found.len(), expected.len(), "{about}");
}

#[test]
fn trees_are_those_of_prim_on_points_of_every_kind() {
    let execs = [1, 2, 3, 8].map(|threads| Exec::new(threads).unwrap());
    let mut seed = 0;
    for dimensions in [1, 2, 3, 5, 7, 10, 20] {
        for kind in KINDS {
            for count in [1, 2, 3, 5, 31, 33, 64, 129, 300] {
                let all = points(kind, count, dimensions, seed);
                for samples in [1, 2, 5, 12, 40].into_iter().filter(|&samples| samples <= count) {
                    seed += 1;
                    let exec = &execs[seed as usize % execs.len()];
                    let about =
                        format!("{kind:?}, {count} points, {dimensions}-D, {samples} samples, seed {seed}");
                    compare(exec, &all, dimensions, samples, &about);
                }
            }
        }
    }
}

#[test]
fn trees_by_other_metrics_are_those_of_prim_too() {
    let exec = Exec::new(2).unwrap();
    for metric in [Metric::Manhattan, Metric::Chebyshev] {
        for (seed, kind) in (0..).zip(KINDS) {
            for dimensions in [1, 2, 3, 5, 7, 12, 20] {
                for (count, samples) in [(17, 1), (200, 1), (150, 6), (90, 25)] {
                    let mut all = points(kind, count, dimensions, seed);
                    // Zeros of both signs are the same coordinate.
                    all.iter_mut().step_by(3).filter(|x| **x == 0.0).for_each(|x| *x = -0.0);
                    let about = format!("{metric:?}, {kind:?}, {count} points, {dimensions}-D, {samples}");
                    compare_by(metric, &exec, &all, dimensions, samples, &about);
                }
            }
        }
    }
}

#[test]
fn larger_trees_are_those_of_prim_too() {
    let exec = Exec::new(2).unwrap();
    let is_large = std::env::var("BOSCAGE_SUITE").is_ok_and(|suite| suite == "large");
    let scale = if is_large { 4 } else { 1 };
    for (seed, kind) in (0..).zip(KINDS) {
        for (dimensions, count, samples) in
            [(2, 1250, 1), (2, 900, 10), (3, 800, 1), (5, 600, 4), (12, 300, 1)]
        {
            let all = points(kind, scale * count, dimensions, seed);
            compare(&exec, &all, dimensions, samples, &format!("{kind:?}, {dimensions}-D, {count} points"));
        }
    }
}

#[test]
fn all_samples_of_few_points() {
    let exec = Exec::new(2).unwrap();
    for kind in KINDS {
        for count in [1, 2, 7, 20] {
            let all = points(kind, count, 2, 7);
            compare(&exec, &all, 2, count, &format!("{kind:?}, {count} points and samples"));
        }
    }
}

#[test]
fn no_points_have_an_empty_tree() {
    let exec = Exec::new(2).unwrap();
    let none: [f64; 0] = [];
    let tree = minimum_spanning_tree(&exec, Points::new(&none, 3).unwrap(), Reachability::Distance).unwrap();
    assert_eq!((tree.edges().node_count(), tree.forest().tree_count(), tree.forest().total()), (0, 0, 0.0));
}

#[test]
fn single_precision_is_widened() {
    let exec = Exec::new(1).unwrap();
    let narrow: Vec<f32> = points(Kind::Uniform, 200, 3, 5).iter().map(|&x| x as f32).collect();
    let wide: Vec<f64> = narrow.iter().map(|&x| x.into()).collect();
    let tree = |points| minimum_spanning_tree(&exec, points, Reachability::Distance).unwrap();
    assert_eq!(tree(Points::new(&narrow, 3).unwrap()), tree(Points::new(&wide, 3).unwrap()));
}

/// Large enough that each part of the work is shared.
#[test]
fn large_trees_do_not_depend_on_the_number_of_threads() {
    for (kind, dimensions) in [(Kind::Uniform, 2), (Kind::FarGroups, 2), (Kind::SomeDuplicates, 18)] {
        let all = points(kind, 300_000 / dimensions, dimensions, 3);
        let tree = |threads| {
            let points = Points::new(&all, dimensions).unwrap();
            minimum_spanning_tree(&Exec::new(threads).unwrap(), points, Reachability::Distance).unwrap()
        };
        assert!(tree(1) == tree(4), "{kind:?}, {dimensions}-D");
    }
}
