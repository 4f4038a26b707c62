//! The command line, defined only here: defaults are constants, and `--help` shows them.
//!
//! Only [`crate::plan`] reads the values, and resolves them to a plan.

mod bench;
mod entrant;
mod forest;
mod points;
mod verify;

use std::path::{Path, PathBuf};

use boscage_programs::command_line::{self, About};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

pub(crate) use bench::BenchOptions;
pub(crate) use entrant::EntrantOptions;
pub(crate) use forest::ForestOptions;
pub(crate) use points::PointArguments;
pub(crate) use verify::VerifyOptions;

/// Minimum spanning forests of graph files.
///
/// Reads a graph in any supported format, compressed or not, finds its minimum (or maximum) spanning forest
/// on all cores, and prints the total weight. Among edges of equal weight the earlier one in the input is
/// preferred, so a graph has exactly one forest, with every algorithm and every number of threads.
///
/// With --points it reads points instead, and finds their minimum spanning tree or their clusters.
///
/// Without a graph, msf uses a bundled road network.
#[derive(Parser)]
#[command(name = "msf", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) forest: ForestOptions,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Proves that a forest of any program is minimal, or explains its flaw
    ///
    /// Ends with 0 if the forest is minimal (or maximal) and spanning, with 1 if not.
    Verify(VerifyOptions),
    /// Times every algorithm on graph files or a suite of generated graphs
    ///
    /// The forest of kruskal is proved minimal, and every algorithm must find the same edges on every number
    /// of threads before it is timed; one that does not is left out, and msf ends with 1. A run goes from the
    /// graph in memory to the forest. Algorithms run in turn, so that other work on the machine affects all
    /// of them.
    Bench(BenchOptions),
    /// Times one algorithm as an entrant of a race
    ///
    /// Reads the graph once and prints, per repetition, `RESULT NAME MILLISECONDS TOTAL EDGES`: the time from
    /// the graph in memory to the minimum spanning forest, the forest's weight, its number of edges. `msf
    /// bench --beside` calls programs of others in the same way.
    Entrant(EntrantOptions),
    #[command(flatten)]
    About(About),
}

impl Options {
    /// Parses the command line of this process.
    pub(crate) fn from_command_line() -> Result<Self, clap::Error> {
        Self::try_parse().map_err(in_plain_words)
    }
}

/// Reports a second graph as such, unless the first is a mistyped subcommand: the parser takes the second for
/// a subcommand.
fn in_plain_words(error: clap::Error) -> clap::Error {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if Options::command().find_subcommand(word).is_none() => {
            let known = Options::command().ignore_errors(true).try_get_matches().ok();
            let first = known.and_then(|known| mistyped(known.get_one::<PathBuf>("graph")?));
            let word = boscage::on_one_line(word);
            let message =
                first.unwrap_or_else(|| format!("unexpected argument '{word}': expected one graph"));
            Options::command().error(ErrorKind::UnknownArgument, message)
        }
        _ => error,
    }
}

/// Returns a hint if a graph may be meant as a subcommand.
pub(crate) fn mistyped(graph: &Path) -> Option<String> {
    command_line::mistyped(graph, &Options::command())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent_in_itself() {
        Options::command().debug_assert();
    }

    /// The short help of a command, as on a terminal of 100 columns.
    fn short_help(command: &str) -> String {
        let mut all = Options::command().term_width(100);
        all.build();
        let of = all.find_subcommand(command).cloned().unwrap_or(all);
        of.term_width(100).render_help().to_string()
    }

    #[test]
    fn help_begins_with_common_options_and_ends_with_the_algorithms() {
        let help = short_help("");
        let headings: Vec<_> = help.lines().filter_map(|line| line.strip_suffix(':')).collect();
        let tables = "Tables (CSV, TSV), OpenStreetMap, GraphML";
        let expected = ["Options", "Output", "Maps", "Points", "Input", tables, "Performance", "Algorithms"];
        assert_eq!(headings, [&["Commands", "Arguments"], &expected[..]].concat());
        let common = help.split("Options:\n").nth(1).unwrap().split("\n\n").next().unwrap();
        for option in ["--out", "--format", "--verify", "--maximum", "--quiet"] {
            assert!(common.contains(option), "{option}");
        }
        assert!(help.split("Algorithms:\n").nth(1).unwrap().contains("--algorithm"));
    }

    #[test]
    fn every_option_has_one_line_of_short_help() {
        for command in ["", "verify", "bench"] {
            let help = short_help(command);
            let options = help.split("Options:\n").nth(1).unwrap().split("Ends with").next().unwrap();
            let is_option = |line: &str| line.is_empty() || line.ends_with(':') || line.contains("--");
            let other: Vec<_> = options.lines().filter(|line| !is_option(line)).collect();
            assert_eq!(other, [""; 0], "{command}");
        }
    }
}
