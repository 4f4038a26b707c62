//! Minimum arborescence by contraction of a path that grows backwards.
//!
//! **Phases.**
//! 1. *Sort*: the in-arcs of each node by weight.
//! 2. *Contract*: from each node a path grows backwards, each time along the cheapest arc into its first
//!    node. If the arc comes from the path, it closes a cycle, which becomes one node, a *set* of nodes. If
//!    it comes from an earlier path or from the root, the path is finished.
//! 3. *Expand*: the arc into a set replaces the arcs into all smaller sets that have its head. Sets are
//!    expanded from the last one backwards.
//!
//! **Correctness.** In a cycle of cheapest arcs all arcs but one are kept, and the arc into the cycle decides
//! which one is not. So a cycle is one node, if an arc into it costs its weight less that of the arc of the
//! cycle which it replaces. This is Edmonds' proof. The order of the paths makes no difference: the cheapest
//! arc into a set, the one of lowest id if there are several, depends only on the sets within it.
//!
//! **Cost.** A set has a heap with the cheapest arc of each of its nodes, not with all arcs. When the top of
//! the heap turns out to be internal, its node skips all arcs up to the next one from outside. So an arc is
//! visited twice, and the heaps have n entries instead of m. A smaller heap is emptied into the larger one.
//!
//! **Overflow** cannot happen: the weight of the arc into a set, less what earlier arcs have taken, is at
//! most the difference of two weights, and there are fewer than 2³⁰ sets around a node.

mod arcs;
mod cost;
mod heap;

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;

use boscage_core::exec::Exec;
use boscage_core::graph::{Directed, EdgeId, Graph, Node, NodeMap, TotalOf, Weight};
use boscage_core::sync::SequentialSets;
use boscage_core::{Error, Result, memory};

use crate::partial_node_map::PartialNodeMap;

use arcs::{InArc, sorted_in_arcs};
pub use cost::Cost;
use heap::{Entry, Heap, reserve};

/// A minimum arborescence: the result of [`minimum_arborescence`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Arborescence<W: Weight> {
    /// The node from which all others are reached.
    pub root: Node,
    /// The edges, ids ascending.
    pub edges: Vec<EdgeId>,
    /// The node before each node on the path from the root. The root has none.
    pub parents: PartialNodeMap<Node>,
    /// The sum of the weights, exact for integers; for floats it is rounded once.
    pub total: W::Total,
}

/// No node or arc.
const NONE: u32 = u32::MAX;
/// The position of a set whose path is finished.
const FINISHED: u32 = u32::MAX - 1;
/// Most nodes.
const MOST_NODES: usize = 1 << 30;
/// Steps of a path between two checks for cancellation.
const LOOK_EVERY: u32 = 1 << 12;

/// Returns the arborescence of least total weight: a tree whose arcs lead from `root` to all other nodes. The
/// data of the edges are their weights, which may be negative.
///
/// Without a root, it is the arborescence of least weight from any node. The graph must have edge ids and
/// in-arcs. Self-loops are never in it.
///
/// **Algorithm.** Edmonds, "Optimum branchings", Journal of Research of the National Bureau of Standards 71B,
/// 1967, along one path as in Gabow, Galil, Spencer, Tarjan, "Efficient algorithms for finding minimum
/// spanning trees in undirected and directed graphs", Combinatorica 6(2), 1986. The in-arcs are sorted on all
/// threads; then one thread contracts cycles, with heaps of nodes. O(m log n + n log² n) work at worst.
///
/// **When to choose it.** If directions count: for broadcasts, derivations, or dependencies with costs. If
/// they do not, a [minimum spanning forest](crate::msf) takes less time, on all threads. If every path from
/// the root should be short, use [`shortest_path_forest`](crate::shortest_path_forest()).
///
/// # Determinism
/// Deterministic. If several arcs into a node or a contracted cycle are equally good, the lowest edge id is
/// chosen; if several roots are, the lowest node. Integers are exact. Differences of floats are rounded, so
/// that the total may differ from the least one by as much.
///
/// # Memory
/// Weights of 4 bytes: at most 168 bytes per node and 12 per edge. Floats of 8 bytes: as many per node, and
/// 16 per edge. Integers of 8 bytes: at most 264 per node and 16 per edge.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - the root, or without one every node, does not reach all nodes; the message names nodes,
/// - the graph has no nodes, more than 2³⁰ nodes, no edge ids or no in-arcs, or the root is not in it,
/// - a weight is infinite, or beyond ±2⁹⁹⁰.
///
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{Directed, EdgeList, Graph, Node}};
/// use boscage::operators::minimum_arborescence;
///
/// // The cheapest arcs into nodes 1 and 2 are a cycle.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(3, [(0, 1, 10), (0, 2, 8), (1, 2, 1), (2, 1, 2)])?;
/// let graph = Graph::<Directed, i32>::builder().with_ids().with_in_arcs().build(&exec, &list)?;
/// let tree = minimum_arborescence(&exec, &graph, Some(Node::new(0)))?;
/// assert_eq!((tree.edges, tree.total), (vec![1.into(), 3.into()], 10));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn minimum_arborescence<W: Cost>(
    exec: &Exec,
    graph: &Graph<Directed, W>,
    root: Option<Node>,
) -> Result<Arborescence<W>> {
    let n = graph.node_count();
    graph.check_ids()?;
    graph.check_in_arcs()?;
    if n == 0 || n > MOST_NODES {
        return Err(Error::argument("the graph", format!("1 to {MOST_NODES} nodes"), n));
    }
    if let Some(root) = root.filter(|root| root.index() >= n) {
        return Err(Error::argument("root", format!("a node below {n}"), root));
    }
    let arcs = sorted_in_arcs(exec, graph)?;
    let mut contraction = Contraction::new(graph.in_offsets(), arcs)?;
    exec.stage("contract", || {
        let root = contraction.contract_all(exec, root)?;
        contraction.expand(root)
    })
}

/// A set of nodes, kept at its lowest node.
struct Set<R> {
    /// The step that made the set.
    step: u32,
    /// The position on the path, [`NONE`] or [`FINISHED`].
    position: u32,
    /// Cost so far of the arcs into sets with the nodes of the heap.
    paid: R,
    /// Empty for single nodes.
    heap: Heap<R>,
}

/// A set at the time when it was made: the nodes, then each contracted cycle.
#[derive(Clone, Copy)]
struct Step<R> {
    /// The step that made the set which has swallowed this one.
    within: u32,
    /// The node to which the cheapest arc into the set leads.
    head: u32,
    /// The position of this arc.
    arc: u32,
    cost: R,
}

struct Contraction<'a, W: Cost> {
    offsets: &'a [u64],
    arcs: Vec<InArc<W>>,
    /// The position of the first in-arc of each node that may come from outside its set.
    next: Vec<u32>,
    nodes: SequentialSets,
    sets: Vec<Set<W::Reduced>>,
    steps: Vec<Step<W::Reduced>>,
}

impl<'a, W: Cost> Contraction<'a, W> {
    fn new(offsets: &'a [u64], arcs: Vec<InArc<W>>) -> Result<Self> {
        let n = offsets.len() - 1;
        let set = |i| Set { step: i as u32, position: NONE, paid: W::Reduced::default(), heap: Heap::new() };
        let mut steps = memory::reserve("contracted cycles", 2 * n)?;
        steps.resize(n, Step { within: NONE, head: NONE, arc: NONE, cost: W::Reduced::default() });
        Ok(Self {
            offsets,
            arcs,
            next: memory::from_fn("next in-arcs", n, |i| offsets[i] as u32)?,
            nodes: SequentialSets::new(n)?,
            sets: memory::from_fn("sets of nodes", n, set)?,
            steps,
        })
    }

    /// Chooses an arc into every set but one, and returns the root.
    fn contract_all(&mut self, exec: &Exec, root: Option<Node>) -> Result<Node> {
        // Without a root, the first set without arcs into it has the root.
        let mut source = root;
        if let Some(root) = root {
            self.sets[root.index()].position = FINISHED;
        }
        let mut path = Vec::new();
        let mut count = 0_u32;
        for start in 0..self.sets.len() {
            let mut next = u32::from(self.nodes.find(Node::new(start)));
            loop {
                count = count.wrapping_add(1);
                if count.is_multiple_of(LOOK_EVERY) {
                    exec.check_cancelled()?;
                }
                match self.sets[next as usize].position {
                    FINISHED => break,
                    NONE => {
                        self.sets[next as usize].position = path.len() as u32;
                        memory::grow("a path", &mut path, 1)?;
                        path.push(next);
                    }
                    position => {
                        let set = self.contract(&path[position as usize..])?;
                        path.truncate(position as usize);
                        self.sets[set as usize].position = position;
                        path.push(set);
                    }
                }
                let first = *path.last().expect("a path");
                let Some(from) = self.choose(first) else {
                    if let Some(source) = source {
                        return Err(unreachable(root, source, first.into()));
                    }
                    source = Some(self.best_root(first));
                    break;
                };
                next = from;
            }
            for set in path.drain(..) {
                self.sets[set as usize].position = FINISHED;
            }
        }
        Ok(source.expect("a graph with nodes"))
    }

    fn cost(&self, arc: u32) -> W::Reduced {
        self.arcs[arc as usize].weight.reduced().expect("weights were checked")
    }

    /// Returns the position of the first in-arc of a node, from `next` on, that does not come from its set.
    fn outside(&mut self, node: usize, set: Node) -> Option<u32> {
        let Self { arcs, nodes, .. } = self;
        let row = self.next[node] as usize..self.offsets[node + 1] as usize;
        let skipped = arcs[row.clone()].iter().position(|arc| nodes.find(Node::from(arc.from)) != set);
        self.next[node] += skipped.unwrap_or(row.len()) as u32;
        skipped.map(|_| self.next[node])
    }

    /// Chooses the cheapest arc into a set, and returns the set that it comes from.
    fn choose(&mut self, set: u32) -> Option<u32> {
        let at = set as usize;
        let step = self.sets[at].step as usize;
        let (head, arc, cost) = if step < self.sets.len() {
            let arc = self.outside(at, set.into())?;
            (set, arc, self.cost(arc))
        } else {
            let mut heap = std::mem::take(&mut self.sets[at].heap);
            let found = self.cheapest(set, &mut heap);
            self.sets[at].heap = heap;
            let (head, arc, cost) = found?;
            (head, arc, cost - self.sets[at].paid)
        };
        self.steps[step] = Step { within: NONE, head, arc, cost };
        Some(self.nodes.find(Node::from(self.arcs[arc as usize].from)).into())
    }

    /// Returns the head, position and cost of the cheapest arc in a heap that does not come from the set.
    fn cheapest(&mut self, set: u32, heap: &mut Heap<W::Reduced>) -> Option<(u32, u32, W::Reduced)> {
        loop {
            let mut top = heap.peek_mut()?;
            let Entry { cost, node, .. } = top.0;
            let before = self.next[node as usize];
            match self.outside(node as usize, set.into()) {
                Some(arc) if arc == before => return Some((node, arc, cost)),
                Some(arc) => {
                    let cost = cost + (self.cost(arc) - self.cost(before));
                    top.0 = Entry { cost, edge: self.arcs[arc as usize].edge, node };
                }
                None => drop(PeekMut::pop(top)),
            }
        }
    }

    /// Makes one set of the sets of a cycle, and returns it.
    fn contract(&mut self, cycle: &[u32]) -> Result<u32> {
        let size = |set: &u32| self.sets[*set as usize].heap.len();
        let largest = cycle.iter().copied().max_by_key(size).expect("a cycle");
        let entries = cycle.iter().map(|set| size(set).max(1)).sum::<usize>();
        let mut heap = std::mem::take(&mut self.sets[largest as usize].heap);
        heap = reserve(heap, entries)?;
        let own = self.steps[self.sets[largest as usize].step as usize].cost;
        let paid = self.sets[largest as usize].paid + own;
        let within = self.steps.len() as u32;
        for &set in cycle {
            let Set { step, paid: before, .. } = self.sets[set as usize];
            self.steps[step as usize].within = within;
            let shift = paid - (before + self.steps[step as usize].cost);
            if (step as usize) < self.sets.len() {
                let arc = self.next[step as usize];
                let edge = self.arcs[arc as usize].edge;
                heap.push(Reverse(Entry { cost: self.cost(arc) + shift, edge, node: step }));
            } else if set != largest {
                let smaller = std::mem::take(&mut self.sets[set as usize].heap).into_iter();
                heap.extend(
                    smaller.map(|Reverse(entry)| Reverse(Entry { cost: entry.cost + shift, ..entry })),
                );
            }
            self.nodes.unite(Node::from(largest), Node::from(set));
        }
        self.steps.push(Step { within: NONE, head: NONE, arc: NONE, cost: W::Reduced::default() });
        let set = u32::from(self.nodes.find(Node::from(largest)));
        self.sets[set as usize] = Set { step: within, position: NONE, paid, heap };
        Ok(set)
    }

    /// Returns the best root in a set without arcs into it: the node for which the arcs of the set that are
    /// not needed cost most.
    fn best_root(&mut self, set: u32) -> Node {
        let last = self.sets[set as usize].step as usize;
        for step in (0..last).rev() {
            let within = self.steps[step].within;
            if within != NONE && within as usize != last {
                self.steps[step].cost = self.steps[step].cost + self.steps[within as usize].cost;
            }
        }
        let mut best = set;
        for node in set..self.sets.len() as u32 {
            let is_better = self.steps[node as usize].cost > self.steps[best as usize].cost;
            if is_better && u32::from(self.nodes.find(Node::from(node))) == set {
                best = node;
            }
        }
        self.steps[last].head = best;
        best.into()
    }

    /// Keeps one of the chosen arcs into each node.
    fn expand(mut self, root: Node) -> Result<Arborescence<W>> {
        let n = self.sets.len();
        self.sets = Vec::new();
        let mut parents = memory::filled("parents of nodes", n, NONE)?;
        let mut edges = memory::reserve("edges of the arborescence", n - 1)?;
        let mut total = W::Sum::default();
        for last in (0..self.steps.len()).rev() {
            let Step { head, arc, .. } = self.steps[last];
            if head == NONE {
                continue; // replaced
            }
            let mut step = head as usize;
            self.steps[step].head = NONE;
            while step != last {
                step = self.steps[step].within as usize;
                self.steps[step].head = NONE;
            }
            if head != u32::from(root) {
                let arc = self.arcs[arc as usize];
                parents[head as usize] = arc.from;
                edges.push(EdgeId::from(arc.edge));
                total.add(arc.weight);
            }
        }
        edges.sort_unstable();
        let parents = PartialNodeMap::new(NodeMap::from(parents));
        Ok(Arborescence { root, edges, parents, total: total.finish() })
    }
}

/// The error if no arc leads to a set of nodes, of which this is the lowest.
fn unreachable(root: Option<Node>, source: Node, node: Node) -> Error {
    match root {
        Some(root) => {
            let found = format!("{root}, which does not reach node {node}");
            Error::argument("root", "a node that reaches all others", found)
        }
        None => {
            let found = format!("none that reaches both {source} and {node}");
            Error::argument("the graph", "a node that reaches all others", found)
        }
    }
}
