//! Graphs of different shapes.

use boscage::exec::Exec;
use boscage::generate::{Complete, Gnm, Path, Rmat, Road, Star, complete, gnm, path, rmat, road, star};
use boscage::graph::{Directed, EdgeList, Graph, Node, Undirected};
use boscage::operators::k_truss;

/// Nodes of most graphs. No power of two: arrays that grow are then not exactly full.
const NODES: usize = 30_000;

/// A graph in every form that an operator takes.
pub(super) struct Input {
    pub(super) name: &'static str,
    pub(super) list: EdgeList<u32>,
    pub(super) undirected: Graph<Undirected, u32>,
    pub(super) with_ids: Graph<Undirected, u32>,
    pub(super) directed: Graph<Directed, u32>,
    /// The node with the most arcs, and their number.
    pub(super) hub: Node,
    pub(super) arcs_of_hub: usize,
    pub(super) edges_in_triangles: usize,
}

impl Input {
    fn new(exec: &Exec, name: &'static str, list: EdgeList<u32>) -> boscage::Result<Self> {
        let list = list.map(|_, edge| edge.weight >> 16)?; // the longest way fits 32 bits
        let undirected = Graph::from_edges(exec, &list)?;
        let with_ids = Graph::<Undirected, _>::builder().with_ids().build(exec, &list)?;
        let directed = Graph::<Directed, _>::builder().with_ids().with_in_arcs().build(exec, &list)?;
        let hub = undirected.nodes().max_by_key(|&node| undirected.degree(node)).unwrap();
        let arcs_of_hub = undirected.degree(hub);
        let trusses = k_truss(exec, &with_ids)?;
        let edges_in_triangles = trusses.as_slice().iter().filter(|&&number| number > 2).count();
        Ok(Self { name, list, undirected, with_ids, directed, hub, arcs_of_hub, edges_in_triangles })
    }

    pub(super) fn all(exec: &Exec) -> boscage::Result<[Self; 6]> {
        let nodes = NODES;
        Ok([
            Self::new(exec, "random", gnm(exec, &Gnm { nodes, edges: 4 * nodes, ..Gnm::default() })?)?,
            Self::new(exec, "road", road(exec, &Road { nodes, ..Road::default() })?.0)?,
            Self::new(exec, "star", star(exec, &Star { nodes, ..Star::default() })?)?,
            Self::new(exec, "path", path(exec, &Path { nodes, ..Path::default() })?)?,
            Self::new(exec, "rmat", rmat(exec, &Rmat { scale: 14, edges: 8 * nodes, ..Rmat::default() })?)?,
            Self::new(exec, "complete", complete(exec, &Complete { nodes: 400, ..Complete::default() })?)?,
        ])
    }
}
