//! The table of times.

use std::path::PathBuf;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective};
use boscage::io::{ReadOptions, Unweighted};
use boscage::operators::msf;
use boscage::with_weighted_list;
use boscage_kernels::{Gpu, ON_DEVICE, TO_DEVICE, TO_HOST};

use crate::times::{Times, shown};
use crate::{Outcome, graphs, model};

/// The phases of a round of filter-boruvka, as statistics name them.
const PHASES: [&str; 4] = ["bid", "hook", "jump", "contract"];

/// Times every operator, with f32 weights, on the graphs of the published table and on road networks from
/// files.
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
        let options = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
        let input = boscage::io::read(&exec, path, &options)?;
        #[allow(clippy::unnecessary_cast)] // one of the six types is f32
        let list = with_weighted_list!(&input.list, list => list.map(|_, edge| edge.weight as f32))??;
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let published = name.starts_with("NY").then_some(0.378);
        measure(gpu, &exec, &name, "road network, as it is", published, &list, runs)?;
    }
    Ok(())
}

fn in_floats(list: &EdgeList<u32>) -> boscage::Result<EdgeList<f32>> {
    list.map(|_, edge| edge.weight as f32)
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
    let truth = msf::auto(exec, list, Objective::Minimum)?;
    exec.clear_statistics();
    let (n, m) = (list.node_count() as u64, list.edge_count() as u64);
    for operator in boscage_kernels::operators() {
        let run = || operator.forest((gpu, exec), list, Objective::Minimum);
        let times = Times::of(exec, &truth, runs, Duration::MAX, run)
            .map_err(|error| format!("{name}: {operator}: {error}"))?;
        let stages = [TO_DEVICE, ON_DEVICE, TO_HOST].map(|stage| shown(times.stage(stage), 3)).join("\t");
        let has_phases = ["auto", "filter-boruvka"].contains(&operator.name());
        let phases = PHASES.map(|phase| shown(times.stage(phase).filter(|_| has_phases), 3)).join("\t");
        let rounds = times.last_rounds();
        let moved =
            model::bytes(operator.name(), n, m, rounds).map(|bytes| bytes as f64 / model::floor(n, m) as f64);
        let faster = published.zip(times.stage(ON_DEVICE)).map(|(then, now)| then / now);
        println!(
            "{name}\t{n}\t{m}\t{law}\t{operator}\t{}\t{stages}\t{phases}\t{}\t{}\t{}\t{}",
            shown(times.call(), 3),
            rounds.len(),
            shown(moved, 1),
            shown(published, 2),
            shown(faster, 2)
        );
    }
    Ok(())
}
