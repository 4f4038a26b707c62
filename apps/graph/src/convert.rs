//! `graph convert`: the same graph in another format.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::AnyEdgeList;
use boscage::io::Prospect;
use boscage_programs::progress::Bar;

use crate::files::Files;

/// Writes a graph in another format.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A suffix .gz, .zst, .bz2 or .xz, after that of the format, compresses the output. A graph without \
                  weights is written without weights if the format can do that, unless --weights gives it some. A \
                  directed graph is written as a directed one if the format can do that. Edge lists, tables, GraphML and \
                  .bsg keep the names of nodes; other formats number the nodes again. METIS, Galois and GAP files \
                  have the edges in the order of their nodes. A warning lists what is not kept, except the order of \
                  the two ends of an edge and the type of weights, which do not affect forests. A .bsg file has the \
                  layout of the graph in memory, so reading it is a copy."
)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Leave the weights out
    #[arg(long)]
    omit_weights: bool,
}

impl Convert {
    pub(crate) fn run(&self, exec: &Exec, bar: &Bar) -> Result<()> {
        let omits = self.omit_weights;
        let memory = move |graph: &Prospect<'_>| match graph.weight_bytes as u64 {
            1.. if omits => (8 * graph.edges as u64, 0),
            weight => (0, weight),
        };
        self.files.run(exec, self.files.open()?, bar, memory, |input| {
            if omits {
                input.list = AnyEdgeList::from(input.edges::<()>(exec)?.into_owned());
            }
            Ok(())
        })
    }
}
