//! The command line, defined only here: defaults are constants, and `--help` shows them.

#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use boscage::exec::Exec;
use boscage::io::Output;
use boscage::operators::msf::{Algorithm, WindowedKruskal};
use boscage_programs::command_line::{self, About};
use boscage_programs::files::keep;
use boscage_programs::input::{InputOptions, positive, threads};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};

use crate::backend::{self, AUTO, Backend, Operator};
use crate::bench::BenchOptions;
use crate::page::Places;

/// The path that means the standard input, or output.
pub(crate) const STANDARD: &str = "-";

/// Whether a path means the standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// Minimum spanning forests of graph files.
///
/// Reads a graph in any of its formats, compressed or not, finds the minimum (or maximum) spanning forest on
/// all cores and says what it weighs. Among edges of equal weight the earlier one in the input is preferred,
/// so a graph has exactly one forest, whatever the algorithm, and however many threads.
///
/// Without a graph, a bundled road network is used.
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
    /// Proves that a forest of any program is minimal, or says what is wrong with it
    ///
    /// Ends with 0 if the forest is minimal (or maximal) and spanning, with 1 if not.
    Verify(VerifyOptions),
    /// Times every algorithm, side by side, on graph files or a suite of generated graphs
    ///
    /// The forest of kruskal is proved minimal, and every algorithm must find the same edges on every number
    /// of threads before it is timed; one that does not is left out, and msf ends with 1. A run goes from the
    /// graph in memory to the forest. Algorithms take turns, so that whatever else the machine does meets all
    /// of them.
    Bench(BenchOptions),
    #[command(flatten)]
    About(About),
}

/// The arguments of `msf GRAPH`.
#[derive(Args)]
pub(crate) struct ForestOptions {
    /// The graph file; `-` is the standard input [default: a bundled road network]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) graph: Option<PathBuf>,

    /// How to find the forest; all of them find the same
    #[arg(long, value_name = "NAME", default_value = AUTO, value_parser = backend::names())]
    algorithm: String,

    /// Where to find the forest
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: Backend,

    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(help = format!("Edges in the window of windowed-kruskal [default: adaptive, from {}]", WindowedKruskal::DEFAULT_WINDOW))]
    pub(crate) window: Option<usize>,

    /// Where to write the forest; `-` is the standard output, and the summary then goes to stderr
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,

    /// What to write there
    #[arg(long, value_enum, default_value_t = DEFAULT_FORMAT, requires = "out")]
    pub(crate) format: ForestFormat,

    /// Where to write a line `node component` for every node; components are numbered from 0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) components: Option<PathBuf>,

    /// Write K clusters in place of components (single linkage): the trees that are left if the heaviest
    /// edges of the forest (with --maximum, the lightest) are removed
    #[arg(long, value_name = "K", requires = "components", conflicts_with = "cut")]
    pub(crate) clusters: Option<usize>,

    /// The same, but without all edges that are heavier than this (with --maximum, lighter)
    #[arg(long, value_name = "WEIGHT", requires = "components", allow_hyphen_values = true)]
    pub(crate) cut: Option<String>,

    /// Prove the forest minimal after finding it
    #[arg(long)]
    pub(crate) verify: bool,

    /// Print how much memory each algorithm would take for this graph, and compute nothing; as a table, or
    /// with `--stats json` as JSON
    #[arg(long, requires = "graph")]
    #[arg(conflicts_with_all = ["out", "components", "profile", "report", "verify", "window"])]
    pub(crate) estimate: bool,

    /// What to say about the run
    #[arg(long, value_enum, default_value_t = DEFAULT_STATISTICS)]
    pub(crate) stats: Statistics,

    /// Where to write the parallelism profile, the edges that each round tries and joins: FILE.csv or
    /// FILE.svg
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = profile)]
    pub(crate) profile: Option<Profile>,

    /// Where to write a page about the run, to be opened in a browser: the forest on a map, if it is known
    /// where the nodes are, its heaviest edges, distributions, and how it was found
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Where the nodes are: a DIMACS file, FILE.co, which numbers them from 1 without gaps. Node 1 there is
    /// node 1 of the graph, or if the graph's names are from 0, node 0 [default: one of the graph's name
    /// beside the graph]
    #[arg(long, value_name = "FILE.co", value_hint = ValueHint::FilePath, requires = "report")]
    pub(crate) coordinates: Option<PathBuf>,

    /// The coordinates are longitude and latitude: in degrees if all are within 180 and 90, otherwise in
    /// millionths of degrees, as in the files of the DIMACS challenge. The map is then drawn to scale, in
    /// metres
    #[arg(long, requires = "report")]
    pub(crate) degrees: bool,

    #[command(flatten)]
    pub(crate) threads: ThreadOptions,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}

/// The arguments of `msf verify`.
#[derive(Args)]
#[command(
    after_help = "Ends with 0 if the forest is minimal (with --exact: the one that msf finds), 1 if not, 2 if that cannot \
                  be found out.",
    mut_arg("quiet", |arg| arg.help("Say nothing if the forest is right; if not, say why on standard error"))
)]
pub(crate) struct VerifyOptions {
    /// The graph file; `-` is the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) graph: PathBuf,

    /// The forest: lines `u v` or `u v weight` in the graph's numbering, or edge ids, DIMACS or dot as
    /// written by msf; `-` is the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) forest: PathBuf,

    /// What the forest's file is [default: found from its content]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ForestFormat>,

    /// Refuse also a minimal forest that is not the one msf finds, which prefers the first of edges of equal
    /// weight
    #[arg(long)]
    pub(crate) exact: bool,

    #[command(flatten)]
    pub(crate) threads: ThreadOptions,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}

/// How many threads to use.
#[derive(Args)]
pub(crate) struct ThreadOptions {
    /// Threads to use [default: as many as the process may]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl ThreadOptions {
    /// The threads.
    pub(crate) fn exec(&self) -> boscage::Result<Exec> {
        self.threads.map_or_else(Exec::available, Exec::new)
    }

    /// The number that is asked for, if one is.
    pub(crate) fn number(&self) -> Option<usize> {
        self.threads
    }
}

const DEFAULT_FORMAT: ForestFormat = ForestFormat::Edges;
const DEFAULT_STATISTICS: Statistics = Statistics::Human;

/// How a forest is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ForestFormat {
    /// A line `u v weight` an edge, in the graph's own numbering, by edge id
    Edges,
    /// A line an edge: its id, that is its position among the edges of the graph, from 0
    Ids,
    /// The forest as a DIMACS graph, nodes from 1
    Dimacs,
    /// The forest as Graphviz draws it, with every node
    Dot,
}

/// How a run is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Statistics {
    /// A short summary
    Human,
    /// One JSON object
    Json,
    /// Every loop, in the CSV that Galois prints
    Csv,
}

/// Where the parallelism profile goes, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    pub(crate) path: PathBuf,
    pub(crate) kind: ProfileKind,
}

/// What a profile is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProfileKind {
    /// A line a round.
    Csv,
    /// A picture.
    Svg,
}

impl Options {
    /// The command line of this process; if there is nothing to run, the exit code.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        command_line::accept("msf", Self::try_parse().map_err(in_plain_words), Self::contradiction)
    }

    /// What the types alone do not rule out.
    fn contradiction(&self) -> Result<(), String> {
        if let Some(Command::Verify(verify)) = &self.command
            && is_standard(&verify.graph)
            && is_standard(&verify.forest)
        {
            return Err("only one of GRAPH and FOREST can be the standard input".into());
        }
        if let Some(Command::Bench(bench)) = &self.command {
            return bench.contradiction();
        }
        let ForestOptions { graph, algorithm, backend, window, coordinates, report, .. } = &self.forest;
        if let Some(message) = graph.as_deref().and_then(mistyped) {
            return Err(message);
        }
        let operator = backend.operator(algorithm)?;
        if window.is_some() && operator != Operator::on_cpu(Algorithm::WindowedKruskal) {
            return Err("--window goes with --algorithm windowed-kruskal".into());
        }
        let outputs = self.forest.outputs();
        if outputs.into_iter().flatten().filter(|path| Output::is_stdout(path)).count() > 1 {
            return Err("only one of the outputs can be the standard output".into());
        }
        let places = report.as_ref().and_then(|_| Places::find(graph.as_deref(), coordinates.as_deref()));
        let places = places.as_ref().and_then(Places::path).map(Path::to_owned);
        let inputs: Vec<PathBuf> = graph.iter().cloned().chain(places).collect();
        keep(&inputs, &outputs)
    }
}

impl ForestOptions {
    /// The operator that was asked for; that the backend has it was found out before.
    pub(crate) fn operator(&self) -> Operator {
        self.backend.operator(&self.algorithm).expect("the backend has the algorithm")
    }

    /// The files to write, where they are asked for.
    pub(crate) fn outputs(&self) -> [Option<&PathBuf>; 4] {
        let profile = self.profile.as_ref().map(|profile| &profile.path);
        [self.out.as_ref(), self.components.as_ref(), profile, self.report.as_ref()]
    }

    /// Whether results take the standard output, so that nothing else may.
    pub(crate) fn stdout_is_taken(&self) -> bool {
        self.outputs().into_iter().flatten().any(|path| Output::is_stdout(path))
    }
}

/// Takes a second graph for what it is, unless the first is a subcommand that was mistyped: the parser takes
/// the second for a subcommand.
fn in_plain_words(error: clap::Error) -> clap::Error {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if Options::command().find_subcommand(word).is_none() => {
            let known = Options::command().ignore_errors(true).try_get_matches().ok();
            let first = known.and_then(|known| mistyped(known.get_one::<PathBuf>("graph")?));
            let word = boscage::on_one_line(word);
            let message =
                first.unwrap_or_else(|| format!("unexpected argument '{word}': one graph at a time"));
            Options::command().error(ErrorKind::UnknownArgument, message)
        }
        _ => error,
    }
}

/// What to say of a graph that may be meant as a subcommand.
fn mistyped(graph: &Path) -> Option<String> {
    command_line::mistyped(graph, &Options::command())
}

fn profile(text: &str) -> Result<Profile, String> {
    let path = PathBuf::from(text);
    let kind = match path.extension().and_then(OsStr::to_str) {
        Some("csv") => ProfileKind::Csv,
        Some("svg") => ProfileKind::Svg,
        _ => return Err("expected a name that ends in .csv or .svg".to_owned()),
    };
    Ok(Profile { path, kind })
}
