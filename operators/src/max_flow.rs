//! Maximum flow and minimum cut: preflow-push with exact searches now and then.
//!
//! **Idea.** The source fills all its arcs. A node that receives more than it passes on has an *excess*, and
//! pushes it along arcs with room to neighbours that are lower; if it has none, it is raised. The *height* of
//! a node estimates its distance to the sink, so excess flows towards the sink as long as there is room.
//!
//! **Phases.**
//! 1. *Search*: heights become the exact distances to the sink, in rounds. The nodes with an excess that
//!    reach the sink are the items of the next loop. If there are none, the phase is done.
//! 2. *Push*: an item is a node with an excess. It pushes until it has none, and the item that gives a node
//!    its first excess adds the node. After some work the loop is ended from inside, and heights are made
//!    exact again.
//! 3. The same two with the source in place of the sink: the excess that did not reach the sink goes back.
//!
//! **Why it is correct.** A push is two additions: to the flow of the edge and to the excess of the other
//! node; the node's own excess is reduced at the end of its item. A node has at most one item at a time:
//! the item that adds to an excess of 0 adds the new item. Only this item takes room from the arcs that
//! leave the node, and others only give some back, so a flow is never above the capacity or below 0. So
//! it is a valid preflow at any time, whatever the heights are: a node that is raised while a neighbour
//! pushes to it may come to stand too high. The first phase ends only when an exact search finds no
//! excess that reaches the sink. Then the arcs from the nodes that do not reach the sink to those that do
//! are full. They are a cut, whose capacity is the flow into the sink: both are optimal. What goes back
//! to the source never meets the other side.
//!
//! **Memory ordering.** The items of a node come one after another, on different threads. Each must see what
//! the one before it did to the arcs. So the change of an excess, by which one item ends and by which the
//! next is added, releases and acquires. All else is relaxed: no flow or height announces another.
//!
//! **Overflow** cannot happen: an excess is at most the capacity of all arcs out of the source, and that is
//! checked to be below 2⁶⁴, without self-loops.
//!
//! **Cost.** O(n²m) at worst, far less in practice. Long thin graphs have little parallelism.
//!
//! **Memory.** 13 bytes per node, 8 per edge, and up to 16 for each node with an excess.
//!
//! **Deterministic**: the value and the cut, yes; the flow of each edge, only on one thread.
//!
//! **When to choose it**: for one source and one sink, and integer capacities.
//!
//! **Paper.** Goldberg, Tarjan, "A new approach to the maximum-flow problem", 1988; Cherkassky, Goldberg, "On
//! implementing the push-relabel method for the maximum flow problem", 1997, on exact searches; Hong, He, "An
//! asynchronous multithreaded algorithm for the maximum network flow problem with nonblocking global
//! relabeling heuristic", 2011, on pushes without locks.

use std::fmt::Display;

use boscage_core::exec::{Exec, Push};
use boscage_core::graph::{
    AtomicEdgeMap, AtomicNodeMap, Directed, EdgeData, EdgeId, EdgeMap, Graph, Node, NodeMap,
};
use boscage_core::parallel::pack_map;
use boscage_core::primitives::unmodelled::Ordering::{Acquire, Relaxed, Release};
use boscage_core::primitives::unmodelled::{AtomicU64, fence};
use boscage_core::worklist::{BulkSynchronous, Fifo};
use boscage_core::{Error, Result};

/// How [`max_flow`] runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaxFlow {
    /// Work between two exact searches, as a multiple of that of one search. More than 0.
    pub search_every: f64,
    /// Nodes that threads take at a time.
    pub chunk: usize,
}

impl MaxFlow {
    /// Work between two exact searches.
    pub const DEFAULT_SEARCH_EVERY: f64 = 0.5;
    /// Nodes taken at a time.
    pub const DEFAULT_CHUNK: usize = boscage_core::worklist::DEFAULT_CHUNK;
}

impl Default for MaxFlow {
    fn default() -> Self {
        Self { search_every: Self::DEFAULT_SEARCH_EVERY, chunk: Self::DEFAULT_CHUNK }
    }
}

/// A maximum flow, and a minimum cut that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// How much flows from the source to the sink.
    pub value: u64,
    /// How much flows along each edge.
    pub edges: EdgeMap<u64>,
    /// Which nodes are on the sink's side of the cut: those from which more could flow to the sink. The
    /// capacities of the edges from the other side to this one add up to the value.
    pub is_on_sink_side: NodeMap<bool>,
}

/// A number that can be a capacity: an integer of at most 64 bits.
pub trait Capacity: EdgeData + Display {
    /// How much may flow; `None` if this is negative.
    fn units(self) -> Option<u64>;
}

macro_rules! capacities {
    ($($weight:ty)*) => {$(
        impl Capacity for $weight {
            #[inline]
            fn units(self) -> Option<u64> {
                self.try_into().ok()
            }
        }
    )*};
}

capacities! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize }

/// The height of nodes that do not reach the root of a search.
const UNREACHED: u32 = u32::MAX;
/// Work of an item, in arcs, beside the arcs that it looks at.
const ITEM: u64 = 8;

/// A maximum flow from `source` to `sink`, with the data of edges as their capacities.
///
/// The graph must have ids and in-arcs. Parallel and opposite edges have flows of their own; on self-loops
/// nothing flows.
///
/// # Errors
/// [`Error::Argument`] if source and sink are not two nodes of the graph, if the graph has no ids or no
/// in-arcs, if a capacity is negative, if those of the edges from the source to other nodes add up to 2⁶⁴ or
/// more, or if `search_every` is not more than 0; [`Error::Cancelled`] and [`Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{Directed, EdgeList, Graph, Node}};
/// use boscage::operators::{MaxFlow, max_flow};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(0, 1, 3_u32), (0, 2, 5), (1, 3, 4), (2, 3, 2), (2, 1, 7)])?;
/// let graph = Graph::<Directed, u32>::builder().with_ids().with_in_arcs().build(&exec, &list)?;
/// let flow = max_flow(&exec, &graph, Node::new(0), Node::new(3), MaxFlow::default())?;
/// assert_eq!(flow.value, 6);
/// assert_eq!(flow.edges.as_slice()[2..4], [4, 2]);
/// assert_eq!(flow.is_on_sink_side.as_slice(), [false, false, false, true]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn max_flow<W: Capacity>(
    exec: &Exec,
    graph: &Graph<Directed, W>,
    source: Node,
    sink: Node,
    config: MaxFlow,
) -> Result<Flow> {
    check(exec, graph, source, sink, config)?;
    let n = graph.nodes();
    let mut network = Network {
        graph,
        source,
        sink,
        flows: AtomicEdgeMap::filled(graph, 0)?.shared_by(exec),
        excesses: AtomicNodeMap::filled(graph, 0)?.shared_by(exec),
        heights: AtomicNodeMap::filled(graph, UNREACHED)?.shared_by(exec),
        work: AtomicU64::new(0),
        most_work: (config.search_every * (graph.targets().len() + n) as f64) as u64,
    };
    network.fill_arcs_of_source();
    let is_on_sink_side = exec.install(|| {
        network.push_all_to(exec, sink, config.chunk)?;
        let reaches_sink = |node| network.heights.load(node) != UNREACHED;
        let is_on_sink_side = NodeMap::from_fn(exec, graph, reaches_sink)?;
        network.push_all_to(exec, source, config.chunk)?;
        Ok::<_, Error>(is_on_sink_side)
    })?;
    Ok(Flow { value: network.excess(sink), edges: network.flows.into_map(), is_on_sink_side })
}

fn check<W: Capacity>(
    exec: &Exec,
    graph: &Graph<Directed, W>,
    source: Node,
    sink: Node,
    config: MaxFlow,
) -> Result<()> {
    let n = graph.nodes();
    for (what, node) in [("source", source), ("sink", sink)] {
        if node.index() >= n {
            return Err(Error::argument(what, format!("a node below {n}"), node));
        }
    }
    if source == sink {
        return Err(Error::argument("sink", "another node than the source", sink));
    }
    if config.search_every.is_nan() || config.search_every <= 0.0 {
        return Err(Error::argument("search_every", "more than 0", config.search_every));
    }
    graph.check_ids()?;
    graph.check_in_arcs()?;
    let negative = |node: &Node| graph.arcs(*node).data.iter().any(|capacity| capacity.units().is_none());
    let of_node = |i| negative(&Node::new(i));
    if let Some(node) = exec.install(|| pack_map(exec, n, of_node, Node::new))?.first() {
        let expected = "none below 0";
        return Err(Error::argument("capacities", expected, format_args!("one on an arc of node {node}")));
    }
    let mut out = graph.arcs(source).iter().filter(|arc| arc.0 != source);
    let out = out.try_fold(0_u64, |sum, (_, capacity)| sum.checked_add(capacity.units()?));
    match out {
        Some(_) => Ok(()),
        None => {
            let found = format!("more on the arcs of node {source}");
            Err(Error::argument("capacities", "less than 2^64 out of the source", found))
        }
    }
}

/// A graph with a preflow.
struct Network<'a, W: Capacity> {
    graph: &'a Graph<Directed, W>,
    source: Node,
    sink: Node,
    flows: AtomicEdgeMap<u64>,
    /// What has come into a node and not gone out; of source and sink, what has ended there.
    excesses: AtomicNodeMap<u64>,
    heights: AtomicNodeMap<u32>,
    /// Done since the last search, in arcs and items.
    work: AtomicU64,
    most_work: u64,
}

/// An arc with its room: of the graph, or one turned round, on which flow can be taken back.
#[derive(Clone, Copy)]
struct Residual {
    to: Node,
    edge: EdgeId,
    room: u64,
    is_turned: bool,
}

impl<W: Capacity> Network<'_, W> {
    fn fill_arcs_of_source(&mut self) {
        for (to, edge, capacity) in self.graph.arcs(self.source).iter_with_ids() {
            if to != self.source {
                let units = capacity.units().expect("capacities were checked");
                self.flows.store(edge, units);
                self.excesses.fetch_add(to, units);
            }
        }
    }

    /// Pushes every excess from which there is a way to `root` there. Heights are then those of the last
    /// search.
    fn push_all_to(&self, exec: &Exec, root: Node, chunk: usize) -> Result<()> {
        let n = self.graph.nodes();
        let has_excess = |node| node != self.source && node != self.sink && self.excess(node) > 0;
        loop {
            let mut active = pack_map(exec, n, |i| has_excess(Node::new(i)), Node::new)?;
            if active.is_empty() && root == self.source {
                return Ok(()); // the heights are not needed
            }
            self.search(exec, root)?;
            active.retain(|&node| self.heights.load(node) != UNREACHED);
            if active.is_empty() {
                return Ok(());
            }
            self.work.store(0, Relaxed);
            exec.for_each("push", active, Fifo { chunk }, |node, work| self.discharge(node, work))?;
        }
    }

    /// Sets heights to the distances to a root along arcs with room.
    fn search(&self, exec: &Exec, root: Node) -> Result<()> {
        let Self { graph, heights, flows, .. } = self;
        exec.do_all("lower", graph.node_ids(), |node| heights.store(node, UNREACHED))?;
        heights.store(root, 0);
        exec.for_each("search", [root], BulkSynchronous::default(), |node, work| {
            let height = heights.load(node) + 1;
            let is_new = |from| heights.compare_exchange(from, UNREACHED, height).is_ok();
            for (from, edge, capacity) in graph.in_arcs(node).iter_with_ids() {
                if heights.load(from) == UNREACHED
                    && Some(flows.load(edge)) < capacity.units()
                    && is_new(from)
                {
                    work.push(from);
                }
            }
            for (from, edge, _) in graph.arcs(node).iter_with_ids() {
                if heights.load(from) == UNREACHED && flows.load(edge) > 0 && is_new(from) {
                    work.push(from);
                }
            }
        })
    }

    /// The arcs on which something can be pushed out of a node to a lower one than `below`.
    fn residuals(&self, node: Node, below: u32) -> impl Iterator<Item = Residual> {
        let out = self.graph.arcs(node).iter_with_ids();
        let turned = self.graph.in_arcs(node).iter_with_ids();
        let is_lower = move |to: Node| self.heights.load(to) < below;
        let out = out.filter(move |arc| is_lower(arc.0)).map(|(to, edge, capacity)| {
            let room = capacity.units().unwrap_or(0) - self.flows.load(edge);
            Residual { to, edge, room, is_turned: false }
        });
        let turned = turned.filter(move |arc| is_lower(arc.0)).map(|(to, edge, _)| Residual {
            to,
            edge,
            room: self.flows.load(edge),
            is_turned: true,
        });
        out.chain(turned).filter(|arc| arc.room > 0)
    }

    /// Pushes the excess of a node to lower neighbours. If some is left, raises the node and adds it again.
    fn discharge(&self, node: Node, work: &mut Push<'_, Node>) {
        let excess = self.excess(node);
        let height = self.heights.load(node);
        let mut left = excess;
        for arc in self.residuals(node, height) {
            let units = arc.room.min(left);
            left -= units;
            self.push(arc, units, work);
            if left == 0 {
                break;
            }
        }
        let before = self.add(node, (excess - left).wrapping_neg());
        if before == excess - left {
            return;
        }
        if left > 0 {
            // A self-loop with room would raise the node by one step at a time.
            let others = self.residuals(node, UNREACHED).filter(|arc| arc.to != node);
            let lowest = others.map(|arc| self.heights.load(arc.to)).min();
            let raised = lowest.map_or(UNREACHED, |lowest| lowest.saturating_add(1));
            self.heights.store(node, raised.max(height));
            let arcs = self.graph.degree(node) + self.graph.in_degree(node);
            if self.work.fetch_add(ITEM + arcs as u64, Relaxed) > self.most_work {
                work.stop();
            }
            if raised as usize >= self.graph.nodes() {
                return; // as far as is known, there is no way to the root: a search will tell
            }
        }
        work.push(node);
    }

    fn push(&self, arc: Residual, units: u64, work: &mut Push<'_, Node>) {
        let change = if arc.is_turned { units.wrapping_neg() } else { units };
        self.flows.fetch_add(arc.edge, change);
        if self.add(arc.to, units) == 0 && arc.to != self.source && arc.to != self.sink {
            work.push(arc.to);
        }
    }

    fn excess(&self, node: Node) -> u64 {
        self.excesses.load(node)
    }

    /// Adds to the excess of a node, and returns what it was. Who finds an excess finds everything that was
    /// written before it came in.
    fn add(&self, node: Node, units: u64) -> u64 {
        fence(Release);
        let before = self.excesses.fetch_add(node, units);
        fence(Acquire);
        before
    }
}
