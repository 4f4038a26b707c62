//! The operators that do not find forests, compared with sequential textbook versions:
//! `cargo bench --bench classics -- [FILTER]`.
//!
//! Versions run in turn: the textbook's, ours on one thread, ours on two. Graphs are an R-MAT and a uniform
//! random graph; if `BOSCAGE_DATA` is set, also the roads of Florida and the web of cnr-2000.

mod arborescence;
mod bellman_ford;
mod biconnected_components;
mod bipartite_matching;
mod colouring;
mod k_core;
mod k_truss;
mod label_propagation;
mod max_flow;
mod random_walks;
mod strong_components;
mod widest_paths;

use std::time::Instant;

use boscage::generate::{Gnm, Rmat, gnm, rmat};
use boscage::io;
use boscage::prelude::*;
use boscage_measuring::turns::median;

/// The benchmarks to run.
struct Bench {
    execs: [Exec; 2],
    runs: usize,
    /// The text that names must contain.
    filter: String,
}

impl Bench {
    /// Runs the versions in turn and prints the medians, in milliseconds.
    fn run<R>(
        &self,
        name: &str,
        textbook: impl Fn() -> R,
        ours: impl Fn(&Exec) -> Result<R>,
        agree: impl Fn(&R, &R) -> bool,
    ) -> Result<()> {
        if !name.contains(&self.filter) {
            return Ok(());
        }
        let expected = textbook();
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..self.runs {
            for (version, times) in times.iter_mut().enumerate() {
                let start = Instant::now();
                let result = if version == 0 { textbook() } else { ours(&self.execs[version - 1])? };
                times.push(start.elapsed().as_secs_f64() * 1e3);
                assert!(agree(&result, &expected), "{name}: version {version} differs");
            }
            self.execs.iter().for_each(Exec::clear_statistics);
        }
        let [textbook, one, two] = times.map(|times| median(&times).expect("at least one run"));
        println!(
            "| {name} | {textbook:.1} | {one:.1} | {two:.1} | {:.2} | {:.2} |",
            one / textbook,
            two / textbook
        );
        Ok(())
    }
}

/// Returns the graphs: their names, and their edges, directed if the graph is.
fn inputs(exec: &Exec) -> Result<Vec<(&'static str, EdgeList<u32>)>> {
    let (scale, edges) = (17, 16 << 17);
    let mut inputs = vec![
        ("rmat", rmat(exec, &Rmat { scale, edges, is_directed: true, ..Rmat::default() })?),
        ("uniform", gnm(exec, &Gnm { nodes: 1 << 17, edges: 8 << 17, is_directed: true, ..Gnm::default() })?),
    ];
    if let Some(data) = std::env::var_os("BOSCAGE_DATA").map(std::path::PathBuf::from) {
        for (name, path) in [("roads", "roads/FLA.gr.gz"), ("web", "graphs/cnr-2000.txt.gz")] {
            let options = io::ReadOptions { is_directed: Some(true), ..io::ReadOptions::default() };
            let input = io::read(exec, data.join(path), &options)?;
            let graph: Graph<Directed, u32> = if input.weighted {
                input.graph(exec)?
            } else {
                let list = input.graph::<Directed, ()>(exec)?.to_edge_list(exec)?;
                Graph::from_edges(exec, &list.map(|id, _| u32::from(id) % 100 + 1)?)?
            };
            inputs.push((name, graph.to_edge_list(exec)?));
        }
    }
    Ok(inputs)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let filter = arguments.into_iter().find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let runs = std::env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(5);
    let bench = Bench { execs: [Exec::new(1)?, Exec::new(2)?], runs, filter };
    println!("| | textbook, ms | one thread | two threads | one : textbook | two : textbook |");
    println!("|---|---|---|---|---|---|");
    for (name, list) in inputs(&bench.execs[1])? {
        let exec = &bench.execs[1];
        let directed = Graph::<Directed, u32>::builder().with_ids().with_in_arcs().build(exec, &list)?;
        let undirected: Graph<Undirected> = Graph::<Directed>::from_edges(exec, &list.map(|_, _| ())?)?
            .symmetrised(exec)?
            .simplified(exec)?;
        let edges = undirected.to_edge_list(exec)?;
        let with_ids = Graph::<Undirected>::builder().with_ids().by_target().build(exec, &edges)?;
        biconnected_components::bench(&bench, name, &undirected)?;
        k_core::bench(&bench, name, &undirected)?;
        k_truss::bench(&bench, name, &with_ids)?;
        label_propagation::bench(&bench, name, &undirected)?;
        colouring::bench(&bench, name, &undirected)?;
        strong_components::bench(&bench, name, &directed)?;
        max_flow::bench(&bench, name, &directed)?;
        bipartite_matching::bench(&bench, name, &directed)?;
        arborescence::bench(&bench, name, &directed)?;
        bellman_ford::bench(&bench, name, &list)?;
        widest_paths::bench(&bench, name, &directed)?;
        let both_ways = Graph::<Undirected, u32>::from_edges(exec, &list)?;
        widest_paths::bench(&bench, &format!("undirected/{name}"), &both_ways)?;
        random_walks::bench(&bench, name, &with_ids)?;
    }
    Ok(())
}
