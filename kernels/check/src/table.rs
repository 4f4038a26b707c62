//! The table of times.

use std::path::PathBuf;
use std::time::Instant;

use boscage::exec::{Exec, LoopStatistics};
use boscage::graph::{EdgeList, Objective};
use boscage::with_edge_list;
use boscage_kernels::{Algorithm, Gpu, ON_DEVICE, TO_DEVICE, TO_HOST};
use boscage_operators::msf;

use crate::graphs;
use crate::{Outcome, model};

/// Milliseconds of one run, by stage.
#[derive(Clone, Default)]
struct Times {
    call: Vec<f64>,
    to_device: Vec<f64>,
    on_device: Vec<f64>,
    to_host: Vec<f64>,
    phases: [Vec<f64>; 4],
    rounds: Vec<boscage::exec::Round>,
}

/// The phases of a round of filter-boruvka.
const PHASES: [&str; 4] = ["bid", "hook", "jump", "contract"];

/// Times every operator, with f32 weights, on the graphs of the published table and on road networks from files.
pub(crate) fn table(gpu: &Gpu, scale: f64, runs: usize, files: &[PathBuf]) -> Outcome {
    let exec = Exec::available()?;
    println!(
        "# times in milliseconds, medians of {runs} runs; on_device is everything between the two copies, by CUDA events;"
    );
    println!(
        "# bid to contract are phases of filter-boruvka, by the device's clock; moved is the model of bytes over one read of the adjacency"
    );
    println!(
        "graph\tnodes\tedges\tlaw\toperator\tcall\tto_device\ton_device\tto_host\tbid\thook\tjump\tcontract\trounds\tmoved\tpublished\tfaster"
    );
    for graph in graphs::published(scale) {
        let list = graph.make(&exec)?;
        measure(gpu, &exec, &graph.name, &graph.law, graph.published, &in_floats(&list)?, runs)?;
    }
    for path in files {
        let input = boscage::io::read(path, &boscage::io::ReadOptions::default())?;
        #[allow(clippy::unnecessary_cast)] // one of the six types is f32
        let list = with_edge_list!(&input.graph, list => list.reweighted(|_, edge| edge.weight as f32)?);
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let published = name.starts_with("NY").then_some(0.378);
        measure(gpu, &exec, &name, "road network, as it is", published, &list, runs)?;
    }
    Ok(())
}

fn in_floats(list: &EdgeList<u32>) -> boscage::Result<EdgeList<f32>> {
    list.reweighted(|_, edge| edge.weight as f32)
}

fn measure(
    gpu: &Gpu,
    exec: &Exec,
    name: &str,
    law: &str,
    published: Option<f64>,
    list: &EdgeList<f32>,
    runs: usize,
) -> Outcome {
    let truth = msf::auto(exec, list.into(), Objective::Minimum)?;
    let _ = exec.take_statistics();
    for algorithm in Algorithm::ALL {
        let mut times = Times::default();
        // The first run compiles the kernels and is not timed.
        for run in 0..=runs {
            let start = Instant::now();
            let forest = algorithm.run(gpu, exec, list.into(), Objective::Minimum)?;
            let call = start.elapsed().as_secs_f64();
            let loops = exec.take_statistics();
            if forest.edges() != truth.edges() {
                return Err(format!("{name}: {algorithm} differs from the CPU").into());
            }
            if run > 0 {
                times.add(call, &loops);
            }
        }
        let (n, m) = (list.nodes() as u64, list.len() as u64);
        let [call, to, on, back] =
            [&times.call, &times.to_device, &times.on_device, &times.to_host].map(|all| median(all));
        let phases: Vec<String> = times.phases.iter().map(|all| shown(median(all))).collect();
        let moved = model::bytes(algorithm, n, m, &times.rounds)
            .map_or("-".to_owned(), |bytes| format!("{:.1}", bytes as f64 / model::floor(n, m) as f64));
        let (then, faster) = published.map_or(("-".to_owned(), "-".to_owned()), |then| {
            (then.to_string(), on.map_or("-".to_owned(), |on| format!("{:.2}", then / on)))
        });
        println!(
            "{name}\t{n}\t{m}\t{law}\t{algorithm}\t{}\t{}\t{}\t{}\t{}\t{}\t{moved}\t{then}\t{faster}",
            shown(call),
            shown(to),
            shown(on),
            shown(back),
            phases.join("\t"),
            times.rounds.len()
        );
    }
    Ok(())
}

impl Times {
    fn add(&mut self, call: f64, loops: &[LoopStatistics]) {
        self.call.push(call * 1e3);
        for one in loops {
            let milliseconds = one.seconds * 1e3;
            match &*one.name {
                TO_DEVICE => self.to_device.push(milliseconds),
                ON_DEVICE => self.on_device.push(milliseconds),
                TO_HOST => self.to_host.push(milliseconds),
                name => {
                    if let Some(phase) = PHASES.iter().position(|phase| name.ends_with(&format!(", {phase}")))
                    {
                        self.phases[phase].push(milliseconds);
                    }
                }
            }
            if !one.rounds.is_empty() {
                self.rounds.clone_from(&one.rounds);
            }
        }
    }
}

fn median(all: &[f64]) -> Option<f64> {
    let mut sorted = all.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

fn shown(milliseconds: Option<f64>) -> String {
    milliseconds.map_or("-".to_owned(), |milliseconds| format!("{milliseconds:.3}"))
}
