//! The arguments of `msf GRAPH --points`.

use boscage_programs::command_line::with_values_of;
use boscage_programs::input::positive;
use clap::Args;

use crate::points::Distance;

/// The arguments of points.
#[derive(Args)]
#[command(next_help_heading = "Points")]
pub(crate) struct PointArguments {
    /// Read points instead of a graph, and find their tree
    ///
    /// GRAPH is then a table (CSV, TSV) with a row per point, or an array of NumPy of shape (n, d), in a .npy
    /// or alone in an .npz. Their minimum spanning tree is that of the complete graph of all distances, which
    /// is never stored; its clusters are those of single linkage. By default all columns of numbers are
    /// coordinates, except those that are named like ids; --columns chooses others. Nodes are the rows,
    /// counted from 0; the ids of edges are their positions, the lightest first.
    #[arg(long, requires = "graph")]
    #[arg(conflicts_with_all = ["maximum", "from", "arcs", "weights", "keep", "drop_negative", "profile", "chains",
        "keep_geometry", "weight_attribute", "coordinates", "backend", "algorithm", "window"])]
    pub(crate) points: bool,

    /// Distance: euclidean, manhattan, chebyshev, cosine or haversine
    #[arg(long, value_name = "METRIC", value_enum, requires = "points", hide_possible_values = true)]
    #[arg(long_help = with_values_of::<Distance>("Distance between points [default: euclidean]"))]
    pub(crate) metric: Option<Distance>,

    /// Weights are mutual reachability distances of N points
    ///
    /// The weight of an edge is the greatest of its length and the core distances of both points: the radius
    /// of the smallest ball around a point that has N points, itself included. By default weights are
    /// distances or, with --min-cluster-size, N is as many.
    #[arg(long, value_name = "N", value_parser = positive, requires = "points")]
    pub(crate) min_samples: Option<usize>,

    /// Find clusters by density, of at least N points (HDBSCAN)
    ///
    /// --components then writes the cluster of each point, numbered from 0, or -1 for noise.
    #[arg(long, value_name = "N", value_parser = two, requires = "points", conflicts_with_all = ["clusters", "cut"])]
    pub(crate) min_cluster_size: Option<usize>,
}

/// Parses a number from 2 on.
fn two(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0 | 1) => Err("expected at least 2".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("expected a number from 2: {error}")),
    }
}
