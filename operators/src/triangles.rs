//! Triangles by an orientation of the edges.
//!
//! Every edge gets a direction, from the end of lower degree to that of higher degree (ties: to the higher
//! node). Each triangle then has one node *u* with arcs to both others, *v* and *w*, and one arc v→w between
//! these. For each node *u*, its out-neighbours are marked, and for each out-neighbour *v* the marked
//! out-neighbours of *v* are counted.
//!
//! If every node has few arcs, as in a road network, the order of the nodes themselves is as good, and
//! nothing is oriented or marked: each two neighbours below a node are looked up in each other's row.
//!
//! **Correctness.** Degrees with ties by node are a strict order, so directions have no cycle. Each triangle
//! is found once, at its lowest node (in short rows, at its highest). Self-loops get no direction, and one of
//! parallel arcs is kept.
//!
//! **Cost.** A node's out-neighbours have at least the degree of the node itself, so no node has more than
//! √(2m) of them. One bit is tested per pair of arcs u→v, v→w. The GAP benchmark suite relabels nodes by
//! degree if a sample suggests it, and intersects sorted lists. An orientation gives the same bound without
//! sorting, and always pays.

use boscage_core::Result;
use boscage_core::bits::Bits;
use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, Directed, EdgeData, Graph, Node, NodeMap, Undirected};
use boscage_core::parallel::map_blocks;
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};

/// Rows of at most this many arcs are compared with each other directly.
const SHORT: usize = 16;

/// Number of arcs by which prefetches of the neighbours' rows run ahead; prefetches of their offsets run
/// twice as far ahead.
const AHEAD: usize = 8;

/// Number of nodes whose short rows one thread compares at a time.
const BLOCK: usize = 1 << 11;

/// Returns the number of triangles of a graph: sets of three nodes that are adjacent to each other.
///
/// Self-loops and parallel edges do not count.
///
/// **Algorithm.** Edges are oriented from lower to higher degree, and out-neighbours of adjacent nodes are
/// intersected: Chiba, Nishizeki, "Arboricity and subgraph listing algorithms", SIAM Journal on Computing
/// 14(1), 1985; Latapy, "Main-memory triangle computations for very large (sparse (power-law)) graphs",
/// Theoretical Computer Science 407, 2008. O(m √m) work.
///
/// **When to choose it.** For the total number. [`triangles_of_nodes`] counts per node,
/// [`clustering_coefficients`] relates this to the degree, and [`k_truss`](crate::k_truss()) finds parts with
/// many triangles.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// At most 16 bytes per node, 8 per edge, and a bit per node and thread: the oriented graph, twice while
/// parallel arcs are removed.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::triangles;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (2, 0), (1, 3), (3, 2), (0, 1), (3, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(triangles(&exec, &graph)?, 2);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn triangles<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<u64> {
    if let Some(count) = of_short_rows(exec, graph)? {
        return Ok(count);
    }
    let total = exec.reducer(0, |one, other| one + other);
    let up = upwards(exec, graph)?;
    for_each_node(exec, &up, |marks, u| {
        total.add(with_neighbours(&up, u).map(|(_, others)| count(marks, others)).sum::<u64>());
    })?;
    Ok(total.finish())
}

/// Returns the number of triangles if all rows are short, sorted and without parallel arcs, otherwise `None`.
/// Each triangle is found at its highest node.
fn of_short_rows<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Option<u64>> {
    if graph.max_degree() > SHORT || !graph.is_by_target() {
        return Ok(None);
    }
    let counts = exec.parallel_stage("triangles/short-rows", || {
        Ok(map_blocks(exec, graph.node_count(), BLOCK, |nodes| {
            exec.check_cancelled().ok()?;
            nodes.map(|node| highest_in(graph, Node::new(node))).sum::<Option<u64>>()
        }))
    })?;
    exec.check_cancelled()?;
    Ok(counts.into_iter().sum())
}

/// Returns the number of triangles in which a node is the highest, or `None` if it has parallel arcs.
#[inline]
fn highest_in<E: EdgeData>(graph: &Graph<Undirected, E>, node: Node) -> Option<u64> {
    let row = graph.neighbours(node);
    let below = &row[..row.iter().filter(|&&other| other < node).count()];
    let mut count = 0;
    for (i, pair) in below.windows(2).enumerate() {
        if pair[0] == pair[1] {
            return None;
        }
        let others = graph.neighbours(pair[1]);
        count += below[..=i].iter().filter(|other| others.contains(other)).count() as u64;
    }
    Some(count)
}

/// Returns the number of triangles of each node.
///
/// The algorithm is that of [`triangles`], and its O(m √m) work too. The numbers are deterministic.
///
/// # Memory
/// 24 bytes per node, 8 per edge, and a bit per node and thread.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::triangles_of_nodes;
///
/// // A triangle with a tail.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(triangles_of_nodes(&exec, &graph)?.as_slice(), [1, 1, 1, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn triangles_of_nodes<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<NodeMap<u64>> {
    of_nodes_of(exec, &upwards(exec, graph)?)
}

/// Counts per node of the oriented graph.
fn of_nodes_of(exec: &Exec, up: &Graph<Directed>) -> Result<NodeMap<u64>> {
    let of_nodes = AtomicNodeMap::filled(up, 0_u64)?.relaxed().shared_by(exec);
    for_each_node(exec, up, |marks, u| {
        let mut of_u = 0;
        for (v, others) in with_neighbours(up, u) {
            let mut of_v = 0;
            for &w in others.iter().filter(|&&w| marks.contains(w.index())) {
                of_nodes.fetch_add(w, 1);
                of_v += 1;
            }
            of_nodes.fetch_add(v, of_v);
            of_u += of_v;
        }
        of_nodes.fetch_add(u, of_u);
    })?;
    Ok(of_nodes.into_map())
}

/// Returns the local clustering coefficient of each node: the fraction of pairs of its neighbours that are
/// adjacent, or 0 if it has fewer than two neighbours.
///
/// The algorithm is that of [`triangles`], and its O(m √m) work too. Self-loops and parallel edges do not
/// count. The coefficients are deterministic.
///
/// # Memory
/// 20 bytes per node, 8 per edge, and a bit per node and thread.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::clustering_coefficients;
///
/// // A triangle with a tail.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(clustering_coefficients(&exec, &graph)?.as_slice(), [1.0, 1.0, 1.0 / 3.0, 0.0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn clustering_coefficients<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
) -> Result<NodeMap<f64>> {
    let up = upwards(exec, graph)?;
    let triangles = of_nodes_of(exec, &up)?;
    // The degrees without loops and parallel arcs.
    let degrees = AtomicNodeMap::filled(graph, 0_u32)?.relaxed().shared_by(exec);
    exec.do_all("triangles/degrees", up.nodes(), |node| {
        degrees.fetch_add(node, up.degree(node) as u32);
        up.neighbours(node).iter().for_each(|&other| _ = degrees.fetch_add(other, 1));
    })?;
    drop(up);
    NodeMap::from_fn(exec, graph, |node| {
        let degree = f64::from(degrees.load(node));
        let pairs = degree * (degree - 1.0) / 2.0;
        if pairs > 0.0 { triangles[node] as f64 / pairs } else { 0.0 }
    })
}

/// Returns the oriented graph, without parallel arcs.
fn upwards<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Graph<Directed>> {
    exec.install(|| {
        let rank = |node: Node| (graph.degree(node), node);
        let up = graph.oriented(exec, |from, to| rank(from) < rank(to))?;
        if is_simple(exec, &up)? { Ok(up) } else { up.simplified(exec) }
    })
}

/// Returns each out-neighbour of a node with its own out-neighbours. These rows are scattered in memory, so
/// each is prefetched some arcs before it is needed. The last arcs of a node prefetch rows of the following
/// nodes.
fn with_neighbours(up: &Graph<Directed>, node: Node) -> impl Iterator<Item = (Node, &[Node])> {
    let (begin, end) = (up.offsets()[node.index()] as usize, up.offsets()[node.index() + 1] as usize);
    (begin..end).map(move |place| {
        if let Some(&later) = up.targets().get(place + 2 * AHEAD) {
            up.prefetch_offset(later);
        }
        if let Some(&soon) = up.targets().get(place + AHEAD) {
            up.prefetch_arcs(soon);
        }
        let other = up.targets()[place];
        (other, up.neighbours(other))
    })
}

/// Calls `f` for every node of the oriented graph with several out-neighbours, which are marked.
fn for_each_node(exec: &Exec, up: &Graph<Directed>, f: impl Fn(&Bits, Node) + Send + Sync) -> Result<()> {
    let marks = exec.per_thread(Bits::default);
    exec.do_all("triangles", up.nodes(), |node| {
        let others = up.neighbours(node);
        if others.len() < 2 {
            return Ok(());
        }
        marks.with(|marks| {
            if marks.has_no_room() {
                *marks = Bits::new("marks of nodes", up.node_count())?;
            }
            others.iter().for_each(|other| marks.insert(other.index()));
            f(marks, node);
            others.iter().for_each(|other| marks.remove(other.index()));
            Ok(())
        })
    })
}

/// Returns `true` if it is known that there are no parallel arcs.
pub(crate) fn is_simple<E: EdgeData>(exec: &Exec, graph: &Graph<Directed, E>) -> Result<bool> {
    let is_simple = AtomicBool::new(graph.is_by_target());
    exec.do_all("triangles/parallel-arcs", graph.nodes(), |node| {
        if is_simple.load(Relaxed) && !graph.neighbours(node).is_sorted_by(|one, next| one < next) {
            is_simple.store(false, Relaxed);
        }
    })?;
    Ok(is_simple.into_inner())
}

/// Number of nodes of a list that are marked.
#[inline]
fn count(marks: &Bits, nodes: &[Node]) -> u64 {
    nodes.iter().map(|node| u64::from(marks.contains(node.index()))).sum()
}
