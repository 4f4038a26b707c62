//! Section 4.4: speed-ups of OpenMP by threads.

use boscage::operators::msf::papers::EdgeBoruvka;
use boscage_measuring::plot::{Axis, Chart};

use super::{BASELINE, CORES, PAPER, PART, baseline, input};
use crate::bound::{Bound, MORE, NO_GAIN, SUBLINEAR};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, NONE, NOT_HERE, Published, Series};
use crate::figures::{Figures, Point};
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Times, falls, range, rises};

/// Graphs on which the OpenMP program is measured.
const BY_THREADS: [&str; 6] =
    ["dense/medium", "dense/large", "dense/extreme", "sparse/medium", "sparse/large", "sparse/extreme"];

/// Graphs on which it gains by threads.
const LARGE_SPARSE: [&str; 2] = ["sparse/large", "sparse/extreme"];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-openmp",
    paper: &PAPER,
    figure: "section 4.4, speed-up by threads (OpenMP)",
    claims: &[
        Claim::judged(
            "There is \"sublinear speedup for sparse large and sparse extreme graphs\" with the number of \
             threads.",
            "",
            SUBLINEAR,
            |figures, sublinear| is_sublinear(figures, sublinear, Point::times),
        ),
        Claim::judged(
            "Without the time of initialisation, too, the speed-up of sparse large and sparse extreme graphs \
             is sublinear.",
            "",
            SUBLINEAR,
            |figures, sublinear| is_sublinear(figures, sublinear, computation),
        ),
        Claim::judged(
            "\"For the other types of graphs, we actually experience a fractional speedup, i.e. the \
             algorithm gets slower with increasing number of threads\".",
            "",
            MORE,
            |figures, slower| is_fractional(figures, slower, Point::times),
        ),
        Claim::judged(
            "Without the time of initialisation, too, the algorithm gets slower with more threads on the \
             other types of graphs.",
            "",
            MORE,
            |figures, slower| is_fractional(figures, slower, computation),
        ),
        Claim::judged(
            "Our second reading of \"fractional\", over \"a baseline of an optimized parallel implementation \
             for a single CPU\": on the other types of graphs the program on all threads is no faster than \
             Kruskal's algorithm on one.",
            "",
            NO_GAIN,
            is_no_faster_than_kruskal,
        ),
        Claim::judged(
            "\"We observe mostly an increasing trend in the total and computational speedup with increasing \
             number of threads\"; our reading: on sparse large and sparse extreme graphs no number of \
             threads is slower than a smaller one.",
            "",
            MORE,
            increases,
        ),
    ],
    differs: "1 to 128 threads there, as many as there are cores here. Speed-ups are over the program's \
              own time on one thread, unless kruskal is named, which is its baseline in other sections. \
              The numbers of its charts are not in the text. Its times are of initialisation and \
              computation, its speed-ups computational and total. Our initialisation makes the sets, the \
              bids and the list of edges that rounds work on; kruskal has none. Our program joins an edge \
              that either end has chosen (see paradigms-optimisations).",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[Published {
        what: "milliseconds of edge-boruvka, by its parts, on one thread and on all (the paper has charts \
               only)",
        columns: &[INITIALISATION_1, COMPUTATION_1, INITIALISATION, COMPUTATION],
        rows: &[
            ("dense/medium", &[NONE; 4]),
            ("dense/large", &[NONE; 4]),
            ("dense/extreme", &[NONE; 4]),
            ("sparse/medium", &[NONE; 4]),
            ("sparse/large", &[NONE; 4]),
            ("sparse/extreme", &[NONE; 4]),
        ],
        here: |figures, row, column| {
            let point = |threads| figures.point(row, &name(threads));
            let times = match column {
                INITIALISATION_1 => point(1)?.phase("edge-boruvka initialise")?,
                COMPUTATION_1 => computation(point(1)?),
                INITIALISATION => point(figures.cores)?.phase("edge-boruvka initialise")?,
                COMPUTATION => computation(point(figures.cores)?),
                _ => return NOT_HERE,
            };
            Ok(times.spread())
        },
    }],
    charts,
};

/// Columns of times.
const INITIALISATION_1: &str = "initialisation, one thread";
const COMPUTATION_1: &str = "computation, one thread";
const INITIALISATION: &str = "initialisation, all threads";
const COMPUTATION: &str = "computation, all threads";

fn plan(setup: &Setup) -> Vec<Case> {
    let on = |threads| Series::new(name(threads), Operator::on_edges(EdgeBoruvka::default()), threads);
    let series = || [baseline()].into_iter().chain(setup.threads().into_iter().map(on)).collect();
    BY_THREADS.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

fn name(threads: usize) -> String {
    format!("edge-boruvka, {threads}")
}

/// The times of a run without initialisation.
fn computation(point: &Point) -> Times {
    point.without(&["initialise"])
}

/// Returns the speed-up of the program on all cores, on some graphs.
fn gains_by_threads<'g>(
    figures: &Figures,
    graphs: impl Iterator<Item = &'g str>,
    times: fn(&Point) -> Times,
) -> Found<Vec<Ratio>> {
    let of = |graph, threads| figures.point(graph, &name(threads)).map(times);
    graphs.map(|graph| Ok(of(graph, 1)?.over(&of(graph, figures.cores)?))).collect()
}

/// The graphs that are not large and sparse.
fn others() -> impl Iterator<Item = &'static str> {
    BY_THREADS.into_iter().filter(|graph| !LARGE_SPARSE.contains(graph))
}

/// Finds that on large sparse graphs the program gains by threads, but less than proportionally.
fn is_sublinear(figures: &Figures, sublinear: Bound, times: fn(&Point) -> Times) -> Found<Finding> {
    let all = gains_by_threads(figures, LARGE_SPARSE.into_iter(), times)?;
    let parts = all.iter().map(|one| one.is(MORE).both(one.of(figures.cores).is(sublinear)));
    let evidence = Evidence::all(parts);
    let ours = format!("{} times on {} threads", range(&all), figures.cores);
    Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
}

/// Finds that on large sparse graphs the program never gets slower with more threads, and is faster in the
/// end.
fn increases(figures: &Figures, more: Bound) -> Found<Finding> {
    let mut parts = Vec::new();
    for times in [Point::times, computation] {
        for graph in LARGE_SPARSE {
            let on = |threads| figures.point(graph, &name(threads)).map(times);
            parts.push(falls(&figures.threads().into_iter().map(on).collect::<Found<Vec<_>>>()?, more));
        }
    }
    let all = gains_by_threads(figures, LARGE_SPARSE.into_iter(), Point::times)?;
    let ours = format!("{} times on {} threads", range(&all), figures.cores);
    Ok(Finding::new(Evidence::all(parts).on_cores(figures.cores, CORES), ours))
}

/// Finds that on the other graphs the program gets slower with each step to more threads.
fn is_fractional(figures: &Figures, slower: Bound, times: fn(&Point) -> Times) -> Found<Finding> {
    let (mut parts, mut ends) = (Vec::new(), Vec::new());
    for graph in others() {
        let on = |threads| figures.point(graph, &name(threads)).map(times);
        let along = figures.threads().into_iter().map(on).collect::<Found<Vec<_>>>()?;
        parts.push(rises(&along, slower));
        ends.push(along[along.len() - 1].over(&along[0]));
    }
    let ours = format!("{} times as long on {} threads as on one", range(&ends), figures.cores);
    Ok(Finding::new(Evidence::all(parts).on_cores(figures.cores, CORES), ours))
}

/// Finds that on the other graphs the program is no faster than the baseline.
fn is_no_faster_than_kruskal(figures: &Figures, no_gain: Bound) -> Found<Finding> {
    let gain = |graph| figures.ratio(graph, BASELINE, &name(figures.cores));
    let all = others().map(gain).collect::<Found<Vec<_>>>()?;
    let evidence = Ratio::all(&all, no_gain);
    let ours = format!("{} times as fast as kruskal on {} threads", range(&all), figures.cores);
    Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let chart = |(panel, words, times): (&str, &str, fn(&Point) -> Times)| {
        let title = format!("{panel}, {words}: speed-up over kruskal");
        let axes = (Axis::whole("threads"), Axis::linear("times as fast"));
        lines(&figures.panel(panel), &title, axes, |point| {
            let is_shown = point.series == name(point.threads);
            let kruskal = figures.point(&point.graph, BASELINE).ok()?.times();
            let gain = kruskal.over(&times(point)).spread();
            is_shown.then(|| (point.graph.clone(), point.threads as f64, gain))
        })
    };
    let of = |panel| [chart((panel, "total", Point::times)), chart((panel, "computation", computation))];
    ["dense", "sparse"].into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores, TooFast};
    use crate::setup::small;

    const SAYS: [&str; 6] = [
        "There is",
        "\"For the other",
        "Our second reading",
        "Without the time of initialisation, too, the speed-up",
        "Without the time of initialisation, too, the algorithm",
        "\"We observe mostly",
    ];

    /// The verdicts, where the program on one thread takes as long as the baseline: of the speed-ups by
    /// threads on the large sparse graphs, and on the others.
    fn judge(cores: usize, sparse: fn(f64) -> f64, others: fn(f64) -> f64) -> [Judgement; 6] {
        let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
            let gain = if LARGE_SPARSE.contains(&&*point.graph) { sparse } else { others };
            point.runs_ms = vec![1.0 / gain(point.threads as f64)];
        });
        SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    }

    #[test]
    fn large_sparse_graphs_must_gain_and_the_others_get_slower() {
        let (root, slower) = (f64::sqrt, |n: f64| 1.0 / n);
        assert_eq!(judge(16, root, slower), [Holds; 6]);
        let others_gain = judge(16, root, root);
        assert_eq!(others_gain, [Holds, DoesNotHold, DoesNotHold, Holds, DoesNotHold, Holds]);
        // The first and last setting alone would satisfy it.
        let falls_at_last = |n: f64| if n == 16.0 { 2.0 } else { n.sqrt() };
        assert_eq!(judge(16, falls_at_last, slower)[5], DoesNotHold);
        // On fewer cores nothing is decided.
        assert_eq!([judge(2, root, slower), judge(2, slower, root)], [[CannotBeSeen(FewCores); 6]; 2]);
    }

    #[test]
    fn a_linear_speed_up_is_not_sublinear() {
        let slower = |n: f64| 1.0 / n;
        assert_eq!(judge(16, |n| 0.98 * n + 0.02, slower)[0], DoesNotHold);
        assert_eq!(judge(16, |n| n * n, slower)[0], CannotBeSeen(TooFast));
        assert_eq!(judge(16, slower, slower)[0], DoesNotHold);
    }

    #[test]
    fn a_slower_program_need_not_be_slower_than_kruskal() {
        // The program takes 40 on one thread, 50 on all; kruskal takes 100.
        let figures = made_up(&EXPERIMENT, &Setup { cores: 16, ..small() }, |point| {
            let ms = if point.threads == 1 { 40.0 } else { 50.0 };
            point.runs_ms = vec![if point.series == BASELINE { 100.0 } else { ms }];
        });
        let of = |says| judged(EXPERIMENT.claims, says, &figures).judgement;
        assert_eq!((of(SAYS[1]), of(SAYS[2])), (Holds, DoesNotHold));
    }

    #[test]
    fn initialisation_is_left_out_of_computation() {
        // Initialisation takes all that threads save.
        let figures = made_up(&EXPERIMENT, &Setup { cores: 16, ..small() }, |point| {
            let computation = if point.threads == 1 { 9.0 } else { 3.0 };
            point.runs_ms = vec![10.0];
            point.phases_ms = [("edge-boruvka initialise".to_owned(), vec![10.0 - computation])].into();
        });
        let all = SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement);
        let even = CannotBeSeen(Even);
        assert_eq!(all, [even, even, Holds, Holds, DoesNotHold, even]);
    }
}
