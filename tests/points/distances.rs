//! Trees of distances: edge for edge those of naive Kruskal.

use boscage::exec::Exec;
use boscage::graph::Weight;
use boscage::operators::points::{Distances, mutual_reachability, spanning_tree_of_distances};
use boscage::random::Random;

/// Compares the trees of distances above the diagonal, and of their matrix, with Kruskal's.
#[track_caller]
fn compare<W: Weight>(exec: &Exec, points: usize, distance: impl Fn(usize, usize) -> W) {
    let mut edges = Vec::new();
    for u in 0..points {
        edges.extend((u + 1..points).map(|v| (distance(u, v), u, v)));
    }
    let condensed: Vec<W> = edges.iter().map(|edge| edge.0).collect();
    let cell = |i: usize| match (i / points, i % points) {
        (u, v) if u == v => W::default(),
        (u, v) => distance(u.min(v), u.max(v)),
    };
    let square: Vec<W> = (0..points * points).map(cell).collect();
    edges.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap().then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut tree_of: Vec<usize> = (0..points).collect();
    edges.retain(|&(_, u, v)| {
        let (one, other) = (tree_of[u], tree_of[v]);
        tree_of.iter_mut().filter(|tree| **tree == other).for_each(|tree| *tree = one);
        one != other
    });
    let distances = [Distances::square(&square).unwrap()];
    let condensed = (points > 0).then(|| Distances::condensed(&condensed).unwrap());
    for distances in distances.into_iter().chain(condensed) {
        let tree = spanning_tree_of_distances(exec, distances).unwrap();
        let found = tree.edges().edges().iter().map(|edge| (edge.weight, edge.u.index(), edge.v.index()));
        assert!(found.eq(edges.iter().copied()), "{points} points");
        assert_eq!((tree.edges().node_count(), tree.forest().tree_count()), (points, points.min(1)));
    }
}

#[test]
fn trees_of_distances_are_those_of_kruskal() {
    for threads in [1, 2, 3, 8] {
        let exec = Exec::new(threads).unwrap();
        for points in [0, 1, 2, 3, 9, 15, 16, 17, 40, 130] {
            let random = Random::new(points as u64, threads as u64);
            let draw = |u: usize, v: usize| random.item((u * points + v) as u64);
            compare(&exec, points, |u, v| draw(u, v).unit());
            compare(&exec, points, |u, v| draw(u, v).unit() as f32);
            compare(&exec, points, |u, v| draw(u, v).below(4) as u32);
            compare(&exec, points, |u, v| draw(u, v).range(-3..3));
            // The greatest integers, and zeros of both signs.
            compare(&exec, points, |u, v| i32::MAX - draw(u, v).below(2) as i32);
            compare(&exec, points, |_, _| u64::MAX);
            compare(&exec, points, |u, v| [0.0, -0.0, 1.0][draw(u, v).below(3) as usize]);
            // After a round: a tree of half of the points, and groups of ten that are equally far.
            let place = |u: usize| if u < points / 2 { u } else { u + 1000 * ((u - points / 2) / 10 + 1) };
            compare(&exec, points, |u, v| place(v) as u32 - place(u) as u32);
            compare(&exec, points, |u, v| if place(v) - place(u) == 1 { 1.0 } else { 9.0 });
        }
    }
}

#[test]
fn mutual_reachability_distances_are_those_of_sorted_rows() {
    for threads in [1, 3] {
        let exec = Exec::new(threads).unwrap();
        for points in [1, 2, 15, 16, 17, 33, 100] {
            let random = Random::new(points as u64, 1);
            let place = |u: usize, v: usize| (u.min(v) * points + u.max(v)) as u64;
            let distance = |u: usize, v: usize| match u == v {
                true => 0,
                false => random.item(place(u, v)).range(-2..40),
            };
            for min_samples in [1, 2, points / 2, points].into_iter().filter(|&k| (1..=points).contains(&k)) {
                let core = |u: usize| {
                    let mut row: Vec<i64> = (0..points).map(|v| distance(u, v)).collect();
                    row.sort_unstable();
                    row[min_samples - 1]
                };
                let pairs = || (0..points).flat_map(|u| (u + 1..points).map(move |v| (u, v)));
                let mut distances: Vec<i64> = pairs().map(|(u, v)| distance(u, v)).collect();
                let expected = pairs().map(|(u, v)| distance(u, v).max(core(u)).max(core(v)));
                let expected: Vec<i64> = expected.collect();
                mutual_reachability(&exec, &mut distances, min_samples).unwrap();
                assert_eq!(distances, expected, "{points} points, {min_samples} samples");
            }
        }
        let refused = |min_samples| mutual_reachability(&exec, &mut [1.0; 3], min_samples).unwrap_err();
        for min_samples in [0, 4] {
            let message =
                format!("min_samples: expected from 1 to 3, the number of points, found {min_samples}");
            assert_eq!(refused(min_samples).to_string(), message);
        }
    }
}

#[test]
fn what_is_no_distance_is_refused_with_its_place() {
    let condensed = |distances: &[f64]| Distances::condensed(distances).unwrap_err().to_string();
    assert_eq!(condensed(&[1.0; 4]), "number of distances: expected 3 for 3 points, or 6 for 4, found 4");
    assert_eq!(
        condensed(&[1.0, f64::NAN, 2.0]),
        "distances: expected finite numbers, found NaN at position 1"
    );
    let square = |cells: &[f32]| Distances::square(cells).unwrap_err().to_string();
    assert_eq!(square(&[0.0; 5]), "number of distances: expected 4 for 2 points, found 5");
    assert_eq!(square(&[0.0, 1.0, 1.0, 2.0]), "distances on the diagonal: expected 0, found 2 in row 1");
    assert_eq!(
        square(&[0.0, 1.0, 3.0, 0.0]),
        "distances: expected a symmetric matrix, found 1 in row 0, column 1, and 3 in row 1, column 0"
    );
    assert_eq!(
        square(&[0.0, f32::INFINITY, f32::INFINITY, 0.0]),
        "distances: expected finite numbers, found inf in row 0, column 1"
    );
}
