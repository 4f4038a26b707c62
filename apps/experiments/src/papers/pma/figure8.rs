//! Figure 8: the share of the vertices that the first iteration unifies.

use boscage_kernels as kernels;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::{Colouring, MstBc, Pma, PmaVariant};

use super::{PAPER, cliques, erdos_renyi, r_mat};
use crate::charts::bars;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Series};
use crate::figures::{Figures, Point};
use crate::graph::Graph;
use crate::judgement::Judgement;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Spread;

/// Nodes of the paper's graphs, and ours at scale 1 as a part of them.
const NODES: f64 = 1e6;
const PART: f64 = 1.0 / 10.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig8",
    paper: &PAPER,
    figure: "Figure 8, reduction rate",
    claims: &[
        Claim::judged("PMA unifies more vertices with gamma 100 than with gamma 10.", "", |figures| {
            everywhere(figures, &figures.judged(PMA_100), &figures.judged(PMA_10))
        }),
        Claim::judged(
            "PMA, with gamma 10, unifies more than Bader and Cong's algorithm (BC).",
            "",
            |figures| {
                everywhere(figures, &figures.judged(PMA_10), BC) // which is on the CPU only
            },
        ),
        Claim::judged("PMA, with gamma 10, unifies more than Vineet's algorithm.", "", |figures| {
            everywhere(figures, &figures.judged(PMA_10), &figures.judged(VINEET))
        }),
        Claim::judged("Vineet's algorithm sometimes unifies fewer than BC.", "", |figures| {
            let vineet = figures.judged(VINEET);
            let all = figures.each(|figures, graph| {
                Some((graph.to_owned(), rate(figures, graph, BC)?, rate(figures, graph, &vineet)?))
            })?;
            let judgement = Judgement::any(all.iter().map(|(_, bc, vineet)| bc.is_above(*vineet)));
            Some(Finding::new(judgement, in_words(&all)))
        }),
        Claim::not_judged(
            "BC falls behind especially in dense graphs.",
            "",
            "the chart's numbers are not in the text, and one dense graph of another family tells nothing of density",
        ),
    ],
    differs: "Reduction rate is the number of edges that the first iteration takes, as a share of all vertices, median of \
              the runs. BC runs as in the paper, with atomic marks in place of colours, on 16 workers, \
              which take turns where there are fewer threads. Vineet's first \
              iteration takes each vertex's lightest edge, which is the first round of boruvka. Florida's stand-in is a \
              road network (--graphs DIR takes FLA); edges are taken to be counted twice there, as they are elsewhere \
              in it. Rates do not depend on how busy the machine is; they are above each other if they are so in every run.",
    part: Some(PART),
    plan,
    published: &[],
    charts,
};

/// Number of workers of BC: "very small" on a GPU.
const WORKERS: usize = 16;

/// Names of the series that the finding is about.
const PMA_100: &str = "PMA, gamma 100";
const PMA_10: &str = "PMA, gamma 10";
const VINEET: &str = "Vineet";
const BC: &str = "BC";
const COLOURS: &str = "BC with colours";

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES * PART);
    let graphs = [
        ("Florida", setup.florida(PART)),
        ("Erdős-Rényi", erdos_renyi(nodes, 30).into()),
        ("R-MAT", r_mat(nodes, 10).into()),
        ("SSCA#2", cliques(nodes, 8).into()),
    ];
    let graph = |(name, source)| Graph::new("all", name, 0.0, source);
    graphs.map(graph).map(|graph| Case { graph, series: series(setup) }).into()
}

fn series(setup: &Setup) -> Vec<Series> {
    let pma = |gamma| Pma { gamma: Some(gamma), ..Pma::from(PmaVariant::Hybrid) };
    let gpu =
        |gamma| Operator::GpuPma(kernels::Pma { gamma: Some(gamma), ..kernels::PmaVariant::Hybrid.into() });
    let bc = |colouring| Operator::MstBc(MstBc { workers: Some(WORKERS), colouring });
    let cpu = [
        setup.on_all(COLOURS, bc(Colouring::Neighbours)),
        setup.on_all(BC, bc(Colouring::Off)),
        setup.on_all(VINEET, Algorithm::Boruvka),
        setup.on_all(PMA_10, pma(10)),
        setup.on_all(PMA_100, pma(100)),
    ];
    let on_gpu = [
        ("gpu Vineet", Operator::Gpu(kernels::Algorithm::Vineet)),
        ("gpu PMA, gamma 10", gpu(10)),
        ("gpu PMA, gamma 100", gpu(100)),
    ];
    cpu.into_iter().chain(setup.on_gpu(on_gpu)).collect()
}

/// The reduction rate of a series on a graph, in percent.
fn rate(figures: &Figures, graph: &str, series: &str) -> Option<Spread> {
    Some(figures.point(graph, series)?.unified()?.times(100.0))
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let bar = |point: &Point| {
        let percent = point.unified().map(|share| share.times(100.0));
        percent.map(|percent| (point.graph.clone(), point.series.clone(), percent)).into_iter().collect()
    };
    vec![bars(figures, "Vertices unified by the first iteration", "percent of all vertices", bar)]
}

/// That the rate of one series is above that of another on every graph.
fn everywhere(figures: &Figures, more: &str, fewer: &str) -> Option<Finding> {
    let all = figures.each(|figures, graph| {
        Some((graph.to_owned(), rate(figures, graph, more)?, rate(figures, graph, fewer)?))
    })?;
    let judgement = Judgement::all(all.iter().map(|(_, more, fewer)| more.is_above(*fewer)));
    Some(Finding::new(judgement, in_words(&all)))
}

/// Two rates of each graph.
fn in_words(all: &[(String, Spread, Spread)]) -> String {
    let words = all.iter().map(|(graph, one, other)| format!("{graph} {one} beside {other}"));
    format!("percent: {}", words.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::BothSides;
    use crate::setup::small;

    #[test]
    fn all_graphs_must_have_the_order_of_the_paper() {
        // One series on one graph bent.
        let judge = |which: &str, rates: &[f64]| -> [Judgement; 4] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.unified = match &*point.series {
                    series if series == which && point.graph == "Florida" => rates.to_vec(),
                    PMA_100 => vec![0.9],
                    PMA_10 => vec![0.79, 0.8, 0.81],
                    VINEET => vec![0.6],
                    _ => vec![0.5],
                };
            });
            let says = [
                "PMA unifies",
                "PMA, with gamma 10, unifies more than B",
                "PMA, with gamma 10, unifies more than V",
                "Vineet",
            ];
            says.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge("", &[]), [Holds, Holds, Holds, DoesNotHold]);
        assert_eq!(judge(BC, &[0.85]), [Holds, DoesNotHold, Holds, Holds]);
        assert_eq!(judge(VINEET, &[0.85]), [Holds, Holds, DoesNotHold, DoesNotHold]);
        assert_eq!(judge(PMA_100, &[0.79])[0], DoesNotHold);
        assert_eq!(judge(PMA_100, &[0.803, 0.9])[0], CannotBeSeen(BothSides));
    }

    #[test]
    fn rates_are_told_with_their_spread() {
        let figures = made_up(&EXPERIMENT, &small(), |point| point.unified = vec![0.25, 0.5, 0.75]);
        let ours = judged(EXPERIMENT.claims, "PMA unifies", &figures).ours;
        assert!(ours.contains("R-MAT 50.0 (25.0 to 75.0) beside 50.0 (25.0 to 75.0)"), "{ours}");
    }
}
