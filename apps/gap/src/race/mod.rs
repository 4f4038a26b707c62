//! `gap all`: the operators, the textbook methods and GAP's own programs in turn, on the same graphs from the
//! same sources.
//!
//! A *run* of a kernel is a number of trials, and its time is their mean. All entries of a kernel on a graph
//! run in turn, so that other work on the machine affects all of them. The first round does not count. A
//! figure is the median of the others.
//!
//! The operators run in a separate program, as GAP's do: `gap` calls itself. All programs read the same graph
//! from a file that is written for them. They draw the same sources, and their times are those that they
//! print for each trial. So all programs start with the same state of the cache.

mod entries;
mod programs;
mod table;

use std::path::PathBuf;

use boscage::exec::{CancelToken, Exec};
use boscage::io::{Format, Opened, Unweighted};
use boscage::{Error, Result};
use boscage_measuring::contention;
use boscage_measuring::turns::{Turns, median};
use boscage_programs::input::{above_zero, thread_counts};
use boscage_programs::interrupt;
use boscage_programs::progress::Bar;
use boscage_programs::show::{print, say};
use clap::{Args, ValueEnum, ValueHint};

use crate::graph::{Origin, WEIGHTS};
use crate::options::{ReadingOptions, count};
use crate::trials::Correctness;
use entries::{Graphs, Method};
use programs::{Answers, Failure, Reference};
use table::{Cell, Table};

/// Logarithm of the number of nodes of the default graphs.
const SCALE: u32 = 16;

/// Largest number of rounds of `pr`, which no graph needs: both methods go on until the ranks converge.
const ENOUGH_ROUNDS: usize = 1000;

/// Options of a race.
#[derive(Debug, Args)]
pub(crate) struct RaceOptions {
    /// Graph files, in any format, compressed or not [default: -g 16 -u 16, unless graphs are generated]
    #[arg(value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Generate an undirected Kronecker graph (R-MAT) of 2^SCALE nodes
    #[arg(short = 'g', long, value_name = "SCALE")]
    kronecker: Vec<u32>,
    /// Generate an undirected uniformly random graph of 2^SCALE nodes
    #[arg(short, long, value_name = "SCALE")]
    uniform: Vec<u32>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Weights of edges in an input without weights: one, hash, or uniform:SEED:MAX
    #[arg(long, value_name = "LAW", default_value_t = WEIGHTS, value_parser = str::parse::<Unweighted>)]
    weights: Unweighted,
    /// Kernels
    #[arg(long, value_delimiter = ',', value_name = "NAMES", default_values = ["bfs", "sssp", "pr", "cc", "bc", "tc"])]
    kernels: Vec<KernelWord>,
    /// Numbers of threads [default: 1 and as many as the process may use]
    #[arg(long, value_delimiter = ',', value_name = "N", value_parser = count)]
    threads: Vec<usize>,
    /// Trials per run [default: bfs and sssp 16, pr, cc and bc 4, tc 1]
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    trials: Option<usize>,
    /// Runs per entry that count
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = count)]
    runs: usize,
    /// Verify the operators' answers in the run that does not count
    #[arg(short, long)]
    verify: bool,
    /// Race GAP's own programs too, from the folder in which they were built
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    reference: Option<PathBuf>,
    /// Width of a bucket in GAP's sssp for a graph, by its name in tables [default: 1, as in GAP]
    #[arg(long, value_name = "GRAPH=WIDTH", value_parser = delta, requires = "reference")]
    delta: Vec<(String, usize)>,
    /// Count the data that each kernel would move between 2, 4, 8, 16 and 64 processors, or as many as in
    /// --threads, and predict the speed-up; nothing is raced. Needs a program built with `RUSTFLAGS='--cfg
    /// counted'`
    #[arg(long, conflicts_with_all = ["reference", "runs", "verify", "markdown", "json"])]
    contention: bool,
    /// Print a table in Markdown at the end, and nothing before
    #[arg(long)]
    markdown: bool,
    /// Print one JSON object at the end, and nothing before
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

/// A kernel on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KernelWord {
    /// Breadth-first search
    Bfs,
    /// Shortest paths
    Sssp,
    /// PageRank
    Pr,
    /// Connected components
    Cc,
    /// Betweenness
    Bc,
    /// Triangles
    Tc,
}

impl KernelWord {
    /// Returns the word, which is also the name of GAP's program.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::Sssp => "sssp",
            Self::Pr => "pr",
            Self::Cc => "cc",
            Self::Bc => "bc",
            Self::Tc => "tc",
        }
    }

    /// Returns the trials per run: a quarter of GAP's.
    fn trials(self) -> usize {
        match self {
            Self::Bfs | Self::Sssp => 16,
            Self::Pr | Self::Cc | Self::Bc => 4,
            Self::Tc => 1,
        }
    }
}

impl RaceOptions {
    /// Checks what the types of the arguments cannot express.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.contention {
            contention::check("gap")?;
        }
        let names: Vec<String> = self.origins().iter().map(Origin::name).collect();
        if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(format!(
                "expected different names of graphs, found {} twice: rename a file",
                twice.1
            ));
        }
        match self.delta.iter().find(|(graph, _)| !names.contains(graph)) {
            Some((graph, _)) => {
                Err(format!("--delta: expected one of the graphs {}, found {graph}", names.join(", ")))
            }
            None => Ok(()),
        }
    }

    fn origins(&self) -> Vec<Origin> {
        let degree = self.reading.degree;
        let files = self.files.iter().cloned().map(Origin::File);
        let kronecker = self.kronecker.iter().map(|&scale| Origin::Kronecker { scale, degree });
        let uniform = self.uniform.iter().map(|&scale| Origin::Uniform { scale, degree });
        let all: Vec<Origin> = files.chain(kronecker).chain(uniform).collect();
        if all.is_empty() {
            return vec![
                Origin::Kronecker { scale: SCALE, degree },
                Origin::Uniform { scale: SCALE, degree },
            ];
        }
        all
    }

    /// Returns the trials per run of a kernel.
    fn trials(&self, kernel: KernelWord) -> usize {
        self.trials.unwrap_or(kernel.trials())
    }

    /// Returns the width of a bucket in GAP's `sssp`.
    fn delta_of(&self, graph: &str) -> usize {
        self.delta.iter().find(|(name, _)| name == graph).map_or(1, |&(_, width)| width)
    }
}

/// Races all kernels on all graphs.
///
/// # Errors
/// Errors of reading and of printing, and [`Error::Cancelled`]. An entry that fails is reported, and its cell
/// stays empty.
pub(crate) fn run(options: &RaceOptions) -> Result<Correctness> {
    let (token, bar) = (CancelToken::new(), Bar::still());
    interrupt::watch("gap", token.clone(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    let reference =
        options.reference.as_deref().map(|folder| Reference::of(folder, &options.kernels)).transpose()?;
    let origins = options.origins();
    // Missing files are found before anything is measured.
    let opened = origins.iter().map(Origin::open).collect::<Result<Vec<_>>>()?;
    let exec = Exec::available()?.started()?.with_token(token);
    let mut table = Table::new(thread_counts(&options.threads));
    let end = race_all(options, &origins, opened, &exec, reference.as_ref(), &bar, &mut table);
    bar.clear();
    // The results so far are printed even after an error.
    if options.markdown && !table.is_empty() {
        print(table.markdown())?;
    } else if options.json && !table.is_empty() {
        print(format!("{}\n", table.object()))?;
    }
    end?;
    Ok(if table.is_whole() { Correctness::Right } else { Correctness::Wrong })
}

/// Races all kernels on all graphs, and adds the results to a table.
fn race_all(
    options: &RaceOptions,
    origins: &[Origin],
    opened: Vec<Option<Opened>>,
    exec: &Exec,
    reference: Option<&Reference>,
    bar: &Bar,
    table: &mut Table,
) -> Result<()> {
    bar.work((origins.len() * options.kernels.len()) as f64);
    let mut done = 0.0;
    for (origin, opened) in origins.iter().zip(opened) {
        bar.note(&format!("making {}", origin.name()));
        let reading = options.reading.read_options(Some(options.weights));
        let edges = origin.edges(exec, opened, &reading)?;
        // GAP's programs need GAP's format, which cannot hold everything that ours can.
        let format = if reference.is_some() { Format::Gap } else { Format::Boscage };
        let graphs = Graphs::make(exec, &edges, &options.kernels, format)?;
        drop(edges);
        for &kernel in &options.kernels {
            bar.has_worked(done);
            done += 1.0;
            if options.contention {
                bar.note(&format!("counting {} on {}", kernel.name(), graphs.name()));
                let workers =
                    if options.threads.is_empty() { &contention::WORKERS } else { &options.threads[..] };
                let counted = graphs.count(kernel, options.trials(kernel), workers)?;
                bar.suspended(|| print(format!("{counted}\n")))?;
                continue;
            }
            let cell = race(options, kernel, &graphs, &table.threads, reference, bar)?;
            if !options.markdown && !options.json {
                bar.suspended(|| print(cell.lines(&table.threads)))?;
            }
            table.add(cell);
        }
    }
    Ok(())
}

/// Races one kernel on one graph, by all methods.
fn race(
    options: &RaceOptions,
    kernel: KernelWord,
    graphs: &Graphs,
    threads: &[usize],
    reference: Option<&Reference>,
    bar: &Bar,
) -> Result<Cell> {
    let trials = options.trials(kernel);
    let mut methods = vec![(Method::Textbook, 1)];
    let answers = if options.verify { Answers::Verified } else { Answers::Trusted };
    for &threads in threads {
        methods.push((Method::Operator(answers), threads));
        if let Some(reference) = reference {
            methods.push((Method::Reference(reference, options.delta_of(graphs.name())), threads));
        }
    }
    let entries = graphs.entries(kernel, trials, &methods)?;
    let share = 1.0 / ((options.runs + 1) * entries.len()) as f64;
    let watch = |entry: &_| bar.worked(share, || format!("{} {}: {entry}", graphs.name(), kernel.name()));
    let taken = Turns::each(options.runs).take(&entries, watch, Failure::is_cancelled);
    let medians = taken.into_iter().zip(&entries).map(|(result, entry)| match result {
        Ok(times) => Ok(median(&times)),
        Err(failure) if failure.is_cancelled() => Err(Error::Cancelled),
        Err(failure) => {
            let (graph, kernel) = (graphs.name(), kernel.name());
            bar.suspended(|| say(&format!("gap: error: {graph} {kernel}: {entry}: {failure}")));
            Ok(None)
        }
    });
    let medians = medians.collect::<Result<Vec<_>>>()?;
    Ok(Cell::new(graphs.name(), kernel, threads, &medians))
}

fn delta(word: &str) -> Result<(String, usize), String> {
    let parts =
        word.rsplit_once('=').and_then(|(graph, width)| Some((graph, above_zero(width).ok()? as usize)));
    let whole = parts.filter(|&(graph, width)| !graph.is_empty() && width > 0);
    whole.map(|(graph, width)| (graph.to_owned(), width)).ok_or_else(|| "expected GRAPH=WIDTH".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_have_a_graph() {
        assert_eq!(delta("road=50000"), Ok(("road".to_owned(), 50_000)));
        for word in ["road", "=3", "road=0", "road=x", "road=0.5"] {
            assert_eq!(delta(word).unwrap_err(), "expected GRAPH=WIDTH", "{word}");
        }
    }
}
