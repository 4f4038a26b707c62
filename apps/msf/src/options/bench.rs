//! The arguments of `msf bench`.

use std::path::PathBuf;

use boscage_measuring::entrant::Entrant;
use boscage_programs::input::{InputOptions, above_zero, positive, threads};
use clap::{Args, ValueHint};

use crate::backend::{self, Backend};

/// The arguments of `msf bench`.
#[derive(Args)]
#[command(
    after_help = "Ends with 0 if everything was verified and measured, 1 if not. Ctrl-C stops it between two runs; it \
                  then reports the results so far, and ends with 130."
)]
pub(crate) struct BenchOptions {
    /// Graph files; `-` is the standard input [default: generated graphs]
    ///
    /// By default: a road network, a grid, random graphs, R-MAT, and a complete graph.
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub(crate) graphs: Vec<PathBuf>,

    /// Backend to time
    ///
    /// The GPU is timed with and without the copies to and from it.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: Backend,

    /// Numbers of threads [default: 1, and as many as the process may use]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = threads)]
    pub(crate) threads: Vec<usize>,

    /// Timed runs of each entry; the median counts
    #[arg(long, value_name = "K", default_value_t = DEFAULT_RUNS, value_parser = positive)]
    pub(crate) runs: usize,

    /// Size of the generated graphs, as a factor
    ///
    /// At 1 they have two million edges, at 0.01 a run takes seconds.
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SCALE, value_parser = above_zero, conflicts_with = "graphs")]
    pub(crate) scale: f64,

    /// Time graphs of 100 to a million nodes
    ///
    /// They are random graphs and grids, with these sizes times the scale; time is plotted against edges.
    #[arg(long, conflicts_with = "graphs")]
    pub(crate) scaling: bool,

    /// Count the data that operators move between processors
    ///
    /// It is counted for 2, 4, 8, 16 and 64 processors, or as many as in --threads, and predicts the
    /// speed-up; times are not measured. Needs a program built with `RUSTFLAGS='--cfg counted'`.
    #[arg(long, conflicts_with_all = ["backend", "runs", "beside", "json", "html", "svg", "markdown"])]
    pub(crate) contention: bool,

    /// Time forty graphs, and compare auto with the fastest algorithm
    ///
    /// They are generated, of up to 16 million edges, times the scale. The fastest algorithm is that of those
    /// that are not from a paper, on the same number of threads or fewer.
    #[arg(long, conflicts_with_all = ["graphs", "scaling", "algorithms", "contention", "beside"])]
    pub(crate) choices: bool,

    /// Write the figures to FILE as JSON; `-` is the standard output
    ///
    /// The table then goes to stderr.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,

    /// Write a self-contained page with tables and plots to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    /// Write the plots to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,

    /// Write tables to FILE as Markdown
    ///
    /// Tables of all operators or, with --algorithm or --beside, of the graphs. A file with the marks of a
    /// table, such as docs/operators.md, keeps everything else.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) markdown: Option<PathBuf>,

    /// Another program that runs in turn; can be repeated
    ///
    /// It is called as `COMMAND NAME GRAPH.bin THREADS REPETITIONS` and prints lines `RESULT NAME
    /// MILLISECONDS TOTAL EDGES`, like `msf entrant`. Of the algorithms, only auto is then timed by default.
    #[arg(long, value_name = "NAME=COMMAND", value_parser = str::parse::<Entrant>)]
    pub(crate) beside: Vec<Entrant>,

    /// Time limit of a call of such a program, in seconds
    #[arg(long, value_name = "S", default_value_t = DEFAULT_LIMIT, value_parser = positive, requires = "beside")]
    pub(crate) limit: usize,

    #[command(flatten)]
    pub(crate) input: InputOptions,

    /// Algorithms to time [default: all]
    #[arg(long = "algorithm", value_name = "NAME,..", value_delimiter = ',', value_parser = backend::names())]
    #[arg(hide_possible_values = true, long_help = backend::described(ALGORITHMS), help_heading = "Algorithms")]
    pub(crate) algorithms: Vec<String>,
}

/// The long help of `--algorithm`.
const ALGORITHMS: &str = "Algorithms to time [default: all; on large graphs without those whose time grows with the \
    square of the nodes]";

/// Default number of runs.
const DEFAULT_RUNS: usize = 5;

/// Default time limit, in seconds.
const DEFAULT_LIMIT: usize = 600;

/// Default scale.
const DEFAULT_SCALE: f64 = 1.0;
