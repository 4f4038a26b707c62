//! Programs as users of the framework would write them, compared with the same programs with rayon and on
//! one thread: `cargo bench --bench user_programs`.
//!
//! Versions run in turn, each on one thread and on two. Their results are compared after every run and must
//! agree. `cargo bench --bench user_programs -- "grid/PageRank"` runs those whose name contains this; under
//! `cargo test --benches` each runs once on small graphs.

mod bfs;
mod contraction;
mod hits;
mod k_core;
mod label_propagation;
mod longest_path;
mod pagerank;
mod unions;

use std::time::Instant;

use boscage::generate::{Grid, Rmat, grid, rmat};
use boscage::prelude::*;
use boscage::random::Random;
use boscage_measuring::turns::median;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Concatenates two lists.
fn joined<T>(mut one: Vec<T>, mut other: Vec<T>) -> Vec<T> {
    if one.len() < other.len() {
        std::mem::swap(&mut one, &mut other);
    }
    one.append(&mut other);
    one
}

/// The input of programs.
struct Input {
    name: &'static str,
    graph: Graph<Undirected>,
    directed: Graph<Directed>,
    all_edges: Vec<(Node, Node)>,
    /// Some of the edges, in random order.
    edges: Vec<(Node, Node)>,
}

impl Input {
    /// One of `every` edges is contracted.
    fn new(exec: &Exec, name: &'static str, list: &EdgeList<u32>, every: u64) -> Result<Self> {
        let pairs = list.map(|_, _| ())?;
        let graph = Graph::from_edges(exec, &pairs)?;
        let directed = Graph::from_edges(exec, &pairs)?.with_in_arcs(exec)?;
        let random = Random::new(1, 0);
        let word = |id: usize| random.item(id as u64).next_u64();
        let edges = list.edges().iter().enumerate();
        let mut edges: Vec<_> = edges.filter(|(id, _)| word(*id) % every == 0).collect();
        edges.sort_unstable_by_key(|&(id, _)| word(id) / every);
        let edges = edges.into_iter().map(|(_, edge)| (edge.u, edge.v)).collect();
        let all_edges = list.edges().iter().map(|edge| (edge.u, edge.v)).collect();
        Ok(Self { name, graph, directed, all_edges, edges })
    }

    fn all(is_small: bool) -> Result<[Self; 2]> {
        let exec = Exec::available()?;
        let scale = if is_small { 8 } else { 17 };
        let skewed = rmat(&exec, &Rmat { scale, edges: 16 << scale, ..Rmat::default() })?;
        let side = if is_small { 20 } else { 256 };
        let square = grid(&exec, &Grid { rows: side, columns: side, ..Grid::default() })?;
        Ok([Self::new(&exec, "rmat", &skewed, 40)?, Self::new(&exec, "grid", &square, 3)?])
    }
}

/// A program in its three versions.
struct Program<'a, R> {
    name: &'a str,
    boscage: &'a (dyn Fn(&Exec) -> Result<R> + Sync),
    rayon: &'a (dyn Fn() -> R + Sync),
    sequential: &'a (dyn Fn() -> R + Sync),
    agree: fn(&R, &R) -> bool,
}

/// Runs programs.
struct Bench {
    execs: [Exec; 2],
    pools: [ThreadPool; 2],
    runs: usize,
    /// The text that the names of programs must contain.
    filter: String,
}

impl Bench {
    /// Runs all versions in turn, and prints the medians of their times.
    fn run<R: Send>(&self, input: &Input, program: &Program<'_, R>) -> Result<()> {
        if !format!("{}/{}", input.name, program.name).contains(&self.filter) {
            return Ok(());
        }
        let expected = (program.sequential)();
        let mut times = [const { Vec::new() }; 5];
        for _ in 0..self.runs {
            for (version, times) in times.iter_mut().enumerate() {
                let start = Instant::now();
                let result = match version {
                    0 | 1 => {
                        let exec = &self.execs[version];
                        exec.install(|| (program.boscage)(exec))?
                    }
                    2 | 3 => self.pools[version - 2].install(program.rayon),
                    _ => (program.sequential)(),
                };
                times.push(start.elapsed().as_secs_f64() * 1e3);
                assert!((program.agree)(&result, &expected), "{}, version {version}", program.name);
            }
            self.execs.iter().for_each(Exec::clear_statistics);
        }
        let [one, two, rayon_one, rayon_two, sequential] =
            times.map(|times| median(&times).expect("at least one run"));
        if self.runs == 1 {
            println!("{}: all versions agree", program.name);
            return Ok(()); // one run is no measurement
        }
        println!(
            "| {} | {one:.2} / {two:.2} | {rayon_one:.2} / {rayon_two:.2} | {sequential:.2} | {:.2} / {:.2} |",
            program.name,
            one / rayon_one,
            two / rayon_two
        );
        Ok(())
    }

    fn programs(&self, input: &Input) -> Result<()> {
        self.by_rounds(input)?;
        self.by_items(input)
    }

    fn by_items(&self, input: &Input) -> Result<()> {
        let Input { graph, edges, all_edges, .. } = input;
        let nodes = graph.node_count();
        for (name, batch) in [("unions", all_edges.len()), ("unions in batches", unions::BATCH)] {
            self.run(
                input,
                &Program {
                    name,
                    boscage: &|exec| unions::boscage(exec, nodes, all_edges, batch),
                    rayon: &|| unions::rayon(nodes, all_edges, batch),
                    sequential: &|| unions::sequential(nodes, all_edges),
                    agree: Vec::eq,
                },
            )?;
        }
        self.run(
            input,
            &Program {
                name: "longest path",
                boscage: &|exec| longest_path::boscage(exec, graph),
                rayon: &|| longest_path::rayon(graph),
                sequential: &|| longest_path::sequential(graph),
                agree: Vec::eq,
            },
        )?;
        self.run(
            input,
            &Program {
                name: "contraction",
                boscage: &|exec| contraction::boscage(exec, nodes, edges),
                rayon: &|| contraction::rayon(nodes, edges),
                sequential: &|| contraction::sequential(nodes, edges),
                agree: Vec::eq,
            },
        )
    }

    fn by_rounds(&self, input: &Input) -> Result<()> {
        let Input { graph, directed, .. } = input;
        let source = graph.nodes().max_by_key(|&node| graph.degree(node));
        let source = source.expect("there is a node");
        self.run(
            input,
            &Program {
                name: "breadth-first search",
                boscage: &|exec| Ok(bfs::boscage(exec, graph, source)?.into_vec()),
                rayon: &|| bfs::rayon(graph, source),
                sequential: &|| bfs::sequential(graph, source),
                agree: Vec::eq,
            },
        )?;
        self.run(
            input,
            &Program {
                name: "PageRank by pull",
                boscage: &|exec| pagerank::boscage_pull(exec, graph),
                rayon: &|| pagerank::rayon_pull(graph),
                sequential: &|| pagerank::sequential_pull(graph),
                agree: |one, other| are_near(one, other),
            },
        )?;
        self.run(
            input,
            &Program {
                name: "PageRank by push",
                boscage: &|exec| pagerank::boscage_push(exec, graph),
                rayon: &|| pagerank::rayon_push(graph),
                sequential: &|| pagerank::sequential_push(graph),
                agree: |one, other| are_near(one, other),
            },
        )?;
        self.run(
            input,
            &Program {
                name: "k-core",
                boscage: &|exec| k_core::boscage(exec, graph),
                rayon: &|| k_core::rayon(graph),
                sequential: &|| k_core::sequential(graph),
                agree: Vec::eq,
            },
        )?;
        self.run(
            input,
            &Program {
                name: "label propagation",
                boscage: &|exec| label_propagation::boscage(exec, graph),
                rayon: &|| label_propagation::rayon(graph),
                sequential: &|| label_propagation::sequential(graph),
                agree: Vec::eq,
            },
        )?;
        self.run(
            input,
            &Program {
                name: "HITS",
                boscage: &|exec| hits::boscage(exec, directed),
                rayon: &|| hits::rayon(directed),
                sequential: &|| hits::sequential(directed),
                agree: |one, other| are_near(one, other),
            },
        )
    }
}

/// Returns `true` if ranks are the same except for rounding.
fn are_near(one: &[f64], other: &[f64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() <= 1e-9 * (a + b))
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_small = !arguments.iter().any(|argument| argument == "--bench");
    let filter = arguments.into_iter().find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let execs = [Exec::new(1)?, Exec::new(2)?];
    let pools = [1, 2].map(|n| ThreadPoolBuilder::new().num_threads(n).build().expect("threads"));
    let bench = Bench { execs, pools, runs: if is_small { 1 } else { 11 }, filter };
    if !is_small {
        println!("Milliseconds on 1 / 2 threads, medians of {} runs in turn.", bench.runs);
    }
    for input in Input::all(is_small)? {
        let (nodes, edges) = (input.graph.node_count(), input.graph.edge_count());
        println!(
            "\n{}: {nodes} nodes, {edges} edges, {} of them contracted\n",
            input.name,
            input.edges.len()
        );
        if !is_small {
            println!("| program | boscage | rayon | sequential | boscage : rayon |\n|---|---|---|---|---|");
        }
        bench.programs(&input)?;
    }
    Ok(())
}
