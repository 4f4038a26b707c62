//! Figure 5: the parallelism of Kruskal's algorithm, round by round.

use boscage::exec::Schedule;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::{Algorithm, WindowedKruskal};

use super::{EDGES_JOINED, PAPER, profile};
use crate::experiment::{Case, Experiment, Judgement, Verdict};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

/// The stand-in for Florida at scale 1, as a part of it.
const PART: f64 = 1.0 / 4.0;

/// All edges that are left in every round.
const AVAILABLE: &str = "all edges";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig5",
    paper: &PAPER,
    figure: "Figure 5, parallelism of Kruskal's algorithm",
    finding: "Initially many edges can be processed in parallel; as components grow the available parallelism drops quickly, \
              and approaches one towards the end.",
    differs: "Florida's stand-in is a road network (--graphs DIR takes FLA). What is available shows where every edge that is \
              left takes part in every round; what both programs run with, an adaptive window, is beside it.",
    part: Some(PART),
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        vec![profile(
            figures,
            "Kruskal's algorithm, round by round",
            [Axis::whole("round"), Axis::linear(EDGES_JOINED)],
        )]
    },
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let available = Operator::WindowedKruskal(WindowedKruskal { schedule: Schedule::AllLive });
    let series =
        vec![setup.on_all(AVAILABLE, available), setup.on_all("adaptive window", Algorithm::WindowedKruskal)];
    vec![Case { graph: Graph::new("Florida", "Florida", 0.0, setup.florida(PART)), series }]
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let rounds = &figures.point("Florida", AVAILABLE)?.committed;
    let (most, last) = (*rounds.iter().max()?, *rounds.last()?);
    let peak = rounds.iter().position(|taken| *taken == most)? + 1;
    let sentence =
        format!("Of {} rounds round {peak} joins most edges, {most}; the last joins {last}.", rounds.len());
    let early = 2 * peak <= rounds.len() + 1;
    if rounds.len() < 3 {
        return Some(Verdict::new(Judgement::CannotBeSeen, sentence)); // nothing can drop
    }
    Some(Verdict::new(Judgement::of(early && last <= (most / 100).max(1)), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn the_peak_must_be_early_and_the_end_small() {
        let judge = |rounds: &[u64]| {
            let figures = made_up(&EXPERIMENT, &small(), |point| point.committed = rounds.to_vec());
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(&[500, 900, 300, 80, 20, 1]), judge(&[90, 50, 20, 5, 1])), (Holds, Holds));
        assert_eq!((judge(&[9, 1]), judge(&[1, 9, 9, 9, 1])), (CannotBeSeen, Holds));
        assert_eq!((judge(&[1, 20, 80, 900]), judge(&[900, 400, 400])), (DoesNotHold, DoesNotHold));
    }
}
