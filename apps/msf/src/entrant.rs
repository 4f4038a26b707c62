//! `msf entrant`: this program as an entrant of races ([`boscage_measuring::entrant`]).

use std::path::PathBuf;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective, Weight};
use boscage::io::{Opened, ReadOptions, Unweighted};
use boscage::with_weighted_list;
use boscage_measuring::entrant::RESULT;
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::timed;
use boscage_programs::show::print;

use crate::backend::{Finder, Operator};
use crate::needs::Needs;
use crate::start;

/// An operator to run on a graph.
pub(crate) struct EntrantPlan {
    pub(crate) operator: Operator,
    pub(crate) graph: PathBuf,
    pub(crate) threads: usize,
    pub(crate) repetitions: usize,
}

pub(crate) fn run(plan: EntrantPlan) -> Result<(), Failure> {
    let bar = Bar::none();
    let token = start::end_on_signal(&bar);
    let opened = Opened::new(&plan.graph)?;
    let exec = start::threads(Some(plan.threads), &token, &bar)?;
    let needs = Needs { operators: vec![plan.operator], threads: plan.threads, ..Needs::default() };
    let unweighted = Some(Unweighted::One);
    let options = ReadOptions { admit: Some(needs.admit()), unweighted, ..ReadOptions::default() };
    let input = opened.read(&exec, &options)?;
    with_weighted_list!(&input.list, list => repeat(&plan, &exec, list))?
}

/// Finds the forest several times, and prints one line per repetition.
fn repeat<W: Weight>(plan: &EntrantPlan, exec: &Exec, list: &EdgeList<W>) -> Result<(), Failure> {
    let finder = Finder { exec, gpu: None };
    for _ in 0..plan.repetitions {
        let find = || finder.forest(plan.operator, list.as_view(), Objective::Minimum);
        let (forest, seconds) = timed(find)?;
        let (name, ms, total) = (plan.operator.name(), seconds * 1e3, forest.total());
        print(format!("{RESULT} {name} {ms:.4} {total} {}\n", forest.edges().len()))?;
    }
    Ok(())
}
