//! Minimum and maximum spanning forests.
//!
//! Edges are compared by (weight, edge id). The order is strict, so a graph has exactly one minimum spanning
//! forest. Every operator returns it: the same set of edge ids, on any number of threads.
//!
//! | operator | choose it for |
//! |---|---|
//! | [`auto`](fn@auto) | everything: it picks the fastest operator for the graph |
//! | [`kruskal`](fn@kruskal) | the baseline for speed: one thread, sort, union-find; small graphs |
//! | [`radix_kruskal`](fn@radix_kruskal) | sorted edges and trees; sparse graphs on one or two threads |
//! | [`filter_boruvka`](fn@filter_boruvka) | dense graphs, large maps and grids, many threads: contraction, with heavy edges filtered first |
//! | [`boruvka`](fn@boruvka) | a model of an operator: rounds over all live edges, as in Galois |
//! | [`windowed_kruskal`](fn@windowed_kruskal) | the same, with rounds over a window of the lightest edges |
//!
//! Edges that do not fit in memory are a [`ForestStream`], and edges that are added later change a
//! [`DynamicForest`]. [`replacements`](fn@replacements) finds the edge that would replace each edge of a
//! forest, [`ForestPaths`] the heaviest edge between two nodes.
//!
//! Each configuration is also a value, an [`Operator`]; [`operators`](fn@operators) lists them. Slower
//! operators from papers, for comparison, are in `papers` (a feature). Operators for graphs in parts on
//! several processes are in the crate `boscage-ranks`. [`check`](fn@check) proves that a forest of any
//! program is minimal. With the feature `petgraph` (on by default), `msf_of` finds the forest of a petgraph
//! graph in one call.
//!
//! An operator takes an edge list or an adjacency; as a value it takes either, and converts the graph if
//! necessary. Its memory, as documented, is beside the graph that it takes; [`Operator::memory`] returns it
//! for a graph of a given size.
//!
//! ```
//! use boscage::{exec::Exec, graph::{EdgeList, Objective}};
//! use boscage::operators::msf;
//!
//! let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
//! let forest = msf::auto(&Exec::available()?, &graph, Objective::Minimum)?;
//! let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
//! assert_eq!((ids, forest.total(), forest.tree_count()), (vec![1, 2, 3], 11, 1));
//! # Ok::<(), boscage::Error>(())
//! ```

mod auto;
mod boruvka;
mod buckets;
mod check;
pub(crate) mod contract;
mod contraction;
mod dynamic;
mod filter;
mod filter_boruvka;
mod forest_paths;
mod gather;
mod input;
mod join;
mod kruskal;
mod links;
mod live_edge;
mod memory;
mod operator;
#[cfg(feature = "papers")]
pub mod papers;
#[cfg(feature = "petgraph")]
mod petgraph;
mod radix_kruskal;
mod registry;
mod replacements;
mod stream;
mod trees;
mod windowed_kruskal;

#[cfg(feature = "petgraph")]
pub use self::petgraph::{ForestOf, msf_of, msf_of_with};
#[cfg(feature = "petgraph")]
pub(crate) use self::petgraph::{chosen, element, numbers};
pub use auto::{Auto, auto, choose};
pub use boruvka::{Boruvka, boruvka};
pub use check::{Flaw, Verdict, check};
pub use dynamic::{Changes, DynamicForest};
pub use filter_boruvka::{FilterBoruvka, filter_boruvka};
pub use forest_paths::ForestPaths;
pub use kruskal::{Kruskal, kruskal};
#[doc(hidden)]
pub use live_edge::LiveEdge;
pub use memory::{Occupancy, Size, proof_memory};
pub use operator::{Backend, Facts, Kind, Operator, Threads, by_name};
pub use radix_kruskal::{RadixKruskal, radix_kruskal};
pub use registry::operators;
pub use replacements::replacements;
pub use stream::{ForestStream, StreamEdge, StreamProof, StreamedForest};
pub use windowed_kruskal::{WindowedKruskal, windowed_kruskal};
