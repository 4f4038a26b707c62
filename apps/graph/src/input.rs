//! Reading of a graph by the options of the command line.

use std::path::Path;

use boscage::Result;
use boscage::exec::Exec;
use boscage::io::{Admit, ArcPolicy, Format, Input, Opened, Prospect, ReadOptions, Unweighted};
use boscage::memory::{self, Bytes};
use boscage_programs::input::{arc_policies, formats, with_formats};
use boscage_programs::needs::Phases;
use boscage_programs::progress::Bar;
use boscage_programs::reading::ReadingArguments;
use boscage_programs::show::warnings;

/// Options for reading the input.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// Format of the input [default: found from its content]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true)]
    #[arg(long_help = with_formats("Format of the input [default: found from its content]"))]
    from: Option<Format>,

    /// Arcs of formats that list edges twice: auto, fold or keep
    ///
    /// Edges are listed from both ends: fold mirrors into edges, keep every arc as a directed edge, or fold
    /// if all arcs have mirrors.
    #[arg(long, value_name = "POLICY", value_parser = arc_policies(), default_value_t = ArcPolicy::default())]
    #[arg(hide_possible_values = true)]
    arcs: ArcPolicy,

    /// Edges have a direction, from their first end
    ///
    /// Every line is an edge, nothing is folded.
    #[arg(long, conflicts_with = "undirected")]
    directed: bool,

    /// Edges have no direction, whatever the input says
    #[arg(long)]
    undirected: bool,

    /// Weights if there are none: `one`, `hash` or `uniform:SEED:MAX`
    ///
    /// By default, the edges of such an input have no weights.
    #[arg(long, value_name = "LAW", value_parser = str::parse::<Unweighted>)]
    weights: Option<Unweighted>,

    #[command(flatten)]
    formats: ReadingArguments,

    /// Memory limit, such as 500M, 8G or `unlimited` [default: the system's]
    ///
    /// In bytes or with a suffix (powers of 1024). A graph that needs more is refused; `unlimited` refuses
    /// none. By default it is the limit of the process, its control group or the machine.
    #[arg(long, value_name = "SIZE", value_parser = str::parse::<Bytes>, help_heading = "Performance")]
    memory: Option<Bytes>,
}

/// Bytes of the program itself, which is larger if it is not optimised. The part of its file that is in
/// memory varies by megabytes per run.
const PROGRAM: u64 = if cfg!(debug_assertions) { 16 << 20 } else { 23 << 19 };

impl InputArguments {
    /// Reads a file, unless its graph needs more memory than the limit; `beside` returns the bytes needed
    /// beside the edges once it has been read.
    pub(crate) fn read(
        &self,
        exec: &Exec,
        path: &Path,
        opened: Opened,
        bar: &Bar,
        beside: impl Fn(&Prospect<'_>) -> u64 + Send + Sync + 'static,
    ) -> Result<Input> {
        memory::set_total(self.memory.map(|bytes| bytes.0));
        let threads = exec.threads() as u64;
        let admit = Admit::new(move |seen| {
            let mut phases = Phases::new(PROGRAM, None, seen, threads);
            phases.beside("the work", [("beside them", beside(seen))]);
            phases.admit(seen.path)
        });
        let options = ReadOptions {
            format: self.from,
            arcs: self.arcs,
            is_directed: (self.directed || self.undirected).then_some(self.directed),
            unweighted: self.weights,
            admit: Some(admit),
            ..self.formats.options()
        };
        bar.reads(path, opened.progress());
        let input = opened.read(exec, &options)?;
        warnings("graph", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
        Ok(input)
    }
}
