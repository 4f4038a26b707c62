//! Forests: the certificate, graphs of other crates and of the world, and the list of operators.

mod certificate;
#[cfg(feature = "petgraph")]
mod petgraph;
#[cfg(feature = "petgraph")]
mod petgraph_import;
mod readme;
mod real_graphs;
