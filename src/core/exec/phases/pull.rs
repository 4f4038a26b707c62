//! Pull: visits, for each node of a set, the arcs that lead to it.

use std::ops::ControlFlow;

use super::found::{Finder, Found};
use super::pieces::{BATCH, Piece, Size, in_pieces};
use super::{Activation, Phase, Rounds};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, Node, NodeSet, Rows};
use crate::parallel::for_each_block;

impl Rounds<'_> {
    /// Visits the arcs that lead to each node of `set`, and returns the nodes for which the operator returns
    /// `true`.
    ///
    /// For each node `to` of `set` with `is_wanted(to)`, `operator(from, to, data)` is called for the arcs
    /// that lead to `to`, until it returns `true`. Then `to` is in the next set, and its other arcs are
    /// skipped. The operator may return the same types as in [`Rounds::push`]. One thread handles the arcs of
    /// a node, or several if the node has very many. Faster than [`Rounds::push`] if most nodes are found
    /// after a few arcs.
    ///
    /// # Determinism
    /// The returned set is deterministic if the operator's answers do not depend on the order of the calls.
    /// Which arcs are skipped may depend on timing.
    ///
    /// # Memory
    /// As [`Rounds::push`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If an operator panics, if the set belongs to a graph with another number of nodes, or if the graph is
    /// directed and has no in-arcs.
    ///
    /// # Examples
    ///
    /// The nodes that have a neighbour with a lower id.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (1, 3)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("neighbours", 4);
    /// let all = NodeSet::all(&graph);
    /// let found = rounds.pull("below", &graph, &all, |_| true, |from, to, ()| from < to)?;
    /// assert!(found.iter().eq([1, 2, 3].map(Node::new)));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn pull<D: Direction, E: EdgeData, V: Activation>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        is_wanted: impl Fn(Node) -> bool + Sync,
        operator: impl Fn(Node, Node, E) -> V + Sync,
    ) -> Result<NodeSet> {
        let phase = self.begin(name)?;
        let rows = phase.in_rows(graph);
        in_pieces(&phase, rows, set, Size::ForThreads, |pieces| {
            let found = Found::new(pieces.shared_work().is_none(), self.spare(), graph.node_count())?;
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

/// Does one piece. It is not inlined for the same reason as `send` in `push.rs`.
#[inline(never)]
fn look<E: EdgeData, A: Activation>(
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
            batch[with_arcs] = to; // no branch here either: in some graphs many nodes have no arcs
            with_arcs += usize::from(!places.is_empty());
        }
        for &to in &batch[..with_arcs] {
            if piece.continues(to) && part.has(to) {
                continue;
            }
            let (sources, data) = rows.ends(piece.places(to));
            for (&from, &data) in sources.iter().zip(data) {
                let activation = operator(from, to, data);
                if activation.activates() {
                    part.offer_ascending(to);
                }
                if activation.is_break() {
                    return ControlFlow::Break(());
                }
                if activation.activates() {
                    break;
                }
            }
        }
    }
}
