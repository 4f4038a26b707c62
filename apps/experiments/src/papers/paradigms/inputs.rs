//! Sections 4.2 and 4.3: eight inputs, the speed-up of CUDA over Kruskal's algorithm on one thread.

use boscage::generate::ThreeParadigm;
use boscage::operators::msf::Auto;
use boscage_kernels::EdgeBoruvka;
use boscage_measuring::plot::Chart;

use super::{BASELINE, PAPER, PART, baseline, input, on_gpu};
use crate::bound::{ALIKE, MORE};
use crate::charts::{OfBar, bars};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, NOT_HERE, Published};
use crate::figures::{Figures, Point};
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Ratio;

const GPU: &str = "gpu edge-boruvka";
const SMALL_BLOCKS: &str = "gpu edge-boruvka, blocks of 128";
const SMALL: [&str; 2] = ["dense/small", "sparse/small"];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-cuda",
    paper: &PAPER,
    figure: "sections 4.2 and 4.3, eight inputs (baseline and CUDA)",
    claims: &[
        Claim::judged(
            "Compared with sequential Kruskal, the CUDA program is fastest on the largest graphs.",
            "40.7 and 41.9 times",
            MORE,
            |figures, faster| {
                let (mut parts, mut words) = (Vec::new(), Vec::new());
                for kind in ["dense", "sparse"] {
                    let of = |size| gain(figures, &format!("{kind}/{size}"), GPU);
                    let (small, large, extreme) = (of("small")?, of("large")?, of("extreme")?);
                    let [large, extreme] = [large, extreme].map(|one| one.over(&small));
                    parts.extend([&large, &extreme].map(|one| one.is(faster)));
                    words.push(format!(
                        "{kind}, {large} (large) and {extreme} (extreme) times the speed-up on small, {small}"
                    ));
                }
                Ok(Finding::new(Evidence::all(parts), words.join("; ")))
            },
        )
        .on_gpu(),
        Claim::judged(
            "The CUDA program performs equally well on dense graphs and on sparse ones.",
            "40.7 and 41.9 times",
            ALIKE,
            |figures, equally| {
                let [dense, sparse] =
                    ["dense/extreme", "sparse/extreme"].map(|graph| gain(figures, graph, GPU));
                let ratio = dense?.over(&sparse?);
                let ours = format!("the speed-up on the dense graph is {ratio} times that on the sparse one");
                Ok(Finding::new(ratio.is(equally), ours))
            },
        )
        .on_gpu(),
        Claim::judged(
            "On smaller graphs a block size of 512 \"would not be the best granularity since it would be too \
             large\": blocks of 128 are faster there.",
            "",
            MORE,
            |figures, faster| {
                let all = SMALL.map(|graph| figures.ratio(graph, GPU, SMALL_BLOCKS));
                let all = all.into_iter().collect::<Found<Vec<_>>>()?;
                let evidence = Ratio::all(&all, faster);
                let ours = format!("{} times as fast on {}, {} on {}", all[0], SMALL[0], all[1], SMALL[1]);
                Ok(Finding::new(evidence, ours))
            },
        )
        .on_gpu(),
        Claim::not_judged(
            "\"CUDA launch overheads can be significant if the graphs size is small\".",
            "",
            "the times of phases here contain their launches",
        ),
        Claim::not_judged(
            "CuGraph is slower on all inputs.",
            "2.1 to 79 times",
            "CuGraph is not measured here",
        ),
    ],
    differs: "CuGraph is not measured here. kruskal has no initialisation. On the GPU initialisation is \
              part of the time, and copies are not. The text gives no block size that is better on small \
              graphs; ours is 128. Large and extreme graphs are compared with small ones. Medium ones are \
              left out, since the paper's own speed-up on sparse/medium, 46.7, is above that on both.",
    part: Some(PART),
    choosing: 0,
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
            _ => NOT_HERE,
        },
    }],
    charts: charts_of_inputs,
};

fn plan_of_inputs(setup: &Setup) -> Vec<Case> {
    let small_blocks = EdgeBoruvka { block: 128, ..EdgeBoruvka::AS_PUBLISHED };
    let small_blocks = (SMALL_BLOCKS, Operator::on_gpu(small_blocks));
    let series = |graph: &str| {
        let on_gpu =
            [(GPU, on_gpu())].into_iter().chain(SMALL.contains(&graph).then(|| small_blocks.clone()));
        let all = [baseline(), setup.on_all("auto", Auto)];
        all.into_iter().chain(setup.on_gpu(on_gpu)).collect()
    };
    ThreeParadigm::ALL.map(|one| Case { graph: input(setup, one.name()), series: series(one.name()) }).into()
}

fn charts_of_inputs(figures: &Figures) -> Vec<Chart> {
    let of = |point: &Point| -> Vec<OfBar> {
        let gain = gain(figures, &point.graph, &point.series).ok().filter(|_| point.series != BASELINE);
        gain.map(|gain| (point.graph.clone(), point.series.clone(), gain.spread())).into_iter().collect()
    };
    vec![bars(figures, "Eight inputs: speed-up over kruskal", "times as fast", of)]
}

/// Returns the speed-up of a program over the baseline.
fn gain(figures: &Figures, graph: &str, series: &str) -> Found<Ratio> {
    figures.ratio(graph, BASELINE, series)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::{as_published, made_up};
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, NoGpu};
    use crate::setup::small;

    #[test]
    fn a_gpu_must_be_fast_on_large_graphs_of_both_kinds() {
        let judge = |gpu, of: fn(&str) -> f64| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &Setup { gpu, ..small() }, |point| {
                point.runs_ms = vec![if point.series == GPU { 1.0 / of(&point.graph) } else { 1.0 }];
            });
            ["Compared with", "The CUDA program performs"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(true, |graph| if graph.ends_with("small") { 4.0 } else { 40.0 }), [Holds; 2]);
        assert_eq!(
            (judge(true, |_| 4.0), judge(false, |_| 4.0)),
            ([CannotBeSeen(Even), Holds], [CannotBeSeen(NoGpu); 2])
        );
        let most_on_small = |graph: &str| if graph.ends_with("small") { 80.0 } else { 40.0 };
        let dense_alone = |graph: &str| match graph {
            small if small.ends_with("small") => 4.0,
            dense if dense.starts_with("dense") => 80.0,
            _ => 20.0,
        };
        assert_eq!((judge(true, most_on_small)[0], judge(true, dense_alone)[1]), (DoesNotHold, DoesNotHold));
    }

    #[test]
    fn smaller_blocks_must_be_faster_on_small_graphs() {
        let judge = |ms: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { gpu: true, ..small() }, |point| {
                point.runs_ms = vec![if point.series == SMALL_BLOCKS { ms } else { 1.0 }];
            });
            judged(EXPERIMENT.claims, "On smaller graphs", &figures).judgement
        };
        assert_eq!((judge(0.8), judge(1.2)), (Holds, DoesNotHold));
    }

    #[test]
    fn the_reports_own_figures_hold() {
        let figures = as_published(&EXPERIMENT, &Setup { gpu: true, ..small() }, |point| {
            let rows = EXPERIMENT.published[0].rows;
            let (_, row) = rows.iter().find(|(graph, _)| *graph == point.graph).unwrap();
            point.runs_ms = vec![if point.series == GPU { row[2] } else { row[1] }];
        });
        let of = |says| judged(EXPERIMENT.claims, says, &figures).judgement;
        assert_eq!(["Compared with", "The CUDA program performs"].map(of), [Holds; 2]);
    }
}
