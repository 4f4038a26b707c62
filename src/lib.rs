//! **Boscage**: a task-parallel graph framework in the manner of Galois.
//!
//! An *operator* says what one work item does; a *schedule* says which items run, in what order and on how
//! many threads. The framework owns graphs ([`graph`]), their files (`io`) and generators ([`generate`]),
//! the loops ([`exec`]) with their worklists ([`worklist`]), the shared structures operators need ([`sync`])
//! and the building blocks of data-parallel rounds ([`parallel`]). The algorithms themselves live in the
//! crate `boscage-operators`.
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
//! All are on by default. Without them the crate is the core: graphs, generators, loops, shared structures.
//!
//! | feature | what it adds |
//! |---|---|
//! | `io` | graph files: readers and writers |
//! | `gzip`, `bzip2`, `xz`, `zstd` | files compressed so; each implies `io` |
//! | `petgraph` | petgraph's graphs in, its algorithms on ours |
//! | `serde` | statistics of loops as data for serde |
//!
//! # Where unsafe code may stand
//!
//! The crate denies `unsafe_code`; the files that need it allow it at their head (`ARCHITECTURE.md` lists
//! them), and every block gives its reason.
#![deny(unsafe_code)]

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
