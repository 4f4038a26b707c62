//! The optimisations of sections 3.2 and 3.3, one by one.

use boscage::sync::PathCompression;
use boscage_kernels as kernels;
use boscage_measuring::plot::Chart;
use boscage_measuring::show::counted;
use boscage_operators::msf::papers::{EdgeBoruvka, Loops, Share};

use super::phases::unoptimised;
use super::{CORES, PAPER, PART, input, on_gpu};
use crate::charts::{bars, time_by_graph};
use crate::experiment::{Case, Experiment, Judgement, NONE, Published, Verdict};
use crate::figures::{Figures, Ratio};
use crate::operator::Operator;
use crate::setup::Setup;

const GRAPHS: [&str; 2] = ["dense/large", "sparse/large"];
const NOTHING: &str = "none";
const FINAL: &str = "1a, 1b (final)";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-optimisations",
    paper: &PAPER,
    figure: "sections 3.2 and 3.3, optimisations one by one",
    finding: "With OpenMP filtering and gathering in parallel (1a, 1b) perform best; combining loops (2) and leaving path \
              compression out (3) do not improve on them. With CUDA leaving path compression out helps, a little, and blocks of 512 and of 1024 threads make little \
              difference.",
    differs: "The program with each optimisation, and with none; the report tells times of OpenMP by phase only. Of CUDA it \
              tells speed-ups over its baseline, 45.36 and 48.87: their ratio is below.",
    part: Some(PART),
    plan,
    published: &[Published {
        what: "time with path compression as a multiple of that without (section 3.2, CUDA)",
        columns: &["with / without"],
        rows: &[("dense/large", &[48.87 / 45.36]), ("sparse/large", &[NONE])],
        here: |figures, row, _| Some(figures.ratio(row, GPU_COMPRESSES, GPU)?.times),
    }],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Optimisations one by one", "milliseconds", time_by_graph)]
    },
    verdict,
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

fn verdict(figures: &Figures) -> Option<Verdict> {
    let (mut openmp, mut cuda, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for graph in GRAPHS {
        let gain = |other: &str| figures.ratio(graph, other, FINAL);
        let (nothing, combined, uncompressed) = (gain(NOTHING)?, gain("1a, 1b, 2")?, gain("1a, 1b, 3")?);
        openmp.push(nothing.is_longer());
        openmp.extend([gain("1a")?, gain("1b")?, combined, uncompressed].map(Ratio::is_not_shorter));
        words.push(format!("{graph} {nothing} without any, {combined} with 2, {uncompressed} with 3"));
        if figures.gpu {
            let compressed = figures.ratio(graph, GPU_COMPRESSES, GPU)?;
            let large_blocks = figures.ratio(graph, GPU_LARGE_BLOCKS, GPU)?;
            cuda.extend([compressed.is_longer(), Judgement::not_above(compressed.times, A_LITTLE)]);
            cuda.extend(
                [large_blocks.times, 1.0 / large_blocks.times].map(|one| Judgement::not_above(one, LITTLE)),
            );
            words.push(format!(
                "{graph} with CUDA, as multiples of the time of blocks of 512 without path compression: {compressed} with \
                 path compression, {large_blocks} with blocks of 1024"
            ));
        }
    }
    let cores = counted(figures.cores, "core", "cores");
    let sentence = format!("On {cores}, as multiples of the time with 1a and 1b: {}.", words.join("; "));
    let openmp = Judgement::all(openmp).on_cores(figures.cores, CORES);
    Some(Verdict::new(Judgement::all([openmp, Judgement::all(cuda)]), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn nothing_may_beat_the_final_program() {
        // One series bent.
        let judge = |cores, gpu, bent: &str, ms: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, gpu, ..small() }, |point| {
                point.runs_ms = vec![match &*point.series {
                    series if series == bent => ms,
                    FINAL | GPU | GPU_LARGE_BLOCKS => 1.0,
                    GPU_COMPRESSES => 1.1,
                    _ => 1.5,
                }];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(64, true, "", 0.0), judge(64, false, "", 0.0)), (Holds, CannotBeSeen));
        for cpu in [NOTHING, "1a", "1b", "1a, 1b, 2", "1a, 1b, 3"] {
            assert_eq!(
                (judge(64, true, cpu, 0.8), judge(2, true, cpu, 0.8)),
                (DoesNotHold, CannotBeSeen),
                "{cpu}"
            );
        }
        for (gpu, ms) in
            [(GPU_COMPRESSES, 0.9), (GPU_COMPRESSES, 1.7), (GPU_LARGE_BLOCKS, 1.3), (GPU_LARGE_BLOCKS, 0.7)]
        {
            assert_eq!(judge(64, true, gpu, ms), DoesNotHold, "{gpu}");
        }
    }
}
