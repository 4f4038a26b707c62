//! What is said about a run: one JSON object, or a few lines for people.

use boscage::graph::Objective;
use boscage_programs::report::{Total, lines, objective_name, serialize_objective, superlative, times};
use boscage_programs::show::{bytes, counted, grouped};
use serde::Serialize;

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
    #[serde(serialize_with = "serialize_objective")]
    pub(crate) objective: Objective,
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

impl Report {
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
        rows.push(("weight", format!("{}, the {}", self.total_weight, objective_name(self.objective))));
        if self.verified {
            rows.push(("proof", format!("{}, edge for edge", superlative(self.objective))));
        }
        if self.ranks > 1 {
            let sum = |of: fn(&Step) -> u64| self.traffic.iter().map(of).sum::<u64>();
            let (sent, messages) = (sum(|step| step.bytes.max), sum(|step| step.messages.max));
            let messages = counted(messages as usize, "message", "messages");
            rows.push(("traffic", format!("{} in {messages} at most from a rank", bytes(sent))));
        }
        let Seconds { read, forest, verify, write } = self.seconds;
        let stages = [("read", Some(read)), ("forest", Some(forest)), ("verify", verify), ("write", write)];
        rows.extend(times(stages));
        rows.extend(self.peak_bytes.map(|peak| ("memory", format!("{} at the peak of a rank", bytes(peak)))));
        lines(rows)
    }
}
