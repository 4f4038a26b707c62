//! How often a worker tries to begin anew.

use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::PrimThreads;

use super::{PAPER, random};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Verdict};
use crate::figures::{Figures, short};
use crate::setup::Setup;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 6000.0;
const SHARES: [f64; 2] = [0.002, 0.01];

/// Attempts.
const ATTEMPTS: [u32; 5] = [1, 2, 4, 16, 64];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-respawn",
    paper: &PAPER,
    figure: "section Results, maximum respawn attempts",
    finding: "Decreasing the number of attempts that a worker has to begin anew only helps.",
    differs: "No numbers are published. There is no sequential cutoff here, which would hide the effect.",
    part: None,
    plan,
    published: &[],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let series = |attempts: u32| {
        let config =
            PrimThreads { max_respawn_attempts: attempts, sequential_cutoff: 0, ..PrimThreads::default() };
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
    if figures.cores == 1 {
        return Some(Verdict::unseen("There is one core."));
    }
    let (fewest, most) = (ATTEMPTS[0], ATTEMPTS[ATTEMPTS.len() - 1]);
    let gain = |graph: String| {
        let gain = figures.ratio(&graph, &format!("attempts {most}"), &format!("attempts {fewest}"))?;
        Some((gain, format!("{} times as long on {graph}", short(gain))))
    };
    let all = figures.graphs().into_iter().map(gain).collect::<Option<Vec<_>>>()?;
    let words: Vec<_> = all.iter().map(|(_, words)| words.clone()).collect();
    let sentence = format!("{most} attempts take, beside {fewest}, {}.", words.join(" and "));
    // Helps somewhere, and harms nowhere beyond what repetition does.
    let holds = all.iter().all(|(gain, _)| *gain > 0.95) && all.iter().any(|(gain, _)| *gain > 1.02);
    Some(Verdict::of(holds, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn fewer_attempts_must_help() {
        let judge = |many: f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![if point.series == "attempts 64" { many } else { 1.0 }];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(1.5), judge(1.0), judge(0.7)), (Holds, DoesNotHold, DoesNotHold));
    }
}
