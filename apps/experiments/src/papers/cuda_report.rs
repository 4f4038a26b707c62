//! The CUDA report: Borůvka's algorithm from primitives on a GPU, its two test cases.

use boscage::generate::Gnm;
use boscage::operators::msf::Boruvka;
use boscage::operators::msf::papers::BoruvkaPrim;
use boscage_kernels::Vineet;
use boscage_measuring::generated::{Generated, uniform};
use boscage_measuring::plot::Chart;

use crate::bound::{Bound, MORE, MUCH};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Paper, Published, Series};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::judgement::Why;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Spread};

pub(super) static EXPERIMENTS: &[&Experiment] = &[&CASES];

static PAPER: Paper = Paper {
    short: "CUDA report",
    citation: "Gupta, \"Parallel Implementation of Boruvka on CUDA\", project report, Stony Brook \
               University, 2012",
    machine: "not named; its references name TACC's Lonestar",
};

static CASES: Experiment = Experiment {
    name: "cuda-cases",
    paper: &PAPER,
    figure: "section 4.2, two test cases",
    claims: &[
        Claim::judged(
            "The parallel version is faster than the serial one, the more so the larger the graph.",
            "2.7 and 313 times",
            MORE,
            gains,
        ),
        Claim::judged(
            "Borůvka's algorithm for some rounds and then Prim's would be much faster (its future work).",
            "",
            MUCH,
            |figures, much| {
                let ratio = figures.ratio(LARGE, ALL_ROUNDS, THEN_PRIM)?;
                let ours = format!("{ratio} times as fast as the same program without Prim's");
                Ok(Finding::new(ratio.is(much), ours))
            },
        ),
        Claim::by_construction(
            "The number of vertices: \"in every iteration my total vertices tend to decrease by half with \
             high probability\".",
            "",
            "each vertex that has an edge takes one in each round, which leaves at most half as many, as the \
             report says of the worst case",
            |figures| {
                let [small, large] = [SMALL, LARGE].map(|graph| left(figures, graph));
                Ok(format!("the first round leaves {}% and {}% of the vertices", small?, large?))
            },
        ),
        Claim::not_judged(
            "The CUDPP library's scans are faster than the report's own.",
            "",
            "neither is measured here",
        ),
    ],
    differs: "The report's parallel version runs on a GPU; without one, boruvka on all cores is shown \
              beside its numbers, which says nothing about a GPU. Its serial version is Borůvka's \
              algorithm, too; but the algorithm does not explain why it takes 200 times as long on 13 \
              times as many edges. The gain by Prim's algorithm is judged within one program, which \
              contracts the graph in each round: with Prim's after some rounds, and with Borůvka's rounds \
              alone. Weights are uniform from 1 to 1024, the largest that its program takes.",
    part: Some(1.0),
    choosing: 0,
    plan,
    published: &[Published {
        what: "seconds (section 4.2: V = 10000, E = 60000; V = 100000, E = 800000)",
        columns: &["serial", "parallel"],
        rows: &[(SMALL, &[8.0, 3.0]), (LARGE, &[1564.0, 5.0])],
        here: |figures, row, column| {
            let series = if column == "serial" { SERIAL } else { parallel(figures) };
            Ok(figures.ms(row, series)?.times(1e-3))
        },
    }],
    charts: |figures| -> Vec<Chart> { vec![bars(figures, "Two test cases", "milliseconds", time_by_graph)] },
};

const SMALL: &str = "test case 1";
const LARGE: &str = "test case 2";
const SERIAL: &str = "serial boruvka";
const PARALLEL: &str = "boruvka";
const GPU: &str = "gpu vineet";
const THEN_PRIM: &str = "boruvka, then prim";
/// The same program where nothing is left to Prim's algorithm.
const ALL_ROUNDS: &str = "boruvka by contraction";

fn plan(setup: &Setup) -> Vec<Case> {
    let case = |name: &str, nodes: f64, edges: f64| {
        let nodes = setup.size(nodes);
        let edges = setup.size(edges).min(nodes * (nodes - 1) / 2);
        let gnm = Gnm { nodes, edges, style: uniform(1024), ..Gnm::default() };
        let mut series = vec![
            Series::new(SERIAL, Boruvka, 1),
            setup.on_all(PARALLEL, Boruvka),
            setup.on_all(THEN_PRIM, BoruvkaPrim::default()),
            setup.on_all(ALL_ROUNDS, Operator::on_edges(BoruvkaPrim { rounds: usize::MAX })),
        ];
        series.extend(setup.on_gpu([(GPU, Operator::on_gpu(Vineet))]));
        Case { graph: Graph::new("all", name, edges as f64, Generated::Gnm(gnm)), series }
    };
    vec![case(SMALL, 10e3, 60e3), case(LARGE, 100e3, 800e3)]
}

/// Returns the series of the parallel version.
fn parallel(figures: &Figures) -> &'static str {
    if figures.gpu { GPU } else { PARALLEL }
}

/// Returns the percentage of vertices after the first round.
fn left(figures: &Figures, graph: &str) -> Found<Spread> {
    let unified = figures.point(graph, ALL_ROUNDS)?.unified()?;
    Ok(unified.rest().percent())
}

fn gains(figures: &Figures, faster: Bound) -> Found<Finding> {
    let gain = |graph: &str| figures.ratio(graph, SERIAL, parallel(figures));
    let (small, large) = (gain(SMALL)?, gain(LARGE)?);
    let ours = format!("{} is {small} and {large} times as fast as serial boruvka", parallel(figures));
    if !figures.gpu {
        return Ok(Finding::unseen(Why::NoGpu, ours));
    }
    let all = [large.over(&small), small, large];
    Ok(Finding::new(Ratio::all(&all, faster), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::{as_published, made_up};
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::setup::small;

    /// The verdicts on figures, given the times of some series; the others take 1.
    fn judge(gpu: bool, ms: impl Fn(&str, &str) -> f64) -> [Judgement; 2] {
        let figures = made_up(&CASES, &Setup { gpu, ..small() }, |point| {
            point.runs_ms = vec![ms(&point.series, &point.graph)];
        });
        ["The parallel", "Bor"].map(|says| judged(CASES.claims, says, &figures).judgement)
    }

    #[test]
    fn the_gain_must_grow_with_the_graph() {
        let judge = |gpu, gain: [f64; 2]| {
            judge(gpu, |series, graph| if series == SERIAL { gain[usize::from(graph == LARGE)] } else { 1.0 })
                [0]
        };
        assert_eq!((judge(true, [2.0, 9.0]), judge(true, [1.9, 1.2])), (Holds, DoesNotHold));
        assert_eq!(
            (judge(true, [0.5, 0.9]), judge(false, [2.0, 9.0])),
            (DoesNotHold, CannotBeSeen(Why::NoGpu))
        );
    }

    #[test]
    fn prim_after_some_rounds_must_be_much_faster() {
        let judge_all = |ms: fn(&str) -> f64| judge(false, |series, _| ms(series))[1];
        let judge =
            |gain: f64| judge(false, |series, _| if series == THEN_PRIM { 1.0 / gain } else { 1.0 })[1];
        assert_eq!((judge(2.0), judge(1.2)), (Holds, DoesNotHold));
        // Times of other programs are ignored.
        let beside = judge_all(|series| if series == PARALLEL { 9.0 } else { 1.0 });
        assert_eq!(beside, DoesNotHold);
    }

    #[test]
    fn the_reports_own_figures_hold() {
        let figures = as_published(&CASES, &Setup { gpu: true, ..small() }, |point| {
            let serial = if point.graph == LARGE { 1564e3 } else { 8e3 };
            let parallel = if point.graph == LARGE { 5e3 } else { 3e3 };
            point.runs_ms = vec![if point.series == SERIAL { serial } else { parallel }];
        });
        assert_eq!(judged(CASES.claims, "The parallel", &figures).judgement, Holds);
    }
}
