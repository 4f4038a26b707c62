//! What was measured, as verdicts and charts ask for it.

use std::collections::BTreeMap;
use std::ops::Range;

use boscage_measuring::show::three_digits;
use serde::{Deserialize, Serialize};

use crate::experiment::Judgement;

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
    /// Milliseconds of each run; on a GPU those of the device, without the copies.
    pub(crate) runs_ms: Vec<f64>,
    /// Milliseconds of each phase, medians.
    pub(crate) phases_ms: BTreeMap<String, f64>,
    /// Share of the nodes that the first round unified with others, of each run.
    pub(crate) unified: Vec<f64>,
    /// Edges that each round took, of the last run.
    pub(crate) committed: Vec<u64>,
}

impl Point {
    /// Median of the runs, in milliseconds.
    pub(crate) fn ms(&self) -> f64 {
        median(&self.runs_ms)
    }

    /// The same without what some of its phases take: their names, less the operator's.
    pub(crate) fn without(&self, phases: &[&str]) -> Self {
        let name = |phase: &str| phase.split_once(' ').is_some_and(|(_, name)| phases.contains(&name));
        let taken: f64 = self.phases_ms.iter().filter(|(phase, _)| name(phase)).map(|(_, ms)| ms).sum();
        // Of each run the same share: phases have medians only.
        let left = Some(1.0 - taken / self.ms()).filter(|left| *left > 0.0).unwrap_or(f64::NAN);
        Self { runs_ms: self.runs_ms.iter().map(|ms| ms * left).collect(), ..self.clone() }
    }

    /// The fastest run and the slowest, in milliseconds.
    pub(crate) fn extremes(&self) -> Range<f64> {
        extremes(&self.runs_ms)
    }
}

/// The least and the greatest.
pub(crate) fn extremes(numbers: &[f64]) -> Range<f64> {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
        ..numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The middle one, or the mean of the two in the middle; NaN of none.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
    (middle(sorted.len().saturating_sub(1) / 2) + middle(sorted.len() / 2)) / 2.0
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

    /// Median milliseconds of a series on a graph.
    pub(crate) fn ms(&self, graph: &str, series: &str) -> Option<f64> {
        self.point(graph, series).map(Point::ms)
    }

    /// How many times longer one series takes on a graph than another.
    pub(crate) fn ratio(&self, graph: &str, longer: &str, shorter: &str) -> Option<Ratio> {
        Some(Ratio::of(self.point(graph, longer)?, self.point(graph, shorter)?))
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

    /// The number that the graphs of a panel differ in, and a figure of each; nothing if one is missing, or all.
    pub(crate) fn along<T>(&self, figure: impl Fn(&Self, &str) -> Option<T>) -> Option<Vec<(f64, T)>> {
        let x = |graph: &str| self.points.iter().find(|point| point.graph == graph).map(|point| point.x);
        let pair = |graph: String| Some((x(&graph)?, figure(self, &graph)?));
        self.graphs().into_iter().map(pair).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }
}

/// The setting that takes least time, and how much.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<T> {
    pub(crate) setting: T,
    pub(crate) ms: f64,
}

/// Of some settings the one that takes least time; nothing if the time of one is not known.
pub(crate) fn best<T: Copy>(
    settings: impl IntoIterator<Item = T>,
    time: impl Fn(T) -> Option<f64>,
) -> Option<Best<T>> {
    let times = settings.into_iter().map(|setting| Some(Best { setting, ms: time(setting)? }));
    let times = times.collect::<Option<Vec<_>>>()?;
    times.into_iter().min_by(|a, b| a.ms.total_cmp(&b.ms))
}

/// How many times longer one takes than another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(crate) times: f64,
    /// Whether the median of each lies outside of the other's runs.
    apart: bool,
    /// Whether either has so few runs that it may be an outlier.
    few: bool,
}

/// So many runs tell how much they differ; of fewer only what differs by a larger factor counts.
const ENOUGH: usize = 3;
const FEW_EVEN: f64 = 1.25;

impl Ratio {
    pub(crate) fn of(longer: &Point, shorter: &Point) -> Self {
        let outside = |one: &Point, other: &Point| {
            let Range { start, end } = other.extremes();
            one.ms() < start || one.ms() > end
        };
        let apart = outside(longer, shorter) && outside(shorter, longer);
        let few = longer.runs_ms.len().min(shorter.runs_ms.len()) < ENOUGH;
        Self { times: longer.ms() / shorter.ms(), apart, few }
    }

    /// That it does take longer.
    pub(crate) fn is_longer(self) -> Judgement {
        let is_even = !self.apart || self.few && (1.0 / FEW_EVEN..FEW_EVEN).contains(&self.times);
        if is_even { Judgement::CannotBeSeen } else { Judgement::above(self.times, 1.0) }
    }

    /// That it does not take less time.
    pub(crate) fn is_not_shorter(self) -> Judgement {
        self.is_longer().unless_refuted()
    }

    /// That it does not take longer.
    pub(crate) fn is_not_longer(self) -> Judgement {
        Judgement::of(self.is_longer() != Judgement::Holds)
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&three_digits(self.times))
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

/// Figures that nobody measured: the points of a plan, filled in by a test. One run stands for as many as there are.
#[cfg(test)]
pub(crate) fn made_up(
    experiment: &crate::experiment::Experiment,
    setup: &crate::setup::Setup,
    fill: impl Fn(&mut Point),
) -> Figures {
    let mut points = Vec::new();
    for case in (experiment.plan)(setup) {
        for series in &case.series {
            let mut point = crate::measure::point_of(experiment.name, &case.graph, series);
            fill(&mut point);
            if let [ms] = point.runs_ms[..] {
                point.runs_ms = vec![ms; ENOUGH];
            }
            points.push(point);
        }
    }
    Figures { points, cores: setup.cores, gpu: setup.gpu }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_overlap_or_are_even_tell_nothing() {
        let point = |runs: &[f64]| Point { runs_ms: runs.to_vec(), ..Point::default() };
        let judge = |longer: &[f64], shorter: &[f64]| Ratio::of(&point(longer), &point(shorter)).is_longer();
        assert_eq!(judge(&[2.0, 2.1, 9.0], &[1.0, 1.1, 1.2]), Judgement::Holds);
        assert_eq!(judge(&[1.0, 1.1, 1.2], &[2.0, 2.1, 9.0]), Judgement::DoesNotHold);
        assert_eq!(judge(&[1.0, 2.1, 2.2], &[1.0, 1.1, 1.2]), Judgement::CannotBeSeen);
        assert_eq!(judge(&[1.03; 3], &[1.0; 3]), Judgement::CannotBeSeen);
        assert_eq!([1.2, 1.3, 0.7].map(|ms| judge(&[ms], &[1.0; 5])), {
            use Judgement::{CannotBeSeen, DoesNotHold, Holds};
            [CannotBeSeen, Holds, DoesNotHold]
        });
        let even = Ratio::of(&point(&[1.03]), &point(&[1.0]));
        assert_eq!([even.is_not_longer(), even.is_not_shorter()], [Judgement::Holds; 2]);
        assert_eq!(even.to_string(), "1.03");
    }

    #[test]
    fn phases_can_be_left_out() {
        let phases = [("x", 9.0), ("x arcs", 2.0), ("x sort", 1.0), ("x grow", 4.0)];
        let phases_ms = phases.map(|(name, ms)| (name.to_owned(), ms)).into();
        let point = Point { runs_ms: vec![9.0, 10.0], phases_ms, ..Point::default() };
        assert_eq!(point.without(&["arcs", "sort"]).ms(), 6.5);
        assert!(Point { runs_ms: vec![3.0], ..point }.without(&["arcs", "sort"]).ms().is_nan());
    }

    #[test]
    fn medians() {
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[4.0, 1.0])), (2.0, 2.5));
        assert!(median(&[]).is_nan());
        assert_eq!(["0.5", "20", "1.25", "100"], [0.5, 20.0, 1.25, 100.0].map(short));
    }
}
