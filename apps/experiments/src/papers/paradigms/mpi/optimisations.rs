//! Section 3.4: the optimisations of the final MPI program.

use boscage::ranks::{Aggregation, FindArc, FirstBasic, Ghs, Queue};
use boscage_measuring::plot::Chart;

use super::super::PAPER;
use super::{DENSE, PART, SPARSE, differs, input, name, published, series};
use crate::bound::{ALIKE, Bound, MORE};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::Ratio;

const PROCESSES: usize = 4;

const NOTHING: &str = "none";
const QUEUES: &str = "1, 2, 3";
const ONLY_2: &str = "2";
const ONLY_3: &str = "3";
const FINAL: &str = "2, 3 (final)";
const TOGETHER: &str = "2, 3, messages together (ours)";

pub(in super::super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-mpi-optimisations",
    paper: &PAPER,
    figure: "section 3.4, optimisations one by one (MPI)",
    claims: &[
        Claim::judged(
            "Between a message queue for each vertex (1) and one for each processor \"the performance \
             difference is minimal\".",
            "",
            ALIKE,
            |figures, alike| both(figures, alike, QUEUES, FINAL),
        ),
        Claim::judged(
            "The map to the edge of a message (2) \"is advantageous for dense graphs\": on dense/large it is \
             faster than the search.",
            "",
            MORE,
            |figures, faster| one(figures, faster, ONLY_3, FINAL),
        ),
        Claim::judged(
            "The ordered set of BASIC edges (3) \"is an optimization for dense graphs\": on dense/large it is \
             faster than the search.",
            "",
            MORE,
            |figures, faster| one(figures, faster, ONLY_2, FINAL),
        ),
        Claim::judged(
            "\"The absolute time can still be improved by cutting down computation cost\": the final program \
             is faster than the one without optimisations, on dense/large.",
            "",
            MORE,
            |figures, faster| one(figures, faster, NOTHING, FINAL),
        ),
        Claim::judged(
            "Our own: sending messages to another process together is faster than each on its own.",
            "",
            MORE,
            |figures, faster| both(figures, faster, FINAL, TOGETHER),
        ),
        Claim::by_construction(
            "The map (2) is \"at the cost of extra memory\", and so is the ordered set (3).",
            "",
            "a map and a set are kept beside the edges",
            |_| Ok("about 40 and 10 bytes for each end of an edge".to_owned()),
        ),
    ],
    differs: differs!("With 4 processes; the report gives no figures."),
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "Optimisations one by one (MPI)", "milliseconds", time_by_graph)]
    },
};

/// The programs: name and configuration.
fn programs() -> [(&'static str, Ghs); 6] {
    let last = published();
    let (find_arc, first_basic) = (FindArc::Search, FirstBasic::Search);
    [
        (NOTHING, Ghs { find_arc, first_basic, ..last }),
        (ONLY_2, Ghs { first_basic, ..last }),
        (ONLY_3, Ghs { find_arc, ..last }),
        (FINAL, last),
        (QUEUES, Ghs { queue: Queue::Node, ..last }),
        (TOGETHER, Ghs { aggregation: Aggregation::Together, ..last }),
    ]
}

fn plan(setup: &Setup) -> Vec<Case> {
    let all = || programs().into_iter().flat_map(|(name, config)| series(name, &[PROCESSES], config));
    [DENSE, SPARSE].map(|graph| Case { graph: input(setup, graph), series: all().collect() }).into()
}

/// Returns the ratio of the times of two programs.
fn ratio(figures: &Figures, graph: &str, longer: &str, shorter: &str) -> Found<Ratio> {
    figures.ratio(graph, &name(longer, PROCESSES), &name(shorter, PROCESSES))
}

fn one(figures: &Figures, bound: Bound, longer: &str, shorter: &str) -> Found<Finding> {
    let (dense, sparse) = (ratio(figures, DENSE, longer, shorter)?, ratio(figures, SPARSE, longer, shorter)?);
    let ours = format!("{dense} times as fast ({sparse} on sparse/medium)");
    Ok(Finding::new(dense.is(bound), ours))
}

fn both(figures: &Figures, bound: Bound, longer: &str, shorter: &str) -> Found<Finding> {
    let all = [ratio(figures, DENSE, longer, shorter)?, ratio(figures, SPARSE, longer, shorter)?];
    let ours = format!("{} times as fast on dense/large, {} on sparse/medium", all[0], all[1]);
    Ok(Finding::new(Ratio::all(&all, bound), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, DoesNotHold, Holds};
    use crate::setup::small;

    const SAYS: [&str; 5] =
        ["Between a message", "The map to", "The ordered set of", "\"The absolute time", "Our own"];

    /// The verdicts, where one program takes this long, and the others as the claims want.
    fn judge(bent: &str, ms: f64) -> [Judgement; 5] {
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            let wanted = |program: &str| match program {
                FINAL | QUEUES => 1.0,
                TOGETHER => 0.5,
                _ => 2.0,
            };
            let mut programs = programs().map(|(program, _)| program).into_iter();
            let program = programs.find(|program| point.series == name(program, PROCESSES));
            let program = program.expect("a program");
            point.runs_ms = vec![if program == bent { ms } else { wanted(program) }];
        });
        SAYS.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    }

    #[test]
    fn each_claim_depends_on_its_program() {
        assert_eq!(judge("", 0.0), [Holds; 5]);
        for (claim, bent, ms) in
            [(0, QUEUES, 1.5), (0, QUEUES, 0.5), (1, ONLY_3, 0.8), (2, ONLY_2, 0.8), (3, NOTHING, 0.8)]
        {
            assert_eq!(judge(bent, ms)[claim], DoesNotHold, "{bent}");
        }
        assert_eq!(judge(TOGETHER, 1.2)[4], DoesNotHold);
    }
}
