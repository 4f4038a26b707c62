//! The plan of `msf bench`.

use std::path::PathBuf;

use boscage::io::ReadOptions;
use boscage::operators::msf::papers;
use boscage_programs::files::{is_stdin, keep, stdout_is_taken};
use boscage_programs::input::thread_counts;

use crate::backend::{Backend, Operator};
use crate::bench::export::{Exporter, Html, Json, Markdown, Svg, Table};
use crate::bench::{Origin, Settings, growing, suite};
use crate::options::BenchOptions;

/// Operators to be timed on some graphs.
pub(crate) struct BenchPlan {
    pub(crate) origins: Vec<Origin>,
    pub(crate) read: ReadOptions,
    pub(crate) settings: Settings,
    /// The files to write, each with what renders it.
    pub(crate) exports: Vec<(PathBuf, Box<dyn Exporter>)>,
    /// Exports take the standard output, so the table does not.
    pub(crate) stdout_is_taken: bool,
    /// Prints how well `auto` chooses, instead of all figures.
    pub(crate) choices: bool,
    pub(crate) quiet: bool,
}

impl BenchPlan {
    pub(super) fn new(options: BenchOptions) -> Result<Self, String> {
        for name in &options.algorithms {
            options.backend.operator(name)?;
        }
        if options.markdown.is_some() && options.backend == Backend::Gpu {
            return Err("--markdown is of the operators of the processor".into());
        }
        let exports = exports(&options);
        let files = || exports.iter().map(|(file, _)| file.as_path());
        let refusal = "only one of --json, --html, --svg and --markdown can be the standard output";
        let stdout_is_taken = stdout_is_taken(files(), refusal)?;
        if options.graphs.iter().filter(|path| is_stdin(path)).count() > 1 {
            return Err("only one GRAPH can be the standard input".into());
        }
        keep(options.graphs.iter().map(PathBuf::as_path), files())?;
        let settings = settings(&options);
        let BenchOptions { graphs, scale, scaling, choices, input, .. } = options;
        let origins = match graphs.is_empty() {
            false => graphs.into_iter().map(Origin::file).collect(),
            true if scaling => growing(scale),
            true if choices => crate::bench::choices(scale),
            true => suite(scale),
        };
        let (read, quiet) = (input.read_options(), input.quiet);
        Ok(Self { origins, read, settings, exports, stdout_is_taken, choices, quiet })
    }
}

/// Returns the settings, with the operators each once, in their own order.
fn settings(options: &BenchOptions) -> Settings {
    let BenchOptions { algorithms, backend, runs, input, .. } = options;
    let is_named = !algorithms.is_empty();
    let mut operators = backend.operators();
    operators.retain(|one| !is_named || algorithms.iter().any(|name| name == one.name()));
    let is_of_paper = |one: &Operator| papers::operators().any(|paper| paper.name() == one.name());
    operators.retain(|one| !options.choices || !is_of_paper(one));
    let (threads, objective) = (thread_counts(&options.threads), input.objective());
    Settings { backend: *backend, operators, is_named, threads, runs: *runs, objective }
}

/// Chooses the exporter of each file.
fn exports(options: &BenchOptions) -> Vec<(PathBuf, Box<dyn Exporter>)> {
    let BenchOptions { json, html, svg, markdown, .. } = options;
    let table = if options.algorithms.is_empty() { Table::Operators } else { Table::Graphs };
    let all: [Option<(PathBuf, Box<dyn Exporter>)>; 4] = [
        json.clone().map(|file| (file, Box::new(Json) as _)),
        html.clone().map(|file| (file, Box::new(Html) as _)),
        svg.clone().map(|file| (file, Box::new(Svg) as _)),
        markdown.clone().map(|file| (file.clone(), Box::new(Markdown { file, table }) as _)),
    ];
    all.into_iter().flatten().collect()
}
