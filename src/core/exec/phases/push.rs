//! Push: visits, for each node of a set, the arcs that leave it.

use std::ops::ControlFlow;

use super::found::{Found, Offer};
use super::pieces::{BATCH, Piece, Size, in_pieces};
use super::{Answer, Phase, Rounds};
use crate::Result;
use crate::fault::is_planted;
use crate::graph::{Direction, EdgeData, Form, Graph, Node, NodeSet, Rows};
use crate::parallel::for_each_block;
use crate::primitives::Ordering::Relaxed;

impl Rounds<'_> {
    /// A phase that computes for every node of `set` the value that it sends, and calls `operator(sent, to,
    /// data)` for every arc that leaves it. The nodes `to` for which this returns `true` are the next set;
    /// each is in it once, also if this happens several times. An operator that claims nodes, so that it
    /// never happens twice, should return a [`First`](super::First), which is faster. An operator that
    /// returns nothing finds no nodes. One that returns a [`Break`](std::ops::ControlFlow::Break) ends the
    /// phase: no thread starts another piece of it.
    ///
    /// The value is computed once per node, or a few times if the node has very many arcs. Several threads
    /// may reach the same node `to`, so changes there must be atomic.
    ///
    /// The first time it takes a bit for each node of the graph; each time 4 bytes for each node of the next
    /// set, or a bit for each node of the graph if that is less, and 8 bytes for 128 nodes of `set`, or for
    /// 512 nodes of the graph.
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
        let rows = graph.rows();
        in_pieces(phase.exec, rows, set, Size::ForThreads, |pieces| {
            let found = || Found::scattered(phase.exec, pieces.shared_work(), self.spare(), graph.nodes());
            let found = V::FINDS.then(found).transpose()?;
            for_each_block(phase.exec, pieces.len(), 1, |block| {
                let piece = pieces.piece(block.start);
                let flow = match &found {
                    None => send(&phase, piece, rows, &sent_by, &operator, &mut ()),
                    Some(found) => match found.collector() {
                        Some(mut part) => send(&phase, piece, rows, &sent_by, &operator, &mut part),
                        None if V::ONCE => {
                            send(&phase, piece, rows, &sent_by, &operator, &mut found.once(block.start))
                        }
                        None => send(&phase, piece, rows, &sent_by, &operator, &mut found.part(block.start)),
                    },
                };
                if flow.is_break() {
                    phase.end();
                }
            });
            phase.outcome()?;
            match found {
                Some(found) => found.into_set(phase.exec, V::ONCE),
                None => Ok(NodeSet::of_form(graph.nodes(), Form::List(Vec::new()))),
            }
        })
    }
}

/// Does one piece. A function by itself, for the sake of its arguments: what is borrowed by them is known not
/// to change meanwhile, so what the operators have captured is loaded once, whatever they do to atomics.
#[inline(never)]
fn send<E: EdgeData, T: Copy, A: Answer>(
    phase: &Phase<'_>,
    mut piece: Piece<'_>,
    rows: &Rows<E>,
    sent_by: &impl Fn(Node) -> T,
    operator: &impl Fn(T, Node, E) -> A,
    part: &mut impl Offer,
) -> ControlFlow<()> {
    let mut batch = [Node::default(); BATCH];
    loop {
        let len = piece.next_nodes(&mut batch, |_| true);
        if len == 0 || !phase.goes_on() {
            return ControlFlow::Continue(());
        }
        batch[..len].iter().for_each(|&from| rows.prefetch(&piece.places(from)));
        for &from in &batch[..len] {
            let sent = sent_by(from);
            let (targets, data) = rows.ends(piece.places(from));
            for (&to, &data) in targets.iter().zip(data) {
                if is_planted("count-in-one-place") {
                    phase.visited.fetch_add(1, Relaxed);
                }
                let answer = operator(sent, to, data);
                if answer.finds() {
                    part.offer(to);
                }
                if answer.is_break() {
                    return ControlFlow::Break(());
                }
            }
        }
    }
}
