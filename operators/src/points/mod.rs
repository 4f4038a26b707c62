//! Points in space: spanning trees, single linkage, HDBSCAN, nearest neighbours.
//!
//! The spanning tree of points is the forest of a complete graph that is never stored.
//!
//! | for | function |
//! |---|---|
//! | the minimum spanning tree of points, and single linkage by its dendrogram | [`minimum_spanning_tree`] |
//! | the same, if only the distances are known | [`spanning_tree_of_distances`], [`mutual_reachability`] |
//! | clusters by density, and noise | [`hdbscan`], [`hdbscan_of_tree`] |
//! | the nearest neighbours of each point | [`nearest_neighbours`] |
//!
//! Edges are compared by (weight, distance, lower point, higher point), so there is one tree: on any number
//! of threads, on any processor, also if many distances are equal.
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::operators::points::{Hdbscan, NOISE, Points, Reachability, hdbscan, minimum_spanning_tree};
//!
//! let exec = Exec::available()?;
//! // Two groups of three points, and one far away.
//! let places = [[0., 0.], [0., 1.], [1., 0.], [9., 9.], [9., 8.], [8., 9.], [50., 0.]];
//! let points = Points::new(&places[..], 2)?;
//! let tree = minimum_spanning_tree(&exec, points, Reachability::Distance)?;
//! assert_eq!(tree.dendrogram(&exec)?.clusters(&exec, 3)?.labels(), [0, 0, 0, 1, 1, 1, 2]);
//!
//! let config = Hdbscan { min_cluster_size: 3, min_samples: Some(2), ..Hdbscan::default() };
//! let clusters = hdbscan(&exec, points, &config)?;
//! assert_eq!(clusters.labels(), [0, 0, 0, 1, 1, 1, NOISE]);
//! # Ok::<(), boscage::Error>(())
//! ```

mod coordinates;
mod distances;
mod duplicates;
mod hdbscan;
mod lists;
mod neighbours;
mod on_tree;
mod reach;
mod rounds;
mod rows;
mod select;
mod shape;
mod spanning_tree;
mod tree;
mod walk;

pub use coordinates::{Coordinates, Metric, Points};
pub use distances::{Distances, mutual_reachability, spanning_tree_of_distances};
pub use hdbscan::{CondensedTree, Hdbscan, HdbscanClusters, NOISE, Selection, hdbscan, hdbscan_of_tree};
pub use neighbours::{Neighbours, nearest_neighbours};
pub use reach::Reachability;
pub use spanning_tree::{SpanningTree, minimum_spanning_tree};
