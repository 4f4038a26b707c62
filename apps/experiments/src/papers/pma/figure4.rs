//! Figure 4: HybridPMA on Erdős-Rényi graphs, by average degree: gamma, and the removal of parallel edges.

use boscage_kernels as kernels;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::{ParallelEdges, Pma, PmaVariant};

use super::{ON_CPU, PAPER, erdos_renyi};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, NONE, Published, Series, Verdict};
use crate::figures::{Figures, short};
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes of the paper's graphs, and ours at scale 1 as a part of them.
const NODES: f64 = 1e6;
const PART: f64 = 1.0 / 25.0;
const DEGREES_OF: [usize; 5] = [4, 8, 16, 32, 64];
const GAMMAS: [usize; 9] = [2, 3, 5, 6, 10, 20, 50, 200, 1000];

pub(super) static DEGREES: Experiment = Experiment {
    name: "pma-fig4a",
    paper: &PAPER,
    figure: "Figure 4(a), gamma by average degree",
    finding: "For a small average degree a gamma of 5 or 6 is best, for larger ones gammas as large as 200; neither 2 nor \
              1000 is ever best.",
    differs: ON_CPU,
    part: Some(PART),
    plan: plan_of_degrees,
    published: &[Published {
        what: "best gamma (section 6.2)",
        columns: &["best gamma"],
        rows: &[("degree 4", &[6.0]), ("degree 64", &[200.0])],
        here: |figures, row, _| Some(best(figures, row)? as f64),
    }],
    charts: charts_of_degrees,
    verdict: verdict_of_degrees,
};

/// What names of series begin with that the verdicts are made of.
fn on(figures: &Figures) -> &'static str {
    if figures.gpu { "gpu " } else { "" }
}

fn graph(setup: &Setup, degree: usize) -> Graph {
    let source = erdos_renyi(setup.size(NODES * PART), degree);
    Graph::new("ER", format!("degree {degree}"), degree as f64, source)
}

fn plan_of_degrees(setup: &Setup) -> Vec<Case> {
    let series = |gamma: usize| -> Vec<Series> {
        let name = format!("gamma {gamma}");
        let cpu = Pma { gamma: Some(gamma), ..Pma::from(PmaVariant::Hybrid) };
        let gpu = kernels::Pma { gamma: Some(gamma), ..kernels::PmaVariant::Hybrid.into() };
        let mut series = vec![setup.on_all(&name, cpu)];
        if setup.gpu {
            series.push(Series::new(format!("gpu {name}"), Operator::GpuPma(gpu), 1));
        }
        series
    };
    let case =
        |degree| Case { graph: graph(setup, degree), series: GAMMAS.into_iter().flat_map(series).collect() };
    DEGREES_OF.into_iter().map(case).collect()
}

/// The gamma that is fastest on a graph.
fn best(figures: &Figures, graph: &str) -> Option<usize> {
    let time = |gamma: usize| Some((figures.ms(graph, &format!("{}gamma {gamma}", on(figures)))?, gamma));
    let times = GAMMAS.into_iter().map(time).collect::<Option<Vec<_>>>()?;
    times.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, gamma)| gamma)
}

fn charts_of_degrees(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("gamma, vertices"), Axis::log("milliseconds"));
    vec![lines(figures, "HybridPMA: gamma by average degree", axes, |point| {
        let (on, gamma) = point.series.split_once("gamma ")?;
        Some((format!("{on}{}", point.graph), gamma.parse().ok()?, point.ms()))
    })]
}

fn verdict_of_degrees(figures: &Figures) -> Option<Verdict> {
    let name = |degree: usize| format!("degree {degree}");
    let all =
        DEGREES_OF.map(|degree| best(figures, &name(degree))).into_iter().collect::<Option<Vec<_>>>()?;
    let words: Vec<_> =
        DEGREES_OF.iter().zip(&all).map(|(degree, gamma)| format!("{gamma} at {degree}")).collect();
    let inside = all.iter().all(|gamma| (3..1000).contains(gamma));
    let holds = inside && all.last() > all.first();
    Some(Verdict::of(holds, format!("The best gamma by average degree is {}.", words.join(", "))))
}

pub(super) static PARALLEL_EDGES: Experiment = Experiment {
    name: "pma-fig4b",
    paper: &PAPER,
    figure: "Figure 4(b), parallel edges removed or kept",
    finding: "Removing parallel edges improves the time significantly, the more so the denser the graph.",
    differs: ON_CPU,
    part: Some(PART),
    plan: plan_of_parallel_edges,
    published: &[Published {
        what: "time with parallel edges kept, as a multiple of that with them removed (only a chart is published)",
        columns: &["degree 4", "degree 64"],
        rows: &[("kept / removed", &[NONE, NONE])],
        here: |figures, _, column| gain(figures, column),
    }],
    charts: charts_of_parallel_edges,
    verdict: verdict_of_parallel_edges,
};

fn plan_of_parallel_edges(setup: &Setup) -> Vec<Case> {
    let hybrid = |parallel_edges| Pma { parallel_edges, ..Pma::from(PmaVariant::Hybrid) };
    let on_gpu = |parallel_edges| {
        Operator::GpuPma(kernels::Pma { parallel_edges, ..kernels::PmaVariant::Hybrid.into() })
    };
    let series = || {
        let cpu = [
            setup.on_all("removed", hybrid(ParallelEdges::Drop)),
            setup.on_all("kept", hybrid(ParallelEdges::Keep)),
        ];
        let gpu = [
            ("gpu removed", on_gpu(kernels::ParallelEdges::Drop)),
            ("gpu kept", on_gpu(kernels::ParallelEdges::Keep)),
        ];
        cpu.into_iter().chain(setup.on_gpu(gpu)).collect()
    };
    DEGREES_OF.into_iter().map(|degree| Case { graph: graph(setup, degree), series: series() }).collect()
}

/// How many times longer it takes with parallel edges kept.
fn gain(figures: &Figures, graph: &str) -> Option<f64> {
    figures.ratio(graph, &format!("{}kept", on(figures)), &format!("{}removed", on(figures)))
}

fn charts_of_parallel_edges(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("average degree"), Axis::log("milliseconds"));
    vec![lines(figures, "HybridPMA: parallel edges", axes, |point| {
        Some((point.series.clone(), point.x, point.ms()))
    })]
}

fn verdict_of_parallel_edges(figures: &Figures) -> Option<Verdict> {
    let all = figures.along(gain)?;
    let ((_, first), (degree, last)) = (*all.first()?, *all.last()?);
    let sentence = format!(
        "With parallel edges kept it takes {} times as long at average degree 4, {} times at {degree}.",
        short(first),
        short(last)
    );
    Some(Verdict::of(last > 1.1 && last > first, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn the_best_gamma_must_grow_with_the_degree() {
        let judge = |best: fn(f64) -> f64| {
            let figures = made_up(&DEGREES, &small(), |point| {
                let gamma: f64 = point.series.rsplit(' ').next().unwrap().parse().unwrap();
                point.runs_ms = vec![1.0 + (gamma.ln() - best(point.x).ln()).abs()];
            });
            verdict_of_degrees(&figures).unwrap()
        };
        let verdict = judge(|degree| if degree < 20.0 { 5.0 } else { 200.0 });
        assert_eq!(verdict.judgement, Holds);
        assert_eq!(
            verdict.sentence,
            "The best gamma by average degree is 5 at 4, 5 at 8, 5 at 16, 200 at 32, 200 at 64."
        );
        assert_eq!(judge(|_| 5.0).judgement, DoesNotHold);
        assert_eq!(judge(|degree| if degree < 20.0 { 2.0 } else { 200.0 }).judgement, DoesNotHold);
    }

    #[test]
    fn removal_must_pay_more_on_denser_graphs() {
        let judge = |kept: fn(f64) -> f64| {
            let figures = made_up(&PARALLEL_EDGES, &small(), |point| {
                point.runs_ms = vec![if point.series == "kept" { kept(point.x) } else { 1.0 }];
            });
            verdict_of_parallel_edges(&figures).unwrap().judgement
        };
        assert_eq!(
            (judge(|degree| degree), judge(|_| 2.0), judge(|_| 0.5)),
            (Holds, DoesNotHold, DoesNotHold)
        );
    }
}
