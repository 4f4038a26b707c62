//! `graph generate`: generates graphs.

use std::path::PathBuf;

use boscage::exec::Exec;
use boscage::graph::AnyEdgeList;
use boscage::io::{self, Compression, Format, Isolated, Names, Output, WriteOptions};
use boscage::{Result, memory};
use boscage_programs::family::{Family, Made, StyleOptions};
use boscage_programs::input::written_formats;

/// Degrees per unit of a generated map in an OpenStreetMap extract: about 11 centimetres.
const UNIT: f64 = 1e-6;

/// Generates a graph of a family.
#[derive(Debug, clap::Args)]
pub(crate) struct Generate {
    #[command(subcommand)]
    family: Family<Common>,
}

/// Options of all families.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Common {
    /// File to write, in the format of its suffix; - for the standard output, with --to
    ///
    /// Edges are written as they are generated, so a graph may be larger than memory. Only road networks, and
    /// graphs in METIS, Galois and GAP files, which are ordered by node, are generated in memory first.
    /// Graphs of more than 4294967294 edges can only be read in parts, as msf-mpi does. Road networks can
    /// also be OpenStreetMap extracts, .osm.pbf, in which a unit of the map is a millionth of a degree.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Format of the output, instead of that of its suffix
    #[arg(long, value_name = "FORMAT", value_parser = written_formats())]
    to: Option<Format>,

    #[command(flatten)]
    style: StyleOptions,

    /// Leave out nodes without edges, in formats that name nodes only by their edges
    #[arg(long)]
    drop_isolated: bool,
}

impl AsRef<StyleOptions> for Common {
    fn as_ref(&self) -> &StyleOptions {
        &self.style
    }
}

impl Generate {
    /// Checks what the types of the arguments cannot express.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.family.check()
    }

    pub(crate) fn run(&self, exec: &Exec) -> Result<()> {
        let common = self.family.common();
        let begin = |path| Output::create(path, Compression::from_suffix(path));
        let coordinates = self.family.coordinates().map(begin).transpose()?;
        let isolated = if common.drop_isolated { Isolated::Drop } else { Isolated::Refuse };
        let options = WriteOptions { format: common.to, isolated, ..WriteOptions::default() };
        let (losses, places) = match self.family.make(exec)? {
            Made::Recipe(recipe) => (io::write_recipe(exec, &common.out, &recipe, &options)?, Vec::new()),
            Made::Map(graph, places) => {
                let graph = AnyEdgeList::from(graph);
                let losses = match common.to.or_else(|| Format::from_suffix(&common.out)) {
                    Some(Format::OsmPbf) => {
                        let degree = |node: usize| [places[node][0] * UNIT, -places[node][1] * UNIT];
                        let degrees = memory::from_fn("coordinates", places.len(), degree)?;
                        io::osm::write_pbf(exec, &common.out, &graph, &degrees, None)?;
                        Vec::new()
                    }
                    _ => io::write(exec, &common.out, &graph, &Names::Offset(0), &options)?,
                };
                (losses, places)
            }
        };
        crate::complain_of_losses(&common.out, &losses);
        coordinates.map_or(Ok(()), |output| io::write_coordinates_to(output, &places))
    }
}
