//! Number of attempts of a worker to begin a new tree.

use boscage::operators::msf::papers::PrimThreads;
use boscage_measuring::plot::{Axis, Chart};

use super::{PAPER, random, workers};
use crate::bound::{Bound, MORE};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::rises;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 12_000.0;
const SHARES: [f64; 2] = [0.002, 0.01];

/// Attempts.
const ATTEMPTS: [u32; 5] = [1, 2, 4, 16, 64];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-respawn",
    paper: &PAPER,
    figure: "section Results, maximum respawn attempts",
    claims: &[
        Claim::judged(
            "Decreasing the number of times that a worker may try to begin a new tree only helps speed.",
            "",
            MORE,
            fewer_attempts_help,
        ),
        Claim::not_judged(
            "Choosing a new start node at random is \"much faster than scanning to find an empty vertex\".",
            "",
            "our program chooses at random, too; there is no scan to compare with",
        ),
    ],
    differs: "No numbers are published. A sequential cutoff would hide the effect, so there is none here. 16 \
              workers as on its machine; on fewer cores they take turns.",
    part: None,
    choosing: 0,
    plan,
    published: &[],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let series = |attempts: u32| {
        let config = PrimThreads {
            workers: workers(setup),
            max_respawn_attempts: attempts,
            sequential_cutoff: 0,
            ..PrimThreads::default()
        };
        setup.on_all(&name(attempts), config)
    };
    let case = |share| Case { graph: random(setup, NODES, share), series: ATTEMPTS.map(series).into() };
    SHARES.into_iter().map(case).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("allowed attempts to begin a new tree"), Axis::linear("milliseconds"));
    vec![lines(figures, "Parallel threads by respawn attempts", axes, |point| {
        let attempts = point.series.strip_prefix("attempts ")?.parse().ok()?;
        Some((point.graph.clone(), attempts, point.ms()))
    })]
}

fn fewer_attempts_help(figures: &Figures, slower: Bound) -> Found<Finding> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for graph in figures.graphs() {
        let times = |attempts| Ok(figures.point(&graph, &name(attempts))?.times());
        let along = ATTEMPTS.into_iter().map(times).collect::<Found<Vec<_>>>()?;
        parts.push(rises(&along, slower));
        let ratio = along[along.len() - 1].over(&along[0]);
        words.push(format!("{ratio} times as long on {graph}"));
    }
    let (fewest, most) = (ATTEMPTS[0], ATTEMPTS[ATTEMPTS.len() - 1]);
    let ours = format!("{most} attempts compared with {fewest}: {}", words.join(", "));
    Ok(Finding::new(Evidence::all(parts), ours))
}

/// Returns the name of a number of attempts.
fn name(attempts: u32) -> String {
    format!("attempts {attempts}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::Even;
    use crate::setup::small;

    #[test]
    fn fewer_attempts_must_help() {
        let judge = |sixteen: f64, many: f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![match &*point.series {
                    "attempts 64" => many,
                    "attempts 16" => sixteen,
                    _ => 1.0,
                }];
            });
            judged(EXPERIMENT.claims, "Decreasing", &figures).judgement
        };
        assert_eq!(
            (judge(1.0, 1.5), judge(1.0, 1.0), judge(1.0, 0.7)),
            (Holds, CannotBeSeen(Even), DoesNotHold)
        );
        assert_eq!(judge(0.7, 1.5), DoesNotHold);
    }
}
