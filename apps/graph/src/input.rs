//! Reading of a graph by the options of the command line.

use std::path::Path;

use boscage::Result;
use boscage::exec::Exec;
use boscage::io::{Admit, ArcPolicy, Format, Input, Opened, Prospect, ReadOptions, Unweighted};
use boscage::memory::{self, Bytes};
use boscage_programs::input::{arc_policies, formats};
use boscage_programs::needs::Phases;
use boscage_programs::progress::Bar;
use boscage_programs::reading::ReadingArguments;
use boscage_programs::show::warnings;

/// Options for reading the input.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArguments {
    /// Format of the input, instead of the one found from its content
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,

    /// In formats that list arcs: fold mirrors into edges, keep every arc as a directed edge, or fold if all
    /// arcs have mirrors
    #[arg(long, value_name = "POLICY", value_parser = arc_policies(), default_value_t = ArcPolicy::default())]
    arcs: ArcPolicy,

    /// Edges have a direction, from their first end: every line is an edge, nothing is folded
    #[arg(long, conflicts_with = "undirected")]
    directed: bool,

    /// Edges have no direction, whatever the input says
    #[arg(long)]
    undirected: bool,

    /// Weights of edges in an input without weights: one, hash, or uniform:SEED:MAX [default: no weights]
    #[arg(long, value_name = "LAW", value_parser = str::parse::<Unweighted>)]
    weights: Option<Unweighted>,

    /// Memory limit, in bytes or with a suffix, such as 500M or 8G (powers of 1024); a graph that needs more
    /// is refused, unlimited refuses none [default: the limit of the process, its control group or the
    /// machine]
    #[arg(long, value_name = "SIZE", value_parser = str::parse::<Bytes>)]
    memory: Option<Bytes>,

    #[command(flatten)]
    formats: ReadingArguments,
}

/// Bytes of the program itself, which is larger if it is not optimised. The part of its file that is in
/// memory varies by megabytes per run.
const PROGRAM: u64 = if cfg!(debug_assertions) { 12 << 20 } else { 9 << 20 };

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
            let mut phases = Phases::new(PROGRAM, seen, threads);
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
