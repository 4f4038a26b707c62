//! Section 3.4, listing 8: the first MPI program, which reduces the lightest edges of all sets.

use boscage::ranks::{AllreduceBoruvka, Copies, SparseDirectory};
use boscage_measuring::plot::{Axis, Chart};

use super::super::{BASELINE, PAPER, baseline};
use super::{DENSE, PART, SPARSE, differs, gain, input, name, of_graphs, series};
use crate::bound::{MORE, MUCH, NO_GAIN};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::{Figures, Point};
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::{Ratio, Spread};

const PROCESSES: [usize; 4] = [1, 4, 16, 64];
/// Number of processes that exceed the memory of a computer with 16 GB.
const SOME: usize = 4;
const MOST_PROCESSES: usize = 64;

const GRAPHS: [&str; 2] = [DENSE, SPARSE];

const WHOLE: &str = "whole graph everywhere";
const PARTS: &str = "own part";
const OURS: &str = "sparse-directory";
const PROGRAMS: [&str; 3] = [WHOLE, PARTS, OURS];

pub(in super::super) static EXPERIMENT: Experiment = Experiment {
    name: "paradigms-mpi-first",
    paper: &PAPER,
    figure: "section 3.4, the first approach (MPI)",
    claims: &[
        Claim::judged(
            "\"The code does runs super slow\": with 4 processes it is much slower than the baseline.",
            "",
            MUCH,
            |figures, slower| {
                let one = |graph: &str| figures.ratio(graph, &name(WHOLE, SOME), BASELINE);
                of_graphs(&GRAPHS, one, |all| Ratio::all(all, slower), "times as long")
            },
        ),
        Claim::judged(
            "\"It doesn't scale well at all\": 64 processes are no faster than one.",
            "",
            NO_GAIN,
            |figures, no_gain| {
                let one = |graph: &str| gain(figures, graph, WHOLE, 1, MOST_PROCESSES);
                of_graphs(&GRAPHS, one, |all| Ratio::all(all, no_gain), "times as fast")
            },
        ),
        Claim::by_construction(
            "\"This approach needs a copy of the entire graph for each processor\".",
            "8 processes take 16 GB out of memory on dense/large",
            "the graph is broadcast; listing 8 contracts it everywhere",
            |figures| {
                let sent = |program| {
                    let of = |graph| {
                        figures.point(graph, &name(program, MOST_PROCESSES))?.sent_mb().map(|mb| mb.spread())
                    };
                    Ok(format!("{} MB on dense/large and {} on sparse/medium", of(DENSE)?, of(SPARSE)?))
                };
                let (whole, parts) = (sent(WHOLE)?, sent(PARTS)?);
                Ok(format!("with 64 processes a rank sends {whole}; {parts} if each keeps its own part"))
            },
        ),
        Claim::judged(
            "Our own: even if each process keeps its own part, on sparse graphs a rank sends more with 64 \
             processes than with 4, because the reduced vector has a place for every set.",
            "",
            MORE,
            |figures, more| {
                let sent = |program, processes| figures.point(SPARSE, &name(program, processes))?.sent_mb();
                let grows = |program| Ok(sent(program, MOST_PROCESSES)?.over(&sent(program, SOME)?));
                let (parts, ours) = (grows(PARTS)?, grows(OURS)?);
                let shown = format!("{parts} times as much; sparse-directory {ours} times as much");
                Ok(Finding::new(parts.is(more), shown))
            },
        ),
    ],
    differs: differs!(
        "The report gives no figures. We add a program that keeps to its own part, and our own."
    ),
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let allreduce = |copies| AllreduceBoruvka { copies };
    let all = || {
        let mut all = vec![baseline()];
        all.extend(series(WHOLE, &PROCESSES, allreduce(Copies::Whole)));
        all.extend(series(PARTS, &PROCESSES, allreduce(Copies::Part)));
        all.extend(series(OURS, &PROCESSES, SparseDirectory::default()));
        all
    };
    GRAPHS.map(|graph| Case { graph: input(setup, graph), series: all() }).into()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let time = |graph| chart(figures, graph, ("time", "milliseconds"), |point| Ok(point.ms()));
    let sent = |graph| {
        let title = ("what a process sends", "megabytes");
        chart(figures, graph, title, |point| Ok(point.sent_mb()?.spread()))
    };
    [GRAPHS.map(time), GRAPHS.map(sent)].concat()
}

/// Returns a figure of all programs on a graph, by processes.
fn chart(
    figures: &Figures,
    graph: &str,
    (title, axis): (&str, &str),
    number: fn(&Point) -> Found<Spread>,
) -> Chart {
    let title = format!("{graph}: {title} (MPI)");
    lines(figures, &title, (Axis::log("processes"), Axis::log(axis)), |point| {
        let mut all = PROGRAMS.iter().flat_map(|program| PROCESSES.map(|one| (*program, one)));
        let (program, processes) = all.find(|(program, one)| point.series == name(program, *one))?;
        let number = number(point).ok().filter(|_| point.graph == graph)?;
        Some((program.to_owned(), processes as f64, number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, DoesNotHold, Holds};
    use crate::setup::small;

    /// The verdicts, and the words for the last, where the first program takes these times with 1, 4 and 64
    /// processes, the baseline takes 1, and a rank that keeps its own part sends this with 4 processes and
    /// with 64.
    fn judge([one, some, most]: [f64; 3], [sent, sent_at_last]: [f64; 2]) -> ([Judgement; 3], String) {
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            let on = |processes| name(WHOLE, processes) == point.series;
            let ms = [(1, one), (SOME, some), (MOST_PROCESSES, most)];
            let ms = ms.into_iter().find(|(processes, _)| on(*processes)).map_or(1.0, |(_, ms)| ms);
            point.runs_ms = vec![ms];
            let is_some = [WHOLE, PARTS, OURS].map(|program| name(program, SOME)).contains(&point.series);
            point.sent_mb = vec![if is_some { sent } else { sent_at_last }; 3];
        });
        let all = ["\"The code", "\"It doesn't", "Our own"];
        let all = all.map(|says| judged(EXPERIMENT.claims, says, &figures));
        (all.each_ref().map(|finding| finding.judgement), all[2].ours.clone())
    }

    #[test]
    fn it_must_be_slow_and_gain_nothing() {
        let shown = |times: &str| format!("{times} times as much; sparse-directory {times} times as much");
        assert_eq!(judge([2.0, 2.0, 2.0], [1.0, 1.2]), ([Holds; 3], shown("1.2")));
        assert_eq!(judge([2.0, 1.2, 1.0], [1.0, 0.89]), ([DoesNotHold; 3], shown("0.89")));
    }
}
