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
/// Every forest that is timed has the edges of one that is proved minimal. What is measured is kept: a run
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
    /// Measures experiments; writes report.html, and a table and charts of each
    Run(RunOptions),
    /// Counts what operators over ranks send each other; the ranks are threads, so this needs no MPI
    ///
    /// Every forest must have the edges of one that is proved minimal. A model of networks says how long the
    /// messages would take.
    Ranks(RanksOptions),
    #[command(flatten)]
    About(About),
}

/// What `experiments run` takes.
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

    /// Size of the graphs, as a factor: at 1 all experiments take about twelve minutes on two quiet cores;
    /// the list names the factor that gives the sizes of the paper
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = above_zero, allow_negative_numbers = true)]
    pub(crate) scale: f64,

    /// The folder to write to; points that were measured there before with the same settings are not
    /// measured again
    #[arg(long, value_name = "DIR", default_value = "experiments-out", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,

    /// A folder with the papers' own graphs, as they are downloaded; the others have generated stand-ins
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) graphs: Option<PathBuf>,

    /// Timed runs of each operator; of fewer than three no verdict on times is given
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
    /// The experiments, each once, in their own order.
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
