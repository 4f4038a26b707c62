//! `experiments`: the tables and figures of the papers whose operators are here, measured on this machine.
//!
//! | file | concern |
//! |---|---|
//! | `options.rs` | the command line |
//! | `papers/` | the experiments, one file a table or figure |
//! | `experiment.rs` | what an experiment declares |
//! | `setup.rs`, `graph.rs`, `operator.rs` | what is measured: how large, on what, by what |
//! | `run.rs`, `measure.rs` | experiment by experiment, graph by graph: verified, then timed in turn |
//! | `store.rs` | the points that were measured, kept: what was interrupted goes on |
//! | `figures.rs`, `charts.rs` | points as claims and charts ask for them |
//! | `claim.rs`, `bound.rs`, `judgement.rs` | what papers claim, what their words mean, and the verdict |
//! | `times/` | the rule by which times are compared, trends, and the best of some settings |
//! | `csv.rs`, `report/` | the points as a table, and everything as a page |
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
mod operator;
mod options;
mod papers;
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

/// How the program calls itself.
const PROGRAM: &str = "experiments";

fn main() -> ExitCode {
    let options = match command_line::accept(PROGRAM, Options::try_parse(), |_| Ok(())) {
        Ok(options) => options,
        Err(code) => return code,
    };
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    let ended = match options.command {
        Command::List => run::list(),
        Command::Run(options) => run::run(&options),
        Command::About(about) => about.run(Options::command()).map_err(Failure::from),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(PROGRAM, FAILED),
    }
}
