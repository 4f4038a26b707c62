//! The `graph` program: describes, converts and generates graph files.
#![forbid(unsafe_code)]

mod convert;
mod cut;
mod facts;
mod files;
mod generate;
mod info;
mod input;
mod structure;
mod weights;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use boscage::Result;
use boscage::exec::{CancelToken, Exec};
use boscage::io::Loss;
use boscage::output_name;
use boscage_programs::command_line::{self, About};
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use clap::{CommandFactory, Parser, Subcommand};
use files::Files;

/// Describes, converts, cuts and generates graph files.
#[derive(Debug, Parser)]
#[command(name = "graph", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Describes graph files: format, nodes, edges, weights, loops, degrees, components
    Info(info::Info),
    /// Writes a graph in another format
    Convert(convert::Convert),
    /// Writes a part of a graph: the nodes in a rectangle, or a component
    Cut(cut::Cut),
    /// Writes a graph with weights that are scaled or rounded
    Weights(weights::Weights),
    /// Generates a graph of a family, the same bytes on every machine
    Generate(generate::Generate),
    #[command(flatten)]
    About(About),
}

impl Task {
    /// Checks what the types of the arguments cannot express.
    fn check(&self) -> Result<(), String> {
        match self {
            Self::Generate(generate) => generate.check(),
            Self::Cut(cut) => cut.check(),
            _ => self.files().map_or(Ok(()), |files| files.check(None)),
        }
    }

    /// Creates the bar.
    fn bar(&self) -> Bar {
        match self {
            Self::Info(info) => info.bar(),
            Self::Generate(generate) => generate.bar(),
            _ => self.files().map_or_else(Bar::none, Files::bar),
        }
    }

    /// Returns the files of a task that writes a graph that it reads.
    fn files(&self) -> Option<&Files> {
        match self {
            Self::Convert(convert) => Some(&convert.files),
            Self::Cut(cut) => Some(&cut.files),
            Self::Weights(weights) => Some(&weights.files),
            _ => None,
        }
    }
}

/// The completion of a task that prints its own errors.
enum Completion {
    Done,
    SomeFailed,
}

fn main() -> ExitCode {
    let parsed = Arguments::try_parse();
    let arguments = match command_line::accept("graph", parsed, |arguments: Arguments| {
        arguments.task.check().map(|()| arguments)
    }) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    let bar = arguments.task.bar();
    interrupt::watch("graph", CancelToken::new(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    let ended = run(&arguments.task, &bar);
    bar.clear();
    if interrupt::has_come() {
        interrupt::wait_for_the_end();
    }
    match ended {
        Ok(Completion::Done) => ExitCode::SUCCESS,
        Ok(Completion::SomeFailed) => ExitCode::FAILURE,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS, // the reader has closed the pipe
        Err(error) => {
            complain("error", &error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Creates as many threads as processors, whatever environment variables say. They start when they have work.
/// The bar shows their progress.
fn threads(bar: &Bar) -> Result<Exec> {
    let bar = bar.clone();
    Ok(Exec::available()?.started()?.with_progress(move |progress| bar.round(progress)))
}

fn run(task: &Task, bar: &Bar) -> Result<Completion> {
    match task {
        Task::Info(info) => return info.run(bar),
        Task::Convert(convert) => convert.run(&threads(bar)?, bar)?,
        Task::Cut(cut) => cut.run(&threads(bar)?, bar)?,
        Task::Weights(weights) => weights.run(&threads(bar)?, bar)?,
        Task::Generate(generate) => generate.run(&threads(bar)?, bar)?,
        Task::About(about) => about.run(Arguments::command())?,
    }
    Ok(Completion::Done)
}

/// Prints a line to the standard error; a failure to do so cannot be reported.
fn complain(kind: &str, message: &str) {
    let _ = writeln!(std::io::stderr(), "graph: {kind}: {message}");
}

/// Warns of properties of the graph that a file does not keep.
fn complain_of_losses(path: &Path, losses: &[Loss]) {
    for loss in losses {
        complain("warning", &format!("{}: {loss}", output_name(path)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn manual_pages_have_every_option() {
        let folder = tempfile::tempdir().unwrap();
        About::Man { folder: Some(folder.path().to_owned()) }.run(Arguments::command()).unwrap();
        assert_eq!(command_line::undocumented(Arguments::command(), folder.path()).unwrap(), [""; 0]);
    }
}
