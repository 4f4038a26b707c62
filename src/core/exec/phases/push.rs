//! Push: visits, for each node of a set, the arcs that leave it.

use std::ops::ControlFlow;

use super::found::{Found, Offer};
use super::pieces::{BATCH, Piece, Size, in_pieces};
use super::{Activation, Phase, Rounds};
use crate::Result;
use crate::fault::is_planted;
use crate::graph::{Direction, EdgeData, Form, Graph, Node, NodeSet, Rows};
use crate::parallel::for_each_block;
use crate::primitives::Ordering::Relaxed;

impl Rounds<'_> {
    /// Visits the arcs that leave the nodes of `set`, and returns the targets for which the operator returns
    /// `true`.
    ///
    /// `sent_by(from)` computes the value that a node sends: once per node, or a few times if the node has
    /// very many arcs. `operator(sent, to, data)` is called for every arc that leaves the node. It returns:
    ///
    /// - `true` if `to` is in the next set. Each node is in the set once, however often this happens.
    /// - [`First`](super::First), which is faster than `bool`. Use it if the operator activates each node at
    ///   most once per phase, for example because it claims nodes with `compare_exchange`.
    /// - nothing, if no set is needed.
    /// - a [`ControlFlow`], to end the phase by a `Break`: no thread starts another piece of the work.
    ///
    /// Several threads may reach the same node `to`, so changes there must be atomic. If `set` is a large
    /// part of the graph, [`Rounds::pull`] may be faster.
    ///
    /// # Determinism
    /// The order of the calls is not deterministic. The returned set is deterministic if the operator
    /// activates the same nodes in every order, as in the example.
    ///
    /// # Memory
    /// One bit per node of the graph in the first phase of the loop. In each phase: for the returned set 4
    /// bytes per node of the set or one bit per node of the graph, whichever is less; and 8 bytes per 128
    /// nodes of `set` if the set is a list, or per 512 nodes of the graph if it is a bitmap.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If an operator panics, or if the set belongs to a graph with another number of nodes.
    ///
    /// # Examples
    ///
    /// The number of shortest paths from node 0 to each node.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(5, [(0, 1), (0, 2), (1, 3), (2, 3)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let paths = AtomicNodeMap::filled(&graph, 0_u64)?;
    /// paths.store(Node::new(0), 1);
    /// let rounds = exec.rounds("paths", 5);
    /// let mut level = NodeSet::from_nodes(&exec, &graph, [0])?;
    /// while !level.is_empty() {
    ///     level = rounds.push("count", &graph, &level, |from| paths.load(from), |count, to, ()| {
    ///         paths.fetch_add(to, count);
    ///         true
    ///     })?;
    /// }
    /// assert_eq!(paths.into_map().as_slice(), [1, 1, 1, 2, 0]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn push<D: Direction, E: EdgeData, T: Copy, V: Activation>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        sent_by: impl Fn(Node) -> T + Sync,
        operator: impl Fn(T, Node, E) -> V + Sync,
    ) -> Result<NodeSet> {
        let phase = self.begin(name)?;
        let rows = graph.rows();
        in_pieces(&phase, rows, set, Size::ForThreads, |pieces| {
            let found =
                || Found::scattered(phase.exec, pieces.shared_work(), self.spare(), graph.node_count());
            let found = V::ACTIVATES.then(found).transpose()?;
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
                None => Ok(NodeSet::of_form(graph.node_count(), Form::List(Vec::new()))),
            }
        })
    }
}

/// Does one piece. It is not inlined because the compiler knows that borrowed arguments do not change: it
/// loads the operators' captured values once, whatever they do to atomics.
#[inline(never)]
fn send<E: EdgeData, T: Copy, A: Activation>(
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
                let activation = operator(sent, to, data);
                if activation.activates() {
                    part.offer(to);
                }
                if activation.is_break() {
                    return ControlFlow::Break(());
                }
            }
        }
    }
}
