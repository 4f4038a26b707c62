//! Push-relabel with periodic exact searches, without locks.
//!
//! The source fills all its arcs. A node that receives more than it passes on has an *excess*. It pushes the
//! excess along arcs with residual capacity to lower neighbours. If there are none, its *height* is raised.
//! The height of a node estimates its distance to the sink.
//!
//! **Phases.**
//! 1. *Search*: heights become the exact distances to the sink, in rounds. The nodes with an excess that
//!    reach the sink are the items of the next loop. If there are none, the phase ends.
//! 2. *Push*: an item is a node with an excess. It pushes until it has none. An item that gives another node
//!    its first excess adds this node. After some work the loop stops itself, and heights are made exact
//!    again.
//! 3. The same two with the source in place of the sink: the excess that did not reach the sink flows back.
//!
//! **Correctness.** A push is two additions: to the flow of the edge and to the excess of the other node. The
//! node's own excess is reduced at the end of its item. A node has at most one item at a time: the item that
//! adds to an excess of 0 adds the new item. Only this item uses capacity of the arcs that leave the node,
//! and others only give some back. So a flow is never above the capacity or below 0, and there is a valid
//! preflow at any time, whatever the heights are. (A node that is raised while a neighbour pushes to it may
//! end up too high.) The first phase ends only when an exact search finds no excess that reaches the sink.
//! Then the arcs from the nodes that do not reach the sink to those that do are full. They are a cut, and its
//! capacity is the flow into the sink, so both are optimal. The excess that flows back to the source never
//! enters the other side.
//!
//! **Memory ordering.** The items of a node come one after another, on different threads. Each must see the
//! changes that the one before made to the arcs. So the change of an excess, by which one item ends and the
//! next is added, releases and acquires. All else is relaxed: no flow or height announces another.
//!
//! **Overflow** cannot happen: an excess is at most the capacity of all arcs out of the source, without
//! self-loops. A check ensures that it is below 2⁶⁴.

use std::fmt::Display;

use boscage_core::exec::{Exec, Push};
use boscage_core::graph::{
    AtomicEdgeMap, AtomicNodeMap, Directed, EdgeData, EdgeId, EdgeMap, Graph, Node, NodeMap, RelaxedOrder,
};
use boscage_core::parallel::pack_map;
use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use boscage_core::worklist::{BulkSynchronous, Fifo};
use boscage_core::{Error, Result};

/// Configuration of [`max_flow`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaxFlow {
    /// Work between two exact searches, as a multiple of the work of one search. More than 0.
    pub search_every: f64,
    /// Nodes that a thread takes at a time.
    pub chunk: usize,
}

impl MaxFlow {
    /// Default of `search_every`.
    pub const DEFAULT_SEARCH_EVERY: f64 = 0.5;
    /// Default of `chunk`.
    pub const DEFAULT_CHUNK: usize = boscage_core::worklist::DEFAULT_CHUNK;
}

impl Default for MaxFlow {
    fn default() -> Self {
        Self { search_every: Self::DEFAULT_SEARCH_EVERY, chunk: Self::DEFAULT_CHUNK }
    }
}

/// A maximum flow, and a minimum cut that proves it: the result of [`max_flow`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Flow {
    /// The flow from the source to the sink.
    pub value: u64,
    /// The flow along each edge.
    pub edges: EdgeMap<u64>,
    /// `true` for the nodes on the sink's side of the cut: those from which more could flow to the sink. The
    /// capacities of the edges from the other side to this side sum to `value`.
    pub is_on_sink_side: NodeMap<bool>,
}

/// A type of capacities: an integer of at most 64 bits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a capacity",
    note = "capacities are integers of at most 64 bits; make them with `EdgeList::map`"
)]
pub trait Capacity: EdgeData + Display {
    /// Returns the capacity, or `None` if it is negative.
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
/// Work per item, in arcs, beside the arcs that it visits.
const ITEM: u64 = 8;

/// Returns a maximum flow from `source` to `sink`, and a minimum cut. The data of the edges are their
/// capacities.
///
/// The graph must have edge ids and in-arcs. Parallel and opposite edges have flows of their own. The flow on
/// self-loops is 0.
///
/// **Algorithm.** Push-relabel: Goldberg, Tarjan, "A new approach to the maximum-flow problem", Journal of
/// the ACM 35(4), 1988; with periodic exact searches as in Cherkassky, Goldberg, "On implementing the
/// push-relabel method for the maximum flow problem", Algorithmica 19(4), 1997; and pushes without locks as
/// in Hong, He, "An asynchronous multithreaded algorithm for the maximum network flow problem with
/// nonblocking global relabeling heuristic", IEEE TPDS 22(6), 2011. O(n²m) work at worst, far less in
/// practice. Long and thin graphs have little parallelism.
///
/// **When to choose it.** For one source, one sink and integer capacities. For several sources or sinks add a
/// node that is connected to them.
///
/// # Determinism
/// The value and the cut are deterministic. The flow of each edge is so on one thread only.
///
/// # Memory
/// 13 bytes per node, 8 per edge, and up to 16 per node with an excess.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - source and sink are not two different nodes of the graph,
/// - the graph has no edge ids or no in-arcs,
/// - a capacity is negative, or those of the edges from the source to other nodes sum to 2⁶⁴ or more,
/// - `search_every` is not more than 0.
///
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{Directed, EdgeList, Graph}};
/// use boscage::operators::{MaxFlow, max_flow};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(0, 1, 3_u32), (0, 2, 5), (1, 3, 4), (2, 3, 2), (2, 1, 7)])?;
/// let graph = Graph::<Directed, u32>::builder().with_ids().with_in_arcs().build(&exec, &list)?;
/// let flow = max_flow(&exec, &graph, 0, 3, MaxFlow::default())?;
/// assert_eq!(flow.value, 6);
/// assert_eq!(flow.edges.as_slice()[2..4], [4, 2]);
/// assert_eq!(flow.is_on_sink_side.as_slice(), [false, false, false, true]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn max_flow<W: Capacity>(
    exec: &Exec,
    graph: &Graph<Directed, W>,
    source: impl Into<Node>,
    sink: impl Into<Node>,
    config: MaxFlow,
) -> Result<Flow> {
    between(exec, graph, source.into(), sink.into(), config)
}

fn between<W: Capacity>(
    exec: &Exec,
    graph: &Graph<Directed, W>,
    source: Node,
    sink: Node,
    config: MaxFlow,
) -> Result<Flow> {
    check(exec, graph, source, sink, config)?;
    let n = graph.node_count();
    let mut network = Network {
        graph,
        source,
        sink,
        flows: AtomicEdgeMap::filled(graph, 0)?.relaxed().shared_by(exec),
        excesses: AtomicNodeMap::filled(graph, 0)?.shared_by(exec),
        heights: AtomicNodeMap::filled(graph, UNREACHED)?.relaxed().shared_by(exec),
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
    let n = graph.node_count();
    for (what, node) in [("source", source), ("sink", sink)] {
        if node.index() >= n {
            return Err(Error::argument(what, format!("a node below {n}"), node));
        }
    }
    if source == sink {
        return Err(Error::argument("sink", "a node other than the source", sink));
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
        return Err(Error::argument(
            "capacities",
            expected,
            format_args!("a negative one on an arc of node {node}"),
        ));
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
    flows: AtomicEdgeMap<u64, RelaxedOrder>,
    /// Flow that has entered a node and not left it; of source and sink, flow that has ended there.
    excesses: AtomicNodeMap<u64>,
    heights: AtomicNodeMap<u32, RelaxedOrder>,
    /// Work since the last search, in arcs.
    work: AtomicU64,
    most_work: u64,
}

/// An arc with its residual capacity: an arc of the graph, or a reversed one on which flow can be taken back.
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

    /// Pushes every excess that reaches `root` to it. Heights are then those of the last search.
    fn push_all_to(&self, exec: &Exec, root: Node, chunk: usize) -> Result<()> {
        let n = self.graph.node_count();
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

    /// Sets heights to the distances to `root` along arcs with residual capacity.
    fn search(&self, exec: &Exec, root: Node) -> Result<()> {
        let Self { graph, heights, flows, .. } = self;
        exec.do_all("lower", graph.nodes(), |node| heights.store(node, UNREACHED))?;
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

    /// Returns the arcs with residual capacity from `node` to nodes lower than `below`.
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

    /// Pushes the excess of a node to lower neighbours. If some of it is left, raises the node and adds it
    /// again.
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
            // A self-loop with residual capacity would raise the node by one step at a time.
            let others = self.residuals(node, UNREACHED).filter(|arc| arc.to != node);
            let lowest = others.map(|arc| self.heights.load(arc.to)).min();
            let raised = lowest.map_or(UNREACHED, |lowest| lowest.saturating_add(1));
            self.heights.store(node, raised.max(height));
            let arcs = self.graph.degree(node) + self.graph.in_degree(node);
            if self.work.fetch_add(ITEM + arcs as u64, Relaxed) > self.most_work {
                work.stop();
            }
            if raised as usize >= self.graph.node_count() {
                return; // probably no path leads to the root; the next search decides
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

    /// Adds to the excess of a node, and returns the value before. A thread that finds an excess also sees
    /// everything that was written before the excess was added.
    fn add(&self, node: Node, units: u64) -> u64 {
        self.excesses.fetch_add(node, units)
    }
}
