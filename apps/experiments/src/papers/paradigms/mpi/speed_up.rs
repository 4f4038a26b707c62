//! Section 4.5: self-speed-ups of the final MPI program by processes.

use boscage::ranks::{Ghs, Shortcut};
use boscage_measuring::plot::{Axis, Chart};

use super::super::{BASELINE, PAPER, baseline};
use super::{PART, SPARSE, differs, gain, input, name, published, series};
use crate::bound::{Bound, LINEAR, MODEST, MORE, MOST, SIGNIFICANT, SMALL_FRACTION, TAPERS};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published};
use crate::figures::Figures;
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::{Ratio, range};

/// Numbers of processes: every second of the report's, and two.
const PROCESSES: [usize; 5] = [1, 2, 8, 32, 128];
const MOST_PROCESSES: usize = 128;

/// From this number of processes on, the report's speed-ups are no longer linear.
const KNEE: usize = 32;

const SMALL: &str = "dense/small";
const DENSE: [&str; 3] = ["dense/medium", "dense/large", "dense/extreme"];
const SPARSE_ONES: [&str; 2] = ["sparse/small", SPARSE];

const PROGRAM: &str = "ghs";
/// The same with the report's proposal.
const SHORTCUT: &str = "ghs with shortcut";

pub(in super::super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-mpi",
    paper: &PAPER,
    figure: "section 4.5, self-speed-up by processes (MPI)",
    claims: &[
        Claim::judged(
            "\"The really small graphs like dense/small.txt did not have good speedup\": with 32 processes.",
            "3.5 times",
            MODEST,
            |figures, modest| at_the_knee(figures, &[SMALL], modest),
        ),
        Claim::judged(
            "On the larger dense graphs \"the speedup are quite linear (and even super-linear)\", up to 32 \
             processes.",
            "34.7, 69.3 and 32.8 times with 32",
            LINEAR,
            |figures, linear| at_the_knee(figures, &DENSE, linear),
        ),
        Claim::judged(
            "\"This trend also seems to occur on sparse graphs\".",
            "62.9 and 43 times with 32",
            LINEAR,
            |figures, linear| at_the_knee(figures, &SPARSE_ONES, linear),
        ),
        Claim::judged(
            "After 32 processes \"the speedup tapers off or even start to decrease\".",
            "0.33 to 1.42 times with 128 over 32",
            TAPERS,
            |figures, tapers| {
                let graphs = [&DENSE[..], &SPARSE_ONES].concat();
                let gain = |graph: &&str| gain(figures, graph, PROGRAM, KNEE, MOST_PROCESSES);
                let all = graphs.iter().map(gain).collect::<Found<Vec<_>>>()?;
                let parts: Vec<_> = all.iter().map(|one| one.of(MOST_PROCESSES / KNEE)).collect();
                Ok(Finding::new(Ratio::all(&parts, tapers), format!("{} times", range(&all))))
            },
        ),
        Claim::judged(
            "Two processes take longer than one on sparse/medium (its table).",
            "5.69 times as long",
            MORE,
            |figures, longer| {
                let longer_here = gain(figures, SPARSE, PROGRAM, 2, 1)?;
                Ok(Finding::new(longer_here.is(longer), format!("{longer_here} times as long")))
            },
        ),
        Claim::judged(
            "\"The communication cost represents a very small fraction of the total time\" (section 3.4): on \
             dense/large with 8 processes.",
            "",
            SMALL_FRACTION.of("a small fraction", 0.01, "of the time"),
            |figures, small| {
                let share = communicating(figures, "dense/large", 8)?;
                Ok(Finding::new(share.is(small), format!("{share} of the time")))
            },
        ),
        Claim::judged(
            "At high processor counts \"how the algorithm is communicating\" is the main reason for the drop: \
             with 128 processes on sparse/medium, messages and waiting for them take most of the time.",
            "",
            MOST,
            |figures, most| {
                let share = communicating(figures, SPARSE, MOST_PROCESSES)?;
                Ok(Finding::new(share.is(most), format!("{share} of the time")))
            },
        ),
        Claim::judged(
            "\"The raw execution time for the MPI approach is a lot higher than the baseline\": on dense/small \
             and the sparse graphs with any number of processes (its table).",
            "3.1 to 10.2 times as long at best",
            MORE,
            |figures, longer| {
                let graphs = [&[SMALL], &SPARSE_ONES[..]].concat();
                let all = graphs.iter().map(|graph| over_baseline(figures, graph));
                let all = all.collect::<Found<Vec<_>>>()?.concat();
                Ok(Finding::new(Ratio::all(&all, longer), format!("{} times as long", range(&all))))
            },
        ),
        Claim::judged(
            "With 128 processes it is faster than the baseline on dense graphs from medium on (its tables).",
            "1.69, 2.65 and 1.59 times as fast",
            MORE,
            |figures, faster| {
                let one = |graph: &&str| figures.ratio(graph, BASELINE, &name(PROGRAM, MOST_PROCESSES));
                let all = DENSE.iter().map(one).collect::<Found<Vec<_>>>()?;
                Ok(Finding::new(Ratio::all(&all, faster), format!("{} times as fast", range(&all))))
            },
        ),
        Claim::judged(
            "\"Some local data structure (similar to a DSU)\" for vertices of one processor \"should \
             theoretically speedup the code significantly both on a single processor and also at high \
             processor counts\": on sparse/medium, with one process and with 128.",
            "",
            SIGNIFICANT,
            |figures, significant| {
                let with =
                    |processes| figures.ratio(SPARSE, &name(PROGRAM, processes), &name(SHORTCUT, processes));
                let (one, many) = (with(1)?, with(MOST_PROCESSES)?);
                let ours = format!("{one} times as fast with one process, {many} times with 128");
                Ok(Finding::new(Ratio::all(&[one, many], significant), ours))
            },
        ),
        Claim::by_construction(
            "\"The main feature of the MPI approach is its low memory overhead\": with P processes each has the \
             edges of one vertex in P.",
            "",
            "vertices are dealt to the processes in turn",
            |_| Ok(String::new()),
        ),
        Claim::not_judged(
            "\"The super-linear speedup is likely occurring because of a larger aggregate cache size\".",
            "",
            "the simulated processes share the caches of this machine",
        ),
    ],
    differs: differs!(
        "We measure every second number of processes. Messages that wait stay at their node, the end is found \
         by counting and not by a timer, and the time in which processes get their edges is in ours."
    ),
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[Published {
        what: "milliseconds of computation by processes (the table of section 4.5)",
        columns: &["1", "2", "8", "32", "128"],
        rows: &[
            ("dense/small", &[41.549_604, 15.229_248, 13.436_632, 11.888_085, 12.446_047]),
            ("dense/medium", &[932.224_139, 248.607_89, 67.908_293, 26.835_815, 22.689_796]),
            ("dense/large", &[16_015.736_59, 11_281.630_82, 2_435.094_853, 231.190_456, 463.844_409]),
            ("dense/extreme", &[54_156.793_35, 44_791.861_86, 8_561.963_934, 1_648.910_222, 2_107.441_141]),
            ("sparse/small", &[3_261.339_358, 1_778.348_517, 341.304_592, 51.850_502, 159.311_249]),
            ("sparse/medium", &[56_439.836_36, 321_373.782_5, 52_392.566_43, 1_313.872_262, 922.887_002]),
        ],
        here: |figures, graph, processes| figures.ms(graph, &format!("{PROGRAM}, {processes}")),
    }],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let case = |graph| {
        let mut all = vec![baseline()];
        all.extend(series(PROGRAM, &PROCESSES, published()));
        if graph == SPARSE {
            let config = Ghs { shortcut: Shortcut::Fragments, ..published() };
            all.extend(series(SHORTCUT, &[1, MOST_PROCESSES], config));
        }
        Case { graph: input(setup, graph), series: all }
    };
    [&[SMALL], &DENSE[..], &SPARSE_ONES].concat().into_iter().map(case).collect()
}

/// Speed-ups with as many processes as have the report's best ones, as a part of that number.
fn at_the_knee(figures: &Figures, graphs: &[&str], bound: Bound) -> Found<Finding> {
    let gain = |graph: &&str| gain(figures, graph, PROGRAM, 1, KNEE);
    let all = graphs.iter().map(gain).collect::<Found<Vec<_>>>()?;
    let parts: Vec<_> = all.iter().map(|one| one.of(KNEE)).collect();
    Ok(Finding::new(Ratio::all(&parts, bound), format!("{} times", range(&all))))
}

/// The share of the time in which the process that computes most sends and waits.
fn communicating(figures: &Figures, graph: &str, processes: usize) -> Found<Ratio> {
    let point = figures.point(graph, &name(PROGRAM, processes))?;
    Ok(point.communicating().over(&point.times()))
}

/// Returns the ratios of the program's times to the baseline, per number of processes.
fn over_baseline(figures: &Figures, graph: &str) -> Found<Vec<Ratio>> {
    PROCESSES.iter().map(|&one| figures.ratio(graph, &name(PROGRAM, one), BASELINE)).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let chart = |panel: &str| {
        let axes = (Axis::log("processes"), Axis::log("times as fast as one"));
        lines(&figures.panel(panel), &format!("{panel}: self-speed-up (MPI)"), axes, |point| {
            let processes = PROCESSES.into_iter().find(|&one| point.series == name(PROGRAM, one))?;
            let gain = gain(figures, &point.graph, PROGRAM, 1, processes).ok()?;
            Some((point.graph.clone(), processes as f64, gain.spread()))
        })
    };
    ["dense", "sparse"].map(chart).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::{Point, as_published, made_up};
    use crate::judgement::Judgement::{self, DoesNotHold, Holds};
    use crate::setup::small;

    const SAYS: [&str; 10] = [
        "\"The really small",
        "On the larger dense",
        "\"This trend also",
        "After 32 processes",
        "Two processes take longer",
        "\"The communication cost",
        "At high processor counts",
        "\"The raw execution time",
        "With 128 processes",
        "\"Some local data structure",
    ];

    fn judge(figures: &Figures) -> [Judgement; 10] {
        SAYS.map(|says| judged(EXPERIMENT.claims, says, figures).judgement)
    }

    fn processes(point: &Point) -> f64 {
        let number = point.series.rsplit(' ').next().and_then(|number| number.parse().ok());
        number.unwrap_or(1.0)
    }

    #[test]
    fn the_reports_own_figures_hold() {
        let ms = |point: &Point| -> f64 {
            let baseline = match &*point.graph {
                "dense/small" => 1.162_513,
                "dense/medium" => 38.440_034,
                "dense/large" => 1_230.631_403,
                "dense/extreme" => 3_347.270_322,
                "sparse/small" => 16.733_151,
                _ => 217.514_365,
            };
            if point.series == BASELINE {
                return baseline;
            }
            let table = &EXPERIMENT.published[0];
            let column = table.columns.iter().position(|column| processes(point).to_string() == *column);
            let row = table.rows.iter().find(|row| row.0 == point.graph);
            let ms = row.expect("a row").1[column.expect("a column")];
            if point.series.starts_with(SHORTCUT) { ms / 2.0 } else { ms }
        };
        let figures = as_published(&EXPERIMENT, &small(), |point| {
            point.runs_ms = vec![ms(point)];
            let share = if processes(point) > 100.0 { 0.3 } else { 0.9 };
            point.computing_ms = vec![share * ms(point)];
        });
        assert_eq!(judge(&figures), [Holds; 10]);
    }

    #[test]
    fn the_contrary_does_not_hold() {
        // Small graphs gain most, the others nothing until 32 processes, and from then on all that they can.
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            let processes = processes(point);
            let ms = match &*point.graph {
                SMALL => 1.0 / processes,
                _ => 100.0 * (KNEE as f64 / processes.max(KNEE as f64)) / (1.0 + processes.min(2.0)),
            };
            let baseline = if DENSE.contains(&&*point.graph) { 5.0 } else { 1000.0 };
            point.runs_ms = vec![if point.series == BASELINE { baseline } else { ms }];
            let share = if processes > 100.0 { 0.9 } else { 0.3 };
            point.computing_ms = vec![share * ms];
        });
        assert_eq!(judge(&figures), [DoesNotHold; 10]);
    }
}
