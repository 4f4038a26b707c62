//! The greedy maximal independent set of a random order, in rounds.
//!
//! **Phases.** A live node *bids* for itself and for its neighbours, with its position in the order as
//! priority. A node with a neighbour in the set is dropped instead. A node that owns itself *commits*: no
//! live neighbour comes before it. Then all locks are *released*.
//!
//! **Correctness.** By induction over the order: when a node commits, every earlier neighbour has left the
//! loop without entering the set, otherwise the node would have been dropped. That is the greedy choice. So
//! the result is the greedy set of the order under any schedule. Two neighbours cannot commit in one round,
//! because one of them made the lower bid for the other.

use boscage_core::exec::{Bid, Commit, Exec, Phased, Push, Schedule};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, RelaxedOrder, Undirected};
use boscage_core::parallel::radix_sort;
use boscage_core::random::{Random, streams};
use boscage_core::sync::{BidLocks, PriorityLocks};
use boscage_core::{Result, memory};

/// Configuration of [`independent_set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndependentSet {
    /// Seed of the random order.
    pub seed: u64,
    /// The nodes that take part in a round. The set does not depend on it.
    pub schedule: Schedule,
}

impl IndependentSet {
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = 0;
    /// Default size of the first window, in nodes.
    pub const DEFAULT_WINDOW: usize = 1 << 12;
}

impl Default for IndependentSet {
    fn default() -> Self {
        Self { seed: Self::DEFAULT_SEED, schedule: Schedule::AdaptiveWindow(Self::DEFAULT_WINDOW) }
    }
}

/// Returns the nodes of a maximal independent set, in ascending order.
///
/// No two nodes of the set are adjacent, and no other node could be added. A node with a self-loop is
/// adjacent to itself, so it is never in the set.
///
/// **Algorithm.** The greedy algorithm takes a node unless one of its neighbours was taken before. In a
/// random order most nodes depend on few others, so it runs in rounds of [`Exec::phased`]: Blelloch, Fineman,
/// Shun, "Greedy sequential maximal independent set and matching are parallel on average", SPAA 2012. O(log²
/// n) rounds with high probability; O(m) bids with small windows, at most O(m log n).
///
/// **When to choose it.** For one large set of nodes that do not touch each other.
/// [`colouring`](crate::colouring()) divides all nodes into such sets.
///
/// # Determinism
/// Deterministic: the set is the greedy set of an order that depends only on the nodes and the seed.
///
/// # Memory
/// 17 bytes per node.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Node, Undirected}};
/// use boscage::operators::{IndependentSet, independent_set};
///
/// let exec = Exec::available()?;
/// let star = EdgeList::from_pairs(4, [(0, 1), (0, 2), (0, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &star)?;
/// let set = independent_set(&exec, &graph, IndependentSet::default())?;
/// assert!(set == [0].map(Node::new) || set == [1, 2, 3].map(Node::new));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn independent_set<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: IndependentSet,
) -> Result<Vec<Node>> {
    let n = graph.node_count();
    let order = exec.install(|| taking_order(exec, n, config.seed))?;
    let mut places = NodeMap::filled(graph, 0_u32)?;
    (0..n as u32).zip(&order).for_each(|(place, &node)| places[node] = place);

    let chosen = AtomicNodeMap::filled(graph, false)?.relaxed().shared_by(exec);
    let choose = Choose { graph, places, chosen, locks: PriorityLocks::new(n)? };
    exec.phased("independent-set", order.as_slice(), config.schedule, &choose)?;
    let mut set = memory::reserve("the independent set", n)?;
    set.extend(graph.nodes().filter(|&node| choose.chosen.load(node)));
    Ok(set)
}

/// Returns the nodes in the random order. Ties are ordered by node.
fn taking_order(exec: &Exec, nodes: usize, seed: u64) -> Result<Vec<Node>> {
    let random = Random::new(seed, streams::ORDER);
    let hash = |node: Node| random.node(node).next_u64();
    let mut order = memory::from_fn("the order of the nodes", nodes, Node::new)?;
    radix_sort(exec, &mut order, |&node| hash(node))?; // stable
    Ok(order)
}

struct Choose<'a, E: EdgeData> {
    graph: &'a Graph<Undirected, E>,
    /// The position of each node in the order.
    places: NodeMap<u32>,
    chosen: AtomicNodeMap<bool, RelaxedOrder>,
    locks: PriorityLocks<u32>,
}

impl<E: EdgeData> Phased for Choose<'_, E> {
    type Item = Node;

    fn bid(&self, node: &mut Node) -> Bid {
        let (node, neighbours) = (*node, self.graph.neighbours(*node));
        if neighbours.iter().any(|&other| other == node || self.chosen.load(other)) {
            return Bid::Drop;
        }
        let place = self.places[node];
        let mut stands = self.locks.bid(node, place);
        let neighbours = if is_planted("bid-for-itself") { &[] } else { neighbours };
        for &other in neighbours {
            stands |= self.locks.bid(other, place);
        }
        if stands { Bid::Placed } else { Bid::Lost }
    }

    fn commit(&self, node: &Node, _: &mut Push<'_, Node>) -> Commit {
        if !self.locks.won(*node, self.places[*node]) {
            return Commit::Retry;
        }
        self.chosen.store(*node, true);
        Commit::Done
    }

    fn release(&self, node: &Node, _: Commit) {
        self.locks.release(*node);
        self.graph.neighbours(*node).iter().for_each(|&other| self.locks.release(other));
    }

    fn assert_released(&self, node: &Node) {
        let free = |&other: &Node| self.locks.is_free(other);
        assert!(
            free(node) && self.graph.neighbours(*node).iter().all(free),
            "a node is still locked after its round"
        );
    }
}
