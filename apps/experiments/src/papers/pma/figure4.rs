//! Figure 4: HybridPMA on Erdős-Rényi graphs, by average degree: gamma, and the removal of parallel edges.

use boscage_kernels as kernels;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::{ParallelEdges, Pma, PmaVariant};

use super::{ON_CPU, PAPER, erdos_renyi};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Judgement, Published, Series, Verdict};
use crate::figures::{Best, Figures, Ratio, best};
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes of the paper's graphs, and ours at scale 1 as a part of them.
const NODES: f64 = 1e6;
const PART: f64 = 1.0 / 10.0;
const DEGREES_OF: [usize; 5] = [4, 8, 16, 32, 64];
const GAMMAS: [usize; 9] = [2, 3, 5, 6, 10, 20, 50, 200, 1000];

/// Those that are small but not the least, and large but not the largest.
const SMALL: [usize; 5] = [3, 5, 6, 10, 20];
const LARGE: [usize; 2] = [50, 200];

pub(super) static DEGREES: Experiment = Experiment {
    name: "pma-fig4a",
    paper: &PAPER,
    figure: "Figure 4(a), gamma by average degree",
    finding: "For a small average degree a gamma of 5 or 6 is best, for larger ones gammas as large as 200; neither 2 nor \
              1000 is ever best.",
    differs: "Here 3 to 20 count as small, 50 and 200 as large. Without a GPU the same steps run on the CPU. Times have the \
              making of adjacency from a list of edges in them, which the paper begins with. Weights are uniform from 1 to \
              1,000,000.",
    part: Some(PART),
    plan: plan_of_degrees,
    published: &[Published {
        what: "best gamma (section 6.2: for small average degrees 5 or 6, for larger ones as large as 200)",
        columns: &["best gamma"],
        rows: &[("degree 4", &[6.0]), ("degree 64", &[200.0])],
        here: |figures, row, _| Some(best_of(figures, row, &GAMMAS)?.setting as f64),
    }],
    charts: charts_of_degrees,
    verdict: verdict_of_degrees,
};

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

/// The best of some gammas on a graph.
fn best_of(figures: &Figures, graph: &str, gammas: &[usize]) -> Option<Best<usize>> {
    best(gammas.iter().copied(), |gamma| figures.ms(graph, &figures.judged(&format!("gamma {gamma}"))))
}

fn charts_of_degrees(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("gamma, vertices"), Axis::log("milliseconds"));
    vec![lines(figures, "HybridPMA: gamma by average degree", axes, |point| {
        let (on, gamma) = point.series.split_once("gamma ")?;
        Some((format!("{on}{}", point.graph), gamma.parse().ok()?, point.ms()))
    })]
}

fn verdict_of_degrees(figures: &Figures) -> Option<Verdict> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for degree in DEGREES_OF {
        let graph = format!("degree {degree}");
        let of = |gammas: &[usize]| best_of(figures, &graph, gammas);
        let (all, small, large) = (of(&GAMMAS)?, of(&SMALL)?, of(&LARGE)?);
        words.push(format!("{} at {degree}", all.setting));
        for end in [2, 1000] {
            parts.push(Judgement::above(of(&[end])?.ms / small.ms.min(large.ms), 1.0));
        }
        if degree == DEGREES_OF[0] {
            parts.push(Judgement::above(large.ms / small.ms, 1.0));
        }
        if degree == DEGREES_OF[DEGREES_OF.len() - 1] {
            parts.push(Judgement::above(small.ms / large.ms, 1.0));
        }
    }
    let sentence = format!("The best gamma by average degree is {}.", words.join(", "));
    Some(Verdict::new(Judgement::all(parts), sentence))
}

pub(super) static PARALLEL_EDGES: Experiment = Experiment {
    name: "pma-fig4b",
    paper: &PAPER,
    figure: "Figure 4(b), parallel edges removed or kept",
    finding: "Removing parallel edges improves the time significantly, the more so the denser the graph.",
    differs: ON_CPU,
    part: Some(PART),
    plan: plan_of_parallel_edges,
    published: &[],
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
fn gain(figures: &Figures, graph: &str) -> Option<Ratio> {
    figures.ratio(graph, &figures.judged("kept"), &figures.judged("removed"))
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
        "With parallel edges kept it takes {first} times as long at average degree {}, {last} times at {degree}.",
        DEGREES_OF[0]
    );
    let grows = Judgement::above(last.times, first.times);
    Some(Verdict::new(Judgement::all([last.is_longer(), grows]), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
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
        assert_eq!(judge(|_| 200.0).judgement, DoesNotHold);
        assert_eq!(judge(|degree| if degree < 20.0 { 2.0 } else { 200.0 }).judgement, DoesNotHold);
        assert_eq!(judge(|degree| if degree < 20.0 { 5.0 } else { 1000.0 }).judgement, DoesNotHold);
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
            (Holds, CannotBeSeen, DoesNotHold)
        );
        assert_eq!(judge(|degree| 8.0 / degree.sqrt()), DoesNotHold);
    }
}
