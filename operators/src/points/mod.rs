//! Points in space.

mod distances;
mod duplicates;
mod lists;
mod neighbours;
mod on_tree;
#[allow(clippy::module_inception)]
mod points;
mod reach;
mod rounds;
mod rows;
mod select;
mod shape;
mod spanning_tree;
mod tree;
mod walk;

pub use distances::{Distances, spanning_tree_of_distances};
pub use neighbours::{Neighbours, nearest_neighbours};
pub use points::{Coordinates, Metric, Points};
pub use spanning_tree::{SpanningTree, minimum_spanning_tree};

/// What weighs an edge between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reachability {
    /// Their distance.
    #[default]
    Euclidean,
    /// Their mutual reachability distance.
    Mutual {
        /// min samples, with the point itself.
        min_samples: usize,
    },
}
