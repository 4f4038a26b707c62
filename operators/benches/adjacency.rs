//! The cost of building adjacency, compared with the forest of the same graph:
//! `cargo bench --bench adjacency`.
//!
//! `cargo bench --bench adjacency -- '/2 threads/'` runs the benchmarks whose name contains this. Under
//! `cargo test --benches` each runs once.

use std::hint::black_box;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Directed, Graph, Objective, Undirected};
use boscage::operators::msf::auto;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Nodes and edges of random graphs.
const SIZES: [(usize, usize); 2] = [(1_000_000, 2_000_000), (250_000, 1_000_000)];

fn adjacency(criterion: &mut Criterion) {
    for (nodes, edges) in SIZES {
        let list =
            gnm(&Exec::current(), &Gnm { nodes, edges, ..Gnm::default() }).expect("memory for the graph");
        let bare = list.map(|_, _| ()).expect("memory for the graph");
        for threads in [1, 2] {
            let exec = Exec::new(threads).expect("two threads");
            let mut group = criterion.benchmark_group(format!("gnm/{nodes}-{edges}/{threads} threads"));
            group.throughput(Throughput::Elements(edges as u64));
            let mut measure = |name: &str, f: &mut dyn FnMut() -> boscage::Result<usize>| {
                group.bench_function(name, |bencher| {
                    bencher.iter(|| black_box(f().expect("memory for the graph")));
                    exec.clear_statistics(); // or they would grow with every run
                });
            };
            measure("forest", &mut || Ok(auto(&exec, &list, Objective::Minimum)?.tree_count()));
            let undirected = Graph::<Undirected, u32>::builder();
            measure("undirected", &mut || Ok(undirected.build(&exec, &list)?.edge_count()));
            measure("undirected, with ids", &mut || {
                Ok(undirected.with_ids().build(&exec, &list)?.edge_count())
            });
            measure("undirected, by target", &mut || {
                Ok(undirected.by_target().build(&exec, &list)?.edge_count())
            });
            measure("undirected, no data", &mut || {
                Ok(Graph::<Undirected>::from_edges(&exec, &bare)?.edge_count())
            });
            let directed = Graph::<Directed, u32>::builder();
            measure("directed", &mut || Ok(directed.build(&exec, &list)?.edge_count()));
            measure("directed, with in-arcs", &mut || {
                Ok(directed.with_in_arcs().build(&exec, &list)?.edge_count())
            });
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(11)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = adjacency
}
criterion_main!(benches);
