//! Figure 3: the parallelism of Borůvka's algorithm, round by round.

use boscage::generate::Gnm;
use boscage::operators::msf::Boruvka;
use boscage::operators::msf::papers::{EdgeBoruvka, Join};
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::{Axis, Chart};

use super::{EDGES_JOINED, PAPER, QUICKLY, after_two_rounds, profile};
use crate::bound::ALIKE;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Spread};

/// Nodes at scale 1. Few: at the end one tree is left that all others choose, with one independent
/// contraction per round.
const NODES: f64 = 8192.0;

/// Contractions that do not touch each other: of edges that both their ends have chosen.
const INDEPENDENT: &str = "independent contractions";
const RANDOM: &str = "random";
const ROADS: &str = "roads";
/// The road network at scale 1, as a part of Florida's.
const PART: f64 = 1.0 / 32.0;
/// All edges that a round of Borůvka's algorithm joins.
const BORUVKA: &str = "boruvka";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig3",
    paper: &PAPER,
    figure: "Figure 3, parallelism of Boruvka's algorithm",
    claims: &[
        Claim::by_construction(
            "Initially about half of the nodes of a random graph can be contracted independently.",
            "50%",
            "where weights are random, an edge is the lightest at both its ends with a chance of one in the \
             number of edges there, so that of nodes of degree d about d / (2d - 1) are in such edges, which \
             is about half, whatever the program",
            |figures| in_words(figures, RANDOM),
        ),
        Claim::judged(
            "Initially about half of the nodes can be contracted independently; our reading, since the text \
             names no graph: of a road network, too.",
            "",
            ALIKE.of("about half", 50.0, "percent"),
            |figures, about_half| {
                let share = first_round(figures, ROADS, INDEPENDENT)?;
                Ok(Finding::new(Ratio::exact(share).is(about_half), in_words(figures, ROADS)?))
            },
        ),
        Claim::judged(
            "After the first round the available parallelism decreases quickly.",
            "",
            QUICKLY,
            |figures, quickly| {
                let part = |graph| after_two_rounds(figures.point(graph, INDEPENDENT)?);
                let (random, roads) = (part(RANDOM)?, part(ROADS)?);
                let ours = format!(
                    "round 3 has {random} times as many contractions as round 1 ({RANDOM}), {roads} times \
                     ({ROADS})"
                );
                Ok(Finding::new(Ratio::all(&[random, roads], quickly), ours))
            },
        ),
    ],
    differs: "The page does not name its sample input; ours are a random graph of four edges a node, as in \
              its Figure 4, and a road network, whose weights are not random (--graphs DIR takes FLA). \
              Independent contractions are those of edges that are the lightest at both their ends, so that \
              each node is in one at most. boruvka, which contracts whole chains of chosen edges in a round, \
              is shown beside them.",
    part: None,
    choosing: 0,
    plan,
    published: &[Published {
        what: "nodes in independent contractions of the first round, percent (section Parallelism)",
        columns: &["percent"],
        rows: &[(RANDOM, &[50.0])],
        here: |figures, graph, _| Ok(Spread::exact(first_round(figures, graph, INDEPENDENT)?)),
    }],
    charts: |figures| -> Vec<Chart> {
        vec![profile(figures, "Contractions, round by round", [Axis::log("round"), Axis::log(EDGES_JOINED)])]
    },
};

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES);
    let random = Generated::Gnm(Gnm { nodes, edges: nodes * 4, ..Gnm::default() });
    let independent = Operator::on_edges(EdgeBoruvka { join: Join::Both, ..EdgeBoruvka::default() });
    let series = || vec![setup.on_all(INDEPENDENT, independent.clone()), setup.on_all(BORUVKA, Boruvka)];
    let graphs =
        [Graph::new(RANDOM, RANDOM, 0.0, random), Graph::new(ROADS, ROADS, 1.0, setup.florida(PART))];
    graphs.map(|graph| Case { graph, series: series() }).into()
}

/// Returns the percentage of nodes in contractions of the first round, two per contraction.
fn first_round(figures: &Figures, graph: &str, series: &str) -> Found<f64> {
    let point = figures.point(graph, series)?;
    let [first, _] = point.first_and_last()?;
    Ok(200.0 * first as f64 / point.nodes as f64)
}

fn in_words(figures: &Figures, graph: &str) -> Found<String> {
    let [independent, joined] = [INDEPENDENT, BORUVKA].map(|series| first_round(figures, graph, series));
    Ok(format!("{:.1}% of the nodes; a round of boruvka joins {:.1}%", independent?, joined? / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::{Outcome, judged};
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::Even;
    use crate::setup::small;

    #[test]
    fn nothing_is_published_of_roads() {
        assert!(EXPERIMENT.published.iter().all(|one| one.rows.iter().all(|(graph, _)| *graph != ROADS)));
    }

    #[test]
    fn rounds_must_begin_with_half_of_the_nodes_and_fall_quickly() {
        let judge = |rounds: &[u64]| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.nodes = 1000;
                point.committed = if point.graph == ROADS { rounds.to_vec() } else { vec![100, 50, 20] };
            });
            let first = EXPERIMENT.claims[0].outcome(&figures);
            assert!(matches!(first, Outcome::ByConstruction(..)), "{first:?}");
            assert!(first.ours().unwrap().starts_with("20.0% of the nodes"), "{first:?}");
            ["Initially about half of the nodes can", "After"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(&[250, 180, 100, 9]), [Holds; 2]);
        assert_eq!((judge(&[250, 180, 140, 9])[1], judge(&[250, 240, 230])[1]), (DoesNotHold, DoesNotHold));
        assert_eq!((judge(&[100, 40, 9])[0], judge(&[400, 40, 9])[0]), (DoesNotHold, DoesNotHold));
        // Close to a bound nothing is decided.
        assert_eq!(
            (judge(&[300, 40, 9])[0], judge(&[250, 180, 126])[1]),
            (CannotBeSeen(Even), CannotBeSeen(Even))
        );
    }
}
