//! The forest of a graph: found, timed and, if wanted, proved.

use boscage::exec::Statistics;
use boscage::graph::{EdgeList, Forest, Objective, Weight};
use boscage::io::Input;
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::timed;

use crate::backend::{Finder, Operator};
use crate::processor_time;
use crate::verify::prove;

/// A way to find forests.
pub(crate) struct Search<'a> {
    pub(crate) finder: Finder<'a>,
    /// The operator that was asked for, possibly `auto`.
    pub(crate) operator: Operator,
    pub(crate) objective: Objective,
    pub(crate) window: Option<usize>,
    /// Proves the forest.
    pub(crate) proof: bool,
    pub(crate) bar: &'a Bar,
}

/// Facts about a search, beside its forest.
pub(crate) struct SearchFacts {
    /// The operator that ran.
    pub(crate) operator: Operator,
    /// Seconds from the graph as the reader left it to the forest.
    pub(crate) seconds: f64,
    /// Seconds of the proof, if there was one.
    pub(crate) proof_seconds: Option<f64>,
    /// Processor time of each thread, the main thread last, in seconds; unknown on some systems.
    pub(crate) thread_seconds: Option<Vec<f64>>,
    pub(crate) statistics: Statistics,
}

impl Search<'_> {
    /// Finds the forest of an input, and proves it if that is wanted.
    pub(crate) fn run<W: Weight>(
        &self,
        input: &Input,
        list: &EdgeList<W>,
    ) -> Result<(Forest<W>, SearchFacts), Failure> {
        let (exec, graph, objective) = (self.finder.exec, list.as_view(), self.objective);
        let operator = self.operator.chosen(graph, objective, exec.threads());
        let during = |step| move |failure: Failure| failure.during(&input.path, step);
        self.bar.stage(operator.name());
        let find = || self.finder.forest(operator, graph, objective, self.window);
        let before = processor_time::of_threads(exec);
        let (forest, seconds) = timed(find).map_err(during(operator.name()))?;
        let thread_seconds = processor_time::since(before, exec);
        let statistics = exec.take_statistics();
        let proof = || {
            self.bar.stage("verifying");
            let proof = timed(|| prove(exec, graph, &input.names, &forest, objective));
            proof.map(|((), seconds)| seconds).map_err(during("verifying"))
        };
        let proof_seconds = self.proof.then(proof).transpose()?;
        Ok((forest, SearchFacts { operator, seconds, proof_seconds, thread_seconds, statistics }))
    }
}
