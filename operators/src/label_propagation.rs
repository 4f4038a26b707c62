//! Label propagation over one colour at a time.
//!
//! **Phases.** The nodes are coloured, so that neighbours have different colours
//! ([`colouring`](super::colouring())). A *round* takes one colour after another. All nodes of a colour
//! *look* at their neighbours at the same time, but only if the label of a neighbour has changed since they
//! last looked. A node that has a most frequent label keeps it. Otherwise it takes one of the most frequent
//! ones, which a hash of seed, node and label chooses.
//!
//! **Correctness.** If all nodes changed at the same time, two neighbours could exchange their labels
//! forever. Here no neighbour of a node changes at the same time as the node. So each change increases the
//! number of arcs within communities, and the loop ends. Then every node has a most frequent label of its
//! neighbours. A node that is skipped would not have changed, because its neighbours are the same as when it
//! last looked. So the labels are those of a sequential algorithm that takes all nodes in every round, sorted
//! by colour.

use std::ops::Add;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{
    AtomicNodeMap, Components, EdgeData, Graph, Node, NodeMap, RelaxedOrder, Undirected,
};
use boscage_core::parallel::{radix_sort, tabulate};
use boscage_core::random::mix;
use boscage_core::{Result, memory};

use super::{Colouring, colouring};

/// Configuration of [`label_propagation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelPropagation {
    /// The most rounds.
    pub rounds: usize,
    /// Seed of the colouring, and of the choice among equally frequent labels.
    pub seed: u64,
}

impl LabelPropagation {
    /// Default of `rounds`: far more than most graphs need.
    pub const DEFAULT_ROUNDS: usize = 1000;
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = 0;
}

impl Default for LabelPropagation {
    fn default() -> Self {
        Self { rounds: Self::DEFAULT_ROUNDS, seed: Self::DEFAULT_SEED }
    }
}

/// Result of [`label_propagation`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Communities {
    /// The community of each node. Communities are numbered by their lowest nodes.
    pub parts: Components,
    /// Number of rounds. If `is_stable`, nothing changed in the last one.
    pub rounds: usize,
    /// `true` if every node has a most frequent label of its neighbours, `false` if the rounds did not
    /// suffice.
    pub is_stable: bool,
}

/// Returns communities: parts of a graph whose nodes have more arcs to each other than to the other nodes.
///
/// At first every node is a community, which has a *label*. Then each node joins the community of most of its
/// neighbours, until every node is in such a community. Parallel edges count separately; self-loops do not
/// count. A node without neighbours is a community. A community need not be connected.
///
/// **Algorithm.** Raghavan, Albert, Kumara, "Near linear time algorithm to detect community structures in
/// large-scale networks", Physical Review E 76, 2007. Nodes of one colour change at the same time, as in
/// Cordasco, Gargano, "Community detection via semi-synchronous label propagation algorithms", BASNA 2010.
/// O(n + m) work for the colouring and the first round. A later round reads a flag per node, and the arcs of
/// nodes with changed neighbours, which soon are few in most graphs.
///
/// **When to choose it.** For a fast partition into dense parts, also of large graphs. Other methods find
/// communities of higher quality in more time. If the graph has no dense parts, one label may spread over
/// nearly all of it. For parts that are connected, and nothing more, use
/// [`connected_components`](crate::connected_components()).
///
/// # Determinism
/// Deterministic, because nodes that change at the same time are not neighbours.
///
/// # Memory
/// 13 bytes per node, 4 per node and thread, and up to 8 per arc of the node with the most arcs; but at least
/// as much as [`colouring()`].
///
/// # Errors
/// The same as [`colouring()`].
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::{LabelPropagation, label_propagation};
///
/// // Two complete graphs of four nodes, joined by an edge.
/// let exec = Exec::available()?;
/// let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
/// let others = pairs.map(|(u, v)| (u + 4, v + 4));
/// let list = EdgeList::from_pairs(8, pairs.into_iter().chain(others).chain([(3, 4)]))?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let found = label_propagation(&exec, &graph, LabelPropagation::default())?;
/// assert!(found.is_stable);
/// assert_eq!(found.parts.labels(), [0, 0, 0, 0, 1, 1, 1, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn label_propagation<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: LabelPropagation,
) -> Result<Communities> {
    exec.install(|| {
        let (order, colours) = by_colour(exec, graph, config.seed)?;
        let same_colour = |one: &Node, next: &Node| {
            colours[*one] == colours[*next] || is_planted("look-at-neighbours-that-change")
        };
        let classes: Vec<&[Node]> = order.chunk_by(same_colour).collect();
        let spreading = Spreading {
            graph,
            seed: mix(config.seed),
            labels: AtomicNodeMap::from(NodeMap::from_fn(exec, graph, u32::from)?).relaxed(),
            is_waiting: AtomicNodeMap::filled(graph, true)?.relaxed(),
        };
        let (rounds, is_stable) = spreading.run(exec, &classes, config.rounds)?;
        let labels = spreading.labels.into_map();
        drop((order, colours));
        // A node may have left the community that has its label.
        let mut lowest = NodeMap::filled(graph, None)?;
        let root = |node: Node| *lowest[Node::from(labels[node])].get_or_insert(node);
        Ok(Communities { parts: Components::from_roots(graph.node_count(), root)?, rounds, is_stable })
    })
}

/// Returns the nodes sorted by colour, and the colours.
fn by_colour<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    seed: u64,
) -> Result<(Vec<Node>, NodeMap<u32>)> {
    let colours = colouring(exec, graph, Colouring { seed, ..Colouring::default() })?;
    let mut order = tabulate(exec, "the nodes by colour", graph.node_count(), Node::new)?;
    radix_sort(exec, &mut order, |&node| colours[node])?;
    Ok((order, colours))
}

struct Spreading<'a, E: EdgeData> {
    graph: &'a Graph<Undirected, E>,
    seed: u64,
    labels: AtomicNodeMap<u32, RelaxedOrder>,
    /// `true` if a neighbour has changed since the node last looked.
    is_waiting: AtomicNodeMap<bool, RelaxedOrder>,
}

/// The number of neighbours per label, and the labels that occur.
#[derive(Default)]
struct Seen {
    counts: Vec<u32>,
    labels: Vec<u32>,
}

impl<E: EdgeData> Spreading<'_, E> {
    /// Returns the number of rounds, and `true` if the labels are stable.
    fn run(&self, exec: &Exec, classes: &[&[Node]], most_rounds: usize) -> Result<(usize, bool)> {
        let nodes = self.graph.node_count();
        let seen = exec.per_thread(Seen::default);
        let mut rounds = exec.rounds("label-propagation", nodes as u64);
        for done in 0..most_rounds {
            let changes = rounds.round(|_: &Rounds<'_>| {
                let mut changes = 0;
                for class in classes {
                    let look = |changes: &mut usize, &node: &Node| {
                        if self.is_waiting.load(node) && seen.with(|seen| self.look(node, seen))? {
                            *changes += 1;
                        }
                        Ok(())
                    };
                    changes += exec.fold("look", *class, || 0, look, usize::add)?;
                }
                Ok((Round::new(nodes), changes))
            })?;
            if changes == 0 {
                return Ok((done + 1, true));
            }
        }
        Ok((most_rounds, false))
    }

    /// Returns `true` if the node has changed its label.
    fn look(&self, node: Node, seen: &mut Seen) -> Result<bool> {
        if seen.counts.is_empty() {
            seen.counts = memory::filled("counts of labels", self.graph.node_count(), 0)?;
        }
        self.is_waiting.store(node, false);
        let label = self.labels.load(node);
        let Some(new) = self.most_frequent(node, label, seen).filter(|&new| new != label) else {
            return Ok(false);
        };
        self.labels.store(node, new);
        for &other in self.graph.neighbours(node) {
            self.is_waiting.store(other, true);
        }
        Ok(true)
    }

    /// Returns the label that most neighbours of a node have: its own label if it is one of them.
    fn most_frequent(&self, node: Node, own: u32, seen: &mut Seen) -> Option<u32> {
        let mut most = 0;
        for &other in self.graph.neighbours(node).iter().filter(|&&other| other != node) {
            let label = self.labels.load(other);
            let count = &mut seen.counts[label as usize];
            if *count == 0 {
                seen.labels.push(label);
            }
            *count += 1;
            most = most.max(*count);
        }
        let hash = |label: u32| mix(self.seed ^ (u64::from(u32::from(node)) << 32 | u64::from(label)));
        let is_most = |label: &u32| seen.counts[*label as usize] == most;
        let first = if most > 0 && is_most(&own) {
            Some(own)
        } else {
            seen.labels.iter().copied().filter(is_most).min_by_key(|&label| hash(label))
        };
        seen.labels.drain(..).for_each(|label| seen.counts[label as usize] = 0);
        first
    }
}
