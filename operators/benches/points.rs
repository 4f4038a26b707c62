//! Trees, clusters and neighbours of points: `cargo bench --bench points`.
//!
//! `cargo bench --bench points -- '/1 threads/'` runs the benchmarks whose name contains this. Under
//! `cargo test --benches` each runs once.

use std::hint::black_box;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::operators::points::{
    Distances, Hdbscan, Points, Reachability, hdbscan, minimum_spanning_tree, nearest_neighbours,
    spanning_tree_of_distances,
};
use boscage::random::Random;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Numbers of points, their dimensions, and the number of places per dimension.
const SETS: [(&str, usize, usize, f64); 5] = [
    ("uniform", 100_000, 2, 1e9),
    ("uniform", 100_000, 3, 1e9),
    ("uniform", 50_000, 5, 1e9),
    ("places", 100_000, 2, 90.0),
    ("uniform", 2_000, 50, 1e9),
];

fn points(criterion: &mut Criterion) {
    for (name, count, dimensions, places) in SETS {
        let mut draws = Random::new(7, 0).item(0);
        let all: Vec<f64> =
            (0..count * dimensions).map(|_| (draws.unit() * places).floor() / places).collect();
        let points = Points::new(&all, dimensions).expect("finite coordinates");
        for threads in [1, 2] {
            let exec = Exec::new(threads).expect("two threads");
            let about = format!("{name}/{count} in {dimensions}-D/{threads} threads");
            let mut group = criterion.benchmark_group(about);
            group.throughput(Throughput::Elements(count as u64));
            let mut measure = |name: &str, f: &mut dyn FnMut() -> boscage::Result<usize>| {
                group.bench_function(name, |bencher| {
                    bencher.iter(|| black_box(f().expect("memory for points")));
                    exec.clear_statistics(); // or they would grow with every run
                });
            };
            let tree =
                |reachability| Ok(minimum_spanning_tree(&exec, points, reachability)?.edges().edge_count());
            measure("tree", &mut || tree(Reachability::Distance));
            measure("tree, 11 samples", &mut || tree(Reachability::Mutual { min_samples: 11 }));
            measure("clusters", &mut || Ok(hdbscan(&exec, points, &Hdbscan::default())?.count()));
            measure("neighbours", &mut || Ok(nearest_neighbours(&exec, points, 8)?.count()));
            group.finish();
        }
    }
}

fn distances(criterion: &mut Criterion) {
    let count = 4_000;
    let mut draws = Random::new(7, 1).item(0);
    let all: Vec<f64> = (0..count * (count - 1) / 2).map(|_| draws.unit()).collect();
    let mut group = criterion.benchmark_group(format!("distances/{count}"));
    for threads in [1, 2] {
        let exec = Exec::new(threads).expect("two threads");
        group.bench_function(format!("{threads} threads"), |bencher| {
            let distances = Distances::condensed(&all).expect("finite distances");
            bencher.iter(|| spanning_tree_of_distances(&exec, distances).expect("memory for distances"));
            exec.clear_statistics();
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(11)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = points, distances
}
criterion_main!(benches);
