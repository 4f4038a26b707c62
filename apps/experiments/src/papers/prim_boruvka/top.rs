//! Figure 3, top: Prim's algorithm by density.

use boscage::operators::msf::papers::PrimLoops;
use boscage::operators::msf::papers::{Nearest, Prim, PrimThreads};
use boscage_measuring::plot::{Axis, Chart};

use super::{CORES, PAPER, random};
use crate::bound::{MORE, NO_GAIN};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Series};
use crate::figures::Figures;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, range};

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 3000.0;
const SHARES: [f64; 4] = [0.005, 0.02, 0.06, 0.2];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-fig3-top",
    paper: &PAPER,
    figure: "Figure 3, top: Prim's algorithm by density",
    claims: &[
        Claim::judged(
            "Parallel loops (simple parallel) fail to speed up the standard algorithm.",
            "",
            NO_GAIN,
            |figures, no_gain| {
                let all = gains(figures, "simple parallel", "standard")?;
                let (sparser, densest) = all.split_at(SHARES.len() - 1);
                let fails = sparser.iter().map(|gain| gain.is(no_gain));
                let evidence = Evidence::all(fails).on_cores(figures.cores, CORES);
                Ok(Finding::new(
                    evidence,
                    format!("{} times as fast; {} on the densest graph", range(sparser), densest[0]),
                ))
            },
        ),
        Claim::not_judged("Parallel loops might pay on very dense graphs.", "", "it says \"perhaps\""),
        Claim::judged(
            "A tree for each thread (parallel threads) improves on the standard algorithm.",
            "",
            MORE,
            |figures, improves| {
                let all = gains(figures, "parallel threads", "standard, heap")?;
                let mean = Ratio::mean(&all)?;
                let beside = range(&gains(figures, "parallel threads", "standard")?);
                let ours = format!(
                    "{mean} times as fast as standard with a heap in the mean, {}; {beside} times as \
                     standard with an array",
                    range(&all)
                );
                Ok(Finding::new(mean.is(improves).on_cores(figures.cores, CORES), ours))
            },
        ),
        Claim::not_judged("The improvement by a tree for each thread is modest.", "", "it gives no number"),
    ],
    differs: "Standard and simple parallel search an array of distances, as there. Parallel threads uses \
              heaps here and arrays there, so it is compared with standard with a heap. \"In general\" is \
              judged by the geometric mean of the graphs. Our densest graph counts as very dense, where \
              loops may pay, so it is not part of the claim about loops.",
    part: None,
    choosing: 0,
    plan,
    published: &[],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || {
        vec![
            Series::new("standard", Prim { nearest: Nearest::Scan }, 1),
            Series::new("standard, heap", Prim::default(), 1),
            setup.on_all("simple parallel", Operator::on_adjacency(PrimLoops)),
            setup.on_all("parallel threads", PrimThreads { sequential_cutoff: 0, ..PrimThreads::default() }),
        ]
    };
    SHARES.into_iter().map(|share| Case { graph: random(setup, NODES, share), series: series() }).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("percent of all edges"), Axis::log("milliseconds"));
    vec![lines(figures, "Prim's algorithm by density", axes, |point| {
        Some((point.series.clone(), point.x, point.ms()))
    })]
}

/// Returns the speed-up of one series over another, on all graphs.
fn gains(figures: &Figures, of: &str, over: &str) -> Found<Vec<Ratio>> {
    figures.each(|figures, graph| figures.ratio(graph, over, of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores};
    use crate::setup::small;

    #[test]
    fn loops_must_not_gain_and_trees_must() {
        let judge = |cores, simple: f64, threads: f64| {
            let setup = Setup { cores, ..small() };
            let figures = made_up(&EXPERIMENT, &setup, |point| {
                point.runs_ms = vec![match &*point.series {
                    "simple parallel" => simple,
                    "parallel threads" => threads,
                    _ => 1.0,
                }];
            });
            ["Parallel loops", "A tree"].map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge(8, 1.2, 0.7), judge(8, 0.5, 0.7)), ([Holds; 2], [DoesNotHold, Holds]));
        assert_eq!(
            (judge(8, 1.0, 1.1), judge(8, 1.2, 1.0)),
            ([Holds, DoesNotHold], [Holds, CannotBeSeen(Even)])
        );
        // A gain on one graph of four is no general gain.
        let figures = made_up(&EXPERIMENT, &Setup { cores: 8, ..small() }, |point| {
            let is_bent = point.series == "parallel threads";
            let ms = if point.graph.starts_with("2%") { 0.8 } else { 1.2 };
            point.runs_ms = vec![if is_bent { ms } else { 1.0 }];
        });
        assert_eq!(judged(EXPERIMENT.claims, "A tree", &figures).judgement, DoesNotHold);
        assert_eq!(judge(2, 1.2, 1.1), [CannotBeSeen(FewCores); 2]);
        assert_eq!(
            (judge(2, 0.5, 0.7), judge(2, 1.0 / 1.1, 1.1)[0]),
            ([CannotBeSeen(FewCores); 2], CannotBeSeen(Even))
        );
    }
}
