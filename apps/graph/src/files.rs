//! A graph that is read from a file, changed, and written to another.

use std::path::{Path, PathBuf};

use boscage::Result;
use boscage::exec::Exec;
use boscage::io::{Compression, Format, Input, Isolated, Loss, Opened, Prospect, WriteOptions};
use boscage_programs::files::{check_output, keep};
use boscage_programs::input::{with_written_formats, written_formats};
use boscage_programs::progress::Bar;

use crate::input::InputArguments;

/// The input, the output, and how they are read and written.
#[derive(Debug, clap::Args)]
pub(crate) struct Files {
    /// Graph to read, in any format, compressed or not; - for the standard input
    input: PathBuf,

    /// File to write; - for the standard output, with --to
    output: PathBuf,

    /// Format of the output [default: that of its suffix]
    #[arg(long, value_name = "FORMAT", value_parser = written_formats(), hide_possible_values = true)]
    #[arg(long_help = with_written_formats("Format of the output [default: that of its suffix]"))]
    to: Option<Format>,

    /// Leave out nodes without edges, if the format cannot hold them
    #[arg(long)]
    drop_isolated: bool,

    #[command(flatten)]
    reading: InputArguments,
}

/// Assumed bytes per line of output, and the bytes of the four blocks of 2^14 lines per thread that wait to
/// be written.
const LINE: u64 = 24;
const BLOCKS: u64 = LINE << 16;

impl Files {
    pub(crate) fn bar(&self) -> Bar {
        Bar::reading(&self.input).beside(&self.output)
    }

    /// Checks what the types of the arguments cannot express; `other` is another file to read.
    pub(crate) fn check(&self, other: Option<&Path>) -> Result<(), String> {
        keep([&*self.input].into_iter().chain(other), [&*self.output])
    }

    /// Opens the input, and refuses an output that cannot be written.
    pub(crate) fn open(&self) -> Result<Opened> {
        let opened = Opened::new(&self.input)?;
        self.write_options().format_for(&self.output)?;
        check_output(&self.output).map(|()| opened)
    }

    fn write_options(&self) -> WriteOptions {
        let isolated = if self.drop_isolated { Isolated::Drop } else { Isolated::Refuse };
        WriteOptions { format: self.to, isolated, ..WriteOptions::default() }
    }

    /// Reads the graph, changes it, and writes it; `memory` returns the bytes that the change needs, and
    /// those of a weight after it.
    pub(crate) fn run(
        &self,
        exec: &Exec,
        opened: Opened,
        bar: &Bar,
        memory: impl Fn(&Prospect<'_>) -> (u64, u64) + Send + Sync + 'static,
        change: impl FnOnce(&mut Input) -> Result<()>,
    ) -> Result<()> {
        let format = self.to.or_else(|| Format::from_suffix(&self.output));
        let encoder = Compression::from_suffix(&self.output).map_or(0, Compression::encoder_memory);
        let by_node = format.is_some_and(|format| format.losses().contains(&Loss::Order));
        let threads = exec.threads() as u64;
        let beside = move |graph: &Prospect<'_>| {
            let [nodes, edges] = [graph.nodes, graph.edges].map(|count| count as u64);
            let (change, weight) = memory(graph);
            // A short output touches few pages of the encoder's tables.
            let encoder = encoder.min(edges << 14);
            let adjacency = (24 + 4 * weight) * edges + 12 * nodes;
            let blocks = (BLOCKS * threads).min(LINE * edges);
            encoder + change + if by_node { adjacency } else { blocks }
        };
        let mut input = self.reading.read(exec, &self.input, opened, bar, beside)?;
        change(&mut input).map_err(|error| error.during(&self.input, "changing the graph"))?;
        bar.stage("writing");
        let losses = input.write(exec, &self.output, &self.write_options())?;
        bar.clear();
        crate::complain_of_losses(&self.output, &losses);
        Ok(())
    }
}
