//! The report of a run: one JSON object, or a few lines for people.

use boscage_programs::report::{ForestReport, lines, times};
use boscage_programs::show::{bytes, counted};
use serde::Serialize;

use crate::traffic::Step;

/// 2: the format is named as on the command line, with remarks and guesses.
pub(crate) const VERSION: u32 = 2;

/// A run. Figures that differ per rank are the largest, unless documented otherwise.
#[derive(Debug, Serialize)]
pub(crate) struct RanksReport {
    #[serde(flatten)]
    pub(crate) forest: ForestReport,
    /// Name of the format for people.
    #[serde(skip)]
    pub(crate) kind: String,
    pub(crate) ranks: usize,
    pub(crate) machines: usize,
    pub(crate) seconds: Seconds,
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

impl RanksReport {
    /// Returns several lines.
    pub(crate) fn summary(&self) -> String {
        let ranks = counted(self.ranks, "rank", "ranks");
        let machines = counted(self.machines, "machine", "machines");
        let threads = counted(self.forest.threads, "thread", "threads");
        let graph = format!("{} ({})", self.forest.graph, self.kind);
        let mut rows = self.forest.rows(&graph, &format!("{ranks} on {machines}, {threads} each"));
        rows.extend(self.forest.proof());
        if self.ranks > 1 {
            let sum = |of: fn(&Step) -> u64| self.traffic.iter().map(of).sum::<u64>();
            let (sent, messages) = (sum(|step| step.bytes.max), sum(|step| step.messages.max));
            let messages = counted(messages as usize, "message", "messages");
            rows.push(("traffic", format!("{} in {messages} at most from a rank", bytes(sent))));
        }
        let Seconds { read, forest, verify, write } = self.seconds;
        let stages = [("read", Some(read)), ("forest", Some(forest)), ("verify", verify), ("write", write)];
        rows.extend(times(stages));
        rows.extend(
            self.forest.peak_bytes.map(|peak| ("memory", format!("{} at the peak of a rank", bytes(peak)))),
        );
        lines(rows)
    }
}
