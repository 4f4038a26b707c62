//! A tree that connects some places over the shortest roads, in few lines (Mehlhorn, 1988): shortest paths
//! from all places at once, and a spanning tree of the edges where two of their regions meet.
//!
//! `operators::steiner_tree` does the same, and checks what may go wrong.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example steiner_tree
//! ```

use std::collections::BTreeSet;

use boscage::generate::{Road, road};
use boscage::graph::{Edge, Objective};
use boscage::operators::{self, ShortestPaths, msf, shortest_path_forest};
use boscage::prelude::*;
use boscage::sync::DisjointSets;

/// Returns the edges of a tree over some nodes of a connected graph, as pairs of nodes.
fn steiner_tree(
    exec: &Exec,
    graph: &Graph<Undirected, u32>,
    terminals: &[Node],
) -> Result<BTreeSet<(Node, Node)>> {
    let starts: Vec<(Node, u64)> = terminals.iter().map(|&node| (node, 0)).collect();
    let paths = shortest_path_forest(exec, graph, &starts[..], ShortestPaths::default())?;
    let parent = |node| paths.parents.get(node).expect("the graph is connected");
    let regions = DisjointSets::new(graph.node_count())?;
    exec.do_all("regions", graph.nodes(), |node| {
        regions.unite(node, parent(node));
    })?;
    let list = graph.to_edge_list(exec)?;
    let length = |&Edge { u, v, weight }: &Edge<u32>| {
        [u, v].iter().filter_map(|&end| paths.distances.get(end)).sum::<u64>() + u64::from(weight)
    };
    let bridges = list.edges().iter().filter(|edge| regions.find(edge.u) != regions.find(edge.v));
    let bridges: Vec<_> = bridges.copied().collect();
    let between = |edge: &Edge<u32>| Edge::new(regions.find(edge.u), regions.find(edge.v), length(edge));
    let between = EdgeList::new(graph.node_count(), bridges.iter().map(between).collect())?;
    let mut tree = BTreeSet::new();
    for id in msf::auto(exec, &between, Objective::Minimum)?.edges() {
        let Edge { u, v, .. } = bridges[id.index()];
        tree.insert((u.min(v), u.max(v)));
        for mut node in [u, v] {
            while parent(node) != node && tree.insert((node.min(parent(node)), node.max(parent(node)))) {
                node = parent(node);
            }
        }
    }
    Ok(tree)
}

pub(crate) fn main() -> Result<()> {
    let exec = Exec::available()?;
    let (roads, _) = road(&exec, &Road { nodes: 5000, ..Road::default() })?;
    let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &roads)?;
    let terminals: Vec<Node> = (0..50).map(|i| Node::new(i * 97)).collect();
    let tree = steiner_tree(&exec, &graph, &terminals)?;
    let expected = operators::steiner_tree(&exec, &graph, terminals.iter().copied())?;
    let ends = |id: &boscage::graph::EdgeId| {
        let Edge { u, v, .. } = roads.edges()[id.index()];
        (u.min(v), u.max(v))
    };
    assert_eq!(tree, expected.edges().iter().map(ends).collect());
    println!("{} roads of length {} connect {} places", tree.len(), expected.total(), terminals.len());
    Ok(())
}
