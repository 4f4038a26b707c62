//! The results of a benchmark. `--json` writes them as JSON.

use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage::memory;
use boscage::operators::msf::Kruskal;
use boscage_measuring::failure::Failure;
use boscage_measuring::machine::Machine;
use boscage_measuring::turns::median;
use boscage_programs::report::{Total, objective_name};
use boscage_programs::show::counted;
use serde::Serialize;

use super::entries::Entry;
use super::floor;
use super::race::{Racer, Remarks};
use super::suite::Subject;
use crate::backend::Operator;

/// Threads and operator of the baseline.
pub(super) const BASELINE: (usize, Operator) =
    (1, Operator::Cpu(&Kruskal { bucket: Kruskal::DEFAULT_BUCKET }));

/// The results of a benchmark.
#[derive(Serialize)]
pub(crate) struct BenchReport {
    /// Version of this program.
    pub(super) version: &'static str,
    /// `release` or `debug`; figures of a debug build are not meaningful.
    pub(super) build: &'static str,
    pub(super) machine: Machine,
    /// `minimum` or `maximum`.
    pub(super) objective: &'static str,
    /// Requested number of timed runs.
    pub(super) runs: usize,
    /// The benchmark was stopped before the end.
    pub(super) interrupted: bool,
    /// Peak memory of the process, in bytes; unknown on some systems.
    pub(super) peak_bytes: Option<u64>,
    pub(super) graphs: Vec<GraphReport>,
}

/// Results on a graph.
#[derive(Serialize)]
pub(super) struct GraphReport {
    pub(super) graph: String,
    /// The file's format, or the command that generates the graph.
    pub(super) origin: String,
    /// For graphs that differ only in size: their common description.
    pub(super) family: Option<&'static str>,
    pub(super) nodes: usize,
    pub(super) edges: usize,
    pub(super) weight_type: &'static str,
    /// The least weight; none without edges.
    pub(super) lightest: Option<Total>,
    /// The greatest weight.
    pub(super) heaviest: Option<Total>,
    pub(super) forest_edges: usize,
    pub(super) trees: usize,
    pub(super) total_weight: Total,
    pub(super) rows: Vec<Row>,
}

/// Results of an operator, or of the floor, on a number of threads.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) operator: String,
    pub(super) threads: usize,
    /// The times; none if there is an error.
    #[serde(flatten)]
    pub(super) times: Option<Times>,
    /// The error, if there are no times because of one.
    pub(super) error: Option<String>,
    /// The reason, if it was left out.
    pub(super) left_out: Option<&'static str>,
    /// The command, for a program of others.
    pub(super) command: Option<String>,
    /// Average number of processors that it kept busy while its process ran; known in races.
    pub(super) processors: Option<f64>,
    /// A warning if these are more than the threads.
    pub(super) warning: Option<String>,
}

/// Times of some runs.
#[derive(Clone, Serialize)]
pub(super) struct Times {
    /// Median of the runs, in milliseconds.
    pub(super) ms: f64,
    /// The fastest run.
    pub(super) min_ms: f64,
    /// The slowest run.
    pub(super) max_ms: f64,
    /// The median, in nanoseconds per edge, if there are edges.
    pub(super) ns_per_edge: Option<f64>,
    /// Ratio to `kruskal` on one thread.
    pub(super) of_kruskal: Option<f64>,
    /// Ratio to the floor on as many threads.
    pub(super) of_floor: Option<f64>,
    /// Ratio to the fastest program of others on as many threads.
    pub(super) of_best_other: Option<f64>,
    /// All runs, in their order.
    pub(super) runs_ms: Vec<f64>,
}

impl BenchReport {
    /// Begins a report without graphs.
    pub(super) fn new(objective: Objective, runs: usize) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            build: if cfg!(debug_assertions) { "debug" } else { "release" },
            machine: Machine::this(),
            objective: objective_name(objective),
            runs,
            interrupted: false,
            peak_bytes: None,
            graphs: Vec::new(),
        }
    }

    /// Ends the report, after the last graph.
    pub(super) fn end(&mut self, interrupted: bool) {
        self.interrupted = interrupted;
        self.peak_bytes = memory::peak();
    }
}

impl GraphReport {
    /// Creates the report of a graph; entries without a timed run are left out.
    pub(super) fn new<W: Weight>(
        subject: &Subject,
        graph: EdgeListView<'_, W>,
        forest: &Forest<W>,
        entries: &[Entry<'_>],
        results: Vec<Result<Vec<f64>, Failure>>,
    ) -> Self
    where
        Total: From<W::Total>,
    {
        let weights = || graph.edges().iter().map(|edge| edge.weight);
        let lightest = weights().min_by_key(|weight| weight.key());
        let heaviest = weights().max_by_key(|weight| weight.key());
        let row = |(entry, result): (&Entry<'_>, Result<Vec<f64>, Failure>)| {
            let (times, error) = match result {
                Ok(runs) => (Some(Times::of(&runs, graph.edge_count())?), None),
                Err(failure) => (None, Some(failure.to_string())),
            };
            Some(Row { times, error, ..Row::new(entry.name, entry.threads) })
        };
        let rows: Vec<Row> = entries.iter().zip(results).filter_map(row).collect();
        Self {
            graph: subject.name.clone(),
            origin: subject.origin.clone(),
            family: subject.family,
            nodes: graph.node_count(),
            edges: graph.edge_count(),
            weight_type: W::NAME,
            lightest: lightest.map(number),
            heaviest: heaviest.map(number),
            forest_edges: forest.edges().len(),
            trees: forest.tree_count(),
            total_weight: forest.total().into(),
            rows,
        }
    }

    /// Adds operators that were not tried, each on its number of threads.
    pub(super) fn leave_out(&mut self, all: impl Iterator<Item = (Operator, usize)>, why: &'static str) {
        let row = |(operator, threads): (Operator, _)| Row::new(operator.name(), threads);
        self.rows.extend(all.map(|one| Row { left_out: Some(why), ..row(one) }));
    }

    /// Adds the remarks of a race, if there is one.
    pub(super) fn remark<'a>(&mut self, racers: impl Iterator<Item = &'a Racer>) {
        for racer in racers {
            if let Some(row) = self.rows.iter_mut().find(|row| racer.is(&row.operator, row.threads)) {
                let Remarks { command, processors, warning } = racer.remarks();
                (row.command, row.processors, row.warning) = (command, processors, warning);
            }
        }
        compare(&mut self.rows);
    }

    /// Returns `true` if programs of others took part.
    pub(super) fn is_race(&self) -> bool {
        self.rows.iter().any(|row| row.command.is_some())
    }

    /// Returns the fastest row on a number of threads, of others or of ours.
    pub(super) fn best(&self, threads: usize, of_others: bool) -> Option<(&str, f64)> {
        best(&self.rows, threads, of_others)
    }

    /// Returns the warnings of rows.
    pub(super) fn warnings(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().filter_map(|row| row.warning.as_deref())
    }

    /// Returns the errors, one line each.
    pub(super) fn errors(&self) -> impl Iterator<Item = String> {
        self.rows.iter().filter_map(|row| {
            let Row { operator, threads, .. } = row;
            let why = row.error.as_ref()?;
            let threads = counted(*threads, "thread", "threads");
            Some(format!("{}: {operator} on {threads} is not timed: {why}", self.graph))
        })
    }
}

/// Returns a weight as a number of its own kind.
fn number<W: Weight>(weight: W) -> Total {
    let text = format!("{weight:?}"); // floats have a point or an exponent, whole ones too
    text.parse().map_or_else(|_| Total::Float(text.parse().unwrap_or(f64::NAN)), Total::Integer)
}

impl Row {
    /// Returns a row without figures.
    fn new(operator: &str, threads: usize) -> Self {
        let (operator, times, error, left_out) = (operator.to_owned(), None, None, None);
        Self { operator, threads, times, error, left_out, command: None, processors: None, warning: None }
    }

    /// Returns the reason why it was not timed.
    pub(super) fn reason(&self) -> Option<&str> {
        self.error.as_deref().or(self.left_out)
    }
}

/// Returns the fastest row on a number of threads, of others or of ours, and its milliseconds.
fn best(rows: &[Row], threads: usize, of_others: bool) -> Option<(&str, f64)> {
    let rows = rows.iter().filter(|row| row.threads == threads && row.operator != floor::NAME);
    let rows = rows.filter(|row| row.command.is_some() == of_others);
    let timed = rows.filter_map(|row| Some((&*row.operator, row.times.as_ref()?.ms)));
    timed.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// Computes the ratios to the baseline, to the floor and to the best of others.
fn compare(rows: &mut [Row]) {
    let median = |rows: &[Row], threads, name| {
        let row = rows.iter().find(|row| (row.threads, &*row.operator) == (threads, name))?;
        row.times.as_ref().map(|times| times.ms)
    };
    let kruskal = median(rows, BASELINE.0, BASELINE.1.name());
    for i in 0..rows.len() {
        let floor = median(rows, rows[i].threads, floor::NAME);
        let other = best(rows, rows[i].threads, true).map(|(_, ms)| ms);
        if let Some(times) = &mut rows[i].times {
            let of =
                |other: Option<f64>| other.map(|other| times.ms / other).filter(|ratio| ratio.is_finite());
            (times.of_kruskal, times.of_floor, times.of_best_other) = (of(kruskal), of(floor), of(other));
        }
    }
}

impl Times {
    /// Returns the figures of some runs, in seconds, on this many edges; none without runs.
    fn of(seconds: &[f64], edges: usize) -> Option<Self> {
        let runs_ms: Vec<f64> = seconds.iter().map(|seconds| seconds * 1e3).collect();
        let ms = median(&runs_ms)?;
        let [min_ms, max_ms] = [f64::min, f64::max].map(|of| runs_ms.iter().copied().fold(ms, of));
        let ns_per_edge = (edges > 0).then(|| ms * 1e6 / edges as f64);
        let (of_kruskal, of_floor, of_best_other) = (None, None, None);
        Some(Self { ms, min_ms, max_ms, ns_per_edge, of_kruskal, of_floor, of_best_other, runs_ms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(operator: &'static str, threads: usize, seconds: &[f64]) -> Row {
        Row { times: Times::of(seconds, 1000), ..Row::new(operator, threads) }
    }

    #[test]
    fn medians_and_ratios() {
        let mut rows = [
            row("floor", 1, &[0.001]),
            row("floor", 2, &[0.0005]),
            row("kruskal", 1, &[0.01, 0.05, 0.02]),
            row("boruvka", 2, &[0.01, 0.02]),
            Row { times: None, error: Some("edge 1 is missing".to_owned()), ..row("broken", 2, &[]) },
        ];
        compare(&mut rows);
        let of = |i: usize| rows[i].times.clone().unwrap();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        close(of(2).ms, 20.0);
        close(of(3).ms, 15.0);
        close(of(3).ns_per_edge.unwrap(), 15_000.0);
        close(of(3).of_kruskal.unwrap(), 0.75);
        close(of(3).of_floor.unwrap(), 30.0);
        assert_eq!((of(2).min_ms, of(2).max_ms, of(2).runs_ms), (10.0, 50.0, vec![10.0, 50.0, 20.0]));
    }

    #[test]
    fn what_has_no_meaning_is_left_out() {
        assert!(Times::of(&[], 5).is_none());
        assert_eq!(Times::of(&[0.1], 0).unwrap().ns_per_edge, None);
        let mut rows = [row("floor", 1, &[0.0]), row("boruvka", 1, &[1.0])];
        compare(&mut rows);
        let times = rows[1].times.as_ref().unwrap();
        assert_eq!((times.of_kruskal, times.of_floor), (None, None));
        assert_eq!(number(-5_i64), Total::Integer(-5));
        assert_eq!([0.5_f32, 0.1, 5.0].map(number), [0.5, 0.1, 5.0].map(Total::Float));
        assert_eq!([-3.0, 1e20, f64::INFINITY].map(number), [-3.0, 1e20, f64::INFINITY].map(Total::Float));
        assert_eq!(number(u64::MAX), Total::Integer(u64::MAX.into()));
    }
}
