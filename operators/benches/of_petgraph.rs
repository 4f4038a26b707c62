//! petgraph's functions beside those of `boscage::operators::of_petgraph`, on petgraph's graphs of 1,000,
//! 10,000, 100,000 and 10,000,000 edges: `cargo bench --bench of_petgraph -- [FILTER]`.
//!
//! Versions run in turn: petgraph's, ours on one thread, ours on all processors. The times of ours include
//! the import of the graph, and entering the threads by `Exec::install`. Results are compared after every run
//! and must agree. The filter is a part of `EDGES/FUNCTION`, as in `100000/dijkstra`; graphs that it does not
//! need are not made. Under `cargo test --benches` each function runs once, on the smallest graphs. Times are
//! medians in ms. petgraph's `page_rank` takes O(nm) per round, so only the smallest graph has it.

use std::sync::LazyLock;
use std::time::Instant;

use boscage::generate::{Gnm, Grid, gnm, grid};
use boscage::operators::of_petgraph::{
    astar, bellman_ford, connected_components, dijkstra, kosaraju_scc, min_spanning_tree, page_rank,
};
use boscage::prelude::*;
use boscage_measuring::turns::median;
use petgraph::algo;
use petgraph::data::FromElements;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

/// Versions that run in turn.
struct Bench {
    execs: [Exec; 2],
    /// A part of the names of what runs.
    filter: String,
}

impl Bench {
    /// Runs the versions in turn and prints the medians.
    fn run<A, B: Send>(
        &self,
        (edges, runs): (u64, usize),
        name: &str,
        theirs: impl Fn() -> A,
        ours: impl Fn() -> Result<B> + Sync,
        agree: impl Fn(&B, &A) -> bool,
    ) -> Result<()> {
        if !format!("{edges}/{name}").contains(&self.filter) {
            return Ok(());
        }
        let expected = theirs();
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..runs {
            let start = Instant::now();
            let result = theirs();
            times[0].push(start.elapsed().as_secs_f64() * 1e3);
            drop(result);
            for (exec, times) in self.execs.iter().zip(&mut times[1..]) {
                let start = Instant::now();
                let result = exec.install(&ours)?;
                times.push(start.elapsed().as_secs_f64() * 1e3);
                assert!(agree(&result, &expected), "{edges}/{name} on {} threads differs", exec.threads());
            }
        }
        let [theirs, one, all] = times.map(|times| median(&times).expect("at least one run"));
        println!(
            "| {edges} | `{name}` | {theirs:.3} | {one:.3} | {all:.3} | {:.1} | {:.1} |",
            theirs / one,
            theirs / all
        );
        Ok(())
    }

    fn undirected(&self, size: (u64, usize)) -> Result<()> {
        let nodes = size.0 as usize / 5;
        let config = Gnm { nodes, edges: size.0 as usize, ..Gnm::default() };
        let graph = LazyLock::new(|| undirected(&gnm(&self.execs[1], &config).expect("memory for a graph")));
        let start = NodeIndex::new(0);
        let total = |tree: UnGraph<(), u32>| {
            (tree.edge_count(), tree.edge_weights().map(|&weight| u64::from(weight)).sum::<u64>())
        };
        self.run(
            size,
            "min_spanning_tree",
            || total(UnGraph::from_elements(algo::min_spanning_tree(&*graph))),
            || Ok(total(UnGraph::from_elements(min_spanning_tree(&*graph)?))),
            PartialEq::eq,
        )?;
        self.run(
            size,
            "connected_components",
            || algo::connected_components(&*graph),
            || connected_components(&*graph),
            PartialEq::eq,
        )?;
        let cost = |edge: petgraph::graph::EdgeReference<'_, u32>| u64::from(*edge.weight());
        self.run(
            size,
            "dijkstra",
            || algo::dijkstra(&*graph, start, None, cost),
            || dijkstra(&*graph, start, None, cost),
            |ours, theirs| {
                ours.len() == theirs.len() && ours.iter().all(|(node, cost)| theirs[node] == *cost)
            },
        )
    }

    fn directed(&self, size: (u64, usize)) -> Result<()> {
        let nodes = size.0 as usize / 5;
        let graph = LazyLock::new(|| {
            let config = Gnm { nodes, edges: size.0 as usize, is_directed: true, ..Gnm::default() };
            let list = gnm(&self.execs[1], &config).expect("memory for a graph");
            let mut graph = DiGraph::<(), f64>::with_capacity(nodes, list.edge_count());
            (0..nodes).for_each(|_| _ = graph.add_node(()));
            // Negative weights without negative cycles: each node has a height.
            let height = |node: Node| (node.index() * 7919 % 1009) as f64 * 1e5;
            for edge in list.edges() {
                let weight = f64::from(edge.weight) + height(edge.v) - height(edge.u);
                graph.add_edge(u32::from(edge.u).into(), u32::from(edge.v).into(), weight);
            }
            graph
        });
        self.run(
            size,
            "kosaraju_scc",
            || algo::kosaraju_scc(&*graph),
            || kosaraju_scc(&*graph),
            |one, other| is_reverse_topological(&graph, one) && labels(&graph, one) == labels(&graph, other),
        )?;
        let start = NodeIndex::new(0);
        self.run(
            size,
            "bellman_ford",
            || algo::bellman_ford(&*graph, start).expect("no negative cycle").distances,
            || Ok(bellman_ford(&*graph, start)?.expect("no negative cycle").distances),
            PartialEq::eq,
        )?;
        if size.0 > 1_000 {
            return Ok(()); // petgraph's takes O(nm) per round: hours
        }
        self.run(
            size,
            "page_rank",
            || algo::page_rank(&*graph, 0.85_f64, 20),
            || page_rank(&*graph, 0.85, 20),
            |one, other| one.iter().zip(other).all(|(one, other)| (one - other).abs() <= 1e-9 * other),
        )
    }

    /// A path across a grid, with the number of steps that are left as the estimate; weights are 1 to 4.
    fn grids(&self, size: (u64, usize)) -> Result<()> {
        let side = ((size.0 / 2) as f64).sqrt() as usize;
        let graph = LazyLock::new(|| {
            let list = grid(&self.execs[1], &Grid { rows: side, columns: side, ..Grid::default() });
            let list = list.and_then(|list| list.map(|_, edge| edge.weight % 4 + 1));
            undirected(&list.expect("memory for a graph"))
        });
        let [from, to] = [side * side / 4 + side / 4, 3 * side * side / 4 + 3 * side / 4].map(NodeIndex::new);
        let left = |node: NodeIndex| {
            let [row, column] = [node.index() / side, node.index() % side];
            (row.abs_diff(to.index() / side) + column.abs_diff(to.index() % side)) as u32
        };
        self.run(
            size,
            "astar",
            || Some(algo::astar(&*graph, from, |node| node == to, |edge| *edge.weight(), left)?.0),
            || {
                let found = astar(&*graph, from, |node| node == to, |edge| *edge.weight(), left)?;
                Ok(found.map(|(cost, _)| cost))
            },
            PartialEq::eq,
        )?;
        self.run(
            size,
            "dijkstra to a goal",
            || algo::dijkstra(&*graph, from, Some(to), |edge| *edge.weight())[&to],
            || Ok(dijkstra(&*graph, from, Some(to), |edge| *edge.weight())?[&to]),
            PartialEq::eq,
        )
    }
}

fn undirected(list: &EdgeList<u32>) -> UnGraph<(), u32> {
    let mut graph = UnGraph::with_capacity(list.node_count(), list.edge_count());
    (0..list.node_count()).for_each(|_| _ = graph.add_node(()));
    for edge in list.edges() {
        graph.add_edge(u32::from(edge.u).into(), u32::from(edge.v).into(), edge.weight);
    }
    graph
}

/// A number per node, the same for all nodes of a part and for no other.
fn labels(graph: &DiGraph<(), f64>, parts: &[Vec<NodeIndex>]) -> Vec<NodeIndex> {
    let mut labels = vec![NodeIndex::end(); graph.node_count()];
    for part in parts {
        let first = part.iter().min().expect("no part is empty");
        part.iter().for_each(|node| labels[node.index()] = *first);
    }
    labels
}

/// Returns whether each part comes after all that it leads to.
fn is_reverse_topological(graph: &DiGraph<(), f64>, parts: &[Vec<NodeIndex>]) -> bool {
    let mut places = vec![0; graph.node_count()];
    for (place, part) in parts.iter().enumerate() {
        part.iter().for_each(|node| places[node.index()] = place);
    }
    let place = |node: NodeIndex| places[node.index()];
    graph.edge_references().all(|edge| place(edge.source()) >= place(edge.target()))
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_bench = arguments.iter().any(|argument| argument == "--bench");
    let filter = arguments.into_iter().find(|argument| !argument.starts_with("--")).unwrap_or_default();
    let all: &[(u64, usize)] = &[(1_000, 101), (10_000, 51), (100_000, 21), (10_000_000, 3)];
    let sizes = if is_bench { all } else { &[(1_000, 1)] };
    let bench = Bench { execs: [Exec::new(1)?, Exec::available()?], filter };
    let threads = bench.execs[1].threads();
    println!("| edges | function | petgraph | 1 thread | {threads} | times as fast: 1 thread | {threads} |");
    println!("|---|---|---|---|---|---|---|");
    for &size in sizes {
        bench.undirected(size)?;
        bench.directed(size)?;
        bench.grids(size)?;
    }
    Ok(())
}
