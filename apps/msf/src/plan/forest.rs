//! The plans of `msf GRAPH`: a forest, or an estimate of the memory that it would take.

use std::path::PathBuf;

use boscage::graph::Objective;
use boscage::io::ReadOptions;
use boscage_operators::msf::Algorithm;
use boscage_programs::files::{keep, stdout_is_taken};

use super::Task;
use crate::backend::{Backend, Operator};
use crate::clusters::Clustering;
use crate::options::{ForestOptions, mistyped};
use crate::outputs::Outputs;
use crate::page::{Coordinates, Places};
use crate::report::ReportForm;

/// A forest to be found.
pub(crate) struct ForestPlan {
    /// The graph's file; the bundled road network if there is none.
    pub(crate) graph: Option<PathBuf>,
    pub(crate) read: ReadOptions,
    pub(crate) objective: Objective,
    pub(crate) operator: Operator,
    /// The window of the operator that has one, if it does not choose it itself.
    pub(crate) window: Option<usize>,
    pub(crate) threads: Option<usize>,
    /// Proves the forest.
    pub(crate) proof: bool,
    pub(crate) outputs: Outputs<PathBuf>,
    /// The form of the report, if one is printed.
    pub(crate) report: Option<ReportForm>,
    /// Outputs take the standard output, so the report does not.
    pub(crate) stdout_is_taken: bool,
    pub(crate) quiet: bool,
}

/// Memory to be estimated.
pub(crate) struct EstimatePlan {
    pub(crate) graph: PathBuf,
    pub(crate) read: ReadOptions,
    pub(crate) backend: Backend,
    pub(crate) threads: Option<usize>,
    pub(crate) as_json: bool,
    pub(crate) quiet: bool,
}

/// Resolves the options of `msf GRAPH`.
pub(super) fn resolve(options: ForestOptions) -> Result<Task, String> {
    if let Some(message) = options.graph.as_deref().and_then(mistyped) {
        return Err(message);
    }
    let operator = options.backend.operator(&options.algorithm)?;
    if options.window.is_some() && operator != Operator::on_cpu(Algorithm::WindowedKruskal) {
        return Err("--window goes with --algorithm windowed-kruskal".into());
    }
    let outputs = outputs(&options);
    let stdout_is_taken =
        stdout_is_taken(outputs.files(), "only one of the outputs can be the standard output")?;
    let places = outputs.page.as_ref().and_then(|(_, coordinates)| coordinates.places.as_ref()?.path());
    keep(options.graph.as_deref().into_iter().chain(places), outputs.files())?;

    let ForestOptions { graph, backend, window, stats, input, .. } = options;
    let (read, objective, quiet) = (input.read_options(), input.objective(), input.quiet);
    let threads = options.threads.number;
    Ok(match graph {
        Some(graph) if options.estimate => {
            let as_json = stats == ReportForm::Json;
            Task::Estimate(EstimatePlan { graph, read, backend, threads, as_json, quiet })
        }
        graph => {
            let proof = options.verify || graph.is_none();
            let report = Some(stats).filter(|&form| form != ReportForm::Human || !quiet);
            Task::Forest(ForestPlan {
                graph,
                read,
                objective,
                operator,
                window,
                threads,
                proof,
                outputs,
                report,
                stdout_is_taken,
                quiet,
            })
        }
    })
}

/// Returns the files to write, each with what goes there.
fn outputs(options: &ForestOptions) -> Outputs<PathBuf> {
    let clustering = match (options.clusters, &options.cut) {
        (Some(count), _) => Clustering::Count(count),
        (None, Some(weight)) => Clustering::Within(weight.clone()),
        (None, None) => Clustering::Trees,
    };
    let coordinates = || Coordinates {
        places: Places::find(options.graph.as_deref(), options.coordinates.as_deref()),
        are_degrees: options.degrees,
        quiet: options.input.quiet,
    };
    Outputs {
        forest: options.out.clone().map(|file| (file, options.format)),
        components: options.components.clone().map(|file| (file, clustering)),
        profile: options.profile.clone(),
        page: options.report.clone().map(|file| (file, coordinates())),
    }
}
