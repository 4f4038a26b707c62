//! The plans of `msf GRAPH`: a forest, or an estimate of its memory.

use std::path::PathBuf;
use std::time::Duration;

use boscage::exec::Schedule;
use boscage::graph::Objective;
use boscage::io::{Output, ReadOptions};
use boscage::operators::msf::{Auto, WindowedKruskal};
use boscage::output_name;
use boscage_programs::files::{keep, stdout_is_taken};

use crate::backend::{Backend, Operator};
use crate::clusters::Clustering;
use crate::forest_format::ForestFormat;
use crate::options::{ForestOptions, mistyped};
use crate::outputs::Outputs;
use crate::page::{Coordinates, Places};
use crate::report::ReportForm;

/// A forest to find.
pub(crate) struct ForestPlan {
    /// The graph's file; `None` for the bundled road network.
    pub(crate) graph: Option<PathBuf>,
    pub(crate) read: ReadOptions,
    pub(crate) objective: Objective,
    pub(crate) operator: Operator,
    pub(crate) threads: Option<usize>,
    /// Proves the forest.
    pub(crate) proof: bool,
    pub(crate) outputs: Outputs<PathBuf>,
    /// Checkpoints, if the graph is read as a stream from which a run can go on.
    pub(crate) checkpoint: Option<CheckpointPlan>,
    /// The form of the report, if one is printed.
    pub(crate) report: Option<ReportForm>,
    /// An output goes to the standard output, so the report does not.
    pub(crate) stdout_is_taken: bool,
    pub(crate) quiet: bool,
}

/// A file in which the state of a run is saved.
#[derive(Clone, Debug)]
pub(crate) struct CheckpointPlan {
    pub(crate) path: PathBuf,
    /// Its name until it is complete.
    pub(crate) partial: PathBuf,
    /// Time between two writes.
    pub(crate) every: Duration,
}

impl ForestPlan {
    pub(super) fn new(options: ForestOptions) -> Result<Self, String> {
        let operator = with_window(operator(&options)?, options.window)?;
        let (outputs, stdout_is_taken) = checked_outputs(&options)?;
        let checkpoint = checkpoint(&options, operator, &outputs)?;
        let ForestOptions { graph, stats, threads, input, .. } = options;
        let (read, objective, quiet) = (input.read_options(), input.objective(), input.quiet);
        let proof = options.verify || graph.is_none();
        let report = Some(stats).filter(|&form| form != ReportForm::Human || !quiet);
        Ok(Self {
            graph,
            read,
            objective,
            operator,
            threads,
            proof,
            outputs,
            checkpoint,
            report,
            stdout_is_taken,
            quiet,
        })
    }
}

/// A graph for which to estimate the memory of forests.
pub(crate) struct EstimatePlan {
    pub(crate) graph: PathBuf,
    pub(crate) read: ReadOptions,
    pub(crate) backend: Backend,
    pub(crate) threads: Option<usize>,
    pub(crate) as_json: bool,
    pub(crate) quiet: bool,
}

impl EstimatePlan {
    pub(super) fn new(options: ForestOptions) -> Result<Self, String> {
        let backend = operator(&options)?.backend();
        let ForestOptions { graph, threads, stats, input, .. } = options;
        let graph = graph.expect("the command line requires a graph");
        let (read, as_json, quiet) = (input.read_options(), stats == ReportForm::Json, input.quiet);
        Ok(Self { graph, read, backend, threads, as_json, quiet })
    }
}

/// Returns an error for a graph that may be meant as a subcommand.
pub(super) fn mistaken(options: &ForestOptions) -> Result<(), String> {
    options.graph.as_deref().and_then(mistyped).map_or(Ok(()), Err)
}

/// Returns the requested operator; an error for a graph that may be meant as a subcommand.
fn operator(options: &ForestOptions) -> Result<Operator, String> {
    mistaken(options)?;
    options.backend.operator(&options.algorithm)
}

/// Returns the files to write, and whether one of them is the standard output.
pub(super) fn checked_outputs(options: &ForestOptions) -> Result<(Outputs<PathBuf>, bool), String> {
    let outputs = outputs(options)?;
    let has_columns = outputs.forest.as_ref().is_some_and(|one| one.1.has_trees());
    if outputs.root.is_some() && !has_columns {
        return Err("--root requires --out in CSV, GeoJSON or GraphML, which have depth and cost".into());
    }
    if !outputs.have_places() && (options.coordinates.is_some() || options.degrees.is_some()) {
        let option = if options.degrees.is_some() { "--degrees" } else { "--coordinates" };
        return Err(format!(
            "{option} requires --report, --trees, or --out or --largest-tree in GeoJSON or GraphML"
        ));
    }
    let refusal = "only one of the outputs can be the standard output";
    let stdout_is_taken = stdout_is_taken(outputs.files(), refusal)?;
    let places = outputs.coordinates.places.as_ref().and_then(Places::path);
    keep(options.graph.as_deref().into_iter().chain(places), outputs.files())?;
    Ok((outputs, stdout_is_taken))
}

/// Returns the plan of checkpoints, if one is requested.
fn checkpoint(
    options: &ForestOptions,
    operator: Operator,
    outputs: &Outputs<PathBuf>,
) -> Result<Option<CheckpointPlan>, String> {
    let Some(path) = options.checkpoint.clone() else { return Ok(None) };
    if operator != Operator::Cpu(&Auto) {
        return Err("--checkpoint requires the algorithm auto on the CPU, which reads a stream".into());
    }
    if Output::is_stdout(&path) {
        return Err("--checkpoint requires a file: the standard output cannot be read again".into());
    }
    let mut partial = path.clone().into_os_string();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    if let Some(file) = outputs.files().find(|&file| file == path || file == partial) {
        return Err(format!("--checkpoint: another output goes to {}", output_name(file)));
    }
    keep(options.graph.as_deref().into_iter().chain(outputs.files()), [&*path, &*partial])?;
    let every = Duration::try_from_secs_f64(60.0 * options.interval)
        .map_err(|_| "--interval requires a number of minutes".to_owned())?;
    Ok(Some(CheckpointPlan { path, partial, every }))
}

/// Returns the operator with a window of this many edges, if one is requested.
fn with_window(operator: Operator, window: Option<usize>) -> Result<Operator, String> {
    let Some(window) = window else { return Ok(operator) };
    // Lives as long as the program, like the operators of the tables.
    let windowed = Box::leak(Box::new(WindowedKruskal { schedule: Schedule::Window(window) }));
    if operator != Operator::Cpu(windowed) {
        return Err("--window requires --algorithm windowed-kruskal".into());
    }
    Ok(Operator::Cpu(windowed))
}

/// Returns the files to write, each with its content.
fn outputs(options: &ForestOptions) -> Result<Outputs<PathBuf>, String> {
    let clustering = match (options.clusters, &options.cut) {
        (Some(count), _) => Clustering::Count(count),
        (None, Some(weight)) => Clustering::Within(weight.clone()),
        (None, None) => Clustering::Trees,
    };
    let coordinates = Coordinates {
        // Points have their own.
        places: match options.points.points {
            true => None,
            false => Places::find(options.graph.as_deref(), options.coordinates.as_deref()),
        },
        are_degrees: options.degrees,
        quiet: options.input.quiet,
    };
    let with_format = |file: &PathBuf, format: Option<ForestFormat>| {
        let format = format.map_or_else(|| ForestFormat::from_suffix(file), Ok)?;
        Ok::<_, String>((file.clone(), format))
    };
    Ok(Outputs {
        forest: options.out.as_ref().map(|file| with_format(file, options.format)).transpose()?,
        root: options.root.clone(),
        largest: options.largest_tree.as_ref().map(|file| with_format(file, None)).transpose()?,
        trees: options.trees.clone(),
        replacements: options.replacements.clone(),
        components: options.components.clone().map(|file| (file, clustering)),
        profile: options.parallelism.clone(),
        page: options.report.clone(),
        unit: options.unit.clone(),
        coordinates,
    })
}
