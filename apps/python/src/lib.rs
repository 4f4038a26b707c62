//! `_boscage`: the compiled half of the Python package `boscage`.
//!
//! | file | concern |
//! |---|---|
//! | `columns.rs`, `source.rs` | NumPy arrays, and edge lists made of them |
//! | `names.rs`, `arrow.rs` | names of nodes, in arrays, lists and streams of Arrow |
//! | `graph.rs` | the class `Graph`: an edge list, and computations on it |
//! | `distances.rs` | the class `Distances`, and its spanning trees |
//! | `points.rs` | points: spanning trees, neighbours, HDBSCAN |
//! | `operators.rs` | results of other operators |
//! | `paths.rs` | shortest and widest paths, Steiner trees, random walks |
//! | `dijkstra.rs` | the class `Dijkstra`: paths and distances from node to node |
//! | `communities.rs`, `cuts.rs`, `optima.rs` | communities; bridges and blocks; matchings and arborescences |
//! | `forest.rs`, `joins.rs` | the class `Forest`: its edges, its clusters, its bottlenecks |
//! | `replacements.rs` | the edges that replace those of a forest |
//! | `blocks.rs`, `streams.rs`, `dynamic.rs` | forests of edges that come block by block |
//! | `files.rs` | reading, writing, generating, converting |
//! | `work.rs` | work without the GIL, which Ctrl-C ends |
//! | `errors.rs` | errors of the library as exceptions |
//!
//! Users see only `python/boscage`. This crate still checks its arguments, and no argument makes it panic.
#![deny(unsafe_code)]

mod arrow;
mod blocks;
mod columns;
mod communities;
mod cuts;
mod dijkstra;
mod distances;
mod dynamic;
mod errors;
mod files;
mod forest;
mod graph;
mod joins;
mod names;
mod operators;
mod optima;
mod paths;
mod points;
mod replacements;
mod source;
mod streams;
mod work;

use pyo3::prelude::*;

/// The compiled half of the package. It relies on the GIL, which alone keeps other threads of Python from the
/// arrays that are read.
#[pymodule(gil_used = true)]
mod _boscage {
    #[pymodule_export]
    use crate::communities::{leiden, louvain};
    #[pymodule_export]
    use crate::cuts::{articulation_points, biconnected_components, bridges};
    #[pymodule_export]
    use crate::dijkstra::Dijkstra;
    #[pymodule_export]
    use crate::distances::Distances;
    #[pymodule_export]
    use crate::dynamic::DynamicForest;
    #[pymodule_export]
    use crate::files::{convert, generate, read, write};
    #[pymodule_export]
    use crate::forest::Forest;
    #[pymodule_export]
    use crate::graph::{Graph, algorithms, processors};
    #[pymodule_export]
    use crate::names::edge_columns;
    #[pymodule_export]
    use crate::operators::{
        betweenness, clustering_coefficients, core_numbers, distances, page_rank, strong_components,
        triangles, truss_numbers,
    };
    #[pymodule_export]
    use crate::optima::{maximum_bipartite_matching, minimum_arborescence};
    #[pymodule_export]
    use crate::paths::{
        bellman_ford, edges_before, random_walks, shortest_paths, steiner_tree, widest_paths,
    };
    #[pymodule_export]
    use crate::points::{hdbscan, hdbscan_of_distances, nearest_neighbours, spanning_tree_of_points};
    #[pymodule_export]
    use crate::replacements::replacements;
    #[pymodule_export]
    use crate::streams::ForestStream;
}
