//! The optimisations of section 3.3, one by one.

use boscage::sync::PathCompression;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::papers::{EdgeBoruvka, Loops, Share};

use super::phases::unoptimised;
use super::{CORES, PAPER, PART, input};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::judgement::Judgement;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{NO_GAIN, Ratio};

const GRAPHS: [&str; 2] = ["dense/large", "sparse/large"];
const NOTHING: &str = "none";
const FINAL: &str = "1a, 1b (final)";

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
            Some(Finding::new(
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
            of_final(figures, "1a, 1b, 3", |ratio| ratio.is_above(1.0 / NO_GAIN))
        })
        .bounds(&[("no gain up to", NO_GAIN)]),
    ],
    differs: "The program with each optimisation, and with none; the report tells times by phase only. Ours joins \
              by the choice of either end and counts places in an array first; its Listing 7 joins by that of \
              both, and 1a draws tickets for places.",
    part: Some(PART),
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
        ("1a, 1b, 3", EdgeBoruvka { compression: PathCompression::Off, ..last }),
    ]
}

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || programs().map(|(name, config)| setup.on_all(name, Operator::EdgeBoruvka(config))).into();
    GRAPHS.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

/// What is found of the time of a program as a multiple of the final one's, on both graphs.
fn of_final(figures: &Figures, one: &str, judge: impl Fn(&Ratio) -> Judgement) -> Option<Finding> {
    let all = figures.each(|figures, graph| Some((graph.to_owned(), figures.ratio(graph, one, FINAL)?)))?;
    let judgement = Judgement::all(all.iter().map(|(_, ratio)| judge(ratio)));
    let words = all.iter().map(|(graph, ratio)| format!("{graph} {ratio}"));
    let ours = format!("times as long: {}", words.collect::<Vec<_>>().join(", "));
    Some(Finding::new(judgement.on_cores(figures.cores, CORES), ours))
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
        for (claim, bent) in [(0, NOTHING), (1, "1a"), (1, "1b"), (2, "1a, 1b, 2"), (3, "1a, 1b, 3")] {
            let judgements = (judge(64, bent, 0.8)[claim], judge(2, bent, 0.8)[claim]);
            assert_eq!(judgements, (DoesNotHold, CannotBeSeen(FewCores)), "{bent}");
        }
        assert_eq!((judge(64, NOTHING, 1.0)[0], judge(64, "1a", 1.0)[1]), (CannotBeSeen(Even), Holds));
    }
}
