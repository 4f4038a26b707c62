//! petgraph's algorithms on our graphs and on petgraph's own graphs: `cargo bench --bench petgraph`.

use std::hint::black_box;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Graph, Node, Undirected};
use criterion::{Criterion, criterion_group, criterion_main};
use petgraph::algo::{connected_components, dijkstra};
use petgraph::graph::NodeIndex;

fn algorithms(criterion: &mut Criterion) {
    let exec = Exec::current();
    for (nodes, edges) in [(1_000_000, 1_000_000), (100_000, 1_000_000)] {
        let list = gnm(&exec, &Gnm { nodes, edges, ..Gnm::default() }).expect("memory for the graph");
        let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list);
        let graph = graph.expect("memory for the graph");
        let ours = graph.petgraph().expect("a graph with ids");
        let theirs = ours.to_graph(&exec).expect("memory for the graph");
        assert_eq!(connected_components(ours), connected_components(&theirs));

        let mut group = criterion.benchmark_group(format!("connected_components/{nodes}-{edges}"));
        group.bench_function("ours", |bencher| bencher.iter(|| black_box(connected_components(ours))));
        group.bench_function("petgraph", |bencher| bencher.iter(|| black_box(connected_components(&theirs))));
        group.finish();
        let mut group = criterion.benchmark_group(format!("dijkstra/{nodes}-{edges}"));
        group.bench_function("ours", |bencher| {
            bencher.iter(|| black_box(dijkstra(ours, Node::new(0), None, |edge| u64::from(*edge.weight()))));
        });
        group.bench_function("petgraph", |bencher| {
            let from = NodeIndex::new(0);
            bencher.iter(|| black_box(dijkstra(&theirs, from, None, |edge| u64::from(*edge.weight()))));
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(11)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = algorithms
}
criterion_main!(benches);
