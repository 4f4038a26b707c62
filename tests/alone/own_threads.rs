//! Work given to an `Exec` runs only on its threads.
//!
//! Two traps detect violations. The only thread of rayon's global pool is never free, so work that needs it
//! never ends. And the processor time of the whole process, including threads that have ended, is compared
//! with the elapsed time: with `n` threads it is at most `n` times as much. The second trap works only with
//! more processors than threads.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use boscage::exec::Exec;
use boscage::generate::{Gnm, Rmat, Road, Style, gnm, rmat, road};
use boscage::graph::{Directed, EdgeList, Graph, GraphView, Node, Objective, Relabelling, Undirected};
use boscage::io::{self, Compression, Format, Isolated, Names, ReadOptions, WriteOptions};
use boscage::operators::msf::{Verdict, check, operators};
use boscage::operators::{
    Betweenness, BreadthFirstSearch, Colouring, IndependentSet, LabelPropagation, Leiden, Louvain, MaxFlow,
    PageRank, ShortestPaths, betweenness, breadth_first_search, clustering_coefficients, colouring,
    connected_components, connected_components_of_edges, independent_set, k_core, k_truss, label_propagation,
    leiden, louvain, matching, max_flow, page_rank, shortest_paths, strongly_connected_components, triangles,
};
use rustix::time::{ClockId, clock_gettime};

use crate::alone;

/// Allowed difference between processor time and elapsed time.
const SLACK: Duration = Duration::from_millis(20);

#[test]
fn work_runs_on_the_threads_that_it_was_given() {
    alone("own_threads::work_runs_on_the_threads_that_it_was_given", body);
}

fn body() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    rayon::spawn(|| {
        loop {
            thread::park();
        }
    });
    if Exec::processors() <= 2 {
        println!("two threads cannot use more than two processors: only the time of one thread is checked");
    }
    for threads in [1, 2] {
        let watch = Watch { exec: Exec::new(threads).unwrap(), threads };
        let list = watch.run("generating", |exec| {
            road(exec, &Road { nodes: 50_000, ..Road::default() })?;
            rmat(exec, &Rmat { scale: 14, edges: 200_000, ..Rmat::default() })?;
            gnm(exec, &Gnm { nodes: 50_000, edges: 150_000, style: Style::default(), ..Gnm::default() })
        });
        let graph = watch.run("building adjacency", |exec| build(exec, &list));
        for operator in operators() {
            let list = if operator.is_quadratic() { &few_edges() } else { &list };
            let with_ids = Graph::<Undirected, _>::builder().with_ids().build(&watch.exec, list).unwrap();
            // A list on one thread, adjacency on two.
            let graph = if threads == 1 { GraphView::from(list) } else { (&with_ids).into() };
            let verdict = watch.run(&operator.to_string(), |exec| {
                let forest = operator.forest(exec, graph, Objective::Minimum)?;
                check(exec, graph, forest.edges(), Objective::Minimum)
            });
            assert_eq!(verdict, Verdict::Exact, "{operator}");
        }
        other_operators(&watch, &list, &graph);
        write_and_read(&watch, &list);
    }
}

/// All that makes a graph of another.
fn build(exec: &Exec, list: &EdgeList<u32>) -> boscage::Result<Graph<Undirected, u32>> {
    list.ranked(exec, |edge| edge.weight)?;
    let directed = Graph::<Directed, u32>::builder().with_ids().by_target().build(exec, list)?;
    let directed = directed.with_in_arcs(exec)?;
    directed.reversed(exec)?.simplified(exec)?.to_edge_list(exec)?;
    directed.symmetrised(exec)?.relabelled(exec, Relabelling::ByDegree)?;
    Graph::from_edges(exec, list)
}

/// Those that do not find forests.
fn other_operators(watch: &Watch, list: &EdgeList<u32>, graph: &Graph<Undirected, u32>) {
    let with_ids = Graph::<Undirected, _>::builder().with_ids().build(&watch.exec, list).unwrap();
    let directed =
        Graph::<Directed, _>::builder().with_ids().with_in_arcs().build(&watch.exec, list).unwrap();
    let (first, last) = (Node::new(0), Node::new(graph.node_count() - 1));
    watch.run("searches", |exec| {
        breadth_first_search(exec, graph, first, BreadthFirstSearch::default())?;
        shortest_paths(exec, graph, first, ShortestPaths::default())?;
        betweenness(exec, graph, [first, last], Betweenness::default())?;
        page_rank(exec, graph, PageRank::default())
    });
    watch.run("parts", |exec| {
        connected_components(exec, graph)?;
        connected_components_of_edges(exec, list)?;
        label_propagation(exec, graph, LabelPropagation { rounds: 5, ..LabelPropagation::default() })?;
        louvain(exec, graph, Louvain::default())?;
        leiden(exec, graph, Leiden::default())
    });
    // It is parallel from four threads on.
    let four = Watch { exec: Exec::new(4).unwrap(), threads: 4 };
    for watch in [watch, &four] {
        watch.run("strong components", |exec| strongly_connected_components(exec, &directed));
    }
    watch.run("dense parts", |exec| {
        k_core(exec, graph)?;
        k_truss(exec, &with_ids)?;
        triangles(exec, graph)?;
        clustering_coefficients(exec, graph)
    });
    watch.run("choices", |exec| {
        colouring(exec, graph, Colouring::default())?;
        independent_set(exec, graph, IndependentSet::default())?;
        matching(exec, list)?;
        max_flow(exec, &directed, first, last, MaxFlow::default())
    });
}

fn few_edges() -> EdgeList<u32> {
    EdgeList::from_triples(2_000, (0..6_000).map(|i| (i % 2_000, (i + 1 + i / 2_000) % 2_000, i % 7)))
        .unwrap()
}

/// Every format, and every compression.
fn write_and_read(watch: &Watch, list: &EdgeList<u32>) {
    let folder = tempfile::tempdir().unwrap();
    let graph = list.clone().into();
    let plain = Format::written().map(|format| (format, None));
    let packed = [Compression::Gzip, Compression::Bzip2, Compression::Xz, Compression::Zstd];
    let packed = packed.map(|compression| (Format::Dimacs, Some(compression)));
    for (format, compression) in plain.chain(packed) {
        let (name, path) = (format!("{} {compression:?}", format.name()), folder.path().join("graph"));
        let options = WriteOptions {
            format: Some(format),
            compression,
            isolated: Isolated::Drop,
            ..WriteOptions::default()
        };
        watch.run(&format!("writing {name}"), |exec| {
            io::write(exec, &path, &graph, &Names::Offset(1), &options)
        });
        let unpacking = usize::from(compression.is_some()); // by a thread more
        watch.run_on(watch.threads + unpacking, &format!("reading {name}"), |exec| {
            io::read(exec, &path, &ReadOptions::default())
        });
    }
}

/// Runs work and looks at the clocks.
struct Watch {
    exec: Exec,
    /// Number of its threads.
    threads: usize,
}

impl Watch {
    fn run<R: Send>(&self, name: &str, work: impl FnOnce(&Exec) -> boscage::Result<R> + Send) -> R {
        self.run_on(self.threads, name, work)
    }

    fn run_on<R: Send>(
        &self,
        threads: usize,
        name: &str,
        work: impl FnOnce(&Exec) -> boscage::Result<R> + Send,
    ) -> R {
        let (done, ended) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                let (began, before) = (Instant::now(), processor_time());
                let result = work(&self.exec).unwrap();
                let (passed, worked) = (began.elapsed(), processor_time() - before);
                assert!(
                    worked <= passed * threads as u32 + SLACK,
                    "{name}: {worked:?} of processor time within {passed:?}, by {threads} threads"
                );
                done.send(result).unwrap();
            });
            ended.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|error| match error {
                RecvTimeoutError::Disconnected => panic!("{name} failed"),
                RecvTimeoutError::Timeout => {
                    eprintln!("{name} waits for threads that are not its own");
                    std::process::exit(1) // that thread will never end
                }
            })
        })
    }
}

/// The processor time of all threads that this process has and had.
fn processor_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap()
}
