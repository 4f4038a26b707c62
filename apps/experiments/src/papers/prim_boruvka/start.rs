//! Starting nodes of workers.

use boscage::generate::Road;
use boscage::operators::msf::papers::{PrimThreads, Start};
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::Chart;

use super::{PAPER, random, workers};
use crate::bound::{Bound, MORE};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::setup::Setup;

/// Nodes at scale 1 of the random graph, the share of all edges that it has, and nodes of the roads.
const NODES: f64 = 16_000.0;
const SHARE: f64 = 0.01;
const ROADS: f64 = 500_000.0;

/// Rules by name; the first is better than the others in the paper.
const RULES: [(&str, Start); 3] =
    [("worker i at node i", Start::Index), ("evenly spaced", Start::Spaced), ("random", Start::Random)];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "prim-start",
    paper: &PAPER,
    figure: "section Approach, where threads begin",
    claims: &[Claim::judged(
        "Beginning at random or evenly spaced nodes works better than worker i at node i: nodes with close \
         numbers are close in the graph, so trees collide.",
        "",
        MORE,
        others_are_better,
    )],
    differs: "No numbers are published. Roads are added, and both graphs must agree: nodes with close \
              numbers are close on roads, but not in a random graph. 16 workers as on its machine; on \
              fewer cores they take turns.",
    part: None,
    choosing: 0,
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Parallel threads by start rule", "milliseconds", time_by_graph)]
    },
};

fn plan(setup: &Setup) -> Vec<Case> {
    let roads = Generated::Road(Road { nodes: setup.size(ROADS), ..Road::default() });
    let series = || {
        let rule = |(name, start): (&str, Start)| {
            let workers = workers(setup);
            setup.on_all(name, PrimThreads { workers, start, sequential_cutoff: 0, ..PrimThreads::default() })
        };
        RULES.map(rule).into()
    };
    let graphs = [random(setup, NODES, SHARE), Graph::new("roads", "roads", 0.0, roads)];
    graphs.map(|graph| Case { graph, series: series() }).into()
}

fn others_are_better(figures: &Figures, better: Bound) -> Found<Finding> {
    let (mut on_all, mut words) = (Vec::new(), Vec::new());
    for graph in figures.graphs() {
        let gain = |rule: &str| figures.ratio(&graph, RULES[0].0, rule);
        let (spaced, drawn) = (gain(RULES[1].0)?, gain(RULES[2].0)?);
        on_all.push(Evidence::all([spaced.is(better), drawn.is(better)]));
        words.push(format!("{graph}: {spaced} times as long as evenly spaced, {drawn} times as random"));
    }
    Ok(Finding::new(Evidence::all(on_all), words.join("; ")))
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
    fn both_other_rules_must_be_better_on_every_graph() {
        let judge = |on: &[&str], index: f64, drawn: f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![match &*point.series {
                    "random" => drawn,
                    "evenly spaced" => 1.0,
                    _ if on.contains(&&*point.panel) => index,
                    _ => 1.0,
                }];
            });
            judged(EXPERIMENT.claims, "Beginning", &figures).judgement
        };
        let all = made_up(&EXPERIMENT, &small(), |_| ()).panels();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let judgements = [judge(&all, 1.5, 1.0), judge(&all, 1.0, 1.0), judge(&all, 1.0, 1.5)];
        assert_eq!(judgements, [Holds, CannotBeSeen(Even), DoesNotHold]);
        assert_eq!(judge(&["roads"], 1.5, 1.0), CannotBeSeen(Even));
    }
}
