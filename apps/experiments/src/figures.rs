//! What was measured, as claims and charts ask for it.

use std::collections::BTreeMap;

use boscage_measuring::show::three_digits;
use serde::{Deserialize, Serialize};

use crate::times::{BUSY, Best, Ratio, Shares, Spread, Times};

/// One operator on one graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) experiment: String,
    pub(crate) panel: String,
    pub(crate) graph: String,
    pub(crate) x: f64,
    /// The command that makes the graph, or the file.
    pub(crate) origin: String,
    /// Of a file, how long it is and when it was changed.
    pub(crate) version: String,
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
    pub(crate) series: String,
    /// The operator with its configuration.
    pub(crate) operator: String,
    pub(crate) threads: usize,
    /// When the graph's turns began, in microseconds since 1970: points of one beginning were measured in
    /// turn.
    pub(crate) turns: u64,
    pub(crate) load: Load,
    /// Milliseconds of each run; on a GPU those of the device, without the copies.
    pub(crate) runs_ms: Vec<f64>,
    /// Milliseconds of each phase, of each run.
    pub(crate) phases_ms: BTreeMap<String, Vec<f64>>,
    /// Share of the nodes that the first round unified with others, of each run.
    pub(crate) unified: Vec<f64>,
    /// Edges that each round took, of the last run.
    pub(crate) committed: Vec<u64>,
    /// Edges that each of these rounds put off to the next.
    pub(crate) retried: Vec<u64>,
}

/// How busy the machine was with the work of others: shares of the time of all processors, where they are
/// known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Load {
    /// In the second before anything was measured.
    pub(crate) before: Option<f64>,
    /// While the graph's turns were taken.
    pub(crate) during: Option<f64>,
}

impl Load {
    /// Whether others used so much that times tell nothing.
    pub(crate) fn is_busy(self) -> bool {
        self.during.is_some_and(|share| share > BUSY)
    }
}

impl Point {
    /// The times of the runs.
    pub(crate) fn times(&self) -> Times {
        self.times_of(self.runs_ms.clone())
    }

    /// The times of a phase.
    pub(crate) fn phase(&self, name: &str) -> Option<Times> {
        Some(self.times_of(self.phases_ms.get(name)?.clone()))
    }

    /// The times of some phases together.
    pub(crate) fn phases(&self, names: &[&str]) -> Option<Times> {
        let all = names.iter().map(|name| self.phases_ms.get(*name)).collect::<Option<Vec<_>>>()?;
        let sum = |run| all.iter().map(|ms| ms[run]).sum();
        Some(self.times_of((0..self.runs_ms.len()).map(sum).collect()))
    }

    /// The times of the runs without what some of its phases take: their names, less the operator's.
    pub(crate) fn without(&self, phases: &[&str]) -> Times {
        let is_one = |phase: &str| phase.split_once(' ').is_some_and(|(_, name)| phases.contains(&name));
        let taken: Vec<_> =
            self.phases_ms.iter().filter(|(phase, _)| is_one(phase)).map(|(_, ms)| ms).collect();
        let left = |(run, ms): (usize, &f64)| ms - taken.iter().map(|phase| phase[run]).sum::<f64>();
        let left = self.runs_ms.iter().enumerate().map(left);
        self.times_of(left.map(|ms| if ms > 0.0 { ms } else { f64::NAN }).collect())
    }

    fn times_of(&self, ms: Vec<f64>) -> Times {
        Times {
            ms,
            from: 0,
            turns: self.turns,
            operator: self.operator.clone(),
            threads: self.threads,
            is_busy: self.load.is_busy(),
        }
    }

    /// Milliseconds, to be shown.
    pub(crate) fn ms(&self) -> Spread {
        Spread::of(&self.runs_ms)
    }

    /// Share of the nodes that the first round unified with others; nothing of operators that have no rounds.
    pub(crate) fn unified(&self) -> Option<Shares> {
        (!self.unified.is_empty()).then(|| Shares::of(&self.unified))
    }
}

/// A number to three digits, without zeros that say nothing.
pub(crate) fn short(number: f64) -> String {
    let text = three_digits(number);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The points of an experiment, and where they were measured.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    pub(crate) points: Vec<Point>,
    pub(crate) cores: usize,
    pub(crate) gpu: bool,
}

impl Figures {
    /// A series on a graph.
    pub(crate) fn point(&self, graph: &str, series: &str) -> Option<&Point> {
        self.points.iter().find(|point| point.graph == graph && point.series == series)
    }

    /// Milliseconds of a series on a graph, to be shown.
    pub(crate) fn ms(&self, graph: &str, series: &str) -> Option<Spread> {
        self.point(graph, series).map(Point::ms)
    }

    /// How many times longer one series takes on a graph than another.
    pub(crate) fn ratio(&self, graph: &str, longer: &str, shorter: &str) -> Option<Ratio> {
        Some(self.point(graph, longer)?.times().over(&self.point(graph, shorter)?.times()))
    }

    /// The series of a name whose times the verdicts are made of: that of the GPU, if there is one.
    pub(crate) fn judged(&self, series: &str) -> String {
        if self.gpu { format!("gpu {series}") } else { series.to_owned() }
    }

    /// The points of a panel.
    pub(crate) fn panel(&self, panel: &str) -> Self {
        let points = self.points.iter().filter(|point| point.panel == panel).cloned().collect();
        Self { points, ..*self }
    }

    /// The names of all panels, in their order.
    pub(crate) fn panels(&self) -> Vec<String> {
        distinct(self.points.iter().map(|point| point.panel.clone()))
    }

    /// The names of all graphs, in their order.
    pub(crate) fn graphs(&self) -> Vec<String> {
        distinct(self.points.iter().map(|point| point.graph.clone()))
    }

    /// A figure of each graph, in their order; nothing if one is missing, or all.
    pub(crate) fn each<T>(&self, figure: impl Fn(&Self, &str) -> Option<T>) -> Option<Vec<T>> {
        let all = self.graphs().iter().map(|graph| figure(self, graph)).collect::<Option<Vec<_>>>();
        all.filter(|all| !all.is_empty())
    }

    /// Of some settings the one that takes least time on a graph, each being a series of this name; nothing
    /// if one is missing.
    pub(crate) fn best(
        &self,
        graph: &str,
        settings: &[usize],
        name: impl Fn(usize) -> String,
    ) -> Option<Best> {
        let times = |&setting: &usize| Some((setting, self.point(graph, &name(setting))?.times()));
        Best::of(&settings.iter().map(times).collect::<Option<Vec<_>>>()?)
    }
}

/// The items, each once, in the order of their first appearance.
pub(crate) fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    items.for_each(|item| {
        if !all.contains(&item) {
            all.push(item);
        }
    });
    all
}

/// Made-up figures: the points of a plan, filled in by a test, on a machine that is not busy.
/// One run stands for as many as are enough.
#[cfg(test)]
pub(crate) fn made_up(
    experiment: &crate::experiment::Experiment,
    setup: &crate::setup::Setup,
    fill: impl Fn(&mut Point),
) -> Figures {
    let enough = |all: &mut Vec<f64>| {
        if let [one] = all[..] {
            *all = vec![one; crate::times::ENOUGH_TO_CHOOSE];
        }
    };
    let mut points = Vec::new();
    for (case, turns) in (experiment.plan)(setup).iter().zip(1..) {
        for series in &case.series {
            let mut point = crate::measure::point_of(experiment.name, &case.graph, series);
            point.turns = turns;
            fill(&mut point);
            enough(&mut point.runs_ms);
            point.phases_ms.values_mut().for_each(enough);
            enough(&mut point.unified);
            points.push(point);
        }
    }
    Figures { points, cores: setup.cores, gpu: setup.gpu }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Judgement;

    #[test]
    fn phases_can_be_left_out() {
        let phases =
            [("x", [9.0, 9.5]), ("x arcs", [2.0, 3.0]), ("x sort", [1.0, 1.5]), ("x grow", [4.0, 4.0])];
        let phases_ms = phases.map(|(name, ms)| (name.to_owned(), ms.to_vec())).into();
        let point = Point { runs_ms: vec![9.0, 10.0], phases_ms, ..Point::default() };
        let left = point.without(&["arcs", "sort"]).spread();
        assert_eq!((left.value, left.least, left.most), (5.75, 5.5, 6.0));
        assert_eq!(point.phases(&["x sort", "x grow"]).unwrap().spread(), Spread::of(&[5.0, 5.5]));
        assert!(point.phases(&["x sort", "x join"]).is_none());
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
        assert!(matches!(point.times().over(&point.times()).is_below(9.0), Judgement::CannotBeSeen(_)));
    }

    #[test]
    fn the_best_setting_stands_between_those_that_are_as_good() {
        let point = |(setting, ms): (usize, f64)| Point {
            graph: "graph".to_owned(),
            series: setting.to_string(),
            runs_ms: vec![ms; 4],
            ..Point::default()
        };
        let points = [(1, 9.0), (2, 5.1), (3, 5.0), (4, 5.2), (5, 7.0)].map(point).to_vec();
        let figures = Figures { points, cores: 2, gpu: false };
        let best = |settings: &[usize]| figures.best("graph", settings, |setting| setting.to_string());
        assert_eq!(best(&[1, 2, 3, 4, 5]).unwrap().setting, Spread { value: 3.0, least: 2.0, most: 4.0 });
        assert_eq!(best(&[1, 5]).unwrap().setting, Spread::exact(5.0));
        assert!(best(&[1, 6]).is_none());
        assert_eq!(["0.5", "20", "1.25", "100"], [0.5, 20.0, 1.25, 100.0].map(short));
    }
}
