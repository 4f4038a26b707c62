//! Sections 3.2 and 4.3: the CUDA program before its optimisations and after, as a whole and by phase.

use boscage_kernels::{Append, EdgeBoruvka, Minimum};
use boscage_measuring::plot::Chart;

use super::{BASELINE, DENSE, LARGE, PAPER, PART, SPARSE, baseline, input};
use crate::bound::{A_LITTLE, ALIKE, Bound, MORE, NO_GAIN, SIGNIFICANT};
use crate::charts::{bars, stacks, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, NONE, Published};
use crate::figures::Figures;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Times, range};

const LISTING_5: &str = "Listing 5";
const LISTING_6: &str = "Listing 6";
const FINAL: &str = "final";
const LARGE_BLOCKS: &str = "final, blocks of 1024";
const BY_WARP: &str = "final, a warp appends at once";
const IF_LOWER: &str = "final, minima only if lower";

/// The programs of the GPU.
const PROGRAMS: [(&str, EdgeBoruvka); 6] = [
    (LISTING_5, EdgeBoruvka::LISTING_5),
    (LISTING_6, EdgeBoruvka::LISTING_6),
    (FINAL, EdgeBoruvka::AS_PUBLISHED),
    (LARGE_BLOCKS, EdgeBoruvka { block: 1024, ..EdgeBoruvka::AS_PUBLISHED }),
    (BY_WARP, EdgeBoruvka { append: Append::ByWarp, ..EdgeBoruvka::AS_PUBLISHED }),
    (IF_LOWER, EdgeBoruvka { minimum: Minimum::IfLower, ..EdgeBoruvka::AS_PUBLISHED }),
];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-listings",
    paper: &PAPER,
    figure: "sections 3.2 and 4.3, optimisations and time by phase (CUDA)",
    claims: &[
        Claim::judged(
            "Work lists (optimisation 2) make the program \"significant better\" on dense/large.",
            "32.71 to 45.36 times the baseline",
            SIGNIFICANT,
            |figures, significantly| gain(figures, significantly, DENSE, LISTING_5, LISTING_6),
        )
        .on_gpu(),
        Claim::judged(
            "Leaving path compression out (3) makes the program with work lists a little faster still.",
            "45.36 to 48.87 times the baseline",
            A_LITTLE,
            |figures, a_little| gain(figures, a_little, DENSE, LISTING_6, FINAL),
        )
        .on_gpu(),
        Claim::judged(
            "By the report's numbers, work lists (2) and no path compression (3) together gain nothing on \
             sparse/large.",
            "44.64 times the baseline before; 42.53 by the table of section 4.3",
            NO_GAIN,
            |figures, no_gain| gain(figures, no_gain, SPARSE, LISTING_5, FINAL),
        )
        .on_gpu(),
        Claim::judged(
            "Blocks of 512 and of 1024 threads (1) make little difference.",
            "",
            ALIKE,
            |figures, alike| {
                let all = figures.each(|figures, graph| figures.ratio(graph, LARGE_BLOCKS, FINAL))?;
                let evidence = Ratio::all(&all, alike);
                let [dense, sparse] = [&all[0], &all[1]];
                Ok(Finding::new(evidence, format!("{dense} and {sparse} times as long with 1024")))
            },
        )
        .on_gpu(),
        Claim::judged(
            "Before work lists much of the time goes into computing bridges and re-mapping.",
            "23.4 and 14.5 of 44.3 ms; 31.5 and 38.1 of 104.9 ms",
            MORE,
            |figures, more| lead(figures, more, LISTING_5, &["min", "map"], &["join", "filter"]),
        )
        .on_gpu(),
        Claim::judged(
            "In the final program the bottleneck is computing bridges and filtering.",
            "18.8 of 29.0 ms; 55.0 of 106.4 ms",
            MORE,
            |figures, more| lead(figures, more, FINAL, &["bid"], &["join", "reset"]),
        )
        .on_gpu(),
        Claim::judged(
            "Computing bridges and filtering is the bottleneck especially for dense graphs.",
            "64.7% and 51.7% of the time",
            MORE,
            |figures, more| {
                let share = |graph| {
                    Ok(phase(figures, graph, FINAL, "bid")?.over(&figures.point(graph, FINAL)?.times()))
                };
                let (dense, sparse) = (share(DENSE)?, share(SPARSE)?);
                let ratio = dense.over(&sparse);
                let ours = format!("{ratio} times the share: {dense} and {sparse} of the time");
                Ok(Finding::new(ratio.is(more), ours))
            },
        )
        .on_gpu(),
        Claim::judged(
            "In the step that computes bridges and filters, atomic minima at one place can become a \
             bottleneck, more on denser graphs.",
            "",
            MORE,
            |figures, more| is_eased(figures, more, IF_LOWER, true),
        )
        .on_gpu(),
        Claim::judged(
            "In the same step additions to the length of the work list, which are serialised, can be a \
             bottleneck.",
            "",
            MORE,
            |figures, more| is_eased(figures, more, BY_WARP, false),
        )
        .on_gpu(),
    ],
    differs: "Times of GPU programs are the device's, without copies; kruskal runs on one thread here. The \
              report does not say how large blocks were before they were tried, nor how Listing 5 filters: \
              here blocks are of 512, and a fourth launch appends what stays. Its last table has a row \
              \"re-mapping edges\", but Listing 6 maps in its first launch and resets bids in its third: \
              our third launch is beside that row, and both launches together are below it. Whether \
              contention is a bottleneck is judged by how much faster the first launch is with less of it: \
              where only a bid that is lower is an atomic operation, and where a warp adds once for all of \
              its edges. edge-boruvka by its name does both. Finds split paths, where Listing 4 halves \
              them: with compression they make up to twice as many compare-and-swaps, so leaving it out \
              may gain more here.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[
        Published {
            what: "speed-up over the baseline (section 3.2; the last row by the tables of section 4.3)",
            columns: &[DENSE, SPARSE],
            rows: &[
                (LISTING_5, &[32.71, 44.64]),
                (LISTING_6, &[45.36, NONE]),
                (FINAL, &[48.87, NONE]),
                ("final, by the tables", &[1230.63 / 24.82, 4504.30 / 105.92]),
            ],
            here: |figures, row, graph| {
                let program = row.trim_end_matches(", by the tables");
                Ok(figures.ratio(graph, BASELINE, program)?.spread())
            },
        },
        Published {
            what: "milliseconds before work lists (section 3.2, Listing 5)",
            columns: &[DENSE, SPARSE],
            rows: &[
                ("min", &[23.3905, 31.5371]),
                ("join", &[1.4795, 24.9202]),
                ("map", &[14.4738, 38.0717]),
                ("filter", &[4.8850, 10.2718]),
                (TOTAL, &[44.2832, 104.8529]),
            ],
            here: |figures, row, graph| Ok(of_row(figures, graph, LISTING_5, row)?.spread()),
        },
        Published {
            what: "milliseconds of the final program (section 4.3)",
            columns: &[DENSE, SPARSE],
            rows: &[
                ("bid", &[18.7526, 55.0012]),
                ("join", &[1.5076, 22.3842]),
                ("reset", &[8.5958, 28.8300]),
                (BOTH, &[18.7526 + 8.5958, 55.0012 + 28.8300]),
                (TOTAL, &[28.9889, 106.3972]),
            ],
            here: |figures, row, graph| Ok(of_row(figures, graph, FINAL, row)?.spread()),
        },
    ],
    charts,
};

/// Rows that are no phase.
const TOTAL: &str = "total";
const BOTH: &str = "bid and reset";

fn plan(setup: &Setup) -> Vec<Case> {
    let series = || {
        let gpu = PROGRAMS.map(|(name, config)| (name, Operator::on_gpu(config)));
        [baseline()].into_iter().chain(setup.on_gpu(gpu)).collect()
    };
    LARGE.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let phases = |graph: &str| {
        stacks(figures, &format!("{graph}: time by phase"), |point| {
            (point.graph == graph && point.series != BASELINE).then(|| point.series.clone())
        })
    };
    let all = bars(figures, "The CUDA program and its baseline", "milliseconds", time_by_graph);
    if figures.gpu { vec![all, phases(DENSE), phases(SPARSE)] } else { vec![all] }
}

/// The times of a phase of the GPU.
fn phase(figures: &Figures, graph: &str, series: &str, phase: &str) -> Found<Times> {
    figures.point(graph, series)?.phase(&format!("edge-boruvka, {phase}"))
}

/// Returns our times for a row of the report's tables.
fn of_row(figures: &Figures, graph: &str, series: &str, row: &str) -> Found<Times> {
    let point = figures.point(graph, series)?;
    match row {
        TOTAL => Ok(point.times()),
        BOTH => point.phases(&["edge-boruvka, bid", "edge-boruvka, reset"]),
        _ => phase(figures, graph, series, row),
    }
}

/// Returns the finding on the speed-up of a program over the one before.
fn gain(figures: &Figures, bound: Bound, graph: &str, before: &str, after: &str) -> Found<Finding> {
    let gain = figures.ratio(graph, before, after)?;
    let [before, after] = [before, after].map(|series| figures.ratio(graph, BASELINE, series));
    let ours = format!("from {} to {} times as fast as kruskal: {gain} times as fast", before?, after?);
    Ok(Finding::new(gain.is(bound), ours))
}

/// Finds that each of some phases takes longer than each of the others, on both graphs.
fn lead(figures: &Figures, more: Bound, series: &str, longest: &[&str], others: &[&str]) -> Found<Finding> {
    let (mut all, mut words) = (Vec::new(), Vec::new());
    for graph in LARGE {
        let of = |name: &&str| phase(figures, graph, series, name);
        let longest = longest.iter().map(of).collect::<Found<Vec<_>>>()?;
        let others = others.iter().map(of).collect::<Found<Vec<_>>>()?;
        let ratios: Vec<_> =
            longest.iter().flat_map(|one| others.iter().map(|other| one.over(other))).collect();
        words.push(format!("{} times ({graph})", range(&ratios)));
        all.extend(ratios);
    }
    let evidence = Ratio::all(&all, more);
    let [longest, others] = [longest, others].map(|names| names.join(" and "));
    Ok(Finding::new(evidence, format!("{longest} take, as long as {others}, {}", words.join(", "))))
}

/// Finds that the final program's first launch gets shorter with less contention on the dense graph, and more
/// so than on the sparse one, if the text says so.
fn is_eased(figures: &Figures, more: Bound, eased: &str, more_on_dense: bool) -> Found<Finding> {
    let gain = |graph| Ok(phase(figures, graph, FINAL, "bid")?.over(&phase(figures, graph, eased, "bid")?));
    let (dense, sparse) = (gain(DENSE)?, gain(SPARSE)?);
    let ahead = more_on_dense.then(|| dense.over(&sparse).is(more));
    let evidence = Evidence::all([dense.is(more)].into_iter().chain(ahead));
    let ours = format!(
        "with fewer of them the launch is {dense} times as fast on the dense graph, {sparse} on the sparse \
         one"
    );
    Ok(Finding::new(evidence, ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::NoGpu;
    use crate::setup::small;

    const SAYS: [&str; 9] = [
        "Work lists",
        "Leaving path",
        "By the report",
        "Blocks",
        "Before work lists",
        "In the final",
        "Computing bridges",
        "In the step that",
        "In the same step",
    ];

    /// The report's own figures, and others such that all claims hold; some series on some graph changed.
    fn judge(gpu: bool, bent: impl Fn(&str, &str) -> Option<f64>) -> [Judgement; 9] {
        let figures = made_up(&EXPERIMENT, &Setup { gpu, ..small() }, |point| {
            let is_dense = point.graph == DENSE;
            let baseline = if is_dense { 1230.63 } else { 4504.30 };
            let as_published = match (&*point.series, is_dense) {
                (BASELINE, _) => baseline,
                (LISTING_5, true) => baseline / 32.71,
                (LISTING_5, false) => baseline / 44.64,
                (LISTING_6, true) => baseline / 45.36,
                (_, true) => baseline / 48.87,
                _ => 105.92,
            };
            let phases: &[(&str, [f64; 2])] = match &*point.series {
                LISTING_5 => &[
                    ("min", [23.4, 31.5]),
                    ("join", [1.5, 24.9]),
                    ("map", [14.5, 38.1]),
                    ("filter", [4.9, 10.3]),
                ],
                IF_LOWER | BY_WARP => &[("bid", [9.0, 50.0])],
                _ => &[("bid", [18.8, 55.0]), ("join", [1.5, 22.4]), ("reset", [8.6, 28.8])],
            };
            let of = |(name, ms): &(&str, [f64; 2])| {
                let ms = bent(&point.series, name).unwrap_or(ms[usize::from(!is_dense)]);
                (format!("edge-boruvka, {name}"), vec![ms])
            };
            point.phases_ms = phases.iter().map(of).collect();
            point.runs_ms = vec![bent(&point.series, TOTAL).unwrap_or(as_published)];
        });
        SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    }

    #[test]
    fn the_reports_own_figures_hold() {
        assert_eq!(judge(true, |_, _| None), [Holds; 9]);
        assert_eq!(judge(false, |_, _| None), [CannotBeSeen(NoGpu); 9]);
    }

    #[test]
    fn each_claim_can_turn_out_otherwise() {
        for (claim, series, row, ms) in [
            (0, LISTING_6, TOTAL, 99.0),
            (1, FINAL, TOTAL, 99.0),
            (1, FINAL, TOTAL, 1.0),
            (2, FINAL, TOTAL, 50.0),
            (3, LARGE_BLOCKS, TOTAL, 200.0),
            (3, LARGE_BLOCKS, TOTAL, 1.0),
            (4, LISTING_5, "filter", 35.0),
            (5, FINAL, "join", 99.0),
            (6, FINAL, TOTAL, 500.0),
            (7, IF_LOWER, "bid", 70.0),
            (8, BY_WARP, "bid", 70.0),
        ] {
            let bent = |one: &str, name: &str| (one == series && name == row).then_some(ms);
            assert_eq!(judge(true, bent)[claim], DoesNotHold, "{series}, {row} {ms}");
        }
    }
}
