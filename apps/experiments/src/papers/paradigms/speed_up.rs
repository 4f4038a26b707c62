//! Section 4: speed-ups over Kruskal's algorithm on one thread, of OpenMP by threads, and of CUDA.

use boscage::generate::ThreeParadigm;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::EdgeBoruvka;

use super::{PAPER, PART, input, on_gpu};
use crate::charts::{OfBar, bars, lines};
use crate::experiment::{Case, Experiment, NONE, Published, Series, Verdict};
use crate::figures::{Figures, Point, short};
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
    finding: "On the sparse large and extreme graphs the speed-up over sequential Kruskal grows with the threads, less than \
              linearly; on the other graphs the program stays slower than the baseline.",
    differs: "1 to 128 threads there, as many as there are cores here. The numbers of its charts are not in the text at hand.",
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
fn gain(figures: &Figures, graph: &str, series: &str) -> Option<f64> {
    figures.ratio(graph, BASELINE, series)
}

fn charts_by_threads(figures: &Figures) -> Vec<Chart> {
    let chart = |panel: &str| {
        let title = format!("{panel} graphs: speed-up over kruskal");
        let axes = (Axis::whole("threads"), Axis::linear("times faster"));
        lines(&figures.panel(panel), &title, axes, |point| {
            let gain = gain(figures, &point.graph, &point.series)?;
            (point.series != BASELINE).then(|| (point.graph.clone(), point.threads as f64, gain))
        })
    };
    vec![chart("dense"), chart("sparse")]
}

fn verdict_by_threads(figures: &Figures) -> Option<Verdict> {
    let cores = figures.cores;
    let mut words = Vec::new();
    let mut holds = true;
    for graph in BY_THREADS {
        let (alone, all) = (gain(figures, graph, &name(1))?, gain(figures, graph, &name(cores))?);
        let grows = all > 1.05 * alone && all < 1.1 * cores as f64 * alone;
        holds &= match graph {
            "sparse/large" | "sparse/extreme" => grows,
            _ => all < 1.0,
        };
        words.push(format!("{graph} {} and {}", short(alone), short(all)));
    }
    let sentence = format!("Speed-ups over kruskal on 1 and {cores} threads: {}.", words.join(", "));
    if cores == 1 {
        return Some(Verdict::unseen(sentence));
    }
    Some(Verdict::of(holds, sentence))
}

pub(super) static CUDA: Experiment = Experiment {
    name: "paradigms-cuda",
    paper: &PAPER,
    figure: "sections 4.2 and 4.3, eight inputs (baseline and CUDA)",
    finding: "The CUDA program is up to 50 times as fast as sequential Kruskal, most on the largest graphs, and as fast on \
              dense graphs as on sparse ones.",
    differs: "CuGraph is not measured here. Times of a GPU are those without copies.",
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
        gain.map(|gain| (point.graph.clone(), point.series.clone(), gain, gain..gain)).into_iter().collect()
    };
    vec![bars(figures, "Eight inputs: speed-up over kruskal", "times faster", of)]
}

fn verdict_of_inputs(figures: &Figures) -> Option<Verdict> {
    if !figures.gpu {
        let all = figures.along(|figures, graph| gain(figures, graph, "auto"))?;
        let most = all.iter().map(|(_, gain)| *gain).fold(0.0, f64::max);
        let words = format!(
            "There is no GPU; auto on {} cores is up to {} times as fast as kruskal.",
            figures.cores,
            short(most)
        );
        return Some(Verdict::unseen(words));
    }
    let gain = |graph: &str| gain(figures, graph, GPU);
    let [dense, sparse] =
        [["dense/small", "dense/extreme"], ["sparse/small", "sparse/extreme"]].map(|pair| pair.map(gain));
    let (dense, sparse) = ([dense[0]?, dense[1]?], [sparse[0]?, sparse[1]?]);
    let sentence = format!(
        "The GPU is as fast as kruskal times {} to {} on dense graphs, small to extreme, {} to {} on sparse ones.",
        short(dense[0]),
        short(dense[1]),
        short(sparse[0]),
        short(sparse[1])
    );
    let alike = (0.3..3.0).contains(&(dense[1] / sparse[1]));
    Some(Verdict::of(dense[1] > dense[0] && sparse[1] > 10.0 && dense[1] > 10.0 && alike, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn large_sparse_graphs_must_gain_and_the_others_must_not() {
        let judge = |dense: f64| -> Judgement {
            let setup = Setup { cores: 4, ..small() };
            let figures = made_up(&OPENMP, &setup, |point| {
                let is_large = ["sparse/large", "sparse/extreme"].contains(&&*point.graph);
                let gain = if is_large { 0.8 * (point.threads as f64).sqrt() } else { dense };
                point.runs_ms = vec![if point.series == BASELINE { 1.0 } else { 1.0 / gain }];
            });
            verdict_by_threads(&figures).unwrap().judgement
        };
        assert_eq!((judge(0.7), judge(1.7)), (Holds, DoesNotHold));
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
        assert_eq!(judge(true, |_| 4.0), DoesNotHold);
        assert_eq!(judge(false, |_| 4.0), CannotBeSeen);
    }
}
