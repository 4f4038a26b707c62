//! Figures 1 to 4: the phases of the OpenMP program, before its optimisations and after.

use boscage::operators::msf::papers::{EdgeBoruvka, Share};
use boscage_measuring::plot::Chart;

use super::{CORES, DENSE, LARGE, PAPER, PART, SPARSE, input};
use crate::bound::{Bound, MORE};
use crate::charts::stacks;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published};
use crate::figures::Figures;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Times, range};

const BEFORE: &str = "before";
const AFTER: &str = "after";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-phases",
    paper: &PAPER,
    figure: "Figures 1 to 4, time by phase before and after (OpenMP)",
    claims: &[
        Claim::judged(
            "Before the optimisations filtering takes most time on the dense graph.",
            "726 of 1448 ms",
            MORE,
            |figures, more| is_bottleneck(figures, more, DENSE, BEFORE, "filter"),
        ),
        Claim::judged(
            "Before the optimisations mapping takes most time on the sparse graph.",
            "4409 of 7013 ms",
            MORE,
            |figures, more| is_bottleneck(figures, more, SPARSE, BEFORE, "map"),
        ),
        Claim::judged(
            "Filtering in parallel (1a) makes filtering the dense graph faster.",
            "1.93 times",
            MORE,
            |figures, faster| {
                let filter = |series| phase(figures, DENSE, series, "filter");
                let gain = filter(BEFORE)?.over(&filter(AFTER)?);
                let evidence = gain.is(faster).on_cores(figures.cores, CORES);
                Ok(Finding::new(evidence, format!("{gain} times as fast")))
            },
        ),
        Claim::judged(
            "Mapping stays the bottleneck on sparse graphs.",
            "4399 ms, 58.9%",
            MORE,
            |figures, more| is_bottleneck(figures, more, SPARSE, AFTER, "map"),
        ),
        Claim::judged(
            "On dense graphs mapping and filtering are the main bottlenecks.",
            "535 and 376 ms, 70.6% together",
            MORE,
            |figures, more| {
                let of = |name| phase(figures, DENSE, AFTER, name);
                let mut all = Vec::new();
                for bottleneck in ["map", "filter"] {
                    for other in ["min", "join"] {
                        all.push(of(bottleneck)?.over(&of(other)?));
                    }
                }
                let evidence = Ratio::all(&all, more);
                let ours = format!("{} times as long as min and join", range(&all));
                Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
            },
        ),
    ],
    differs: "The number of threads there is not given. Our program joins an edge that either end has chosen \
              (see paradigms-optimisations). Ours counts places in an array first, where its threads \
              increment a shared index.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[
        Published {
            what: "milliseconds before, sparse/large (Figure 1)",
            columns: &["sparse/large"],
            rows: &[("min", &[719.2]), ("join", &[1262.6]), ("map", &[4409.2]), ("filter", &[621.7])],
            here: |figures, row, graph| Ok(phase(figures, graph, BEFORE, row)?.spread()),
        },
        Published {
            what: "milliseconds before, dense/large (Figure 2)",
            columns: &["dense/large"],
            rows: &[("min", &[88.5]), ("join", &[96.5]), ("map", &[536.5]), ("filter", &[726.0])],
            here: |figures, row, graph| Ok(phase(figures, graph, BEFORE, row)?.spread()),
        },
        Published {
            what: "milliseconds after, dense/large (Figure 3)",
            columns: &["dense/large"],
            rows: &[("min", &[91.2]), ("join", &[92.9]), ("map", &[535.4]), ("filter", &[376.3])],
            here: |figures, row, graph| Ok(phase(figures, graph, AFTER, row)?.spread()),
        },
        Published {
            what: "milliseconds after, sparse/large (Figure 4)",
            columns: &["sparse/large"],
            rows: &[("min", &[708.5]), ("join", &[1283.1]), ("map", &[4399.0]), ("filter", &[344.1])],
            here: |figures, row, graph| Ok(phase(figures, graph, AFTER, row)?.spread()),
        },
    ],
    charts,
};

/// The report's first program, before its optimisations.
pub(super) fn unoptimised() -> EdgeBoruvka {
    EdgeBoruvka { filter: Share::OneThread, gather: Share::OneThread, ..EdgeBoruvka::default() }
}

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || {
        let on_all = |name, config| setup.on_all(name, Operator::on_edges(config));
        vec![on_all(BEFORE, unoptimised()), on_all(AFTER, EdgeBoruvka::default())]
    };
    LARGE.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

/// The times of a phase.
fn phase(figures: &Figures, graph: &str, series: &str, phase: &str) -> Found<Times> {
    figures.point(graph, series)?.phase(&format!("edge-boruvka {phase}"))
}

/// The phases of a round.
const PHASES: [&str; 4] = ["min", "join", "map", "filter"];

/// Finds that a phase takes longer than each other one.
fn is_bottleneck(figures: &Figures, more: Bound, graph: &str, series: &str, one: &str) -> Found<Finding> {
    let longest = phase(figures, graph, series, one)?;
    let others = PHASES.into_iter().filter(|other| *other != one);
    let beside = others.map(|other| Ok((other, longest.over(&phase(figures, graph, series, other)?))));
    let beside = beside.collect::<Found<Vec<(&str, Ratio)>>>()?;
    let evidence = Evidence::all(beside.iter().map(|(_, ratio)| ratio.is(more)));
    let words = beside.iter().map(|(other, ratio)| format!("{ratio} times as long as {other}"));
    let ours = format!("{one} takes {}", words.collect::<Vec<_>>().join(", "));
    Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let chart = |graph: &str| {
        stacks(figures, &format!("{graph}: time by phase"), |point| {
            (point.graph == graph).then(|| point.series.clone())
        })
    };
    LARGE.map(chart).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::{as_published, made_up};
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores};
    use crate::setup::small;

    #[test]
    fn bottlenecks_must_be_those_of_the_report() {
        // Of the dense graph: filter before and after; of the sparse one: map before and after.
        let judge = |cores, filter: [f64; 2], map: [f64; 2]| -> [Judgement; 4] {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                let after = usize::from(point.series == AFTER);
                let all = if point.graph == DENSE {
                    [1.0, 1.0, 5.0, filter[after]]
                } else {
                    [1.0, 2.0, map[after], 1.0]
                };
                let phases = PHASES.iter().zip(all);
                point.phases_ms =
                    phases.map(|(name, ms)| (format!("edge-boruvka {name}"), vec![ms])).collect();
            });
            ["Before the optimisations filtering", "Before the optimisations mapping", "Filtering", "Mapping"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(64, [7.0, 3.0], [4.0; 2]), [Holds; 4]);
        assert_eq!(judge(64, [2.0, 1.0], [4.0; 2])[0], DoesNotHold);
        assert_eq!(judge(64, [7.0, 8.0], [4.0; 2])[2], DoesNotHold);
        assert_eq!(judge(64, [7.0, 3.0], [1.0, 4.0]), [Holds, DoesNotHold, Holds, Holds]);
        assert_eq!(judge(64, [7.0, 3.0], [4.0, 1.0])[3], DoesNotHold);
        assert_eq!(judge(64, [5.1, 3.0], [4.0; 2])[0], CannotBeSeen(Even));
        assert_eq!(judge(2, [2.0, 1.0], [4.0; 2])[0], CannotBeSeen(FewCores));
    }

    #[test]
    fn mapping_and_filtering_must_take_most_of_the_dense_graph() {
        let judge = |filter| {
            let figures = made_up(&EXPERIMENT, &Setup { cores: 64, ..small() }, |point| {
                let phases = PHASES.iter().zip([1.0, 1.0, 5.0, filter]);
                point.phases_ms =
                    phases.map(|(name, ms)| (format!("edge-boruvka {name}"), vec![ms])).collect();
            });
            judged(EXPERIMENT.claims, "On dense graphs mapping", &figures).judgement
        };
        assert_eq!((judge(4.0), judge(0.5)), (Holds, DoesNotHold));
    }

    #[test]
    fn the_reports_own_figures_hold() {
        let figures = as_published(&EXPERIMENT, &Setup { cores: 64, ..small() }, |point| {
            let all = match (point.graph == DENSE, point.series == BEFORE) {
                (true, true) => [88.5, 96.5, 536.5, 726.0],
                (true, false) => [91.2, 92.9, 535.4, 376.3],
                (false, true) => [719.2, 1262.6, 4409.2, 621.7],
                (false, false) => [708.5, 1283.1, 4399.0, 344.1],
            };
            let phases = PHASES.iter().zip(all);
            point.phases_ms = phases.map(|(name, ms)| (format!("edge-boruvka {name}"), vec![ms])).collect();
        });
        for claim in EXPERIMENT.claims {
            assert_eq!(claim.outcome(&figures).words(), "holds", "{}", claim.says);
        }
    }
}
