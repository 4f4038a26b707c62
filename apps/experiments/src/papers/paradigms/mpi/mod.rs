//! The MPI programs, over simulated processes.

mod first_approach;
mod optimisations;
mod speed_up;

use boscage::operators::msf;
use boscage::ranks::{Aggregation, FirstBasic, Ghs, Ranks};

use crate::claim::Finding;
use crate::experiment::Series;
use crate::figures::Figures;
use crate::graph::Graph;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::ranks::{Machine, Network};
use crate::setup::Setup;
use crate::times::{Ratio, range};

pub(super) use first_approach::EXPERIMENT as FIRST_APPROACH;
pub(super) use optimisations::EXPERIMENT as OPTIMISATIONS;
pub(super) use speed_up::EXPERIMENT as SPEED_UP;

/// Size of our graphs at scale 1, as a part of the report's: messages are many.
const PART: f64 = 1.0 / 100.0;

const DENSE: &str = "dense/large";
const SPARSE: &str = "sparse/medium";

/// Differences to the report, with two more sentences.
macro_rules! differs {
    ($more:literal) => {
        concat!(
            "The processes are simulated: each is a thread with its own clock, which moves on by what the \
             process computes, and by what a model takes for its messages: 0.3 us until one arrives, 0.1 us to \
             send it, 5 GB/s. ",
            $more
        )
    };
}
use differs;

/// The report's final program: optimisations 2 and 3, and separate messages.
pub(super) fn published() -> Ghs {
    Ghs { first_basic: FirstBasic::OrderedSet, aggregation: Aggregation::Single, ..Ghs::default() }
}

/// An operator over processes of one machine.
pub(super) fn over(processes: usize, operator: impl msf::Operator<Ranks> + 'static) -> Operator {
    let network = Network::one_machine();
    Operator::over_ranks(operator, Machine { ranks: processes, network, grid_from: usize::MAX, pace: 1.0 })
}

fn input(setup: &Setup, name: &str) -> Graph {
    super::part_of_input(setup, name, PART)
}

/// A program over some numbers of processes.
fn series(
    program: &str,
    processes: &[usize],
    operator: impl msf::Operator<Ranks> + Copy + 'static,
) -> Vec<Series> {
    processes.iter().map(|&one| Series::new(name(program, one), over(one, operator), 1)).collect()
}

fn name(program: &str, processes: usize) -> String {
    format!("{program}, {processes}")
}

/// A finding on several graphs, of their ratios.
fn of_graphs(
    graphs: &[&str],
    one: impl Fn(&str) -> Found<Ratio>,
    judge: impl Fn(&[Ratio]) -> Evidence,
    unit: &str,
) -> Found<Finding> {
    let all = graphs.iter().map(|graph| one(graph)).collect::<Found<Vec<_>>>()?;
    Ok(Finding::new(judge(&all), format!("{} {unit}", range(&all))))
}

/// Returns the ratio of times on two numbers of processes.
fn gain(figures: &Figures, graph: &str, program: &str, from: usize, to: usize) -> Found<Ratio> {
    figures.ratio(graph, &name(program, from), &name(program, to))
}
