//! Figure 3: the parallelism of Borůvka's algorithm, round by round.

use boscage::generate::Gnm;
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::Algorithm;

use super::{PAPER, profile};
use crate::experiment::{Case, Experiment, Published, Verdict};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::setup::Setup;

/// Nodes at scale 1.
const NODES: f64 = 131_072.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig3",
    paper: &PAPER,
    figure: "Figure 3, parallelism of Boruvka's algorithm",
    finding: "At first about half of the nodes can be contracted independently; then the available parallelism decreases \
              quickly.",
    differs: "The page does not tell its sample input; ours is a random graph of four edges a node, as in its Figure 4. Items \
              are edges here, representatives there: a round joins as many.",
    part: None,
    plan,
    published: &[Published {
        what: "nodes contracted in the first round, percent (section Parallelism)",
        columns: &["percent"],
        rows: &[("first round", &[50.0])],
        here: |figures, _, _| Some(100.0 * first_round(figures)?),
    }],
    charts: |figures| -> Vec<Chart> { vec![profile(figures, "Boruvka's algorithm, round by round")] },
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES);
    let random = Generated::Gnm(Gnm { nodes, edges: nodes * 4, ..Gnm::default() });
    let series = vec![setup.on_all("boruvka", Algorithm::Boruvka)];
    vec![Case { graph: Graph::new("random", "random", 0.0, random), series }]
}

/// The share of the nodes that the first round contracts.
fn first_round(figures: &Figures) -> Option<f64> {
    let point = figures.point("random", "boruvka")?;
    Some(*point.committed.first()? as f64 / point.nodes as f64)
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let share = first_round(figures)?;
    let rounds = &figures.point("random", "boruvka")?.committed;
    let falls = rounds.windows(2).all(|pair| 2 * pair[1] <= pair[0]);
    let words: Vec<_> = rounds.iter().map(u64::to_string).collect();
    let sentence = format!(
        "The first round contracts {:.0}% of the nodes; the rounds join {} edges.",
        share * 100.0,
        words.join(", ")
    );
    Some(Verdict::of((0.4..=0.8).contains(&share) && falls, sentence))
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
        assert_eq!((judge(&[500, 200, 50]), judge(&[500, 400, 99])), (Holds, DoesNotHold));
        assert_eq!(judge(&[100, 40, 9]), DoesNotHold);
    }
}
