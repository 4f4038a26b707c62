//! Strongly connected components: which nodes of a directed graph reach each other, both ways.
//!
//! **Idea.** Most real graphs have one giant component and many small ones. The giant one is what one of its
//! nodes reaches along the arcs *and* against them, and each of the two searches runs on all threads. The
//! small ones are in many separate parts of the rest, and each part is done by one thread.
//!
//! **Phases.**
//! 1. *Trim*: a node without in-arcs or without out-arcs is a component by itself. It is removed, and this
//!    may leave others without in-arcs or out-arcs.
//! 2. *Search* from a pivot, the node with the most pairs of in- and out-arcs, forward and backward: passes
//!    over all nodes as long as they find many, then along the arcs of what the last pass has found. What
//!    both reach is the pivot's component. No other component has nodes in two of these sets: what only the
//!    forward search reached, only the backward search, or none.
//! 3. *Join* the nodes of the rest into parts that are connected by arcs within these sets, without regard to
//!    direction.
//! 4. *Parts*: Tarjan's algorithm in each part.
//!
//! On fewer than four threads, if nearly all arcs join nodes that are near each other in memory, only the
//! last phase runs, with the whole graph as its part; and so it does if the graph has no in-arcs. Tarjan's
//! algorithm looks at each arc once, and the parallel phases do two to four times its work; but it waits for
//! memory at each node, and they do not.
//!
//! **Why it is correct.** A component of several nodes has an arc into each of its nodes and out of it, from
//! and to its own nodes, so it is never trimmed. If the pivot reaches one node of a component, it reaches all
//! of them; the same holds backward. So a component lies within one set, and within one part of the rest, and
//! Tarjan's algorithm needs no arcs that leave the part.
//!
//! **Cost.** O(n + m) work, and O(m α(n)) for the unions of the third phase. No recursion. The parallelism
//! depends on the graph: if the rest is one large part of many components, one thread does it.
//!
//! **Memory.** 8 bytes per node if only the last phase runs, otherwise at most 26; and 20 for each node of
//! the longest path of a search, in arrays that double.
//!
//! **Deterministic**: yes. Parts are numbered by their lowest node.
//!
//! **When to choose it**: always. In a graph without direction use
//! [`connected_components`](super::connected_components()).
//!
//! **Paper.** Hong, Rodia, Olukotun, "On fast parallel detection of strongly connected components (SCC) in
//! small-world graphs", SC 2013: trimming, one search, and weakly connected parts. Slota, Rajamanickam,
//! Madduri, "BFS and coloring-based parallel algorithms for strongly connected components and related
//! problems", IPDPS 2014, end with Tarjan's algorithm, too; between, they propagate colours, which may visit
//! an arc many times. The search with one number a node: Pearce, "A space-efficient algorithm for finding
//! strongly connected components", 2016.

use boscage_core::exec::{Exec, Round};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Components, Directed, EdgeData, Graph, Node, NodeMap, NodeSet};
use boscage_core::parallel::{pack_map, prefetch, radix_sort};
use boscage_core::sync::DisjointSets;
use boscage_core::worklist::Lifo;
use boscage_core::{Result, memory};

/// The root of a node whose component is not known.
const NONE: u32 = u32::MAX;

/// With fewer threads Tarjan's algorithm is faster by itself, if it finds its data in the cache.
const PARALLEL_FROM: usize = 4;
/// Nodes whose data is found in the cache.
const CACHED: usize = 1 << 16;
/// Nodes of the sample that tells how far apart in memory the ends of arcs are.
const SAMPLE: usize = 1 << 10;

/// Nodes that a search visits before it shares what it has found with other threads.
const SHARE_EVERY: usize = 1 << 12;

/// Nodes in a cache line.
const IN_LINE: usize = 16;

/// Nodes that are shared together.
const SHARED: usize = 1 << 8;

/// Another pass over all nodes follows one that has found more than one node in this many.
const MANY: usize = 1 << 4;

/// Nodes whose arcs are requested together.
const BATCH: usize = 32;

/// Nodes that Tarjan's algorithm visits before it looks whether it is cancelled.
const LOOK_EVERY: u32 = 1 << 12;

/// The strongly connected components of a directed graph. Self-loops and parallel arcs make no difference.
///
/// Several threads are used only if the graph has in-arcs ([`Graph::with_in_arcs`]), and only if there are at
/// least four where most arcs join nodes of near numbers.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
///
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
    let roots = AtomicNodeMap::filled(graph, NONE)?;
    let mut pivot = None;
    if exec.threads() < PARALLEL_FROM && is_local(graph) || !graph.has_in_arcs() {
        let set = |_| 0;
        let tarjan = Tarjan { graph, set, roots: &roots, numbers: AtomicNodeMap::filled(graph, UNSEEN)? };
        exec.stage("tarjan", || tarjan.part(exec, graph.node_ids()))?;
    } else {
        exec.install(|| {
            let searches = Searches {
                forward: AtomicNodeMap::filled(graph, false)?.shared_by(exec),
                backward: AtomicNodeMap::filled(graph, false)?.shared_by(exec),
            };
            trim(exec, graph, &roots)?;
            pivot = giant(exec, graph, &roots, &searches)?;
            rest(exec, graph, &roots, &searches)
        })?;
    }
    // Nodes without a root are in the component of the pivot.
    let giant = pivot.map_or(NONE, u32::from);
    Components::from_roots(graph.nodes(), |node| match roots.load(node) {
        NONE => giant.into(),
        root => root.into(),
    })
}

/// Returns whether nearly all arcs join nodes that are near each other in memory.
fn is_local<E: EdgeData>(graph: &Graph<Directed, E>) -> bool {
    let every = graph.nodes() / SAMPLE + 1;
    let sample = || (0..graph.nodes()).step_by(every).map(Node::new).filter(|&node| graph.degree(node) > 0);
    let is_far = |node: &Node| {
        let row = graph.neighbours(*node);
        row[row.len() / 2].index().abs_diff(node.index()) > CACHED
    };
    8 * sample().filter(is_far).count() <= sample().count()
}

/// The set of the pivot's component.
const BOTH: u8 = 3;

/// Marks of the nodes that the pivot reaches, and of those that reach it. Marks of trimmed nodes mean
/// nothing.
struct Searches {
    forward: AtomicNodeMap<bool>,
    backward: AtomicNodeMap<bool>,
}

impl Searches {
    /// Nodes with different numbers are in different components.
    fn set(&self, node: Node) -> u8 {
        u8::from(self.forward.load(node)) + 2 * u8::from(self.backward.load(node))
    }
}

/// Settles the nodes that have no in-arcs or no out-arcs, when those of settled nodes are not counted.
fn trim<E: EdgeData>(exec: &Exec, graph: &Graph<Directed, E>, roots: &AtomicNodeMap<u32>) -> Result<()> {
    let outs =
        AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| graph.degree(node) as u32)?).shared_by(exec);
    let ins = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, |node| graph.in_degree(node) as u32)?)
        .shared_by(exec);
    let has_none = |i| outs.load(Node::new(i)) == 0 || ins.load(Node::new(i)) == 0;
    let first = pack_map(exec, graph.nodes(), has_none, Node::new)?;
    exec.for_each("trim", first, Lifo::default(), |node, work| {
        if roots.swap(node, node.into()) != NONE && !is_planted("trim-twice") {
            return; // it had come to have neither
        }
        let loses = |degrees: &AtomicNodeMap<u32>, other: Node| degrees.fetch_add(other, u32::MAX) == 1;
        work.extend(graph.neighbours(node).iter().copied().filter(|&other| loses(&ins, other)));
        work.extend(graph.in_neighbours(node).iter().copied().filter(|&other| loses(&outs, other)));
    })
}

/// Searches from a node of many arcs, the pivot, in both directions; `None` if all nodes are settled.
fn giant<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32>,
    searches: &Searches,
) -> Result<Option<Node>> {
    let pairs = |node| graph.degree(node) as u64 * graph.in_degree(node) as u64;
    let key = |node| if roots.load(node) == NONE { Some((pairs(node), node)) } else { None };
    let rounds = exec.rounds("giant", graph.nodes() as u64);
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

/// The nodes at the other ends of the arcs of each node.
#[derive(Clone, Copy)]
struct Rows<'a> {
    offsets: &'a [u64],
    targets: &'a [Node],
}

impl<'a> Rows<'a> {
    fn of(self, node: Node) -> &'a [Node] {
        &self.targets[self.offsets[node.index()] as usize..self.offsets[node.index() + 1] as usize]
    }

    /// Asks for the first two cache lines.
    fn prefetch(self, node: Node) {
        let [begin, end] = [0, 1].map(|next| self.offsets[node.index() + next] as usize);
        prefetch(self.targets, begin);
        prefetch(self.targets, (begin + IN_LINE).min(end));
    }
}

/// Marks nodes that have a marked one in their row, in passes over all nodes: most of a giant component
/// within a few, as memory is read in order and most rows are left early. Returns what the last pass has
/// marked. What is left to mark, these lead to.
fn sweep<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32>,
    marks: &AtomicNodeMap<bool>,
    rows: Rows<'_>,
) -> Result<NodeSet> {
    let all = NodeSet::all(graph);
    let mut rounds = exec.rounds("sweep", graph.nodes() as u64);
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
            Ok((Round::of(found.len()), found))
        })?;
        if found.len() <= graph.nodes() / MANY {
            return Ok(found);
        }
    }
}

/// Marks what these nodes lead to.
fn search(exec: &Exec, marks: &AtomicNodeMap<bool>, rows: Rows<'_>, starts: &NodeSet) -> Result<()> {
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
                    // Two threads may both find a node: then both go on from there, which does no harm.
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

/// Finds the components of the nodes that are not settled.
fn rest<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32>,
    searches: &Searches,
) -> Result<()> {
    let is_left = |node| roots.load(node) == NONE && searches.set(node) != BOTH;
    let mut nodes = pack_map(exec, graph.nodes(), |i| is_left(Node::new(i)), Node::new)?;
    if nodes.is_empty() {
        return Ok(());
    }
    let sets = DisjointSets::new(graph.nodes())?;
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
    let tarjan = Tarjan { graph, set, roots, numbers: AtomicNodeMap::filled(graph, UNSEEN)? };
    exec.do_all("tarjan", parts, |part| tarjan.part(exec, part.iter().copied()))
}

/// The number of a node that Tarjan's algorithm has not come to.
const UNSEEN: u32 = u32::MAX;
/// The number of a node whose component is complete.
const DONE: u32 = u32::MAX - 1;

/// Tarjan's algorithm. Threads share the maps, but each changes only the nodes of its own part.
struct Tarjan<'a, E: EdgeData, S> {
    graph: &'a Graph<Directed, E>,
    /// Arcs between nodes of different sets do not count.
    set: S,
    /// A node of the component, the same for all its nodes; [`NONE`] as long as it is not known.
    roots: &'a AtomicNodeMap<u32>,
    /// First when the node was visited; then the least number that it can reach, as far as is known.
    numbers: AtomicNodeMap<u32>,
}

impl<E: EdgeData, S: Fn(Node) -> u32> Tarjan<'_, E, S> {
    /// The components of the nodes that `starts` reaches.
    fn part(&self, exec: &Exec, starts: impl Iterator<Item = Node>) -> Result<()> {
        let (graph, numbers) = (self.graph, &self.numbers);
        let targets = graph.targets();
        let offsets = graph.offsets();
        // A path: each node with its number and the range of its arcs that are still to be followed.
        let mut path: Vec<(Node, u32, u64)> = Vec::new();
        // Visited nodes that are off the path and in no complete component.
        let mut open: Vec<Node> = Vec::new();
        let mut count = 0;
        for start in starts {
            if numbers.load(start) != UNSEEN {
                continue;
            }
            let set = (self.set)(start);
            let mut enter = Some(start);
            loop {
                if let Some(node) = enter.take() {
                    numbers.store(node, count);
                    memory::grow("the path of a search", &mut path, 1)?;
                    path.push((node, count, offsets[node.index()]));
                    count += 1;
                    if count % LOOK_EVERY == 0 {
                        exec.check_cancelled()?;
                    }
                }
                let Some(top) = path.last_mut() else { break };
                let node = top.0;
                let end = offsets[node.index() + 1];
                let mut least = numbers.load(node);
                while top.2 < end {
                    let other = targets[top.2 as usize];
                    let number = numbers.load(other);
                    let is_unseen = number == UNSEEN;
                    // Other threads may be changing the numbers of nodes of other sets.
                    if (is_unseen || number < least) && (self.set)(other) == set {
                        if is_unseen {
                            enter = Some(other);
                            break;
                        }
                        least = number;
                    }
                    top.2 += 1;
                }
                numbers.store(node, least);
                if enter.is_some() {
                    continue;
                }
                let first = top.1;
                path.pop();
                if least < first {
                    memory::grow("the open nodes of a search", &mut open, 1)?;
                    open.push(node);
                    continue;
                }
                // It reaches nothing that was visited before it: a component is complete.
                while let Some(&member) = open.last() {
                    if numbers.load(member) < first {
                        break;
                    }
                    open.pop();
                    numbers.store(member, DONE);
                    self.roots.store(member, node.into());
                }
                numbers.store(node, DONE);
                self.roots.store(node, node.into());
            }
        }
        Ok(())
    }
}
