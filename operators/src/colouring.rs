//! The greedy colouring, in parallel by dependencies.
//!
//! **Phases.** The nodes are sorted in the order in which they are coloured. Threads take short ranges of
//! this order, the first ranges first, and colour the nodes of a range one by one. A node whose earlier
//! neighbours have no colour yet waits for the last of them, in a list of that node. The thread that colours
//! a node puts the nodes of its list back into the loop.
//!
//! **Correctness.** A node gets a colour only after all its earlier neighbours. A later neighbour has none at
//! that time, because it waits for this node. So the node sees the same colours as in the greedy algorithm,
//! and takes the same one. The earliest node without a colour never waits, so the loop ends. No node is
//! forgotten: a list is closed by one atomic step when its node has its colour, and a node that finds it
//! closed looks at its neighbours again.

use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, RelaxedOrder, Undirected};
use boscage_core::parallel::{radix_sort, tabulate};
use boscage_core::primitives::unmodelled::AtomicU32;
use boscage_core::primitives::unmodelled::Ordering::{AcqRel, Acquire};
use boscage_core::random::{Random, streams};
use boscage_core::worklist::Buckets;
use boscage_core::{Error, Result, memory};

/// The order in which nodes are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColouringOrder {
    /// Nodes of high degree first, by ⌊log₂ degree⌋; random among equals. Few colours, few waiting nodes.
    LargestLogDegreeFirst,
    /// A random order.
    Random,
}

/// Configuration of [`colouring`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// The order in which nodes are coloured.
    pub order: ColouringOrder,
    /// Seed of the random order.
    pub seed: u64,
    /// Nodes that a thread takes at a time, at least 1. The colours do not depend on it.
    pub range: usize,
}

impl Colouring {
    /// Default of `order`.
    pub const DEFAULT_ORDER: ColouringOrder = ColouringOrder::LargestLogDegreeFirst;
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = 0;
    /// Default of `range`.
    pub const DEFAULT_RANGE: usize = 1 << 7;
}

impl Default for Colouring {
    fn default() -> Self {
        Self { order: Self::DEFAULT_ORDER, seed: Self::DEFAULT_SEED, range: Self::DEFAULT_RANGE }
    }
}

/// Words from here on are colours: colour c is `u32::MAX - c`. A lower word is the position in the order of a
/// node without a colour. c colours need c(c - 1) / 2 edges, so a graph never gets 2^17 colours.
const COLOURED: u32 = u32::MAX - (1 << 17) + 1;

/// Nodes per bucket, whose order has little effect.
const NODES_OF_BUCKET: u64 = 1 << 10;

/// Returns a colour of each node, from 0 on, such that neighbours have different colours.
///
/// There is at most one colour more than the highest degree, often far fewer. Self-loops are ignored.
///
/// **Algorithm.** The greedy algorithm takes nodes one by one, in the order of [`ColouringOrder`]. It gives
/// each node the lowest colour that none of its neighbours has. Here a node is coloured as soon as its
/// earlier neighbours are: Jones, Plassmann, "A parallel graph coloring heuristic", SIAM Journal on
/// Scientific Computing 14(3), 1993. The default order is "largest log-degree first" of Hasenplaugh, Kaler,
/// Schardl, Leiserson, "Ordering heuristics for parallel graph coloring", SPAA 2014. O(n + m) work on one
/// thread. On several threads, a node that waits looks at its arcs again afterwards. The depth is the longest
/// path of arcs along the order, which is short in random orders.
///
/// **When to choose it.** To find independent tasks, for example for a loop over one colour at a time whose
/// items change their neighbours. [`independent_set`](crate::independent_set()) finds a single set of such
/// nodes.
///
/// # Determinism
/// Deterministic: the order depends only on the graph and the seed, and the colours only on the order.
///
/// # Memory
/// 20 bytes per node, and up to 48 per node that waits or has waited for others on another thread. On one
/// thread no node waits.
///
/// # Errors
/// [`Error::TooMany`] if the graph has 2³² - 2¹⁷ nodes or more.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::{Colouring, colouring};
///
/// let exec = Exec::available()?;
/// let star = EdgeList::from_pairs(4, [(2, 0), (2, 1), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &star)?;
/// assert_eq!(colouring(&exec, &graph, Colouring::default())?.as_slice(), [1, 1, 0, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn colouring<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: Colouring,
) -> Result<NodeMap<u32>> {
    let n = graph.node_count();
    if n >= COLOURED as usize {
        return Err(Error::TooMany { what: "nodes", count: n as u64 });
    }
    exec.install(|| {
        let order = taking_order(exec, graph, config)?;
        let words = AtomicNodeMap::filled(graph, 0)?.relaxed();
        exec.do_all("places", 0..n, |place| words.store(order[place], place as u32))?;
        let waiting = memory::from_fn("lists of waiting nodes", n, |_| AtomicU32::new(END))?;
        let greedy =
            Greedy { graph, order, words, waiting, before: AtomicNodeMap::filled(graph, END)?.relaxed() };
        greedy.run(exec, config.range.max(1))?;
        NodeMap::from_fn(exec, graph, |node| u32::MAX - greedy.words.load(node))
    })
}

/// Returns the nodes in the order in which they are coloured. Ties are ordered by node.
fn taking_order<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: Colouring,
) -> Result<Vec<Node>> {
    let random = Random::new(config.seed, streams::ORDER);
    let hash = |node: Node| (random.node(node).next_u64() >> 38) as u32; // 26 bits
    let lack = |node| (graph.degree(node) as u32).leading_zeros(); // 6 bits
    let key = |node| match config.order {
        ColouringOrder::LargestLogDegreeFirst => lack(node) << 26 | hash(node),
        ColouringOrder::Random => hash(node),
    };
    let mut order =
        tabulate(exec, "the order of the nodes", graph.node_count(), |i| (key(Node::new(i)), i as u32))?;
    radix_sort(exec, &mut order, |&(key, _)| key)?; // stable
    tabulate(exec, "the order of the nodes", order.len(), |place| Node::from(order[place].1))
}

/// The end of a list of waiting nodes.
const END: u32 = u32::MAX;
/// Replaces a list that is closed, because its node has its colour.
const CLOSED: u32 = u32::MAX - 1;

/// The colours that a node must not get: those whose turn is the current one.
#[derive(Default)]
struct Taken {
    turns: Vec<u64>,
    turn: u64,
}

struct Greedy<'a, E: EdgeData> {
    graph: &'a Graph<Undirected, E>,
    order: Vec<Node>,
    /// The position of each node in the order, or its colour.
    words: AtomicNodeMap<u32, RelaxedOrder>,
    /// The node that was last added to each node's list.
    waiting: Vec<AtomicU32>,
    /// The next node in the same list, per waiting node.
    before: AtomicNodeMap<u32, RelaxedOrder>,
}

impl<E: EdgeData> Greedy<'_, E> {
    fn run(&self, exec: &Exec, range: usize) -> Result<()> {
        let n = self.order.len();
        let ranges = (0..n).step_by(range).map(|first| first as u32..(first + range).min(n) as u32);
        let scratch = exec.per_thread(Taken::default);
        let bucket = move |range: &Range<u32>| u64::from(range.start) / NODES_OF_BUCKET;
        exec.for_each("colouring", ranges, Buckets::new(bucket).chunk(1), |range, work| {
            scratch.with(|taken| {
                for place in range {
                    let node = self.order[place as usize];
                    // From the time when it waits, another thread may colour it.
                    let is_coloured = loop {
                        match self.colour(node, place, taken) {
                            None => break true,
                            Some(last) if self.waits(node, last) => break false,
                            Some(_) => {}
                        }
                    };
                    if is_coloured {
                        self.wake(node, |place| work.push(place..place + 1));
                    }
                }
            });
        })
    }

    /// Colours a node, or returns the last of its earlier neighbours without a colour.
    fn colour(&self, node: Node, place: u32, taken: &mut Taken) -> Option<Node> {
        taken.turn += 1;
        let mut last = None;
        for &other in self.graph.neighbours(node) {
            let word = self.words.load(other);
            if word >= COLOURED {
                let colour = (u32::MAX - word) as usize;
                if colour >= taken.turns.len() {
                    taken.turns.resize(colour + 1, 0);
                }
                taken.turns[colour] = taken.turn;
            } else if word < place && !is_planted("colour-as-if-alone") {
                last = last.max(Some((word, other)));
            }
        }
        if last.is_none() {
            let free = taken.turns.iter().position(|&turn| turn != taken.turn);
            self.words.store(node, u32::MAX - free.unwrap_or(taken.turns.len()) as u32);
        }
        last.map(|(_, other)| other)
    }

    /// Adds a node to the list of another one. Returns `false` if that one has its colour by now.
    fn waits(&self, node: Node, other: Node) -> bool {
        let head = &self.waiting[other.index()];
        let wait = |first: u32| {
            self.before.store(node, first);
            (first != CLOSED).then(|| u32::from(node))
        };
        head.fetch_update(AcqRel, Acquire, wait).is_ok()
    }

    /// Calls `again` with the positions of the nodes in the list of a node, which has its colour.
    fn wake(&self, node: Node, mut again: impl FnMut(u32)) {
        let closed = if is_planted("leave-list-open") { END } else { CLOSED };
        let mut next = self.waiting[node.index()].swap(closed, AcqRel);
        while next != END {
            let waiting = Node::from(next);
            next = self.before.load(waiting);
            again(self.words.load(waiting));
        }
    }
}
