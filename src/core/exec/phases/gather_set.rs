//! Gather from or to a set: the sum over the arcs of each node of the set.
//!
//! Pieces are cut as in other phases ([`super::pieces`]). A node whose arcs are all in one piece is done
//! there. For other nodes each piece returns terms, which are added afterwards. A term is the sum over
//! [`HUB`] consecutive arcs, so the terms of a node and their order do not depend on the pieces.

use super::pieces::{BATCH, HUB, Piece, Size, in_pieces};
use super::{Monoid, Phase, Rounds};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, Node, NodeSet, Rows};
use crate::parallel::map_blocks;

impl Rounds<'_> {
    /// Adds up `of_arc(node, target, data)` over the arcs that leave each node of `set`.
    ///
    /// `of_node(node, sum)` is called once per node of the set. Returns the sum of its results.
    ///
    /// # Determinism
    /// Deterministic: the order of additions depends only on the graph and the set, also for floats.
    ///
    /// # Memory
    /// 8 bytes per 128 nodes of `set` (a list) or per 512 nodes of the graph (a bitmap), and about 100 bytes
    /// per piece of work; there are at most 2048 pieces. Sums of floats over a set that a phase has found
    /// also take 4 bytes per node of the set, which are kept with the set.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If an operator panics, or if the set belongs to a graph with another number of nodes.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 5), (0, 2, 2), (1, 2, 7)])?;
    /// let graph = Graph::<Directed, u32>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("tolls", 2);
    /// let set = NodeSet::from_nodes(&exec, &graph, [0, 2])?;
    /// let out = AtomicNodeMap::filled(&graph, 0)?;
    /// rounds.gather_from("out", &graph, &set, |_, _, toll| toll, |node, sum| out.store(node, sum))?;
    /// assert_eq!(out.into_map().as_slice(), [7, 0, 0]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn gather_from<D: Direction, E: EdgeData, T: Monoid, S: Monoid>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T) -> S + Sync,
    ) -> Result<S> {
        self.gather_rows(name, graph.rows(), set, of_arc, of_node)
    }

    /// Adds up `of_arc(node, source, data)` over the arcs that lead to each node of `set`. Otherwise as
    /// [`Rounds::gather_from`], also in its determinism and memory.
    ///
    /// # Errors
    /// As [`Rounds::gather_from`].
    ///
    /// # Panics
    /// As [`Rounds::gather_from`], or if the graph is directed and has no in-arcs.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 5), (0, 2, 2), (1, 2, 7)])?;
    /// let graph = Graph::<Directed, u32>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
    /// let rounds = exec.rounds("tolls", 2);
    /// let set = NodeSet::from_nodes(&exec, &graph, [0, 2])?;
    /// let all = rounds.gather_to("in", &graph, &set, |_, _, toll| toll, |_, sum: u32| sum)?;
    /// assert_eq!(all, 9);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn gather_to<D: Direction, E: EdgeData, T: Monoid, S: Monoid>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T) -> S + Sync,
    ) -> Result<S> {
        if !graph.has_in_arcs() {
            self.begin(name)?.in_rows(graph); // panics
        }
        self.gather_rows(name, graph.in_rows(), set, of_arc, of_node)
    }

    #[track_caller]
    fn gather_rows<E: EdgeData, T: Monoid, S: Monoid>(
        &self,
        name: &str,
        rows: &Rows<E>,
        set: &NodeSet,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T) -> S + Sync,
    ) -> Result<S> {
        let phase = self.begin(name)?;
        let (set, size) =
            if S::IS_COMMUTATIVE { (set, Size::ForThreads) } else { (set.in_order(), Size::Fixed) };
        in_pieces(&phase, rows, set, size, |pieces| {
            let do_piece = |piece| sum_of_piece(&phase, pieces.piece(piece), rows, &of_arc, &of_node);
            let sums = match pieces.len() {
                1 => vec![do_piece(0)], // by the calling thread
                len => map_blocks(phase.exec, len, 1, |block| do_piece(block.start)),
            };
            phase.outcome()?;
            let (mut all, mut open): (S, Option<(Node, T)>) = (S::identity(), None);
            for (sum, terms) in sums {
                for (node, term) in terms {
                    open = match open.take() {
                        Some((same, sum)) if same == node => Some((node, sum.combine(term))),
                        before => {
                            all = finish(all, before, &of_node);
                            Some((node, term))
                        }
                    };
                }
                all = all.combine(sum);
            }
            Ok(finish(all, open, &of_node))
        })
    }
}

/// Adds a node whose sum is complete.
fn finish<T, S: Monoid>(all: S, node: Option<(Node, T)>, of_node: &impl Fn(Node, T) -> S) -> S {
    match node {
        Some((node, sum)) => all.combine(of_node(node, sum)),
        None => all,
    }
}

/// Does the nodes that lie within a piece. Returns their sum, and the terms of the other nodes.
#[inline(never)]
fn sum_of_piece<E: EdgeData, T: Monoid, S: Monoid>(
    phase: &Phase<'_>,
    mut piece: Piece<'_>,
    rows: &Rows<E>,
    of_arc: &impl Fn(Node, Node, E) -> T,
    of_node: &impl Fn(Node, T) -> S,
) -> (S, Vec<(Node, T)>) {
    let term = |node, places| {
        let (others, data) = rows.ends(places);
        let arcs = others.iter().zip(data);
        arcs.fold(T::identity(), |sum, (&other, &data)| sum.combine(of_arc(node, other, data)))
    };
    let (mut all, mut terms) = (S::identity(), Vec::new());
    let mut batch = [Node::default(); BATCH];
    loop {
        let len = piece.next_nodes(&mut batch, |_| true);
        if len == 0 || !phase.goes_on() {
            return (all, terms);
        }
        batch[..len].iter().for_each(|&node| rows.prefetch(&piece.places(node)));
        for &node in &batch[..len] {
            let places = piece.places(node);
            let is_whole = piece.has_all(node, &places);
            if is_whole && places.len() <= HUB {
                all = all.combine(of_node(node, term(node, places)));
                continue;
            }
            let end = places.end;
            let of_hub = places.step_by(HUB).map(|begin| term(node, begin..end.min(begin + HUB)));
            if is_whole {
                all = all.combine(of_node(node, of_hub.reduce(T::combine).expect("a hub has arcs")));
            } else {
                terms.extend(of_hub.map(|term| (node, term)));
            }
        }
    }
}
