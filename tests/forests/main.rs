//! Forests: the certificate, petgraph's graphs, real graphs, and the list of operators.

mod certificate;
mod page;
#[cfg(feature = "petgraph")]
mod petgraph;
#[cfg(feature = "petgraph")]
mod petgraph_import;
mod real_graphs;
mod wide_keys;
