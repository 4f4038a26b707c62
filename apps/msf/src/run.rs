//! `msf GRAPH`: reads the graph, finds its forest, writes what was asked for, reports.

#[cfg(unix)]
use std::io::IsTerminal;
use std::path::Path;

use boscage::exec::{CancelToken, Exec, StageKind};
use boscage::graph::{EdgeList, Weight};
use boscage::io::{Input, Opened};
use boscage::{Result, memory, with_weighted_list};
use boscage_kernels::Gpu;
use boscage_measuring::failure::Failure;
use boscage_programs::input::InputOptions;
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use boscage_programs::report::{self, ForestReport, Total, timed};
use boscage_programs::show::{counted, print, print_on_stderr, say, warnings};

use crate::backend::{Backend, Finder};
use crate::clusters::Parts;
use crate::needs::{self, Plan};
use crate::options::{ForestOptions, Statistics, ThreadOptions};
use crate::outputs::{Found, Outputs, encoder_memory};
use crate::page::{processor_seconds, used};
use crate::report::{Report, Seconds, VERSION};
use crate::summary::{WHAT_NEXT, summary};
use crate::verify;

/// The graph that is used where none is named.
const BUNDLED: &[u8] = include_bytes!("../road-100k.gr.xz");

/// Its name.
const BUNDLED_NAME: &str = "road-100k.gr.xz";

pub(crate) fn run(options: &ForestOptions) -> Result<(), Failure> {
    let token = CancelToken::new();
    let bar = bar(&options.input, options.graph.as_deref());
    interrupt::watch("msf", token.clone(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    // Nothing else is started before there is something for it to do.
    let opened = options.graph.as_deref().map(Opened::new).transpose()?;
    let gpu = open(options.backend)?;
    let outputs = Outputs::begin(options)?;
    let exec = exec(&options.threads, &token, &bar)?;
    let opened = match opened {
        Some(opened) if options.estimate => return needs::print_estimates(options, opened, &exec),
        opened => opened,
    };
    let found = find(options, &exec, gpu.as_ref(), opened, outputs, &bar);
    bar.clear();
    let (report, input) = found?;
    publish(options, &report, &input)
}

/// From the command line to the written forest.
fn find(
    options: &ForestOptions,
    exec: &Exec,
    gpu: Option<&Gpu>,
    opened: Option<Opened>,
    outputs: Outputs,
    bar: &Bar,
) -> Result<(Report, Input), Failure> {
    let plan = Plan {
        operators: vec![options.operator()],
        proof: options.verify || options.graph.is_none(),
        components: options.components.as_ref().map(|_| Parts::of(options)),
        page: outputs.page(),
        encoder: encoder_memory(options),
        threads: exec.threads(),
        ..Plan::default()
    };
    let read_options = options.input.read_options(plan.admit());
    let (input, read) = timed(|| match opened {
        Some(opened) => opened.read(exec, &read_options),
        None => boscage::io::read_bytes(exec, BUNDLED_NAME, BUNDLED, &read_options),
    })?;
    warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
    let report = with_weighted_list!(&input.list, list => {
        forest(&Job { options, exec, gpu, input: &input, bar, read }, list, outputs)
    })??;
    Ok((report, input))
}

/// The GPU, if it is wanted: without one, the graph need not be read.
pub(crate) fn open(backend: Backend) -> Result<Option<Gpu>, Failure> {
    match backend {
        Backend::Cpu => Ok(None),
        Backend::Gpu => Ok(Some(Gpu::open()?)),
    }
}

/// What the stages share.
struct Job<'a> {
    options: &'a ForestOptions,
    exec: &'a Exec,
    gpu: Option<&'a Gpu>,
    input: &'a Input,
    bar: &'a Bar,
    /// Seconds it took to read the input.
    read: f64,
}

/// Finds the forest, proves it if so desired, and writes the outputs.
fn forest<W: Weight>(job: &Job<'_>, list: &EdgeList<W>, outputs: Outputs) -> Result<Report, Failure>
where
    Total: From<W::Total>,
{
    let Job { options, exec, input, .. } = *job;
    let objective = options.input.objective();
    let operator = options.operator().chosen(list.as_view(), objective, exec.threads());
    job.bar.stage(operator.name());
    let finder = Finder { exec, gpu: job.gpu };
    let during = |step| move |failure: Failure| failure.during(&input.path, step);
    let forest = || finder.forest(operator, list.as_view(), objective, options.window);
    let before = processor_seconds(exec);
    let (forest, seconds) = timed(forest).map_err(during(operator.name()))?;
    let thread_seconds = used(before, processor_seconds(exec));
    let statistics = exec.take_statistics();
    let verify = match options.verify || options.graph.is_none() {
        true => {
            job.bar.stage("verifying");
            let prove = || verify::prove(exec, list.as_view(), &input.names, &forest, objective);
            Some(timed(prove).map_err(during("verifying"))?.1)
        }
        false => None,
    };
    let build = statistics.seconds_of(StageKind::Convert);
    let mut report = Report {
        forest: ForestReport {
            version: VERSION,
            graph: input.path.display().to_string(),
            format: input.format.to_string(),
            format_is_guessed: input.is_guessed,
            remarks: input.remarks.iter().map(ToString::to_string).collect(),
            weight_type: W::NAME,
            objective,
            algorithm: options.operator().name(),
            operator: operator.name(),
            threads: exec.threads(),
            nodes: list.nodes(),
            edges: list.len() as u64,
            forest_edges: forest.edges().len() as u64,
            trees: forest.trees(),
            total_weight: forest.total().into(),
            verified: verify.is_some(),
            peak_bytes: memory::peak(),
        },
        backend: options.backend.name(),
        device: job.gpu.map(|gpu| gpu.name().to_owned()),
        clusters: None,
        rounds: statistics.loops.iter().map(|one| one.rounds.len()).sum(),
        seconds: Seconds { read: job.read, build, forest: seconds, verify },
        thread_seconds,
        statistics,
    };
    job.bar.stage("writing");
    let found = Found { graph: list.as_view(), names: &input.names, forest: &forest };
    let written = outputs.finish(exec, &found, &report);
    report.clusters = written.map_err(|error| error.during(&input.path, "writing results"))?;
    report.forest.peak_bytes = memory::peak();
    Ok(report)
}

/// Says what the run was like: on the standard output, unless results went there.
fn publish(options: &ForestOptions, report: &Report, input: &Input) -> Result<(), Failure> {
    if options.graph.is_none() && has_input() {
        say("msf: warning: the standard input is not read: to read a graph from it, name it -");
    }
    let mut text = match options.stats {
        Statistics::Json => report::json(report),
        Statistics::Csv => report.csv(),
        Statistics::Human if options.input.quiet => return Ok(()),
        Statistics::Human => summary(report, input, options.input.law()),
    };
    if options.graph.is_none() && options.stats == Statistics::Human {
        text += WHAT_NEXT;
    }
    let printed = if options.stdout_is_taken() { print_on_stderr(text) } else { print(text) };
    printed.map_err(Failure::from)
}

/// Returns whether something has come to the standard input.
#[cfg(unix)]
fn has_input() -> bool {
    let input = std::io::stdin();
    !input.is_terminal() && rustix::io::ioctl_fionread(input).is_ok_and(|bytes| bytes > 0)
}

#[cfg(not(unix))]
fn has_input() -> bool {
    false
}

/// The threads, as the command line wants them.
pub(crate) fn exec(options: &ThreadOptions, token: &CancelToken, bar: &Bar) -> Result<Exec> {
    warn_of_threads(options.number().into_iter());
    let bar = bar.clone();
    Ok(options.exec()?.with_token(token.clone()).with_progress(move |progress| bar.round(progress)))
}

/// Says it where there are far more threads than processors: they only wait for each other.
pub(crate) fn warn_of_threads(numbers: impl Iterator<Item = usize>) {
    let processors = Exec::processors();
    if let Some(threads) = numbers.max().filter(|&threads| threads > 4 * processors) {
        let of = counted(processors, "processor", "processors");
        say(&format!(
            "msf: warning: {threads} threads on {of}: more than four a processor slow each other down"
        ));
    }
}

/// The bar, if it is wanted.
pub(crate) fn bar(options: &InputOptions, graph: Option<&Path>) -> Bar {
    graph.filter(|_| !options.quiet).map_or_else(Bar::none, Bar::reading)
}
