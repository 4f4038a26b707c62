//! petgraph's functions on all threads: they take petgraph's graphs and return what petgraph's return.
//!
//! To replace a function of [`petgraph::algo`], import it from here and handle the error. The arguments are
//! petgraph's:
//!
//! ```
//! use boscage::operators::of_petgraph::dijkstra; // instead of petgraph::algo::dijkstra
//! use petgraph::graph::{NodeIndex, UnGraph};
//!
//! let roads = UnGraph::<&str, u32>::from_edges([(0, 1, 7), (1, 2, 1), (0, 2, 3)]);
//! let costs = dijkstra(&roads, NodeIndex::new(0), None, |road| *road.weight())?;
//! assert_eq!(costs[&NodeIndex::new(1)], 4);
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! They run on the threads of the rayon pool from which they are called, by default rayon's global pool. For
//! another number of threads, call them inside [`Exec::install`](boscage_core::exec::Exec::install):
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::operators::of_petgraph::kosaraju_scc;
//! use petgraph::graph::UnGraph;
//!
//! let exec = Exec::new(2)?;
//! let roads = UnGraph::<(), ()>::from_edges([(0, 1), (2, 3)]);
//! assert_eq!(exec.install(|| kosaraju_scc(&roads))?.len(), 2);
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! They cannot be cancelled, and give no statistics. Where these are wanted, use [`of_petgraph_with`], or
//! [`msf_of_with`](crate::msf::msf_of_with) for forests: they take an [`Exec`](boscage_core::exec::Exec).
//!
//! Each takes every graph that [`from_petgraph`](boscage_core::graph::from_petgraph) imports: `Graph`,
//! `StableGraph` with holes, `GraphMap`, `MatrixGraph`, `Csr`, `adj::List`, and petgraph's adaptors. The
//! chapter "From petgraph" of the guide has a table of the functions, what differs from petgraph's, and from
//! which size they are faster.
//!
//! [`of_petgraph`](fn@of_petgraph) runs any other algorithm of this crate on a petgraph graph.
//! [`msf_of`](crate::msf::msf_of) says which edges are in a spanning forest.

mod any;
mod bellman_ford;
mod cuts;
mod forest;
mod page_rank;
mod parts;
mod search;

use boscage_core::graph::Node;
use boscage_core::graph::petgraph::PetgraphIds;
use boscage_core::{Error, Result};

pub use any::{Found, Kind, of_petgraph, of_petgraph_with};
pub use bellman_ford::bellman_ford;
pub use cuts::{articulation_points, bridges};
pub use forest::min_spanning_tree;
pub use page_rank::page_rank;
pub use parts::{connected_components, kosaraju_scc};
pub use search::{Cost, astar, dijkstra};

/// Returns our id of a node. It searches all ids, so these need no order.
fn number<N: Copy + PartialEq, E: Copy>(ids: &PetgraphIds<N, E>, id: N) -> Result<Node> {
    ids.nodes().iter().position(|&other| other == id).map(Node::new).ok_or_else(no_such_node)
}

fn no_such_node() -> Error {
    Error::argument("the node", "one of petgraph's graph", "one that it does not have")
}
