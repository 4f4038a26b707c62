//! Push: visits, for each node of a set, the arcs that leave it.

use std::ops::ControlFlow;

use super::found::{Found, Part};
use super::pieces::{BATCH, Piece, in_pieces, least_work};
use super::{Answer, Rounds};
use crate::Result;
use crate::graph::{Direction, EdgeData, Form, Graph, Node, NodeSet};
use crate::parallel::for_each_block;

impl Rounds<'_> {
    /// A phase that computes for every node of `set` the value that it sends, and calls `operator(sent, to,
    /// data)` for every arc that leaves it. The nodes `to` for which this returns `true` are the next set;
    /// each is in it once, also if this happens several times. An operator that returns nothing finds no
    /// nodes. One that returns a [`Break`](std::ops::ControlFlow::Break) ends the phase: no thread starts
    /// another piece of it.
    ///
    /// The value is computed once per node, or a few times if the node has very many arcs. Several threads
    /// may reach the same node `to`, so changes there must be atomic.
    ///
    /// The first time it takes a bit for each node of the graph; each time 4 bytes for each node of the next
    /// set, or a bit for each node of the graph if that is less, and 8 bytes for each node of `set`, or a bit
    /// for each node of the graph.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the operator does, or if the set is not one of as many nodes.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(5, [(0, 1), (0, 2), (1, 3), (2, 3)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let paths = AtomicNodeMap::filled(&graph, 0_u64)?;
    /// let source = Node::new(0);
    /// paths.store(source, 1);
    /// let rounds = exec.rounds("paths", 5);
    /// let mut level = NodeSet::from_nodes(&exec, &graph, vec![source])?;
    /// while !level.is_empty() {
    ///     level = rounds.push("count", &graph, &level, |from| paths.load(from), |count, to, ()| {
    ///         paths.fetch_add(to, count);
    ///         true
    ///     })?;
    /// }
    /// assert_eq!(paths.into_map().as_slice(), [1, 1, 1, 2, 0]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn push<D: Direction, E: EdgeData, T: Copy, V: Answer>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        sent_by: impl Fn(Node) -> T + Sync,
        operator: impl Fn(T, Node, E) -> V + Sync,
    ) -> Result<NodeSet> {
        let phase = self.begin(name)?;
        in_pieces(phase.exec, graph.offsets(), set, least_work(phase.exec), |pieces| {
            let found = V::FINDS.then(|| Found::new(phase.exec, self.spare(), graph.nodes())).transpose()?;
            for_each_block(phase.exec, pieces.len(), 1, |block| {
                if !phase.goes_on() {
                    return;
                }
                let mut part = found.as_ref().map(Found::part);
                let flow = send(pieces.piece(block.start), graph, &sent_by, &operator, &mut part);
                if flow.is_break() {
                    phase.end();
                }
            });
            phase.outcome()?;
            match found {
                Some(found) => found.into_set(phase.exec),
                None => Ok(NodeSet::of_form(graph.nodes(), Form::List(Vec::new()))),
            }
        })
    }
}

/// Does one piece. A function by itself, for the sake of its arguments: what is borrowed by them is known not
/// to change meanwhile, so what the operators have captured is loaded once, whatever they do to atomics.
#[inline(never)]
fn send<D: Direction, E: EdgeData, T: Copy, A: Answer>(
    mut piece: Piece<'_>,
    graph: &Graph<D, E>,
    sent_by: &impl Fn(Node) -> T,
    operator: &impl Fn(T, Node, E) -> A,
    part: &mut Option<Part<'_>>,
) -> ControlFlow<()> {
    let mut batch = [Node::default(); BATCH];
    loop {
        let len = piece.next_nodes(&mut batch, |_| true);
        if len == 0 {
            return ControlFlow::Continue(());
        }
        batch[..len].iter().for_each(|&from| graph.prefetch_at(piece.places(from).start));
        for &from in &batch[..len] {
            let sent = sent_by(from);
            let (targets, data) = graph.arcs_at(piece.places(from));
            for (&to, &data) in targets.iter().zip(data) {
                let answer = operator(sent, to, data);
                if answer.finds()
                    && let Some(part) = part
                {
                    part.offer(to);
                }
                if answer.is_break() {
                    return ControlFlow::Break(());
                }
            }
        }
    }
}
