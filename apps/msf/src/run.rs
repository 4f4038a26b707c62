//! `msf GRAPH`: reads the graph, finds its forest, writes the outputs, reports.

#[cfg(unix)]
use std::io::IsTerminal;
use std::path::Path;

use boscage::graph::{EdgeList, Weight};
use boscage::io::{Arrived, Attributes, Input, Opened, Output, ReadOptions, StreamInput};
use boscage::operators::msf::Auto;
use boscage::{Error, Result, memory, with_weighted_list};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{self, Total, timed};
use boscage_programs::show::{print_beside, say, warnings};

use crate::backend::{Finder, Operator};
use crate::needs::Needs;
use crate::outputs::{Found, Outputs};
use crate::plan::{CheckpointPlan, ForestPlan};
use crate::report::{ReportForm, RunReport};
use crate::search::Search;
use crate::start;
use crate::streamed::{Later, Receiver};
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
    // The page shows all edges.
    let can_stream = operator == Operator::Cpu(&Auto) && needs.page.is_none();
    if let (Some(path), Some(opened)) = (&graph, &opened) {
        bar.reads(path, opened.progress());
    }
    let arrival = Arrival { search: &search, needs, read: &read, checkpoint: plan.checkpoint, can_stream };
    let arrived = arrival.read(graph.as_deref(), opened);
    let reported = arrived.and_then(|graph| match graph {
        Graph::Whole(mut input, seconds) => {
            warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
            let attributes = std::mem::take(&mut input.attributes);
            let found = with_weighted_list!(&input.list, list => {
                find(&search, &input, list, seconds, attributes, outputs)
            });
            Ok((found??, input))
        }
        Graph::Passed(receiver, stream, seconds) => {
            let input = &stream.input;
            warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
            receiver.deliver(&search, &read, stream, seconds, outputs)
        }
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

/// A graph that has been read, with the seconds of reading.
enum Graph {
    /// In memory.
    Whole(Input, f64),
    /// As a stream.
    Passed(Box<Receiver>, StreamInput, f64),
}

/// The way in which a graph is read.
struct Arrival<'a> {
    search: &'a Search<'a>,
    needs: Needs,
    read: &'a ReadOptions,
    checkpoint: Option<CheckpointPlan>,
    /// A graph that is too large for memory may be read as a stream.
    can_stream: bool,
}

impl Arrival<'_> {
    /// Reads the graph, or the bundled one if none is open: as a stream if it is too large for memory, or if
    /// there are checkpoints.
    fn read(&self, path: Option<&Path>, opened: Option<Opened>) -> Result<Graph, Failure> {
        let exec = self.search.finder.exec;
        let options = self.options();
        let whole = |(input, seconds)| self.whole(input, seconds);
        let (path, opened) = match (path, opened) {
            (Some(path), Some(opened)) if self.checkpoint.is_some() => return self.stream(path, opened),
            (Some(path), Some(opened)) if self.can_stream => (path, opened),
            (_, Some(opened)) => {
                return whole(timed(|| opened.read(exec, &options)).map_err(needing_all)?);
            }
            (_, None) => {
                return whole(timed(|| boscage::io::read_bytes(exec, BUNDLED_NAME, BUNDLED, &options))?);
            }
        };
        let receiver = self.receiver(path, &opened);
        match timed(|| opened.read_or_stream(exec, &options, receiver)) {
            Ok(((Arrived::Whole(input), _), seconds)) => whole((input, seconds)),
            Ok(((Arrived::Streamed(input), receiver), seconds)) => {
                Ok(Graph::Passed(Box::new(receiver), input, seconds))
            }
            // A file that is compressed is read again.
            Err(refused @ Error::TooLarge { .. }) if path.is_file() => {
                let opened = Opened::new(path)?;
                self.search.bar.reads(path, opened.progress());
                match self.stream(path, opened) {
                    // It says less about the graph than the refusal.
                    Err(Failure::Error(Error::OutOfMemory { .. })) => Err(refused.into()),
                    // Edges that are kept, of other formats, are refused again.
                    other => other,
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    fn whole(&self, input: Input, seconds: f64) -> Result<Graph, Failure> {
        self.needs.admit_page(&input)?;
        Ok(Graph::Whole(input, seconds))
    }

    /// Reads a graph as a stream, if its format allows that.
    fn stream(&self, path: &Path, opened: Opened) -> Result<Graph, Failure> {
        let receiver = self.receiver(path, &opened);
        let receiver = match &self.checkpoint {
            Some(plan) => receiver.with_checkpoints(self.search, plan, &opened, self.read)?,
            None => receiver,
        };
        let ((arrived, receiver), seconds) =
            timed(|| opened.stream_or_read(self.search.finder.exec, &self.options(), receiver))?;
        match arrived {
            Arrived::Whole(input) => {
                receiver.check_saved()?;
                self.whole(input, seconds)
            }
            Arrived::Streamed(input) => Ok(Graph::Passed(Box::new(receiver), input, seconds)),
        }
    }

    fn receiver(&self, path: &Path, opened: &Opened) -> Receiver {
        let later = Later { proof: self.search.proof, replacements: self.needs.replacements };
        Receiver::new(self.search, opened, path, later)
    }

    fn options(&self) -> ReadOptions {
        ReadOptions { admit: Some(self.needs.clone().admit()), ..self.read.clone() }
    }
}

/// Says in the error of a graph that is too large what would read it as a stream.
fn needing_all(error: Error) -> Error {
    match error {
        Error::TooLarge { path, estimate, allowed, .. } if path.is_file() => {
            let cure = "--memory SIZE or unlimited overrides this; without --report and --algorithm, \
                        it may be read as a stream";
            Error::TooLarge { path, estimate, allowed, cure }
        }
        other => other,
    }
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
    let found = Found {
        graph: list.as_view(),
        names,
        attributes,
        forest: &forest,
        ids: None,
        report: &report,
        density: None,
    };
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
