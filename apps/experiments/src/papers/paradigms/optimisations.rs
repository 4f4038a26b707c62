//! The optimisations of sections 3.2 and 3.3, one by one.

use boscage::sync::PathCompression;
use boscage_kernels as kernels;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::papers::{EdgeBoruvka, Loops, Share};

use super::phases::unoptimised;
use super::{CORES, PAPER, PART, input, on_gpu};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, NONE, Published};
use crate::figures::Figures;
use crate::judgement::{Judgement, Why};
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{NO_GAIN, Ratio};

const GRAPHS: [&str; 2] = ["dense/large", "sparse/large"];
const NOTHING: &str = "none";
const FINAL: &str = "1a, 1b (final)";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-optimisations",
    paper: &PAPER,
    figure: "sections 3.2 and 3.3, optimisations one by one",
    claims: &[
        Claim::judged(
            "With OpenMP, filtering and gathering in parallel (1a, 1b) is faster than neither.",
            "",
            |figures| of_final(figures, NOTHING, |ratio| ratio.is_above(1.0)),
        ),
        Claim::judged("Neither 1a nor 1b is better left out.", "", |figures| {
            let parts = ["1a", "1b"].map(|one| of_final(figures, one, |ratio| ratio.is_above(1.0 / NO_GAIN)));
            let [without_b, without_a] = parts;
            let (without_b, without_a) = (without_b?, without_a?);
            let judgement = Judgement::all([without_a.judgement, without_b.judgement]);
            Some(Finding::new(
                judgement,
                format!("without 1b: {}; without 1a: {}", without_b.ours, without_a.ours),
            ))
        }),
        Claim::judged("Combining loops (2) does not improve on them.", "", |figures| {
            of_final(figures, "1a, 1b, 2", |ratio| ratio.is_above(1.0 / NO_GAIN))
        }),
        Claim::judged("Leaving path compression out (3) does not improve on them.", "", |figures| {
            of_final(figures, "1a, 1b, 3", |ratio| ratio.is_above(1.0 / NO_GAIN))
        }),
        Claim::judged("With CUDA, leaving path compression out helps, a little.", "1.08 times", |figures| {
            of_gpu(figures, GPU_COMPRESSES, |ratio| {
                Judgement::all([ratio.is_above(1.0), ratio.is_below(A_LITTLE)])
            })
        }),
        Claim::judged(
            "With CUDA, blocks of 512 and of 1024 threads make little difference.",
            "",
            |figures| {
                of_gpu(figures, GPU_LARGE_BLOCKS, |ratio| {
                    Judgement::all([ratio.is_below(LITTLE), ratio.is_above(1.0 / LITTLE)])
                })
            },
        ),
    ],
    differs: "The program with each optimisation, and with none; the report tells times of OpenMP by phase only. Of CUDA it \
              tells speed-ups over its baseline, 45.36 and 48.87: their ratio is below.",
    part: Some(PART),
    plan,
    published: &[Published {
        what: "time with path compression as a multiple of that without (section 3.2, CUDA)",
        columns: &["with / without"],
        rows: &[("dense/large", &[48.87 / 45.36]), ("sparse/large", &[NONE])],
        here: |figures, row, _| Some(figures.ratio(row, GPU_COMPRESSES, GPU)?.spread()),
    }],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Optimisations one by one", "milliseconds", time_by_graph)]
    },
};

const GPU: &str = "gpu, no compression";
const GPU_COMPRESSES: &str = "gpu, path compression";
const GPU_LARGE_BLOCKS: &str = "gpu, blocks of 1024";

/// Up to this factor there is little difference, and up to this one something helps a little.
const LITTLE: f64 = 1.15;
const A_LITTLE: f64 = 1.5;

/// The programs: name and configuration.
fn programs() -> [(&'static str, EdgeBoruvka); 6] {
    let last = EdgeBoruvka::default();
    [
        (NOTHING, unoptimised()),
        ("1a", EdgeBoruvka { gather: Share::OneThread, ..last }),
        ("1b", EdgeBoruvka { filter: Share::OneThread, ..last }),
        (FINAL, last),
        ("1a, 1b, 2", EdgeBoruvka { loops: Loops::Combined, ..last }),
        ("1a, 1b, 3", EdgeBoruvka { compression: PathCompression::Off, ..last }),
    ]
}

fn plan(setup: &Setup) -> Vec<Case> {
    let last = kernels::EdgeBoruvka::default();
    let compresses = kernels::EdgeBoruvka { compression: kernels::PathCompression::On, ..last };
    let large_blocks = kernels::EdgeBoruvka { block: 1024, ..last };
    let series = || {
        let cpu = programs().map(|(name, config)| setup.on_all(name, Operator::EdgeBoruvka(config)));
        let gpu = [
            (GPU, on_gpu()),
            (GPU_COMPRESSES, Operator::GpuEdgeBoruvka(compresses)),
            (GPU_LARGE_BLOCKS, Operator::GpuEdgeBoruvka(large_blocks)),
        ];
        cpu.into_iter().chain(setup.on_gpu(gpu)).collect()
    };
    GRAPHS.map(|name| Case { graph: input(setup, name), series: series() }).into()
}

/// What is found of the time of one program as a multiple of another's, on both graphs.
fn beside(
    figures: &Figures,
    [one, other]: [&str; 2],
    judge: impl Fn(&Ratio) -> Judgement,
) -> Option<Finding> {
    let all = figures.each(|figures, graph| Some((graph.to_owned(), figures.ratio(graph, one, other)?)))?;
    let judgement = Judgement::all(all.iter().map(|(_, ratio)| judge(ratio)));
    let words = all.iter().map(|(graph, ratio)| format!("{graph} {ratio}"));
    Some(Finding::new(judgement, format!("times as long: {}", words.collect::<Vec<_>>().join(", "))))
}

/// The same of a program with OpenMP and the final one.
fn of_final(figures: &Figures, one: &str, judge: impl Fn(&Ratio) -> Judgement) -> Option<Finding> {
    let found = beside(figures, [one, FINAL], judge)?;
    Some(Finding { judgement: found.judgement.on_cores(figures.cores, CORES), ..found })
}

/// The same of a program of the GPU and that with blocks of 512 and without path compression.
fn of_gpu(figures: &Figures, one: &str, judge: impl Fn(&Ratio) -> Judgement) -> Option<Finding> {
    if figures.gpu { beside(figures, [one, GPU], judge) } else { Some(Finding::unseen(Why::NoGpu, "")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores, NoGpu};
    use crate::setup::small;

    const SAYS: [&str; 6] =
        ["With OpenMP", "Neither", "Combining", "Leaving path", "With CUDA, leaving", "With CUDA, blocks"];

    #[test]
    fn nothing_may_beat_the_final_program() {
        // One series bent.
        let judge = |cores, gpu, bent: &str, ms: f64| -> [Judgement; 6] {
            let figures = made_up(&EXPERIMENT, &Setup { cores, gpu, ..small() }, |point| {
                point.runs_ms = vec![match &*point.series {
                    series if series == bent => ms,
                    FINAL | GPU | GPU_LARGE_BLOCKS => 1.0,
                    GPU_COMPRESSES => 1.1,
                    _ => 1.5,
                }];
            });
            SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(64, true, "", 0.0), [Holds; 6]);
        assert_eq!(judge(64, false, "", 0.0)[4..], [CannotBeSeen(NoGpu); 2]);
        for (claim, cpu) in [(0, NOTHING), (1, "1a"), (1, "1b"), (2, "1a, 1b, 2"), (3, "1a, 1b, 3")] {
            let judgements = (judge(64, true, cpu, 0.8)[claim], judge(2, true, cpu, 0.8)[claim]);
            assert_eq!(judgements, (DoesNotHold, CannotBeSeen(FewCores)), "{cpu}");
        }
        assert_eq!(
            (judge(64, true, NOTHING, 1.0)[0], judge(64, true, "1a", 1.0)[1]),
            (CannotBeSeen(Even), Holds)
        );
        for (claim, gpu, ms) in [
            (4, GPU_COMPRESSES, 0.9),
            (4, GPU_COMPRESSES, 1.7),
            (5, GPU_LARGE_BLOCKS, 1.3),
            (5, GPU_LARGE_BLOCKS, 0.7),
        ] {
            assert_eq!(judge(64, true, gpu, ms)[claim], DoesNotHold, "{gpu}");
        }
    }
}
