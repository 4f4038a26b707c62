//! Section 4.6: comparison of the paradigms.

use boscage::operators::msf::papers::EdgeBoruvka;
use boscage::operators::msf::{Auto, Kruskal};
use boscage_measuring::plot::Chart;

use super::{CORES, DENSE, PAPER, PART, input, mpi, on_gpu};
use crate::bound::{MORE, MUCH, NO_GAIN};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published, Series};
use crate::figures::Figures;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Ratio;

const GRAPH: &str = DENSE;
const BASELINE: &str = "baseline (kruskal)";
const OPENMP: &str = "OpenMP (edge-boruvka)";
const CUDA: &str = "CUDA (gpu edge-boruvka)";
const OURS: &str = "auto";

/// The number of processes with which the report's MPI program is fastest.
const MPI_BEST: usize = 32;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-comparison",
    paper: &PAPER,
    figure: "section 4.6, paradigms compared on dense/large",
    claims: &[
        Claim::judged(
            "CUDA is the fastest of all.",
            "49.6 times as fast as the baseline",
            MORE,
            |figures, faster| {
                let cuda = gain(figures, CUDA)?;
                let beside = figures.ratio(GRAPH, OPENMP, CUDA)?;
                let ours = format!("{cuda} times as fast as the baseline, {beside} times as fast as OpenMP");
                Ok(Finding::new(Ratio::all(&[cuda, beside], faster), ours))
            },
        )
        .on_gpu(),
        Claim::judged(
            "OpenMP is no improvement over the baseline.",
            "0.95 times as fast",
            NO_GAIN,
            |figures, no_gain| {
                let (openmp, auto) = (gain(figures, OPENMP)?, gain(figures, OURS)?);
                let evidence = openmp.is(no_gain).on_cores(figures.cores, CORES);
                let ours = format!("{openmp} times as fast on {} threads; auto {auto} times", figures.cores);
                Ok(Finding::new(evidence, ours))
            },
        ),
        Claim::judged(
            "MPI \"takes a really long time when running on 1 processor\": much longer than the baseline.",
            "13 times as long",
            MUCH,
            |figures, longer| {
                let longer_here = figures.ratio(GRAPH, &mpi_on(1), BASELINE)?;
                Ok(Finding::new(longer_here.is(longer), format!("{longer_here} times as long")))
            },
        ),
        Claim::judged(
            "MPI \"eventually became even faster than the sequential baseline\": with 32 processes, its best.",
            "5.3 times as fast",
            MORE,
            |figures, faster| {
                let mpi = gain(figures, &mpi_on(MPI_BEST))?;
                Ok(Finding::new(mpi.is(faster), format!("{mpi} times as fast")))
            },
        ),
        Claim::judged(
            "MPI with 32 processes is slower than CUDA.",
            "9.3 times as long",
            MORE,
            |figures, slower| {
                let slower_here = figures.ratio(GRAPH, &mpi_on(MPI_BEST), CUDA)?;
                Ok(Finding::new(slower_here.is(slower), format!("{slower_here} times as long")))
            },
        )
        .on_gpu(),
        Claim::judged(
            "MPI with 32 processes is faster than OpenMP (its figure).",
            "5.6 times as fast",
            MORE,
            |figures, faster| {
                let faster_here = figures.ratio(GRAPH, OPENMP, &mpi_on(MPI_BEST))?;
                let evidence = faster_here.is(faster).on_cores(figures.cores, CORES);
                Ok(Finding::new(evidence, format!("{faster_here} times as fast")))
            },
        ),
    ],
    differs: "The processes of MPI are simulated (see paradigms-mpi). auto, the default of msf, is added. \
              OpenMP's time there is the \
              total that its Figure 3 gives percentages of. Our program joins an edge that either end has chosen \
              (see paradigms-optimisations).",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[Published {
        what: "milliseconds on dense/large (sections 4.2 to 4.5)",
        columns: &["baseline", "OpenMP", "CUDA", "MPI, 1", "MPI, 32"],
        rows: &[(GRAPH, &[1230.63, 1291.8, 24.82, 16_015.74, 231.19])],
        here: |figures, _, column| match column {
            "baseline" => figures.ms(GRAPH, BASELINE),
            "OpenMP" => figures.ms(GRAPH, OPENMP),
            "CUDA" => figures.ms(GRAPH, CUDA),
            "MPI, 1" => figures.ms(GRAPH, &mpi_on(1)),
            _ => figures.ms(GRAPH, &mpi_on(MPI_BEST)),
        },
    }],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Paradigms on dense/large", "milliseconds", |point| {
            time_by_graph(point).into_iter().map(|(graph, series, ms)| (series, graph, ms)).collect()
        })]
    },
};

fn plan(setup: &Setup) -> Vec<Case> {
    let mut series = vec![
        Series::new(BASELINE, Kruskal::default(), 1),
        setup.on_all(OPENMP, Operator::on_edges(EdgeBoruvka::default())),
        setup.on_all(OURS, Auto),
    ];
    series.extend(
        [1, MPI_BEST]
            .map(|processes| Series::new(mpi_on(processes), mpi::over(processes, mpi::published()), 1)),
    );
    series.extend(setup.on_gpu([(CUDA, on_gpu())]));
    vec![Case { graph: input(setup, GRAPH), series }]
}

/// The MPI program.
fn mpi_on(processes: usize) -> String {
    format!("MPI (ghs), {processes}")
}

/// Returns the speed-up of a series over the baseline.
fn gain(figures: &Figures, series: &str) -> Found<Ratio> {
    figures.ratio(GRAPH, BASELINE, series)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::{as_published, made_up};
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores, NoGpu};
    use crate::setup::small;

    #[test]
    fn openmp_must_not_gain_and_a_gpu_must_win() {
        let judge = |cores, gpu, openmp: f64, cuda: f64| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &Setup { cores, gpu, ..small() }, |point| {
                point.runs_ms = vec![match &*point.series {
                    OPENMP => openmp,
                    CUDA => cuda,
                    _ => 1.0,
                }];
            });
            ["CUDA is", "OpenMP is"].map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(
            (judge(64, true, 1.0, 0.1), judge(64, true, 1.5, 3.0)),
            ([Holds; 2], [DoesNotHold, Holds])
        );
        assert_eq!(judge(64, true, 0.94, 0.98), [CannotBeSeen(Even); 2]);
        assert_eq!(judge(2, false, 1.5, 0.0), [CannotBeSeen(NoGpu), CannotBeSeen(FewCores)]);
        assert_eq!(judge(2, false, 0.5, 0.0)[1], CannotBeSeen(FewCores));
    }

    #[test]
    fn the_reports_own_figures_hold() {
        let figures = as_published(&EXPERIMENT, &Setup { cores: 64, gpu: true, ..small() }, |point| {
            point.runs_ms = vec![match &*point.series {
                OPENMP => 1291.8,
                CUDA => 24.82,
                "MPI (ghs), 1" => 16_015.74,
                "MPI (ghs), 32" => 231.19,
                _ => 1230.63,
            }];
        });
        let of = |says| judged(EXPERIMENT.claims, says, &figures).judgement;
        assert_eq!(["CUDA is", "OpenMP is"].map(of), [Holds; 2]);
        assert_eq!(MPI_SAYS.map(of), [Holds; 4]);
    }

    const MPI_SAYS: [&str; 4] = [
        "MPI \"takes a really",
        "MPI \"eventually became",
        "MPI with 32 processes is slower",
        "MPI with 32 processes is faster",
    ];

    #[test]
    fn mpi_has_its_place_between_openmp_and_a_gpu() {
        let judge = |cores, one: f64, best: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, gpu: true, ..small() }, |point| {
                let series = &point.series;
                let is = |processes| *series == mpi_on(processes);
                let others = if series == CUDA { 0.5 } else { 1.0 };
                point.runs_ms = vec![if is(1) {
                    one
                } else if is(MPI_BEST) {
                    best
                } else {
                    others
                }];
            });
            MPI_SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(64, 2.0, 0.8), [Holds; 4]);
        assert_eq!(judge(64, 1.2, 1.2), [DoesNotHold, DoesNotHold, Holds, DoesNotHold]);
        assert_eq!(judge(64, 2.0, 0.4)[2], DoesNotHold);
        assert_eq!(judge(2, 2.0, 0.8)[3], CannotBeSeen(FewCores));
    }
}
