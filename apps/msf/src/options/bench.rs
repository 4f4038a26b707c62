//! The arguments of `msf bench`.

use std::path::PathBuf;

use boscage_measuring::entrant::Entrant;
use boscage_programs::input::{InputOptions, above_zero, positive, threads};
use clap::{Args, ValueHint};

use crate::backend::{self, Backend};

/// The arguments of `msf bench`.
#[derive(Args)]
#[command(
    after_help = "Ends with 0 if all was verified and measured, 1 if not. Ctrl-C stops it between two runs; \
                        what it has by then is reported, and it ends with 130."
)]
pub(crate) struct BenchOptions {
    /// Graph files; `-` is the standard input [default: generated graphs: road network, grid, random, R-MAT,
    /// complete]
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub(crate) graphs: Vec<PathBuf>,

    /// Algorithms to time [default: all; on large graphs not those whose time grows with the square of the
    /// nodes]
    #[arg(long = "algorithm", value_name = "NAME,..", value_delimiter = ',', value_parser = backend::names())]
    pub(crate) algorithms: Vec<String>,

    /// Where to time them; on the GPU, with the copies to and from it and without
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: Backend,

    /// Numbers of threads to time them on [default: 1, and as many as the process may use]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = threads)]
    pub(crate) threads: Vec<usize>,

    /// Timed runs of each; the median counts
    #[arg(long, value_name = "K", default_value_t = DEFAULT_RUNS, value_parser = positive)]
    pub(crate) runs: usize,

    /// Size of the generated graphs, as a factor: at 1 they have two million edges, at 0.01 it takes seconds
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SCALE, value_parser = above_zero, conflicts_with = "graphs")]
    pub(crate) scale: f64,

    /// Random graphs and grids of 100 nodes to a million, times the scale, and time plotted against edges
    #[arg(long, conflicts_with = "graphs")]
    pub(crate) scaling: bool,

    /// Count what each operator would move between 2, 4, 8, 16 and 64 processors, or as many as --threads
    /// says, and predict how much faster it would be; nothing is compared. Needs a program built with
    /// `RUSTFLAGS='--cfg counted'`
    #[arg(long, conflicts_with_all = ["backend", "runs", "beside", "json", "html", "svg", "markdown"])]
    pub(crate) contention: bool,

    /// Forty generated graphs of up to 16 million edges, times the scale, and how close auto comes on each to
    /// the fastest algorithm that is not from a paper, on the same number of threads or fewer
    #[arg(long, conflicts_with_all = ["graphs", "scaling", "algorithms", "contention", "beside"])]
    pub(crate) choices: bool,

    /// Where to write the figures as JSON; `-` is the standard output, and the table then goes to stderr
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) json: Option<PathBuf>,

    /// Where to write a page with tables and plots, which needs no other file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,

    /// Where to write the plots alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,

    /// Where to write a table as Markdown: of all operators or, with --algorithm or --beside, of the
    /// graphs; a file that has lines for it, as the README has, keeps everything else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) markdown: Option<PathBuf>,

    /// Another program, which takes turns with the algorithms [then timed by default: auto]. It is called as
    /// `COMMAND NAME GRAPH.bin THREADS REPETITIONS` and prints lines `RESULT NAME MILLISECONDS TOTAL EDGES`,
    /// as
    /// `msf entrant` does. Can be repeated
    #[arg(long, value_name = "NAME=COMMAND", value_parser = str::parse::<Entrant>)]
    pub(crate) beside: Vec<Entrant>,

    /// Seconds that a call of a program may take
    #[arg(long, value_name = "S", default_value_t = DEFAULT_LIMIT, value_parser = positive, requires = "beside")]
    pub(crate) limit: usize,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}

/// Runs where nothing is said.
const DEFAULT_RUNS: usize = 5;

/// Seconds where nothing is said.
const DEFAULT_LIMIT: usize = 600;

/// Scale where nothing is said.
const DEFAULT_SCALE: f64 = 1.0;
