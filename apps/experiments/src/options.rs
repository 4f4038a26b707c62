//! The command line.

use std::path::PathBuf;

use boscage_programs::command_line::About;
use boscage_programs::input::above_zero;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand, ValueHint};

use crate::experiment::Experiment;
use crate::papers;
use crate::ranks::RanksOptions;

/// The tables and figures of papers on spanning forests, measured on this machine
///
/// Every timed forest has the edges of one that is proved minimal. Measurements are stored: a run that was
/// stopped continues where it was.
/// that was stopped continues where it was.
#[derive(Parser)]
#[command(name = crate::PROGRAM, version, max_term_width = 100)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Lists the experiments and their claims
    List,
    /// Measures experiments; writes report.html, and a table and charts per experiment
    Run(RunOptions),
    /// Counts the messages of operators over ranks; the ranks are threads, so this needs no MPI
    ///
    /// Every forest must have the edges of one that is proved minimal. A model of networks predicts the time
    /// of the messages.
    Ranks(RanksOptions),
    #[command(flatten)]
    About(About),
}

/// The arguments of `experiments run`.
#[derive(Args)]
#[command(
    after_help = "The exit code is 0 if everything was verified and measured, whatever the verdicts; 1 if \
                  not, also if it failed in an earlier run. Ctrl-C stops it between two runs: what is \
                  measured by then is kept and reported, and the exit code is 130 (143 on SIGTERM, 129 on \
                  SIGHUP). The same command continues from there."
)]
pub(crate) struct RunOptions {
    /// Experiments to run; `all` for all
    #[arg(value_name = "NAME", required = true, value_parser = names())]
    names: Vec<String>,

    /// Size of the graphs, as a factor: at 1 all experiments take about twelve minutes on two idle cores; the
    /// list has the factor for the sizes of each paper
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = above_zero, allow_negative_numbers = true)]
    pub(crate) scale: f64,

    /// Folder for the results; points that were measured there with the same settings are not measured again
    #[arg(long, value_name = "DIR", default_value = "experiments-out", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,

    /// Folder with the papers' own graphs, as downloaded; others are replaced by generated ones
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) graphs: Option<PathBuf>,

    /// Timed runs per operator; with fewer than three there are no verdicts on times
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) runs: u32,

    /// Measure again the graphs on which an operator failed, or the machine was busy with other work
    #[arg(long)]
    pub(crate) again: bool,

    /// Print errors only
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The word for all experiments.
const ALL: &str = "all";

impl RunOptions {
    /// Returns the experiments, each once, in their order.
    pub(crate) fn experiments(&self) -> Vec<&'static Experiment> {
        let is_wanted = |one: &&Experiment| self.names.iter().any(|name| name == one.name || name == ALL);
        papers::all().filter(is_wanted).collect()
    }
}

fn names() -> PossibleValuesParser {
    let names = papers::all().map(|one| PossibleValue::new(one.name).help(one.title()));
    PossibleValuesParser::new([PossibleValue::new(ALL).help("all of them")].into_iter().chain(names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn names_are_different() {
        let mut names: Vec<_> = papers::all().map(|one| one.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
