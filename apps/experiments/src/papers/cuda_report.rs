//! The CUDA report: Borůvka's algorithm from primitives on a GPU, its two test cases.

use boscage::generate::Gnm;
use boscage_kernels as kernels;
use boscage_measuring::generated::{Generated, uniform};
use boscage_measuring::plot::Chart;
use boscage_operators::msf::Algorithm;

use crate::charts::{bars, time_by_graph};
use crate::experiment::{Case, Experiment, Judgement, Paper, Published, Series, Verdict};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

pub(super) static EXPERIMENTS: &[&Experiment] = &[&CASES];

static PAPER: Paper = Paper {
    short: "CUDA report",
    citation: "Gupta, \"Parallel Implementation of Boruvka on CUDA\", project report, Stony Brook University, 2012",
    machine: "a GPU of TACC's Lonestar cluster, 2012",
};

static CASES: Experiment = Experiment {
    name: "cuda-cases",
    paper: &PAPER,
    figure: "section 4.2, two test cases",
    finding: "The parallel version takes 3 seconds where the serial one takes 8, and 5 seconds where it takes 26 minutes: the \
              larger the graph, the greater the gain.",
    differs: "Its parallel version runs on a GPU; without one boruvka on all cores is beside its numbers, which tells \
              nothing of a GPU. A few rounds of Borůvka's and then Prim's, of which the report expects much, are added. Its serial version is \
              Borůvka's, too; that it takes 200 times as long on 13 times as many edges is not in the algorithm. Weights \
              are uniform from 1 to 1024, the most that the report's allows.",
    part: Some(1.0),
    plan,
    published: &[Published {
        what: "seconds (section 4.2)",
        columns: &["serial", "parallel"],
        rows: &[(SMALL, &[8.0, 3.0]), (LARGE, &[1564.0, 5.0])],
        here: |figures, row, column| {
            Some(figures.ms(row, if column == "serial" { SERIAL } else { parallel(figures) })? / 1e3)
        },
    }],
    charts: |figures| -> Vec<Chart> { vec![bars(figures, "Two test cases", "milliseconds", time_by_graph)] },
    verdict,
};

const SMALL: &str = "10,000; 60,000";
const LARGE: &str = "100,000; 800,000";
const SERIAL: &str = "serial boruvka";
const PARALLEL: &str = "boruvka";
const GPU: &str = "gpu vineet";
const THEN_PRIM: &str = "boruvka, then prim";

fn plan(setup: &Setup) -> Vec<Case> {
    let case = |name: &str, nodes: f64, edges: f64| {
        let nodes = setup.size(nodes);
        let edges = setup.size(edges).min(nodes * (nodes - 1) / 2);
        let gnm = Gnm { nodes, edges, style: uniform(1024), ..Gnm::default() };
        let mut series = vec![
            Series::new(SERIAL, Algorithm::Boruvka, 1),
            setup.on_all(PARALLEL, Algorithm::Boruvka),
            setup.on_all(THEN_PRIM, Algorithm::BoruvkaPrim),
        ];
        series.extend(setup.on_gpu([(GPU, Operator::Gpu(kernels::Algorithm::Vineet))]));
        Case { graph: Graph::new("all", name, edges as f64, Generated::Gnm(gnm)), series }
    };
    vec![case(SMALL, 10e3, 60e3), case(LARGE, 100e3, 800e3)]
}

/// The series that is the parallel version here.
fn parallel(figures: &Figures) -> &'static str {
    if figures.gpu { GPU } else { PARALLEL }
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let gain = |graph: &str| figures.ratio(graph, SERIAL, parallel(figures));
    let (small, large) = (gain(SMALL)?, gain(LARGE)?);
    let then_prim = figures.ratio(LARGE, PARALLEL, THEN_PRIM)?;
    let sentence = format!(
        "{} is {small} times as fast as serial on the small graph, {large} times on the large one (there 2.7 and 313); with \
         Prim's after a few rounds {then_prim} times as fast as boruvka.",
        parallel(figures),
    );
    let grows = Judgement::above(large.times, small.times);
    let judgement = Judgement::all([small.is_longer(), large.is_longer(), grows]);
    Some(Verdict::new(if figures.gpu { judgement } else { Judgement::CannotBeSeen }, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn the_gain_must_grow_with_the_graph() {
        let judge = |gpu, gain: [f64; 2]| {
            let figures = made_up(&CASES, &Setup { gpu, ..small() }, |point| {
                let serial = gain[usize::from(point.graph == LARGE)];
                point.runs_ms = vec![if point.series == SERIAL { serial } else { 1.0 }];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(true, [2.0, 9.0]), judge(true, [1.9, 1.2])), (Holds, DoesNotHold));
        assert_eq!((judge(true, [0.5, 0.9]), judge(false, [2.0, 9.0])), (DoesNotHold, CannotBeSeen));
    }
}
