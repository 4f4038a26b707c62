//! The measured figures, in the form that claims and charts need.

use std::collections::BTreeMap;

use boscage_measuring::figure::distinct;
use serde::{Deserialize, Serialize};

use crate::missing::{Found, Missing};
use crate::times::{BUSY, Best, Ratio, Shares, Spread, Times};

#[cfg(test)]
mod made_up;
#[cfg(test)]
pub(crate) use made_up::{as_published, made_up};

/// Figures of an operator on a graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) experiment: String,
    pub(crate) panel: String,
    pub(crate) graph: String,
    pub(crate) x: f64,
    /// The command that generates the graph, or the file.
    pub(crate) origin: String,
    /// Length of a file, and time of its last change.
    pub(crate) version: String,
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
    pub(crate) series: String,
    /// The operator with its configuration.
    pub(crate) operator: String,
    pub(crate) threads: usize,
    /// Reason why it has no figures; `None` if it has.
    pub(crate) missing: Option<Missing>,
    /// Begin of the graph's turns, in microseconds since 1970: points with the same begin were measured in
    /// turn.
    pub(crate) turns: u64,
    pub(crate) load: Load,
    /// Milliseconds per run; on a GPU those of the device, without the copies; over ranks those of the
    /// simulated machine.
    pub(crate) runs_ms: Vec<f64>,
    /// Milliseconds per phase and run.
    pub(crate) phases_ms: BTreeMap<String, Vec<f64>>,
    /// Share of the nodes that the first round unified with others, per run.
    pub(crate) unified: Vec<f64>,
    /// Over ranks, the milliseconds that the busiest rank computes, per run.
    #[serde(default)]
    pub(crate) computing_ms: Vec<f64>,
    /// Over ranks, megabytes of the rank that sends most, per run.
    #[serde(default)]
    pub(crate) sent_mb: Vec<f64>,
    /// Edges that each round took, in the last run.
    pub(crate) committed: Vec<u64>,
    /// Edges that each of these rounds retried.
    pub(crate) retried: Vec<u64>,
}

/// Load of the machine by other work: shares of the time of all processors, if known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Load {
    /// In the second before any measurement.
    pub(crate) before: Option<f64>,
    /// During the graph's turns.
    pub(crate) during: Option<f64>,
}

impl Load {
    /// Returns `true` if others used so much that times are not meaningful.
    pub(crate) fn is_busy(self) -> bool {
        self.during.is_some_and(|share| share > BUSY)
    }
}

impl Point {
    /// Returns the times of the runs.
    pub(crate) fn times(&self) -> Times {
        self.times_of(self.runs_ms.clone())
    }

    /// Returns the times of a phase.
    pub(crate) fn phase(&self, name: &str) -> Found<Times> {
        self.phases(&[name])
    }

    /// Returns the sums of the times of some phases.
    pub(crate) fn phases(&self, names: &[&str]) -> Found<Times> {
        let of = |name: &&str| {
            let no_phase =
                || Missing::Failed(format!("{} on {} has no phase {name}", self.series, self.graph));
            self.phases_ms.get(*name).ok_or_else(no_phase)
        };
        let all = names.iter().map(of).collect::<Found<Vec<_>>>()?;
        let sum = |run| all.iter().map(|ms| ms[run]).sum();
        let runs = all.iter().map(|ms| ms.len()).min().unwrap_or(0);
        Ok(self.times_of((0..runs).map(sum).collect()))
    }

    /// Returns names and milliseconds of the operator's phases, for display.
    pub(crate) fn own_phases(&self) -> impl Iterator<Item = (&str, Spread)> {
        // Phases of a GPU have a comma in their names, loops of the host have none.
        let on_gpu = self.phases_ms.keys().any(|name| name.contains(", "));
        let between = if on_gpu { ", " } else { " " };
        self.phases_ms
            .iter()
            .filter_map(move |(name, ms)| Some((name.split_once(between)?.1, Spread::of(ms))))
    }

    /// Returns the times of the runs without those of some phases, whose names have no operator.
    pub(crate) fn without(&self, phases: &[&str]) -> Times {
        let is_one = |phase: &str| phase.split_once(' ').is_some_and(|(_, name)| phases.contains(&name));
        let taken: Vec<_> =
            self.phases_ms.iter().filter(|(phase, _)| is_one(phase)).map(|(_, ms)| ms).collect();
        let left = |(run, ms): (usize, &f64)| ms - taken.iter().map(|phase| phase[run]).sum::<f64>();
        let left = self.runs_ms.iter().enumerate().map(left);
        self.times_of(left.map(|ms| if ms > 0.0 { ms } else { f64::NAN }).collect())
    }

    /// Over ranks, returns the times in which the busiest rank sends and waits.
    pub(crate) fn communicating(&self) -> Times {
        let of = |(ms, computing): (&f64, &f64)| ms - computing;
        self.times_of(self.runs_ms.iter().zip(&self.computing_ms).map(of).collect())
    }

    /// Over ranks, returns the megabytes of the rank that sends most.
    pub(crate) fn sent_mb(&self) -> Found<Shares> {
        let no_ranks = || Missing::Failed(format!("{} on {} has no ranks", self.series, self.graph));
        if self.sent_mb.is_empty() { Err(no_ranks()) } else { Ok(Shares::of(&self.sent_mb)) }
    }

    fn times_of(&self, ms: Vec<f64>) -> Times {
        Times {
            ms,
            from: 0,
            operator: self.operator.clone(),
            threads: self.threads,
            is_busy: self.load.is_busy(),
        }
    }

    /// Returns the milliseconds, for display.
    pub(crate) fn ms(&self) -> Spread {
        Spread::of(&self.runs_ms)
    }

    /// Returns the share of the nodes that the first round unified with others; an error for operators
    /// without rounds.
    pub(crate) fn unified(&self) -> Found<Shares> {
        if self.unified.is_empty() { Err(self.has_no_rounds()) } else { Ok(Shares::of(&self.unified)) }
    }

    /// Returns the numbers of edges that the first round and the last took.
    pub(crate) fn first_and_last(&self) -> Found<[u64; 2]> {
        let ends = self.committed.first().zip(self.committed.last());
        ends.map(|(first, last)| [*first, *last]).ok_or_else(|| self.has_no_rounds())
    }

    fn has_no_rounds(&self) -> Missing {
        Missing::Failed(format!("{} on {} has no rounds", self.series, self.graph))
    }
}

/// The points of an experiment, and their machine.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    /// All planned points in their order, measured or not.
    pub(crate) planned: Vec<Point>,
    pub(crate) cores: usize,
    pub(crate) gpu: bool,
}

impl Figures {
    /// Returns the measured points.
    pub(crate) fn points(&self) -> impl Iterator<Item = &Point> {
        self.planned.iter().filter(|point| point.missing.is_none())
    }

    /// Returns the failures: graph, series and reason.
    pub(crate) fn failures(&self) -> impl Iterator<Item = String> {
        self.planned.iter().filter_map(|point| match &point.missing {
            Some(Missing::Failed(why)) => Some(format!("{}, {}: {why}", point.graph, point.series)),
            _ => None,
        })
    }

    /// Returns the point of a series on a graph.
    pub(crate) fn point(&self, graph: &str, series: &str) -> Found<&Point> {
        let point = self.planned.iter().find(|point| point.graph == graph && point.series == series);
        let point = point.ok_or_else(|| Missing::Failed(format!("{series} is not measured on {graph}")))?;
        match &point.missing {
            None => Ok(point),
            Some(why) => Err(Missing::Failed(format!("{series} on {graph}: {why}"))),
        }
    }

    /// Returns the milliseconds of a series on a graph, for display.
    pub(crate) fn ms(&self, graph: &str, series: &str) -> Found<Spread> {
        self.point(graph, series).map(Point::ms)
    }

    /// Returns the ratio of the times of two series on a graph.
    pub(crate) fn ratio(&self, graph: &str, longer: &str, shorter: &str) -> Found<Ratio> {
        Ok(self.point(graph, longer)?.times().over(&self.point(graph, shorter)?.times()))
    }

    /// Returns the series of a name that decides verdicts: that of the GPU, if there is one.
    pub(crate) fn judged(&self, series: &str) -> String {
        if self.gpu { format!("gpu {series}") } else { series.to_owned() }
    }

    /// Returns the points of a panel.
    pub(crate) fn panel(&self, panel: &str) -> Self {
        let planned = self.planned.iter().filter(|point| point.panel == panel).cloned().collect();
        Self { planned, ..*self }
    }

    /// Returns the names of all panels, in their order.
    pub(crate) fn panels(&self) -> Vec<String> {
        distinct(self.planned.iter().map(|point| point.panel.clone()))
    }

    /// Returns the numbers of threads, in the order of their first appearance.
    pub(crate) fn threads(&self) -> Vec<usize> {
        distinct(self.planned.iter().map(|point| point.threads))
    }

    /// Returns the names of all graphs, in their order.
    pub(crate) fn graphs(&self) -> Vec<String> {
        distinct(self.planned.iter().map(|point| point.graph.clone()))
    }

    /// Returns the names of the first graph and of the last.
    pub(crate) fn ends(&self) -> Found<[String; 2]> {
        let graphs = self.graphs();
        let ends = graphs.first().zip(graphs.last());
        ends.map(|(first, last)| [first.clone(), last.clone()]).ok_or_else(Missing::nothing)
    }

    /// Returns a figure of each graph, in their order; an error if one is missing, or all.
    pub(crate) fn each<T>(&self, figure: impl Fn(&Self, &str) -> Found<T>) -> Found<Vec<T>> {
        let all = self.graphs().iter().map(|graph| figure(self, graph)).collect::<Found<Vec<_>>>()?;
        if all.is_empty() { Err(Missing::nothing()) } else { Ok(all) }
    }

    /// Returns the fastest of some settings on a graph, each a series of this name; an error if one is
    /// missing.
    pub(crate) fn best(
        &self,
        graph: &str,
        settings: &[usize],
        name: impl Fn(usize) -> String,
    ) -> Found<Best> {
        Best::of(&self.along(graph, settings, name)?)
    }

    /// Returns the times of some settings on a graph, each a series of this name.
    pub(crate) fn along(
        &self,
        graph: &str,
        settings: &[usize],
        name: impl Fn(usize) -> String,
    ) -> Found<Vec<(usize, Times)>> {
        settings.iter().map(|&one| Ok((one, self.point(graph, &name(one))?.times()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::{Judgement, Why};

    #[test]
    fn phases_can_be_left_out() {
        let phases =
            [("x", [9.0, 9.5]), ("x arcs", [2.0, 3.0]), ("x sort", [1.0, 1.5]), ("x grow", [4.0, 4.0])];
        let phases_ms = phases.map(|(name, ms)| (name.to_owned(), ms.to_vec())).into();
        let point = Point { runs_ms: vec![9.0, 10.0], phases_ms, ..Point::default() };
        let left = point.without(&["arcs", "sort"]).spread();
        assert_eq!((left.value, left.least, left.most), (5.75, 5.5, 6.0));
        assert_eq!(point.phases(&["x sort", "x grow"]).unwrap().spread(), Spread::of(&[5.0, 5.5]));
        assert_eq!(point.phases(&["x sort", "x join"]).unwrap_err().to_string(), " on  has no phase x join");
        let none_left = Point { runs_ms: vec![3.0, 4.0], ..point }.without(&["arcs", "sort"]);
        assert!(none_left.spread().value.is_nan());
    }

    #[test]
    fn a_twentieth_of_the_processors_is_busy() {
        let busy = |during| Load { before: Some(0.9), during }.is_busy();
        assert_eq!([Some(0.0), Some(0.05), Some(0.051), None].map(busy), [false, false, true, false]);
        let point = Point {
            load: Load { before: None, during: Some(0.06) },
            runs_ms: vec![1.0; 3],
            ..Point::default()
        };
        let judgement = point.times().over(&point.times()).is(crate::bound::MORE).judgement();
        assert_eq!(judgement, Judgement::CannotBeSeen(Why::Busy));
    }

    #[test]
    fn the_best_setting_stands_between_those_that_are_as_good() {
        let point = |(setting, ms): (usize, f64)| Point {
            graph: "graph".to_owned(),
            series: setting.to_string(),
            runs_ms: vec![ms; 5],
            ..Point::default()
        };
        let planned = [(1, 9.0), (2, 5.1), (3, 5.0), (4, 5.2), (5, 7.0)].map(point).to_vec();
        let figures = Figures { planned, cores: 2, gpu: false };
        let best = |settings: &[usize]| figures.best("graph", settings, |setting| setting.to_string());
        assert_eq!(best(&[1, 2, 3, 4, 5]).unwrap().setting, Spread { value: 3.0, least: 2.0, most: 4.0 });
        assert_eq!(best(&[1, 5]).unwrap().setting, Spread::exact(5.0));
        assert!(best(&[1, 6]).is_err());
        assert_eq!(["0.5", "20", "1.25", "100"], [0.5, 20.0, 1.25, 100.0].map(crate::missing::short));
    }
}
