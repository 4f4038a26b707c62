//! Section 4: speed-ups over Kruskal's algorithm on one thread, of OpenMP by threads, and of CUDA.

use boscage::generate::ThreeParadigm;
use boscage_measuring::plot::{Axis, Chart};
use boscage_measuring::show::{counted, three_digits};
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::EdgeBoruvka;

use super::{CORES, PAPER, PART, input, on_gpu};
use crate::charts::{OfBar, bars, lines};
use crate::experiment::{Case, Experiment, Judgement, NONE, Published, Series, Verdict};
use crate::figures::{Figures, Point, Ratio};
use crate::operator::Operator;
use crate::setup::Setup;

/// What speed-ups are over.
const BASELINE: &str = "kruskal";
const GPU: &str = "gpu edge-boruvka";

/// Graphs on which the OpenMP program is measured.
const BY_THREADS: [&str; 6] =
    ["dense/medium", "dense/large", "dense/extreme", "sparse/medium", "sparse/large", "sparse/extreme"];

pub(super) static OPENMP: Experiment = Experiment {
    name: "paradigms-openmp",
    paper: &PAPER,
    figure: "section 4.4, speed-up by threads (OpenMP)",
    finding: "\"Sublinear speedup for sparse large and sparse extreme graphs\" with the number of threads; \"for the other types of \
              graphs, we actually experience a fractional speedup, i.e. the algorithm gets slower with increasing number of \
              threads\", relative to \"an optimized parallel implementation for a single CPU\".",
    differs: "1 to 128 threads there, as many as there are cores here. Our reading of its baseline is Kruskal's algorithm on one \
              thread, as in its other sections, and \"fractional\" is what is judged: not to be faster than that. The numbers of its \
              charts are not in the text at hand.",
    part: Some(PART),
    plan: plan_by_threads,
    published: &[],
    charts: charts_by_threads,
    verdict: verdict_by_threads,
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

/// How many times faster the program is than the baseline.
fn gain(figures: &Figures, graph: &str, series: &str) -> Option<Ratio> {
    figures.ratio(graph, BASELINE, series)
}

fn charts_by_threads(figures: &Figures) -> Vec<Chart> {
    let chart = |panel: &str| {
        let title = format!("{panel} graphs: speed-up over kruskal");
        let axes = (Axis::whole("threads"), Axis::linear("times faster"));
        lines(&figures.panel(panel), &title, axes, |point| {
            let gain = gain(figures, &point.graph, &point.series)?.times;
            (point.series != BASELINE).then(|| (point.graph.clone(), point.threads as f64, gain))
        })
    };
    vec![chart("dense"), chart("sparse")]
}

fn verdict_by_threads(figures: &Figures) -> Option<Verdict> {
    let cores = figures.cores;
    let (mut grow, mut slow, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for graph in BY_THREADS {
        let (alone, all) = (gain(figures, graph, &name(1))?, gain(figures, graph, &name(cores))?);
        if ["sparse/large", "sparse/extreme"].contains(&graph) {
            grow.push(Judgement::above(all.times, alone.times));
            grow.push(Judgement::not_above(all.times / alone.times, cores as f64));
        } else {
            slow.push(all.is_not_longer());
        }
        words.push(format!("{graph} {alone} and {all}"));
    }
    if cores == 1 {
        return Some(Verdict::new(Judgement::CannotBeSeen, "There is one core."));
    }
    let sentence = format!("Speed-ups over kruskal on 1 and {cores} threads: {}.", words.join(", "));
    let grow = Judgement::all(grow).on_cores(cores, CORES);
    let slow = Judgement::all(slow).only_refuted_below(cores, CORES);
    Some(Verdict::new(Judgement::all([grow, slow]), sentence))
}

pub(super) static CUDA: Experiment = Experiment {
    name: "paradigms-cuda",
    paper: &PAPER,
    figure: "sections 4.2 and 4.3, eight inputs (baseline and CUDA)",
    finding: "The CUDA program is up to 50 times as fast as sequential Kruskal, most on the largest graphs, and as fast on \
              dense graphs as on sparse ones.",
    differs: "CuGraph is not measured here. Times of a GPU are those without copies. Within a factor of three speed-ups are \
              alike, and from ten on they are large.",
    part: Some(PART),
    plan: plan_of_inputs,
    published: &[Published {
        what: "milliseconds (tables of sections 4.2 and 4.3)",
        columns: &["baseline", "CUDA", "CuGraph"],
        rows: &[
            ("dense/small", &[1.16, 0.25, 14.67]),
            ("dense/medium", &[38.44, 1.98, 155.72]),
            ("dense/large", &[1230.63, 24.82, 86.91]),
            ("dense/extreme", &[3347.27, 82.16, 169.71]),
            ("sparse/small", &[16.73, 0.44, 30.60]),
            ("sparse/medium", &[217.51, 4.66, 100.51]),
            ("sparse/large", &[4504.30, 105.92, 704.70]),
            ("sparse/extreme", &[9599.33, 229.34, 1315.63]),
        ],
        here: |figures, row, column| match column {
            "baseline" => figures.ms(row, BASELINE),
            "CUDA" => figures.ms(row, GPU),
            _ => Some(NONE),
        },
    }],
    charts: charts_of_inputs,
    verdict: verdict_of_inputs,
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
        gain.map(|Ratio { times, .. }| (point.graph.clone(), point.series.clone(), times, times..times))
            .into_iter()
            .collect()
    };
    vec![bars(figures, "Eight inputs: speed-up over kruskal", "times faster", of)]
}

/// From so many times as fast on, a GPU is much faster.
const MUCH: f64 = 10.0;

/// Up to this factor speed-ups are alike.
const ALIKE: f64 = 3.0;

fn verdict_of_inputs(figures: &Figures) -> Option<Verdict> {
    if !figures.gpu {
        let all = figures.along(|figures, graph| gain(figures, graph, "auto"))?;
        let most = all.iter().map(|(_, gain)| gain.times).fold(0.0, f64::max);
        let words = format!(
            "There is no GPU; auto on {} is up to {} times as fast as kruskal.",
            counted(figures.cores, "core", "cores"),
            three_digits(most)
        );
        return Some(Verdict::new(Judgement::CannotBeSeen, words));
    }
    let gain = |graph: &str| gain(figures, graph, GPU);
    let dense = (gain("dense/small")?, gain("dense/extreme")?);
    let sparse = (gain("sparse/small")?, gain("sparse/extreme")?);
    let sentence = format!(
        "The GPU is {} to {} times as fast as kruskal on dense graphs, small to extreme, {} to {} times on sparse ones.",
        dense.0, dense.1, sparse.0, sparse.1
    );
    let ends = [dense, sparse].map(|(small, extreme)| {
        [Judgement::above(extreme.times, small.times), Judgement::above(extreme.times, MUCH)]
    });
    let alike = [dense.1.times / sparse.1.times, sparse.1.times / dense.1.times];
    let alike = alike.map(|ratio| Judgement::not_above(ratio, ALIKE));
    Some(Verdict::new(Judgement::all(ends.into_iter().flatten().chain(alike)), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn large_sparse_graphs_must_gain_and_the_others_must_not() {
        // The speed-up of the others, and of the large ones by threads.
        let judge = |cores, dense: f64, sparse: fn(f64) -> f64| -> Judgement {
            let setup = Setup { cores, ..small() };
            let figures = made_up(&OPENMP, &setup, |point| {
                let is_large = ["sparse/large", "sparse/extreme"].contains(&&*point.graph);
                let gain = if is_large { sparse(point.threads as f64) } else { dense };
                point.runs_ms = vec![if point.series == BASELINE { 1.0 } else { 1.0 / gain }];
            });
            verdict_by_threads(&figures).unwrap().judgement
        };
        let sublinear = |threads: f64| 0.8 * threads.sqrt();
        assert_eq!((judge(16, 0.7, sublinear), judge(16, 1.7, sublinear)), (Holds, DoesNotHold));
        assert_eq!((judge(2, 0.7, sublinear), judge(2, 1.7, sublinear)), (CannotBeSeen, DoesNotHold));
        assert_eq!((judge(16, 0.7, |n| n * n), judge(16, 0.7, |n| 1.0 / n)), (DoesNotHold, DoesNotHold));
        assert_eq!(judge(1, 0.7, sublinear), CannotBeSeen);
    }

    #[test]
    fn a_gpu_must_be_fast_on_large_graphs_of_both_kinds() {
        let judge = |gpu, of: fn(&str) -> f64| {
            let figures = made_up(&CUDA, &Setup { gpu, ..small() }, |point| {
                point.runs_ms = vec![if point.series == GPU { 1.0 / of(&point.graph) } else { 1.0 }];
            });
            verdict_of_inputs(&figures).unwrap().judgement
        };
        assert_eq!(judge(true, |graph| if graph.ends_with("small") { 4.0 } else { 40.0 }), Holds);
        assert_eq!((judge(true, |_| 4.0), judge(false, |_| 4.0)), (DoesNotHold, CannotBeSeen));
        let most_on_small = |graph: &str| if graph.ends_with("small") { 80.0 } else { 40.0 };
        let dense_alone = |graph: &str| match graph {
            small if small.ends_with("small") => 4.0,
            dense if dense.starts_with("dense") => 80.0,
            _ => 20.0,
        };
        assert_eq!((judge(true, most_on_small), judge(true, dense_alone)), (DoesNotHold, DoesNotHold));
    }
}
