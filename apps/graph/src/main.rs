//! The `graph` program: what a graph file holds, the same in another format, graphs made by rule.

mod convert;
mod facts;
mod family;
mod generate;
mod info;
mod input;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use boscage::Result;
use boscage::exec::{CancelToken, Exec};
use boscage::io::Output;
use boscage_measuring::interrupt;
use clap::{CommandFactory, Parser, Subcommand};

/// Looks into graph files, converts them, and makes graphs.
#[derive(Debug, Parser)]
#[command(name = "graph", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Tells what files hold: format, nodes, edges, weights, loops, degrees, components
    Info(info::Info),
    /// Writes a graph in another format
    Convert(convert::Convert),
    /// Makes a graph of a family, the same bytes on every machine
    Generate(generate::Generate),
    /// Prints a script that completes command lines in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// How a task that printed its own errors ended.
enum Outcome {
    Done,
    SomeFailed,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    interrupt::refuse_large_files();
    interrupt::watch("graph", CancelToken::new(), || ());
    // As many threads as processors, whatever environment variables say.
    let ended = Exec::available().and_then(|exec| exec.install(|| run(&arguments.task)));
    if interrupt::has_come() {
        interrupt::wait_for_the_end();
    }
    match ended {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::SomeFailed) => ExitCode::FAILURE,
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS, // whoever reads has read enough
        Err(error) => {
            complain("error", &error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<Outcome> {
    match task {
        Task::Info(info) => return info.run(),
        Task::Convert(convert) => convert.run()?,
        Task::Generate(generate) => generate.run()?,
        Task::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "graph", &mut script);
            print(&script)?;
        }
    }
    Ok(Outcome::Done)
}

/// Writes to the standard output, at once.
fn print(text: &[u8]) -> Result<()> {
    let mut output = Output::create(Path::new("-"), None)?;
    output.write_all(text).map_err(|error| output.failed(error))?;
    output.finish()
}

/// Writes a line to the standard error; if nobody listens, so be it.
fn complain(kind: &str, message: &str) {
    let _ = writeln!(std::io::stderr(), "graph: {kind}: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
