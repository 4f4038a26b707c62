//! The report of a run, and its machine-readable forms.

use std::ops::Deref;
use std::path::Path;

use boscage::exec::{StageKind, Statistics};
use boscage::graph::Weight;
use boscage::io::Input;
use boscage::{input_name, memory};
use boscage_programs::report::{ForestReport, Total};
use clap::ValueEnum;
use serde::Serialize;

use crate::forest_format::NamedForest;
use crate::search::{Search, SearchFacts};

/// How a run is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A short summary
    Human,
    /// One JSON object
    Json,
    /// Every loop, in the CSV that Galois prints
    Csv,
}

/// 2: `loops` are loops only, `stages` are apart from them, and both say what they ran within.
const VERSION: u32 = 2;

/// Everything that a run found out. As JSON, this is the object that `--stats json` prints.
#[derive(Serialize)]
pub(crate) struct RunReport {
    #[serde(flatten)]
    pub(crate) forest: ForestReport,
    /// `cpu` or `gpu`.
    pub(crate) backend: &'static str,
    /// The GPU's name, if it ran there.
    pub(crate) device: Option<String>,
    /// Number of clusters that `--components` has divided the nodes into.
    pub(crate) clusters: Option<usize>,
    /// Rounds of all loops together.
    pub(crate) rounds: usize,
    pub(crate) seconds: Seconds,
    /// Processor time that each thread used while the forest was found, the main thread last, in seconds;
    /// unknown on some systems.
    pub(crate) thread_seconds: Option<Vec<f64>>,
    /// Its loops and stages.
    #[serde(flatten)]
    pub(crate) statistics: Statistics,
}

impl Deref for RunReport {
    type Target = ForestReport;

    fn deref(&self) -> &ForestReport {
        &self.forest
    }
}

/// How long the stages took, in seconds.
#[derive(Serialize)]
pub(crate) struct Seconds {
    /// From the name of the input to a graph in memory.
    pub(crate) read: f64,
    /// Of `forest`: conversion from the reader's form of the graph to the operator's.
    pub(crate) build: f64,
    /// From the graph as the reader left it to the forest.
    pub(crate) forest: f64,
    /// The proof, if it was asked for.
    pub(crate) verify: Option<f64>,
}

impl RunReport {
    /// Reports a search in an input that took `read` seconds to read.
    pub(crate) fn new<W: Weight>(
        search: &Search<'_>,
        input: &Input,
        found: &NamedForest<'_, W>,
        read: f64,
        facts: SearchFacts,
    ) -> Self
    where
        Total: From<W::Total>,
    {
        let NamedForest { graph, forest, .. } = found;
        let SearchFacts { operator, seconds, proof_seconds, thread_seconds, statistics } = facts;
        let build = statistics.seconds_of(StageKind::Convert);
        Self {
            forest: ForestReport {
                version: VERSION,
                graph: input.path.display().to_string(),
                format: input.format.to_string(),
                format_is_guessed: input.is_guessed,
                remarks: input.remarks.iter().map(ToString::to_string).collect(),
                weight_type: W::NAME,
                objective: search.objective,
                algorithm: search.operator.name(),
                operator: operator.name(),
                threads: search.finder.exec.threads(),
                nodes: graph.nodes(),
                edges: graph.len() as u64,
                forest_edges: forest.edges().len() as u64,
                trees: forest.trees(),
                total_weight: forest.total().into(),
                verified: proof_seconds.is_some(),
                peak_bytes: memory::peak(),
            },
            backend: search.operator.backend.name(),
            device: search.finder.gpu.map(|gpu| gpu.name().to_owned()),
            clusters: None,
            rounds: statistics.loops.iter().map(|one| one.rounds.len()).sum(),
            seconds: Seconds { read, build, forest: seconds, verify: proof_seconds },
            thread_seconds,
            statistics,
        }
    }

    /// Returns the name of the graph.
    pub(crate) fn title(&self) -> String {
        let path = Path::new(&self.graph);
        input_name(path.file_name().map_or(path, Path::new)).to_string()
    }

    /// Returns the loops as Galois prints them.
    pub(crate) fn csv(&self) -> String {
        let mut csv = Vec::new();
        self.statistics.write_galois_csv(&mut csv).expect("a vector takes all that is written");
        String::from_utf8(csv).expect("names of loops and numbers are text")
    }
}
