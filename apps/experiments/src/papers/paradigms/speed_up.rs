//! Section 4: speed-ups over Kruskal's algorithm on one thread, of OpenMP by threads, and of CUDA.

use boscage::generate::ThreeParadigm;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::EdgeBoruvka;

use super::{CORES, PAPER, PART, input, on_gpu};
use crate::charts::{OfBar, bars, lines};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published, Series};
use crate::figures::{Figures, Point};
use crate::judgement::{Judgement, Why};
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{NO_GAIN, Ratio, Times, range};

/// What speed-ups are over.
const BASELINE: &str = "kruskal";
const GPU: &str = "gpu edge-boruvka";

/// Graphs on which the OpenMP program is measured.
const BY_THREADS: [&str; 6] =
    ["dense/medium", "dense/large", "dense/extreme", "sparse/medium", "sparse/large", "sparse/extreme"];

/// Those on which it gains by threads.
const LARGE_SPARSE: [&str; 2] = ["sparse/large", "sparse/extreme"];

pub(super) static OPENMP: Experiment = Experiment {
    name: "paradigms-openmp",
    paper: &PAPER,
    figure: "section 4.4, speed-up by threads (OpenMP)",
    claims: &[
        Claim::judged(
            "There is \"sublinear speedup for sparse large and sparse extreme graphs\" with the number of \
             threads.",
            "",
            |figures| is_sublinear(figures, Point::times),
        )
        .bounds(&[("sublinear up to, of the number of threads,", LINEAR)]),
        Claim::judged(
            "Without the time of initialisation, too, the speed-up of sparse large and sparse extreme graphs \
             is sublinear.",
            "",
            |figures| is_sublinear(figures, computation),
        )
        .bounds(&[("sublinear up to, of the number of threads,", LINEAR)]),
        Claim::judged(
            "\"For the other types of graphs, we actually experience a fractional speedup, i.e. the algorithm \
             gets slower with increasing number of threads\".",
            "",
            |figures| is_fractional(figures, Point::times),
        ),
        Claim::judged(
            "Without the time of initialisation, too, the algorithm gets slower with more threads on the \
             other types of graphs.",
            "",
            |figures| is_fractional(figures, computation),
        ),
        Claim::judged(
            "Our second reading of \"fractional\", beside \"a baseline of an optimized parallel \
             implementation for a single CPU\": on the other types of graphs the program on all threads is \
             no faster than Kruskal's algorithm on one.",
            "",
            is_no_faster_than_kruskal,
        )
        .bounds(&[("no gain up to", NO_GAIN)]),
    ],
    differs: "1 to 128 threads there, as many as there are cores here. The first two speed-ups are over the \
              program's own time on one thread. Kruskal's algorithm is its baseline in other sections. The \
              numbers of its charts are not in the text at hand. There times are of initialisation and \
              computation, and speed-ups computational and total. Of ours initialisation is the making of \
              sets, bids and the list of edges that rounds work on. kruskal has none: it sorts words of its \
              own, and makes its sets as it goes. Ours joins by the choice of either end, its Listing 7 by that of \
              both.",
    part: Some(PART),
    plan: plan_by_threads,
    published: &[],
    charts: charts_by_threads,
};

fn baseline() -> Series {
    Series::new(BASELINE, Algorithm::Kruskal, 1)
}

fn plan_by_threads(setup: &Setup) -> Vec<Case> {
    let on = |threads| Series::new(name(threads), Operator::EdgeBoruvka(EdgeBoruvka::default()), threads);
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

/// A speed-up of more than this part of the number of threads is linear.
const LINEAR: f64 = 0.9;

/// How many times faster the program is on all cores than on one, on some graphs.
fn gains_by_threads<'g>(
    figures: &Figures,
    graphs: impl Iterator<Item = &'g str>,
    times: fn(&Point) -> Times,
) -> Option<Vec<Ratio>> {
    let of = |graph, threads| figures.point(graph, &name(threads)).map(times);
    graphs.map(|graph| Some(of(graph, 1)?.over(&of(graph, figures.cores)?))).collect()
}

/// The graphs that are not large and sparse.
fn others() -> impl Iterator<Item = &'static str> {
    BY_THREADS.into_iter().filter(|graph| !LARGE_SPARSE.contains(graph))
}

/// That on large sparse graphs the program gains by threads, but less than there are more of them.
fn is_sublinear(figures: &Figures, times: fn(&Point) -> Times) -> Option<Finding> {
    let all = gains_by_threads(figures, LARGE_SPARSE.into_iter(), times)?;
    let linear = LINEAR * figures.cores as f64;
    let judgement = Judgement::all(all.iter().flat_map(|one| [one.is_above(1.0), one.is_below(linear)]));
    let words = all.iter().map(Ratio::to_string).collect::<Vec<_>>().join(" and ");
    let ours = format!("{words} times on {} threads", figures.cores);
    Some(Finding::new(judgement.on_cores(figures.cores, CORES), ours))
}

/// That on the other graphs the program is slower on all cores than on one.
fn is_fractional(figures: &Figures, times: fn(&Point) -> Times) -> Option<Finding> {
    let all = gains_by_threads(figures, others(), times)?;
    let judgement = Judgement::all(all.iter().map(|gain| gain.is_below(1.0)));
    let ours = format!("{} times as fast on {} threads as on one", range(&all), figures.cores);
    Some(Finding::new(judgement.on_cores(figures.cores, CORES), ours))
}

/// That on the other graphs the program is no faster than the baseline.
fn is_no_faster_than_kruskal(figures: &Figures) -> Option<Finding> {
    let gains = others().map(|graph| gain(figures, graph, &name(figures.cores)));
    let all = gains.collect::<Option<Vec<_>>>()?;
    let judgement = Judgement::all(all.iter().map(|gain| gain.is_below(NO_GAIN)));
    let ours = format!("{} times as fast as kruskal on {} threads", range(&all), figures.cores);
    Some(Finding::new(judgement.on_cores(figures.cores, CORES), ours))
}

/// How many times faster the program is than the baseline.
fn gain(figures: &Figures, graph: &str, series: &str) -> Option<Ratio> {
    figures.ratio(graph, BASELINE, series)
}

fn charts_by_threads(figures: &Figures) -> Vec<Chart> {
    let chart = |panel: &str| {
        let title = format!("{panel} graphs: speed-up over kruskal");
        let axes = (Axis::whole("threads"), Axis::linear("times faster"));
        lines(&figures.panel(panel), &title, axes, |point| {
            let gain = gain(figures, &point.graph, &point.series)?.spread();
            (point.series != BASELINE).then(|| (point.graph.clone(), point.threads as f64, gain))
        })
    };
    vec![chart("dense"), chart("sparse")]
}

pub(super) static CUDA: Experiment = Experiment {
    name: "paradigms-cuda",
    paper: &PAPER,
    figure: "sections 4.2 and 4.3, eight inputs (baseline and CUDA)",
    claims: &[
        Claim::judged(
            "The CUDA program is fastest, beside sequential Kruskal, on the largest graphs.",
            "40.7 and 41.9 times",
            |figures| {
                of_gpu(figures, |figures| {
                    let (mut parts, mut words) = (Vec::new(), Vec::new());
                    for kind in ["dense", "sparse"] {
                        let of = |size| gain(figures, &format!("{kind}/{size}"), GPU);
                        let (small, large, extreme) = (of("small")?, of("large")?, of("extreme")?);
                        for one in [large, extreme] {
                            parts.extend([one.over(&small).is_above(1.0), one.is_above(MUCH)]);
                        }
                        words.push(format!(
                            "{kind}, small {small}, large {large}, extreme {extreme} times as fast"
                        ));
                    }
                    Some(Finding::new(Judgement::all(parts), words.join("; ")))
                })
            },
        )
        .bounds(&[("fast from", MUCH)]),
        Claim::judged(
            "The CUDA program performs equally well on dense graphs and on sparse ones.",
            "40.7 and 41.9 times",
            |figures| {
                of_gpu(figures, |figures| {
                    let [dense, sparse] =
                        ["dense/extreme", "sparse/extreme"].map(|graph| gain(figures, graph, GPU));
                    let ratio = dense?.over(&sparse?);
                    let judgement = Judgement::all([ratio.is_below(ALIKE), ratio.is_above(1.0 / ALIKE)]);
                    Some(Finding::new(judgement, format!("{ratio} times the speed-up on the dense graph")))
                })
            },
        )
        .bounds(&[("equally up to", ALIKE)]),
        Claim::not_judged(
            "CuGraph is slower on all inputs.",
            "2.1 to 79 times",
            "CuGraph is not measured here",
        ),
    ],
    differs: "CuGraph is not measured here. Times of a GPU are those without copies. Within a factor of \
              three speed-ups are alike, and from ten on they are large.",
    part: Some(PART),
    plan: plan_of_inputs,
    published: &[Published {
        what: "milliseconds (tables of sections 4.2 and 4.3)",
        columns: &["baseline, initialisation", "baseline", "CUDA", "CuGraph"],
        rows: &[
            ("dense/small", &[0.307383, 1.16, 0.25, 14.67]),
            ("dense/medium", &[8.363402, 38.44, 1.98, 155.72]),
            ("dense/large", &[201.563059, 1230.63, 24.82, 86.91]),
            ("dense/extreme", &[522.185191, 3347.27, 82.16, 169.71]),
            ("sparse/small", &[0.973502, 16.73, 0.44, 30.60]),
            ("sparse/medium", &[6.11955, 217.51, 4.66, 100.51]),
            ("sparse/large", &[74.7529, 4504.30, 105.92, 704.70]),
            ("sparse/extreme", &[588.866202, 9599.33, 229.34, 1315.63]),
        ],
        here: |figures, row, column| match column {
            "baseline" => figures.ms(row, BASELINE),
            "CUDA" => figures.ms(row, GPU),
            _ => None,
        },
    }],
    charts: charts_of_inputs,
};

fn plan_of_inputs(setup: &Setup) -> Vec<Case> {
    let series = || {
        let all = [baseline(), setup.on_all("auto", Algorithm::Auto)];
        all.into_iter().chain(setup.on_gpu([(GPU, on_gpu())])).collect()
    };
    ThreeParadigm::ALL.map(|one| Case { graph: input(setup, one.name()), series: series() }).into()
}

fn charts_of_inputs(figures: &Figures) -> Vec<Chart> {
    let of = |point: &Point| -> Vec<OfBar> {
        let gain = gain(figures, &point.graph, &point.series).filter(|_| point.series != BASELINE);
        gain.map(|gain| (point.graph.clone(), point.series.clone(), gain.spread())).into_iter().collect()
    };
    vec![bars(figures, "Eight inputs: speed-up over kruskal", "times faster", of)]
}

/// From so many times as fast on, a GPU is much faster.
const MUCH: f64 = 10.0;

/// Up to this factor speed-ups are alike.
const ALIKE: f64 = 3.0;

/// What is found where there is a GPU.
fn of_gpu(figures: &Figures, find: fn(&Figures) -> Option<Finding>) -> Option<Finding> {
    if figures.gpu { find(figures) } else { Some(Finding::unseen(Why::NoGpu, "")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores, NoGpu, TooFast};
    use crate::setup::small;

    const SAYS: [&str; 5] = [
        "There is",
        "\"For the other",
        "Our second reading",
        "Without the time of initialisation, too, the speed-up",
        "Without the time of initialisation, too, the algorithm",
    ];

    /// The verdicts, where the program on one thread takes as long as the baseline: of the speed-ups by
    /// threads on the large sparse graphs, and on the others.
    fn judge(cores: usize, sparse: fn(f64) -> f64, others: fn(f64) -> f64) -> [Judgement; 5] {
        let figures = made_up(&OPENMP, &Setup { cores, ..small() }, |point| {
            let gain = if LARGE_SPARSE.contains(&&*point.graph) { sparse } else { others };
            point.runs_ms = vec![1.0 / gain(point.threads as f64)];
        });
        SAYS.map(|says| judged(OPENMP.claims, says, &figures).judgement)
    }

    #[test]
    fn large_sparse_graphs_must_gain_and_the_others_get_slower() {
        let (root, slower) = (f64::sqrt, |n: f64| 1.0 / n);
        assert_eq!(judge(16, root, slower), [Holds; 5]);
        let others_gain = judge(16, root, root);
        assert_eq!(others_gain, [Holds, DoesNotHold, DoesNotHold, Holds, DoesNotHold]);
        // On fewer cores nothing is decided.
        assert_eq!([judge(2, root, slower), judge(2, slower, root)], [[CannotBeSeen(FewCores); 5]; 2]);
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
        let figures = made_up(&OPENMP, &Setup { cores: 16, ..small() }, |point| {
            let ms = if point.threads == 1 { 40.0 } else { 50.0 };
            point.runs_ms = vec![if point.series == BASELINE { 100.0 } else { ms }];
        });
        let of = |says| judged(OPENMP.claims, says, &figures).judgement;
        assert_eq!((of(SAYS[1]), of(SAYS[2])), (Holds, DoesNotHold));
    }

    #[test]
    fn initialisation_is_left_out_of_computation() {
        // Initialisation takes all that threads save.
        let figures = made_up(&OPENMP, &Setup { cores: 16, ..small() }, |point| {
            let computation = if point.threads == 1 { 9.0 } else { 3.0 };
            point.runs_ms = vec![10.0];
            point.phases_ms = [("edge-boruvka initialise".to_owned(), vec![10.0 - computation])].into();
        });
        let all = SAYS.map(|says| judged(OPENMP.claims, says, &figures).judgement);
        let even = CannotBeSeen(Even);
        assert_eq!(all, [even, even, Holds, Holds, DoesNotHold]);
    }

    #[test]
    fn a_gpu_must_be_fast_on_large_graphs_of_both_kinds() {
        let judge = |gpu, of: fn(&str) -> f64| -> [Judgement; 2] {
            let figures = made_up(&CUDA, &Setup { gpu, ..small() }, |point| {
                point.runs_ms = vec![if point.series == GPU { 1.0 / of(&point.graph) } else { 1.0 }];
            });
            ["The CUDA program is", "The CUDA program performs"]
                .map(|says| judged(CUDA.claims, says, &figures).judgement)
        };
        assert_eq!(judge(true, |graph| if graph.ends_with("small") { 4.0 } else { 40.0 }), [Holds; 2]);
        assert_eq!(
            (judge(true, |_| 4.0), judge(false, |_| 4.0)),
            ([DoesNotHold, Holds], [CannotBeSeen(NoGpu); 2])
        );
        let most_on_small = |graph: &str| if graph.ends_with("small") { 80.0 } else { 40.0 };
        let dense_alone = |graph: &str| match graph {
            small if small.ends_with("small") => 4.0,
            dense if dense.starts_with("dense") => 80.0,
            _ => 20.0,
        };
        assert_eq!((judge(true, most_on_small)[0], judge(true, dense_alone)[1]), (DoesNotHold, DoesNotHold));
    }
}
