//! Figures 1 to 4: the phases of the OpenMP program, before its optimisations and after.

use boscage_measuring::plot::Chart;
use boscage_measuring::show::{counted, three_digits};
use boscage_operators::msf::papers::{EdgeBoruvka, Share};

use super::{CORES, PAPER, PART, input, on_gpu};
use crate::charts::bars;
use crate::experiment::{Case, Experiment, Judgement, NONE, Published, Verdict};
use crate::figures::Figures;
use crate::operator::Operator;
use crate::setup::Setup;

const BEFORE: &str = "before";
const AFTER: &str = "after";
const CUDA: &str = "gpu";
const GRAPHS: [&str; 2] = ["dense/large", "sparse/large"];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-phases",
    paper: &PAPER,
    figure: "Figures 1 to 4 and section 3.2, time by phase before and after the optimisations",
    finding: "Before the optimisations filtering takes most time on the dense graph, mapping on the sparse one; filtering in \
              parallel and gathering in parallel (1a, 1b) help where filtering took most, and mapping stays the \
              bottleneck on sparse graphs.",
    differs: "The number of threads there is not told. Of the CUDA program the report has tables before its second \
              optimisation, which makes one launch of computing bridges, mapping and filtering: these are added up beside ours. Of the report's listings 5 joins by the choice of either end, 7 \
              (OpenMP's) by that of both; ours joins by either. Places in an array are counted first, where its threads draw \
              tickets for them.",
    part: Some(PART),
    plan,
    published: &[
        Published {
            what: "milliseconds before, sparse/large (Figure 1)",
            columns: &["sparse/large"],
            rows: &[("min", &[719.2]), ("join", &[1262.6]), ("map", &[4409.2]), ("filter", &[621.7])],
            here: |figures, row, graph| phase(figures, graph, BEFORE, row),
        },
        Published {
            what: "milliseconds before, dense/large (Figure 2)",
            columns: &["dense/large"],
            rows: &[("min", &[88.5]), ("join", &[96.5]), ("map", &[536.5]), ("filter", &[726.0])],
            here: |figures, row, graph| phase(figures, graph, BEFORE, row),
        },
        Published {
            what: "milliseconds after, dense/large (Figure 3)",
            columns: &["dense/large"],
            rows: &[("min", &[91.2]), ("join", &[92.9]), ("map", &[535.4]), ("filter", &[376.3])],
            here: |figures, row, graph| phase(figures, graph, AFTER, row),
        },
        Published {
            what: "milliseconds after, sparse/large (Figure 4)",
            columns: &["sparse/large"],
            rows: &[("min", &[708.5]), ("join", &[1283.1]), ("map", &[4399.0]), ("filter", &[344.1])],
            here: |figures, row, graph| phase(figures, graph, AFTER, row),
        },
        Published {
            what: "milliseconds on a GPU (section 3.2, CUDA)",
            columns: &["dense/large", "sparse/large"],
            rows: &[
                ("bid", &[23.3905 + 14.4738 + 4.8850, 31.5371 + 38.0717 + 10.2718]),
                ("join", &[1.4795, 24.9202]),
                ("reset", &[NONE, NONE]),
            ],
            here: |figures, row, graph| {
                let phases = &figures.point(graph, CUDA)?.phases_ms;
                phases.get(&format!("edge-boruvka, {row}")).copied()
            },
        },
    ],
    charts,
    verdict,
};

/// The report's first program, before its optimisations.
pub(super) fn unoptimised() -> EdgeBoruvka {
    EdgeBoruvka { filter: Share::OneThread, gather: Share::OneThread, ..EdgeBoruvka::default() }
}

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || {
        let on_all = |name, config| setup.on_all(name, Operator::EdgeBoruvka(config));
        let mut series = vec![on_all(BEFORE, unoptimised()), on_all(AFTER, EdgeBoruvka::default())];
        series.extend(setup.on_gpu([(CUDA, on_gpu())]));
        series
    };
    GRAPHS.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

/// Milliseconds of a phase.
fn phase(figures: &Figures, graph: &str, series: &str, phase: &str) -> Option<f64> {
    figures.point(graph, series)?.phases_ms.get(&format!("edge-boruvka {phase}")).copied()
}

/// The phases of a round.
const PHASES: [&str; 4] = ["min", "join", "map", "filter"];

/// The phase that takes most time.
fn bottleneck(figures: &Figures, graph: &str, series: &str) -> Option<&'static str> {
    let all = PHASES.map(|name| Some((phase(figures, graph, series, name)?, name)));
    let all = all.into_iter().collect::<Option<Vec<_>>>()?;
    all.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// That a phase takes longer than each other one.
fn is_bottleneck(figures: &Figures, graph: &str, series: &str, one: &str) -> Option<Judgement> {
    let of = |name: &str| phase(figures, graph, series, name);
    let others = PHASES.into_iter().filter(|other| *other != one);
    let parts = others.map(|other| Some(Judgement::above(of(one)? / of(other)?, 1.0)));
    Some(Judgement::all(parts.collect::<Option<Vec<_>>>()?))
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let chart = |graph: &str| {
        bars(figures, &format!("{graph}: time by phase"), "milliseconds", |point| {
            if point.graph != graph {
                return Vec::new();
            }
            let bar = |(name, ms): (&String, &f64)| {
                // Those of the CPU; those of a GPU have a comma.
                let phase = name.strip_prefix("edge-boruvka ").or(name.strip_prefix("edge-boruvka, "))?;
                Some((phase.to_owned(), point.series.clone(), *ms, *ms..*ms))
            };
            point.phases_ms.iter().filter_map(bar).collect()
        })
    };
    GRAPHS.map(chart).into()
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let of = |graph| Some((bottleneck(figures, graph, BEFORE)?, bottleneck(figures, graph, AFTER)?));
    let (dense, sparse) = (of("dense/large")?, of("sparse/large")?);
    let filter = |series| phase(figures, "dense/large", series, "filter");
    let (before, after) = (filter(BEFORE)?, filter(AFTER)?);
    let sentence = format!(
        "On {} most time goes to {} on the dense graph and to {} on the sparse one, after the optimisations to {} and {}; \
         filtering the dense graph takes {} ms before and {} ms after.",
        counted(figures.cores, "core", "cores"),
        dense.0,
        sparse.0,
        dense.1,
        sparse.1,
        three_digits(before),
        three_digits(after)
    );
    let judgement = Judgement::all([
        is_bottleneck(figures, "dense/large", BEFORE, "filter")?,
        is_bottleneck(figures, "sparse/large", BEFORE, "map")?,
        is_bottleneck(figures, "sparse/large", AFTER, "map")?,
        Judgement::above(before / after, 1.0),
    ]);
    Some(Verdict::new(judgement.on_cores(figures.cores, CORES), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn bottlenecks_must_be_those_of_the_report() {
        // Of the dense graph: filter before and after; of the sparse one: map before and after.
        let judge = |cores, filter: [f64; 2], map: [f64; 2]| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                let after = usize::from(point.series == AFTER);
                let all = if point.graph == "dense/large" {
                    [1.0, 1.0, 5.0, filter[after]]
                } else {
                    [1.0, 2.0, map[after], 1.0]
                };
                point.phases_ms =
                    PHASES.iter().zip(all).map(|(name, ms)| (format!("edge-boruvka {name}"), ms)).collect();
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!(judge(64, [7.0, 3.0], [4.0; 2]), Holds);
        assert_eq!(
            (judge(64, [2.0, 1.0], [4.0; 2]), judge(64, [7.0, 8.0], [4.0; 2])),
            (DoesNotHold, DoesNotHold)
        );
        assert_eq!(
            (judge(64, [7.0, 3.0], [1.0, 4.0]), judge(64, [7.0, 3.0], [4.0, 1.0])),
            (DoesNotHold, DoesNotHold)
        );
        assert_eq!(
            (judge(64, [5.1, 3.0], [4.0; 2]), judge(2, [2.0, 1.0], [4.0; 2])),
            (CannotBeSeen, CannotBeSeen)
        );
    }
}
