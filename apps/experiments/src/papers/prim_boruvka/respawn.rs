//! How often a worker tries to begin anew.

use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::PrimThreads;

use super::{PAPER, random, workers};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Judgement, Verdict};
use crate::figures::{Figures, Ratio};
use crate::setup::Setup;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 12_000.0;
const SHARES: [f64; 2] = [0.002, 0.01];

/// Attempts.
const ATTEMPTS: [u32; 5] = [1, 2, 4, 16, 64];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-respawn",
    paper: &PAPER,
    figure: "section Results, maximum respawn attempts",
    finding: "Decreasing the number of attempts that a worker has to begin anew only helps.",
    differs: "No numbers are published. There is no sequential cutoff here, which would hide the effect. 16 workers as on its \
              machine, which take turns where there are fewer cores.",
    part: None,
    plan,
    published: &[],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let series = |attempts: u32| {
        let config = PrimThreads {
            workers: workers(setup),
            max_respawn_attempts: attempts,
            sequential_cutoff: 0,
            ..PrimThreads::default()
        };
        setup.on_all(&format!("attempts {attempts}"), config)
    };
    let case = |share| Case { graph: random(setup, NODES, share), series: ATTEMPTS.map(series).into() };
    SHARES.into_iter().map(case).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("most attempts to begin anew"), Axis::linear("milliseconds"));
    vec![lines(figures, "Parallel threads by respawn attempts", axes, |point| {
        let attempts = point.series.strip_prefix("attempts ")?.parse().ok()?;
        Some((point.graph.clone(), attempts, point.ms()))
    })]
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let (fewest, most) = (ATTEMPTS[0], ATTEMPTS[ATTEMPTS.len() - 1]);
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for graph in figures.graphs() {
        let longer = |attempts: u32| {
            figures.ratio(&graph, &format!("attempts {attempts}"), &format!("attempts {fewest}"))
        };
        let between = ATTEMPTS.into_iter().filter(|attempts| (fewest + 1..most).contains(attempts));
        parts.extend(between.map(|attempts| longer(attempts).map(Ratio::is_not_shorter)));
        let ratio = longer(most)?;
        parts.push(Some(ratio.is_longer()));
        words.push(format!("{ratio} times as long on {graph}"));
    }
    let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
    let sentence = format!("{most} attempts take, beside {fewest}, {}.", words.join(" and "));
    Some(Verdict::new(Judgement::all(parts), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
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
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(1.0, 1.5), judge(1.0, 1.0), judge(1.0, 0.7)), (Holds, CannotBeSeen, DoesNotHold));
        assert_eq!(judge(0.7, 1.5), DoesNotHold);
    }
}
