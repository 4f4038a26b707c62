//! Figure 3, bottom: where parallel threads go on alone.

use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::{PrimThreads, Start};

use super::{PAPER, random};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Verdict};
use crate::figures::{Figures, short};
use crate::setup::Setup;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 8000.0;
const SHARES: [f64; 2] = [0.002, 0.02];

/// Cutoffs, as shares of the nodes.
const CUTOFFS: [f64; 6] = [0.0, 0.05, 0.2, 0.5, 0.8, 2.0];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-fig3-bottom",
    paper: &PAPER,
    figure: "Figure 3, bottom: sequential cutoff",
    finding: "The performance of various sequential cutoff values, of which only the chart is published: that a cutoff pays is \
              why it is there.",
    differs: "The text does not say what its cutoff counts; here it is the nodes that are in no tree yet: when fewer are left, \
              no tree is begun any more. With twice the nodes everything is one worker's.",
    part: None,
    plan,
    published: &[],
    charts,
    verdict,
};

/// The name of a cutoff.
fn name(share: f64) -> String {
    format!("cutoff {share} of the nodes")
}

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.side(NODES) as f64;
    let series = |share: f64| {
        let sequential_cutoff = (share * nodes) as usize;
        setup.on_all(
            &name(share),
            PrimThreads { sequential_cutoff, start: Start::Spaced, ..PrimThreads::default() },
        )
    };
    let case = |share| Case { graph: random(setup, NODES, share), series: CUTOFFS.map(series).into() };
    SHARES.into_iter().map(case).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::linear("cutoff, percent of the nodes"), Axis::linear("milliseconds"));
    vec![lines(figures, "Parallel threads by sequential cutoff", axes, |point| {
        let share = CUTOFFS.into_iter().find(|share| name(*share) == point.series)?;
        Some((point.graph.clone(), share * 100.0, point.ms()))
    })]
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    if figures.cores == 1 {
        return Some(Verdict::unseen("There is one core."));
    }
    let mut words = Vec::new();
    let mut holds = false;
    for graph in figures.graphs() {
        let none = figures.ms(&graph, &name(0.0))?;
        let gain = |share: f64| Some((none / figures.ms(&graph, &name(share))?, share));
        // Not the last: there all is one worker's.
        let gains = CUTOFFS[1..5].iter().map(|share| gain(*share)).collect::<Option<Vec<_>>>()?;
        let (gain, share) = gains.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        holds |= gain > 1.05;
        words.push(format!("{} times as fast as none on {graph} (at {share} of the nodes)", short(gain)));
    }
    Some(Verdict::of(holds, format!("The best cutoff is {}.", words.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn some_cutoff_must_pay() {
        let judge = |best: f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![if point.series == name(0.2) { best } else { 1.0 }];
            });
            verdict(&figures).unwrap()
        };
        assert_eq!((judge(0.8).judgement, judge(1.0).judgement), (Holds, DoesNotHold));
        assert!(
            judge(0.8)
                .sentence
                .contains("1.25 times as fast as none on 2% of all edges (at 0.2 of the nodes)")
        );
    }
}
