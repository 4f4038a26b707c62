//! How much memory a command will need, computed as soon as the size of its graph is known, and `msf GRAPH
//! --estimate`.

use std::sync::{Arc, Mutex};

use boscage::exec::Exec;
use boscage::io::{Admit, Input, Names, Opened, Prospect};
use boscage::memory::{self, Estimate};
use boscage::operators::msf::{Algorithm, Occupancy, Size, proof_memory};
use boscage::{Error, Result};
use boscage_measuring::failure::Failure;
use boscage_programs::input::InputOptions;
use boscage_programs::needs::{CURE, THREAD, Table, reading};
use boscage_programs::show::print;

use crate::backend::{Backend, Operator};
use crate::clusters::Parts;
use crate::options::{ForestOptions, Statistics};
use crate::page;

/// The program itself, in bytes, which is larger if it is not optimised. If its file has just been written,
/// as after a build, the system maps larger pages of it, which count 1.2 MiB more.
const PROGRAM: u64 = if cfg!(debug_assertions) { 13 << 20 } else { 21 << 19 };

/// What of the memory that an operator has freed the allocator keeps, at most, in bytes.
const KEPT: u64 = 64 << 20;

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
    /// What nodes are divided into, if that is written.
    pub(crate) components: Option<Parts>,
    /// Whether a page is written, and if so, whether with a map.
    pub(crate) page: Option<bool>,
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
        reading(&mut estimate, program, seen, size.threads);
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
        let labelled = size.nodes.min(8 * size.edges);
        let components = match &self.components {
            None => 0,
            Some(Parts::Trees) => 8 * labelled,
            // Keys and ids of the forest, to be sorted, twice; or joins, links of nodes and labels.
            Some(_) => {
                let (joins, pair) = (size.nodes.min(size.edges), 2 * size.weight_bytes);
                let linked = 8 * size.nodes.min(2 * size.edges);
                (2 * pair * joins).max((4 + size.weight_bytes) * joins + linked + 8 * labelled)
            }
        };
        // What is short touches few pages of the encoder's tables.
        let encoder = ("compression", self.encoder.min(size.nodes << 14));
        estimate.phase("writing", with(&[ids, ("components", components), encoder]));
        if let Some(with_map) = self.page {
            let on_cpu = self.operators.iter().filter(|operator| operator.backend == Backend::Cpu);
            let kept = on_cpu.map(|operator| operator.algorithm.memory(&size)).max().unwrap_or(0).min(KEPT);
            let page = kept + page::memory(size.nodes, size.edges, size.weight_bytes, with_map);
            estimate.phase("the page", with(&[ids, ("page", page)]));
        }
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
        let (known, plan) = (known.clone(), Plan { threads: exec.threads(), ..Plan::default() });
        move |seen| {
            if !seen.is_whole {
                return plan.estimate(seen).admit(seen.path, CURE);
            }
            *known.lock().expect("no panic while it is held") = Some(table(seen, plan.threads));
            Err(Error::Cancelled)
        }
    });
    let read = opened.read(exec, &input.read_options(admit));
    let table = known.lock().expect("no panic while it is held").take();
    match (table, read) {
        (Some(table), _) => Ok(print(match options.stats {
            Statistics::Json => table.json(),
            _ => table.text(),
        })?),
        (None, Err(error)) => Err(error.into()),
        (None, Ok(_)) => unreachable!("a graph that has been read is whole"),
    }
}

/// What the operators would need.
fn table(seen: &Prospect<'_>, threads: usize) -> Table {
    let plan = |operators, proof| Plan { operators, proof, threads, ..Plan::default() };
    let size = size(seen, threads);
    let row = |algorithm: Algorithm| {
        let run = plan(vec![Operator::on_cpu(algorithm)], false).estimate(seen);
        (algorithm.name(), algorithm.memory(&size), run.bytes())
    };
    Table {
        path: seen.path.to_owned(),
        nodes: size.nodes,
        edges: size.edges,
        weight_bytes: size.weight_bytes,
        threads: size.threads,
        ranks: None,
        reading: plan(Vec::new(), false).estimate(seen).bytes(),
        graph: (8 + size.weight_bytes) * size.edges + seen.name_bytes as u64,
        operators: Algorithm::on_cpu().map(row).collect(),
        proof: plan(Vec::new(), true).estimate(seen).bytes(),
        available: memory::available(),
    }
}
