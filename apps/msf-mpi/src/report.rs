//! What is said about a run: one JSON object, or a few lines for people.

use std::fmt::Write;

use boscage_programs::show::{bytes, counted, grouped, real, time};
use serde::{Serialize, Serializer};

use crate::traffic::Step;

/// The version of the JSON object.
pub(crate) const VERSION: u32 = 1;

/// A run. Where ranks have different figures and nothing else is said, this has the largest.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) version: u32,
    pub(crate) graph: String,
    pub(crate) format: String,
    pub(crate) weight_type: &'static str,
    pub(crate) objective: &'static str,
    pub(crate) algorithm: String,
    pub(crate) operator: &'static str,
    pub(crate) ranks: usize,
    pub(crate) machines: usize,
    pub(crate) threads: usize,
    pub(crate) nodes: usize,
    pub(crate) edges: u64,
    pub(crate) forest_edges: u64,
    pub(crate) trees: usize,
    pub(crate) total_weight: Total,
    pub(crate) verified: bool,
    pub(crate) seconds: Seconds,
    pub(crate) peak_bytes: Option<u64>,
    pub(crate) traffic: Vec<Step>,
}

/// Seconds of the stages.
#[derive(Debug, Serialize)]
pub(crate) struct Seconds {
    pub(crate) read: f64,
    pub(crate) forest: f64,
    pub(crate) verify: Option<f64>,
    pub(crate) write: Option<f64>,
}

/// The total weight, exact; in JSON as `msf` has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Total {
    Integer(i128),
    Float(f64),
}

impl From<i128> for Total {
    fn from(total: i128) -> Self {
        Self::Integer(total)
    }
}

impl From<f64> for Total {
    fn from(total: f64) -> Self {
        Self::Float(total)
    }
}

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(total) => serializer.serialize_i128(*total),
            Self::Float(total) if total.is_finite() => serializer.serialize_f64(*total),
            Self::Float(total) => serializer.serialize_str(&total.to_string()),
        }
    }
}

impl Report {
    /// One JSON object on one line.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).expect("all keys are strings, and nothing else can fail") + "\n"
    }

    /// Several lines.
    pub(crate) fn summary(&self) -> String {
        let nodes = counted(self.nodes, "node", "nodes");
        let edges = format!("{} {}", grouped(self.edges), if self.edges == 1 { "edge" } else { "edges" });
        let (graph, format, weights) = (&self.graph, &self.format, self.weight_type);
        let mut rows =
            vec![("graph", format!("{graph} ({format}), {nodes}, {edges}, weights of type {weights}"))];
        let choice = match self.operator == self.algorithm {
            true => String::new(),
            false => format!(" (the choice of {})", self.algorithm),
        };
        let ranks = counted(self.ranks, "rank", "ranks");
        let machines = counted(self.machines, "machine", "machines");
        let threads = counted(self.threads, "thread", "threads");
        rows.push(("operator", format!("{}{choice}, {ranks} on {machines}, {threads} each", self.operator)));
        let trees = counted(self.trees, "tree", "trees");
        rows.push(("forest", format!("{}, {trees}", counted(self.forest_edges as usize, "edge", "edges"))));
        let total = match self.total_weight {
            Total::Integer(total) => grouped(total),
            Total::Float(total) => real(total),
        };
        rows.push(("weight", format!("{total}, the {}", self.objective)));
        if self.verified {
            rows.push(("proof", format!("{}, edge for edge", self.objective.replace("mum", "mal"))));
        }
        if self.ranks > 1 {
            let sum = |of: fn(&Step) -> u64| self.traffic.iter().map(of).sum::<u64>();
            let (sent, messages) = (sum(|step| step.bytes.max), sum(|step| step.messages.max));
            let messages = counted(messages as usize, "message", "messages");
            rows.push(("traffic", format!("{} in {messages} at most from a rank", bytes(sent))));
        }
        rows.extend(self.times());
        rows.extend(self.peak_bytes.map(|peak| ("memory", format!("{} at the peak of a rank", bytes(peak)))));
        let mut text = String::new();
        for (label, value) in rows {
            let _ = writeln!(text, "{label:<10}{value}"); // a string takes all that is written
        }
        text
    }

    /// The stages, their times flush right.
    fn times(&self) -> Vec<(&'static str, String)> {
        let Seconds { read, forest, verify, write } = self.seconds;
        let stages = [("read", Some(read)), ("forest", Some(forest)), ("verify", verify), ("write", write)];
        let shown = stages.into_iter().filter_map(|(stage, seconds)| Some((stage, time(seconds?))));
        let shown: Vec<_> = shown.collect();
        let width = shown.iter().map(|(_, time)| time.chars().count()).max().unwrap_or(0);
        let row =
            |(i, (stage, time))| (if i == 0 { "time" } else { "" }, format!("{stage:<8}{time:>width$}"));
        shown.into_iter().enumerate().map(row).collect()
    }
}
