//! Spanning forests over ranks: processes that each have a part of the graph ([`boscage_core::comm`]).
//!
//! | operator | choose it for |
//! |---|---|
//! | [`sparse_directory`](fn@sparse_directory) | everything: the more ranks, the less memory each needs; each sends little |
//! | [`allreduce_boruvka`](fn@allreduce_boruvka) | comparison: every rank has all trees |
//! | [`ghs`](fn@ghs) | comparison: every node is a state machine, messages go along edges |
//!
//! Each configuration is also a value, an [`Operator`](boscage_operators::msf::Operator) on [`Ranks`];
//! [`operators`](fn@operators) lists them. [`check`](fn@check) proves that a forest in parts is minimal;
//! [`proof_memory`] returns the memory that a rank needs for that.
//!
//! Edges are compared by (weight, edge id), as everywhere, with ids of 64 bits. So every operator finds the
//! same edges as the operators of one machine, on any number of ranks. All operators and [`check`](fn@check)
//! are *collective*: every rank must call them, with the same configuration.
//!
//! ```
//! use boscage::comm::{self, Part};
//! use boscage::{exec::Exec, graph::{EdgeList, Objective}};
//! use boscage::ranks::{SparseDirectory, sparse_directory};
//!
//! // Four edges on two ranks: the first two, and the others.
//! let triples = [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)];
//! let found = comm::run(2, |comm| {
//!     let exec = Exec::new(1)?;
//!     let first = 2 * comm.rank();
//!     let list = EdgeList::from_triples(4, triples[first..first + 2].iter().copied())?;
//!     let part = Part::new(&exec, list, first as u64)?;
//!     let forest = sparse_directory(&exec, comm, &part, Objective::Minimum, SparseDirectory::default())?;
//!     let ids: Vec<u64> = forest.edges().iter().map(|&at| part.id(at)).collect();
//!     Ok((ids, forest.total(), forest.tree_count()))
//! })?;
//! assert_eq!(found, [(vec![1], 11, 1), (vec![2, 3], 11, 1)]);
//! # Ok::<(), boscage::Error>(())
//! ```

mod allreduce_boruvka;
mod check;
mod ghs;
mod memory;
mod operator;
mod sparse_directory;

pub use allreduce_boruvka::{AllreduceBoruvka, Copies, allreduce_boruvka};
pub use check::check;
pub use ghs::{Aggregation, FindArc, FirstBasic, Ghs, GhsCounts, Queue, Shortcut, ghs, ghs_counted};
pub use memory::{PartSize, proof_memory};
pub use operator::{AnyPart, AnyPartForest, Auto, Ranks, choose, operators};
pub use sparse_directory::{SparseDirectory, sparse_directory};
