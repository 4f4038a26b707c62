//! Figure 3: the parallelism of Borůvka's algorithm, round by round.

use boscage::generate::Gnm;
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::{EdgeBoruvka, Join};

use super::{EDGES_JOINED, PAPER, profile};
use crate::experiment::{Case, Experiment, Judgement, Published, Verdict};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes at scale 1. Few: in the end one tree is left that all others choose, and independent contractions are one a
/// round, of a graph that gets smaller by one.
const NODES: f64 = 8192.0;

/// Contractions that do not touch each other: of edges that both their ends have chosen.
const INDEPENDENT: &str = "independent contractions";
/// All that a round of Borůvka's joins.
const BORUVKA: &str = "boruvka";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig3",
    paper: &PAPER,
    figure: "Figure 3, parallelism of Boruvka's algorithm",
    finding: "At first about half of the nodes can be contracted independently; then the available parallelism decreases \
              quickly.",
    differs: "The page does not tell its sample input; ours is a random graph of four edges a node, as in its Figure 4. \
              Independent contractions are those of edges that are the lightest of both their ends, so that each node is in \
              one at most; the rounds of boruvka, which join whole chains of choices, are beside them.",
    part: None,
    plan,
    published: &[Published {
        what: "nodes in independent contractions of the first round, percent (section Parallelism)",
        columns: &["percent"],
        rows: &[("first round", &[50.0])],
        here: |figures, _, _| Some(100.0 * first_round(figures)?),
    }],
    charts: |figures| -> Vec<Chart> {
        vec![profile(figures, "Contractions, round by round", [Axis::log("round"), Axis::log(EDGES_JOINED)])]
    },
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES);
    let random = Generated::Gnm(Gnm { nodes, edges: nodes * 4, ..Gnm::default() });
    let independent = Operator::EdgeBoruvka(EdgeBoruvka { join: Join::Both, ..EdgeBoruvka::default() });
    let series = vec![setup.on_all(INDEPENDENT, independent), setup.on_all(BORUVKA, Algorithm::Boruvka)];
    vec![Case { graph: Graph::new("random", "random", 0.0, random), series }]
}

/// If half is gone by this round, it goes quickly.
const QUICK: usize = 3;

/// The share of the nodes that take part in the independent contractions of the first round, two in each.
fn first_round(figures: &Figures) -> Option<f64> {
    let point = figures.point("random", INDEPENDENT)?;
    Some(2.0 * *point.committed.first()? as f64 / point.nodes as f64)
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let share = first_round(figures)?;
    let rounds = &figures.point("random", INDEPENDENT)?.committed;
    let joined = &figures.point("random", BORUVKA)?.committed;
    let half = rounds.iter().zip(1..).find(|(taken, _)| 2 * **taken <= rounds[0]).map(|(_, round)| round);
    let falls = match half {
        Some(round) => format!("round {round} of {} has at most half as many", rounds.len()),
        None => format!("none of {} rounds has half as few", rounds.len()),
    };
    let sentence = format!(
        "{:.0}% of the nodes are in independent contractions of the first round; {falls}. The first round of boruvka joins \
         {:.0}%.",
        share * 100.0,
        100.0 * *joined.first()? as f64 / figures.point("random", BORUVKA)?.nodes as f64,
    );
    let is_quick = half.is_some_and(|round| round <= QUICK);
    Some(Verdict::new(Judgement::of((0.4..=0.6).contains(&share) && is_quick), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn rounds_must_begin_with_half_of_the_nodes_and_fall_quickly() {
        let judge = |rounds: &[u64]| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.nodes = 1000;
                point.committed = rounds.to_vec();
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!(judge(&[250, 180, 100, 9]), Holds);
        assert_eq!((judge(&[250, 180, 140, 9]), judge(&[250, 240])), (DoesNotHold, DoesNotHold));
        assert_eq!((judge(&[100, 40, 9]), judge(&[400, 40, 9])), (DoesNotHold, DoesNotHold));
    }
}
