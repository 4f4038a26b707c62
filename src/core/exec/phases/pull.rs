//! Pull: visits, for each node of a set, the arcs that lead to it.

use std::ops::ControlFlow;

use super::found::{Finder, Found};
use super::pieces::{BATCH, Piece, Size, in_pieces};
use super::{Answer, Phase, Rounds};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, Node, NodeSet, Rows};
use crate::parallel::for_each_block;

impl Rounds<'_> {
    /// A phase that calls `operator(from, to, data)` for the arcs that lead to each node `to` of `set` with
    /// `is_wanted(to)`, until it returns `true`. Then `to` is in the next set, and its other arcs are
    /// skipped. A [`Break`](std::ops::ControlFlow::Break) ends the phase, as in [`Rounds::push`].
    ///
    /// If a node has very many arcs, several threads may handle them; otherwise one thread does.
    ///
    /// Memory as in [`Rounds::push`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the operator does, if the set is not one of as many nodes, or if the graph is directed and has no
    /// in-arcs.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// // Which nodes have a neighbour that is not above them?
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (1, 3)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("neighbours", 4);
    /// let all = NodeSet::all(&graph);
    /// let found = rounds.pull("below", &graph, &all, |_| true, |from, to, ()| from < to)?;
    /// assert!(found.iter().eq([1, 2, 3].map(Node::new)));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn pull<D: Direction, E: EdgeData, V: Answer>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        is_wanted: impl Fn(Node) -> bool + Sync,
        operator: impl Fn(Node, Node, E) -> V + Sync,
    ) -> Result<NodeSet> {
        let phase = self.begin(name)?;
        let rows = graph.in_rows();
        in_pieces(phase.exec, rows, set, Size::ForThreads, |pieces| {
            let found = Found::new(pieces.shared_work().is_none(), self.spare(), graph.nodes())?;
            for_each_block(phase.exec, pieces.len(), 1, |block| {
                let mut part = found.part(block.start);
                let flow = look(&phase, pieces.piece(block.start), rows, &is_wanted, &operator, &mut part);
                if flow.is_break() {
                    phase.end();
                }
            });
            phase.outcome()?;
            found.into_set(phase.exec, false)
        })
    }
}

/// Does one piece. A function by itself, as that of [`Rounds::push`].
#[inline(never)]
fn look<E: EdgeData, A: Answer>(
    phase: &Phase<'_>,
    mut piece: Piece<'_>,
    rows: &Rows<E>,
    is_wanted: &impl Fn(Node) -> bool,
    operator: &impl Fn(Node, Node, E) -> A,
    part: &mut Finder<'_>,
) -> ControlFlow<()> {
    let mut batch = [Node::default(); BATCH];
    loop {
        let len = piece.next_nodes(&mut batch, is_wanted);
        if len == 0 || !phase.goes_on() {
            return ControlFlow::Continue(());
        }
        let mut with_arcs = 0;
        for i in 0..len {
            let to = batch[i];
            let places = piece.places(to);
            rows.prefetch(&places);
            batch[with_arcs] = to; // again without a branch: in some graphs many nodes have no arcs
            with_arcs += usize::from(!places.is_empty());
        }
        for &to in &batch[..with_arcs] {
            if piece.continues(to) && part.has(to) {
                continue;
            }
            let (sources, data) = rows.ends(piece.places(to));
            for (&from, &data) in sources.iter().zip(data) {
                let answer = operator(from, to, data);
                if answer.finds() {
                    part.offer_ascending(to);
                }
                if answer.is_break() {
                    return ControlFlow::Break(());
                }
                if answer.finds() {
                    break;
                }
            }
        }
    }
}
