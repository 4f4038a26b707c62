//! Points take the memory that their documentation states, and points at the same place no more.

use std::sync::PoisonError;

use boscage::exec::Exec;
use boscage::operators::points::{
    Distances, Hdbscan, Points, Reachability, hdbscan_of_tree, minimum_spanning_tree, nearest_neighbours,
    spanning_tree_of_distances,
};
use boscage::random::Random;

use crate::counted::COUNTED;
use crate::{ALONE, OF_LOOP, OF_ROUND, OF_THREAD, documentation};

/// Number of points. No power of two: arrays that grow are then not exactly full.
const POINTS: usize = 30_000;

/// Returns the coordinates of points, on `places` places per dimension.
fn coordinates(points: usize, dimensions: usize, places: f64) -> Vec<f64> {
    let mut draws = Random::new(7, 0).item(0);
    (0..points * dimensions).map(|_| (draws.unit() * places).floor() / places).collect()
}

/// Compares a peak with the bytes that are stated.
#[track_caller]
fn compare(name: &str, exec: &Exec, peak: usize, stated: usize, highest: &mut f64) {
    let rounds: usize = exec.take_statistics().loops.iter().map(|one| one.rounds.len()).sum();
    let most = stated + 2 * OF_LOOP + OF_THREAD * exec.threads() + OF_ROUND * rounds;
    assert!(peak <= most, "{name}: {peak} bytes; {stated} are stated, {most} with buffers");
    *highest = highest.max(peak as f64 / most as f64);
}

#[test]
fn points_take_the_memory_that_they_state() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let stated = documentation(include_str!("../../src/points/spanning_tree.rs"));
    assert!(stated.contains("In D dimensions 16 D + 140 bytes per point, 170 with more than one sample"));
    let stated = documentation(include_str!("../../src/points/neighbours.rs"));
    assert!(stated.contains("24 bytes per neighbour, and in D dimensions 16 D + 40 bytes per point"));
    let stated = documentation(include_str!("../../src/points/hdbscan/mod.rs"));
    assert!(stated.contains("100 bytes per point"));
    let (mut trees, mut lists, mut clusters) = (0.0, 0.0, 0.0);
    for dimensions in [1, 2, 3, 5, 8, 20] {
        for places in [1e9, 90.0, 1.0] {
            // In many dimensions all distances are computed.
            let count = if dimensions < 20 { POINTS } else { POINTS / 10 };
            let all = coordinates(count, dimensions, places);
            let points = Points::new(&all, dimensions).unwrap();
            for threads in [1, 3] {
                let exec = Exec::new(threads).unwrap();
                exec.install(|| ());
                let about = |what| format!("{what}, {dimensions}-D, {places} places, {threads} threads");
                for (min_samples, bytes) in [(1, 140), (10, 170)] {
                    let reachability = Reachability::Mutual { min_samples };
                    let peak = COUNTED.peak_of(|| minimum_spanning_tree(&exec, points, reachability));
                    compare(&about("tree"), &exec, peak, (16 * dimensions + bytes) * count, &mut trees);
                    let tree = minimum_spanning_tree(&exec, points, reachability).unwrap();
                    let config = Hdbscan::default();
                    let peak = COUNTED.peak_of(|| hdbscan_of_tree(&exec, &tree, &config));
                    compare(&about("clusters"), &exec, peak, 100 * count, &mut clusters);
                }
                let peak = COUNTED.peak_of(|| nearest_neighbours(&exec, points, 7));
                let stated = (24 * 7 + 16 * dimensions + 40) * count;
                compare(&about("neighbours"), &exec, peak, stated, &mut lists);
            }
        }
    }
    println!("trees {trees:.2}, neighbours {lists:.2}, clusters {clusters:.2}");
    assert!(trees.min(lists).min(clusters) >= 0.45, "trees {trees:.2}, {lists:.2}, {clusters:.2}");
}

#[test]
fn distances_take_the_memory_that_they_state() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let stated = documentation(include_str!("../../src/points/distances/spanning_tree.rs"));
    assert!(
        stated
            .contains("48 bytes per point, and 32 per point and thread; 96 and 48 with distances of 64 bits")
    );
    let mut draws = Random::new(3, 0).item(0);
    let all: Vec<f64> = (0..2000 * 1999 / 2).map(|_| draws.unit()).collect();
    for threads in [1, 3] {
        let exec = Exec::new(threads).unwrap();
        exec.install(|| ());
        let distances = Distances::condensed(&all).unwrap();
        let peak = COUNTED.peak_of(|| spanning_tree_of_distances(&exec, distances));
        compare("distances", &exec, peak, size_of_val(&all[..]) / 10 + (96 + 48 * threads) * 2000, &mut 0.0);
    }
}
