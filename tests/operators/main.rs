//! Promises of operators in addition to the forest, which the oracle checks.

mod arborescences;
mod auto;
mod biconnected;
mod colouring;
mod communities;
mod cores;
mod examples;
mod flow;
mod graphs;
mod isolated;
mod louvain;
mod matchings;
mod negative_lengths;
mod not_forests;
#[cfg(feature = "petgraph")]
mod of_petgraph;
#[cfg(feature = "petgraph")]
mod of_petgraph_functions;
#[cfg(feature = "petgraph")]
mod of_petgraph_trees;
mod page_rank;
mod papers;
mod paths;
#[cfg(feature = "petgraph")]
mod petgraph;
#[cfg(feature = "petgraph")]
mod petgraph_kinds;
mod pma;
mod random_walks;
mod searches;
mod statistics;
mod steiner_trees;
mod strong_components;
mod trusses;
mod widest_paths;
