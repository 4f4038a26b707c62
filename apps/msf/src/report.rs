//! The report of a run, and its machine-readable forms.

use std::ops::Deref;
use std::path::Path;

use boscage::exec::Statistics;
use boscage::input_name;
use boscage::io::Format;
use boscage_programs::report::ForestReport;
use clap::ValueEnum;
use serde::Serialize;

use crate::points::Distance;

/// Format of the report of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A short summary
    Human,
    /// One JSON object
    Json,
    /// Every loop, in Galois's CSV format
    Csv,
}

/// The formats of OpenStreetMap extracts.
pub(crate) const OPENSTREETMAP: [Format; 2] = [Format::OsmPbf, Format::OsmXml];

/// 2: `loops` are loops only, `stages` are separate, and both name their enclosing stage.
pub(crate) const VERSION: u32 = 2;

/// The results of a run. As JSON, this is the object that `--stats json` prints.
#[derive(Serialize)]
pub(crate) struct RunReport {
    #[serde(flatten)]
    pub(crate) forest: ForestReport,
    /// `cpu` or `gpu`.
    pub(crate) backend: &'static str,
    /// Name of the GPU, if it ran on one.
    pub(crate) device: Option<String>,
    /// Number of clusters in the output of `--components`.
    pub(crate) clusters: Option<usize>,
    /// The facts about points, if there are no edges in the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) points: Option<PointsReport>,
    /// Rounds of all loops together.
    pub(crate) rounds: u64,
    pub(crate) seconds: Seconds,
    /// Processor time of each thread during the search for the forest, the main thread last, in seconds;
    /// unknown on some systems.
    pub(crate) thread_seconds: Option<Vec<f64>>,
    /// Its loops and stages.
    #[serde(flatten)]
    pub(crate) statistics: Statistics,
}

/// The facts about points.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PointsReport {
    pub(crate) dimensions: usize,
    /// The names of the columns of a table, one per dimension.
    pub(crate) columns: Vec<String>,
    pub(crate) metric: Distance,
    /// Number of points within core distances; 1 for plain distances.
    pub(crate) min_samples: usize,
    /// Least number of points of a cluster by density.
    pub(crate) min_cluster_size: Option<usize>,
    /// Number of points in no cluster by density.
    pub(crate) noise: Option<usize>,
}

impl Deref for RunReport {
    type Target = ForestReport;

    fn deref(&self) -> &ForestReport {
        &self.forest
    }
}

/// Seconds of the stages.
#[derive(Serialize)]
pub(crate) struct Seconds {
    /// From the name of the input to a graph in memory.
    pub(crate) read: f64,
    /// Of `forest`: conversion from the reader's form of the graph to the operator's.
    pub(crate) build: f64,
    /// From the reader's graph to the forest.
    pub(crate) forest: f64,
    /// The proof, if there was one.
    pub(crate) verify: Option<f64>,
}

impl RunReport {
    /// Returns the name of the graph.
    pub(crate) fn title(&self) -> String {
        let path = Path::new(&self.graph);
        input_name(path.file_name().map_or(path, Path::new)).to_string()
    }

    /// Returns `true` if the graph is an OpenStreetMap extract; its weights are lengths in millimetres.
    pub(crate) fn is_openstreetmap(&self) -> bool {
        OPENSTREETMAP.iter().any(|format| format.to_string() == self.format)
    }

    /// Returns the distance between points, if the input has points.
    pub(crate) fn distance(&self) -> Option<Distance> {
        self.points.as_ref().map(|points| points.metric)
    }

    /// Returns the loops in Galois's CSV format.
    pub(crate) fn csv(&self) -> String {
        let mut csv = Vec::new();
        self.statistics.write_galois_csv(&mut csv).expect("writing to a vector cannot fail");
        String::from_utf8(csv).expect("names of loops and numbers are text")
    }
}
