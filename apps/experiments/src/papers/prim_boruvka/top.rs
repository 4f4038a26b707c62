//! Figure 3, top: Prim's algorithm by density.

use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::{Nearest, Prim, PrimThreads};

use super::{PAPER, random};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Series, Verdict};
use crate::figures::{Figures, extremes, short};
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 3000.0;
const SHARES: [f64; 4] = [0.005, 0.02, 0.06, 0.2];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-fig3-top",
    paper: &PAPER,
    figure: "Figure 3, top: Prim's algorithm by density",
    finding: "Running the loops of Prim's algorithm in parallel (simple parallel) fails to speed it up; a tree for each thread \
              (parallel threads) improves it modestly.",
    differs: "Standard and simple parallel look through an array of distances, as there; parallel threads keeps its arcs in \
              heaps here, arrays there, so its standard with a heap is measured, too.",
    part: None,
    plan,
    published: &[],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || {
        vec![
            Series::new("standard", Prim { nearest: Nearest::Scan }, 1),
            Series::new("standard, heap", Prim::default(), 1),
            setup.on_all("simple parallel", Operator::Adjacent(Algorithm::PrimLoops)),
            setup.on_all("parallel threads", PrimThreads::default()),
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

fn verdict(figures: &Figures) -> Option<Verdict> {
    let gains = |of: &'static str, over: &'static str| {
        let all = figures.along(|figures, graph| figures.ratio(graph, over, of))?;
        Some(extremes(&all.iter().map(|(_, ratio)| *ratio).collect::<Vec<_>>()))
    };
    let simple = gains("simple parallel", "standard")?;
    let threads = gains("parallel threads", "standard")?;
    let heap = gains("parallel threads", "standard, heap")?;
    let sentence = format!(
        "Over standard, simple parallel is {} to {} times as fast, parallel threads {} to {} times; over standard with a heap \
         parallel threads is {} to {} times as fast, on {} cores.",
        short(simple.start),
        short(simple.end),
        short(threads.start),
        short(threads.end),
        short(heap.start),
        short(heap.end),
        figures.cores
    );
    if figures.cores == 1 {
        return Some(Verdict::unseen(sentence));
    }
    Some(Verdict::of(simple.end < 1.1 && threads.end > 1.0, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
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
            verdict(&figures).unwrap().judgement
        };
        assert_eq!(
            (judge(8, 1.2, 0.7), judge(8, 0.5, 0.7), judge(8, 1.2, 1.1)),
            (Holds, DoesNotHold, DoesNotHold)
        );
        assert_eq!(judge(1, 1.2, 0.7), CannotBeSeen);
    }
}
