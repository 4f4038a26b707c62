//! Graphs: ids, weights, edge lists and adjacency, graphs that change, and forests.
//!
//! | type | what it is |
//! |---|---|
//! | [`Node`], [`EdgeId`] | positions, 32 bits each |
//! | [`Weight`] | `i32 u32 i64 u64 f32 f64`, through an order-preserving map to unsigned keys |
//! | [`ToWeight`] | the same and integers of other widths, which [`EdgeList::widened`] makes weights of |
//! | [`EdgeList`], [`EdgeListView`] | each edge once, in input order; 12 bytes per edge with a 32-bit weight |
//! | [`Graph`], [`Builder`] | adjacency, [`Undirected`] or [`Directed`], with any [`EdgeData`] or none |
//! | [`NodeMap`], [`EdgeMap`] | a value for every node or edge |
//! | [`AtomicNodeMap`], [`AtomicEdgeMap`] | the same, shared by threads |
//! | [`NodeSet`] | some of the nodes |
//! | [`MorphGraph`], [`Handle`] | a graph that the items of a speculative loop change |
//! | [`KeyedEdges`], [`KeyedGraph`] | a graph for code that compares weights and need not know their type |
//! | [`GraphView`] | an edge list or adjacency, for functions that take a graph in either form |
//! | [`FileData`], [`AnyEdgeList`] | the data of a file's edges, weights or nothing; a list of such edges |
//! | [`AnyGraphView`], [`AnyForest`] | a view and a forest whose weight type is known only at run time |
//! | [`Forest`] | edge ids ascending, exact total weight, number of trees |
//! | [`Dendrogram`] | in which order a forest's edges join the nodes: clusters of single linkage, bottlenecks |
//!
//! With the feature `petgraph` (on by default), `from_petgraph` imports petgraph's graphs, and petgraph's
//! algorithms run on the view `Graph::petgraph`.
//!
//! Operators take views. A view borrows plain slices, which may also lie in a mapped file (`io::map`).
//!
//! **One order.** Edges are compared by (weight, edge id). The order is strict, so every graph has exactly
//! one minimum spanning forest, and every way to compute it must find the same set of edge ids.

mod adjacency;
mod any;
mod atomic_map;
mod atomic_value;
mod builder;
mod components;
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
mod objective;
mod occupied;
mod oriented;
mod origin;
#[cfg(feature = "petgraph")]
pub mod petgraph;
mod ranked;
mod relabelled;
mod rows;
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
pub use any::{AnyEdgeList, AnyForest, AnyGraphView};
pub use atomic_map::{AtomicEdgeMap, AtomicMap, AtomicNodeMap};
pub use atomic_value::{AtomicBits, AtomicNumber, AtomicValue};
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
pub use map::{Count, EdgeMap, Id, Map, NodeMap};
pub use morph::{Handle, MorphGraph, MorphLocking, MorphOwned, MorphWorker};
pub use node_ids::NodeIds;
pub use node_set::NodeSet;
pub(crate) use node_set::{Form, few, is_few};
pub use objective::Objective;
pub use occupied::Occupied;
pub use relabelled::Relabelling;
pub use rows::Arcs;
pub(crate) use rows::Rows;
pub use to_weight::ToWeight;
pub use total::TotalOf;
pub use view::GraphView;
pub use weight::{Key, Weight};

pub use crate::ids::{EdgeId, LIMIT, Node};
