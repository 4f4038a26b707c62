//! Trimming, two searches from a pivot, and Tarjan's algorithm on the rest.
//!
//! **Phases.**
//! 1. *Trim*: a node without in-arcs or without out-arcs is a component by itself. It is removed, and this
//!    may leave other nodes without in-arcs or out-arcs.
//! 2. *Search* from a pivot, the node with the most pairs of in- and out-arcs, forward and backward: passes
//!    over all nodes as long as they find many, then along the arcs of the nodes that the last pass has
//!    found. The nodes that both searches reach are the pivot's component. Every other component lies within
//!    one of three sets: reached only forward, only backward, or not at all.
//! 3. *Join* the remaining nodes into parts that are connected by arcs within these sets, regardless of
//!    direction.
//! 4. *Parts*: Tarjan's algorithm in each part.
//!
//! **Correctness.** A component of several nodes has an arc into each of its nodes and out of it, from and to
//! its own nodes, so it is never trimmed. If the pivot reaches one node of a component, it reaches all of
//! them; the same holds backward. So a component lies within one set, and within one part of the rest, and
//! Tarjan's algorithm needs no arcs that leave the part.
//!
//! Slota, Rajamanickam, Madduri, "BFS and coloring-based parallel algorithms for strongly connected
//! components and related problems", IPDPS 2014, also end with Tarjan's algorithm; before, they propagate
//! colours, which may visit an arc many times.

mod tarjan;

use boscage_core::Result;
use boscage_core::exec::{Exec, Round};
use boscage_core::fault::is_planted;
use boscage_core::graph::{
    AtomicNodeMap, Components, Directed, Direction, EdgeData, Graph, Node, NodeMap, NodeSet, RelaxedOrder,
};
use boscage_core::parallel::{pack_map, prefetch, radix_sort};
use boscage_core::sync::DisjointSets;
use boscage_core::worklist::Lifo;

use tarjan::Tarjan;

/// The root of a node whose component is not known.
const NONE: u32 = u32::MAX;

/// On fewer threads, Tarjan's algorithm alone is faster if its data is in the cache.
pub(crate) const PARALLEL_FROM: usize = 4;
/// Number of nodes whose data fits in the cache.
const CACHED: usize = 1 << 16;
/// Number of nodes in the sample that estimates how far apart in memory the ends of arcs are.
const SAMPLE: usize = 1 << 10;

/// Nodes that a search visits before it shares the nodes it has found with other threads.
const SHARE_EVERY: usize = 1 << 12;

/// Nodes in a cache line.
const IN_LINE: usize = 16;

/// Nodes that are shared together.
const SHARED: usize = 1 << 8;

/// Another pass over all nodes follows a pass that found more than one node in this many.
const MANY: usize = 1 << 4;

/// Nodes whose arcs are requested together.
const BATCH: usize = 32;

/// Returns the strongly connected components of a directed graph: sets of nodes that reach each other.
///
/// Components are numbered by their lowest nodes. Self-loops and parallel arcs make no difference.
///
/// **Algorithm.** Most real graphs have one giant component and many small ones. The giant one is found by
/// two parallel searches from a pivot, after nodes without in-arcs or out-arcs are removed. The rest falls
/// into many parts, and each part is processed by one thread: Hong, Rodia, Olukotun, "On fast parallel
/// detection of strongly connected components (SCC) in small-world graphs", SC 2013. Parts use the form of
/// Tarjan's algorithm of Pearce, "A space-efficient algorithm for finding strongly connected components",
/// Information Processing Letters 116(1), 2016, without recursion. O(n + m α(n)) work. If the rest is one
/// large part of many components, one thread does it.
///
/// Only Tarjan's algorithm runs, on one thread, if the graph has no in-arcs ([`Graph::with_in_arcs`]), or if
/// there are fewer than four threads and most arcs join nodes of similar ids. The parallel phases do two to
/// four times as much work, but wait less for memory.
///
/// **When to choose it.** If directions count. Otherwise use
/// [`connected_components`](crate::connected_components()).
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// 8 bytes per node if only Tarjan's algorithm runs, otherwise at most 26. In addition, 20 bytes per node on
/// the longest path of a depth-first search, in arrays that grow by doubling.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{Directed, EdgeList, Graph}};
/// use boscage::operators::strongly_connected_components;
///
/// // A cycle of three nodes leads to one of two.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(0, 2), (2, 4), (4, 0), (4, 1), (1, 3), (3, 1)])?;
/// let graph = Graph::<Directed>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
/// let components = strongly_connected_components(&exec, &graph)?;
/// assert_eq!(components.labels(), [0, 1, 0, 1, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn strongly_connected_components<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
) -> Result<Components> {
    let roots = AtomicNodeMap::filled(graph, NONE)?.relaxed();
    let mut pivot = None;
    if exec.threads() < PARALLEL_FROM && is_local(graph) || !graph.has_in_arcs() {
        let set = |_| 0;
        let tarjan = Tarjan::new(graph, set, &roots)?;
        exec.stage("tarjan", || tarjan.part(exec, graph.nodes()))?;
    } else {
        exec.install(|| {
            let searches = Searches {
                forward: AtomicNodeMap::filled(graph, false)?.relaxed().shared_by(exec),
                backward: AtomicNodeMap::filled(graph, false)?.relaxed().shared_by(exec),
            };
            trim(exec, graph, &roots)?;
            pivot = giant(exec, graph, &roots, &searches)?;
            rest(exec, graph, &roots, &searches)
        })?;
    }
    // Nodes without a root are in the component of the pivot.
    let giant = pivot.map_or(NONE, u32::from);
    Components::from_roots(graph.node_count(), |node| match roots.load(node) {
        NONE => giant.into(),
        root => root.into(),
    })
}

/// Returns `true` if nearly all arcs join nodes that are near each other in memory.
pub(crate) fn is_local<D: Direction, E: EdgeData>(graph: &Graph<D, E>) -> bool {
    let every = graph.node_count() / SAMPLE + 1;
    let sample =
        || (0..graph.node_count()).step_by(every).map(Node::new).filter(|&node| graph.degree(node) > 0);
    let is_far = |node: &Node| {
        let row = graph.neighbours(*node);
        row[row.len() / 2].index().abs_diff(node.index()) > CACHED
    };
    8 * sample().filter(is_far).count() <= sample().count()
}

/// The set of the pivot's component.
const BOTH: u8 = 3;

/// Marks of the nodes that the pivot reaches, and of those that reach it. The marks of trimmed nodes have no
/// meaning.
struct Searches {
    forward: AtomicNodeMap<bool, RelaxedOrder>,
    backward: AtomicNodeMap<bool, RelaxedOrder>,
}

impl Searches {
    /// Returns the set of a node. Nodes of different sets are in different components.
    fn set(&self, node: Node) -> u8 {
        u8::from(self.forward.load(node)) + 2 * u8::from(self.backward.load(node))
    }
}

/// Removes nodes without in-arcs or without out-arcs, not counting arcs of removed nodes. Each is a
/// component.
fn trim<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32, RelaxedOrder>,
) -> Result<()> {
    let outs = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| graph.degree(node) as u32)?)
        .relaxed()
        .shared_by(exec);
    let ins = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| graph.in_degree(node) as u32)?)
        .relaxed()
        .shared_by(exec);
    let has_none = |i| outs.load(Node::new(i)) == 0 || ins.load(Node::new(i)) == 0;
    let first = pack_map(exec, graph.node_count(), has_none, Node::new)?;
    exec.for_each("trim", first, Lifo::default(), |node, work| {
        if roots.swap(node, node.into()) != NONE && !is_planted("trim-twice") {
            return; // it was added twice: it has neither in-arcs nor out-arcs
        }
        let loses =
            |degrees: &AtomicNodeMap<u32, RelaxedOrder>, other: Node| degrees.fetch_sub(other, 1) == 1;
        work.extend(graph.neighbours(node).iter().copied().filter(|&other| loses(&ins, other)));
        work.extend(graph.in_neighbours(node).iter().copied().filter(|&other| loses(&outs, other)));
    })
}

/// Searches in both directions from a node of many arcs, the pivot. Returns `None` if all nodes are trimmed.
fn giant<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32, RelaxedOrder>,
    searches: &Searches,
) -> Result<Option<Node>> {
    let pairs = |node| graph.degree(node) as u64 * graph.in_degree(node) as u64;
    let key = |node| if roots.load(node) == NONE { Some((pairs(node), node)) } else { None };
    let rounds = exec.rounds("giant", graph.node_count() as u64);
    let Some((_, pivot)) = rounds.max("pivot", &NodeSet::all(graph), key)?.flatten() else {
        return Ok(None);
    };
    let outs = Rows { offsets: graph.offsets(), targets: graph.targets() };
    let ins = Rows { offsets: graph.in_offsets(), targets: graph.in_targets() };
    for (marks, rows, turned) in [(&searches.forward, outs, ins), (&searches.backward, ins, outs)] {
        marks.store(pivot, true);
        let found = sweep(exec, graph, roots, marks, turned)?;
        search(exec, marks, rows, &found)?;
    }
    Ok(Some(pivot))
}

/// The nodes at the other ends of the arcs, per node.
#[derive(Clone, Copy)]
struct Rows<'a> {
    offsets: &'a [u64],
    targets: &'a [Node],
}

impl<'a> Rows<'a> {
    fn of(self, node: Node) -> &'a [Node] {
        &self.targets[self.offsets[node.index()] as usize..self.offsets[node.index() + 1] as usize]
    }

    /// Prefetches the first two cache lines.
    fn prefetch(self, node: Node) {
        let [begin, end] = [0, 1].map(|next| self.offsets[node.index() + next] as usize);
        prefetch(self.targets, begin);
        prefetch(self.targets, (begin + IN_LINE).min(end));
    }
}

/// Marks nodes that have a marked node in their row, in passes over all nodes. A few passes find most of a
/// giant component, as memory is read in order and most rows are left early. Returns the nodes that the last
/// pass has marked; the other nodes are reached from these.
fn sweep<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32, RelaxedOrder>,
    marks: &AtomicNodeMap<bool, RelaxedOrder>,
    rows: Rows<'_>,
) -> Result<NodeSet> {
    let all = NodeSet::all(graph);
    let mut rounds = exec.rounds("sweep", graph.node_count() as u64);
    loop {
        let found = rounds.round(|phases| {
            let found = phases.select("mark", &all, |node| {
                let is_reached = !marks.load(node)
                    && roots.load(node) == NONE
                    && rows.of(node).iter().any(|&from| marks.load(from));
                if is_reached {
                    marks.store(node, true);
                }
                is_reached
            })?;
            Ok((Round::new(found.len()), found))
        })?;
        if found.len() <= graph.node_count() / MANY {
            return Ok(found);
        }
    }
}

/// Marks the nodes that these nodes reach.
fn search(
    exec: &Exec,
    marks: &AtomicNodeMap<bool, RelaxedOrder>,
    rows: Rows<'_>,
    starts: &NodeSet,
) -> Result<()> {
    let starts: Vec<Node> = starts.iter().collect();
    let starts = starts.chunks(SHARED).map(<[Node]>::to_vec);
    exec.for_each("search", starts.collect::<Vec<_>>(), Lifo::default(), |mut stack: Vec<Node>, work| {
        let mut batch = [Node::default(); BATCH];
        let mut visited = 0;
        while visited < SHARE_EVERY && !stack.is_empty() {
            // Rows are requested together, so that the search waits for memory once per batch.
            let len = stack.len().min(BATCH);
            batch[..len].copy_from_slice(&stack[stack.len() - len..]);
            stack.truncate(stack.len() - len);
            batch[..len].iter().for_each(|&node| rows.prefetch(node));
            for &node in &batch[..len] {
                for &other in rows.of(node) {
                    // If two threads find a node, both go on from there, which does no harm.
                    if !marks.load(other) {
                        marks.store(other, true);
                        stack.push(other);
                    }
                }
            }
            visited += len;
        }
        while !stack.is_empty() {
            work.push(stack.split_off(stack.len().saturating_sub(SHARED)));
        }
    })
}

/// Finds the components of the remaining nodes.
fn rest<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32, RelaxedOrder>,
    searches: &Searches,
) -> Result<()> {
    let is_left = |node| roots.load(node) == NONE && searches.set(node) != BOTH;
    let mut nodes = pack_map(exec, graph.node_count(), |i| is_left(Node::new(i)), Node::new)?;
    if nodes.is_empty() {
        return Ok(());
    }
    let sets = DisjointSets::new(graph.node_count())?;
    exec.do_all("join", &nodes, |&node| {
        for &other in graph.neighbours(node) {
            if is_left(other) && searches.set(other) == searches.set(node) {
                sets.unite(node, other);
            }
        }
    })?;
    radix_sort(exec, &mut nodes, |&node| u32::from(sets.find(node)))?; // stable
    let parts: Vec<&[Node]> = nodes.chunk_by(|&one, &next| sets.find(one) == sets.find(next)).collect();
    let set = |node| u32::from(sets.find(node));
    let tarjan = Tarjan::new(graph, set, roots)?;
    exec.do_all("tarjan", parts, |part| tarjan.part(exec, part.iter().copied()))
}
