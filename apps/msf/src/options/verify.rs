//! The arguments of `msf verify`.

use std::path::PathBuf;

use boscage_programs::input::{InputOptions, threads};
use clap::{Args, ValueHint};

use crate::forest_format::ForestFormat;

/// The arguments of `msf verify`.
#[derive(Args)]
#[command(
    after_help = "Ends with 0 if the forest is minimal (with --exact: the one that msf finds), 1 if not, 2 on an \
                  error.",
    mut_arg("quiet", |arg| arg.help("Print nothing if the forest is correct; otherwise print the flaw to standard error"))
)]
pub(crate) struct VerifyOptions {
    /// Graph file; `-` is the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) graph: PathBuf,

    /// Forest: lines `u v` or `u v weight` in the graph's numbering, or edge ids, DIMACS or dot as written by
    /// msf; `-` is the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) forest: PathBuf,

    /// Format of the forest's file [default: found from its content]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ForestFormat>,

    /// Also refuse a minimal forest that is not the one msf finds, which prefers the first of edges of equal
    /// weight
    #[arg(long)]
    pub(crate) exact: bool,

    /// Number of threads [default: as many as the process may use]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}
