//! `experiments ranks`: the messages of operators over ranks, from 1 to 1,024 ranks on one machine.
//!
//! The ranks are threads in [simulated] time: each has its own clock, which advances by the rank's
//! computation, and by the times of its messages in a model of a [network](Network). Words and messages are
//! counted too.

mod network;
mod options;
mod simulated;
mod simulation;
mod table;

use boscage::comm::{StepTraffic, Traffic};
use boscage::exec::{CancelToken, Exec};
use boscage::graph::Objective;
use boscage::io::Output;
use boscage_measuring::failure::Failure;
use boscage_measuring::figure::distinct;
use boscage_measuring::plot;
use boscage_programs::interrupt;
use boscage_programs::show::{print, say, write_whole};
use serde::Serialize;

pub(crate) use network::Network;
pub(crate) use options::RanksOptions;
use options::Scaling;
use simulation::{Family, Graph};
pub(crate) use simulation::{Machine, Simulated, part_of, simulate};

/// Counts of an operator on a graph over some ranks.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Row {
    family: Family,
    nodes: usize,
    edges: usize,
    operator: &'static str,
    ranks: usize,
    /// Bytes that the rank which sends most has sent, without those that only pass a grid, and all of them;
    /// and the bytes of all ranks.
    most_bytes: u64,
    most_bytes_with_grid: u64,
    all_bytes: u64,
    /// Largest number of messages of a rank.
    most_messages: u64,
    /// Times per network.
    times: Vec<Time>,
    steps: Vec<StepRow>,
}

/// Milliseconds on a network.
#[derive(Clone, Copy, Debug, Serialize)]
struct Time {
    ms: f64,
    /// The part that the busiest rank computes.
    computing_ms: f64,
}

/// Largest numbers that a rank has sent, per step.
#[derive(Clone, Debug, Serialize)]
struct StepRow {
    step: &'static str,
    most_bytes: u64,
    most_messages: u64,
}

pub(crate) fn run(options: &RanksOptions) -> Result<(), Failure> {
    let token = CancelToken::new();
    interrupt::watch(crate::PROGRAM, token.clone(), || {});
    let exec = Exec::available()?.started()?.with_token(token);
    let svg = options.svg.as_deref().map(|path| Output::create(path, None)).transpose()?;
    let mut rows = Vec::new();
    for family in options.families() {
        let mut known: Option<(usize, Graph, Vec<u64>)> = None;
        for &ranks in &options.ranks {
            let nodes = match options.scaling {
                Scaling::Strong => options.nodes,
                Scaling::Weak => options.nodes * ranks,
            };
            // A graph that does not grow is generated once.
            if !matches!(&known, Some((made_for, ..)) if *made_for == nodes) {
                let graph = family.graph(&exec, nodes, options.degree)?;
                let forest = graph.forest(&exec)?;
                known = Some((nodes, graph, forest));
            }
            let Some((_, graph, forest)) = &known else { unreachable!("it was just made") };
            for operator in options.operators() {
                let (nodes, edges) = graph.size();
                let mut row = Row { family, nodes, edges, operator: operator.name(), ..Row::default() };
                for network in options.networks() {
                    exec.check_cancelled()?;
                    let (grid_from, pace) = (options.grid_from, options.pace);
                    let machine = Machine { ranks, network, grid_from, pace };
                    let part = |exec: &Exec, rank, ranks| graph.part(exec, rank, ranks);
                    let simulated = simulate(&exec, &machine, part, |exec, comm, part| {
                        operator.forest((exec, comm), part, Objective::Minimum)
                    })?;
                    if simulated.forest != *forest {
                        let why = format!("{operator} on {ranks} ranks has found another forest");
                        return Err(Failure::Unproved(why));
                    }
                    row.add(&simulated);
                }
                rows.push(row);
                if !options.quiet {
                    say(&format!("{}, {operator}, {ranks} ranks", family.word()));
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
    /// Adds a run on the next network. The messages of `ghs` depend on the network: the last one counts.
    fn add(&mut self, simulated: &Simulated) {
        let Simulated { ms, computing_ms, traffic, .. } = simulated;
        let most = |number: &dyn Fn(&Traffic) -> u64| traffic.iter().map(number).max().unwrap_or(0);
        let sum = |one: &Traffic, number: fn(&StepTraffic) -> u64| one.steps.iter().map(number).sum();
        let step_row = |step| {
            let of = |one: &Traffic, number: fn(&StepTraffic) -> u64| {
                one.steps.iter().find(|one| one.step == step).map_or(0, number)
            };
            StepRow {
                step,
                most_bytes: 8 * most(&|one| of(one, |step| step.words)),
                most_messages: most(&|one| of(one, |step| step.messages)),
            }
        };
        self.ranks = traffic.len();
        self.most_bytes = 8 * most(&|one| sum(one, |step| step.words - step.words_passed_on));
        self.most_bytes_with_grid = 8 * most(&Traffic::words);
        self.all_bytes = 8 * traffic.iter().map(Traffic::words).sum::<u64>();
        self.most_messages = most(&|one| sum(one, |step| step.messages));
        self.times.push(Time { ms: *ms, computing_ms: *computing_ms });
        let steps = distinct(traffic.iter().flat_map(|one| &one.steps).map(|step| step.step));
        self.steps = steps.into_iter().map(step_row).collect();
    }
}
