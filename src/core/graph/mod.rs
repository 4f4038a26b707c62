//! Graphs: ids, weights, edge lists and adjacency, graphs that change, and forests.
//!
//! | type | purpose |
//! |---|---|
//! | [`EdgeList`], [`EdgeListView`] | each edge once, in input order: 12 bytes per edge with a 32-bit weight |
//! | [`Graph`], [`Builder`] | adjacency, [`Undirected`] or [`Directed`], with any [`EdgeData`] or none |
//! | [`GraphView`] | an edge list or adjacency, for functions that take a graph in either form |
//! | [`MorphGraph`], [`Handle`] | a graph that the items of a speculative loop change |
//! | [`NodeMap`], [`EdgeMap`] | a value per node or edge |
//! | [`AtomicNodeMap`], [`AtomicEdgeMap`] | the same, shared by threads |
//! | [`NodeSet`] | a set of nodes, such as the frontier of a traversal |
//! | [`Forest`] | a spanning forest: edge ids, exact total weight, number of trees |
//! | [`Dendrogram`] | single-linkage clusters and bottlenecks of a forest |
//! | [`Node`], [`EdgeId`] | positions, 32 bits each |
//! | [`Weight`] | `i32`, `u32`, `i64`, `u64`, `f32`, `f64` |
//! | [`ToWeight`] | also integers of other widths, which [`EdgeList::widened`] converts |
//! | [`FileData`], [`AnyEdgeList`] | the data of edges in a file; a list of such edges |
//! | [`AnyGraphView`], [`AnyForest`] | a view and a forest whose weight type is known only at run time |
//!
//! With the feature `petgraph` (on by default), `from_petgraph` imports petgraph's graphs, and petgraph's
//! algorithms run on the view `Graph::petgraph`.
//!
//! Operators take views. A view borrows slices, which may be those of a mapped file (`io::map`).
//!
//! **One order.** Edges are compared by (weight, edge id). This order is strict, so every graph has exactly
//! one minimum spanning forest, and every operator must find the same set of edge ids.

mod adjacency;
mod any;
mod atomic_map;
mod atomic_value;
mod builder;
mod components;
mod contracted;
mod dendrogram;
mod direction;
mod edge;
mod edge_list;
mod file_data;
mod fill;
mod float_total;
mod forest;
mod gather;
mod group;
mod keyed;
mod map;
mod morph;
mod node_ids;
mod node_set;
mod non_isolated;
mod objective;
mod oriented;
mod origin;
mod path_edges;
#[cfg(feature = "petgraph")]
pub mod petgraph;
mod ranked;
mod relabelled;
mod rows;
#[cfg(feature = "serde")]
mod serialised;
mod sorted;
mod thinned;
mod to_edges;
mod to_weight;
mod total;
mod turned;
mod view;
mod weight;
mod words;

#[cfg(feature = "petgraph")]
pub use self::petgraph::from_petgraph;
pub use adjacency::Graph;
pub(crate) use adjacency::NO_IN_ARCS;
pub use any::{AnyEdgeList, AnyForest, AnyGraphView};
pub use atomic_map::{AtomicEdgeMap, AtomicMap, AtomicNodeMap};
pub use atomic_value::{AcquireRelease, AtomicBits, AtomicNumber, AtomicValue, MemoryOrder, RelaxedOrder};
pub use builder::Builder;
pub use components::Components;
pub use dendrogram::{Dendrogram, Join, Merge};
pub use direction::{Directed, Direction, Undirected};
pub use edge::{Edge, EdgeData};
pub use edge_list::{EdgeList, EdgeListView};
pub use file_data::FileData;
pub use float_total::FloatTotal;
pub use forest::Forest;
#[doc(hidden)]
pub use keyed::{AnyKeys, FloatKeys, IntegerKeys, KeyedEdges, KeyedGraph, Keys};
pub use map::{EdgeMap, Entries, Map, NodeMap};
pub use morph::{Handle, MorphGraph, MorphLocking, MorphOwned, MorphWorker};
pub use node_ids::NodeIds;
pub(crate) use node_set::{Form, few, is_few};
pub use node_set::{NodeSet, NodeSetIter, NodeSetParIter};
pub use non_isolated::NonIsolated;
pub use objective::Objective;
pub use relabelled::Relabelling;
pub use rows::Arcs;
pub(crate) use rows::{Rows, wrong_nodes};
pub use to_weight::ToWeight;
pub use total::TotalOf;
pub use view::GraphView;
pub use weight::{Key, Weight};

pub use crate::ids::{Count, EdgeId, Id, LIMIT, Node};
