//! The cost of building adjacency, compared with the forest of the same graph, and of contraction, compared
//! with a sort by rayon: `cargo bench --bench adjacency`.
//!
//! `cargo bench --bench adjacency -- '/2 threads/'` runs the benchmarks whose name contains this. Under
//! `cargo test --benches` each runs once.

use std::hint::black_box;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Directed, Edge, EdgeList, Graph, Node, Objective, Undirected};
use boscage::operators::msf::auto;
use boscage::random::mix;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;

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

/// The graph of the combined edges between parts, as a user of rayon would find them.
fn contracted_by_rayon(
    exec: &Exec,
    edges: &[Edge<u64>],
    labels: &[u32],
    parts: u64,
) -> boscage::Result<Graph<Undirected, u64>> {
    let part = |node: Node| labels[node.index()];
    exec.install(|| {
        let mut all: Vec<_> = edges
            .par_iter()
            .map(|edge| (part(edge.u).min(part(edge.v)), part(edge.u).max(part(edge.v)), edge.weight))
            .collect();
        all.par_sort_unstable_by_key(|&(u, v, _)| (u, v));
        all.dedup_by(|later, first| {
            let is_parallel = (later.0, later.1) == (first.0, first.1);
            first.2 += if is_parallel { later.2 } else { 0 };
            is_parallel
        });
        Graph::from_edges(exec, &EdgeList::from_triples(parts as usize, all)?)
    })
}

fn contraction(criterion: &mut Criterion) {
    let (nodes, edges) = (1_000_000, 8_000_000);
    let list = gnm(&Exec::current(), &Gnm { nodes, edges, ..Gnm::default() }).expect("memory for the graph");
    let wide = list.map(|_, edge| u64::from(edge.weight)).expect("memory for the graph");
    for threads in [1, 2] {
        let exec = Exec::new(threads).expect("two threads");
        let graph = Graph::<Undirected, u64>::from_edges(&exec, &wide).expect("memory for the graph");
        for parts in [4, 1_000, 200_000] {
            let label = |node: usize| (mix(node as u64) % parts) as u32;
            let labels: Vec<_> = (0..nodes).map(label).collect();
            let mut group = criterion.benchmark_group(format!("contracted/{parts}/{threads} threads"));
            group.throughput(Throughput::Elements(edges as u64));
            group.bench_function("graph", |bencher| {
                bencher.iter(|| graph.contracted(&exec, &labels, |one, other| one + other));
            });
            group.bench_function("rayon's sort", |bencher| {
                bencher.iter(|| contracted_by_rayon(&exec, wide.edges(), &labels, parts));
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
    targets = adjacency, contraction
}
criterion_main!(benches);
