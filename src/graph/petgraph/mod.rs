//! petgraph's graphs as ours, and ours as petgraph's.
//!
//! [`from_petgraph`] imports any graph of that crate, and [`Graph::petgraph`](super::Graph::petgraph) is a
//! view of ours on which its algorithms run.

mod import;
mod view;

pub use import::{Imported, ImportedFrom, from_petgraph};
pub use view::{ArcRef, Edges, EdgesAt, View, Visited};
