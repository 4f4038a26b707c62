//! The optimisations of section 3.3, one by one.

use boscage::operators::msf::papers::{EdgeBoruvka, Loops, Share};
use boscage::sync::PathCompression;
use boscage_measuring::plot::Chart;

use super::phases::unoptimised;
use super::{CORES, DENSE, LARGE, PAPER, PART, SPARSE, input};
use crate::bound::{Bound, MORE, NOT_BETTER};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Ratio;

const NOTHING: &str = "none";
const FINAL: &str = "1a, 1b (final)";
const UNCOMPRESSED: &str = "1a, 1b, 3";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-optimisations",
    paper: &PAPER,
    figure: "section 3.3, optimisations one by one (OpenMP)",
    claims: &[
        Claim::judged(
            "Filtering and gathering in parallel (1a, 1b) is faster than both on one thread.",
            "",
            MORE,
            |figures, faster| of_final(figures, faster, &[NOTHING]),
        ),
        Claim::judged(
            "Leaving out 1a or 1b does not improve the time.",
            "",
            NOT_BETTER,
            |figures, no_better| of_final(figures, no_better, &["1a", "1b"]),
        ),
        Claim::judged(
            "Combining loops (2) does not improve on 1a and 1b.",
            "",
            NOT_BETTER,
            |figures, no_better| of_final(figures, no_better, &["1a, 1b, 2"]),
        ),
        Claim::judged(
            "Leaving path compression out (3) does not improve on 1a and 1b.",
            "",
            NOT_BETTER,
            |figures, no_better| of_final(figures, no_better, &[UNCOMPRESSED]),
        ),
        Claim::judged(
            "In mapping, \"the atomic_compare_exchange can quickly become a bottleneck\" (section 4.4): \
             mapping is faster without path compression, on dense/large.",
            "",
            MORE,
            |figures, faster| {
                let gain = of_map(figures, DENSE)?;
                let evidence = gain.is(faster).on_cores(figures.cores, CORES);
                Ok(Finding::new(evidence, format!("{gain} times as fast")))
            },
        ),
        Claim::judged(
            "The compare-and-swaps of mapping are a bottleneck \"especially [...] for dense graphs\": \
             mapping gains more without them on dense/large than on sparse/large.",
            "",
            MORE,
            |figures, more| {
                let (dense, sparse) = (of_map(figures, DENSE)?, of_map(figures, SPARSE)?);
                let ratio = dense.over(&sparse);
                let ours = format!("{ratio} times the gain: {dense} and {sparse} times as fast");
                Ok(Finding::new(ratio.is(more).on_cores(figures.cores, CORES), ours))
            },
        ),
        Claim::not_judged(
            "In filtering, \"the bulk of the time would be spent on incrementing an atomic index\" (section \
             4.4).",
            "",
            "here threads count the places of their edges first and increment no shared index",
        ),
        Claim::not_judged(
            "Listing 7 joins if \"both the min_weight out of vertex_from and vertex_to equal edge.weight\".",
            "",
            "the report's times are possible only by the rule of its Listing 5, that one of them does, \
             which ours follows: where both must, rounds grow with the number of nodes (see galois-fig5)",
        ),
    ],
    differs: "The program with each optimisation, and with none; the report gives only times by phase. Ours \
              counts places in an array first, where 1a increments a shared index.",
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
    let series = || programs().map(|(name, config)| setup.on_all(name, Operator::on_edges(config))).into();
    LARGE.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

/// Returns the speed-up of mapping without path compression.
fn of_map(figures: &Figures, graph: &str) -> Found<Ratio> {
    let map = |series| figures.point(graph, series)?.phase("edge-boruvka map");
    Ok(map(FINAL)?.over(&map(UNCOMPRESSED)?))
}

/// Returns the finding on the times of some programs as multiples of the final one's, on both graphs.
fn of_final(figures: &Figures, bound: Bound, programs: &[&str]) -> Found<Finding> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for program in programs {
        for graph in LARGE {
            let ratio = figures.ratio(graph, program, FINAL)?;
            parts.push(ratio.is(bound));
            words.push(format!("{program} {ratio} ({graph})"));
        }
    }
    let ours = format!("times as long as {FINAL}: {}", words.join(", "));
    Ok(Finding::new(Evidence::all(parts).on_cores(figures.cores, CORES), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores};
    use crate::setup::small;

    const SAYS: [&str; 4] = ["Filtering and", "Leaving out", "Combining", "Leaving path"];

    #[test]
    fn mapping_must_gain_without_compression_most_on_the_dense_graph() {
        let judge = |cores, [dense, sparse]: [f64; 2]| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                let gain = if point.graph == DENSE { dense } else { sparse };
                let ms = if point.series == UNCOMPRESSED { 1.0 / gain } else { 1.0 };
                point.phases_ms = [("edge-boruvka map".to_owned(), vec![ms])].into();
            });
            ["In mapping", "The compare"].map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge(64, [2.0, 1.2]), judge(64, [0.8, 1.2])), ([Holds; 2], [DoesNotHold; 2]));
        assert_eq!(
            (judge(64, [2.0, 3.0])[1], judge(2, [2.0, 1.2])),
            (DoesNotHold, [CannotBeSeen(FewCores); 2])
        );
    }

    #[test]
    fn nothing_may_beat_the_final_program() {
        // One series changed.
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
