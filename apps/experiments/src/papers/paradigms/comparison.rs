//! Section 4.6: the paradigms beside each other.

use boscage_measuring::plot::Chart;
use boscage_measuring::show::counted;
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::EdgeBoruvka;

use super::{CORES, PAPER, PART, input, on_gpu};
use crate::charts::{bars, time_by_graph};
use crate::experiment::{Case, Experiment, Judgement, NONE, Published, Series, Verdict};
use crate::figures::Figures;
use crate::operator::Operator;
use crate::setup::Setup;

const GRAPH: &str = "dense/large";
const BASELINE: &str = "baseline (kruskal)";
const OPENMP: &str = "OpenMP (edge-boruvka)";
const CUDA: &str = "CUDA (gpu edge-boruvka)";
const OURS: &str = "auto";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-comparison",
    paper: &PAPER,
    figure: "section 4.6, paradigms compared on dense/large",
    finding: "CUDA is the fastest of all; OpenMP is no improvement over the sequential baseline.",
    differs: "MPI is not here; auto, which users of this program get, is added. OpenMP's time there is the total that its \
              Figure 3 gives percentages of.",
    part: Some(PART),
    plan,
    published: &[Published {
        what: "milliseconds on dense/large (sections 4.2 to 4.5)",
        columns: &["baseline", "OpenMP", "CUDA", "MPI, best"],
        rows: &[(GRAPH, &[1230.63, 1291.8, 24.82, 231.19])],
        here: |figures, _, column| match column {
            "baseline" => figures.ms(GRAPH, BASELINE),
            "OpenMP" => figures.ms(GRAPH, OPENMP),
            "CUDA" => figures.ms(GRAPH, CUDA),
            _ => Some(NONE),
        },
    }],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Paradigms on dense/large", "milliseconds", |point| {
            time_by_graph(point).into_iter().map(|bar| (bar.1.clone(), bar.0, bar.2, bar.3)).collect()
        })]
    },
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let mut series = vec![
        Series::new(BASELINE, Algorithm::Kruskal, 1),
        setup.on_all(OPENMP, Operator::EdgeBoruvka(EdgeBoruvka::default())),
        setup.on_all(OURS, Algorithm::Auto),
    ];
    series.extend(setup.on_gpu([(CUDA, on_gpu())]));
    vec![Case { graph: input(setup, GRAPH), series }]
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let gain = |series: &str| figures.ratio(GRAPH, BASELINE, series);
    let (openmp, ours, cuda) = (gain(OPENMP)?, gain(OURS)?, gain(CUDA));
    let gpu =
        cuda.map_or_else(|| "there is no GPU".to_owned(), |cuda| format!("CUDA's is {cuda} times as fast"));
    let sentence = format!(
        "OpenMP's algorithm is {openmp} times as fast as the baseline on {}, auto {ours} times; {gpu}.",
        counted(figures.cores, "core", "cores")
    );
    let fastest = match cuda {
        Some(cuda) => Judgement::all([cuda.is_longer(), figures.ratio(GRAPH, OPENMP, CUDA)?.is_longer()]),
        None => Judgement::CannotBeSeen,
    };
    let no_gain = openmp.is_not_longer().only_refuted_below(figures.cores, CORES);
    Some(Verdict::new(Judgement::all([fastest, no_gain]), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn openmp_must_not_gain_and_a_gpu_must_win() {
        let judge = |cores, gpu, openmp: f64, cuda: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, gpu, ..small() }, |point| {
                point.runs_ms = vec![match &*point.series {
                    OPENMP => openmp,
                    CUDA => cuda,
                    _ => 1.0,
                }];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(64, true, 1.5, 0.1), judge(64, true, 1.5, 3.0)), (Holds, DoesNotHold));
        assert_eq!(judge(64, true, 0.96, 0.98), CannotBeSeen);
        assert_eq!((judge(2, true, 1.5, 0.1), judge(64, false, 1.5, 0.0)), (CannotBeSeen, CannotBeSeen));
        assert_eq!(judge(2, false, 0.5, 0.0), DoesNotHold);
    }
}
