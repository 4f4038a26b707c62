//! Figure 5: the parallelism of Kruskal's algorithm, round by round.

use boscage::exec::Schedule;
use boscage::operators::msf::WindowedKruskal;
use boscage::operators::msf::papers::{EdgeBoruvka, Join};
use boscage_measuring::plot::{Axis, Chart};

use super::{EDGES_JOINED, PAPER, QUICKLY, after_two_rounds, profile};
use crate::bound::{MORE, SMALL_FRACTION};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::missing::{Found, Missing};
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Ratio;

/// Stand-in for Florida at scale 1, as a fraction of it. Small: if an edge needs both its locks, the number
/// of rounds grows with that of the nodes.
const PART: f64 = 1.0 / 32.0;

/// All remaining edges in every round; an edge joins if it has the locks of both its ends, as in the text.
const BOTH: &str = "all edges, both locks";
/// The same, but one lock is enough.
const EITHER: &str = "all edges, one lock";
/// Some of the lightest remaining edges; their number is adapted in each round.
const WINDOW: &str = "adaptive window, one lock";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig5",
    paper: &PAPER,
    figure: "Figure 5, parallelism of Kruskal's algorithm",
    claims: &[
        Claim::judged(
            "\"Initially many edges can be processed in parallel\", but later \"the available parallelism \
             drops quickly\".",
            "",
            QUICKLY,
            |figures, quickly| {
                let part = after_two_rounds(figures.point(FLORIDA, BOTH)?)?;
                Ok(Finding::new(
                    part.is(quickly),
                    format!("round 3 joins {part} times as many edges as round 1"),
                ))
            },
        ),
        Claim::by_construction(
            "The available parallelism approaches one towards the end.",
            "",
            "of the two trees that are left in the end, in a connected graph, one edge needs both locks",
            |figures| {
                let point = figures.point(FLORIDA, BOTH)?;
                let [first, last] = point.first_and_last()?;
                Ok(format!("round 1 joins {first} edges, round {} joins {last}", point.committed.len()))
            },
        ),
        Claim::judged(
            "Without a window, \"a small fraction of edges is able to acquire the priority locks\" of both \
             ends.",
            "",
            SMALL_FRACTION,
            |figures, small| {
                let both = success(figures, BOTH)?;
                let either = success(figures, EITHER)?;
                let ours = format!("{both}% of the tries with both locks; {either}% where one is enough");
                Ok(Finding::new(both.is(small), ours))
            },
        ),
        Claim::judged(
            "A window \"improves the success ratio of priority locking\"; measured where one lock is enough.",
            "",
            MORE,
            |figures, improves| {
                let (all, window) = (success(figures, EITHER)?, success(figures, WINDOW)?);
                let ratio = window.over(&all);
                let ours =
                    format!("{ratio} times the success ratio: {window}% with a window, {all}% without");
                Ok(Finding::new(ratio.is(improves), ours))
            },
        ),
    ],
    differs: "Florida's stand-in is a road network (--graphs DIR takes FLA). In the text an edge needs the \
              locks of both ends' trees: edge-boruvka, where the choice of both ends is needed, joins the \
              same edges. Its window is not given; ours is windowed-kruskal's, where the lock of one end \
              is enough, and it is compared with the same program without a window. An edge whose ends are \
              in one tree is no try.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        let axes = [Axis::log("round"), Axis::log(EDGES_JOINED)];
        vec![profile(figures, "Kruskal's algorithm, round by round", axes)]
    },
};

const FLORIDA: &str = "Florida";

fn plan(setup: &Setup) -> Vec<Case> {
    let both = Operator::on_edges(EdgeBoruvka { join: Join::Both, ..EdgeBoruvka::default() });
    let either = Operator::on_edges(WindowedKruskal { schedule: Schedule::AllLive });
    let series = vec![
        setup.on_all(BOTH, both),
        setup.on_all(EITHER, either),
        setup.on_all(WINDOW, WindowedKruskal::default()),
    ];
    vec![Case { graph: Graph::new(FLORIDA, FLORIDA, 0.0, setup.florida(PART)), series }]
}

/// Returns the percentage of tries that join an edge. An edge with both ends in one tree is no try.
fn success(figures: &Figures, series: &str) -> Found<Ratio> {
    let point = figures.point(FLORIDA, series)?;
    let [joined, put_off] = [&point.committed, &point.retried].map(|all| all.iter().sum::<u64>() as f64);
    if joined > 0.0 { Ok(Ratio::exact(100.0 * joined / (joined + put_off))) } else { Err(Missing::nothing()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Outcome, judged};
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::Even;
    use crate::setup::small;

    /// The verdicts on the edges that rounds join, and on those retried: with both locks, with one, with a
    /// window.
    fn judge(rounds: &[u64], [both, either, window]: [u64; 3]) -> [Judgement; 3] {
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            point.committed = rounds.to_vec();
            point.retried = vec![match &*point.series {
                BOTH => both,
                EITHER => either,
                _ => window,
            }];
        });
        let end = EXPERIMENT.claims[1].outcome(&figures);
        assert!(matches!(end, Outcome::ByConstruction(..)), "{end:?}");
        ["\"Initially", "Without a window", "A window"]
            .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    }

    #[test]
    fn rounds_must_soon_join_half_as_many() {
        let judge = |rounds: &[u64]| judge(rounds, [0; 3])[0];
        assert_eq!([judge(&[60, 30, 9, 1]), judge(&[60, 50, 40, 1])], [Holds, DoesNotHold]);
        assert_eq!(judge(&[60, 30, 30, 1]), CannotBeSeen(Even));
    }

    #[test]
    fn few_must_get_both_locks_and_more_with_a_window() {
        let judge = |put_off| judge(&[60, 30, 9, 1], put_off)[1..].to_vec();
        assert_eq!((judge([900, 200, 100]), judge([100, 100, 200])), (vec![Holds; 2], vec![DoesNotHold; 2]));
        // Few successes with one lock say nothing about both.
        assert_eq!(judge([100, 900, 900]), [DoesNotHold, CannotBeSeen(Even)]);
    }
}
