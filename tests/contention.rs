//! Counts of what loops and operators would move between many processors. They are made in builds with `--cfg
//! counted` (`.ci/run contention`); other builds have none of these tests.
#![cfg(counted)]

use std::fmt::Debug;

use boscage::Result;
use boscage::exec::{Contention, Exec};
use boscage::generate::{Gnm, Rmat, Road, gnm, rmat, road};
use boscage::graph::{AtomicNodeMap, EdgeList, Graph, Node, Objective::Minimum, Undirected};
use boscage::operators::{
    Betweenness, BreadthFirstSearch, ShortestPaths, betweenness, breadth_first_search, connected_components,
    distances, msf, shortest_paths, triangles,
};
use boscage::worklist::Fifo;

const WORKERS: [usize; 3] = [2, 16, 64];

/// Returns the counts of the loops and stages since the last call.
fn taken(exec: &Exec) -> Contention {
    let statistics = exec.take_statistics();
    let loops = statistics.loops.iter().map(|one| one.contention);
    let mut sum = Contention::default();
    loops.chain(statistics.stages.iter().map(|one| one.contention)).for_each(|counts| sum.add(counts));
    sum
}

#[test]
fn a_line_is_shared_if_several_workers_write_it_in_one_section() {
    let graph =
        Graph::<Undirected>::from_edges(&Exec::new(1).unwrap(), &EdgeList::with_nodes(1 << 10).unwrap());
    let graph = graph.unwrap();
    let nodes = graph.nodes();
    for workers in WORKERS {
        let exec = Exec::new(workers).unwrap();
        assert_eq!(exec.threads(), workers);
        let counts = AtomicNodeMap::filled(&graph, 0_u32).unwrap();
        // All write one word.
        exec.do_all("one", nodes.clone(), |_| _ = counts.fetch_add(Node::new(0), 1)).unwrap();
        let one = taken(&exec);
        let expected = (1, nodes.len() as u64, 1, nodes.len() as u64);
        assert_eq!((one.sections, one.updates, one.shared_lines, one.shared_writes), expected);
        assert_eq!(one.hottest_writes, one.shared_writes);
        // Each writes words of its own: two workers meet in a line at most where their words do.
        exec.do_all("own", nodes.clone(), |node| counts.store(node, 1)).unwrap();
        let own = taken(&exec);
        assert_eq!(own.updates, 0);
        assert!(own.shared_lines < workers as u64, "{own:?}");
        // Items of a worklist are done by all in turn.
        let first = nodes.clone();
        exec.for_each("words", first, Fifo { chunk: 1 }, |node, _| {
            counts.fetch_add(Node::new(node.index() % 16), 1);
        })
        .unwrap();
        let words = taken(&exec);
        assert!((1..=40).contains(&words.shared_lines), "{words:?}");
        // What is not in a section is done by the caller alone.
        counts.fetch_add(Node::new(0), 1);
        assert_eq!(taken(&exec), Contention::default());
    }
}

/// Graphs without parallel edges: random, of a few hubs, roads.
fn lists() -> [(&'static str, EdgeList<u32>); 3] {
    let exec = &Exec::new(1).unwrap();
    [
        ("random", gnm(exec, &Gnm { nodes: 20_000, edges: 160_000, ..Gnm::default() }).unwrap()),
        ("R-MAT", rmat(exec, &Rmat { scale: 14, edges: 200_000, ..Rmat::default() }).unwrap()),
        ("roads", road(exec, &Road { nodes: 60_000, ..Road::default() }).unwrap().0),
    ]
}

/// Runs an operator with one worker and with many. It must find the same, and write per arc or edge at most
/// `bar` times to lines that several write, beyond its `claims`.
fn stays_below<R: PartialEq + Debug>(
    name: &str,
    (claims, arcs): (usize, usize),
    bar: f64,
    run: impl Fn(&Exec) -> Result<R>,
) {
    let expected = run(&Exec::new(1).unwrap()).unwrap();
    for workers in WORKERS {
        let exec = Exec::new(workers).unwrap();
        let found = run(&exec).unwrap();
        assert!(found == expected, "{name}: {workers} workers find something else than one");
        let counts = taken(&exec);
        let excess = counts.shared_writes.saturating_sub(claims as u64) as f64 / arcs as f64;
        assert!(excess <= bar, "{name}, {workers} workers: {excess} per arc, {counts:?}");
        let hottest = counts.hottest_writes as f64 / arcs as f64;
        assert!(hottest <= 0.05, "{name}, {workers} workers: {hottest} to the hottest line, {counts:?}");
    }
}

#[test]
fn searches_write_to_lines_of_others_once_per_node() {
    for (name, list) in lists() {
        let graph = Graph::<Undirected, _>::from_edges(&Exec::new(1).unwrap(), &list).unwrap();
        let (nodes, arcs) = (graph.node_count(), graph.targets().len());
        let source = graph.nodes().max_by_key(|&node| graph.degree(node)).unwrap();
        let config = BreadthFirstSearch::default();
        stays_below(&format!("bfs, {name}"), (nodes, arcs), 0.05, |exec| {
            breadth_first_search(exec, &graph, source, config)?;
            exec.clear_statistics();
            distances(exec, &graph, source, config)
        });
        let never_up = BreadthFirstSearch { up: 1, up_growing: 1 };
        stays_below(&format!("bfs that only goes down, {name}"), (nodes, arcs), 0.05, |exec| {
            distances(exec, &graph, source, never_up)
        });
        stays_below(&format!("cc, {name}"), (nodes, arcs), 0.05, |exec| {
            connected_components(exec, &graph).map(|found| found.labels().to_vec())
        });
        // One sum per arc of a level, and one claim.
        stays_below(&format!("bc, {name}"), (2 * nodes + arcs, arcs), 0.05, |exec| {
            betweenness(exec, &graph, [source], Betweenness::default())
                .map(|scores| scores.as_slice().to_vec())
        });
        stays_below(&format!("tc, {name}"), (0, arcs), 0.01, |exec| triangles(exec, &graph));
        stays_below(&format!("sssp, {name}"), (2 * nodes, arcs), 0.2, |exec| {
            shortest_paths(exec, &graph, source, ShortestPaths::default())
        });
    }
}

#[test]
fn forests_write_to_lines_of_others_once_per_node_and_link() {
    for (name, list) in lists() {
        let graph = list.as_view();
        let links = msf::auto(&Exec::new(1).unwrap(), graph, Minimum).unwrap().edges().len();
        for operator in ["auto", "filter-boruvka", "radix-kruskal", "kruskal"] {
            let of = msf::by_name(msf::operators(), operator).unwrap();
            stays_below(
                &format!("{operator}, {name}"),
                (list.node_count() + links, list.edge_count()),
                0.05,
                |exec| Ok(of.forest(exec, graph, Minimum)?.edges().to_vec()),
            );
        }
    }
}
