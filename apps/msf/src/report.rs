//! The report of a run, and its machine-readable forms.

use std::path::Path;

use boscage::exec::Statistics;
use boscage::graph::Objective;
use boscage::input_name;
use boscage_programs::report::{Total, serialize_objective};
use serde::{Serialize, Serializer};

use crate::backend::Operator;

/// 2: `loops` are loops only, `stages` are apart from them, and both say what they ran within.
pub(crate) const VERSION: u32 = 2;

/// Everything a run found out. As JSON, this is the object that `--stats json` prints.
#[derive(Serialize)]
pub(crate) struct Report {
    /// What keys there are, and what they mean: [`VERSION`].
    pub(crate) version: u32,
    /// The input's name.
    pub(crate) graph: String,
    /// The input's format.
    pub(crate) format: String,
    /// True if the format was concluded from content without a signature.
    pub(crate) format_is_guessed: bool,
    /// Remarks of the reader.
    pub(crate) remarks: Vec<String>,
    /// The type of its weights.
    pub(crate) weight_type: &'static str,
    /// `minimum` or `maximum`.
    #[serde(serialize_with = "serialize_objective")]
    pub(crate) objective: Objective,
    /// What was asked for, possibly `auto`.
    #[serde(serialize_with = "name")]
    pub(crate) algorithm: Operator,
    /// What ran.
    #[serde(serialize_with = "name")]
    pub(crate) operator: Operator,
    /// `cpu` or `gpu`.
    pub(crate) backend: &'static str,
    /// The GPU's name, if it ran there.
    pub(crate) device: Option<String>,
    pub(crate) threads: usize,
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
    pub(crate) forest_edges: usize,
    pub(crate) trees: usize,
    /// Into how many parts `--components` has divided the nodes.
    pub(crate) clusters: Option<usize>,
    pub(crate) total_weight: Total,
    /// Rounds of all loops together.
    pub(crate) rounds: usize,
    /// Whether the forest was proved minimal. (If it was tried and failed, there is no report.)
    pub(crate) verified: bool,
    pub(crate) seconds: Seconds,
    /// Processor time that each thread used while the forest was found, the main thread last, in seconds;
    /// unknown on some systems.
    pub(crate) thread_seconds: Option<Vec<f64>>,
    /// The most memory the process has held; unknown on some systems.
    pub(crate) peak_bytes: Option<u64>,
    /// Its loops and stages.
    #[serde(flatten)]
    pub(crate) statistics: Statistics,
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

fn name<S: Serializer>(algorithm: &Operator, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(algorithm.name())
}

impl Report {
    /// What the graph is called.
    pub(crate) fn title(&self) -> String {
        let path = Path::new(&self.graph);
        input_name(path.file_name().map_or(path, Path::new)).to_string()
    }

    /// The loops as Galois prints them.
    pub(crate) fn csv(&self) -> String {
        let mut csv = Vec::new();
        self.statistics.write_galois_csv(&mut csv).expect("a vector takes all that is written");
        String::from_utf8(csv).expect("names of loops and numbers are text")
    }
}
