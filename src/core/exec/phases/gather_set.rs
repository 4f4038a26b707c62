//! For every node of a set, the sum over its arcs.
//!
//! Pieces are cut as everywhere ([`super::pieces`]). A node whose arcs are all in one piece is done there; of
//! the others, each piece has some terms, and they are done afterwards. A term is the sum over [`HUB`] arcs
//! that stay together, so the terms of a node and their order do not depend on the pieces.

use super::pieces::{BATCH, HUB, Piece, Size, in_pieces};
use super::{Phase, Rounds, Summand};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, Node, NodeSet, Rows};
use crate::parallel::map_blocks;

impl Rounds<'_> {
    /// A phase that adds up `of_arc(node, other, data)` over the arcs that leave each node of `set`, where
    /// `other` is the node that an arc leads to. Then it calls `of_node(node, sum)` once per node, and adds
    /// up what that returns.
    ///
    /// The order of additions depends only on the graph and the set, as in [`Rounds::gather`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the operators do, or if the set is not one of as many nodes.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 5), (0, 2, 2), (1, 2, 7)])?;
    /// let graph = Graph::<Directed, u32>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("tolls", 2);
    /// let set = NodeSet::from_nodes(&exec, &graph, [0, 2].map(Node::new).to_vec())?;
    /// let out = AtomicNodeMap::filled(&graph, 0)?;
    /// rounds.gather_from("out", &graph, &set, |_, _, toll| toll, |node, sum| out.store(node, sum))?;
    /// assert_eq!(out.into_map().as_slice(), [7, 0, 0]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn gather_from<D: Direction, E: EdgeData, T: Summand, S: Summand>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T) -> S + Sync,
    ) -> Result<S> {
        self.gather_rows(name, graph.rows(), set, of_arc, of_node)
    }

    /// The same over the arcs that lead to each node of `set`, where `other` is the node that an arc comes
    /// from.
    ///
    /// # Errors
    /// As [`Rounds::gather_from`].
    ///
    /// # Panics
    /// As [`Rounds::gather_from`], or if the graph is directed and has no in-arcs.
    pub fn gather_to<D: Direction, E: EdgeData, T: Summand, S: Summand>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T) -> S + Sync,
    ) -> Result<S> {
        self.gather_rows(name, graph.in_rows(), set, of_arc, of_node)
    }

    fn gather_rows<E: EdgeData, T: Summand, S: Summand>(
        &self,
        name: &str,
        rows: &Rows<E>,
        set: &NodeSet,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T) -> S + Sync,
    ) -> Result<S> {
        let phase = self.begin(name)?;
        let (set, size) = if S::COMMUTES { (set, Size::ForThreads) } else { (set.in_order(), Size::Fixed) };
        in_pieces(phase.exec, rows, set, size, |pieces| {
            let do_piece = |piece| sum_of_piece(&phase, pieces.piece(piece), rows, &of_arc, &of_node);
            let sums = match pieces.len() {
                1 => vec![do_piece(0)], // by the calling thread
                len => map_blocks(phase.exec, len, 1, |block| do_piece(block.start)),
            };
            phase.outcome()?;
            let (mut all, mut open): (S, Option<(Node, T)>) = (S::zero(), None);
            for (sum, terms) in sums {
                for (node, term) in terms {
                    open = match open.take() {
                        Some((same, sum)) if same == node => Some((node, sum.plus(term))),
                        before => {
                            all = finish(all, before, &of_node);
                            Some((node, term))
                        }
                    };
                }
                all = all.plus(sum);
            }
            Ok(finish(all, open, &of_node))
        })
    }
}

/// Adds a node whose sum is complete.
fn finish<T, S: Summand>(all: S, node: Option<(Node, T)>, of_node: &impl Fn(Node, T) -> S) -> S {
    match node {
        Some((node, sum)) => all.plus(of_node(node, sum)),
        None => all,
    }
}

/// Does the nodes that lie within a piece; of those that do not, the terms.
#[inline(never)]
fn sum_of_piece<E: EdgeData, T: Summand, S: Summand>(
    phase: &Phase<'_>,
    mut piece: Piece<'_>,
    rows: &Rows<E>,
    of_arc: &impl Fn(Node, Node, E) -> T,
    of_node: &impl Fn(Node, T) -> S,
) -> (S, Vec<(Node, T)>) {
    let term = |node, places| {
        let (others, data) = rows.ends(places);
        let arcs = others.iter().zip(data);
        arcs.fold(T::zero(), |sum, (&other, &data)| sum.plus(of_arc(node, other, data)))
    };
    let (mut all, mut terms) = (S::zero(), Vec::new());
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
                all = all.plus(of_node(node, term(node, places)));
                continue;
            }
            let end = places.end;
            let of_hub = places.step_by(HUB).map(|begin| term(node, begin..end.min(begin + HUB)));
            if is_whole {
                all = all.plus(of_node(node, of_hub.reduce(T::plus).expect("a hub has arcs")));
            } else {
                terms.extend(of_hub.map(|term| (node, term)));
            }
        }
    }
}
