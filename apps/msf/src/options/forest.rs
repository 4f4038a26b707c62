//! The arguments of `msf GRAPH`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use boscage::operators::msf::WindowedKruskal;
use boscage_programs::command_line::with_values_of;
use boscage_programs::input::{COMMON, InputOptions, positive, threads};
use clap::{Args, ValueHint};

use super::PointArguments;
use crate::backend::{self, AUTO, Backend};
use crate::forest_format::ForestFormat;
use crate::profile::ProfileKind;
use crate::report::ReportForm;

/// The arguments of `msf GRAPH`.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ForestOptions {
    /// Graph file; `-` is the standard input [default: a bundled road network]
    #[arg(value_hint = ValueHint::FilePath, help_heading = COMMON)]
    pub(crate) graph: Option<PathBuf>,

    /// Write the forest to FILE; `-` is the standard output
    ///
    /// The summary then goes to stderr.
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = COMMON)]
    pub(crate) out: Option<PathBuf>,

    /// Format of the forest [default: that of the suffix, otherwise edges]
    #[arg(long, value_enum, requires = "out", help_heading = COMMON, hide_possible_values = true)]
    #[arg(long_help = with_values_of::<ForestFormat>("Format of the forest [default: that of the suffix, otherwise edges]"))]
    pub(crate) format: Option<ForestFormat>,

    /// Write the forest in the order from NODE, with depth and cost
    ///
    /// The order is breadth first: source is the parent, target the child, and the columns depth and cost
    /// have the number and the total weight of the edges from NODE. Trees without NODE follow, each from its
    /// lowest node.
    #[arg(long, value_name = "NODE", requires = "out")]
    pub(crate) root: Option<String>,

    /// Write a table of the trees to FILE (CSV)
    ///
    /// Its columns are the number of the tree, its lowest node, its numbers of nodes and edges, its total
    /// weight, the weight of its heaviest edge and, if coordinates are known, the rectangle of its nodes.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) trees: Option<PathBuf>,

    /// Write the tree with the most nodes to FILE, as --out
    ///
    /// The format is that of the suffix.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) largest_tree: Option<PathBuf>,

    /// Write the edges that replace those of the forest to FILE (CSV)
    ///
    /// A row per edge of the forest: its ends, weight and id, the same of the edge that replaces it if it is
    /// lost, and the price, which is the difference of their weights. The dearest loss comes first; equal
    /// prices are in the order of the ids of the lost edges. Bridges come last: nothing replaces them, and
    /// their last cells are empty.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) replacements: Option<PathBuf>,

    /// Write a line `node component` per node to FILE
    ///
    /// Components are numbered from 0.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) components: Option<PathBuf>,

    /// Write K clusters instead of components
    ///
    /// Single linkage: the trees that remain if the heaviest edges of the forest (with --maximum, the
    /// lightest) are removed.
    #[arg(long, value_name = "K", requires = "components", conflicts_with = "cut")]
    pub(crate) clusters: Option<usize>,

    /// Write the clusters within this weight
    ///
    /// As --clusters, but all edges that are heavier than WEIGHT (with --maximum, lighter) are removed.
    #[arg(long, value_name = "WEIGHT", requires = "components", allow_hyphen_values = true)]
    pub(crate) cut: Option<String>,

    /// Prove the forest minimal after finding it
    #[arg(long, help_heading = COMMON)]
    pub(crate) verify: bool,

    /// Form of summary
    #[arg(long, value_enum, default_value_t = ReportForm::Human)]
    pub(crate) stats: ReportForm,

    /// Write a page with a map and charts to FILE.html
    ///
    /// It shows the forest on a map, if the places of the nodes are known, its heaviest edges, those that are
    /// dearest to lose, distributions, and the steps of the computation.
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath, help_heading = "Maps")]
    pub(crate) report: Option<PathBuf>,

    /// Unit of weights on the page, such as km [default: m for extracts]
    ///
    /// Weights of an OpenStreetMap extract are shown in metres; `--unit mm` and `--unit km` convert them.
    #[arg(long, value_name = "UNIT", requires = "report", help_heading = "Maps")]
    pub(crate) unit: Option<String>,

    /// Places of the nodes [default: GRAPH's own, or its name with .co]
    ///
    /// A table (CSV, TSV) with columns of the graph's names of nodes and two coordinates, such as
    /// `id,lon,lat`; or a DIMACS file (.co), whose nodes are numbered from 1, so that node 1 in it is node 0
    /// of a graph whose names begin with 0. By default they are those in the graph's file, or those of a .co
    /// file of its name beside it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Maps")]
    pub(crate) coordinates: Option<PathBuf>,

    /// Coordinates are longitude and latitude
    ///
    /// They are in degrees if all are within 180 and 90, otherwise in millionths of degrees, as in the files
    /// of the DIMACS challenge. The map is then drawn to scale, in metres. By default, coordinates within 180
    /// and 90, of which one is a fraction, are taken for degrees; `--degrees=no` says that they are not.
    #[arg(long, help_heading = "Maps", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    #[arg(value_name = "yes|no", value_parser = yes_or_no)]
    pub(crate) degrees: Option<bool>,

    #[command(flatten)]
    pub(crate) points: PointArguments,

    #[command(flatten)]
    pub(crate) input: InputOptions,

    /// Number of threads [default: as many as the process may use]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Performance")]
    pub(crate) threads: Option<usize>,

    /// Save the state of the run in FILE, and go on from it
    ///
    /// The graph is read as a stream, even if it fits in memory. If FILE exists, the run goes on from it.
    /// FILE is removed when the run is complete. `.bin` and `.bsg` files go on at their place in the file;
    /// other inputs are read again up to there. Formats that cannot be read as a stream are read into memory,
    /// without checkpoints.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Performance")]
    #[arg(requires = "graph", conflicts_with = "report")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Minutes between two checkpoints, such as 0.5
    ///
    /// There is more time between them if they take more than a tenth of it.
    #[arg(long, value_name = "MINUTES", default_value_t = 5.0, help_heading = "Performance")]
    #[arg(requires = "checkpoint")]
    pub(crate) interval: f64,

    /// Print the memory that each algorithm needs, and compute nothing
    ///
    /// It is a table or, with `--stats json`, JSON.
    #[arg(long, requires = "graph", help_heading = "Performance")]
    #[arg(conflicts_with_all = ["out", "trees", "largest_tree", "replacements", "components"])]
    #[arg(conflicts_with_all = ["parallelism", "report", "verify", "window", "checkpoint"])]
    pub(crate) estimate: bool,

    /// Write the parallelism profile to FILE.csv or FILE.svg
    ///
    /// It is the number of edges that each round tries and joins.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = profile)]
    #[arg(help_heading = "Performance")]
    pub(crate) parallelism: Option<(PathBuf, ProfileKind)>,

    /// Backend
    #[arg(long, value_enum, default_value_t, help_heading = "Performance")]
    pub(crate) backend: Backend,

    /// Algorithm; all of them find the same forest
    #[arg(long, value_name = "NAME", default_value = AUTO, value_parser = backend::names())]
    #[arg(hide_possible_values = true, long_help = backend::described("Algorithm; all of them find the same forest"))]
    #[arg(help_heading = "Algorithms")]
    pub(crate) algorithm: String,

    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Algorithms")]
    #[arg(help = format!("Edges in the window of windowed-kruskal [default: adaptive, from {}]", WindowedKruskal::DEFAULT_WINDOW))]
    pub(crate) window: Option<usize>,
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("expected yes or no".to_owned()),
    }
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
