//! **Boscage**: a task-parallel graph framework, modelled on Galois.
//!
//! An *operator* says what one work item does; a *schedule* says which items run, in what order and on how
//! many threads. The framework has graphs ([`graph`]), readers and writers of graph files (`io`), generators
//! ([`generate`]), the loops ([`exec`]) with their worklists ([`worklist`]), data structures that threads
//! share ([`sync`]), and data-parallel building blocks ([`parallel`]). The algorithms are in the crate
//! `boscage-operators`.
//!
//! # Example
//!
//! ```
//! use boscage::graph::{EdgeList, Node};
//!
//! // A triangle and an isolated node; an edge's id is its position in the list.
//! let graph = EdgeList::from_triples(4, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)])?;
//! assert_eq!((graph.nodes(), graph.len()), (4, 3));
//! assert_eq!(graph.as_view().edges()[1].v, Node::new(2));
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! # Features
//!
//! All are on by default. Without them, the crate has only the core: graphs, generators, loops, shared
//! structures.
//!
//! | feature | what it adds |
//! |---|---|
//! | `io` | graph files: readers and writers |
//! | `gzip`, `bzip2`, `xz`, `zstd` | files compressed with this; each implies `io` |
//! | `parking_lot` | mutexes of one byte, instead of those of the standard library |
//! | `petgraph` | import of petgraph's graphs; its algorithms on ours |
//! | `serde` | statistics of loops can be serialised with serde |
//!
//! # Where unsafe code is allowed
//!
//! The crate denies `unsafe_code`. Files that need it allow it at their top (`ARCHITECTURE.md` lists them),
//! and every block gives its reason.
#![deny(unsafe_code)]

#[doc(hidden)]
pub mod bits;
pub mod comm;
mod error;
pub mod exec;
#[doc(hidden)]
pub mod fault;
pub mod generate;
pub mod graph;
mod ids;
#[cfg(feature = "io")]
pub mod io;
pub mod memory;
#[doc(hidden)]
pub mod mutex;
pub mod parallel;
pub mod prelude;
#[doc(hidden)]
pub mod primitives;
mod sealed;
mod show;
pub mod sync;
pub mod worklist;

pub use error::{At, Error, Place, Step};
pub use show::{grouped, input_name, on_one_line, output_name};

/// What the fallible functions of this crate return.
pub type Result<T, E = Error> = std::result::Result<T, E>;
