//! The forest of a graph: found, timed and, if wanted, proved.

use boscage::exec::{StageKind, Statistics};
use boscage::graph::{EdgeList, Forest, Objective, Weight};
use boscage::io::Input;
use boscage::memory;
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{ForestReport, Total, timed};

use crate::backend::{Finder, Operator};
use crate::processor_time;
use crate::report::{RunReport, Seconds, VERSION};
use crate::verify::prove;

/// Settings of a search for forests.
pub(crate) struct Search<'a> {
    pub(crate) finder: Finder<'a>,
    /// The requested operator, possibly `auto`.
    pub(crate) operator: Operator,
    pub(crate) objective: Objective,
    /// Proves the forest.
    pub(crate) proof: bool,
    pub(crate) bar: &'a Bar,
}

impl Search<'_> {
    /// Finds the forest of an input that took `read` seconds to read, and proves it if requested.
    pub(crate) fn run<W: Weight>(
        &self,
        input: &Input,
        list: &EdgeList<W>,
        read: f64,
    ) -> Result<(Forest<W>, RunReport), Failure>
    where
        Total: From<W::Total>,
    {
        let (Finder { exec, gpu }, graph, objective) = (self.finder, list.as_view(), self.objective);
        let operator = self.operator.chosen(graph, objective, exec.threads());
        let during = |step| move |failure: Failure| failure.during(&input.path, step);
        self.bar.stage(operator.name());
        let find = || self.finder.forest(operator, graph, objective);
        let before = processor_time::of_threads(exec);
        let (forest, seconds) = timed(find).map_err(during(operator.name()))?;
        let thread_seconds = processor_time::since(before, exec);
        let statistics = exec.take_statistics();
        let proof = || {
            self.bar.stage("verifying");
            let proof = timed(|| prove(exec, graph, &input.names, &forest, objective));
            proof.map(|((), seconds)| seconds).map_err(during("verifying"))
        };
        let verify = self.proof.then(proof).transpose()?;
        let build = statistics.seconds_of(StageKind::Convert);
        let times = Seconds { read, build, forest: seconds, verify };
        let by = (operator.name(), operator.backend().name());
        let report = self.report(input, graph.edge_count() as u64, &forest, by, times, statistics);
        let device = gpu.map(|gpu| gpu.name().to_owned());
        Ok((forest, RunReport { device, thread_seconds, ..report }))
    }

    /// Returns the report on a forest of a graph with this many edges, found by an operator on a backend.
    pub(crate) fn report<W: Weight>(
        &self,
        input: &Input,
        edges: u64,
        forest: &Forest<W>,
        (operator, backend): (&'static str, &'static str),
        seconds: Seconds,
        statistics: Statistics,
    ) -> RunReport
    where
        Total: From<W::Total>,
    {
        RunReport {
            forest: ForestReport {
                version: VERSION,
                graph: input.path.display().to_string(),
                format: input.format.to_string(),
                format_is_guessed: input.is_guessed,
                remarks: input.remarks.iter().map(ToString::to_string).collect(),
                weight_type: W::NAME,
                objective: self.objective,
                algorithm: self.operator.name(),
                operator,
                threads: self.finder.exec.threads(),
                nodes: forest.edges().len() + forest.tree_count(),
                edges,
                forest_edges: forest.edges().len() as u64,
                trees: forest.tree_count(),
                total_weight: forest.total().into(),
                verified: seconds.verify.is_some(),
                peak_bytes: memory::peak(),
            },
            backend,
            device: None,
            clusters: None,
            points: None,
            rounds: statistics.loops.iter().map(|one| one.round_count).sum(),
            seconds,
            thread_seconds: None,
            statistics,
        }
    }
}
