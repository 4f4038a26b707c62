//! The arguments of `msf GRAPH`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use boscage::operators::msf::WindowedKruskal;
use boscage_programs::input::{InputOptions, positive, threads};
use clap::{Args, ValueHint};

use crate::backend::{self, AUTO, Backend};
use crate::forest_format::ForestFormat;
use crate::profile::ProfileKind;
use crate::report::ReportForm;

/// The arguments of `msf GRAPH`.
#[derive(Args)]
pub(crate) struct ForestOptions {
    /// Graph file; `-` is the standard input [default: a bundled road network]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) graph: Option<PathBuf>,

    /// Algorithm; all of them find the same forest
    #[arg(long, value_name = "NAME", default_value = AUTO, value_parser = backend::names())]
    pub(crate) algorithm: String,

    /// Backend
    #[arg(long, value_enum, default_value_t)]
    pub(crate) backend: Backend,

    #[arg(long, value_name = "N", value_parser = positive)]
    #[arg(help = format!("Edges in the window of windowed-kruskal [default: adaptive, from {}]", WindowedKruskal::DEFAULT_WINDOW))]
    pub(crate) window: Option<usize>,

    /// Write the forest to FILE; `-` is the standard output, and the summary then goes to stderr
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,

    /// Format of the written forest [default: that of the suffix of --out, otherwise edges]
    #[arg(long, value_enum, requires = "out")]
    pub(crate) format: Option<ForestFormat>,

    /// Write the forest in the order from NODE, its root, breadth first: source is the parent, target the
    /// child, and columns depth and cost have the number and the total weight of the edges from the root.
    /// Trees without NODE follow, each from its lowest node
    #[arg(long, value_name = "NODE", requires = "out")]
    pub(crate) root: Option<String>,

    /// Write a table of the trees to FILE (CSV): number, lowest node, nodes, edges, total weight, weight of
    /// the heaviest edge and, if coordinates are known, the rectangle of the nodes
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) trees: Option<PathBuf>,

    /// Write the tree with the most nodes to FILE, in the format of its suffix, as --out
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) largest_tree: Option<PathBuf>,

    /// Write one line `node component` per node to FILE; components are numbered from 0
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) components: Option<PathBuf>,

    /// Write K clusters instead of components (single linkage): the trees that remain if the heaviest edges
    /// of the forest (with --maximum, the lightest) are removed
    #[arg(long, value_name = "K", requires = "components", conflicts_with = "cut")]
    pub(crate) clusters: Option<usize>,

    /// The same, but remove all edges that are heavier than WEIGHT (with --maximum, lighter)
    #[arg(long, value_name = "WEIGHT", requires = "components", allow_hyphen_values = true)]
    pub(crate) cut: Option<String>,

    /// Prove the forest minimal after finding it
    #[arg(long)]
    pub(crate) verify: bool,

    /// Print the memory that each algorithm needs for this graph, and compute nothing; as a table, or with
    /// `--stats json` as JSON
    #[arg(long, requires = "graph")]
    #[arg(conflicts_with_all = ["out", "trees", "largest_tree", "components", "parallelism", "report", "verify", "window"])]
    pub(crate) estimate: bool,

    /// Format of the summary
    #[arg(long, value_enum, default_value_t = ReportForm::Human)]
    pub(crate) stats: ReportForm,

    /// Write the parallelism profile, the number of edges that each round tries and joins, to FILE.csv or
    /// FILE.svg
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = profile)]
    pub(crate) parallelism: Option<(PathBuf, ProfileKind)>,

    /// Write a page about the run to FILE.html, for a browser: the forest on a map, if the places of the
    /// nodes are known, its heaviest edges, distributions, and the steps of the computation
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Unit of the weights on the page, such as km or min [default: m for an OpenStreetMap extract]
    #[arg(long, value_name = "UNIT", requires = "report")]
    pub(crate) unit: Option<String>,

    /// Places of the nodes: a table (CSV, TSV) with columns of the graph's names of nodes and two
    /// coordinates, such as `id,lon,lat`; or a DIMACS file (.co), whose nodes are numbered from 1, so that
    /// node 1 in it is node 0 of a graph whose names begin with 0 [default: the graph's own, or the .co file
    /// of its name beside it]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) coordinates: Option<PathBuf>,

    /// Coordinates are longitude and latitude: in degrees if all are within 180 and 90, otherwise in
    /// millionths of degrees, as in the files of the DIMACS challenge. The map is then drawn to scale, in
    /// metres
    #[arg(long)]
    pub(crate) degrees: bool,

    /// Number of threads [default: as many as the process may use]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) input: InputOptions,
}

fn profile(text: &str) -> Result<(PathBuf, ProfileKind), String> {
    let path = Path::new(text);
    let kind = match path.extension().and_then(OsStr::to_str) {
        Some("csv") => ProfileKind::Csv,
        Some("svg") => ProfileKind::Svg,
        _ => return Err("expected a file name that ends in .csv or .svg".to_owned()),
    };
    Ok((path.to_owned(), kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_are_told_by_their_suffix() {
        assert_eq!(profile("a.b.csv").unwrap().1, ProfileKind::Csv);
        assert_eq!(profile("x/y.svg").unwrap().1, ProfileKind::Svg);
        for other in ["profile", "a.png", ".csv", "-"] {
            assert!(profile(other).is_err(), "{other}");
        }
    }
}
