//! `msf`: minimum spanning forests of graph files, computed, written and proved.
//!
//! | file | concern |
//! |---|---|
//! | `options/` | the command line |
//! | `plan/` | the options resolved to plain values, which the other files take |
//! | `start.rs` | a bar, signals, threads: the beginning of every command |
//! | `run.rs`, `search.rs` | `msf GRAPH`: reads, finds the forest, writes the outputs |
//! | `streamed.rs` | the same for graphs that do not fit in memory |
//! | `estimate.rs` | `msf GRAPH --estimate` |
//! | `points/` | `msf GRAPH --points` |
//! | `verify/` | `msf verify GRAPH FOREST` |
//! | `bench/` | `msf bench` |
//! | `entrant.rs` | `msf entrant` |
//! | `forest_format/` | forests as text, written and read, one file per format |
//! | `backend.rs` | the operators, and where they run |
//! | `needs.rs` | the memory that a command needs |
//! | `outputs.rs` | the files that a run writes |
//! | `clusters.rs`, `page/` | clusters of nodes; a page about a run |
//! | `processor_time.rs` | the processor time of each thread |
//! | `report.rs`, `summary.rs`, `profile.rs` | reports of a run: JSON and CSV, text, charts |
//!
//! Code that it shares with the other programs is in [`boscage_measuring`] (charts, pages, turns, proved
//! forests) and [`boscage_programs`] (command lines, numbers, progress bars, signals, endings).
#![forbid(unsafe_code)]

mod backend;
mod bench;
mod clusters;
mod edges;
mod entrant;
mod estimate;
mod forest_format;
mod needs;
mod options;
mod output_file;
mod outputs;
mod page;
mod plan;
mod points;
mod processor_time;
mod profile;
mod replacements;
mod report;
mod run;
mod search;
mod start;
mod streamed;
mod summary;
mod trees;
mod verify;

use std::process::ExitCode;

use boscage_measuring::failure::Failure;
use boscage_programs::failure::{FAILED, TROUBLE};
use boscage_programs::interrupt;
use clap::CommandFactory;

use options::Options;
use plan::{Plan, Task};

fn main() -> ExitCode {
    let Plan { task, memory } = match Plan::from_command_line() {
        Ok(plan) => plan,
        Err(code) => return code,
    };
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    boscage::memory::set_total(memory);
    let after_error = if let Task::Verify(_) = task { TROUBLE } else { FAILED };
    let ended = match task {
        Task::Forest(plan) => run::run(plan),
        Task::Estimate(plan) => estimate::run(plan),
        Task::Points(plan) => points::run(plan),
        Task::PointsEstimate(plan) => points::estimate::run(plan),
        Task::Verify(plan) => verify::run(plan),
        Task::Bench(plan) => bench::run(plan),
        Task::Entrant(plan) => entrant::run(plan),
        Task::About(about) => about.run(Options::command()).map_err(Failure::from),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report("msf", after_error),
    }
}

#[cfg(test)]
mod tests {
    use boscage_programs::command_line::{About, undocumented};

    use super::*;

    #[test]
    fn manual_pages_have_every_option() {
        let folder = tempfile::tempdir().unwrap();
        About::Man { folder: Some(folder.path().to_owned()) }.run(Options::command()).unwrap();
        assert_eq!(undocumented(Options::command(), folder.path()).unwrap(), [""; 0]);
    }
}
