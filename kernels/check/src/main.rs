//! Checks and measures the GPU operators on a real GPU; `kernels/check-on-gpu` runs this program.
//!
//! Graphs, oracle and configurations are the same as in the tests on the emulated GPU
//! (`kernels/tests/forests.rs`).

mod forests;
mod graphs;
mod model;
mod papers;
mod table;
mod times;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use boscage_kernels::Gpu;
use clap::{Parser, Subcommand};

/// Result whose errors are messages for people.
type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Checks and measures the GPU operators of boscage
#[derive(Parser)]
#[command(name = "gpu-check", max_term_width = 100)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compares every operator's edges with naive Kruskal's on random multigraphs and on shapes that strain a
    /// schedule
    Suite {
        /// Random multigraphs
        #[arg(long, default_value_t = 2000)]
        graphs: u64,
        /// Edges of the shapes
        #[arg(long, default_value_t = 20_000)]
        size: u32,
    },
    /// Compares every operator's edges with those of the CPU on large generated graphs
    Large {
        /// Size of the graphs, as a factor
        #[arg(long, default_value_t = 1.0)]
        scale: f64,
    },
    /// Runs every operator once on a few small graphs, for tools that slow kernels down a thousand times
    Small,
    /// Times every operator on graphs of the kinds in published tables
    Table {
        /// Size of the graphs, as a factor
        #[arg(long, default_value_t = 1.0)]
        scale: f64,
        /// Timed runs per operator; the median counts
        #[arg(long, default_value_t = 11)]
        runs: usize,
        /// Road networks to time on, too
        graphs: Vec<PathBuf>,
    },
    /// Times pma and vineet by gamma and by average degree, as the paper of pma does
    Papers {
        /// Size of the graphs, as a factor
        #[arg(long, default_value_t = 1.0)]
        scale: f64,
        /// Timed runs per operator; the median counts
        #[arg(long, default_value_t = 5)]
        runs: usize,
        /// Seconds per configuration; one that takes longer is not tried with more gamma or a higher degree
        #[arg(long, default_value_t = 0.5)]
        patience: f64,
    },
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gpu-check: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Outcome {
    let gpu = Gpu::open()?;
    let (major, minor) = gpu.capability();
    println!("# {}, compute capability {major}.{minor}, {} bytes free", gpu.name(), gpu.free_memory()?);
    match &options.command {
        Command::Suite { graphs, size } => forests::suite(gpu, *graphs, *size),
        Command::Large { scale } => forests::large(&gpu, *scale),
        Command::Small => forests::small(gpu),
        Command::Table { scale, runs, graphs } => table::table(&gpu, *scale, *runs, graphs),
        Command::Papers { scale, runs, patience } => {
            papers::papers(&gpu, *scale, *runs, Duration::try_from_secs_f64(*patience)?)
        }
    }
}
