//! The trials of one kernel on one graph: timed, verified, printed.

use std::time::Instant;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, EdgeData, Graph, Node};
use boscage_measuring::machine::Machine;
use boscage_programs::progress::Bar;
use boscage_programs::show::print;
use serde_json::{Value, json};

use crate::graph::Edges;
use crate::kernel::{Kernel, Verdict};
use crate::lines;
use crate::options::KernelOptions;
use crate::sources::Sources;

/// The trials of a kernel on a graph, and their settings.
pub(crate) struct Trials<'a> {
    /// The name of the kernel.
    pub(crate) kernel: &'static str,
    pub(crate) options: &'a KernelOptions,
    pub(crate) exec: &'a Exec,
    pub(crate) bar: &'a Bar,
    pub(crate) edges: &'a Edges,
    /// Seconds of making the graph from its edges.
    pub(crate) build: f64,
    /// Default number of trials.
    pub(crate) trials: usize,
    /// The source named on the command line.
    pub(crate) source: Option<u64>,
}

/// The correctness of all verified answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Correctness {
    Right,
    Wrong,
}

/// One trial.
struct Trial {
    seconds: f64,
    sources: Vec<Node>,
    /// The verifier's result, and its seconds.
    verdict: Option<(Verdict, f64)>,
}

impl Trials<'_> {
    /// Runs all trials.
    ///
    /// # Errors
    /// Errors of the kernel and of printing; [`boscage::Error::Argument`] if there is no such source.
    pub(crate) fn all<D: Direction, E: EdgeData>(
        &self,
        kernel: &impl Kernel<D, E>,
        graph: &Graph<D, E>,
    ) -> Result<Correctness> {
        self.say(|| lines::graph(graph.node_count(), graph.edge_count(), D::IS_DIRECTED))?;
        let mut sources = match kernel.sources() {
            0 => None,
            _ => Some(Sources::of(graph, self.source)?),
        };
        let count = self.options.trials.unwrap_or(self.trials);
        let mut trials = Vec::new();
        self.bar.runs(count);
        for number in 1..=count {
            self.bar.next_run(|| format!("{} trial {number}", self.kernel));
            let draw = || sources.as_mut().map(|sources| sources.draw(graph));
            let drawn: Vec<Node> = std::iter::repeat_with(draw).take(kernel.sources()).flatten().collect();
            let start = Instant::now();
            let answer = kernel.solve(self.exec, graph, &drawn)?;
            let seconds = start.elapsed().as_secs_f64();
            self.say_log(&drawn)?;
            self.say(|| lines::time("Trial Time", seconds))?;
            if self.options.analyse && number == count {
                self.say(|| kernel.analysis(graph, &answer))?;
            }
            let verdict = self.verdict(|| kernel.verdict(graph, &drawn, &answer))?;
            trials.push(Trial { seconds, sources: drawn, verdict });
        }
        self.bar.clear();
        let average = trials.iter().map(|trial| trial.seconds).sum::<f64>() / count as f64;
        self.say(|| lines::time("Average Time", average))?;
        if self.options.json {
            print(format!("{}\n", self.object(graph, &trials, average)))?;
        }
        let is_wrong =
            |trial: &Trial| matches!(&trial.verdict, Some((verdict, _)) if verdict.fault.is_some());
        Ok(if trials.iter().any(is_wrong) { Correctness::Wrong } else { Correctness::Right })
    }

    /// Prints lines, unless the output is an object.
    pub(crate) fn say(&self, lines: impl FnOnce() -> String) -> Result<()> {
        if self.options.json { Ok(()) } else { print(lines()) }
    }

    /// Prints the sources and the loops of a trial, if requested. Statistics are taken in any case, so that
    /// they do not accumulate.
    fn say_log(&self, sources: &[Node]) -> Result<()> {
        let statistics = self.exec.take_statistics();
        if !self.options.log {
            return Ok(());
        }
        let mut text: String =
            sources.iter().map(|source| lines::count("Source", source.index() as u64)).collect();
        for one in &statistics.loops {
            text += &lines::step(&one.name, one.round_count, one.seconds);
        }
        self.say(|| text)
    }

    /// Verifies an answer, if requested.
    fn verdict(&self, verify: impl FnOnce() -> Verdict) -> Result<Option<(Verdict, f64)>> {
        if !self.options.verify {
            return Ok(None);
        }
        let start = Instant::now();
        let verdict = verify();
        let seconds = start.elapsed().as_secs_f64();
        self.say(|| {
            let fault = verdict.fault.as_ref().map(|fault| format!("{fault}\n")).unwrap_or_default();
            let figure = verdict.figure.map(|(label, figure)| lines::time(label, figure)).unwrap_or_default();
            let word = if verdict.fault.is_none() { "PASS" } else { "FAIL" };
            fault + &figure + &lines::word("Verification", word) + &lines::time("Verification Time", seconds)
        })?;
        Ok(Some((verdict, seconds)))
    }

    fn object<D: Direction, E: EdgeData>(
        &self,
        graph: &Graph<D, E>,
        trials: &[Trial],
        average: f64,
    ) -> Value {
        let trials = trials.iter().map(|trial| {
            let sources: Vec<usize> = trial.sources.iter().map(|source| source.index()).collect();
            let verdict = trial.verdict.as_ref();
            json!({
                "seconds": trial.seconds,
                "sources": sources,
                "verified": verdict.map(|(verdict, _)| verdict.fault.is_none()),
                "fault": verdict.and_then(|(verdict, _)| verdict.fault.as_deref()),
                "verification_seconds": verdict.map(|(_, seconds)| seconds),
            })
        });
        json!({
            "version": 1,
            "kernel": self.kernel,
            "graph": {
                "name": self.edges.name,
                "nodes": graph.node_count(),
                "edges": graph.edge_count(),
                "directed": D::IS_DIRECTED,
            },
            "machine": Machine::this(),
            "threads": self.exec.threads(),
            "seconds": { "read": self.edges.made.1, "build": self.build },
            "trials": trials.collect::<Vec<_>>(),
            "average_seconds": average,
        })
    }
}
