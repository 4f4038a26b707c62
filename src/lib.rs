//! **Boscage** is a task-parallel graph framework, modelled on Galois. Its main application is minimum
//! spanning forests.
//!
//! An *operator* is a closure that does the work of one item. A *loop* calls it for all items, on all
//! threads. A *schedule* says in what order. A graph algorithm is a page of code: `operators` has the usual
//! ones, written in this way.
//!
//! # A first loop
//!
//! This loop finds the distance of each node from node 0. The operator finds shorter distances, and pushes
//! the nodes that have them as further work.
//!
//! ```
//! use boscage::prelude::*;
//!
//! let exec = Exec::available()?; // one thread per processor
//! let roads = EdgeList::from_triples(4, [(0, 1, 5_u32), (1, 2, 1), (0, 2, 9), (2, 3, 2)])?;
//! let graph = Graph::<Undirected, u32>::from_edges(&exec, &roads)?;
//!
//! let distances = AtomicNodeMap::filled(&graph, u32::MAX)?;
//! distances.store(0, 0);
//! exec.for_each("distances", [Node::new(0)], Fifo::default(), |node, work| {
//!     for (to, length) in graph.arcs(node) {
//!         let distance = distances.load(node) + length;
//!         if distances.fetch_min(to, distance) > distance {
//!             work.push(to);
//!         }
//!     }
//! })?;
//! assert_eq!(distances.into_map().as_slice(), [0, 5, 6, 8]);
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! # Which loop to choose
//!
//! | the algorithm | loop | the result |
//! |---|---|---|
//! | does the same for every item, once | [`do_all`](exec::Exec::do_all); [`fold`](exec::Exec::fold) if there is one result | does not depend on the threads if the items' writes do not |
//! | works in rounds over all nodes, or over a frontier | [`rounds`](exec::Exec::rounds) | the same on any number of threads, if the phases' functions give the same |
//! | finds more work while it runs | [`for_each`](exec::Exec::for_each) | depends on the order, unless the operator converges to one result |
//! | changes neighbourhoods that must not overlap | [`speculate`](exec::Exec::speculate) | that of some sequential order, which varies |
//! | has items that compete, by priority | [`phased`](exec::Exec::phased) | the same on any number of threads |
//!
//! [The guide](guide) explains them in about an hour, from an empty folder on. [`prelude`] has the names that
//! most programs use. [`graph`] has graphs and maps of their nodes and edges, [`worklist`] the orders of
//! work, [`sync`] the structures that threads share, [`parallel`] data-parallel building blocks, [`random`]
//! numbers that are the same on any number of threads, [`generate`] graphs to try with, and `io` graph files.
//!
//! # Operators
//!
//! | for | operators |
//! |---|---|
//! | spanning forests | [`auto`](fn@operators::msf::auto) and [others](operators::msf), [`steiner_tree`](operators::steiner_tree()); `ranks` has those over several processes |
//! | searches | [`breadth_first_search`](operators::breadth_first_search()), [`shortest_paths`](operators::shortest_paths()), [`shortest_path_forest`](operators::shortest_path_forest()), [`bellman_ford`](operators::bellman_ford()), [`widest_paths`](operators::widest_paths()), [`Dijkstra`](operators::Dijkstra), [`random_walks`](operators::random_walks()), [`betweenness`](operators::betweenness()), [`page_rank`](operators::page_rank()) |
//! | parts of a graph | [`connected_components`](operators::connected_components()), [`strongly_connected_components`](operators::strongly_connected_components), [`biconnected_components`](operators::biconnected_components()) with bridges, [`louvain`](operators::louvain()), [`leiden`](operators::leiden()), [`label_propagation`](operators::label_propagation()) |
//! | dense parts | [`k_core`](operators::k_core()), [`k_truss`](operators::k_truss()), [`triangles`](operators::triangles()) |
//! | points in space | [`minimum_spanning_tree`](operators::points::minimum_spanning_tree), [`hdbscan`](operators::points::hdbscan()), [`nearest_neighbours`](operators::points::nearest_neighbours) |
//! | choices | [`colouring`](operators::colouring()), [`independent_set`](operators::independent_set()), [`matching`](operators::matching()), [`maximum_bipartite_matching`](operators::maximum_bipartite_matching()), [`max_flow`](operators::max_flow()) |
//! | directed trees | [`minimum_arborescence`](operators::minimum_arborescence()) |
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
//! | `serde` | ids, edge lists, maps and forests to and from any format of serde; statistics of loops to any | no |
//!
//! Without them, the crate has only the core and the generators.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(inline)]
pub use boscage_core::{
    At, Error, Place, Result, Step, comm, exec, graph, grouped, input_name, memory, on_one_line, output_name,
    parallel, random, sync, with_edge_list, with_forest, with_graph_view, with_weighted_list, worklist,
};
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

pub mod guide;
pub mod prelude;

/// The examples of the README, which are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
