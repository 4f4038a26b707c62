//! Figure 5: the parallelism of Kruskal's algorithm, round by round.

use boscage::exec::Schedule;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::{Algorithm, WindowedKruskal};

use super::{EDGES_JOINED, PAPER, profile};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::judgement::{Judgement, Why};
use crate::operator::Operator;
use crate::setup::Setup;

/// The stand-in for Florida at scale 1, as a part of it.
const PART: f64 = 1.0 / 4.0;

/// All edges that are left in every round.
const AVAILABLE: &str = "all edges";
/// As many of the lightest edges that are left as the rounds before make worth it.
const WINDOW: &str = "adaptive window";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig5",
    paper: &PAPER,
    figure: "Figure 5, parallelism of Kruskal's algorithm",
    claims: &[
        Claim::by_construction(
            "The available parallelism drops quickly and approaches one towards the end.",
            "",
            "where all edges that are left take part in every round, the rounds are those of Borůvka's \
             algorithm, each of which leaves at most half as many trees, whatever the graph",
            |figures| profile_in_words(figures, AVAILABLE),
        ),
        Claim::judged("With a window, many edges can be processed in parallel initially.", "", |figures| {
            let (peak, rounds) = peak(figures, WINDOW)?;
            let judgement = of_rounds(rounds, 2 * peak <= rounds + 1);
            Some(Finding::new(judgement, profile_in_words(figures, WINDOW)?))
        }),
        Claim::judged("With a window, parallelism approaches one towards the end.", "", |figures| {
            let committed = &figures.point("Florida", WINDOW)?.committed;
            let (most, last) = (*committed.iter().max()?, *committed.last()?);
            let judgement = of_rounds(committed.len(), last <= (most / 100).max(1));
            Some(Finding::new(judgement, format!("the last round joins {last}, the largest {most}")))
        }),
    ],
    differs: "Florida's stand-in is a road network (--graphs DIR takes FLA). What is available shows where \
              every edge that is left takes part in every round. Its program runs with a \"window based \
              scheduler\", of a window that the page does not tell; ours, an adaptive window, is beside it.",
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
};

fn plan(setup: &Setup) -> Vec<Case> {
    let available = Operator::WindowedKruskal(WindowedKruskal { schedule: Schedule::AllLive });
    let series = vec![setup.on_all(AVAILABLE, available), setup.on_all(WINDOW, Algorithm::WindowedKruskal)];
    vec![Case { graph: Graph::new("Florida", "Florida", 0.0, setup.florida(PART)), series }]
}

/// The round that joins most edges, the first being 1, and the number of rounds.
fn peak(figures: &Figures, series: &str) -> Option<(usize, usize)> {
    let rounds = &figures.point("Florida", series)?.committed;
    let most = rounds.iter().max()?;
    Some((rounds.iter().position(|taken| taken == most)? + 1, rounds.len()))
}

fn profile_in_words(figures: &Figures, series: &str) -> Option<String> {
    let (peak, rounds) = peak(figures, series)?;
    let committed = &figures.point("Florida", series)?.committed;
    let (most, last) = (committed[peak - 1], committed[rounds - 1]);
    Some(format!("of {rounds} rounds round {peak} joins most edges, {most}; the last joins {last}"))
}

/// Of a profile of this number of rounds: in fewer than three nothing can drop.
fn of_rounds(rounds: usize, holds: bool) -> Judgement {
    if rounds < 3 { Judgement::CannotBeSeen(Why::Nothing) } else { Judgement::of(holds) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Outcome, judged};
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::setup::small;

    #[test]
    fn the_peak_must_be_early_and_the_end_small() {
        let judge = |rounds: &[u64]| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &small(), |point| point.committed = rounds.to_vec());
            let first = EXPERIMENT.claims[0].outcome(&figures, true);
            assert!(matches!(first, Outcome::ByConstruction(..)), "{first:?}");
            let says = ["With a window, many", "With a window, parallelism"];
            says.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(
            (judge(&[500, 900, 300, 80, 20, 1]), judge(&[90, 50, 20, 5, 1])),
            ([Holds; 2], [Holds; 2])
        );
        assert_eq!((judge(&[9, 1]), judge(&[1, 9, 9, 9, 1])), ([CannotBeSeen(Why::Nothing); 2], [Holds; 2]));
        assert_eq!(
            (judge(&[1, 20, 80, 900]), judge(&[900, 400, 400])),
            ([DoesNotHold; 2], [Holds, DoesNotHold])
        );
    }
}
