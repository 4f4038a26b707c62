//! Forests: the certificate, petgraph's graphs, real graphs, replacements, streams, and the list of
//! operators.

mod certificate;
mod dynamic;
mod page;
#[cfg(feature = "petgraph")]
mod petgraph;
#[cfg(feature = "petgraph")]
mod petgraph_import;
mod real_graphs;
mod replacements;
mod streams;
mod wide_keys;
