//! The optimisations of section 3.3, one by one.

use boscage::sync::PathCompression;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::papers::{EdgeBoruvka, Join, Loops, Share};

use super::phases::unoptimised;
use super::{CORES, DENSE, LARGE, PAPER, PART, SPARSE, input};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::{Figures, Found};
use crate::judgement::Judgement;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{NO_GAIN, Ratio};

const NOTHING: &str = "none";
const FINAL: &str = "1a, 1b (final)";
const BOTH: &str = "final, joined by both ends";
/// Graphs on which both joins are measured.
const SMALLER: [&str; 2] = ["dense/medium", "sparse/small"];
const UNCOMPRESSED: &str = "1a, 1b, 3";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-optimisations",
    paper: &PAPER,
    figure: "section 3.3, optimisations one by one (OpenMP)",
    claims: &[
        Claim::judged(
            "Filtering and gathering in parallel (1a, 1b) is faster than neither.",
            "",
            |figures| of_final(figures, NOTHING, |ratio| ratio.is_above(1.0)),
        ),
        Claim::judged("Neither 1a nor 1b is better left out.", "", |figures| {
            let parts = ["1a", "1b"].map(|one| of_final(figures, one, |ratio| ratio.is_above(1.0 / NO_GAIN)));
            let [without_b, without_a] = parts;
            let (without_b, without_a) = (without_b?, without_a?);
            let judgement = Judgement::all([without_a.judgement, without_b.judgement]);
            Ok(Finding::new(
                judgement,
                format!("without 1b: {}; without 1a: {}", without_b.ours, without_a.ours),
            ))
        })
        .bounds(&[("no gain up to", NO_GAIN)]),
        Claim::judged("Combining loops (2) does not improve on 1a and 1b.", "", |figures| {
            of_final(figures, "1a, 1b, 2", |ratio| ratio.is_above(1.0 / NO_GAIN))
        })
        .bounds(&[("no gain up to", NO_GAIN)]),
        Claim::judged("Leaving path compression out (3) does not improve on 1a and 1b.", "", |figures| {
            of_final(figures, UNCOMPRESSED, |ratio| ratio.is_above(1.0 / NO_GAIN))
        })
        .bounds(&[("no gain up to", NO_GAIN)]),
        Claim::judged(
            "In mapping, \"the atomic_compare_exchange can quickly become a bottleneck\" (section 4.4): \
             mapping is faster without path compression, on dense/large.",
            "",
            |figures| {
                let gain = of_map(figures, DENSE)?;
                let judgement = gain.is_above(1.0).on_cores(figures.cores, CORES);
                Ok(Finding::new(judgement, format!("{gain} times as fast")))
            },
        ),
        Claim::judged(
            "That the compare-and-swaps of mapping are a bottleneck \"is especially an issue for dense \
             graphs\": mapping gains more without them on dense/large than on sparse/large.",
            "",
            |figures| {
                let (dense, sparse) = (of_map(figures, DENSE)?, of_map(figures, SPARSE)?);
                let judgement = dense.over(&sparse).is_above(1.0).on_cores(figures.cores, CORES);
                Ok(Finding::new(judgement, format!("{dense} and {sparse} times as fast")))
            },
        ),
        Claim::not_judged(
            "In filtering, \"the bulk of the time would be spent on incrementing an atomic index\" (section \
             4.4).",
            "",
            "threads here count the places of their edges first, and draw no tickets",
        ),
        Claim::by_construction(
            "Listing 7 joins if \"both the min_weight out of vertex_from and vertex_to equal edge.weight\"; \
             our reading, by Listing 5 and by the times: if one of them does.",
            "4.4 s of mapping on 10,000,000 nodes",
            "in the end all other trees choose one tree, which chooses one of them, so that only one joins \
             in a round where both must choose: rounds grow with the number of nodes, not with its logarithm",
            |figures| {
                let of = |graph: &str| {
                    let point = |series| figures.point(graph, series);
                    let [either, both] =
                        [FINAL, BOTH].map(|series| point(series).map(|one| one.committed.len()));
                    let (either, both, nodes) = (either?, both?, point(FINAL)?.nodes);
                    Ok(format!("{graph}, {nodes} nodes: {either} rounds if one does, {both} if both do"))
                };
                Ok(SMALLER.map(of).into_iter().collect::<Found<Vec<_>>>()?.join("; "))
            },
        ),
    ],
    differs: "The program with each optimisation, and with none; the report gives times by phase only. Its \
              Listing 7 joins by the choice of both ends, its Listing 5 by that of either; ours joins by \
              either, and by both on two smaller graphs. Ours counts places in an array first, where 1a \
              draws tickets.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Optimisations one by one", "milliseconds", time_by_graph)]
    },
};

/// The programs: name and configuration.
fn programs() -> [(&'static str, EdgeBoruvka); 6] {
    let last = EdgeBoruvka::default();
    [
        (NOTHING, unoptimised()),
        ("1a", EdgeBoruvka { gather: Share::OneThread, ..last }),
        ("1b", EdgeBoruvka { filter: Share::OneThread, ..last }),
        (FINAL, last),
        ("1a, 1b, 2", EdgeBoruvka { loops: Loops::Combined, ..last }),
        (UNCOMPRESSED, EdgeBoruvka { compression: PathCompression::Off, ..last }),
    ]
}

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || programs().map(|(name, config)| setup.on_all(name, Operator::EdgeBoruvka(config))).into();
    let both = EdgeBoruvka { join: Join::Both, ..EdgeBoruvka::default() };
    let joins = [(FINAL, EdgeBoruvka::default()), (BOTH, both)];
    let joins = || joins.map(|(name, config)| setup.on_all(name, Operator::EdgeBoruvka(config))).into();
    let of_joins = SMALLER.map(|name| Case { graph: input(setup, name), series: joins() });
    LARGE
        .map(|name| Case { graph: input(setup, name), series: series() })
        .into_iter()
        .chain(of_joins)
        .collect()
}

/// How many times faster mapping is without path compression.
fn of_map(figures: &Figures, graph: &str) -> Found<Ratio> {
    let map = |series| figures.point(graph, series)?.phase("edge-boruvka map");
    Ok(map(FINAL)?.over(&map(UNCOMPRESSED)?))
}

/// What is found of the time of a program as a multiple of the final one's, on both graphs.
fn of_final(figures: &Figures, one: &str, judge: impl Fn(&Ratio) -> Judgement) -> Found<Finding> {
    let of = |graph| Ok((graph, figures.ratio(graph, one, FINAL)?));
    let all = LARGE.into_iter().map(of).collect::<Found<Vec<(&str, Ratio)>>>()?;
    let judgement = Judgement::all(all.iter().map(|(_, ratio)| judge(ratio)));
    let words = all.iter().map(|(graph, ratio)| format!("{graph} {ratio}"));
    let ours = format!("times as long: {}", words.collect::<Vec<_>>().join(", "));
    Ok(Finding::new(judgement.on_cores(figures.cores, CORES), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores};
    use crate::setup::small;

    const SAYS: [&str; 4] = ["Filtering and", "Neither", "Combining", "Leaving path"];

    #[test]
    fn mapping_must_gain_without_compression_most_on_the_dense_graph() {
        let judge = |cores, [dense, sparse]: [f64; 2]| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                let gain = if point.graph == DENSE { dense } else { sparse };
                let ms = if point.series == UNCOMPRESSED { 1.0 / gain } else { 1.0 };
                point.phases_ms = [("edge-boruvka map".to_owned(), vec![ms])].into();
            });
            ["In mapping", "That the compare"].map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge(64, [2.0, 1.2]), judge(64, [0.8, 1.2])), ([Holds; 2], [DoesNotHold; 2]));
        assert_eq!(
            (judge(64, [2.0, 3.0])[1], judge(2, [2.0, 1.2])),
            (DoesNotHold, [CannotBeSeen(FewCores); 2])
        );
    }

    #[test]
    fn nothing_may_beat_the_final_program() {
        // One series bent.
        let judge = |cores, bent: &str, ms: f64| -> [Judgement; 4] {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                point.runs_ms = vec![match &*point.series {
                    series if series == bent => ms,
                    FINAL => 1.0,
                    _ => 1.5,
                }];
            });
            SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(64, "", 0.0), [Holds; 4]);
        for (claim, bent) in [(0, NOTHING), (1, "1a"), (1, "1b"), (2, "1a, 1b, 2"), (3, UNCOMPRESSED)] {
            let judgements = (judge(64, bent, 0.8)[claim], judge(2, bent, 0.8)[claim]);
            assert_eq!(judgements, (DoesNotHold, CannotBeSeen(FewCores)), "{bent}");
        }
        assert_eq!((judge(64, NOTHING, 1.0)[0], judge(64, "1a", 1.0)[1]), (CannotBeSeen(Even), Holds));
    }
}
