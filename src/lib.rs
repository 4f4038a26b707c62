//! **Boscage**: a task-parallel graph framework, modelled on Galois.
//!
//! An *operator* says what one work item does; a *schedule* says which items run, in what order and on how
//! many threads. The framework has graphs ([`graph`]), the loops ([`exec`]) with their worklists
//! ([`worklist`]), data structures that threads share ([`sync`]), and data-parallel building blocks
//! ([`parallel`]). With it come readers and writers of graph files (`io`), generators ([`generate`]), and
//! graph algorithms (`operators`), minimum spanning forests first.
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
//! | feature | what it adds | by default |
//! |---|---|---|
//! | `io` | graph files: readers and writers | yes |
//! | `gzip`, `bzip2`, `xz`, `zstd` | files compressed with this; each implies `io` | yes |
//! | `operators` | graph algorithms | yes |
//! | `papers` | slower forest operators from papers, for comparison: `operators::msf::papers` | no |
//! | `ranks` | forests of graphs in parts, on several processes | no |
//! | `parking_lot` | mutexes of one byte, instead of those of the standard library | yes |
//! | `petgraph` | import of petgraph's graphs; its algorithms on ours, ours on its graphs | yes |
//! | `serde` | statistics of loops can be serialised with serde | yes |
//!
//! Without them, the crate has only the core and the generators.
#![forbid(unsafe_code)]

#[doc(inline)]
pub use boscage_core::{
    At, Error, Place, Result, Step, comm, exec, graph, grouped, input_name, memory, on_one_line, output_name,
    parallel, random, sync, with_edge_list, with_forest, with_graph_view, with_weighted_list, worklist,
};
#[doc(hidden)]
pub use boscage_core::{bits, fault, mutex, primitives};
#[doc(inline)]
pub use boscage_generate as generate;
#[cfg(feature = "io")]
#[doc(inline)]
pub use boscage_io as io;
#[cfg(feature = "operators")]
#[doc(inline)]
pub use boscage_operators as operators;
#[cfg(feature = "ranks")]
#[doc(inline)]
pub use boscage_ranks as ranks;

pub mod prelude;
