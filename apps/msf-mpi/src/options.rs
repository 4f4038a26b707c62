//! The command line, defined only here.

use std::path::{Path, PathBuf};
use std::time::Duration;

use boscage::comm::Grid;
use boscage::operators::msf::{Operator, by_name};
use boscage::ranks::{Ranks, operators};
use boscage_programs::command_line::About;
use boscage_programs::files::{keep, stdout_is_taken};
use boscage_programs::input::{InputOptions, threads};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum, ValueHint};

use crate::generated::Generated;

/// Minimum spanning forests of graphs on many machines.
///
/// Runs under the launcher of an MPI: `mpirun -n 4 msf-mpi GRAPH`. Each rank has a part of the edges, and
/// uses several threads. The forest is the one that `msf` finds, edge for edge, on every number of ranks:
/// among edges of equal weight the earlier one in the input is preferred.
#[derive(Parser)]
#[command(name = "msf-mpi", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) about: Option<About>,
    #[command(flatten)]
    pub(crate) forest: ForestOptions,
}

/// The arguments of `msf-mpi GRAPH`.
#[derive(Args)]
#[command(mut_arg("memory", |arg| arg.help("Memory limit per rank [default: its share]").long_help(MEMORY)))]
pub(crate) struct ForestOptions {
    /// Graph file, which all ranks must be able to read
    #[arg(value_hint = ValueHint::FilePath)]
    #[arg(required_unless_present_any = ["generate", "selftest"], conflicts_with = "generate")]
    pub(crate) graph: Option<PathBuf>,

    /// Generate a graph instead, such as `gnm:nodes=N,edges=M`
    ///
    /// A family of `graph generate` with its options: `rmat:scale=S,edges=M,seed=N`,
    /// `road:nodes=N,weights=LAW`, `ssca2:nodes=N`, `watts-strogatz:nodes=N`, `three-paradigm:NAME`, and so
    /// on. Each rank generates its own edges; but every rank generates the whole of a road network, so write
    /// a large one to a file first: `graph generate road FILE.bsg --nodes N`.
    #[arg(long, value_name = "FAMILY:KEY=VALUE,...")]
    pub(crate) generate: Option<Generated>,

    /// Algorithm; all of them find the same forest
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = algorithms())]
    pub(crate) algorithm: String,

    /// Threads per rank [default: its share of the processors of its machine]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Write the forest to FILE; `-` is the standard output, and the summary then goes to stderr
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,

    /// Format of the written forest
    #[arg(long, value_enum, default_value_t = ForestFormat::Edges, requires = "out")]
    pub(crate) format: ForestFormat,

    /// Write one line `node component` per node to FILE; components are numbered from 0. Each rank needs 8
    /// bytes per node for this
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) components: Option<PathBuf>,

    /// Prove the forest minimal after finding it. Each rank gets the whole forest for this
    #[arg(long)]
    pub(crate) verify: bool,

    /// Print the memory per rank for this graph with each algorithm, and compute nothing; as a table, or with
    /// `--stats json` as JSON
    #[arg(long, conflicts_with_all = ["out", "components", "verify"])]
    pub(crate) estimate: bool,

    /// Format of the summary
    #[arg(long, value_enum, default_value_t = ReportForm::Human)]
    pub(crate) stats: ReportForm,

    /// End the run if a rank waits for others for longer than this. It must be longer than the slowest rank
    /// reads, computes or writes between two messages [default: wait forever]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) comm_timeout: Option<Duration>,

    /// From this number of ranks on, messages take two steps over a grid of ranks
    #[arg(long, value_name = "N", default_value_t = Grid::DEFAULT_FROM)]
    pub(crate) grid_from: usize,

    /// Send all kinds of messages between the ranks, check that they arrive, and compute nothing
    #[arg(long, conflicts_with_all = ["graph", "generate", "out", "components", "verify", "estimate"])]
    pub(crate) selftest: bool,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}

/// `--memory` is per rank.
const MEMORY: &str = "Memory limit per rank, in bytes or with a suffix, such as 500M or 8G (powers \
    of 1024); a graph that needs more is refused, `unlimited` refuses none [default: its share of the limit of the \
    process, its control group or the machine]";

/// A format of forests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ForestFormat {
    /// One line `u v weight` per edge, in the graph's own numbering, by edge id
    Edges,
    /// One line per edge: its id, which is its position among the edges of the graph, from 0
    Ids,
}

/// Format of the report of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A short summary
    Human,
    /// One JSON object
    Json,
}

impl Options {
    /// Checks what the types of the arguments cannot express.
    pub(crate) fn contradiction(&self) -> Result<(), String> {
        let ForestOptions { graph, .. } = &self.forest;
        if graph.as_deref() == Some(Path::new("-")) {
            return Err(
                "expected a graph file, found the standard input, which several ranks cannot share".into()
            );
        }
        let refusal = "only one of --out and --components can be the standard output";
        stdout_is_taken(self.forest.outputs(), refusal)?;
        keep(graph.as_deref(), self.forest.outputs())
    }
}

impl ForestOptions {
    /// Returns the files to write.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &Path> {
        [&self.out, &self.components].into_iter().filter_map(Option::as_deref)
    }

    /// Returns the operator.
    pub(crate) fn operator(&self) -> &'static dyn Operator<Ranks> {
        by_name(operators(), &self.algorithm).expect("the command line has checked the name")
    }

    /// Returns the name of the graph, for messages.
    pub(crate) fn graph_name(&self) -> String {
        match (&self.graph, &self.generate) {
            (Some(path), _) => boscage::input_name(path).to_string(),
            (None, Some(generated)) => generated.text().to_owned(),
            (None, None) => String::new(),
        }
    }
}

/// Returns a parser of the operators over ranks.
fn algorithms() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(operators().map(|one| PossibleValue::new(one.name()).help(one.facts().summary)))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..1e9).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds, at least 0.01".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent_in_itself() {
        Options::command().debug_assert();
    }

    #[test]
    fn there_is_one_graph() {
        let parse = |words: &[&str]| Options::try_parse_from([&["msf-mpi"], words].concat()).is_ok();
        assert!(parse(&["a.gr"]) && parse(&["--selftest"]) && parse(&["--generate", "path:nodes=3"]));
        for wrong in [&[][..], &["a.gr", "--generate", "path:nodes=3"], &["a.gr", "--selftest"]] {
            assert!(!parse(wrong), "{wrong:?}");
        }
        let from_stdin = Options::try_parse_from(["msf-mpi", "-"]).map(|options| options.contradiction());
        assert!(from_stdin.unwrap().is_err());
    }
}
