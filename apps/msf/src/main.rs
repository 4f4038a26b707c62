//! `msf`: minimum spanning forests of graph files, computed, written and proved.
//!
//! | file | concern |
//! |---|---|
//! | `options.rs` | the command line |
//! | `run.rs` | `msf GRAPH`: reads, finds the forest, writes what was asked for |
//! | `verify/` | `msf verify GRAPH FOREST` |
//! | `bench/` | `msf bench` |
//! | `forest_format/` | forests as text, written and read, one file per format |
//! | `needs.rs` | how much memory a command will need, and `--estimate` |
//! | `outputs.rs` | the files that a run writes |
//! | `report.rs`, `summary.rs`, `profile.rs` | reports of a run: JSON and CSV, text, charts |
//!
//! Code that it shares with the other programs is in [`boscage_measuring`] (charts, pages, turns, proved
//! forests) and [`boscage_programs`] (command lines, numbers, progress bars, signals, endings).
#![forbid(unsafe_code)]

mod backend;
mod bench;
mod clusters;
mod forest_format;
mod needs;
mod options;
mod outputs;
mod page;
mod profile;
mod report;
mod run;
mod summary;
mod verify;

use std::process::ExitCode;

use boscage_measuring::failure::Failure;
use boscage_programs::failure::{FAILED, TROUBLE};
use boscage_programs::interrupt;
use clap::CommandFactory;

use options::{Command, Options};

fn main() -> ExitCode {
    let options = match Options::from_command_line() {
        Ok(options) => options,
        Err(code) => return code,
    };
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    let ended = match &options.command {
        None => run::run(&options.forest),
        Some(Command::Verify(options)) => verify::run(options),
        Some(Command::Bench(options)) => bench::run(options),
        Some(Command::About(about)) => about.run(Options::command()).map_err(Failure::from),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(
            "msf",
            match options.command {
                Some(Command::Verify(_)) => TROUBLE,
                _ => FAILED,
            },
        ),
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
