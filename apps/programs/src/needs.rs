//! Estimates of a program's memory for a graph: phases, and the table of `--estimate`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use boscage::io::Prospect;
use boscage::memory::{Bytes, Estimate};
use boscage::{Error, Result, input_name};
use serde_json::{Value, json};

use crate::show::counted;

/// Advice in the error of a graph that is refused.
const CURE: &str = "--memory SIZE or unlimited overrides this";

/// Bytes per thread.
pub const THREAD: u64 = 1 << 19;

/// Phases of a program that reads a graph and then works on it.
pub struct Phases {
    estimate: Estimate,
    /// The program, the edges and their names, which are held in every phase after reading.
    held: [(&'static str, u64); 3],
    /// Bytes that later phases hold besides.
    more: Option<(&'static str, u64)>,
}

impl Phases {
    /// Begins with the phase of reading, by a program that takes this many bytes itself, and holds others in
    /// all phases.
    #[must_use]
    pub fn new(program: u64, more: Option<(&'static str, u64)>, seen: &Prospect<'_>, threads: u64) -> Self {
        let program = ("the program", program);
        let names = ("names", seen.name_bytes as u64);
        let lines = ("lines", (8 + seen.weight_bytes as u64) * seen.listed as u64);
        let text = ("text", (seen.thread_bytes as u64 * threads).min(4 * lines.1));
        let mut estimate = Estimate::default();
        let beside = ("beside them", seen.scratch_bytes as u64);
        estimate.phase("reading", [program, lines, text, names].into_iter().chain(more));
        estimate.phase("reading", [program, lines, text, beside].into_iter().chain(more));
        let edges = ("edges", (8 + seen.weight_bytes as u64) * seen.edges as u64);
        Self { estimate, held: [program, edges, names], more }
    }

    /// Begins with the phase of reading points: a [`Prospect`] counts their coordinates as edges.
    #[must_use]
    pub fn of_points(program: u64, seen: &Prospect<'_>, threads: u64) -> Self {
        let program = ("the program", program);
        let coordinates = ("coordinates", 8 * seen.listed as u64);
        let text = ("text", (seen.thread_bytes as u64 * threads).min(4 * coordinates.1));
        let mut estimate = Estimate::default();
        estimate.phase("reading", [program, coordinates, text, ("beside them", seen.scratch_bytes as u64)]);
        Self { estimate, held: [program, coordinates, ("names", 0)], more: None }
    }

    /// Holds these bytes in all phases from here on.
    pub fn hold(&mut self, what: &'static str, bytes: u64) {
        self.more = Some((what, bytes));
    }

    /// Adds a phase that holds these bytes beside the program and the graph.
    pub fn beside<const N: usize>(&mut self, phase: &'static str, parts: [(&'static str, u64); N]) {
        self.estimate.phase(phase, self.held.into_iter().chain(self.more).chain(parts));
    }

    /// Returns the bytes of the graph itself.
    #[must_use]
    pub fn graph(&self) -> u64 {
        self.held[1].1 + self.held[2].1
    }

    /// Returns the bytes at the peak.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.estimate.bytes()
    }

    /// Checks that the graph needs at most the memory that the process may use.
    ///
    /// # Errors
    /// [`Error::TooLarge`], with the name of the graph's file.
    pub fn admit(&self, path: &Path) -> Result<()> {
        self.estimate.admit(path, CURE)
    }
}

/// A check that readers call while they read; an error ends the reading.
pub type Ask = Arc<dyn Fn(&Prospect<'_>) -> Result<()> + Send + Sync>;

/// Reads a graph until its size is known, and returns the result of `figures`. Until then `admit` is called.
/// Only the beginning of a binary list of edges is read; in formats of arcs, the number of edges is known
/// only after all arcs have been read.
///
/// # Errors
/// Errors of `read` and of `admit`.
///
/// # Panics
/// If `read` returns a graph without a check of the whole graph.
pub fn foresee<T: Send + 'static, R>(
    admit: impl Fn(&Prospect<'_>) -> Result<()> + Send + Sync + 'static,
    figures: impl Fn(&Prospect<'_>) -> T + Send + Sync + 'static,
    read: impl FnOnce(Ask) -> Result<R>,
) -> Result<T> {
    let known: Arc<Mutex<Option<T>>> = Arc::default();
    let tell = known.clone();
    let read = read(Arc::new(move |seen| {
        if !seen.is_whole {
            return admit(seen);
        }
        *tell.lock().expect("no thread panics while it holds the lock") = Some(figures(seen));
        Err(Error::Cancelled)
    }));
    let known = known.lock().expect("no thread panics while it holds the lock").take();
    known.ok_or_else(|| match read {
        Err(error) => error,
        Ok(_) => unreachable!("a graph that has been read is complete"),
    })
}

/// Estimated bytes of operators for a graph. Over ranks, these are those of the rank that needs most.
#[derive(Debug)]
pub struct Estimates {
    /// Name of the graph's file.
    pub path: PathBuf,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of edges.
    pub edges: u64,
    /// Bytes per weight.
    pub weight_bytes: u64,
    /// Threads per process.
    pub threads: u64,
    /// Number of ranks, if the program runs on ranks.
    pub ranks: Option<u64>,
    /// Peak while reading, in bytes.
    pub reading: u64,
    /// Bytes held from then on.
    pub graph: u64,
    /// Per operator: name, bytes beside the graph, and peak of a run.
    pub operators: Vec<(&'static str, u64, u64)>,
    /// Peak of a proof, in bytes.
    pub proof: u64,
    /// Least and greatest peak of a run that reads a stream, in bytes, if there is such a run.
    pub stream: Option<[u64; 2]>,
    /// Available bytes.
    pub available: Option<u64>,
}

impl Estimates {
    /// Returns the table for people.
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
        // Writing to a string cannot fail.
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
        if let Some([least, most]) = self.stream {
            line("stream, fastest", "", &Bytes(most).to_string());
            line("stream, least", "", &Bytes(least).to_string());
        }
        if let Some(available) = self.available {
            line("available", "", &Bytes(available).to_string());
        }
        text
    }

    /// Returns one JSON object on one line.
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
        if let Some([least, most]) = self.stream {
            object["stream_peak_bytes"] = json!({ "least": least, "most": most });
        }
        if let Some(ranks) = self.ranks {
            object["ranks"] = Value::from(ranks);
        }
        format!("{object}\n")
    }
}
