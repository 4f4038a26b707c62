//! Figure 3, bottom: the cutoff from which one worker finishes.

use boscage::operators::msf::papers::{PrimThreads, Start};
use boscage_measuring::plot::{Axis, Chart};

use super::{CORES, PAPER, random, workers};
use crate::bound::{Bound, MORE};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::{Ratio, range};

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 16_000.0;
const SHARES: [f64; 2] = [0.002, 0.02];

/// Cutoffs, as shares of the nodes.
const CUTOFFS: [f64; 6] = [0.0, 0.05, 0.2, 0.5, 0.8, 2.0];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-fig3-bottom",
    paper: &PAPER,
    figure: "Figure 3, bottom: sequential cutoff",
    claims: &[Claim::judged(
        "\"Performance of various sequential cutoff values\" is only a chart there. Our reading: one cutoff \
         is faster than none on all densities.",
        "",
        MORE,
        some_cutoff_pays,
    )],
    differs: "The text does not say what its cutoff counts; here it is the nodes that are in no tree yet: \
              when fewer are left, no new tree is begun. A cutoff of twice the nodes leaves everything to \
              one worker. 16 workers as on its machine; on fewer cores they take turns.",
    part: None,
    choosing: 0,
    plan,
    published: &[],
    charts,
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
            PrimThreads {
                workers: workers(setup),
                sequential_cutoff,
                start: Start::Spaced,
                ..PrimThreads::default()
            },
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

fn some_cutoff_pays(figures: &Figures, faster: Bound) -> Found<Finding> {
    let none = name(0.0);
    // Not the first, nor the last, at which one worker does everything.
    let cutoffs = CUTOFFS.into_iter().filter(|share| (0.01..1.0).contains(share));
    let gains = cutoffs
        .map(|share| Ok((share, figures.each(|figures, graph| figures.ratio(graph, &none, &name(share)))?)));
    let gains: Vec<(f64, Vec<Ratio>)> = gains.collect::<Found<_>>()?;
    let pays = |(_, all): &(f64, Vec<Ratio>)| Ratio::all(all, faster);
    let evidence = Evidence::any(gains.iter().map(pays)).on_cores(figures.cores, CORES);
    let words = gains.iter().map(|(share, all)| format!("at {share} {}", range(all)));
    let ours =
        format!("times as fast as without, by share of the nodes: {}", words.collect::<Vec<_>>().join(", "));
    Ok(Finding::new(evidence, ours))
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
    fn some_cutoff_must_pay() {
        let judge = |cores, best: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                point.runs_ms = vec![if point.series == name(0.2) { best } else { 1.0 }];
                if point.series != name(0.0) && point.series != name(0.2) {
                    point.runs_ms = vec![2.0];
                }
            });
            judged(EXPERIMENT.claims, "\"Performance", &figures)
        };
        let judgements =
            [judge(8, 0.8), judge(8, 1.0), judge(8, 1.3), judge(2, 1.3)].map(|one| one.judgement);
        assert_eq!(judgements, [Holds, CannotBeSeen(Even), DoesNotHold, CannotBeSeen(FewCores)]);
        let ours = judge(2, 0.8).ours;
        assert!(ours.ends_with("at 0.05 0.5, at 0.2 1.25, at 0.5 0.5, at 0.8 0.5"), "{ours}");
    }
}
