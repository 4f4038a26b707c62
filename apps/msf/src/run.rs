//! `msf GRAPH`: reads the graph, finds its forest, writes the outputs, reports.

#[cfg(unix)]
use std::io::IsTerminal;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Weight};
use boscage::io::{Attributes, Input, Opened, Output, ReadOptions};
use boscage::{Result, memory, with_weighted_list};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{self, Total, timed};
use boscage_programs::show::{print_beside, say, warnings};

use crate::backend::Finder;
use crate::needs::Needs;
use crate::outputs::{Found, Outputs};
use crate::plan::ForestPlan;
use crate::report::{ReportForm, RunReport};
use crate::search::Search;
use crate::start;
use crate::summary::{WHAT_NEXT, summary};

/// The graph of a command line without a graph.
const BUNDLED: &[u8] = include_bytes!("../road-100k.gr.xz");

/// Its name.
const BUNDLED_NAME: &str = "road-100k.gr.xz";

pub(crate) fn run(plan: ForestPlan) -> Result<(), Failure> {
    let ForestPlan { graph, read, objective, operator, proof, .. } = plan;
    let bar = graph.as_deref().filter(|_| !plan.quiet).map_or_else(Bar::none, Bar::reading);
    let token = start::end_on_signal(&bar);
    // Nothing else is started before it has work.
    let opened = graph.as_deref().map(Opened::new).transpose()?;
    let gpu = operator.backend().open()?;
    let needs = plan.outputs.needs();
    let outputs = plan.outputs.begin()?;
    let exec = start::threads(plan.threads, &token, &bar)?;
    let needs = Needs { operators: vec![operator], proof, threads: exec.threads(), ..needs };
    let finder = Finder { exec: &exec, gpu: gpu.as_ref() };
    let search = Search { finder, operator, objective, proof, bar: &bar };
    let law = read.unweighted.unwrap_or_default();
    if let (Some(path), Some(opened)) = (&graph, &opened) {
        bar.reads(path, opened.progress());
    }
    let reported = read_graph(&exec, opened, &ReadOptions { admit: Some(needs.clone().admit()), ..read })
        .and_then(|read| needs.admit_page(&read.0).map(|()| read))
        .map_err(Failure::from)
        .and_then(|(input, seconds)| {
            warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
            let mut input = input;
            let attributes = std::mem::take(&mut input.attributes);
            let found = with_weighted_list!(&input.list, list => {
                find(&search, &input, list, seconds, attributes, outputs)
            });
            Ok((found??, input))
        });
    bar.clear();
    let (report, input) = reported?;
    if graph.is_none() && has_input() {
        say("msf: warning: the standard input is not read (to read a graph from it, pass -)");
    }
    let what_next = if graph.is_none() { WHAT_NEXT } else { "" };
    let text = match plan.report {
        None => return Ok(()),
        Some(ReportForm::Json) => report::json(&report),
        Some(ReportForm::Csv) => report.csv(),
        Some(ReportForm::Human) => summary(&report, &input, law) + what_next,
    };
    Ok(print_beside(plan.stdout_is_taken, text)?)
}

/// Reads the graph, or the bundled one if none is open; returns it with the seconds of reading.
fn read_graph(exec: &Exec, opened: Option<Opened>, options: &ReadOptions) -> Result<(Input, f64)> {
    timed(|| match opened {
        Some(opened) => opened.read(exec, options),
        None => boscage::io::read_bytes(exec, BUNDLED_NAME, BUNDLED, options),
    })
}

/// Finds the forest, and writes the outputs; `read` are the seconds of reading.
fn find<W: Weight>(
    search: &Search<'_>,
    input: &Input,
    list: &EdgeList<W>,
    read: f64,
    attributes: Attributes,
    outputs: Outputs<Output>,
) -> Result<RunReport, Failure>
where
    Total: From<W::Total>,
{
    let (exec, names) = (search.finder.exec, &input.names);
    outputs.check(input, &attributes)?;
    let (forest, mut report) = search.run(input, list, read)?;
    search.bar.stage("writing");
    let found =
        Found { graph: list.as_view(), names, attributes, forest: &forest, report: &report, density: None };
    let written = outputs.finish(exec, found);
    report.clusters = written.map_err(|error| error.during(&input.path, "writing results"))?;
    report.forest.peak_bytes = memory::peak();
    Ok(report)
}

/// Returns `true` if the standard input has data.
#[cfg(unix)]
fn has_input() -> bool {
    let input = std::io::stdin();
    !input.is_terminal() && rustix::io::ioctl_fionread(input).is_ok_and(|bytes| bytes > 0)
}

#[cfg(not(unix))]
fn has_input() -> bool {
    false
}
