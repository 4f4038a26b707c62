//! Minimum and maximum spanning forests.
//!
//! Edges are compared by (weight, edge id). The order is strict, so a graph has exactly one minimum spanning
//! forest, and every operator here returns it: the same set of edge ids, on any number of threads.
//!
//! | operator | choose it for |
//! |---|---|
//! | [`auto`](fn@auto) | everything: it picks the fastest operator for the graph |
//! | [`kruskal`](fn@kruskal) | the baseline for speed: one thread, sort, union-find; small graphs |
//! | [`radix_kruskal`](fn@radix_kruskal) | sorted edges and trees; sparse graphs on one or two threads |
//! | [`filter_boruvka`](fn@filter_boruvka) | dense graphs, large maps and grids, many threads: contraction, with heavy edges filtered first |
//! | [`boruvka`](fn@boruvka) | as the model of an operator; rounds over all live edges, as in Galois |
//! | [`windowed_kruskal`](fn@windowed_kruskal) | the same, with rounds over a window of the lightest edges |
//!
//! Each is also a value, an [`Operator`], as it is configured; [`operators`](fn@operators) lists them. Slower
//! ones from papers, for comparison, are in `papers` (a feature). Operators for graphs in parts on several
//! processes are in the crate `boscage-ranks`.
//!
//! `kruskal` and `radix_kruskal` share the loop in `trees.rs`. `boruvka` and
//! `windowed_kruskal` share one operator, the step in `join.rs`, under two schedules of
//! [`Exec::phased`](boscage_core::exec::Exec::phased). `filter_boruvka` consists of the passes in
//! `contract.rs` and the rounds in `contraction.rs`, built on [`boscage_core::parallel`]. [`check`](fn@check)
//! proves that a forest of any program is minimal.
//!
//! With the feature `petgraph` (on by default), `msf_of` finds the forest of a petgraph graph in one call.
//!
//! ```
//! use boscage::{exec::Exec, graph::{EdgeList, Objective}};
//! use boscage::operators::msf;
//!
//! let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
//! let forest = msf::auto(&Exec::available()?, (&graph).into(), Objective::Minimum)?;
//! let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
//! assert_eq!((ids, forest.total(), forest.trees()), (vec![1, 2, 3], 11, 1));
//! # Ok::<(), boscage::Error>(())
//! ```

mod auto;
mod boruvka;
mod buckets;
mod check;
mod contract;
mod contraction;
mod filter;
mod filter_boruvka;
mod gather;
mod input;
mod join;
mod kruskal;
mod live_edge;
mod memory;
mod operator;
#[cfg(feature = "papers")]
pub mod papers;
#[cfg(feature = "petgraph")]
mod petgraph;
mod radix_kruskal;
mod registry;
mod trees;
mod windowed_kruskal;

#[cfg(feature = "petgraph")]
pub use self::petgraph::{ForestOf, msf_of, msf_of_with};
pub use auto::{Auto, auto, choose};
pub use boruvka::{Boruvka, boruvka};
pub use check::{Flaw, Verdict, check};
pub use filter_boruvka::{FilterBoruvka, filter_boruvka};
pub use kruskal::{Kruskal, kruskal};
#[doc(hidden)]
pub use live_edge::LiveEdge;
pub use memory::{Occupancy, Size, proof_memory};
pub use operator::{Backend, Facts, Kind, Operator, Threads, by_name};
pub use radix_kruskal::{RadixKruskal, radix_kruskal};
pub use registry::operators;
pub use windowed_kruskal::{WindowedKruskal, windowed_kruskal};
