//! A maximal independent set: no two of its nodes adjacent, no node left that could be added.
//!
//! **Idea.** The greedy algorithm takes nodes one by one, and takes a node unless a neighbour was taken
//! before. In a random order most nodes depend on few others, so the set can be computed in rounds: a node
//! that comes before all its undecided neighbours can be decided.
//!
//! **Phases.** A live node *bids* for itself and for its neighbours, with its position in the order as
//! priority; a node with a neighbour in the set is dropped instead. A node that owns itself *commits*: no
//! live neighbour comes before it. Then all locks are *released*.
//!
//! **Why it is correct.** By induction over the order: when a node commits, every neighbour before it has
//! left the loop without entering the set, otherwise the node would have been dropped. That is the greedy
//! choice. So the result is the greedy set of the order, with any schedule. Two neighbours cannot commit in
//! one round, because one of them made the lower bid for the other.
//!
//! **Cost.** O(log² n) rounds with high probability, O(m) bids in all if windows are small, up to O(m log n)
//! if not.
//!
//! **Memory.** 17 bytes per node.
//!
//! **Deterministic**: yes. The random order is computed from the node, so it is the same on every machine.
//!
//! **Paper.** Blelloch, Fineman, Shun, "Greedy sequential maximal independent set and matching are parallel
//! on average", SPAA 2012.

use boscage_core::exec::{Bid, Commit, Exec, Phased, Schedule};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, Undirected};
use boscage_core::parallel::radix_sort;
use boscage_core::random::{Purpose, Random};
use boscage_core::sync::{BidLocks, PriorityLocks};
use boscage_core::{Result, memory};

/// How [`independent_set`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndependentSet {
    /// Seed of the order in which nodes are taken.
    pub seed: u64,
    /// Which nodes take part in a round; the set does not depend on it.
    pub schedule: Schedule,
}

impl IndependentSet {
    /// Seed of the order.
    pub const DEFAULT_SEED: u64 = 0;
    /// First size of the window, in nodes.
    pub const DEFAULT_WINDOW: usize = 1 << 12;
}

impl Default for IndependentSet {
    fn default() -> Self {
        Self { seed: Self::DEFAULT_SEED, schedule: Schedule::AdaptiveWindow(Self::DEFAULT_WINDOW) }
    }
}

/// The nodes of a maximal independent set, ascending. A node with a self-loop is adjacent to itself and never
/// in it.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
///
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
    let n = graph.nodes();
    let order = exec.install(|| taking_order(exec, n, config.seed))?;
    let mut places = NodeMap::filled(graph, 0_u32)?;
    (0..n as u32).zip(&order).for_each(|(place, &node)| places[node] = place);

    let chosen = AtomicNodeMap::filled(graph, false)?.shared_by(exec);
    let choose = Choose { graph, places, chosen, locks: PriorityLocks::new(n)? };
    exec.phased("independent-set", order.as_slice(), config.schedule, &choose)?;
    let mut set = memory::reserve("the independent set", n)?;
    set.extend(graph.node_ids().filter(|&node| choose.chosen.load(node)));
    Ok(set)
}

/// The nodes in the order in which they are taken: by a random word of each, ties by node.
fn taking_order(exec: &Exec, nodes: usize, seed: u64) -> Result<Vec<Node>> {
    let random = Random::new(seed, Purpose::Order);
    let hash = |node: Node| random.item(node.index() as u64).word();
    let mut order = memory::from_fn("the order of the nodes", nodes, Node::new)?;
    radix_sort(exec, &mut order, |&node| hash(node))?; // stable
    Ok(order)
}

struct Choose<'a, E: EdgeData> {
    graph: &'a Graph<Undirected, E>,
    /// Where each node stands in the order.
    places: NodeMap<u32>,
    chosen: AtomicNodeMap<bool>,
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

    fn commit(&self, node: &Node) -> Commit {
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
