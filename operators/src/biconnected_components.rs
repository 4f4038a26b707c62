//! Biconnectivity by the subtrees of a spanning forest: the components, and what follows from them.
//!
//! [`spanning`] finds a forest and numbers its nodes, [`joined`](mod@joined) joins the nodes of components.

mod joined;
mod labelled;
mod spanning;
mod tarjan;

use boscage_core::bits::Bits;
use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, EdgeData, EdgeList, Graph, Node, NodeMap, Undirected};
use boscage_core::parallel::{pack_map, radix_sort};
use boscage_core::{Error, Result, memory};

use crate::strong_components::{PARALLEL_FROM, is_local};
use joined::joined;
use labelled::labelled;
use spanning::Spanning;
use tarjan::Tarjan;

/// The label of a node that is the root of its tree.
const NONE: u32 = u32::MAX;

/// The biconnected components of a graph, and what follows from them: articulation points, bridges, the
/// block-cut tree. [`biconnected_components`] finds them.
///
/// A biconnected component, or *block*, is a largest set of edges of which any two are on a common simple
/// cycle, or a single edge that is on none. Two parallel edges are a cycle. Self-loops are in no component,
/// nor are isolated nodes. Two components have at most one node in common, an articulation point.
///
/// The *root* of a connected component is the node with most arcs, of several the lowest. A biconnected
/// component is represented by its *head*, the node that is nearest to the root, and each of its other nodes
/// by a label: so 4 bytes per node and component suffice. Components are numbered by the lowest of their
/// nodes other than the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BiconnectedComponents {
    /// For each node the component in which it is not the head; `NONE` for roots.
    labels: NodeMap<u32>,
    heads: Vec<Node>,
}

impl BiconnectedComponents {
    /// Returns the number of components.
    #[must_use]
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// Returns the component that has both nodes, which is that of the edges between them. `None` if no
    /// component has both, or if they are the same node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn of_edge(&self, u: impl Into<Node>, v: impl Into<Node>) -> Option<u32> {
        let (u, v) = (u.into(), v.into());
        let (of_u, of_v) = (self.labels[u], self.labels[v]);
        let has_head = |label: u32, head| self.heads.get(label as usize) == Some(&head);
        if of_u == of_v {
            (of_u != NONE && u != v).then_some(of_u)
        } else if has_head(of_v, u) {
            Some(of_v)
        } else {
            has_head(of_u, v).then_some(of_u)
        }
    }

    /// Returns the component of the edges that lead from a node towards the root of its connected component;
    /// `None` for the root itself. In every other component of the node, it is the head.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn of_node(&self, node: impl Into<Node>) -> Option<u32> {
        Some(self.labels[node]).filter(|&label| label != NONE)
    }

    /// Returns the head of a component: its node that is nearest to the root.
    ///
    /// # Panics
    /// If there is no such component.
    #[must_use]
    #[track_caller]
    pub fn head(&self, component: u32) -> Node {
        self.heads[component as usize]
    }

    /// Returns the nodes that are in several components, ascending. To remove one would increase the number
    /// of connected components. Takes O(n) time on one thread.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]: two bits per node, and the result.
    pub fn articulation_points(&self) -> Result<Vec<Node>> {
        let mut found = Vec::new();
        let is_cut = self.cuts()?;
        for node in (0..self.labels.len()).filter(|&node| is_cut.contains(node)) {
            memory::grow("articulation points", &mut found, 1)?;
            found.push(Node::new(node));
        }
        Ok(found)
    }

    /// Returns the set of articulation points: heads that are in another component as well.
    fn cuts(&self) -> Result<Bits> {
        let [mut heads, mut cuts] =
            [Bits::new("heads", self.labels.len())?, Bits::new("articulation points", self.labels.len())?];
        for &head in &self.heads {
            if self.labels[head] != NONE || heads.contains(head.index()) {
                cuts.insert(head.index());
            }
            heads.insert(head.index());
        }
        Ok(cuts)
    }

    /// Returns the bridges, the edges on no cycle: the lower end of each first, ascending. Parallel edges are
    /// no bridges. `graph` must be the graph of these components.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph has another number of nodes; [`Error::Cancelled`];
    /// [`Error::OutOfMemory`]: at most 4 bytes per component, and the result twice.
    pub fn bridges<E: EdgeData>(
        &self,
        exec: &Exec,
        graph: &Graph<Undirected, E>,
    ) -> Result<Vec<(Node, Node)>> {
        /// The only member of a component with several.
        const MANY: u32 = NONE - 1;
        let nodes = self.labels.len();
        if graph.node_count() != nodes {
            return Err(Error::argument("the graph", format!("one of {nodes} nodes"), graph.node_count()));
        }
        let label = |node: Node| self.of_node(node);
        let members = AtomicNodeMap::filled(self.count(), NONE)?.relaxed();
        exec.do_all("bridges/members", graph.nodes(), |node| {
            if let Some(label) = label(node) {
                let new = |held| match held {
                    NONE => Some(u32::from(node)),
                    MANY => None,
                    _ => Some(MANY),
                };
                _ = members.fetch_update(label, new);
            }
        })?;
        let is_bridge = |node: Node| {
            label(node).is_some_and(|label| {
                let head = self.head(label);
                members.load(label) == u32::from(node)
                    && graph.neighbours(node).iter().filter(|&&other| other == head).count() == 1
            })
        };
        let edge = |node: Node| {
            let head = label(node).map_or(node, |label| self.head(label));
            (node.min(head), node.max(head))
        };
        exec.parallel_stage("bridges", || {
            let keep = |node| is_bridge(Node::new(node));
            let mut bridges = pack_map(exec, nodes, keep, |node| edge(Node::new(node)))?;
            radix_sort(exec, &mut bridges, |&(u, v)| {
                u64::from(u32::from(u)) << 32 | u64::from(u32::from(v))
            })?;
            Ok(bridges)
        })
    }

    /// Returns the nodes of all components: 4 bytes per node and 12 per component. Takes O(n) time on one
    /// thread.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn nodes(&self) -> Result<ComponentNodes> {
        let labelled = || self.labels.iter().filter(|&(_, &label)| label != NONE);
        let mut ends = memory::filled("the nodes of components", self.count() + 1, 0_u64)?;
        labelled().for_each(|(_, &label)| ends[label as usize + 1] += 1);
        let mut next = 0;
        for end in &mut ends[1..] {
            // For now the begin of the component, behind its head.
            (*end, next) = (next + 1, next + 1 + *end);
        }
        let mut nodes = memory::filled("the nodes of components", next as usize, Node::default())?;
        for (&head, &begin) in self.heads.iter().zip(&ends[1..]) {
            nodes[begin as usize - 1] = head;
        }
        for (node, &label) in labelled() {
            let end = &mut ends[label as usize + 1];
            nodes[*end as usize] = node;
            *end += 1;
        }
        Ok(ComponentNodes { ends, nodes })
    }

    /// Returns the block-cut tree: a forest of the components and the articulation points, in which an edge
    /// leads from each articulation point to each component that has it.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; [`Error::TooMany`] if it has 2³² - 1 nodes or more.
    ///
    /// # Examples
    /// ```
    /// use boscage::prelude::*;
    /// use boscage::operators::biconnected_components;
    ///
    /// // Two triangles that share node 2.
    /// let exec = Exec::available()?;
    /// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let found = biconnected_components(&exec, &graph)?.block_cut_tree(&exec)?;
    /// assert_eq!(found.articulation_points, [Node::new(2)]);
    /// assert_eq!(found.tree.to_edge_list(&exec)?, EdgeList::from_pairs(3, [(0, 2), (1, 2)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn block_cut_tree(&self, exec: &Exec) -> Result<BlockCutTree> {
        let articulation_points = self.articulation_points()?;
        let mut places = NodeMap::filled(self.labels.len(), NONE)?;
        (0..).zip(&articulation_points).for_each(|(place, &node)| places[node] = place);
        let mut list = EdgeList::<()>::with_nodes(self.count() + articulation_points.len())?;
        let place = |node: Node| Some(places[node]).filter(|&place| place != NONE);
        let mut push = |component: usize, place: u32| {
            list.push(Node::new(component), Node::new(self.count() + place as usize), ())
        };
        for (component, &head) in self.heads.iter().enumerate() {
            if let Some(place) = place(head) {
                push(component, place)?;
            }
        }
        for &node in &articulation_points {
            if let (Some(component), Some(place)) = (self.of_node(node), place(node)) {
                push(component as usize, place)?;
            }
        }
        drop(places);
        let tree = Graph::builder().by_target().build(exec, &list)?;
        Ok(BlockCutTree { tree, articulation_points })
    }
}

/// The nodes of each biconnected component: see [`BiconnectedComponents::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentNodes {
    /// The end of each component; 0 before the first.
    ends: Vec<u64>,
    nodes: Vec<Node>,
}

impl ComponentNodes {
    /// Returns the nodes of a component: the head first, the others ascending.
    ///
    /// # Panics
    /// If there is no such component.
    #[must_use]
    #[track_caller]
    pub fn of(&self, component: u32) -> &[Node] {
        let component = component as usize;
        &self.nodes[self.ends[component] as usize..self.ends[component + 1] as usize]
    }

    /// Returns the nodes of each component.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Node]> {
        self.ends.windows(2).map(|ends| &self.nodes[ends[0] as usize..ends[1] as usize])
    }
}

/// The tree of components and articulation points: see [`BiconnectedComponents::block_cut_tree`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BlockCutTree {
    /// The components, by their numbers, and then the articulation points, ascending: that at position `i` is
    /// node `components + i`. One tree per connected component that has edges other than self-loops.
    pub tree: Graph<Undirected>,
    /// The articulation points.
    pub articulation_points: Vec<Node>,
}

/// Returns the biconnected components of a graph: the parts that stay connected if any node is removed.
///
/// Parallel edges count: an edge on its own is a bridge, two parallel edges are not. Self-loops and isolated
/// nodes are in no component.
///
/// **Algorithm.** Dong, Wang, Gu, Sun, "Provably fast and space-efficient parallel biconnectivity", PPoPP
/// 2023 (FAST-BCC): subtrees of a spanning forest that edges leave, and connected components of a part of the
/// graph, which is never made. The forest is found by breadth-first search, and after 32 levels by searches
/// without barriers, so long paths take no rounds. O(n + m α(n)) work. Three passes over the nodes of the
/// forest are on one thread.
///
/// Only the depth-first search of Hopcroft, Tarjan, "Algorithm 447: Efficient algorithms for graph
/// manipulation", Communications of the ACM 16(6), 1973, runs, on one thread, if there are fewer than four
/// threads and most arcs join nodes of similar ids: then it waits little for memory, and the other does
/// several times as much work.
///
/// **When to choose it.** To find nodes and edges whose loss disconnects a network, or parts that can be
/// handled one by one. [`bridges`] and [`articulation_points`] return only these.
/// [`connected_components`](crate::connected_components()) finds the parts that are merely connected.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads, whatever the forest.
///
/// # Memory
/// At most 33 bytes per node, of which 4 per node and 4 per component become the result. If only the
/// depth-first search runs, also 24 bytes per node on its longest path, in an array that grows by doubling.
///
/// # Errors
/// [`Error::Cancelled`] if the [`Exec`] is cancelled; [`Error::OutOfMemory`] if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::biconnected_components;
///
/// // A triangle with a tail, and an isolated node.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let components = biconnected_components(&exec, &graph)?;
/// assert_eq!(components.count(), 2);
/// assert_eq!((components.of_edge(0, 2), components.of_edge(2, 3)), (Some(0), Some(1)));
/// assert_eq!(components.articulation_points()?, [Node::new(2)]);
/// assert_eq!(components.bridges(&exec, &graph)?, [(Node::new(2), Node::new(3))]);
/// assert_eq!(components.nodes()?.of(1), [2, 3].map(Node::new));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn biconnected_components<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
) -> Result<BiconnectedComponents> {
    exec.install(|| {
        if exec.threads() < PARALLEL_FROM && is_local(graph) {
            let Tarjan { sets, parents, .. } = Tarjan::of(exec, graph)?;
            return labelled(exec, sets, &parents, |node, set| u32::from(node) == set);
        }
        let spanning = Spanning::of(exec, graph)?;
        let joined = joined(exec, graph, &spanning)?;
        let Spanning { parents, numbers, spans } = spanning;
        drop(spans);
        let sets = NodeMap::from_fn(exec, graph, |node| match parents[node] == u32::from(node) {
            true => NONE,
            false => joined.compress(numbers[node]).into(),
        })?;
        drop(joined);
        labelled(exec, sets, &parents, |node, set| numbers[node] == set)
    })
}

/// Returns the bridges of a graph, the edges whose removal would increase the number of connected components:
/// the lower end of each first, ascending. Parallel edges are no bridges.
///
/// Algorithm, determinism, memory and errors are those of [`biconnected_components`].
///
/// # Errors
/// Those of [`biconnected_components`].
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::bridges;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (2, 1), (2, 1), (3, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(bridges(&exec, &graph)?, [(0, 1), (2, 3)].map(|(u, v)| (Node::new(u), Node::new(v))));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn bridges<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Vec<(Node, Node)>> {
    biconnected_components(exec, graph)?.bridges(exec, graph)
}

/// Returns the articulation points (cut vertices) of a graph, the nodes whose removal would increase the
/// number of connected components, ascending.
///
/// Algorithm, determinism, memory and errors are those of [`biconnected_components`].
///
/// # Errors
/// Those of [`biconnected_components`].
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::articulation_points;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (2, 1), (2, 1), (3, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// assert_eq!(articulation_points(&exec, &graph)?, [1, 2].map(Node::new));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn articulation_points<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Vec<Node>> {
    biconnected_components(exec, graph)?.articulation_points()
}
