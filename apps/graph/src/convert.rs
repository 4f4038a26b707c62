//! `graph convert`: the same graph in another format.

use std::path::PathBuf;
use std::slice;

use boscage::exec::Exec;
use boscage::io::{ArcReport, Compression, Format, Isolated, Opened, Prospect, Weights, WriteOptions};
use boscage::{Result, input_name, output_name};
use boscage_programs::files::keep;
use boscage_programs::show::grouped;

use crate::input::{InputArguments, written_formats};

/// Writes a graph in another format.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A suffix .gz, .zst, .bz2 or .xz, after that of the format, compresses. A graph whose edges \
                        have no weights is written without, where the format can, unless --weights gives it some. \
                        Only edge lists and .bsg keep the numbers that nodes have in an edge list: elsewhere nodes are counted. \
                        METIS and Galois files have the edges in the order of their nodes. A warning says what is not kept, \
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

/// What the bytes of a line of output are taken to be, and those of the four blocks of 2^14 lines of each
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
        let by_node = matches!(format, Some(Format::Metis | Format::Galois));
        let adjacency = |graph: &Prospect<'_>| {
            (40 + 4 * graph.weight_bytes as u64) * graph.edges as u64 + 12 * graph.nodes as u64
        };
        let threads = exec.threads() as u64;
        let beside = move |graph: &Prospect<'_>| {
            // What is short touches few pages of the encoder's tables.
            let encoder = encoder.min((graph.edges as u64) << 14);
            let blocks = (BLOCKS * threads).min(LINE * graph.edges as u64);
            encoder + if by_node { adjacency(graph) } else { blocks }
        };
        let input = self.reading.read(exec, opened, beside)?;
        if let Some(ArcReport { arcs, unpaired: unpaired @ 1.., folded: false }) = input.arcs {
            let advice = "every arc is an edge now (--arcs fold or keep decides)";
            let path = input_name(&self.input);
            crate::complain(
                "warning",
                &format!("{path}: {} of {} arcs have no mirror; {advice}", grouped(unpaired), grouped(arcs)),
            );
        }
        // In these two every edge has a weight; the ones that reading made up will do.
        let demands_weights = matches!(format, Some(Format::Dimacs | Format::EdgeArray));
        let unweighted = !input.weighted && self.reading.weights.is_none();
        let options = WriteOptions {
            format,
            weights: if self.omit_weights || unweighted && !demands_weights {
                Weights::Omit
            } else {
                Weights::Write
            },
            isolated: if self.drop_isolated { Isolated::Drop } else { Isolated::Refuse },
            ..WriteOptions::default()
        };
        let losses = boscage::io::write(exec, &self.output, &input.graph, &input.names, &options)?;
        if let Some(format) = format.filter(|_| unweighted && demands_weights && !input.graph.is_empty()) {
            let path = output_name(&self.output);
            let name = format.name();
            crate::complain(
                "warning",
                &format!("{path}: every edge weighs 1 now, as {name} files are written with weights"),
            );
        }
        crate::complain_of_losses(&self.output, &losses);
        Ok(())
    }

    /// What the types alone do not rule out.
    pub(crate) fn check(&self) -> Result<(), String> {
        keep(slice::from_ref(&self.input), &[Some(&self.output)])
    }
}
