//! Figure 5: the parallelism of Kruskal's algorithm, round by round.

use boscage::exec::Schedule;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::{Algorithm, WindowedKruskal};

use super::{EDGES_JOINED, PAPER, profile};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::{Figures, Found, Missing};
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
            "Initially many edges can be processed in parallel, but the available parallelism drops quickly.",
            "",
            "where all edges that are left take part in every round, the rounds are those of Borůvka's \
             algorithm, each of which leaves at most half as many trees, whatever the graph",
            |figures| profile_in_words(figures, AVAILABLE),
        ),
        Claim::judged("Available parallelism approaches one towards the end.", "", |figures| {
            let committed = &figures.point("Florida", AVAILABLE)?.committed;
            let (peak, last) = ends(figures, AVAILABLE)?;
            let most = committed[peak - 1];
            let holds = last as f64 <= (most as f64 * CLOSE_TO_ONE).max(1.0);
            let ours = format!("the last round joins {last}, the largest {most}");
            Ok(Finding::new(of_rounds(committed.len(), holds), ours))
        })
        .bounds(&[("close to one, as a part of the largest round, up to", CLOSE_TO_ONE)]),
        Claim::judged(
            "Without a window, a small fraction of the edges is able to acquire the priority locks, while a \
             large number is put off to the next round.",
            "",
            |figures| {
                let share = success(figures, AVAILABLE)?;
                let ours = format!("{:.1}% of the edges that join no tree to itself", share * 100.0);
                Ok(Finding::new(Judgement::of(share <= SMALL), ours))
            },
        )
        .bounds(&[("a small fraction up to", SMALL)]),
        Claim::judged("A window improves the success ratio of priority locking.", "", |figures| {
            let [all, window] = [AVAILABLE, WINDOW].map(|series| success(figures, series));
            let (all, window) = (all?, window?);
            let ours = format!("{:.1}% with a window, {:.1}% without", window * 100.0, all * 100.0);
            Ok(Finding::new(Judgement::of(window > all), ours))
        }),
    ],
    differs: "Florida's stand-in is a road network (--graphs DIR takes FLA). What is available shows where \
              every edge that is left takes part in every round. Its program runs with a \"window based \
              scheduler\", of a window that the page does not give; ours, an adaptive window, is beside it. \
              Its locks are of both ends' trees; here an edge joins if it is the lightest at either.",
    part: Some(PART),
    choosing: 0,
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

/// The first round that joins most edges, the first of all being 1, and how many the last one joins.
fn ends(figures: &Figures, series: &str) -> Found<(usize, u64)> {
    let point = figures.point("Florida", series)?;
    let [_, last] = point.first_and_last()?;
    let most = point.committed.iter().max();
    let peak = point.committed.iter().position(|taken| Some(taken) == most);
    peak.map(|place| (place + 1, last)).ok_or_else(Missing::nothing)
}

/// Up to this share of the largest round's edges the last round's are close to one.
const CLOSE_TO_ONE: f64 = 0.01;

/// Up to this share of all, edges are a small fraction.
const SMALL: f64 = 0.25;

/// The share of the edges that were joined, of all tries that did not find both ends in one tree.
fn success(figures: &Figures, series: &str) -> Found<f64> {
    let point = figures.point("Florida", series)?;
    let [joined, put_off] = [&point.committed, &point.retried].map(|all| all.iter().sum::<u64>() as f64);
    if joined > 0.0 { Ok(joined / (joined + put_off)) } else { Err(Missing::nothing()) }
}

fn profile_in_words(figures: &Figures, series: &str) -> Found<String> {
    let (peak, last) = ends(figures, series)?;
    let committed = &figures.point("Florida", series)?.committed;
    let (rounds, most) = (committed.len(), committed[peak - 1]);
    Ok(format!("of {rounds} rounds round {peak} joins most edges, {most}; the last joins {last}"))
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

    /// The verdicts, of the rounds of both programs, and of edges put off without a window and with one.
    fn judge(rounds: &[u64], put_off: [u64; 2]) -> [Judgement; 3] {
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            point.committed = rounds.to_vec();
            point.retried = vec![put_off[usize::from(point.series == WINDOW)]];
        });
        let first = EXPERIMENT.claims[0].outcome(&figures);
        assert!(matches!(first, Outcome::ByConstruction(..)), "{first:?}");
        ["Available", "Without a window", "A window"]
            .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    }

    #[test]
    fn the_end_must_be_small() {
        let judge = |rounds: &[u64]| judge(rounds, [0; 2])[0];
        assert_eq!([judge(&[500, 900, 300, 80, 20, 1]), judge(&[90, 50, 20, 5, 1])], [Holds; 2]);
        assert_eq!([judge(&[1, 20, 80, 900]), judge(&[900, 400, 400])], [DoesNotHold; 2]);
        assert_eq!(judge(&[9, 1]), CannotBeSeen(Why::Nothing));
    }

    #[test]
    fn few_must_get_their_locks_and_more_with_a_window() {
        let judge = |put_off| judge(&[60, 30, 10], put_off)[1..].to_vec();
        assert_eq!((judge([900, 100]), judge([100, 900])), (vec![Holds; 2], vec![DoesNotHold; 2]));
        assert_eq!(judge([900, 900]), [Holds, DoesNotHold]);
    }
}
