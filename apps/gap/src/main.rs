//! The `gap` program: the six kernels of the GAP benchmark suite, with the options and the output of GAP's
//! own programs.
//!
//! | file | concern |
//! |---|---|
//! | `options.rs` | the command line |
//! | `graph.rs` | the graph: read or generated, made simple |
//! | `sources.rs` | the nodes from which searches start |
//! | `kernel/` | one file per kernel: operator, textbook method, verifier |
//! | `trials.rs`, `lines.rs` | the trials of a kernel, and the lines that they print |
//! | `race/` | `gap all`: operators, textbook methods and GAP's programs in turn |
#![forbid(unsafe_code)]

mod graph;
mod kernel;
mod lines;
mod options;
mod race;
mod sources;
mod trials;

use std::process::ExitCode;

use boscage::Result;
use boscage::exec::{CancelToken, Exec};
use boscage::io::Unweighted;
use boscage_programs::command_line;
use boscage_programs::failure::{FAILED, report};
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use clap::{CommandFactory, Parser};

use graph::{Edges, EitherGraph, with_graph};
use kernel::{Bc, Bfs, Cc, Pr, Sssp, Tc};
use options::{KernelOptions, Options, Task};
use trials::{Correctness, Trials};

fn main() -> ExitCode {
    let parsed = Options::try_parse();
    let options = match command_line::accept("gap", parsed, |options: Options| {
        options.task.check().map(|()| options)
    }) {
        Ok(options) => options,
        Err(code) => return code,
    };
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    match options.task.run() {
        Ok(Correctness::Right) => ExitCode::SUCCESS,
        Ok(Correctness::Wrong) => FAILED.into(),
        Err(error) => report("gap", &error, FAILED),
    }
}

impl Task {
    /// Checks what the types of the arguments cannot express.
    fn check(&self) -> Result<(), String> {
        match self {
            Self::All(options) => options.check(),
            _ => Ok(()),
        }
    }

    fn run(&self) -> Result<Correctness> {
        match self {
            Self::Bfs { run, source } => Bench::of("bfs", 64, run, source.source)
                .bare(|trials, made| with_graph!(made, graph => trials.all(&Bfs, graph))),
            Self::Sssp { run, source, delta, weights } => {
                Bench::of("sssp", 64, run, source.source).weighing(&Sssp { delta: *delta }, *weights)
            }
            Self::Pr { run, iterations, tolerance } => {
                let kernel = Pr { tolerance: *tolerance, rounds: *iterations };
                Bench::of("pr", 16, run, None)
                    .bare(|trials, made| with_graph!(made, graph => trials.all(&kernel, graph)))
            }
            Self::Cc { run } => Bench::of("cc", 16, run, None)
                .bare(|trials, made| with_graph!(made, graph => trials.all(&Cc, graph))),
            Self::Bc { run, source, iterations } => {
                let kernel = Bc { sources: *iterations };
                Bench::of("bc", 16, run, source.source)
                    .bare(|trials, made| with_graph!(made, graph => trials.all(&kernel, graph)))
            }
            Self::Tc { run } => Bench::of("tc", 3, run, None).bare(|trials, made| match made {
                EitherGraph::Undirected(graph) => trials.all(&Tc, graph),
                EitherGraph::Directed(_) => {
                    let cure = "-s makes it undirected";
                    Err(trials.edges.refuse("an undirected graph", "a directed one", cure))
                }
            }),
            Self::All(options) => race::run(options),
            Self::About(about) => about.run(Options::command()).map(|()| Correctness::Right),
        }
    }
}

/// A kernel to run, by the command line.
struct Bench<'a> {
    kernel: &'static str,
    trials: usize,
    options: &'a KernelOptions,
    source: Option<u64>,
    /// While the graph is made.
    reading: Bar,
    /// While trials run, if they print no lines.
    bar: Bar,
}

impl<'a> Bench<'a> {
    fn of(kernel: &'static str, trials: usize, options: &'a KernelOptions, source: Option<u64>) -> Self {
        let origin = options.origin();
        let reading = origin.path().map_or_else(Bar::none, Bar::reading);
        let bar = if options.json { Bar::still() } else { Bar::none() };
        Self { kernel, trials, options, source, reading, bar }
    }

    /// Reads or generates the edges, with weights if there is a law for them.
    fn edges(&self, unweighted: Option<Unweighted>) -> Result<(Exec, Edges)> {
        let (origin, token) = (self.options.origin(), CancelToken::new());
        let bars = [self.reading.clone(), self.bar.clone()];
        interrupt::watch("gap", token.clone(), move || bars.iter().for_each(Bar::clear));
        // Nothing else is started before it has work.
        let opened = origin.open()?;
        if let (Some(path), Some(opened)) = (origin.path(), &opened) {
            self.reading.reads(path, opened.progress());
        }
        let exec = self.options.exec()?.with_token(token);
        let options = self.options.reading.read_options(unweighted);
        let edges = origin.edges(&exec, opened, &options)?;
        if !self.options.symmetrise && options.is_directed.is_none() && origin.is_directed_for_gap() {
            edges.warn_if_undirected();
        }
        Ok((exec, if self.options.symmetrise { edges.symmetrised() } else { edges }))
    }

    /// Runs a kernel on the graph without weights.
    fn bare(
        &self,
        all: impl FnOnce(&Trials<'_>, &EitherGraph<()>) -> Result<Correctness>,
    ) -> Result<Correctness> {
        let (exec, edges) = self.edges(None)?;
        let (made, build) = edges.bare(&exec)?;
        self.on(&exec, &edges, build, |trials| all(trials, &made))
    }

    /// Runs a kernel on the graph with weights.
    fn weighing(&self, kernel: &Sssp, law: Unweighted) -> Result<Correctness> {
        let (exec, edges) = self.edges(Some(law))?;
        let (made, build) = edges.weighing(&exec)?;
        self.on(&exec, &edges, build, |trials| with_graph!(&made, graph => trials.all(kernel, graph)))
    }

    fn on(
        &self,
        exec: &Exec,
        edges: &Edges,
        build: f64,
        all: impl FnOnce(&Trials<'_>) -> Result<Correctness>,
    ) -> Result<Correctness> {
        self.reading.clear();
        let &Self { kernel, trials, options, source, ref bar, .. } = self;
        exec.clear_statistics();
        let trials = Trials { kernel, options, exec, bar, edges, build, trials, source };
        let (label, seconds) = edges.made;
        trials.say(|| lines::time(label, seconds) + &lines::time("Build Time", build))?;
        all(&trials)
    }
}

#[cfg(test)]
mod tests {
    use boscage_programs::command_line::{About, undocumented};

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn manual_pages_have_every_option() {
        let folder = tempfile::tempdir().unwrap();
        About::Man { folder: Some(folder.path().to_owned()) }.run(Options::command()).unwrap();
        assert_eq!(undocumented(Options::command(), folder.path()).unwrap(), [""; 0]);
    }
}
