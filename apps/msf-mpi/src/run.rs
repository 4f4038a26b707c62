//! `msf-mpi GRAPH`: reads the graph, finds its forest, writes what was asked for, reports.
//!
//! All ranks go through the same stages, and agree on the errors of each.

use boscage::comm::{Comm, Part, PartForest};
use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective, Weight};
use boscage::io::{Output, PartNames};
use boscage::{Result, memory, with_weighted_list};
use boscage::operators::msf::{Algorithm, Verdict};
use boscage::ranks;
use boscage_programs::report::{self, ForestReport, Total, timed};
use boscage_programs::show::{format_name, print, print_on_stderr};

use crate::failure::{Failure, agree};
use crate::input::{self, FileFacts, Share};
use crate::needs::{self, Plan};
use crate::options::{ForestOptions, Statistics};
use crate::output;
use crate::report::{Report, Seconds, VERSION};
use crate::threads::Machine;
use crate::traffic;

/// What the stages share.
pub(crate) struct Job<'a> {
    pub(crate) comm: &'a Comm<'a>,
    pub(crate) machine: Machine,
    pub(crate) options: &'a ForestOptions,
}

/// From the command line to the report. Collective, and so are all stages.
pub(crate) fn run(job: &Job<'_>) -> Result<(), Failure> {
    let Job { comm, machine, options } = *job;
    let exec = comm.agree(Exec::new(options.threads.unwrap_or(machine.threads)))?;
    comm.step("read", 0);
    if options.estimate {
        let table = needs::table(&exec, comm, options)?;
        let text = match options.stats {
            Statistics::Json => table.json(),
            Statistics::Human => table.text(),
        };
        return Ok(comm.agree(if comm.rank() == 0 { print(text) } else { Ok(()) })?);
    }
    comm.agree(output::try_begin(comm, options.outputs()))?;
    let plan = Plan::new(&exec, comm, options);
    let (share, read) = timed(|| input::read(&exec, comm, options, move |seen| plan.admit(seen)))?;
    let Share { list, first, names, edges, file } = share;
    let facts = Facts { first, names, edges, file, read };
    let report = with_weighted_list!(list, list => forest(job, &exec, list, facts))??;
    let text = match options.stats {
        Statistics::Json => report::json(&report),
        Statistics::Human if options.input.quiet => String::new(),
        Statistics::Human => report.summary(),
    };
    let is_taken = options.outputs().any(Output::is_stdout);
    let said = match (comm.rank(), is_taken) {
        (0, false) if !text.is_empty() => print(text),
        (0, true) => print_on_stderr(text),
        _ => Ok(()),
    };
    Ok(comm.agree(said)?)
}

/// What is known of the graph beside its edges.
struct Facts {
    first: u64,
    names: PartNames,
    edges: u64,
    file: Option<FileFacts>,
    read: f64,
}

/// Finds the forest, proves it if so desired, and writes it.
fn forest<W: Weight>(job: &Job<'_>, exec: &Exec, list: EdgeList<W>, facts: Facts) -> Result<Report, Failure>
where
    Total: From<W::Total>,
{
    let Job { comm, machine, options } = *job;
    let objective = options.input.objective();
    let operator = match options.algorithm() {
        Algorithm::Auto => Algorithm::SparseDirectory,
        named => named,
    };
    let Facts { first, names, edges, file, read } = facts;
    let ((part, forest), seconds) = timed(|| {
        comm.step("part", 0);
        let part = comm.agree(Part::new(exec, list, first))?;
        #[cfg(feature = "faults")]
        {
            comm.agree(crate::planted::error("agreed", "part"))?;
            crate::planted::error("error", "part")?;
        }
        let forest = ranks::run(operator, exec, comm, &part, objective)?;
        Ok::<_, Failure>((part, forest))
    })?;
    let verify = options.verify.then(|| {
        comm.step("verify", 0);
        timed(|| prove(comm, exec, &part, &forest, objective))
    });
    let verify = verify.transpose()?.map(|((), seconds)| seconds);
    comm.step("write", 0);
    let ((), write) = timed(|| {
        if let Some(path) = &options.out {
            output::write(comm, path, output::forest_lines(options.format, &part, &forest, &names))?;
        }
        let Some(path) = &options.components else { return Ok(()) };
        let components = forest.components(comm, &part)?;
        output::write(comm, path, output::component_lines(comm, &components, &names))
    })?;
    let write = options.outputs().next().map(|_| write);

    let steps = comm.take_traffic();
    comm.step("report", 0);
    let traffic = traffic::of_all_ranks(comm, &steps)?;
    let of_rank = [exec.threads() as u64, u64::from(machine.is_first), memory::peak().unwrap_or(0)];
    let all = &comm.gather(&[&of_rank[..], &[read, seconds].map(f64::to_bits)].concat())?;
    let figures = |at: usize| (0..comm.ranks()).map(move |rank| all.of(rank)[at]);
    let most = |at: usize| figures(at).map(f64::from_bits).fold(0.0, f64::max);
    let remarks = file.iter().flat_map(|file| &file.remarks).map(ToString::to_string).collect();
    const NO_FILE: &str = "generated";
    let kind = file.as_ref().map(|file| format_name(file.format, file.is_guessed));
    Ok(Report {
        forest: ForestReport {
            version: VERSION,
            graph: options.graph_name(),
            format: file.as_ref().map_or(NO_FILE.to_owned(), |file| file.format.to_string()),
            format_is_guessed: file.is_some_and(|file| file.is_guessed),
            remarks,
            weight_type: W::NAME,
            objective,
            algorithm: options.algorithm().name(),
            operator: operator.name(),
            threads: figures(0).max().unwrap_or(1) as usize,
            nodes: part.nodes(),
            edges,
            forest_edges: forest.len(),
            trees: forest.trees(),
            total_weight: forest.total().into(),
            verified: verify.is_some(),
            peak_bytes: figures(2).max().filter(|&peak| peak > 0),
        },
        kind: kind.unwrap_or_else(|| NO_FILE.to_owned()),
        ranks: comm.ranks(),
        machines: figures(1).sum::<u64>() as usize,
        seconds: Seconds { read: most(3), forest: most(4), verify, write },
        traffic,
    })
}

/// Proves that the forest is the one there is.
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
