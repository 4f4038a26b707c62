//! The plan of `msf bench`.

use std::path::PathBuf;
use std::time::Duration;

use boscage::graph::Objective;
use boscage::io::ReadOptions;
use boscage::operators::msf::papers;
use boscage_measuring::contention;
use boscage_programs::files::{is_stdin, keep, stdout_is_taken};
use boscage_programs::input::thread_counts;

use crate::backend::{AUTO, Backend, Operator};
use crate::bench::export::{Exporter, Html, Json, Markdown, Svg, Table};
use crate::bench::{self, Origin, Settings, growing, suite};
use crate::options::BenchOptions;

/// Operators to time on some graphs.
pub(crate) struct BenchPlan {
    pub(crate) origins: Vec<Origin>,
    pub(crate) read: ReadOptions,
    pub(crate) settings: Settings,
    /// The files to write, each with its exporter.
    pub(crate) exports: Vec<(PathBuf, Box<dyn Exporter>)>,
    /// An export goes to the standard output, so the table does not.
    pub(crate) stdout_is_taken: bool,
    /// Prints the choices of `auto` instead of all figures.
    pub(crate) choices: bool,
    pub(crate) quiet: bool,
}

impl BenchPlan {
    pub(super) fn new(options: BenchOptions) -> Result<Self, String> {
        if options.contention {
            contention::check("msf")?;
        }
        for name in &options.algorithms {
            options.backend.operator(name)?;
        }
        if options.markdown.is_some() && options.backend == Backend::Gpu {
            return Err(
                "--markdown cannot be used with --backend gpu: its tables are of operators on the processor"
                    .into(),
            );
        }
        refuse_beside(&options)?;
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

/// Checks the names of programs, and options that programs of others do not have.
fn refuse_beside(options: &BenchOptions) -> Result<(), String> {
    let names: Vec<&str> = options.beside.iter().map(|entrant| &*entrant.name).collect();
    for (i, name) in names.iter().enumerate() {
        if *name == bench::FLOOR || Backend::Cpu.operator(name).is_ok() {
            return Err(format!("--beside: expected another name than that of an algorithm, found {name}"));
        }
        if names[..i].contains(name) {
            return Err(format!("--beside: expected different names, found {name} twice"));
        }
    }
    if !names.is_empty() && options.backend == Backend::Gpu {
        return Err("--beside cannot be used with --backend gpu: other programs run on the processor".into());
    }
    if !names.is_empty() && options.input.objective() == Objective::Maximum {
        return Err("--beside cannot be used with --maximum: other programs find minimum forests".into());
    }
    Ok(())
}

/// Returns the settings, with the operators each once, in their order.
fn settings(options: &BenchOptions) -> Settings {
    let BenchOptions { algorithms, backend, runs, beside, input, .. } = options;
    let is_named = !algorithms.is_empty();
    let mut operators = backend.operators();
    let is_of_paper = |one: &Operator| papers::operators().any(|paper| paper.name() == one.name());
    operators.retain(|one| match is_named {
        true => algorithms.iter().any(|name| name == one.name()),
        false if options.choices => !is_of_paper(one),
        false => beside.is_empty() || one.name() == AUTO,
    });
    let objective = input.objective();
    let threads = match options.contention {
        true if options.threads.is_empty() => contention::WORKERS.to_vec(),
        _ => thread_counts(&options.threads),
    };
    let (backend, contention, runs) = (*backend, options.contention, *runs);
    let (beside, limit) = (beside.clone(), Duration::from_secs(options.limit as u64));
    Settings { backend, operators, is_named, threads, runs, contention, objective, beside, limit }
}

/// Chooses the exporter of each file.
fn exports(options: &BenchOptions) -> Vec<(PathBuf, Box<dyn Exporter>)> {
    let BenchOptions { json, html, svg, markdown, .. } = options;
    let table = match (&options.beside[..], &options.algorithms[..]) {
        ([], []) => Table::Operators,
        ([], _) => Table::Graphs,
        _ => Table::Race,
    };
    let all: [Option<(PathBuf, Box<dyn Exporter>)>; 4] = [
        json.clone().map(|file| (file, Box::new(Json) as _)),
        html.clone().map(|file| (file, Box::new(Html) as _)),
        svg.clone().map(|file| (file, Box::new(Svg) as _)),
        markdown.clone().map(|file| (file.clone(), Box::new(Markdown { file, table }) as _)),
    ];
    all.into_iter().flatten().collect()
}
