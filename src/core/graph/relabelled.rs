//! Renumbering the nodes of a graph.

use super::gather::gather;
use super::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap};
use crate::exec::Exec;
use crate::parallel::{for_each_block, radix_sort, tabulate};
use crate::random::{GAMMA, mix};
use crate::{Error, Result};

/// Nodes per block.
const BLOCK: usize = 1 << 12;

/// The order in which [`Graph::relabelled`] numbers nodes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Relabelling<'a> {
    /// By degree, the largest first; equal degrees by node. The data of frequently visited nodes are then
    /// close together.
    ByDegree,
    /// A random permutation that depends on the seed only: the same one on every machine.
    Shuffled(u64),
    /// The new number of each node: a permutation of the nodes.
    By(&'a NodeMap<Node>),
}

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Returns the same graph with its nodes renumbered, and a map with the old number of each node. Edges
    /// keep their ids and data. The arcs of a node keep their order; if the graph is ordered by target, they
    /// are ordered by their new targets. The result is deterministic.
    ///
    /// # Errors
    /// [`Error::Argument`] if the map is not a permutation of the nodes, and [`Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Directed, EdgeList, Graph, Node, Relabelling};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(3, [(2, 0), (2, 1), (1, 2)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let (graph, names) = graph.relabelled(&exec, Relabelling::ByDegree)?;
    /// assert_eq!(names.as_slice(), [2, 1, 0].map(Node::new));
    /// assert_eq!(graph.to_edge_list(&exec)?, EdgeList::from_pairs(3, [(0, 2), (0, 1), (1, 0)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn relabelled(&self, exec: &Exec, by: Relabelling<'_>) -> Result<(Self, NodeMap<Node>)> {
        exec.install(|| {
            let ordered = |key: &(dyn Fn(Node) -> u64 + Sync)| {
                let mut nodes = tabulate(exec, "the nodes in their new order", self.node_count(), Node::new)?;
                radix_sort(exec, &mut nodes, |&node| key(node))?; // stable
                Ok::<_, Error>(NodeMap::from(nodes))
            };
            let (old, inverse);
            let new = match by {
                Relabelling::ByDegree => {
                    old = ordered(&|node| u64::MAX - self.degree(node) as u64)?;
                    inverse = inverted(exec, &old)?;
                    &inverse
                }
                Relabelling::Shuffled(seed) => {
                    old = ordered(&|node| random_word(seed, node))?;
                    inverse = inverted(exec, &old)?;
                    &inverse
                }
                Relabelling::By(new) => {
                    if new.len() != self.node_count() {
                        let expected = format!("a number for each of {} nodes", self.node_count());
                        return Err(Error::argument("the map of numbers", expected, new.len()));
                    }
                    old = inverted(exec, new)?;
                    new
                }
            };
            let rows = gather(exec, self.node_count(), self.has_ids(), |node, arcs| {
                let row = self.out.arcs_of(old[node]);
                arcs.extend(row.map(|(target, id, data)| (new[target], id, data)));
                if self.is_by_target {
                    arcs.sort_by_key(|arc| arc.0); // stable
                }
            })?;
            Ok((self.with_rows(exec, self.edges, rows)?, old))
        })
    }
}

/// Inverts a permutation: returns the node with each number.
fn inverted(exec: &Exec, numbers: &NodeMap<Node>) -> Result<NodeMap<Node>> {
    const NONE: u32 = u32::MAX;
    let nodes = numbers.len();
    let of_numbers = AtomicNodeMap::filled(nodes, NONE)?.relaxed();
    let twice = AtomicNodeMap::filled(1, NONE)?.relaxed();
    for_each_block(exec, nodes, BLOCK, |block| {
        for (node, &number) in block.clone().zip(&numbers.as_slice()[block]) {
            // The lower of two nodes keeps the number, so the message is the same with any number of threads.
            if number.index() >= nodes || of_numbers.fetch_min(number, node as u32) != NONE {
                twice.fetch_min(Node::new(0), u32::from(number));
            }
        }
    });
    match twice.load(Node::new(0)) {
        NONE => Ok(of_numbers.into_map().into_vec().into_iter().map(Node::from).collect::<Vec<_>>().into()),
        wrong => {
            let expected = format!("every number below {nodes} once");
            let found = if wrong as usize >= nodes { wrong.to_string() } else { format!("{wrong} twice") };
            Err(Error::argument("the map of numbers", expected, found))
        }
    }
}

/// The key by which nodes are ordered at random.
fn random_word(seed: u64, node: Node) -> u64 {
    mix(mix(seed.wrapping_add(GAMMA)).wrapping_add((node.index() as u64).wrapping_mul(GAMMA)))
}
