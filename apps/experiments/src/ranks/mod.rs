//! `experiments ranks`: what operators over ranks send each other, from 1 to 1,024 ranks on one machine.
//!
//! The ranks are threads, so times say nothing. What is counted is exact: words and messages of each rank in
//! each call. A model of networks makes milliseconds of them.

mod model;
mod options;
mod simulation;
mod table;

use boscage::comm::Traffic;
use boscage::exec::{CancelToken, Exec};
use boscage::io::Output;
use boscage_measuring::failure::Failure;
use boscage_measuring::plot;
use boscage_programs::interrupt;
use boscage_programs::show::{print, say, write_whole};
use serde::Serialize;

pub(crate) use options::RanksOptions;
use options::Scaling;
use simulation::{Family, Graph, Simulated, simulate};

/// What was counted for an operator on a graph over some ranks.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    family: Family,
    nodes: usize,
    edges: usize,
    operator: &'static str,
    ranks: usize,
    /// Bytes that the rank which sends most has sent, those that only pass a grid left out, and all of them;
    /// and the bytes of all ranks.
    most_bytes: u64,
    most_bytes_with_grid: u64,
    all_bytes: u64,
    /// The most messages of a rank.
    most_messages: u64,
    /// Of `ghs`, the longest way of a broadcast along the edges of a tree.
    way: Option<u64>,
    /// Milliseconds by the model, for each network.
    milliseconds: Vec<f64>,
    steps: Vec<StepRow>,
}

/// The most that a rank has sent in a step.
#[derive(Clone, Debug, Serialize)]
struct StepRow {
    step: &'static str,
    most_bytes: u64,
    most_messages: u64,
}

pub(crate) fn run(options: &RanksOptions) -> Result<(), Failure> {
    let token = CancelToken::new();
    interrupt::watch(crate::PROGRAM, token.clone(), || {});
    let exec = Exec::available()?.with_token(token);
    let svg = options.svg.as_deref().map(|path| Output::create(path, None)).transpose()?;
    let mut rows = Vec::new();
    for family in options.families() {
        let mut known: Option<(usize, Graph, Vec<u64>)> = None;
        for &ranks in &options.ranks {
            let nodes = match options.scaling {
                Scaling::Strong => options.nodes,
                Scaling::Weak => options.nodes * ranks,
            };
            // A graph that does not grow is made once.
            if !matches!(&known, Some((made_for, ..)) if *made_for == nodes) {
                let graph = family.graph(&exec, nodes, options.degree)?;
                let forest = graph.forest(&exec)?;
                known = Some((nodes, graph, forest));
            }
            let Some((_, graph, forest)) = &known else { unreachable!("it was just made") };
            for algorithm in options.algorithms() {
                exec.check_cancelled()?;
                let Simulated { traffic, forest: found, way } =
                    simulate(graph, algorithm, ranks, options.grid_from)?;
                if found != *forest {
                    let why = format!("{algorithm} on {ranks} ranks has found another forest");
                    return Err(Failure::Unproved(why));
                }
                let (nodes, edges) = graph.size();
                // Nodes are dealt to the ranks, so most edges lead to another one.
                let steps = way.unwrap_or(0) as f64 * (ranks - 1) as f64 / ranks as f64;
                let times = options.networks().iter().map(|one| one.milliseconds(&traffic, steps)).collect();
                let (operator, of) = (algorithm.name(), Row::of(&traffic));
                rows.push(Row { family, nodes, edges, operator, ranks, way, milliseconds: times, ..of });
                if !options.quiet {
                    say(&format!("{}, {algorithm}, {ranks} ranks", family.word()));
                }
            }
        }
    }
    if let Some(output) = svg {
        let picture = plot::picture(&table::charts(&rows, &options.networks(), options.scaling))?;
        write_whole(output, picture.as_bytes())?;
    }
    if options.json {
        let all = serde_json::json!({ "networks": options.networks(), "rows": rows });
        print(format!("{all:#}\n"))?;
    } else {
        print(table::table(&rows, &options.networks()))?;
    }
    Ok(())
}

impl Row {
    /// What ranks have sent; the rest is left empty.
    fn of(traffic: &[Traffic]) -> Self {
        let most = |number: &dyn Fn(&Traffic) -> u64| traffic.iter().map(number).max().unwrap_or(0);
        let sum = |one: &Traffic, number: fn(&boscage::comm::StepTraffic) -> u64| {
            one.steps.iter().map(number).sum()
        };
        let mut steps: Vec<&'static str> = Vec::new();
        for step in traffic.iter().flat_map(|one| &one.steps).map(|step| step.step) {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        let step_row = |step| {
            let of = |one: &Traffic, number: fn(&boscage::comm::StepTraffic) -> u64| {
                one.steps.iter().find(|one| one.step == step).map_or(0, number)
            };
            StepRow {
                step,
                most_bytes: 8 * most(&|one| of(one, |step| step.words)),
                most_messages: most(&|one| of(one, |step| step.messages)),
            }
        };
        Self {
            family: Family::Random,
            nodes: 0,
            edges: 0,
            operator: "",
            ranks: traffic.len(),
            most_bytes: 8 * most(&|one| sum(one, |step| step.words - step.words_passed_on)),
            most_bytes_with_grid: 8 * most(&|one| one.words()),
            all_bytes: 8 * traffic.iter().map(Traffic::words).sum::<u64>(),
            most_messages: most(&|one| sum(one, |step| step.messages)),
            way: None,
            milliseconds: Vec::new(),
            steps: steps.into_iter().map(step_row).collect(),
        }
    }
}
