//! Figure 3, top: Prim's algorithm by density.

use boscage_measuring::plot::{Axis, Chart};
use boscage_measuring::show::{counted, three_digits};
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::{Nearest, Prim, PrimThreads};

use super::{CORES, PAPER, random};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Judgement, Series, Verdict};
use crate::figures::{Figures, Ratio, extremes};
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 3000.0;
const SHARES: [f64; 4] = [0.005, 0.02, 0.06, 0.2];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-fig3-top",
    paper: &PAPER,
    figure: "Figure 3, top: Prim's algorithm by density",
    finding: "Running the loops of Prim's algorithm in parallel (simple parallel) fails to speed it up, but perhaps on \
              very dense graphs; a tree for each thread (parallel threads) improves it modestly.",
    differs: "Standard and simple parallel look through an array of distances, as there; parallel threads keeps its arcs in \
              heaps here, arrays there, so it is judged beside standard with a heap. How \
              modest the improvement is is not judged.",
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

fn verdict(figures: &Figures) -> Option<Verdict> {
    // Of all graphs.
    let gains = |of: &str, over: &str| -> Option<Vec<Ratio>> {
        let all = figures.along(|figures, graph| figures.ratio(graph, over, of))?;
        Some(all.into_iter().map(|(_, gain)| gain).collect())
    };
    let words = |gains: &[Ratio]| {
        let range = extremes(&gains.iter().map(|gain| gain.times).collect::<Vec<_>>());
        format!("{} to {}", three_digits(range.start), three_digits(range.end))
    };
    let simple = gains("simple parallel", "standard")?;
    let threads = gains("parallel threads", "standard")?;
    let heap = gains("parallel threads", "standard, heap")?;
    let sentence = format!(
        "On {} simple parallel is {} times as fast as standard, parallel threads {} times; beside standard with a heap \
         parallel threads is {} times as fast.",
        counted(figures.cores, "core", "cores"),
        words(&simple),
        words(&threads),
        words(&heap)
    );
    // The last graph is very dense.
    let fails = Judgement::all(simple[..SHARES.len() - 1].iter().map(|gain| gain.is_not_longer()));
    let fails = fails.only_refuted_below(figures.cores, CORES);
    let improves = Judgement::any(heap.into_iter().map(Ratio::is_longer)).on_cores(figures.cores, CORES);
    Some(Verdict::new(Judgement::all([fails, improves]), sentence))
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
        assert_eq!((judge(8, 1.2, 0.7), judge(8, 0.5, 0.7)), (Holds, DoesNotHold));
        assert_eq!((judge(8, 1.2, 1.1), judge(8, 1.2, 1.0)), (DoesNotHold, CannotBeSeen));
        assert_eq!((judge(2, 1.2, 0.7), judge(2, 1.2, 1.1)), (CannotBeSeen, CannotBeSeen));
        assert_eq!(judge(2, 0.5, 1.1), DoesNotHold);
    }
}
