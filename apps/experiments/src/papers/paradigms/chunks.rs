//! Section 3.3: number of edges per chunk.

use boscage::operators::msf::papers::EdgeBoruvka;
use boscage_measuring::plot::{Axis, Chart};

use super::{CORES, LARGE, PAPER, PART, input};
use crate::bound::NOT_BETTER;
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::{Figures, Point};
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Times, range};

const CHUNKS: [usize; 6] = [16, 128, CHOSEN, 8192, 65_536, 1 << 20];
/// The report's choice.
const CHOSEN: usize = EdgeBoruvka::DEFAULT_CHUNK;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-chunks",
    paper: &PAPER,
    figure: "section 3.3, chunk size (OpenMP)",
    claims: &[Claim::judged(
        "No chunk size is better than 1024: \"dynamic assignment with a chunk size of 1024 after \
         benchmarking\".",
        "1024",
        NOT_BETTER,
        |figures, no_better| {
            let others = CHUNKS.into_iter().filter(|chunk| *chunk != CHOSEN);
            let of = |figures: &Figures, graph: &str, chunk| by_chunks(figures.point(graph, &name(chunk))?);
            let beside = |other| {
                figures
                    .each(|figures, graph| Ok(of(figures, graph, other)?.over(&of(figures, graph, CHOSEN)?)))
            };
            let all = others.map(beside).collect::<Found<Vec<_>>>()?.concat();
            let evidence = Ratio::all(&all, no_better);
            let ours = format!("min and join take {} times as long with other chunks", range(&all));
            Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
        },
    )],
    differs: "The report gives neither the sizes that it tried nor their times. Here a chunk is what a \
              thread takes at a time in the phases min and join, and only these are judged; in map and \
              filter, which move edges, shares have a fixed size. Our program joins an edge that either end \
              has chosen (see paradigms-optimisations).",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        let axes = (Axis::log("edges of a chunk"), Axis::log("milliseconds"));
        vec![lines(figures, "edge-boruvka, min and join, by chunk size", axes, |point| {
            let chunk = point.series.strip_prefix("chunk ")?.parse().ok()?;
            Some((point.graph.clone(), chunk, by_chunks(point).ok()?.spread()))
        })]
    },
};

/// Returns the times of the phases with chunks.
fn by_chunks(point: &Point) -> Found<Times> {
    point.phases(&["edge-boruvka min", "edge-boruvka join"])
}

fn name(chunk: usize) -> String {
    format!("chunk {chunk}")
}

fn plan(setup: &Setup) -> Vec<Case> {
    let of = |chunk| {
        let config = EdgeBoruvka { chunk, ..EdgeBoruvka::default() };
        setup.on_all(&name(chunk), Operator::on_edges(config))
    };
    LARGE.map(|graph| Case { graph: input(setup, graph), series: CHUNKS.map(of).into() }).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::FewCores;
    use crate::setup::small;

    #[test]
    fn no_other_chunk_may_be_better() {
        let judge = |cores, least: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                let ms = if point.series == name(16) { least } else { 1.0 };
                // The other phases take most of the time, and are ignored.
                let phases = [("min", ms), ("join", ms), ("map", 100.0)];
                point.phases_ms = phases.map(|(name, ms)| (format!("edge-boruvka {name}"), vec![ms])).into();
                point.runs_ms = vec![100.0 + 2.0 * ms];
            });
            judged(EXPERIMENT.claims, "No chunk", &figures).judgement
        };
        assert_eq!((judge(64, 1.2), judge(64, 0.7)), (Holds, DoesNotHold));
        assert_eq!([judge(2, 1.0), judge(2, 0.7)], [CannotBeSeen(FewCores); 2]);
    }
}
