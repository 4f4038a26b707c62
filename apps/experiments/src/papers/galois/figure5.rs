//! Figure 5: the parallelism of Kruskal's algorithm, round by round.

use boscage::generate::Road;
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::Algorithm;

use super::{PAPER, profile};
use crate::experiment::{Case, Experiment, Verdict};
use crate::figures::Figures;
use crate::graph::{Graph, Source};
use crate::setup::Setup;

/// Nodes of Florida's road network, and of ours at scale 1 as a part of them.
const FLORIDA: f64 = 1_070_376.0;
const PART: f64 = 1.0 / 4.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig5",
    paper: &PAPER,
    figure: "Figure 5, parallelism of Kruskal's algorithm",
    finding: "Initially many edges can be processed in parallel; as components grow the available parallelism drops quickly, \
              and approaches one towards the end.",
    differs: "Florida's stand-in is a road network (--graphs DIR takes FLA). Ours is the parallelism under the adaptive window, \
              with which both programs run; the page shows what would be available without one.",
    part: Some(PART),
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> { vec![profile(figures, "Windowed Kruskal, round by round")] },
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let florida = match setup.original(&["USA-road-d.FLA", "FLA"]) {
        Some(path) => Source::File(path.to_owned()),
        None => Generated::Road(Road { nodes: setup.size(FLORIDA * PART), ..Road::default() }).into(),
    };
    let series = vec![setup.on_all("windowed-kruskal", Algorithm::WindowedKruskal)];
    vec![Case { graph: Graph::new("Florida", "Florida", 0.0, florida), series }]
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let rounds = &figures.point("Florida", "windowed-kruskal")?.committed;
    let (most, last) = (*rounds.iter().max()?, *rounds.last()?);
    let peak = rounds.iter().position(|taken| *taken == most)? + 1;
    let sentence =
        format!("Of {} rounds round {peak} joins most edges, {most}; the last joins {last}.", rounds.len());
    let early = 2 * peak <= rounds.len() + 1;
    Some(Verdict::of(early && last * 100 <= most, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn the_peak_must_be_early_and_the_end_small() {
        let judge = |rounds: &[u64]| {
            let figures = made_up(&EXPERIMENT, &small(), |point| point.committed = rounds.to_vec());
            verdict(&figures).unwrap().judgement
        };
        assert_eq!(judge(&[500, 900, 300, 80, 20, 1]), Holds);
        assert_eq!((judge(&[1, 20, 80, 900]), judge(&[900, 400, 400])), (DoesNotHold, DoesNotHold));
    }
}
