//! `msf bench`: every operator on every graph, verified, then timed in turn.
//!
//! For each graph, `kruskal` finds the forest on one thread, and [`crate::verify`] proves it. Then the
//! operators, on each number of threads, run in turn ([`boscage_measuring::turns`]). In the first round
//! nothing is timed: an operator that does not find the edges of the proved forest is reported and left out.
//! The times of the others are compared with `kruskal` and with the [`floor`], one pass over the edges, which
//! also ran in turn.
//!
//! | file | concern |
//! |---|---|
//! | `suite.rs` | the graphs: files, or generated |
//! | `measure.rs` | the measurements on a graph |
//! | `entries.rs` | the entries that run in turn: the true forest, and comparison with it |
//! | `race.rs` | programs of others, beside the operators |
//! | `floor.rs` | the floor: no operator can be faster |
//! | `report.rs` | the results |
//! | `export/` | the results for people and programs |

mod entries;
pub(crate) mod export;
mod floor;
mod measure;
mod race;
mod report;
mod suite;

use boscage::exec::CancelToken;
use boscage_measuring::failure::Failure;
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use boscage_programs::show::print_beside;

pub(crate) use floor::NAME as FLOOR;
pub(crate) use measure::Settings;
pub(crate) use suite::{Origin, choices, growing, suite};

use crate::plan::BenchPlan;
use export::{Choices, Exporter, Exports, Text};
use measure::{Bench, complain};
use report::BenchReport;

pub(crate) fn run(plan: BenchPlan) -> Result<(), Failure> {
    let token = CancelToken::new();
    let bar = if plan.quiet { Bar::none() } else { Bar::still() };
    let open = |origin: Origin| origin.opened().inspect_err(|error| complain(&bar, error));
    let opened: Vec<_> = plan.origins.into_iter().map(open).collect();
    let mut complete = opened.iter().all(Result::is_ok);
    let origins: Vec<_> = opened.into_iter().flatten().collect();
    if origins.is_empty() {
        return Err(Failure::Reported);
    }
    let mut report = BenchReport::new(plan.settings.objective, plan.settings.runs);
    let mut bench = Bench::new(plan.settings, plan.read, &token, bar.clone())?;
    interrupt::watch_twice("msf", token.clone(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    let exports = Exports::begin(plan.exports)?;
    complete &= match bench.try_others() {
        Err(failure) if failure.is_cancelled() => false, // and so are the next steps
        tried => tried?,
    };
    complete &= bench.fill(origins, &mut report);
    bar.clear();
    report.end(token.is_cancelled());
    let written = exports.finish(&report);
    let mut printed = Ok(());
    if !plan.quiet && !report.graphs.is_empty() {
        let text = if plan.choices { Choices.render(&report) } else { Text.render(&report) };
        printed = print_beside(plan.stdout_is_taken, text?);
    }
    written.and(printed.map_err(Failure::from))?;
    match (report.interrupted, complete) {
        (true, _) => Err(Failure::Interrupted),
        (false, false) => Err(Failure::Reported),
        (false, true) => Ok(()),
    }
}
