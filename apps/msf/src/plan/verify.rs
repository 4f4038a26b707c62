//! The plan of `msf verify`.

use std::path::PathBuf;

use boscage::graph::Objective;
use boscage::io::ReadOptions;
use boscage_programs::files::is_stdin;

use crate::forest_format::ForestFormat;
use crate::options::VerifyOptions;

/// A forest's file to verify, and its graph.
pub(crate) struct VerifyPlan {
    pub(crate) graph: PathBuf,
    pub(crate) read: ReadOptions,
    pub(crate) forest: PathBuf,
    /// Format of the forest's file; `None` if it is to be found from the content.
    pub(crate) format: Option<ForestFormat>,
    pub(crate) objective: Objective,
    /// Also refuses a minimal forest that differs from the one of the order of the edges.
    pub(crate) exact: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) quiet: bool,
}

impl VerifyPlan {
    pub(super) fn new(options: VerifyOptions) -> Result<Self, String> {
        let VerifyOptions { graph, forest, format, exact, threads, input } = options;
        if is_stdin(&graph) && is_stdin(&forest) {
            return Err("only one of GRAPH and FOREST can be the standard input".into());
        }
        let (read, objective, quiet) = (input.read_options(), input.objective(), input.quiet);
        Ok(Self { graph, read, forest, format, objective, exact, threads, quiet })
    }
}
