//! The arguments of `msf entrant`.

use std::path::PathBuf;

use boscage_programs::input::{positive, threads};
use clap::{Args, ValueHint};

use crate::backend;

/// The arguments of `msf entrant`.
#[derive(Args)]
pub(crate) struct EntrantOptions {
    /// Algorithm
    #[arg(value_parser = backend::names())]
    pub(crate) name: String,

    /// Graph file; `-` is the standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) graph: PathBuf,

    /// Number of threads
    #[arg(value_parser = threads)]
    pub(crate) threads: usize,

    /// Number of repetitions
    #[arg(value_parser = positive)]
    pub(crate) repetitions: usize,
}
