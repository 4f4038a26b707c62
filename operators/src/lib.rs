//! Graph algorithms as small operators on the boscage framework: one algorithm, one file, one name.
//!
//! Users depend on the crate `boscage`, whose front page has a table of them.
//!
//! **Memory.** Each operator states its memory beside the graph, in bytes per node and per edge. This
//! includes the result. An edge of an undirected graph is two arcs, but counts once. Not included are about
//! ten KiB per thread and the statistics of loops with rounds: 32 to 64 bytes per round, of at most
//! [`Exec::KEPT_ROUNDS`](boscage_core::exec::Exec::KEPT_ROUNDS) rounds per loop, until
//! [`Exec::take_statistics`](boscage_core::exec::Exec::take_statistics) is called. `operators/tests/memory`
//! checks all these figures.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bellman_ford;
mod betweenness;
mod biconnected_components;
mod breadth_first_search;
mod colouring;
mod connected_components;
mod dijkstra;
mod independent_set;
mod k_core;
mod k_truss;
mod label_propagation;
mod leiden;
mod lengths;
mod louvain;
mod matching;
mod max_flow;
mod maximum_bipartite_matching;
mod minimum_arborescence;
pub mod msf;
#[cfg(feature = "petgraph")]
pub mod of_petgraph;
mod page_rank;
mod parents_by_level;
mod partial_node_map;
pub mod points;
mod random_walks;
mod sealed;
mod shortest_path_forest;
mod shortest_paths;
mod steiner_tree;
mod strength;
mod strong_components;
mod triangles;
mod widest_paths;

pub use bellman_ford::{NegativeCycle, bellman_ford};
pub use betweenness::{Betweenness, Scale, betweenness};
pub use biconnected_components::{
    BiconnectedComponents, BlockCutTree, ComponentNodes, articulation_points, biconnected_components, bridges,
};
pub use breadth_first_search::{BreadthFirstSearch, breadth_first_search, distances};
pub use colouring::{Colouring, ColouringOrder, colouring};
pub use connected_components::{connected_components, connected_components_of_edges};
pub use dijkstra::{Dijkstra, Path};
pub use independent_set::{IndependentSet, independent_set};
pub use k_core::k_core;
pub use k_truss::k_truss;
pub use label_propagation::{Communities, LabelPropagation, label_propagation};
pub use leiden::{Leiden, leiden};
pub use lengths::{DistanceOf, Length, SignedDistanceOf, Source, Sources, WordOf};
pub use louvain::{Louvain, Partition, Quality, louvain};
pub use matching::matching;
pub use max_flow::{Capacity, Flow, MaxFlow, max_flow};
pub use maximum_bipartite_matching::{
    BipartiteMatching, MaximumBipartiteMatching, maximum_bipartite_matching,
};
pub use minimum_arborescence::{Arborescence, Cost, minimum_arborescence};
#[cfg(feature = "petgraph")]
pub use of_petgraph::{Found, Kind, of_petgraph, of_petgraph_with};
pub use page_rank::{Dangling, PageRank, PageRankMethod, PageRanks, Precision, page_rank, page_rank_by};
pub use partial_node_map::{PartialNodeMap, Value, Word};
pub use random_walks::{RandomWalks, Walks, random_walks, random_walks_from};
pub use shortest_path_forest::{ShortestPathForest, shortest_path_forest};
pub use shortest_paths::{ShortestPaths, shortest_paths};
pub use steiner_tree::steiner_tree;
pub use strength::Strength;
pub use strong_components::strongly_connected_components;
pub use triangles::{clustering_coefficients, triangles, triangles_of_nodes};
pub use widest_paths::{WidestPaths, widest_paths};
