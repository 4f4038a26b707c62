//! The arguments of `msf verify`.

use std::path::PathBuf;

use boscage_programs::command_line::with_values_of;
use boscage_programs::input::{InputOptions, threads};
use clap::{Args, ValueHint};

use crate::forest_format::ForestFormat;

/// The arguments of `msf verify`.
#[derive(Args)]
#[command(
    after_help = "Ends with 0 if the forest is minimal (with --exact: the one that msf finds), 1 if not, 2 on an \
                  error.",
    mut_arg("quiet", |arg| arg.help("Print nothing if the forest is correct, or the flaw to stderr"))
)]
pub(crate) struct VerifyOptions {
    /// Graph file; `-` is the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) graph: PathBuf,

    /// Forest; `-` is the standard input
    ///
    /// Lines `u v` or `u v weight` in the graph's numbering, a table (CSV) with columns `source`, `target`
    /// and perhaps `weight`, or edge ids, DIMACS or dot as written by msf.
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) forest: PathBuf,

    /// Format of the forest's file [default: found from its content]
    #[arg(long, value_enum, hide_possible_values = true)]
    #[arg(long_help = with_values_of::<ForestFormat>("Format of the forest's file [default: found from its content]"))]
    pub(crate) format: Option<ForestFormat>,

    /// Also refuse a minimal forest that is not the one msf finds
    ///
    /// Of edges of equal weight, msf prefers the first.
    #[arg(long)]
    pub(crate) exact: bool,

    #[command(flatten)]
    pub(crate) input: InputOptions,

    /// Number of threads [default: as many as the process may use]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Performance")]
    pub(crate) threads: Option<usize>,
}
