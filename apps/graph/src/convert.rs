//! `graph convert`: the same graph in another format.

use std::borrow::Cow;
use std::path::PathBuf;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::AnyEdgeList;
use boscage::io::{Compression, Format, Isolated, Opened, Prospect, WriteOptions};
use boscage_programs::files::keep;
use boscage_programs::input::written_formats;

use crate::input::InputArguments;

/// Writes a graph in another format.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A suffix .gz, .zst, .bz2 or .xz, after that of the format, compresses. A graph whose edges \
                        have no weights is written without, where the format can, unless --weights gives it some. \
                        A directed graph is written as one, where the format can. \
                        Only edge lists and .bsg keep the numbers that nodes have in an edge list: elsewhere nodes are counted. \
                        METIS, Galois and GAP files have the edges in the order of their nodes. A warning says what is not kept, \
                        except the order of the two ends of an edge and the type of weights, which no forest depends on. \
                        A .bsg file is the graph as it lies in memory, so reading it is a copy."
)]
pub(crate) struct Convert {
    /// The graph, in any format, compressed or not; - for the standard input
    input: PathBuf,

    /// The file to write; - for the standard output, with --to
    output: PathBuf,

    #[command(flatten)]
    reading: InputArguments,

    /// Format of the output, where its suffix is not to decide
    #[arg(long, value_name = "FORMAT", value_parser = written_formats())]
    to: Option<Format>,

    /// Leave the weights out
    #[arg(long)]
    omit_weights: bool,

    /// Leave nodes without edges out, in formats that name nodes by their edges alone
    #[arg(long)]
    drop_isolated: bool,
}

/// The bytes that a line of output is taken for, and those of the four blocks of 2^14 lines of each
/// thread that wait to be written.
const LINE: u64 = 24;
const BLOCKS: u64 = LINE << 16;

impl Convert {
    pub(crate) fn open(&self) -> Result<Opened> {
        Opened::new(&self.input)
    }

    pub(crate) fn run(&self, exec: &Exec, opened: Opened) -> Result<()> {
        let format = self.to.or_else(|| Format::of_suffix(&self.output));
        let encoder = Compression::of_suffix(&self.output).map_or(0, Compression::encoder_memory);
        let by_node = matches!(format, Some(Format::Metis | Format::Galois | Format::Gap));
        let omits = self.omit_weights;
        let threads = exec.threads() as u64;
        let beside = move |graph: &Prospect<'_>| {
            let [nodes, edges, weight] =
                [graph.nodes, graph.edges, graph.weight_bytes].map(|count| count as u64);
            // What is short touches few pages of the encoder's tables.
            let encoder = encoder.min(edges << 14);
            let (bare, weight) = if omits && weight > 0 { (8 * edges, 0) } else { (0, weight) };
            let adjacency = (24 + 4 * weight) * edges + 12 * nodes;
            let blocks = (BLOCKS * threads).min(LINE * edges);
            encoder + bare + if by_node { adjacency } else { blocks }
        };
        let input = self.reading.read(exec, opened, beside)?;
        let list = match omits {
            true => Cow::Owned(AnyEdgeList::from(input.edges::<()>(exec)?.into_owned())),
            false => Cow::Borrowed(&input.list),
        };
        let options = WriteOptions {
            format,
            is_directed: input.is_directed,
            isolated: if self.drop_isolated { Isolated::Drop } else { Isolated::Refuse },
            ..WriteOptions::default()
        };
        let losses = boscage::io::write(exec, &self.output, &list, &input.names, &options)?;
        crate::complain_of_losses(&self.output, &losses);
        Ok(())
    }

    /// Refuses what the types alone do not rule out.
    pub(crate) fn check(&self) -> Result<(), String> {
        keep([&*self.input], [&*self.output])
    }
}
