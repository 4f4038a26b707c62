//! How much memory a command will need, computed as soon as the size of its graph is known, and `msf GRAPH
//! --estimate`.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use boscage::exec::Exec;
use boscage::io::{Admit, Input, Names, Opened, Prospect};
use boscage::memory::{self, Bytes, Estimate};
use boscage::{Error, Result, input_name};
use boscage_measuring::failure::Failure;
use boscage_operators::msf::{Algorithm, Occupancy, Size, proof_memory};
use boscage_programs::input::InputOptions;
use boscage_programs::show::{counted, print};
use serde_json::{Value, json};

use crate::backend::{Backend, Operator};
use crate::options::{ForestOptions, Statistics};

/// The program itself, in bytes, which is larger if it is not optimised, and what each thread adds. If its
/// file has just been written, as after a build, the system maps larger pages of it, which count 1.2 MiB
/// more.
const PROGRAM: u64 = if cfg!(debug_assertions) { 12 << 20 } else { 10 << 20 };
const THREAD: u64 = 1 << 19;

/// What users may do about a graph that is refused.
const CURE: &str = "--memory SIZE or unlimited overrides this";

/// What a command does with a graph once it has been read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Operators of which one runs at a time.
    pub(crate) operators: Vec<Operator>,
    /// Whether a forest is proved.
    pub(crate) proof: bool,
    /// The bytes of the text that a forest is read from, as far as they are known, and those that
    /// decompressing it takes.
    pub(crate) claims: Option<(u64, u64)>,
    /// Whether components are written.
    pub(crate) components: bool,
    /// Most bytes that compressing an output takes.
    pub(crate) encoder: u64,
    /// Most threads.
    pub(crate) threads: usize,
}

impl Plan {
    /// Refuses graphs that need more memory than the process may use.
    pub(crate) fn admit(self) -> Admit {
        Admit::new(move |seen| self.estimate(seen).admit(seen.path, CURE))
    }

    /// Refuses a forest's file of which this many bytes have come, if they are too many beside the graph.
    pub(crate) fn admit_claims(&self, (text, decoder): (usize, usize), input: &Input) -> Result<()> {
        let name_bytes = if let Names::Listed(names) = &input.names { size_of_val(&**names) } else { 0 };
        let edges = input.list.len();
        let seen = Prospect {
            path: &input.path,
            nodes: input.list.nodes(),
            listed: edges,
            edges,
            weight_bytes: input.list.weight_bytes(),
            name_bytes,
            thread_bytes: 0,
            scratch_bytes: 0,
            is_whole: true,
        };
        Self { claims: Some((text as u64, decoder as u64)), ..self.clone() }
            .estimate(&seen)
            .admit(seen.path, CURE)
    }

    /// What is needed for a graph, as far as it is known.
    pub(crate) fn estimate(&self, seen: &Prospect<'_>) -> Estimate {
        let size = size(seen, self.threads);
        let program = ("the program", PROGRAM + THREAD * size.threads);
        let (edge, names) = (8 + size.weight_bytes, ("names", seen.name_bytes as u64));
        let graph = [program, ("edges", edge * size.edges), names];
        let mut estimate = Estimate::default();
        let lines = ("lines", edge * seen.listed as u64);
        let text = ("text", (seen.thread_bytes as u64 * size.threads).min(4 * lines.1));
        let scratch = ("beside them", seen.scratch_bytes as u64);
        estimate.phase("reading", [program, lines, text, names]);
        estimate.phase("reading", [program, lines, text, scratch]);
        let with =
            |own: &[(&'static str, u64)]| graph.into_iter().chain(own.iter().copied()).collect::<Vec<_>>();
        for operator in &self.operators {
            if let Operator { backend: Backend::Cpu, algorithm } = operator {
                estimate.phase("the forest", with(&[(algorithm.name(), algorithm.memory(&size))]));
            }
        }
        let ids = ("forest", size.forest_ids());
        if let Some((text, decoder)) = self.claims {
            // What the lines claim, the edges that may be meant, and an index of the claims. A line has four
            // bytes or more, and no more are read than there are nodes.
            let forest = (size.nodes + 1).min(text / 4);
            let claims = (40 + 4 * size.weight_bytes) * forest + (4 * size.nodes).min(8 * forest);
            estimate.phase(
                "the forest's file",
                with(&[("text", text), ("decompression", decoder), ("claims", claims)]),
            );
        }
        if self.proof {
            estimate.phase("the proof", with(&[ids, ("proof", proof_memory(&size))]));
        }
        let components = if self.components { 8 * size.nodes.min(8 * size.edges) } else { 0 };
        // What is short touches few pages of the encoder's tables.
        let encoder = ("compression", self.encoder.min(size.nodes << 14));
        estimate.phase("writing", with(&[ids, ("components", components), encoder]));
        estimate
    }
}

fn size(seen: &Prospect<'_>, threads: usize) -> Size {
    let [nodes, edges, weight_bytes, threads] =
        [seen.nodes, seen.edges, seen.weight_bytes, threads].map(|count| count as u64);
    Size { nodes, edges, weight_bytes, threads, occupancy: Occupancy::Random }
}

/// Prints what each operator would need for a graph. Of a binary file that lists edges no more than the
/// beginning is read; how many edges arcs make is known only once all of them have been read.
pub(crate) fn print_estimates(options: &ForestOptions, opened: Opened, exec: &Exec) -> Result<(), Failure> {
    let input: &InputOptions = &options.input;
    let known: Arc<Mutex<Option<Table>>> = Arc::default();
    let admit = Admit::new({
        let (known, reading) = (known.clone(), Plan { threads: exec.threads(), ..Plan::default() });
        move |seen| {
            if !seen.is_whole {
                return reading.estimate(seen).admit(seen.path, CURE);
            }
            *known.lock().expect("no panic while it is held") = Some(Table::of(seen, reading.threads));
            Err(Error::Cancelled)
        }
    });
    let read = opened.read(exec, &input.read_options(admit));
    let table = known.lock().expect("no panic while it is held").take();
    match (table, read) {
        (Some(table), _) => Ok(print(match options.stats {
            Statistics::Json => format!("{}\n", table.json()),
            _ => table.text(),
        })?),
        (None, Err(error)) => Err(error.into()),
        (None, Ok(_)) => unreachable!("a graph that has been read is whole"),
    }
}

/// What operators would need for a graph.
struct Table {
    path: PathBuf,
    size: Size,
    /// What reading takes, and what is held from then on.
    reading: u64,
    graph: u64,
    /// Each operator, what it takes beside the graph, and the peak of a run.
    operators: Vec<(Algorithm, u64, u64)>,
    proof: u64,
    available: Option<u64>,
}

impl Table {
    fn of(seen: &Prospect<'_>, threads: usize) -> Self {
        let plan = |operators, proof| Plan { operators, proof, threads, ..Plan::default() };
        let size = size(seen, threads);
        let row = |algorithm: Algorithm| {
            let run = plan(vec![Operator::on_cpu(algorithm)], false).estimate(seen);
            (algorithm, algorithm.memory(&size), run.bytes())
        };
        Self {
            path: seen.path.to_owned(),
            size,
            reading: plan(Vec::new(), false).estimate(seen).bytes(),
            graph: (8 + size.weight_bytes) * size.edges + seen.name_bytes as u64,
            operators: Algorithm::on_cpu().map(row).collect(),
            proof: plan(Vec::new(), true).estimate(seen).bytes(),
            available: memory::available(),
        }
    }

    fn text(&self) -> String {
        let Size { nodes, edges, weight_bytes, threads, .. } = self.size;
        let mut text = format!(
            "{}: {}, {}, weights of {} bits, {}\n\n",
            input_name(&self.path),
            counted(nodes as usize, "node", "nodes"),
            counted(edges as usize, "edge", "edges"),
            8 * weight_bytes,
            counted(threads as usize, "thread", "threads"),
        );
        // A string takes all that is written.
        let mut line = |name: &str, beside: &str, peak: &str| {
            let _ = writeln!(text, "{name:<18}{beside:>12}{peak:>12}");
        };
        line("", "beside", "in all,");
        line("", "the graph", "at its peak");
        line("reading", "", &Bytes(self.reading).to_string());
        line("the graph", "", &Bytes(self.graph).to_string());
        for (algorithm, beside, peak) in &self.operators {
            line(algorithm.name(), &Bytes(*beside).to_string(), &Bytes(*peak).to_string());
        }
        line("--verify", "", &Bytes(self.proof).to_string());
        if let Some(available) = self.available {
            line("available", "", &Bytes(available).to_string());
        }
        text
    }

    fn json(&self) -> Value {
        let Size { nodes, edges, weight_bytes, threads, .. } = self.size;
        let operator = |(algorithm, beside, peak): &(Algorithm, u64, u64)| json!({ "algorithm": algorithm.name(), "beside_graph_bytes": beside, "peak_bytes": peak });
        json!({
            "graph": self.path.to_string_lossy(),
            "nodes": nodes,
            "edges": edges,
            "weight_bytes": weight_bytes,
            "threads": threads,
            "graph_bytes": self.graph,
            "reading_peak_bytes": self.reading,
            "operators": self.operators.iter().map(operator).collect::<Vec<_>>(),
            "verify_peak_bytes": self.proof,
            "available_bytes": self.available,
        })
    }
}
