//! The plan of `msf GRAPH --estimate`.

use std::path::PathBuf;

use boscage::io::ReadOptions;

use super::forest;
use crate::backend::Backend;
use crate::options::ForestOptions;
use crate::report::ReportForm;

/// A graph of which the memory that forests take is to be estimated.
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
        let backend = forest::operator(&options)?.backend;
        let ForestOptions { graph, threads, stats, input, .. } = options;
        let graph = graph.expect("the command line demands a graph");
        let (read, as_json, quiet) = (input.read_options(), stats == ReportForm::Json, input.quiet);
        Ok(Self { graph, read, backend, threads, as_json, quiet })
    }
}
