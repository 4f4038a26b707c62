//! Forests of streams, and forests that grow: `cargo bench --bench streams`.
//!
//! | benchmark | what is measured |
//! |---|---|
//! | `stream/ORDER/64/stream` | a `ForestStream` takes 64 edges per node in this order |
//! | `stream/ORDER/64/merge` | the program without a filter: the forest of the forest so far and the next 2n edges, again and again |
//! | `stream/ORDER/64/whole` | the forest of all edges in memory at once |
//! | `grow/road/...` | a `DynamicForest` takes a road network edge by edge, and then batches; the forest anew |
//! | `lose/road/...` | all replacements, and the proof of the forest |
//!
//! There are 2^16 nodes; with `BOSCAGE_SUITE=large` 2^20, for which 6 GiB are needed. Under `cargo test
//! --benches` each runs once.

use std::hint::black_box;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{Gnm, Pairs, Road, gnm, road};
use boscage::graph::{Edge, EdgeId, EdgeList, Objective::Minimum};
use boscage::operators::msf::{self, DynamicForest, ForestStream};
use boscage::random::mix;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// Edges per node.
const DENSITY: usize = 64;

/// Edges of a block of a file.
const BLOCK: usize = 87_381;

fn nodes() -> usize {
    if std::env::var_os("BOSCAGE_SUITE").is_some_and(|suite| suite == "large") { 1 << 20 } else { 1 << 16 }
}

/// An order of the weights of edges: the weight by the edge's id and its random weight.
type Order = (&'static str, fn(usize, u32) -> u32);

const ORDERS: [Order; 4] = [
    ("random", |_, random| random),
    ("ascending", |id, _| id as u32),
    ("descending", |id, _| u32::MAX - id as u32),
    ("equal", |_, _| 7),
];

fn streams(criterion: &mut Criterion) {
    let exec = Exec::available().expect("threads");
    let nodes = nodes();
    let random = Gnm { nodes, edges: DENSITY * nodes, pairs: Pairs::Any, ..Gnm::default() };
    let random = gnm(&exec, &random).expect("memory");
    for (order, weight) in ORDERS {
        let list = random.map(|id, edge| weight(id.index(), edge.weight)).expect("memory");
        let edges = list.edges();
        let mut group = criterion.benchmark_group(format!("stream/{order}/{DENSITY}"));
        group.throughput(Throughput::Elements(edges.len() as u64));
        group.bench_function("stream", |bencher| bencher.iter(|| stream(&exec, nodes, edges)));
        if order == "descending" {
            // As `msf` reads a file.
            group.bench_function("stream-shuffled", |bencher| bencher.iter(|| shuffled(&exec, nodes, edges)));
        }
        group.bench_function("merge", |bencher| bencher.iter(|| merge(&exec, nodes, edges)));
        group.bench_function("whole", |bencher| {
            bencher.iter(|| msf::auto(&exec, black_box(&list), Minimum).expect("memory").total());
        });
        group.finish();
        exec.clear_statistics();
    }
}

fn stream(exec: &Exec, nodes: usize, edges: &[Edge<u32>]) -> i128 {
    let mut stream = ForestStream::new(nodes, Minimum).expect("few nodes");
    stream.push(exec, black_box(edges)).expect("memory");
    stream.finish(exec).expect("memory").total()
}

fn shuffled(exec: &Exec, nodes: usize, edges: &[Edge<u32>]) -> i128 {
    let mut stream = ForestStream::new(nodes, Minimum).expect("few nodes");
    let mut starts: Vec<usize> = (0..edges.len()).step_by(BLOCK).collect();
    starts.sort_unstable_by_key(|&start| mix(start as u64));
    let block = |start: usize| Ok((start as u64, &edges[start..edges.len().min(start + BLOCK)]));
    stream.extend_at(exec, starts.into_iter(), block).expect("memory");
    stream.finish(exec).expect("memory").total()
}

/// The program without a filter.
fn merge(exec: &Exec, nodes: usize, edges: &[Edge<u32>]) -> i128 {
    let mut forest: Vec<Edge<u32>> = Vec::new();
    for block in black_box(edges).chunks(2 * nodes) {
        forest.extend_from_slice(block);
        let list = EdgeList::new(nodes, forest).expect("ends are nodes");
        let found = msf::auto(exec, &list, Minimum).expect("memory");
        forest = found.edges().iter().map(|id| list.edges()[id.index()]).collect();
    }
    forest.iter().map(|edge| i128::from(edge.weight)).sum()
}

fn grow(criterion: &mut Criterion) {
    let exec = Exec::available().expect("threads");
    let list = road(&exec, &Road { nodes: 4 * nodes(), ..Road::default() }).expect("memory").0;
    let (nodes, edges) = (list.node_count(), list.edges());
    let mut group = criterion.benchmark_group("grow/road");
    group.throughput(Throughput::Elements(edges.len() as u64));
    group.bench_function("edges", |bencher| {
        bencher.iter(|| {
            let mut forest = DynamicForest::new(nodes, Minimum).expect("few nodes");
            for edge in edges {
                forest.insert(&exec, std::slice::from_ref(edge)).expect("memory");
            }
            forest.tree_count()
        });
    });
    let mut whole = DynamicForest::new(nodes, Minimum).expect("few nodes");
    whole.insert(&exec, edges).expect("memory");
    let end = |i: u64| (mix(i) % nodes as u64) as u32;
    for batch in [1_000, 100_000] {
        group.throughput(Throughput::Elements(batch));
        group.bench_function(format!("batch-{batch}"), |bencher| {
            let mut next = 0;
            let edges = || {
                next += batch;
                let weight = |i: u64| edges[(mix(i) % edges.len() as u64) as usize].weight;
                (next..next + batch).map(|i| Edge::new(end(3 * i), end(3 * i + 1), weight(i))).collect()
            };
            bencher.iter_batched(
                edges,
                |edges: Vec<_>| whole.insert(&exec, &edges).expect("memory").entered.len(),
                BatchSize::PerIteration,
            );
        });
    }
    group.throughput(Throughput::Elements(edges.len() as u64));
    group.bench_function("anew", |bencher| {
        bencher.iter(|| msf::auto(&exec, black_box(&list), Minimum).expect("memory").total());
    });
    group.finish();
    exec.clear_statistics();
}

fn lose(criterion: &mut Criterion) {
    let exec = Exec::available().expect("threads");
    let list = road(&exec, &Road { nodes: 16 * nodes(), ..Road::default() }).expect("memory").0;
    let forest = msf::auto(&exec, &list, Minimum).expect("memory");
    let mut group = criterion.benchmark_group("lose/road");
    group.throughput(Throughput::Elements(list.edge_count() as u64));
    group.bench_function("replacements", |bencher| {
        bencher.iter(|| -> Vec<Option<EdgeId>> {
            msf::replacements(&exec, black_box(&list), &forest, Minimum).expect("memory")
        });
    });
    group.bench_function("proof", |bencher| {
        bencher.iter(|| msf::check(&exec, black_box(&list), forest.edges(), Minimum).expect("memory"));
    });
    group.finish();
    exec.clear_statistics();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(3));
    targets = streams, grow, lose
}
criterion_main!(benches);
