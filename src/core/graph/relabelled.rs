//! Renumbering the nodes of a graph.

use super::gather::gather;
use super::{AtomicNodeMap, Direction, EdgeData, Graph, Node, NodeMap};
use crate::exec::Exec;
use crate::parallel::{for_each_block, radix_sort, tabulate};
use crate::{Error, Result};

/// Nodes that one thread renames at a time.
const BLOCK: usize = 1 << 12;

/// How [`Graph::relabelled`] numbers nodes.
#[derive(Clone, Copy, Debug)]
pub enum Relabelling<'a> {
    /// Nodes with the most arcs first; among equals, the lower node first. Then the data of frequently
    /// visited nodes is close together.
    ByDegree,
    /// At random, from this seed; the same on every machine.
    Shuffled(u64),
    /// The map has the new number of each node: every number below that of the nodes once.
    By(&'a NodeMap<Node>),
}

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The same graph with other numbers for its nodes; the map has the old number of each. Edges keep their
    /// ids and data. The arcs of a node keep their order, or are ordered by their new targets if the graph is
    /// by target.
    ///
    /// # Errors
    /// [`Error::Argument`] for a map that does not have every number once, [`Error::OutOfMemory`].
    ///
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
                let mut nodes = tabulate(exec, "the nodes in their new order", self.nodes(), Node::new)?;
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
                    if new.len() != self.nodes() {
                        let expected = format!("a number for each of {} nodes", self.nodes());
                        return Err(Error::argument("the map of numbers", expected, new.len()));
                    }
                    old = inverted(exec, new)?;
                    new
                }
            };
            let rows = gather(exec, self.nodes(), self.has_ids(), |node, arcs| {
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

/// The other way round: which node has each number.
fn inverted(exec: &Exec, numbers: &NodeMap<Node>) -> Result<NodeMap<Node>> {
    const NONE: u32 = u32::MAX;
    let nodes = numbers.len();
    let of_numbers = AtomicNodeMap::filled(nodes, NONE)?;
    let twice = AtomicNodeMap::filled(1, NONE)?;
    for_each_block(exec, nodes, BLOCK, |block| {
        for (node, &number) in block.clone().zip(&numbers.as_slice()[block]) {
            // The lower of two nodes keeps the number: the message is the same on any number of threads.
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

/// SplitMix64 (Steele, Lea, Flood 2014) of a seed and a node.
fn random_word(seed: u64, node: Node) -> u64 {
    const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |word: u64| {
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    mix(mix(seed.wrapping_add(GAMMA)).wrapping_add((node.index() as u64).wrapping_mul(GAMMA)))
}
