//! Conversion from petgraph's graphs to ours, and a petgraph view of ours.
//!
//! [`from_petgraph`] imports any graph of that crate, and [`Graph::petgraph`](super::Graph::petgraph) is a
//! view of our graphs on which petgraph's algorithms run.

mod ids;
mod import;
mod view;

pub use ids::PetgraphIds;
pub use import::{Imported, ImportedFrom, from_petgraph};
pub use view::{ArcRef, Edges, EdgesAt, View, Visited};
