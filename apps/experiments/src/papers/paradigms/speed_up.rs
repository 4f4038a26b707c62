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
        ),
        Claim::judged("So it is without the time of initialisation.", "", |figures| {
            is_sublinear(figures, computation)
        }),
        Claim::judged(
            "And \"for the other types of graphs, we actually experience a fractional speedup\": they are no \
             faster than the baseline.",
            "",
            |figures| is_fractional(figures, Point::times),
        ),
        Claim::judged("Nor are they without the time of initialisation.", "", |figures| {
            is_fractional(figures, computation)
        }),
    ],
    differs: "1 to 128 threads there, as many as there are cores here. Its baseline, \"an optimized \
              parallel implementation for a single CPU\", we read as Kruskal's algorithm on one thread, as \
              in its other sections, and \"fractional\" is what is judged: not to be faster than that. The \
              numbers of its charts are not in the text at hand. There times are of initialisation and \
              computation, and speed-ups computational and total. Of ours initialisation is the making of \
              sets, bids and the list of edges that rounds work on. kruskal has none: it sorts words of its \
              own, and makes its sets as it goes.",
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

/// That on large sparse graphs the program gains by threads, but less than there are more of them.
fn is_sublinear(figures: &Figures, times: fn(&Point) -> Times) -> Option<Finding> {
    let gain = |graph| {
        let of = |threads| figures.point(graph, &name(threads)).map(times);
        Some(of(1)?.over(&of(figures.cores)?))
    };
    let all = LARGE_SPARSE.map(gain).into_iter().collect::<Option<Vec<_>>>()?;
    let parts = all.iter().flat_map(|one| [one.is_above(1.0), one.is_below(figures.cores as f64)]);
    let judgement = Judgement::all(parts).on_cores(figures.cores, CORES);
    let words = all.iter().map(Ratio::to_string).collect::<Vec<_>>().join(" and ");
    Some(Finding::new(judgement, format!("{words} times on {} threads", figures.cores)))
}

/// That on the other graphs the program is no faster than the baseline.
fn is_fractional(figures: &Figures, times: fn(&Point) -> Times) -> Option<Finding> {
    let others = BY_THREADS.into_iter().filter(|graph| !LARGE_SPARSE.contains(graph));
    let gains = others.map(|graph| {
        let baseline = figures.point(graph, BASELINE)?.times();
        Some(baseline.over(&times(figures.point(graph, &name(figures.cores))?)))
    });
    let all = gains.collect::<Option<Vec<_>>>()?;
    let judgement = Judgement::all(all.iter().map(|gain| gain.is_below(NO_GAIN)));
    let ours = format!("{} times as fast as kruskal on {} threads", range(&all), figures.cores);
    Some(Finding::new(judgement.only_refuted_below(figures.cores, CORES), ours))
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
                        let (small, extreme) = (of("small")?, of("extreme")?);
                        parts.extend([extreme.over(&small).is_above(1.0), extreme.is_above(MUCH)]);
                        words.push(format!("{kind}, small to extreme, {small} to {extreme} times as fast"));
                    }
                    Some(Finding::new(Judgement::all(parts), words.join("; ")))
                })
            },
        ),
        Claim::judged(
            "It performs equally well on dense graphs and on sparse ones.",
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
        ),
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

    #[test]
    fn large_sparse_graphs_must_gain_and_the_others_must_not() {
        // The speed-up of the others, and of the large ones by threads.
        let judge = |cores, dense: f64, sparse: fn(f64) -> f64| -> [Judgement; 4] {
            let setup = Setup { cores, ..small() };
            let figures = made_up(&OPENMP, &setup, |point| {
                let is_large = LARGE_SPARSE.contains(&&*point.graph);
                let gain = if is_large { sparse(point.threads as f64) } else { dense };
                point.runs_ms = vec![if point.series == BASELINE { 1.0 } else { 1.0 / gain }];
            });
            ["There is", "And", "So it is", "Nor are"]
                .map(|says| judged(OPENMP.claims, says, &figures).judgement)
        };
        let sublinear = |threads: f64| 0.8 * threads.sqrt();
        assert_eq!((judge(16, 0.7, sublinear), judge(16, 1.7, sublinear)[1]), ([Holds; 4], DoesNotHold));
        let unseen = CannotBeSeen(FewCores);
        assert_eq!(
            (judge(2, 0.7, sublinear), judge(2, 1.7, sublinear)),
            ([Holds, unseen, Holds, unseen], [Holds, DoesNotHold, Holds, DoesNotHold])
        );
        assert_eq!(judge(16, 0.7, |n| n * n)[0], CannotBeSeen(TooFast));
        assert_eq!(judge(16, 0.7, |n| 1.0 / n)[0], DoesNotHold);
        assert_eq!(judge(1, 0.7, sublinear)[0], CannotBeSeen(Even));
    }

    #[test]
    fn initialisation_is_left_out_of_computation() {
        // Initialisation takes all that threads save.
        let figures = made_up(&OPENMP, &Setup { cores: 16, ..small() }, |point| {
            let computation = if point.threads == 1 { 9.0 } else { 3.0 };
            point.runs_ms = vec![10.0];
            point.phases_ms = [("edge-boruvka initialise".to_owned(), vec![10.0 - computation])].into();
        });
        let judge = |says| judged(OPENMP.claims, says, &figures).judgement;
        assert_eq!((judge("There is"), judge("So it is")), (CannotBeSeen(Even), Holds));
        assert_eq!((judge("And"), judge("Nor are")), (Holds, DoesNotHold));
    }

    #[test]
    fn a_gpu_must_be_fast_on_large_graphs_of_both_kinds() {
        let judge = |gpu, of: fn(&str) -> f64| -> [Judgement; 2] {
            let figures = made_up(&CUDA, &Setup { gpu, ..small() }, |point| {
                point.runs_ms = vec![if point.series == GPU { 1.0 / of(&point.graph) } else { 1.0 }];
            });
            ["The CUDA", "It performs"].map(|says| judged(CUDA.claims, says, &figures).judgement)
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
