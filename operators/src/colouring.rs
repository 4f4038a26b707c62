//! Colouring: neighbours get different colours, with few colours in total.
//!
//! **Idea.** The greedy algorithm takes nodes one by one, and gives each the least colour that none of its
//! neighbours has. A node depends only on the neighbours that come before it. If many arcs come first, fewer
//! colours are needed; if equal nodes come in random order, few nodes depend on each other.
//!
//! **Phases.** The nodes are sorted in the order in which they are taken. Threads take short ranges of this
//! order, first ranges first, and colour the nodes of a range one by one. A node with earlier neighbours that
//! have no colour yet waits for the last of them, in a list. The thread that colours a node adds those that
//! wait for it to the loop again.
//!
//! **Why it is correct.** A node gets a colour only when all earlier neighbours have theirs. A later
//! neighbour has none at that time, because it waits for this node. So the colours that a node sees are those
//! that the greedy algorithm sees, and it takes the same. The earliest node without a colour never has to
//! wait, so the loop ends. No node is forgotten: a list is closed by one atomic step when its node has its
//! colour, and a node that finds it closed looks at its neighbours again.
//!
//! **Cost.** O(n + m) work on one thread: no node has to wait there. On more threads nodes wait whose earlier
//! neighbours are in ranges that other threads work on; they look at their arcs once more each time. The
//! longest path of arcs along the order bounds the parallelism; it is short in the random orders (Hasenplaugh
//! and others).
//!
//! **Memory.** 20 bytes per node, and up to 48 for each node that waits or has waited for others on another
//! thread; on one thread no node does.
//!
//! **Deterministic**: yes. The order is computed from the graph and the seed, so it is the same everywhere.
//!
//! **When to choose it**: to find independent tasks, for example for loops whose items must not touch
//! neighbours at the same time. At most one colour more than the highest degree, often much fewer.
//!
//! **Paper.** Jones, Plassmann, "A parallel graph coloring heuristic", 1993; Hasenplaugh, Kaler, Schardl,
//! Leiserson, "Ordering heuristics for parallel graph coloring", SPAA 2014, on orders: the default is their
//! "largest log-degree first" (LLF).

use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, Undirected};
use boscage_core::parallel::{radix_sort, tabulate};
use boscage_core::primitives::unmodelled::AtomicU32;
use boscage_core::primitives::unmodelled::Ordering::{AcqRel, Acquire};
use boscage_core::random::{Purpose, Random};
use boscage_core::worklist::Buckets;
use boscage_core::{Error, Result, memory};

/// In which order nodes are taken; the colours are those of the greedy algorithm in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColouringOrder {
    /// Nodes of many arcs first, more exactly: those with the highest power of two that is not above their
    /// degree; among equals at random.
    LargestLogDegreeFirst,
    /// At random.
    Random,
}

/// How [`colouring`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// In which order nodes are taken.
    pub order: ColouringOrder,
    /// Seed of the random order.
    pub seed: u64,
    /// Nodes that a thread takes at a time, at least 1; the colours do not depend on it.
    pub range: usize,
}

impl Colouring {
    /// The order.
    pub const DEFAULT_ORDER: ColouringOrder = ColouringOrder::LargestLogDegreeFirst;
    /// Seed of the order.
    pub const DEFAULT_SEED: u64 = 0;
    /// Nodes taken at a time.
    pub const DEFAULT_RANGE: usize = 1 << 7;
}

impl Default for Colouring {
    fn default() -> Self {
        Self { order: Self::DEFAULT_ORDER, seed: Self::DEFAULT_SEED, range: Self::DEFAULT_RANGE }
    }
}

/// Words from here on are colours: colour c is `u32::MAX - c`. A word below is the place of a node without a
/// colour. c colours need c(c - 1) / 2 edges, so a graph never gets 2^17 colours.
const COLOURED: u32 = u32::MAX - (1 << 17) + 1;

/// Nodes whose order does not matter much.
const NODES_OF_BUCKET: u64 = 1 << 10;

/// A colour for each node: 0, 1, and so on. Self-loops are ignored.
///
/// # Errors
/// [`Error::TooMany`] nodes: from 2³² - 2¹⁷ on; [`Error::Cancelled`] and [`Error::OutOfMemory`].
///
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
    let n = graph.nodes();
    if n >= COLOURED as usize {
        return Err(Error::TooMany { what: "nodes", count: n as u64 });
    }
    exec.install(|| {
        let order = taking_order(exec, graph, config)?;
        let words = AtomicNodeMap::filled(graph, 0)?;
        exec.do_all("places", 0..n, |place| words.store(order[place], place as u32))?;
        let waiting = memory::from_fn("lists of waiting nodes", n, |_| AtomicU32::new(END))?;
        let greedy = Greedy { graph, order, words, waiting, before: AtomicNodeMap::filled(graph, END)? };
        greedy.run(exec, config.range.max(1))?;
        NodeMap::from_fn(exec, graph, |node| u32::MAX - greedy.words.load(node))
    })
}

/// The nodes in the order in which they are taken; ties by node.
fn taking_order<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: Colouring,
) -> Result<Vec<Node>> {
    let random = Random::new(config.seed, Purpose::Order);
    let hash = |node: Node| (random.item(node.index() as u64).word() >> 38) as u32; // 26 bits
    let lack = |node| (graph.degree(node) as u32).leading_zeros(); // 6 bits
    let key = |node| match config.order {
        ColouringOrder::LargestLogDegreeFirst => lack(node) << 26 | hash(node),
        ColouringOrder::Random => hash(node),
    };
    let mut order =
        tabulate(exec, "the order of the nodes", graph.nodes(), |i| (key(Node::new(i)), i as u32))?;
    radix_sort(exec, &mut order, |&(key, _)| key)?; // stable
    tabulate(exec, "the order of the nodes", order.len(), |place| Node::from(order[place].1))
}

/// The end of a list of waiting nodes.
const END: u32 = u32::MAX;
/// In place of a list: no node waits any more, because the node has its colour.
const CLOSED: u32 = u32::MAX - 1;

/// Which colours a node must not have: those whose word is that of its turn.
#[derive(Default)]
struct Taken {
    turns: Vec<u64>,
    turn: u64,
}

struct Greedy<'a, E: EdgeData> {
    graph: &'a Graph<Undirected, E>,
    order: Vec<Node>,
    /// The place of each node in the order, or its colour.
    words: AtomicNodeMap<u32>,
    /// The last node that began to wait for each node.
    waiting: Vec<AtomicU32>,
    /// For a node that waits: the one that began to wait just before it, for the same node.
    before: AtomicNodeMap<u32>,
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
                    // Once it waits, another thread may have it.
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

    /// Colours a node, or returns the last of the earlier neighbours that have no colour yet.
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

    /// Lets a node wait for another one; `false` if that has its colour by now.
    fn waits(&self, node: Node, other: Node) -> bool {
        let head = &self.waiting[other.index()];
        let wait = |first: u32| {
            self.before.store(node, first);
            (first != CLOSED).then(|| u32::from(node))
        };
        head.fetch_update(AcqRel, Acquire, wait).is_ok()
    }

    /// Calls `again` with the places of the nodes that wait for a node, which has its colour.
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
