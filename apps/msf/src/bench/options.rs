//! The command line of `msf bench`.

use std::path::PathBuf;

use boscage::io::Output;
use boscage_programs::files::keep;
use boscage_programs::input::{InputOptions, positive, threads};
use clap::{Args, ValueHint};

use crate::backend::{self, Backend, Operator};
use crate::options::is_standard;

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
    pub(super) graphs: Vec<PathBuf>,

    /// Algorithms to time [default: all; on large graphs not those whose time grows with the square of the
    /// nodes]
    #[arg(long = "algorithm", value_name = "NAME,..", value_delimiter = ',', value_parser = backend::names())]
    algorithms: Vec<String>,

    /// Where to time them; on the GPU, with the copies to and from it and without
    #[arg(long, value_enum, default_value_t)]
    pub(super) backend: Backend,

    /// Numbers of threads to time them on [default: 1, and as many as the process may use]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = threads)]
    threads: Vec<usize>,

    /// Timed runs of each; the median counts
    #[arg(long, value_name = "K", default_value_t = DEFAULT_RUNS, value_parser = positive)]
    pub(super) runs: usize,

    /// Size of the generated graphs, as a factor: at 1 they have two million edges, at 0.01 it takes seconds
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SCALE, value_parser = factor, conflicts_with = "graphs")]
    pub(super) scale: f64,

    /// Random graphs and grids of 100 nodes to a million, times the scale, and time plotted against edges
    #[arg(long, conflicts_with = "graphs")]
    pub(super) scaling: bool,

    /// Where to write the figures as JSON; `-` is the standard output, and the table then goes to stderr
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) json: Option<PathBuf>,

    /// Where to write a page with tables and plots, which needs no other file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) html: Option<PathBuf>,

    /// Where to write the plots alone
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) svg: Option<PathBuf>,

    /// Where to write a table as Markdown: of all operators or, with --algorithm, of the graphs; a file that
    /// has lines for it, as the README has, keeps everything else
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) markdown: Option<PathBuf>,

    #[command(flatten)]
    pub(super) input: InputOptions,
}

/// Runs where nothing is said.
const DEFAULT_RUNS: usize = 5;

/// Scale where nothing is said.
const DEFAULT_SCALE: f64 = 1.0;

impl BenchOptions {
    /// What the types alone do not rule out.
    pub(crate) fn contradiction(&self) -> Result<(), String> {
        for name in &self.algorithms {
            self.backend.operator(name)?;
        }
        if self.markdown.is_some() && self.backend == Backend::Gpu {
            return Err("--markdown is of the operators of the processor".into());
        }
        let outputs = self.outputs();
        if outputs.into_iter().flatten().filter(|path| Output::is_stdout(path)).count() > 1 {
            return Err("only one of --json, --html, --svg and --markdown can be the standard output".into());
        }
        if self.graphs.iter().filter(|path| is_standard(path)).count() > 1 {
            return Err("only one GRAPH can be the standard input".into());
        }
        keep(&self.graphs, &outputs)
    }

    /// Whether an output takes the standard output, so that nothing else may.
    pub(super) fn stdout_is_taken(&self) -> bool {
        self.outputs().into_iter().flatten().any(|path| Output::is_stdout(path))
    }

    fn outputs(&self) -> [Option<&PathBuf>; 4] {
        [&self.json, &self.html, &self.svg, &self.markdown].map(Option::as_ref)
    }

    /// The algorithms, each once, in their own order.
    pub(super) fn algorithms(&self) -> Vec<Operator> {
        let wanted = |one: &Operator| {
            self.algorithms.is_empty() || self.algorithms.iter().any(|name| name == one.name())
        };
        self.backend.operators().into_iter().filter(wanted).collect()
    }

    /// Whether algorithms are asked for by name.
    pub(super) fn names_algorithms(&self) -> bool {
        !self.algorithms.is_empty()
    }

    /// The numbers of threads, each once, ascending.
    pub(super) fn threads(&self) -> Vec<usize> {
        let mut threads = self.threads.clone();
        if threads.is_empty() {
            threads = vec![1, std::thread::available_parallelism().map_or(1, Into::into)];
        }
        threads.sort_unstable();
        threads.dedup();
        threads
    }
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(factor) if factor > 0.0 && f64::is_finite(factor) => Ok(factor),
        _ => Err("expected a number above 0".to_owned()),
    }
}
