//! The forest operators on small graphs, where the fixed cost of a call counts:
//! `cargo bench --bench forests`.
//!
//! `calls/road/1000/u32` measures a program that has the triples of a graph and wants its forest: it makes an
//! `Exec`, whose threads start if they are needed, and an edge list. `calls/road/1000/f64` is the same with
//! weights of 64 bits.
//!
//! For larger graphs, with proofs, use `msf bench`. `cargo bench --bench forests -- road/1000/` runs the
//! benchmarks whose name contains `road/1000/`. Under `cargo test --benches` each runs once.

use std::hint::black_box;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{Complete, Gnm, Road, complete, gnm, road};
use boscage::graph::{EdgeList, Forest, Objective, Weight};
use boscage::operators::msf::{Operator, auto, operators};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Approximate numbers of edges.
const EDGES: [usize; 4] = [100, 1000, 10_000, 100_000];

/// A family of graphs: its name, and a function that makes a graph of about this many edges.
type Family = (&'static str, fn(usize) -> boscage::Result<EdgeList<u32>>);

const FAMILIES: [Family; 3] = [
    ("road", |edges| Ok(road(&Exec::current(), &Road { nodes: edges * 10 / 13, ..Road::default() })?.0)),
    ("gnm", |edges| gnm(&Exec::current(), &Gnm { nodes: edges / 4, edges, ..Gnm::default() })),
    ("complete", |edges| {
        complete(&Exec::current(), &Complete { nodes: (2 * edges).isqrt(), ..Complete::default() })
    }),
];

/// Finds the forest of triples in a program that has no `Exec` and no edge list yet.
fn call<W: Weight>(nodes: usize, triples: &[(u32, u32, W)]) -> boscage::Result<Forest<W>> {
    let exec = Exec::available()?;
    let graph = EdgeList::from_triples(nodes, triples.iter().copied())?;
    auto(&exec, &graph, Objective::Minimum)
}

fn calls(criterion: &mut Criterion) {
    for (family, make) in FAMILIES {
        for edges in EDGES {
            let graph = make(edges).expect("a small graph");
            let integers: Vec<(u32, u32, u32)> =
                graph.edges().iter().map(|edge| (edge.u.into(), edge.v.into(), edge.weight)).collect();
            let floats: Vec<_> = integers.iter().map(|&(u, v, w)| (u, v, f64::from(w).sqrt())).collect();
            let mut group = criterion.benchmark_group(format!("calls/{family}/{edges}"));
            group.throughput(Throughput::Elements(graph.edge_count() as u64));
            group.bench_function("u32", |bencher| {
                bencher.iter(|| call(graph.node_count(), black_box(&integers)));
            });
            group.bench_function("f64", |bencher| {
                bencher.iter(|| call(graph.node_count(), black_box(&floats)));
            });
            group.finish();
        }
    }
}

fn forests(criterion: &mut Criterion) {
    let exec = Exec::available().expect("threads");
    for (family, make) in FAMILIES {
        for edges in EDGES {
            let graph = make(edges).expect("a small graph");
            let mut group = criterion.benchmark_group(format!("{family}/{edges}"));
            group.throughput(Throughput::Elements(graph.edge_count() as u64));
            // Operators of quadratic time would take minutes on the largest graphs.
            let bearable = |one: &&dyn Operator| !one.is_quadratic() || graph.node_count() <= 10_000;
            for operator in operators().filter(bearable) {
                group.bench_function(BenchmarkId::from_parameter(operator), |bencher| {
                    bencher.iter(|| {
                        let forest = operator.forest(&exec, black_box(&graph), Objective::Minimum);
                        exec.clear_statistics(); // or they would grow with every run
                        forest.expect("memory for a small graph")
                    });
                });
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = forests, calls
}
criterion_main!(benches);
