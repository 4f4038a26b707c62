//! Strongly connected components: which nodes of a directed graph reach each other, both ways.
//!
//! **Idea.** Most real graphs have one giant component and many small ones. The giant one is what one of its
//! nodes reaches along the arcs *and* against them, and both searches run in parallel. The small ones are in
//! many separate parts of the rest, and each part is done by one thread.
//!
//! **Phases.**
//! 1. *Trim*: a node without in-arcs or without out-arcs is a component by itself. It is removed, and this
//!    may leave others without in-arcs or out-arcs.
//! 2. *Search* from a pivot, the node with the most pairs of in- and out-arcs, forward and backward at the
//!    same time. What both reach is the pivot's component. No other component has nodes in two of these sets:
//!    what only the forward search reached, only the backward search, or none.
//! 3. *Join* the nodes of the rest into parts that are connected by arcs within these sets, without regard to
//!    direction.
//! 4. *Parts*: Tarjan's algorithm in each part.
//!
//! On fewer than four threads, or if the graph has no in-arcs, only the last phase runs, with the
//! whole graph as its part. Tarjan's algorithm looks at each arc once, and the parallel phases do two to four
//! times its work.
//!
//! **Why it is correct.** A component of several nodes has an arc into each of its nodes and out of it, from
//! and to its own nodes, so it is never trimmed. If the pivot reaches one node of a component, it reaches all
//! of them; the same holds backward. So a component lies within one set, and within one part of the rest, and
//! Tarjan's algorithm needs no arcs that leave the part.
//!
//! **Cost.** O(n + m) work, and O(m α(n)) for the unions of the third phase. No recursion. The parallelism
//! depends on the graph: if the rest is one large part of many components, one thread does it.
//!
//! **Memory.** 8 bytes per node on fewer than four threads, at most 26 on more; and 20 for each node of the
//! longest path of a search, in arrays that double.
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

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, Components, Directed, EdgeData, Graph, Node, NodeMap, NodeSet};
use boscage_core::parallel::{pack_map, radix_sort};
use boscage_core::sync::DisjointSets;
use boscage_core::worklist::Lifo;
use boscage_core::{Result, memory};

/// The root of a node whose component is not known.
const NONE: u32 = u32::MAX;

/// With fewer threads Tarjan's algorithm is as fast by itself.
const PARALLEL_FROM: usize = 4;

/// Nodes that a search visits before it shares what it has found with other threads.
const SHARE_EVERY: usize = 1 << 12;

/// Nodes that Tarjan's algorithm visits before it looks whether it is cancelled.
const LOOK_EVERY: u32 = 1 << 12;

/// The strongly connected components of a directed graph. Self-loops and parallel arcs make no difference.
///
/// Several threads are used only if there are at least four, and the graph has in-arcs
/// ([`Graph::with_in_arcs`]).
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
    if exec.threads() < PARALLEL_FROM || !graph.has_in_arcs() {
        let set = |_| 0;
        let tarjan = Tarjan { graph, set, roots: &roots, numbers: AtomicNodeMap::filled(graph, UNSEEN)? };
        exec.stage("tarjan", || tarjan.part(exec, graph.node_ids()))?;
    } else {
        exec.install(|| {
            let searches = Searches {
                forward: AtomicNodeMap::filled(graph, false)?.shared_by(exec),
                backward: AtomicNodeMap::filled(graph, false)?.shared_by(exec),
            };
            trim(exec, graph, &roots, &searches)?;
            giant(exec, graph, &roots, &searches)?;
            rest(exec, graph, &roots, &searches)
        })?;
    }
    Components::from_roots(graph.nodes(), |node| roots.load(node).into())
}

/// What the pivot reaches, and what reaches it. Both marks of a trimmed node are set, too, so that searches
/// need not look at it.
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
fn trim<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32>,
    searches: &Searches,
) -> Result<()> {
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
        searches.forward.store(node, true);
        searches.backward.store(node, true);
        let loses = |degrees: &AtomicNodeMap<u32>, other: Node| degrees.fetch_add(other, u32::MAX) == 1;
        work.extend(graph.neighbours(node).iter().copied().filter(|&other| loses(&ins, other)));
        work.extend(graph.in_neighbours(node).iter().copied().filter(|&other| loses(&outs, other)));
    })
}

/// Searches from a node of many arcs, and settles its component.
fn giant<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Directed, E>,
    roots: &AtomicNodeMap<u32>,
    searches: &Searches,
) -> Result<()> {
    let pairs = |node| graph.degree(node) as u64 * graph.in_degree(node) as u64;
    let key = |node| if roots.load(node) == NONE { Some((pairs(node), node)) } else { None };
    let rounds = exec.rounds("giant", graph.nodes() as u64);
    let Some((_, pivot)) = rounds.max("pivot", &NodeSet::all(graph), key)?.flatten() else {
        return Ok(());
    };
    let scratch = exec.per_thread(Vec::new);
    exec.for_each("search", [(pivot, true), (pivot, false)], Lifo::default(), |(node, is_forward), work| {
        let marks = if is_forward { &searches.forward } else { &searches.backward };
        scratch.with(|stack: &mut Vec<Node>| {
            stack.push(node);
            for _ in 0..SHARE_EVERY {
                let Some(node) = stack.pop() else { break };
                let next = if is_forward { graph.neighbours(node) } else { graph.in_neighbours(node) };
                for &other in next {
                    // Two threads may both find a node: then both go on from there, which does no harm.
                    if !marks.load(other) {
                        marks.store(other, true);
                        stack.push(other);
                    }
                }
            }
            work.extend(stack.drain(..).map(|node| (node, is_forward)));
        });
    })?;
    searches.forward.store(pivot, true);
    searches.backward.store(pivot, true);
    exec.do_all("settle", graph.node_ids(), |node| {
        if searches.set(node) == 3 && roots.load(node) == NONE {
            roots.store(node, pivot.into());
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
    let is_left = |node| roots.load(node) == NONE;
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
