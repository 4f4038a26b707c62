//! How much memory a program will need: what all estimates have in common, and the table of `--estimate`.

use std::fmt::Write;
use std::path::PathBuf;

use boscage::input_name;
use boscage::io::Prospect;
use boscage::memory::{Bytes, Estimate};
use serde_json::{Value, json};

use crate::show::counted;

/// What users may do about a graph that is refused.
pub const CURE: &str = "--memory SIZE or unlimited overrides this";

/// What each thread adds to a program, in bytes.
pub const THREAD: u64 = 1 << 19;

/// Adds what is held while a graph is read, beside the `program`.
pub fn reading(estimate: &mut Estimate, program: (&'static str, u64), seen: &Prospect<'_>, threads: u64) {
    let lines = ("lines", (8 + seen.weight_bytes as u64) * seen.listed as u64);
    let text = ("text", (seen.thread_bytes as u64 * threads).min(4 * lines.1));
    estimate.phase("reading", [program, lines, text, ("names", seen.name_bytes as u64)]);
    estimate.phase("reading", [program, lines, text, ("beside them", seen.scratch_bytes as u64)]);
}

/// What operators would need for a graph, in bytes. Over ranks, these are figures of the rank that needs
/// most.
#[derive(Debug)]
pub struct Table {
    /// The graph's file, or what stands for it.
    pub path: PathBuf,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of edges.
    pub edges: u64,
    /// Bytes of a weight.
    pub weight_bytes: u64,
    /// Threads of a process.
    pub threads: u64,
    /// How many ranks there are, if the program runs on ranks.
    pub ranks: Option<u64>,
    /// What reading takes.
    pub reading: u64,
    /// What is held from then on.
    pub graph: u64,
    /// Each operator, what it takes beside the graph, and the peak of a run.
    pub operators: Vec<(&'static str, u64, u64)>,
    /// The peak of a proof.
    pub proof: u64,
    /// What there is.
    pub available: Option<u64>,
}

impl Table {
    /// For people.
    #[must_use]
    pub fn text(&self) -> String {
        let threads = counted(self.threads as usize, "thread", "threads");
        let threads = match self.ranks {
            None => threads,
            Some(ranks) => format!("{}, {threads} each", counted(ranks as usize, "rank", "ranks")),
        };
        let mut text = format!(
            "{}: {}, {}, weights of {} bits, {threads}\n\n",
            input_name(&self.path),
            counted(self.nodes as usize, "node", "nodes"),
            counted(self.edges as usize, "edge", "edges"),
            8 * self.weight_bytes,
        );
        // A string takes all that is written.
        let mut line = |name: &str, beside: &str, peak: &str| {
            let _ = writeln!(text, "{name:<18}{beside:>12}{peak:>12}");
        };
        let (beside, graph) = match self.ranks {
            None => ("the graph", "the graph"),
            Some(_) => ("the part", "part of a rank"),
        };
        line("", "beside", "in all,");
        line("", beside, "at its peak");
        line("reading", "", &Bytes(self.reading).to_string());
        line(graph, "", &Bytes(self.graph).to_string());
        for (operator, beside, peak) in &self.operators {
            line(operator, &Bytes(*beside).to_string(), &Bytes(*peak).to_string());
        }
        line("--verify", "", &Bytes(self.proof).to_string());
        if let Some(available) = self.available {
            line("available", "", &Bytes(available).to_string());
        }
        text
    }

    /// For programs: one JSON object on one line.
    #[must_use]
    pub fn json(&self) -> String {
        let operator = |&(algorithm, beside, peak): &(&str, u64, u64)| json!({ "algorithm": algorithm, "beside_graph_bytes": beside, "peak_bytes": peak });
        let mut object = json!({
            "graph": self.path.to_string_lossy(),
            "nodes": self.nodes,
            "edges": self.edges,
            "weight_bytes": self.weight_bytes,
            "threads": self.threads,
            "graph_bytes": self.graph,
            "reading_peak_bytes": self.reading,
            "operators": self.operators.iter().map(operator).collect::<Vec<_>>(),
            "verify_peak_bytes": self.proof,
            "available_bytes": self.available,
        });
        if let Some(ranks) = self.ranks {
            object["ranks"] = Value::from(ranks);
        }
        format!("{object}\n")
    }
}
