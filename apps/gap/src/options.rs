//! The command line. The short options are those of GAP's programs.

use std::path::PathBuf;

use boscage::exec::Exec;
use boscage::io::{Format, ReadOptions, Unweighted};
use boscage_programs::command_line::About;
use boscage_programs::input::{above_zero, formats};
use clap::{Args, Parser, Subcommand, ValueHint};

use crate::graph::{Origin, WEIGHTS};
use crate::race::RaceOptions;

/// The six kernels of the GAP benchmark suite on graphs in any format.
///
/// The short options, the printed lines and the sources of searches are those of GAP's own programs.
#[derive(Debug, Parser)]
#[command(name = "gap", version, max_term_width = 100)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Breadth-first search: parents
    Bfs {
        #[command(flatten)]
        run: KernelOptions,
        #[command(flatten)]
        source: SourceOption,
    },
    /// Shortest paths from one node: distances
    Sssp {
        #[command(flatten)]
        run: KernelOptions,
        #[command(flatten)]
        source: SourceOption,
        /// Width of a bucket of nodes with similar distances [default: chosen by the operator, as part of the
        /// trial]
        #[arg(short, long, value_parser = above_zero)]
        delta: Option<f64>,
        /// Weights of edges in an input without weights: one, hash, or uniform:SEED:MAX
        #[arg(long, value_name = "LAW", default_value_t = WEIGHTS, value_parser = str::parse::<Unweighted>)]
        weights: Unweighted,
    },
    /// PageRank
    Pr {
        #[command(flatten)]
        run: KernelOptions,
        /// Largest number of rounds
        #[arg(short, long, default_value_t = DEFAULT_ROUNDS)]
        iterations: usize,
        /// End if the ranks together change by less than this in a round
        #[arg(short, long, default_value_t = TOLERANCE, value_parser = above_zero)]
        tolerance: f64,
    },
    /// Connected components, without regard to direction
    Cc {
        #[command(flatten)]
        run: KernelOptions,
    },
    /// Betweenness of nodes on the shortest paths from some sources
    Bc {
        #[command(flatten)]
        run: KernelOptions,
        #[command(flatten)]
        source: SourceOption,
        /// Sources per trial (in GAP: 1)
        #[arg(short, long, default_value_t = SOURCES, value_parser = count)]
        iterations: usize,
    },
    /// Number of triangles of an undirected graph
    Tc {
        #[command(flatten)]
        run: KernelOptions,
    },
    /// Races the kernels against the textbook methods, and with --reference against GAP's own programs
    All(RaceOptions),
    #[command(flatten)]
    About(About),
}

/// Default number of rounds of `pr`.
const DEFAULT_ROUNDS: usize = 20;
/// The tolerance of `pr`.
pub(crate) const TOLERANCE: f64 = 1e-4;
/// Sources of a trial of `bc`.
pub(crate) const SOURCES: usize = 4;
/// Edges per node of generated graphs.
pub(crate) const DEGREE: usize = 16;

/// Options of all kernels.
#[derive(Debug, Args)]
pub(crate) struct KernelOptions {
    #[command(flatten)]
    origin: OriginOptions,
    #[command(flatten)]
    pub(crate) reading: ReadingOptions,
    /// Make the graph undirected
    #[arg(short, long, conflicts_with = "directed")]
    pub(crate) symmetrise: bool,
    /// Number of trials [default: bfs and sssp 64, pr, cc and bc 16, tc 3]
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    pub(crate) trials: Option<usize>,
    /// Verify the answer of each trial by another method, on one thread; after a wrong answer, the program
    /// ends with 1
    #[arg(short, long)]
    pub(crate) verify: bool,
    /// Print facts about the answer of the last trial
    #[arg(short, long)]
    pub(crate) analyse: bool,
    /// Print the sources and the loops of each trial: rounds and seconds
    #[arg(short, long)]
    pub(crate) log: bool,
    /// Number of threads [default: as many as the process may use]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object with all results, and nothing else
    #[arg(long, conflicts_with_all = ["analyse", "log"])]
    pub(crate) json: bool,
}

/// Origin of the graph: one of three.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct OriginOptions {
    /// Graph file, in any format, compressed or not; - for the standard input, as from `graph generate`
    #[arg(short, long, value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Generate an undirected Kronecker graph (R-MAT) of 2^SCALE nodes
    #[arg(short = 'g', long, value_name = "SCALE")]
    kronecker: Option<u32>,
    /// Generate an undirected uniformly random graph of 2^SCALE nodes
    #[arg(short, long, value_name = "SCALE")]
    uniform: Option<u32>,
}

/// Options for reading files, and the density of generated graphs.
#[derive(Debug, Args)]
pub(crate) struct ReadingOptions {
    /// Edges per node of generated graphs; slightly fewer remain, because self-loops and parallel edges are
    /// removed
    #[arg(short = 'k', long, default_value_t = DEGREE, value_parser = count)]
    pub(crate) degree: usize,
    /// Format of the input, instead of the one found from its content
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,
    /// Edges have a direction, whatever the input says
    #[arg(long)]
    directed: bool,
}

/// The node to start from.
#[derive(Debug, Args)]
pub(crate) struct SourceOption {
    /// Start from this node, counted from 0 [default: random nodes, the same that GAP draws]
    #[arg(short = 'r', long, value_name = "NODE")]
    pub(crate) source: Option<u64>,
}

impl KernelOptions {
    /// Returns the origin of the graph.
    pub(crate) fn origin(&self) -> Origin {
        let degree = self.reading.degree;
        match &self.origin {
            OriginOptions { kronecker: Some(scale), .. } => Origin::Kronecker { scale: *scale, degree },
            OriginOptions { uniform: Some(scale), .. } => Origin::Uniform { scale: *scale, degree },
            // The parser requires one of the three.
            OriginOptions { file, .. } => Origin::File(file.clone().unwrap_or_default()),
        }
    }

    /// Returns the threads.
    pub(crate) fn exec(&self) -> boscage::Result<Exec> {
        self.threads.map_or_else(Exec::available, Exec::new)?.started()
    }
}

impl ReadingOptions {
    /// Returns the options for reading a file, with a law of weights for files without weights.
    pub(crate) fn read_options(&self, unweighted: Option<Unweighted>) -> ReadOptions {
        let is_directed = self.directed.then_some(true);
        ReadOptions { format: self.from, is_directed, unweighted, ..ReadOptions::default() }
    }
}

/// Largest count on the command line.
const MOST: usize = 1_000_000;

/// Parses a number from 1 to [`MOST`].
pub(crate) fn count(word: &str) -> Result<usize, String> {
    let number = word.parse().ok().filter(|count| (1..=MOST).contains(count));
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}
