//! Mehlhorn's Steiner trees: shortest paths from all terminals at once, then a spanning tree of their
//! regions.
//!
//! **Phases.** A node is in the *region* of the terminal where its path in the shortest-path forest begins.
//! An edge between regions is a *bridge*, as long as the path from terminal to terminal over it. A minimum
//! spanning tree of regions and bridges is found. Its bridges, and the paths from their ends to the
//! terminals, are the Steiner tree.
//!
//! **Correctness.** Among the shortest paths between pairs of terminals, those that bridges make suffice for
//! a minimum spanning tree of all pairs (Mehlhorn), and this is at most 2 (1 - 1/t) times as long as the best
//! Steiner tree of t terminals (Kou, Markowsky, Berman). Within a region all paths lead along parents to its
//! terminal, so together they are a tree, and bridges join the regions to one tree. An end of a bridge is a
//! terminal or has an edge to its parent, too. So every leaf is a terminal, and nothing is left to prune.

use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeId, EdgeList, Forest, Graph, Node, Objective, Undirected, Weight};
use boscage_core::parallel::{pack_map, tabulate};
use boscage_core::sync::{DisjointSets, EdgeSet};
use boscage_core::{Error, Result};

use crate::lengths::{DistanceOf, Length};
use crate::msf;
use crate::partial_node_map::{Value, Word};
use crate::shortest_path_forest::{ShortestPathForest, shortest_path_forest};
use crate::shortest_paths::ShortestPaths;

/// Returns a tree of nearly least length that connects some nodes, the terminals, over any others.
///
/// The tree is at most 2 (1 - 1/t) times as long as the shortest one, where t is the number of terminals; it
/// is a shortest path if there are two. Its leaves are terminals. It is returned as a forest of the graph, in
/// which all other nodes are trees by themselves. A terminal may occur several times. Without edges to find,
/// for fewer than two terminals, there are none.
///
/// **Algorithm.** Mehlhorn, "A faster approximation algorithm for the Steiner problem in graphs", Information
/// Processing Letters 27(3), 1988: [`shortest_path_forest`] from all terminals, and [`msf::auto`]. The cost
/// is that of these two. Finding the shortest tree is NP-hard (Karp, 1972).
///
/// **When to choose it.** To connect some of the nodes; to connect all, use [`msf::auto`].
///
/// # Determinism
/// Deterministic. Among bridges of equal length, the edge of lower id wins.
///
/// # Memory
/// 48 bytes per node and 60 per edge; only 13 per edge within a region.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - the graph has no edge ids, or a terminal is not in the graph,
/// - no path leads from one terminal to another,
/// - a weight that is reached is negative, or the length of a path does not fit 64 bits.
///
/// [`Error::Cancelled`], [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::graph::EdgeId;
/// use boscage::prelude::*;
/// use boscage::operators::steiner_tree;
///
/// // Three towns around a junction.
/// let roads = [(0, 1, 5_u32), (1, 2, 5), (0, 3, 2), (1, 3, 2), (2, 3, 2), (3, 4, 1)];
/// let roads = EdgeList::from_triples(5, roads)?;
/// let exec = Exec::available()?;
/// let graph = Graph::<Undirected, _>::builder().with_ids().build(&exec, &roads)?;
/// let tree = steiner_tree(&exec, &graph, [0, 1, 2])?;
/// assert_eq!((tree.total(), tree.edges()), (6, &[2, 3, 4].map(EdgeId::new)[..]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn steiner_tree<W: Weight + Length>(
    exec: &Exec,
    graph: &Graph<Undirected, W>,
    terminals: impl IntoIterator<Item = impl Into<Node>>,
) -> Result<Forest<W>> {
    graph.check_ids()?;
    let (nodes, list) = (graph.node_count(), graph.to_edge_list(exec)?);
    let zero = W::Wide::from_word(0);
    let terminals: Vec<Node> = terminals.into_iter().map(Into::into).collect();
    if let Some(terminal) = terminals.iter().find(|terminal| terminal.index() >= nodes) {
        return Err(Error::argument("terminals", format!("nodes below {nodes}"), terminal));
    }
    let starts: Vec<_> = terminals.iter().map(|&terminal| (terminal, zero)).collect();
    let paths = shortest_path_forest(exec, graph, starts, ShortestPaths::default())?;

    let regions = DisjointSets::new(nodes)?;
    exec.do_all("regions", graph.nodes(), |node| {
        if let Some(parent) = paths.parents.get(node) {
            regions.unite(node, parent);
        }
    })?;
    let region = |node: Node| regions.find(node);
    let edge = |id: EdgeId| list.edges()[id.index()];
    let is_reached = |node: Node| paths.parents.get(node).is_some();
    let is_bridge = |i: usize| {
        let Edge { u, v, .. } = list.edges()[i];
        is_reached(u) && region(u) != region(v)
    };
    let ids = pack_map(exec, list.edge_count(), is_bridge, EdgeId::new)?;
    let bridge = |i: usize| {
        let Edge { u, v, weight } = edge(ids[i]);
        Edge { u: region(u), v: region(v), weight: length_over(&paths, u, v, weight) }
    };
    let bridges = EdgeList::new(nodes, tabulate(exec, "the bridges", ids.len(), bridge)?)?;
    let spanning = msf::auto(exec, &bridges, Objective::Minimum)?;
    check(&bridges, &spanning, &terminals, region)?;

    let tree = EdgeSet::new(list.edge_count())?;
    exec.do_all("paths", spanning.edges(), |&bridge| {
        let id = ids[bridge.index()];
        tree.insert(id);
        for mut node in [edge(id).u, edge(id).v] {
            // Where another path has been, the rest of this one is in the tree.
            while let Some((parent, id)) = step(graph, &paths, node)
                && tree.insert(id)
            {
                node = parent;
            }
        }
    })?;
    Forest::from_adjacency(exec, graph, tree)
}

/// Returns the length of the path from terminal to terminal over an edge, as a word; all ones if it does not
/// fit.
fn length_over<W: Length>(paths: &ShortestPathForest<W::Wide>, u: Node, v: Node, length: W) -> u64 {
    let word = |node: Node| paths.distances.word(node).unwrap_or(u64::MAX);
    W::Wide::plus(word(u), length).map_or(u64::MAX, |sum| W::Wide::sum(sum, word(v)))
}

/// Returns the parent of a node that is no terminal, and the first edge of a shortest path to it.
fn step<W: Length>(
    graph: &Graph<Undirected, W>,
    paths: &ShortestPathForest<W::Wide>,
    node: Node,
) -> Option<(Node, EdgeId)> {
    let parent = paths.parents.get(node).filter(|&parent| parent != node)?;
    let (near, far) = (paths.distances.word(parent)?, paths.distances.word(node));
    let is_tight = |&(to, _, length): &(Node, EdgeId, W)| to == parent && W::Wide::plus(near, length) == far;
    graph.arcs(node).iter_with_ids().filter(is_tight).map(|arc| (parent, arc.1)).min()
}

/// Refuses terminals without a path between them, or with one whose length does not fit.
fn check(
    bridges: &EdgeList<u64>,
    spanning: &Forest<u64>,
    terminals: &[Node],
    region: impl Fn(Node) -> Node,
) -> Result<()> {
    let Some((&first, others)) = terminals.split_first() else { return Ok(()) };
    let parts = spanning.components(bridges)?;
    let part = |node: Node| parts[region(node)];
    if let Some(&other) = others.iter().find(|&&other| part(other) != part(first)) {
        let found = format!("no path between {first} and {other}");
        return Err(Error::argument("terminals", "nodes of one component", found));
    }
    if spanning.edges().iter().any(|id| bridges.edges()[id.index()].weight.is_unreached()) {
        return Err(Error::argument("weights", "lengths of paths that fit 64 bits", "a longer path"));
    }
    Ok(())
}
