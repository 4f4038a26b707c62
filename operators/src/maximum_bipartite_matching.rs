//! Maximum matching of bipartite graphs: Karp and Sipser's rule, a greedy matching, and a search with tree
//! grafting.
//!
//! **Phases.**
//! 1. *Sides*, if they are not known: a search from the lowest node of each component. Nodes at an even
//!    distance are on the left.
//! 2. *Peel*: a free node with one free neighbour is matched with it, because some maximum matching has this
//!    pair. In a round, all such nodes of one side *bid* for their neighbours, which take the lowest. First
//!    all left ones, then all right ones: a pair matched for a left node leaves no right node with fewer free
//!    neighbours, except nodes that have none.
//! 3. *Greedy*: each free left node gets its first free neighbour that no lower left node gets.
//! 4. *Augment*: alternating trees grow from all free left nodes. In a round, the frontier *reaches* right
//!    nodes, which join the tree of their lowest neighbour in it, together with their mates. A tree that
//!    reaches a free right node stops. When no tree grows, these trees are *flipped* along the path to that
//!    node, and dissolved. Their right nodes are *grafted* onto the other trees where they can be, and these
//!    grow on.
//!
//! **Correctness.** The search ends when no tree has reached a free right node. Then the trees have all nodes
//! that alternating paths from free left nodes reach: a left node in a tree has all its neighbours in trees,
//! as it was in a frontier, and a neighbour that left its tree was grafted again or has no neighbour in a
//! tree. The left nodes outside the trees and the right nodes in them cover all edges, and each is in another
//! pair. So the cover and the matching have the same size, and none is larger or smaller (Kőnig).
//!
//! **Determinism.** In a round, all choices are minima over sets that do not depend on timing. The greedy
//! matching is the one that a sequential loop over left nodes makes: a right node prefers lower left nodes,
//! and a left node that loses its right node goes on from there, so the threads agree on the only stable
//! matching of these preferences (Gale, Shapley).

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, NodeSet, RelaxedOrder, Undirected};
use boscage_core::{Error, Result};

use crate::connected_components;
use crate::partial_node_map::PartialNodeMap;

/// Configuration of [`maximum_bipartite_matching`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaximumBipartiteMatching {
    /// Number of left nodes, if they are the nodes below it, and all others are on the right. `None` finds
    /// the sides: in each component, the lowest node is on the left.
    pub left: Option<usize>,
}

/// A maximum matching of a bipartite graph, and a minimum vertex cover that proves it: the result of
/// [`maximum_bipartite_matching`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BipartiteMatching {
    /// Number of matched pairs, and of nodes in the cover.
    pub size: usize,
    /// The other node of its pair, for each matched node.
    pub mates: PartialNodeMap<Node>,
    /// `true` for the nodes on the left.
    pub is_left: NodeMap<bool>,
    /// `true` for the nodes of the cover. Every edge has one of them as an end, and every pair exactly one.
    pub is_in_cover: NodeMap<bool>,
}

/// No node.
const NONE: u32 = u32::MAX;

/// Returns a maximum matching of a bipartite graph: as many edges as possible of which no two share a node.
///
/// It comes with a vertex cover of the same size. As every edge of a matching needs its own node of a cover,
/// this proves that no matching is larger and no cover smaller. Parallel edges make no difference.
///
/// **Algorithm.** First nodes with one free neighbour are matched: Karp, Sipser, "Maximum matchings in sparse
/// random graphs", FOCS 1981. The others get what a greedy loop gives them. The rest is found by searches
/// from all free left nodes at the same time, which keep the trees that found nothing: Azad, Buluç, Pothen,
/// "Computing maximum cardinality matchings in parallel on bipartite graphs via tree-grafting", IEEE TPDS
/// 28(1), 2017. O(nm) work at worst, a small multiple of n + m in practice. One round per step of the longest
/// path in a search.
///
/// **When to choose it.** For assignments, structural ranks, and covers of bipartite graphs. For a maximal
/// matching of any graph, which may have half as many edges, [`matching`](crate::matching()) takes less time.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads. Which of several maximum matchings it is
/// depends on the order of the arcs in the graph; the cover does not.
///
/// # Memory
/// At most 24 bytes per node: 6 for the result, the others for trees and sets of nodes.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - the graph is not bipartite; the message names an edge of a cycle of odd length,
/// - `left` is given, and is more than the number of nodes or an edge has both ends on one side.
///
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::{MaximumBipartiteMatching, maximum_bipartite_matching};
///
/// // Three people and three tasks. Two of the people can only do the same task.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(6, [(0, 3), (0, 4), (0, 5), (1, 3), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let found = maximum_bipartite_matching(&exec, &graph, MaximumBipartiteMatching { left: Some(3) })?;
/// assert_eq!(found.size, 2);
/// assert_eq!((found.mates.get(1), found.mates.get(2)), (Some(3.into()), None));
/// assert_eq!(found.is_in_cover.as_slice(), [true, false, false, true, false, false]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn maximum_bipartite_matching<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: MaximumBipartiteMatching,
) -> Result<BipartiteMatching> {
    exec.install(|| {
        let is_left = sides(exec, graph, config)?;
        let mates = AtomicNodeMap::filled(graph, NONE)?.relaxed();
        let links = AtomicNodeMap::filled(graph, NONE)?.relaxed().shared_by(exec);
        let pairs = Pairs { graph, is_left: &is_left, mates, links };
        pairs.peel(exec, true)?;
        pairs.peel(exec, false)?;
        pairs.greedy(exec)?;
        let trees = Trees { roots: AtomicNodeMap::filled(graph, NONE)?.relaxed(), pairs };
        let size = trees.augment(exec)?;
        // The left nodes outside the trees, and the right nodes in them.
        let is_outside = |node| trees.roots.load(node) == NONE;
        let is_in_cover = NodeMap::from_fn(exec, graph, |node| is_left[node] == is_outside(node))?;
        let mates = PartialNodeMap::new(trees.pairs.mates.into_map());
        Ok(BipartiteMatching { size, mates, is_left, is_in_cover })
    })
}

/// Returns `true` for the left nodes.
fn sides<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    config: MaximumBipartiteMatching,
) -> Result<NodeMap<bool>> {
    let n = graph.node_count();
    if let Some(left) = config.left.filter(|&left| left > n) {
        return Err(Error::argument("left", format!("at most {n}, the number of nodes"), left));
    }
    let is_left = match config.left {
        Some(left) => NodeMap::from_fn(exec, graph, |node| node.index() < left)?,
        None => two_colouring(exec, graph)?,
    };
    let same_side = |node| graph.neighbours(node).iter().find(|&&other| is_left[other] == is_left[node]);
    let rounds = exec.rounds("sides", n as u64);
    let wrong = rounds.select("check", &NodeSet::all(graph), |node| same_side(node).is_some())?;
    let Some(node) = wrong.iter().min() else { return Ok(is_left) };
    let other = same_side(node).expect("an edge within a side");
    Err(match config.left {
        Some(_) => Error::argument("left", "a side at each end of an edge", format!("edge {node} - {other}")),
        None => {
            let found = format!("edge {node} - {other} on a cycle of odd length");
            Error::argument("the graph", "a bipartite one", found)
        }
    })
}

/// Marks the nodes at an even distance from the lowest node of their component.
fn two_colouring<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<NodeMap<bool>> {
    const UNREACHED: u32 = 2;
    let parity = AtomicNodeMap::filled(graph, UNREACHED)?.relaxed().shared_by(exec);
    let mut frontier = {
        let components = connected_components(exec, graph)?;
        let mut next = 0;
        // Components are numbered by their lowest nodes.
        let lowest = graph.nodes().zip(components.labels()).filter_map(|(node, &label)| {
            let is_lowest = label == next;
            next += u32::from(is_lowest);
            is_lowest.then_some(node)
        });
        NodeSet::from_nodes(exec, graph, lowest)?
    };
    let mut rounds = exec.rounds("two-colouring", graph.node_count() as u64);
    rounds.select("begin", &frontier, |node| {
        parity.store(node, 0);
        false
    })?;
    while !frontier.is_empty() {
        let other = |from| 1 - parity.load(from);
        frontier = rounds.round(|phases| {
            let next = phases.claim("step", graph, &frontier, &parity, UNREACHED, other)?;
            Ok((Round::new(next.len()), next))
        })?;
    }
    NodeMap::from_fn(exec, graph, |node| parity.load(node) == 0)
}

/// A matching that grows.
struct Pairs<'a, E: EdgeData> {
    graph: &'a Graph<Undirected, E>,
    is_left: &'a NodeMap<bool>,
    mates: AtomicNodeMap<u32, RelaxedOrder>,
    /// Of a right node the parent in its tree, before that a left node that wants it. Of the root of a tree a
    /// free right node in this tree.
    links: AtomicNodeMap<u32, RelaxedOrder>,
}

impl<E: EdgeData> Pairs<'_, E> {
    fn is_free(&self, node: Node) -> bool {
        self.mates.load(node) == NONE
    }

    fn pair(&self, one: Node, other: Node) {
        self.mates.store(one, other.into());
        self.mates.store(other, one.into());
    }

    /// Matches the nodes of a side that have one free neighbour, until there are none.
    fn peel(&self, exec: &Exec, is_left: bool) -> Result<()> {
        let Self { graph, links, .. } = self;
        let free_degree = |node: Node| {
            let is_in = self.is_left[node] == is_left && self.is_free(node);
            let free = graph.neighbours(node).iter().filter(|&&other| is_in && self.is_free(other));
            free.count() as u32
        };
        let degrees = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, free_degree)?);
        let degrees = degrees.relaxed().shared_by(exec);
        let mut rounds = exec.rounds("peel", graph.node_count() as u64);
        let mut single = rounds.select("single", &NodeSet::all(*graph), |node| degrees.load(node) == 1)?;
        while !single.is_empty() {
            single = rounds.round(|phases| {
                let bid = |from: Node, to, _| self.is_free(to) && links.fetch_min(to, from.into()) == NONE;
                let taken = phases.push("bid", graph, &single, |from| from, bid)?;
                phases.select("match", &taken, |node| {
                    self.pair(node, links.load(node).into());
                    links.store(node, NONE);
                    false
                })?;
                let falls = |(), to, _| self.is_free(to) && degrees.fetch_sub(to, 1) == 2;
                let next = phases.push("fall", graph, &taken, |_| (), falls)?;
                Ok((Round::new(taken.len()), next))
            })?;
        }
        Ok(())
    }

    /// Matches each free left node with its first free neighbour, in the order of left nodes.
    fn greedy(&self, exec: &Exec) -> Result<()> {
        let Self { graph, links, .. } = self;
        exec.do_all("greedy", graph.nodes(), |node| {
            if self.is_left[node] && self.is_free(node) {
                self.choose(node);
            }
        })?;
        exec.do_all("take", graph.nodes(), |node| {
            let link = links.load(node);
            if link != NONE {
                self.pair(node, link.into());
                links.store(node, NONE);
            }
        })
    }

    /// Lets a left node take its first free neighbour that no lower one has. One that loses it goes on.
    fn choose(&self, mut node: Node) {
        let mut rest = self.graph.neighbours(node).iter();
        while let Some(&to) = rest.next() {
            let is_open = self.is_free(to) && self.links.load(to) > node.into();
            let before = if is_open { self.links.fetch_min(to, node.into()) } else { u32::from(node) };
            if before == NONE {
                return;
            }
            if before > u32::from(node) {
                node = before.into();
                rest = self.graph.neighbours(node).iter();
                rest.find(|&&other| other == to);
            }
        }
    }
}

/// Alternating trees, each from a free left node.
struct Trees<'a, E: EdgeData> {
    pairs: Pairs<'a, E>,
    /// The root of the tree that a node is in.
    roots: AtomicNodeMap<u32, RelaxedOrder>,
}

impl<E: EdgeData> Trees<'_, E> {
    /// Makes the matching a maximum one, and returns its size.
    fn augment(&self, exec: &Exec) -> Result<usize> {
        let Self { roots, pairs } = self;
        let graph = pairs.graph;
        let all = NodeSet::all(graph);
        let mut rounds = exec.rounds("augment", graph.node_count() as u64);
        let left = rounds.sum("left", &all, |node| u64::from(pairs.is_left[node]))?;
        let mut free = rounds.select("free", &all, |node| {
            let is_free = pairs.is_left[node] && pairs.is_free(node);
            if is_free {
                roots.store(node, node.into());
            }
            is_free
        })?;
        let mut frontier = rounds.select("begin", &free, |_| true)?;
        loop {
            while !frontier.is_empty() {
                frontier = rounds.round(|phases| {
                    let found = phases.push(
                        "reach",
                        graph,
                        &frontier,
                        |from| from,
                        |from, to, _| {
                            roots.load(to) == NONE && pairs.links.fetch_min(to, from.into()) == NONE
                        },
                    )?;
                    Ok((Round::new(found.len()), self.settle(phases, &found)?))
                })?;
            }
            let before = free.len();
            free = rounds.select("flip", &free, |root| self.is_growing(root) || self.flip(root))?;
            if free.len() == before {
                rounds.finish();
                return Ok(left as usize - before);
            }
            let cut = self.dissolve(&rounds, &all)?;
            if !free.is_empty() {
                let grafted = rounds.select("graft", &cut, |node| self.graft(node))?;
                frontier = self.settle(&rounds, &grafted)?;
            }
        }
    }

    /// Returns `true` if the tree of a root has no free right node.
    fn is_growing(&self, root: Node) -> bool {
        self.pairs.links.load(root) == NONE
    }

    /// Adds right nodes to the trees of their parents. Returns their mates in trees that go on growing.
    fn settle(&self, phases: &Rounds<'_>, found: &NodeSet) -> Result<NodeSet> {
        let Self { roots, pairs } = self;
        let mut mates = phases.exec().bag();
        phases.select("settle", found, |node| {
            let root = roots.load(Node::from(pairs.links.load(node)));
            roots.store(node, root);
            match pairs.mates.load(node) {
                NONE => {
                    pairs.links.fetch_min(Node::from(root), node.into());
                }
                mate => {
                    roots.store(Node::from(mate), root);
                    mates.insert(Node::from(mate));
                }
            }
            false
        })?;
        let mates = NodeSet::from_nodes(phases.exec(), pairs.graph, mates.take()?)?;
        phases.select("growing", &mates, |node| self.is_growing(roots.load(node).into()))
    }

    /// Matches the nodes of the path from a root to the free right node of its tree in the other way. Returns
    /// `false`: the root is no longer free.
    fn flip(&self, root: Node) -> bool {
        let Pairs { mates, links, .. } = &self.pairs;
        let mut right = Node::from(links.load(root));
        loop {
            let left = Node::from(links.load(right));
            let next = mates.load(left);
            self.pairs.pair(left, right);
            if left == root {
                return false;
            }
            right = next.into();
        }
    }

    /// Dissolves the trees that have been flipped, and returns their right nodes.
    fn dissolve(&self, phases: &Rounds<'_>, all: &NodeSet) -> Result<NodeSet> {
        let Self { roots, pairs } = self;
        let cut = phases.select("cut", all, |node| {
            let root = roots.load(node);
            !pairs.is_left[node] && root != NONE && !self.is_growing(root.into())
        })?;
        let leave = |node| {
            roots.store(node, NONE);
            pairs.links.store(node, NONE);
        };
        phases.select("leave", &cut, |node| {
            leave(node);
            // All left nodes of the tree are now mates of its right nodes.
            if !pairs.is_free(node) {
                leave(pairs.mates.load(node).into());
            }
            false
        })?;
        Ok(cut)
    }

    /// Returns `true` if a right node has a neighbour in a tree, and makes the first one its parent.
    fn graft(&self, node: Node) -> bool {
        let mut neighbours = self.pairs.graph.neighbours(node).iter();
        let parent = neighbours.find(|&&from| self.roots.load(from) != NONE);
        let parent = parent.filter(|_| !is_planted("search-without-grafting"));
        parent.inspect(|&&from| self.pairs.links.store(node, from.into())).is_some()
    }
}
