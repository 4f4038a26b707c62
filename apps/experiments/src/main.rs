//! `experiments`: the tables and figures of the papers whose operators are here, measured on this machine.
//!
//! | file | concern |
//! |---|---|
//! | `options.rs` | the command line |
//! | `papers/` | the experiments, one file per table or figure |
//! | `experiment.rs` | the declaration of an experiment |
//! | `setup.rs`, `graph.rs`, `operator.rs` | sizes, graphs, operators |
//! | `run.rs`, `measure.rs` | each experiment on each graph: verified, then timed in turn |
//! | `store.rs` | stores the measured points, so that an interrupted run can continue |
//! | `figures.rs`, `charts.rs` | points in the form that claims and charts need |
//! | `claim.rs`, `bound.rs`, `judgement.rs` | the claims of papers, the meaning of their words, and the verdicts |
//! | `times/` | the rule for comparing times; trends; the best of some settings |
//! | `ranks/` | the messages of operators over ranks |
//! | `csv.rs`, `report/` | the points as a table, and the report page |
#![forbid(unsafe_code)]

mod bound;
mod charts;
mod claim;
mod csv;
mod experiment;
mod figures;
mod graph;
mod judgement;
mod measure;
mod missing;
mod operator;
mod options;
mod papers;
mod ranks;
mod report;
mod run;
mod setup;
mod store;
mod times;

use std::process::ExitCode;

use boscage_measuring::failure::Failure;
use boscage_programs::failure::FAILED;
use boscage_programs::{command_line, interrupt};
use clap::{CommandFactory, Parser};

use options::{Command, Options};

/// Name of the program in messages.
const PROGRAM: &str = "experiments";

fn main() -> ExitCode {
    let options = match command_line::accept(PROGRAM, Options::try_parse(), Ok) {
        Ok(options) => options,
        Err(code) => return code,
    };
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    let ended = match options.command {
        Command::List => run::list(),
        Command::Run(options) => run::run(&options),
        Command::Ranks(options) => ranks::run(&options),
        Command::About(about) => about.run(Options::command()).map_err(Failure::from),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(PROGRAM, FAILED),
    }
}
