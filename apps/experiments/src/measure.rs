//! One graph: finds and proves its forest, then runs all operators in turn.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use boscage::Error;
use boscage::exec::{CancelToken, Exec, Round, StageKind, StageStatistics};
use boscage::graph::{self, EdgeId, EdgeList, Objective};
use boscage::operators::msf::{self, Verdict};
use boscage_kernels::{Gpu, ON_DEVICE};
use boscage_measuring::failure::Failure;
use boscage_measuring::load::Watch;
use boscage_measuring::truth::same;
use boscage_measuring::turns::{Entry, Turns};
use boscage_programs::progress::Bar;

use crate::experiment::{Case, Series};
use crate::figures::{Load, Point};
use crate::graph::Graph;
use crate::operator::{Ground, OperatorRun, OverRanks};

/// Means of the measurement.
pub(crate) struct Bench {
    pub(crate) token: CancelToken,
    pub(crate) gpu: Option<Gpu>,
    pub(crate) bar: Bar,
    pub(crate) cores: usize,
    pub(crate) watch: Watch,
    /// Load of the machine before any measurement.
    pub(crate) before: Option<f64>,
}

/// The figures of a run.
struct MeasuredRun {
    ms: f64,
    phases: Vec<(String, f64)>,
    rounds: Vec<Round>,
    over_ranks: Option<OverRanks>,
}

/// A series with its point, or its error.
type Measured<'s> = (&'s Series, Result<Point, Failure>);

impl Bench {
    /// Returns the points of some series on the graph of a case, each of `runs` timed runs, or their errors.
    /// Series without a timed run, after a signal, are left out.
    pub(crate) fn case<'s>(
        &self,
        experiment: &str,
        case: &Case,
        series: &[&'s Series],
        runs: usize,
    ) -> Result<Vec<Measured<'s>>, Failure> {
        let all = self.team(self.cores)?;
        all.check_cancelled()?;
        self.bar.note(&format!("{experiment}: {}", case.graph.name));
        let version = case.graph.origin.version(); // before it is read
        let list = case.graph.origin.open(&all)?;
        let truth = truth(&all, &list)?;
        let wants_adjacency = series.iter().any(|one| one.operator.wants_adjacency());
        let adjacency =
            wants_adjacency.then(|| graph::Graph::builder().with_ids().build(&all, &list)).transpose()?;
        let threads: BTreeSet<usize> = series.iter().map(|one| one.threads).collect();
        let teams = threads.into_iter().map(|n| Ok((n, self.team(n)?)));
        let teams = teams.collect::<Result<BTreeMap<_, _>, Failure>>()?;
        let adjacency = adjacency.as_ref();
        let mut entries = Vec::new();
        for &one in series {
            let (exec, gpu) = (&teams[&one.threads], self.gpu.as_ref());
            let (ground, truth) = (Ground { exec, gpu, list: list.as_view(), adjacency }, &truth);
            let run = Box::new(move || run(one, ground, truth));
            entries.push(Entry { name: &one.name, threads: one.threads, run });
        }
        let (nodes, edges) = (list.node_count() as f64, list.edge_count() as f64);
        let seconds: f64 = series.iter().map(|one| one.operator.estimate(nodes, edges)).sum();
        let step = seconds / series.len().max(1) as f64;
        let watch = |entry: &Entry<'_, '_, _, _>| {
            self.bar.worked(step, || format!("{experiment}: {}, {entry}", case.graph.name));
        };
        let turns = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_micros() as u64);
        self.watch.mark();
        let results = Turns::each(runs).take(&entries, watch, Failure::is_cancelled);
        let load = Load { before: self.before, during: self.watch.others() };
        let point = |(&series, result): (&&'s Series, Result<Vec<MeasuredRun>, Failure>)| {
            let point = |runs: Vec<MeasuredRun>| {
                let blank = Point {
                    nodes: list.node_count(),
                    edges: list.edge_count(),
                    version: version.clone(),
                    turns,
                    load,
                    ..point_of(experiment, &case.graph, series)
                };
                filled(blank, &runs)
            };
            match result {
                Ok(runs) if runs.is_empty() => None,
                result => Some((series, result.map(point))),
            }
        };
        Ok(series.iter().zip(results).filter_map(point).collect())
    }

    /// Returns an error if the run is to stop.
    pub(crate) fn check_cancelled(&self) -> Result<(), Failure> {
        if self.token.is_cancelled() { Err(Error::Cancelled.into()) } else { Ok(()) }
    }

    fn team(&self, threads: usize) -> Result<Exec, Failure> {
        let exec = Exec::new(threads)?.started()?.with_kept_rounds(usize::MAX);
        Ok(exec.with_token(self.token.clone()))
    }
}

/// Returns the edges of the forest, which are proved.
fn truth(exec: &Exec, list: &EdgeList<u32>) -> Result<Vec<EdgeId>, Failure> {
    let forest = msf::auto(exec, list, Objective::Minimum)?;
    let verdict = msf::check(exec, list, forest.edges(), Objective::Minimum)?;
    exec.clear_statistics(); // of the forest's own run
    match verdict {
        Verdict::Exact => Ok(forest.edges().to_vec()),
        Verdict::Minimal { .. } | Verdict::Flawed(_) => {
            Err(Failure::Unproved("the forest that the others are compared with is wrong".to_owned()))
        }
    }
}

/// Runs a series once; it must find the edges of the truth.
fn run(series: &Series, ground: Ground<'_>, truth: &[EdgeId]) -> Result<MeasuredRun, Failure> {
    let OperatorRun { edges, ms, statistics, over_ranks } = series.operator.run(ground)?;
    same(truth, &edges)?;
    let in_rounds = statistics.loops.iter().find(|one| !one.rounds.is_empty());
    let operator = in_rounds.map_or("", |one| &one.name);
    Ok(MeasuredRun {
        ms,
        phases: statistics.stages.iter().map(|stage| (phase(operator, stage), stage.seconds * 1e3)).collect(),
        rounds: in_rounds.map(|one| one.rounds.clone()).unwrap_or_default(),
        over_ranks,
    })
}

/// Returns the name of a stage among the phases of a point: a phase has the name of its loop before it; a
/// phase on a device follows a comma.
fn phase(operator: &str, stage: &StageStatistics) -> String {
    let StageStatistics { name, kind, parent, .. } = stage;
    match (kind, parent) {
        (StageKind::Phase, Some(parent)) => format!("{parent} {name}"),
        (StageKind::Device, Some(parent)) if parent == ON_DEVICE => format!("{operator}, {name}"),
        _ => name.clone(),
    }
}

/// Returns a point before its measurement.
pub(crate) fn point_of(experiment: &str, graph: &Graph, series: &Series) -> Point {
    Point {
        experiment: experiment.to_owned(),
        panel: graph.panel.clone(),
        graph: graph.name.clone(),
        x: graph.x,
        origin: graph.origin.to_string(),
        version: graph.origin.version(),
        series: series.name.clone(),
        operator: format!("{:?}", series.operator),
        threads: series.threads,
        ..Point::default()
    }
}

/// Returns a point with the figures of its runs.
fn filled(point: Point, runs: &[MeasuredRun]) -> Point {
    let mut phases_ms: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (i, run) in runs.iter().enumerate() {
        for (name, ms) in &run.phases {
            phases_ms.entry(name.clone()).or_insert_with(|| vec![0.0; runs.len()])[i] += ms;
        }
    }
    let share = |run: &MeasuredRun| Some(run.rounds.first()?.committed as f64 / point.nodes.max(1) as f64);
    Point {
        runs_ms: runs.iter().map(|run| run.ms).collect(),
        phases_ms,
        unified: runs.iter().filter_map(share).collect(),
        computing_ms: runs.iter().filter_map(|run| Some(run.over_ranks?.computing_ms)).collect(),
        sent_mb: runs.iter().filter_map(|run| Some(run.over_ranks?.sent_mb)).collect(),
        committed: of_rounds(runs, |round| round.committed),
        retried: of_rounds(runs, |round| round.retried),
        ..point
    }
}

/// Returns a count of each round of the last run, without rounds that only dropped edges.
fn of_rounds(runs: &[MeasuredRun], count: fn(&Round) -> u64) -> Vec<u64> {
    let rounds = runs.last().map_or(&[][..], |run| &run.rounds);
    rounds.iter().filter(|round| round.committed > 0).map(count).collect()
}
