//! `graph generate`: generates graphs.

use std::path::{Path, PathBuf};

use boscage::exec::Exec;
use boscage::graph::AnyEdgeList;
use boscage::io::{self, Compression, Format, Isolated, Loss, Names, Output, WriteOptions};
use boscage::{Error, Result, memory};
use boscage_programs::family::{Family, Made, StyleOptions};
use boscage_programs::files::check_output;
use boscage_programs::input::{with_written_formats, written_formats};
use boscage_programs::progress::Bar;

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
    /// Graphs of more than 4294967294 edges can only be read in parts, as msf-mpi does, or as a stream, as
    /// msf does. Road networks can also be OpenStreetMap extracts, .osm.pbf, in which a unit of the map is a
    /// millionth of a degree.
    output: PathBuf,

    /// Format of the output [default: that of its suffix]
    #[arg(long, value_name = "FORMAT", value_parser = written_formats(), hide_possible_values = true)]
    #[arg(long_help = with_written_formats("Format of the output [default: that of its suffix]"))]
    to: Option<Format>,

    #[command(flatten)]
    style: StyleOptions,

    /// Leave out nodes without edges, if the format cannot hold them
    #[arg(long)]
    drop_isolated: bool,
}

impl AsRef<StyleOptions> for Common {
    fn as_ref(&self) -> &StyleOptions {
        &self.style
    }
}

impl Common {
    fn write_options(&self) -> WriteOptions {
        let isolated = if self.drop_isolated { Isolated::Drop } else { Isolated::Refuse };
        WriteOptions { format: self.to, isolated, ..WriteOptions::default() }
    }
}

impl Generate {
    /// Checks what the types of the arguments cannot express.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.family.check()
    }

    pub(crate) fn bar(&self) -> Bar {
        Bar::for_work(true).beside(&self.family.common().output)
    }

    pub(crate) fn run(&self, exec: &Exec, bar: &Bar) -> Result<()> {
        let common = self.family.common();
        let begin = |path| Output::create(path, Compression::from_suffix(path));
        let coordinates = self.family.coordinates().map(begin).transpose()?;
        let is_extract = self.check_output()?;
        bar.stage("generating");
        let (losses, places) = match self.family.make(exec)? {
            Made::Recipe(recipe) => {
                (io::write_recipe(exec, &common.output, &recipe, &common.write_options())?, Vec::new())
            }
            Made::Map(graph, places) => {
                bar.stage("writing");
                let graph = AnyEdgeList::from(graph);
                (write_map(exec, common, &graph, &places, is_extract)?, places)
            }
        };
        bar.clear();
        crate::complain_of_losses(&common.output, &losses);
        coordinates.map_or(Ok(()), |output| io::write_coordinates_to(output, &places))
    }

    /// Refuses an output that cannot be written, before the graph is generated. Returns `true` if it is an
    /// OpenStreetMap extract, for which only a road network has the places.
    fn check_output(&self) -> Result<bool> {
        let Common { output, to, .. } = self.family.common();
        let is_map = matches!(self.family, Family::Road { .. });
        let is_extract = is_map && to.is_none() && Format::from_suffix(output) == Some(Format::OsmPbf);
        if !is_extract && self.family.common().write_options().format_for(output)? == Format::Gap {
            refuse_weights(output)?;
        }
        check_output(output).map(|()| is_extract)
    }
}

/// Refuses a file of GAP whose name says that it has no weights: generated graphs have some.
fn refuse_weights(path: &Path) -> Result<()> {
    let stem = if Compression::from_suffix(path).is_some() { &path.with_extension("") } else { path };
    if stem.extension().is_none_or(|suffix| !suffix.eq_ignore_ascii_case("sg")) {
        return Ok(());
    }
    let what = "a GAP .sg file has no weights, and generated graphs have some".to_owned();
    Err(Error::Unwritable { path: path.to_owned(), what, cure: "name the file .wsg" })
}

/// Writes a road network; `places` are those of its nodes.
fn write_map(
    exec: &Exec,
    common: &Common,
    graph: &AnyEdgeList,
    places: &[[f64; 2]],
    is_extract: bool,
) -> Result<Vec<Loss>> {
    if !is_extract {
        return io::write(exec, &common.output, graph, &Names::Offset(0), &common.write_options());
    }
    let degree = |node: usize| [places[node][0] * UNIT, -places[node][1] * UNIT];
    let degrees = memory::from_fn("coordinates", places.len(), degree)?;
    io::osm::write_pbf(exec, &common.output, graph, &degrees, None).map(|()| Vec::new())
}
