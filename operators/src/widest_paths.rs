//! Widest paths: by the maximum spanning forest of an undirected graph, and by falling thresholds.
//!
//! **Phases.** An undirected graph is first replaced by its maximum spanning forest: the narrowest arc of a
//! forest's path is as wide as that of any other path. Then widths *spread*: a node whose width grew
//! offers each target the lesser of its width and that of the arc. The worklist takes the widest nodes first,
//! by thresholds that are weights of a sample. This changes the amount of work, not the result.
//! *Parents* are found from the widths, level by level.
//!
//! **Correctness.** A width only grows, and each time it grows, the node is in the worklist again. So when
//! nothing is left, no arc can widen a path. Widths are stored as keys, which are integers. The least key
//! also stands in the place of nodes that are not reached: arcs of the least weight widen no path, but they
//! are tight, and so parents tell which nodes are reached.

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Direction, EdgeList, Graph, Node, NodeMap, Objective, Weight};
use boscage_core::parallel::tabulate;
use boscage_core::worklist::Buckets;
use boscage_core::{Error, Result, memory};

use crate::msf;
use crate::parents_by_level::parents_by_level;
use crate::partial_node_map::PartialNodeMap;

/// Widest paths from some sources; found by [`widest_paths`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WidestPaths<W: Weight> {
    keys: NodeMap<W::Key>,
    /// The node before each node on a widest path; a source is its own parent.
    /// [`path_to`](PartialNodeMap::path_to) follows them.
    pub parents: PartialNodeMap<Node>,
}

impl<W: Weight> WidestPaths<W> {
    /// Returns the width of the widest path to a node: the least weight of its arcs. `None` if the node is
    /// not reached. A source has the largest value of the type, infinity among floats.
    ///
    /// # Panics
    /// If the node is not in the graph.
    #[must_use]
    #[track_caller]
    pub fn width(&self, node: impl Into<Node>) -> Option<W> {
        let node = node.into();
        self.parents.get(node).map(|_| W::from_key(self.keys[node]))
    }

    /// Returns an iterator over the widths of all nodes, as [`width`](Self::width) returns them.
    pub fn widths(&self) -> impl ExactSizeIterator<Item = Option<W>> {
        (0..self.keys.len()).map(|node| self.width(Node::new(node)))
    }
}

/// Returns widest paths from some sources: to each node a path whose least weight is as large as possible.
///
/// They are also called bottleneck paths, or paths of maximum capacity. Any weights are legal.
///
/// **Algorithm.** In an undirected graph, its maximum spanning forest by [`msf::auto`], whose paths are
/// widest ones (Hu, "The maximum capacity route problem", Operations Research 9, 1961), and then one pass
/// over the forest. In a directed one, a relaxation of all arcs in the order of thresholds, which are the
/// weights of a sample: a parallel form of Dijkstra's algorithm for widths (Pollack, "The maximum capacity
/// through a network", Operations Research 8, 1960). At least O(n + m) relaxations.
///
/// **When to choose it.** For the widths from one or a few sources. For those between many pairs of nodes of
/// an undirected graph, [`ForestPaths`](msf::ForestPaths) answers each from one forest.
///
/// # Determinism
/// Widths and parents are deterministic. A node's parent is the one before it on a path with the fewest arcs
/// among those that are widest to each of their nodes, the lowest if there are several; in an undirected
/// graph, among the paths of its maximum spanning forest.
///
/// # Memory
/// In directed graphs 32 bytes per node with 32-bit weights. In undirected ones in addition 12 bytes per
/// node, and at least as much as an edge list of 12 bytes per edge and [`msf::auto`].
///
/// # Errors
/// [`Error::Argument`] if a source is not in the graph; [`Error::Cancelled`], [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::widest_paths;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(5, [(0, 1, 3_u32), (0, 2, 9), (2, 3, 7), (3, 1, 8)])?;
/// let graph = Graph::<Directed, _>::from_edges(&exec, &list)?;
/// let paths = widest_paths(&exec, &graph, [0])?;
/// assert!(paths.widths().eq([Some(u32::MAX), Some(7), Some(9), Some(7), None]));
/// assert_eq!(paths.parents.get(1), Some(3.into()));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn widest_paths<D: Direction, W: Weight>(
    exec: &Exec,
    graph: &Graph<D, W>,
    sources: impl IntoIterator<Item = impl Into<Node>>,
) -> Result<WidestPaths<W>> {
    let nodes = graph.node_count();
    let sources: Vec<Node> = sources.into_iter().map(Into::into).collect();
    if let Some(source) = sources.iter().find(|source| source.index() >= nodes) {
        return Err(Error::argument("source", format!("a node below {nodes}"), source));
    }
    if D::IS_DIRECTED {
        return exec.install(|| spread(exec, graph, &sources));
    }
    let list = graph.to_edge_list(exec)?;
    let forest = msf::auto(exec, &list, Objective::Maximum)?;
    let edge = |i: usize| list.edges()[forest.edges()[i].index()];
    let edges = tabulate(exec, "the spanning forest", forest.edges().len(), edge)?;
    drop(list);
    let forest = Graph::<D, W>::from_edges(exec, &EdgeList::new(nodes, edges)?)?;
    exec.install(|| spread(exec, &forest, &sources))
}

fn spread<D: Direction, W: Weight>(
    exec: &Exec,
    graph: &Graph<D, W>,
    sources: &[Node],
) -> Result<WidestPaths<W>> {
    let widest = "inf".parse().unwrap_or_else(|_| W::from_key(!W::Key::default())).key();
    let keys = AtomicNodeMap::filled(graph, W::Key::default())?.relaxed().shared_by(exec);
    sources.iter().for_each(|&source| keys.store(source, widest));
    let thresholds = thresholds(graph)?;
    let narrower =
        |key: W::Key| (thresholds.len() - thresholds.partition_point(|&other| other <= key)) as u64;
    let policy = Buckets::new(|&(_, key): &(Node, W::Key)| narrower(key))
        .prefetch(|&(node, _)| graph.prefetch_offset(node), |&(node, _)| graph.prefetch_arcs(node));
    let first = sources.iter().map(|&source| (source, widest));
    exec.for_each("widest-paths", first, policy, |(node, key), work| {
        if keys.load(node) > key {
            return; // its width has grown since
        }
        for (to, weight) in graph.arcs(node) {
            let width = key.min(weight.key());
            if is_planted("store-the-last-width") && keys.load(to) < width {
                std::thread::yield_now();
                keys.store(to, width);
                work.push((to, width));
            } else if keys.fetch_max(to, width) < width {
                work.push((to, width));
            }
        }
    })?;
    let rounds = exec.rounds("widest-path-parents", graph.node_count() as u64);
    let is_tight = |from, to, weight: W| keys.load(from).min(weight.key()) == keys.load(to);
    let parents = parents_by_level(&rounds, graph, sources.iter().copied(), is_tight)?;
    rounds.finish();
    Ok(WidestPaths { keys: keys.into_map(), parents: PartialNodeMap::new(parents.into_map()) })
}

/// The most thresholds.
const THRESHOLDS: usize = 1 << 9;

/// Returns the keys of a sample of arcs, ascending.
fn thresholds<D: Direction, W: Weight>(graph: &Graph<D, W>) -> Result<Vec<W::Key>> {
    let nodes = graph.node_count();
    let every = nodes / THRESHOLDS + 1;
    let arcs = (0..nodes).step_by(every).filter_map(|node| {
        let arcs = graph.arcs(Node::new(node));
        Some(arcs.data.get(node / every % arcs.len().max(1))?.key())
    });
    let mut keys = memory::reserve("thresholds of widths", THRESHOLDS)?;
    keys.extend(arcs);
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}
