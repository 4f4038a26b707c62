//! Figure 4: HybridPMA on Erdős-Rényi graphs, by average degree: gamma, and the removal of parallel edges.

use boscage::operators::msf::papers::{ParallelEdges, Pma, PmaVariant};
use boscage_kernels as kernels;
use boscage_measuring::plot::{Axis, Chart};

use super::{NODES, ON_CPU, PAPER, PART, erdos_renyi};
use crate::bound::{Bound, MORE, RISING, SIGNIFICANT};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published, Series};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Best, CHOOSING, Ratio, range, rises};

/// Size of the graphs of the sweep at scale 1, as a part of the paper's.
const PART_OF_GAMMAS: f64 = 1.0 / 20.0;

const DEGREES_OF: [usize; 5] = [4, 8, 16, 32, 64];
const SPARSEST: &str = "degree 4";
const DENSEST: &str = "degree 64";
const GAMMAS: [usize; 9] = [2, 3, 5, 6, 10, 20, 50, 200, 1000];

/// Those that are small but not the least, and large but not the largest.
const SMALL: [usize; 5] = [3, 5, 6, 10, 20];
const LARGE: [usize; 2] = [50, 200];

pub(super) static DEGREES: Experiment = Experiment {
    name: "pma-fig4a",
    paper: &PAPER,
    figure: "Figure 4(a), gamma by average degree",
    claims: &[
        Claim::judged(
            "For a small average degree a small gamma is best.",
            "5 or 6",
            MORE,
            |figures, more| {
                let [small, large] = [&SMALL[..], &LARGE].map(|gammas| best_of(figures, SPARSEST, gammas));
                let ratio = large?.times.over(&small?.times);
                let ours =
                    format!("the best large gamma takes {ratio} times as long; {}", best(figures, SPARSEST)?);
                Ok(Finding::new(ratio.is(more), ours))
            },
        ),
        Claim::judged(
            "For a large average degree a large gamma has an advantage.",
            "200",
            MORE,
            |figures, more| {
                let [small, large] = [&SMALL[..], &LARGE].map(|gammas| best_of(figures, DENSEST, gammas));
                let ratio = small?.times.over(&large?.times);
                let ours =
                    format!("the best small gamma takes {ratio} times as long; {}", best(figures, DENSEST)?);
                Ok(Finding::new(ratio.is(more), ours))
            },
        ),
        Claim::judged("A gamma of 2 is never efficient.", "", MORE, |figures, slower| {
            never_best(figures, slower, 2)
        }),
        Claim::judged("A gamma of 1000 is never efficient.", "", MORE, |figures, slower| {
            never_best(figures, slower, 1000)
        }),
    ],
    differs: "The paper names no degrees: here 4 counts as small and 64 as large. Of gammas 3 to 20 count as \
              small, 50 and 200 as large. Without a GPU the same steps run on the CPU. Times include making \
              adjacency from a list of edges; the paper begins with adjacency. Weights are uniform from 1 to \
              1,000,000.",
    part: Some(PART_OF_GAMMAS),
    choosing: CHOOSING,
    plan: plan_of_degrees,
    published: &[Published {
        what: "best gamma, between the least and the greatest that are as good (section 6.2, which names no \
               degrees: 5 or 6 for a small average degree, as big as 200 for a bigger one)",
        columns: &["least", "greatest"],
        rows: &[(SPARSEST, &[5.0, 6.0]), (DENSEST, &[200.0, 200.0])],
        here: |figures, row, column| {
            let [least, most] = best_of(figures, row, &GAMMAS)?.as_good();
            Ok(if column == "least" { least } else { most })
        },
    }],
    charts: charts_of_degrees,
};

fn graph(setup: &Setup, part: f64, degree: usize) -> Graph {
    let source = erdos_renyi(setup.size(NODES * part), degree);
    Graph::new("ER", format!("degree {degree}"), degree as f64, source)
}

fn plan_of_degrees(setup: &Setup) -> Vec<Case> {
    let series = |gamma: usize| -> Vec<Series> {
        let name = format!("gamma {gamma}");
        let cpu = Pma { gamma: Some(gamma), ..Pma::from(PmaVariant::Hybrid) };
        let gpu = kernels::Pma::from(cpu);
        let mut series = vec![setup.on_all(&name, cpu)];
        if setup.gpu {
            series.push(Series::new(format!("gpu {name}"), Operator::on_gpu(gpu), 1));
        }
        series
    };
    let case = |degree| Case {
        graph: graph(setup, PART_OF_GAMMAS, degree),
        series: GAMMAS.into_iter().flat_map(series).collect(),
    };
    DEGREES_OF.into_iter().map(case).collect()
}

/// The best of some gammas on a graph.
fn best_of(figures: &Figures, graph: &str, gammas: &[usize]) -> Found<Best> {
    figures.best(graph, gammas, |gamma| figures.judged(&format!("gamma {gamma}")))
}

/// The best gamma of all on a graph, in words.
fn best(figures: &Figures, graph: &str) -> Found<String> {
    Ok(format!("at {graph} {}", best_of(figures, graph, &GAMMAS)?.in_words()))
}

fn charts_of_degrees(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("gamma, vertices"), Axis::log("milliseconds"));
    vec![lines(figures, "HybridPMA: gamma by average degree", axes, |point| {
        let (on, gamma) = point.series.split_once("gamma ")?;
        Some((format!("{on}{}", point.graph), gamma.parse().ok()?, point.ms()))
    })]
}

/// Finds that a gamma takes longer than the best of those that are neither the least nor the largest, at
/// every degree.
fn never_best(figures: &Figures, slower: Bound, gamma: usize) -> Found<Finding> {
    let between = [&SMALL[..], &LARGE].concat();
    let all = figures.each(|figures, graph| {
        let [one, best] = [&[gamma][..], &between].map(|gammas| best_of(figures, graph, gammas));
        Ok(one?.times.over(&best?.times))
    })?;
    Ok(Finding::new(
        Ratio::all(&all, slower),
        format!("it takes {} times as long as the best from 3 to 200", range(&all)),
    ))
}

pub(super) static PARALLEL_EDGES: Experiment = Experiment {
    name: "pma-fig4b",
    paper: &PAPER,
    figure: "Figure 4(b), parallel edges removed or kept",
    claims: &[
        Claim::judged(
            "\"Removing parallel edges significantly improves the performance\".",
            "",
            SIGNIFICANT,
            removal_pays,
        ),
        Claim::judged(
            "\"The denser the graph, the more significant is the performance boost\" by their removal.",
            "",
            RISING,
            removal_pays_more,
        ),
    ],
    differs: ON_CPU,
    part: Some(PART),
    choosing: 0,
    plan: plan_of_parallel_edges,
    published: &[],
    charts: charts_of_parallel_edges,
};

fn plan_of_parallel_edges(setup: &Setup) -> Vec<Case> {
    let hybrid = |parallel_edges| Pma { parallel_edges, ..Pma::from(PmaVariant::Hybrid) };
    let on_gpu = |parallel_edges| Operator::on_gpu(kernels::Pma::from(hybrid(parallel_edges)));
    let series = || {
        let cpu = [
            setup.on_all("removed", hybrid(ParallelEdges::Drop)),
            setup.on_all("kept", hybrid(ParallelEdges::Keep)),
        ];
        let gpu = [("gpu removed", on_gpu(ParallelEdges::Drop)), ("gpu kept", on_gpu(ParallelEdges::Keep))];
        cpu.into_iter().chain(setup.on_gpu(gpu)).collect()
    };
    DEGREES_OF
        .into_iter()
        .map(|degree| Case { graph: graph(setup, PART, degree), series: series() })
        .collect()
}

/// Returns the ratio of times with parallel edges kept and removed.
fn gain(figures: &Figures, graph: &str) -> Found<Ratio> {
    figures.ratio(graph, &figures.judged("kept"), &figures.judged("removed"))
}

fn charts_of_parallel_edges(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("average degree"), Axis::log("milliseconds"));
    vec![lines(figures, "HybridPMA: parallel edges", axes, |point| {
        Some((point.series.clone(), point.x, point.ms()))
    })]
}

fn removal_pays(figures: &Figures, significantly: Bound) -> Found<Finding> {
    let all = figures.each(gain)?;
    Ok(Finding::new(
        Ratio::all(&all, significantly),
        format!("{} times as long with parallel edges kept", range(&all)),
    ))
}

fn removal_pays_more(figures: &Figures, more: Bound) -> Found<Finding> {
    let gains = figures.each(gain)?;
    let words = figures.graphs().into_iter().zip(&gains).map(|(graph, gain)| format!("{graph} {gain}"));
    let ours = format!("times as long with them kept: {}", words.collect::<Vec<_>>().join(", "));
    Ok(Finding::new(rises(&gains, more), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::Even;
    use crate::setup::small;

    #[test]
    fn the_best_gamma_must_grow_with_the_degree() {
        let judge = |best: fn(f64) -> f64| -> [Judgement; 4] {
            let figures = made_up(&DEGREES, &small(), |point| {
                let gamma: f64 = point.series.rsplit(' ').next().unwrap().parse().unwrap();
                point.runs_ms = vec![1.0 + (gamma.ln() - best(point.x).ln()).abs()];
            });
            assert_eq!(best_of(&figures, SPARSEST, &GAMMAS).unwrap().setting.value, best(4.0));
            let says = ["For a small", "For a large", "A gamma of 2", "A gamma of 1000"];
            says.map(|says| judged(DEGREES.claims, says, &figures).judgement)
        };
        assert_eq!(judge(|degree| if degree < 20.0 { 5.0 } else { 200.0 }), [Holds; 4]);
        assert_eq!(judge(|_| 5.0), [Holds, DoesNotHold, Holds, Holds]);
        assert_eq!(judge(|_| 200.0), [DoesNotHold, Holds, Holds, Holds]);
        assert_eq!(
            judge(|degree| if degree < 20.0 { 2.0 } else { 200.0 }),
            [Holds, Holds, DoesNotHold, Holds]
        );
        assert_eq!(
            judge(|degree| if degree < 20.0 { 5.0 } else { 1000.0 }),
            [Holds, Holds, Holds, DoesNotHold]
        );
    }

    #[test]
    fn removal_must_pay_more_on_denser_graphs() {
        let judge = |kept: fn(f64) -> f64| -> [Judgement; 2] {
            let figures = made_up(&PARALLEL_EDGES, &small(), |point| {
                point.runs_ms = vec![if point.series == "kept" { kept(point.x) } else { 1.0 }];
            });
            ["\"Removing", "\"The denser"].map(|says| judged(PARALLEL_EDGES.claims, says, &figures).judgement)
        };
        assert_eq!((judge(|degree| degree), judge(|_| 2.0)), ([Holds; 2], [Holds, CannotBeSeen(Even)]));
        assert_eq!(judge(|_| 0.5), [DoesNotHold, CannotBeSeen(Even)]);
        assert_eq!(judge(|degree| 8.0 / degree.sqrt()), [DoesNotHold; 2]);
        assert_eq!(judge(|_| 1.22)[0], CannotBeSeen(Even));
        // The gain is largest at degree 16: the first and last setting alone would satisfy it.
        assert_eq!(judge(|degree| if degree == 16.0 { 99.0 } else { degree })[1], DoesNotHold);
    }
}
