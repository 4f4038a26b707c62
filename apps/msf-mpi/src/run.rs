//! `msf-mpi GRAPH`: reads the graph, finds its forest, writes the outputs, reports.
//!
//! All ranks run the same stages, and agree on the errors of each.

use boscage::comm::{Comm, Part, PartForest};
use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective, Weight};
use boscage::io::Output;
use boscage::operators::msf::{Operator, Verdict};
use boscage::ranks::{self, Ranks};
use boscage::{Result, memory, with_weighted_list};
use boscage_programs::report::{self, ForestReport, Total, timed};
use boscage_programs::show::{format_name, print, print_beside};

use crate::failure::{Failure, agree};
use crate::input::{self, Share};
use crate::needs::{self, Needs};
use crate::options::{ForestOptions, ReportForm};
use crate::output;
use crate::report::{RanksReport, Seconds, VERSION};
use crate::threads::Machine;
use crate::traffic;

/// Runs all stages, from the command line to the report. Collective, like all stages.
pub(crate) fn run(comm: &Comm<'_>, machine: Machine, options: &ForestOptions) -> Result<(), Failure> {
    memory::set_total(options.input.memory().or(machine.memory));
    let exec = comm.agree(Exec::new(options.threads.unwrap_or(machine.threads)).and_then(Exec::started))?;
    comm.step("read", 0);
    if options.estimate {
        let estimates = needs::estimates(&exec, comm, options)?;
        let text = match options.stats {
            ReportForm::Json => estimates.json(),
            ReportForm::Human => estimates.text(),
        };
        return Ok(comm.agree(if comm.rank() == 0 { print(text) } else { Ok(()) })?);
    }
    comm.agree(output::try_begin(comm, options.outputs()))?;
    let ask = Needs::new(&exec, comm, options).ask();
    let ((list, share), read) = timed(|| input::read(&exec, comm, options, ask))?;
    let stages = Stages { comm, exec: &exec, machine, options, share, read };
    let report = with_weighted_list!(list, list => stages.forest(list))??;
    let text = match options.stats {
        ReportForm::Json => report::json(&report),
        ReportForm::Human if options.input.quiet => String::new(),
        ReportForm::Human => report.summary(),
    };
    let is_taken = options.outputs().any(Output::is_stdout);
    let says = comm.rank() == 0 && !text.is_empty();
    Ok(comm.agree(if says { print_beside(is_taken, text) } else { Ok(()) })?)
}

/// The stages after reading.
struct Stages<'a> {
    comm: &'a Comm<'a>,
    exec: &'a Exec,
    machine: Machine,
    options: &'a ForestOptions,
    share: Share,
    /// Seconds of reading.
    read: f64,
}

impl Stages<'_> {
    /// Finds the forest, proves it if requested, and writes it.
    fn forest<W: Weight>(&self, list: EdgeList<W>) -> Result<RanksReport, Failure>
    where
        Total: From<W::Total>,
    {
        let Self { comm, exec, options, .. } = *self;
        let objective = options.input.objective();
        let operator = match options.operator() {
            auto if auto.name() == "auto" => ranks::choose(),
            named => named,
        };
        let ((part, forest), seconds) = timed(|| {
            comm.step("part", 0);
            let part = comm.agree(Part::new(exec, list, self.share.first))?;
            #[cfg(feature = "faults")]
            {
                comm.agree(crate::planted::error("agreed", "part"))?;
                crate::planted::error("error", "part")?;
            }
            let forest = operator.forest((exec, comm), &part, objective)?;
            Ok::<_, Failure>((part, forest))
        })?;
        let verify = options.verify.then(|| {
            comm.step("verify", 0);
            timed(|| prove(comm, exec, &part, &forest, objective))
        });
        let verify = verify.transpose()?.map(|((), seconds)| seconds);
        comm.step("write", 0);
        let ((), write) = timed(|| self.write(&part, &forest))?;
        let write = options.outputs().next().map(|_| write);
        let seconds = Seconds { read: self.read, forest: seconds, verify, write };
        self.report(operator, &part, &forest, seconds)
    }

    /// Writes the forest and its components, if requested.
    fn write<W: Weight>(&self, part: &Part<W>, forest: &PartForest<W>) -> Result<()> {
        let Self { comm, options, share: Share { names, .. }, .. } = self;
        if let Some(path) = &options.out {
            output::write(comm, path, output::forest_lines(options.format, part, forest, names))?;
        }
        let Some(path) = &options.components else { return Ok(()) };
        let components = forest.components(comm, part)?;
        output::write(comm, path, output::component_lines(comm, &components, names))
    }

    /// Gathers the figures of all ranks; `seconds` are those of this one.
    fn report<W: Weight>(
        &self,
        operator: &dyn Operator<Ranks>,
        part: &Part<W>,
        forest: &PartForest<W>,
        seconds: Seconds,
    ) -> Result<RanksReport, Failure>
    where
        Total: From<W::Total>,
    {
        const NO_FILE: &str = "generated";
        let Self { comm, exec, machine, options, ref share, read } = *self;
        let steps = comm.take_traffic();
        comm.step("report", 0);
        let traffic = traffic::of_all_ranks(comm, &steps)?;
        let of_rank = [exec.threads() as u64, u64::from(machine.is_first), memory::peak().unwrap_or(0)];
        let all = &comm.gather(&[&of_rank[..], &[read, seconds.forest].map(f64::to_bits)].concat())?;
        let figures = |at: usize| (0..comm.ranks()).map(move |rank| all.from_rank(rank)[at]);
        let most = |at: usize| figures(at).map(f64::from_bits).fold(0.0, f64::max);
        let file = share.file.as_ref();
        let remarks = file.map_or(&[][..], |file| &file.remarks);
        let kind = file.map(|file| format_name(file.format, file.is_guessed));
        Ok(RanksReport {
            forest: ForestReport {
                version: VERSION,
                graph: options.graph_name(),
                format: file.map_or(NO_FILE.to_owned(), |file| file.format.to_string()),
                format_is_guessed: file.is_some_and(|file| file.is_guessed),
                remarks: remarks.iter().map(ToString::to_string).collect(),
                weight_type: W::NAME,
                objective: options.input.objective(),
                algorithm: options.operator().name(),
                operator: operator.name(),
                threads: figures(0).max().unwrap_or(1) as usize,
                nodes: part.node_count(),
                edges: share.edges,
                forest_edges: forest.edge_count(),
                trees: forest.tree_count(),
                total_weight: forest.total().into(),
                verified: seconds.verify.is_some(),
                peak_bytes: figures(2).max().filter(|&peak| peak > 0),
            },
            kind: kind.unwrap_or_else(|| NO_FILE.to_owned()),
            ranks: comm.ranks(),
            machines: figures(1).sum::<u64>() as usize,
            seconds: Seconds { read: most(3), forest: most(4), ..seconds },
            traffic,
        })
    }
}

/// Proves that the forest is the unique one.
fn prove<W: Weight>(
    comm: &Comm<'_>,
    exec: &Exec,
    part: &Part<W>,
    forest: &PartForest<W>,
    objective: Objective,
) -> Result<(), Failure> {
    // All ranks have the same verdict.
    let why = match ranks::check(exec, comm, part, forest.edges(), objective)? {
        Verdict::Exact => return Ok(()),
        Verdict::Minimal { inside, outside } => {
            format!("edge {outside} comes before edge {inside}, which weighs the same and is in the forest")
        }
        Verdict::Flawed(flaw) => flaw.to_string(),
    };
    agree(comm, if comm.rank() == 0 { Err(Failure::Unproved(why)) } else { Ok(()) })
}
