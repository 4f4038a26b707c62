//! Gather: the sum over the arcs that lead to each node.
//!
//! The arcs are cut into pieces of equal work. Most nodes lie within one piece and are done there. If a
//! node's arcs cross the end of a piece, each piece stores its part of the sum. Such nodes, at most one per
//! cut, are done afterwards.

use super::pieces::{node_from, work_before};
use super::{Monoid, Rounds};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, Node, NodeMap};
use crate::parallel::map_pieces;

/// Work of a piece, in nodes and arcs.
const WORK: u64 = 1 << 13;

/// The nodes that begin in one piece, with their values.
struct Piece<'a, V> {
    /// The work before the piece, and up to its end.
    begin: u64,
    end: u64,
    first: usize,
    values: &'a mut [V],
}

/// The result of one piece.
struct Left<T, S> {
    /// This piece's part of the sum of a node that began in an earlier piece, and `true` if it is the last
    /// part.
    head: Option<(T, bool)>,
    /// Sum over the nodes that lie within the piece.
    sum: S,
    /// This piece's part of the sum of its last node, if not all of the node's arcs are in the piece.
    tail: Option<(Node, T)>,
}

impl Rounds<'_> {
    /// Adds up `of_arc(from, to, data)` over the arcs that lead to each node `to`, and updates the node's
    /// value with the sum.
    ///
    /// `of_node(to, sum, value)` is called once per node, with the sum and the node's value in `values`. No
    /// other thread accesses the value meanwhile, so no atomics are needed. Returns the sum of the results of
    /// `of_node`. For a part of the nodes, use [`Rounds::gather_to`].
    ///
    /// # Determinism
    /// Deterministic: the order of additions depends only on the graph. Sums of floats, too, are the same on
    /// every run and on any number of threads.
    ///
    /// # Memory
    /// About 100 bytes per 8192 nodes and arcs, if the sums are numbers.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`]; then some of the values have been changed.
    ///
    /// # Panics
    /// If an operator panics, if the map belongs to a graph with another number of nodes, or if the graph is
    /// directed and has no in-arcs.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 5), (0, 2, 2), (1, 2, 7)])?;
    /// let graph = Graph::<Directed, u32>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
    /// let mut flow = NodeMap::filled(&graph, 0)?;
    /// let rounds = exec.rounds("flow", 3);
    /// let all = rounds.gather("in", &graph, &mut flow, |_, _, width| width, |_, sum, flow| {
    ///     *flow = sum;
    ///     sum
    /// })?;
    /// assert_eq!((flow.as_slice(), all), (&[0, 5, 9][..], 14));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn gather<D: Direction, E: EdgeData, V: Send, T: Monoid, S: Monoid>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        values: &mut NodeMap<V>,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T, &mut V) -> S + Sync,
    ) -> Result<S> {
        let phase = self.begin(name)?;
        let rows = phase.in_rows(graph);
        let offsets = &rows.offsets[..];
        phase.check_nodes("map", values.len(), graph.node_count());
        // The sum over the arcs of a node that lie between two positions of the work.
        let sum = |to: Node, begin: u64, end: u64| {
            let places = (begin - to.index() as u64 - 1) as usize..(end - to.index() as u64 - 1) as usize;
            let (sources, data) = rows.ends(places);
            let arcs = sources.iter().zip(data);
            arcs.fold(T::identity(), |sum, (&from, &data)| sum.combine(of_arc(from, to, data)))
        };
        let left = map_pieces(phase.exec, pieces(offsets, values.as_mut_slice()), |piece: Piece<'_, V>| {
            let Piece { begin, end, first, values } = piece;
            let mut left = Left { head: None, sum: S::identity(), tail: None };
            if !phase.goes_on() {
                return left;
            }
            let own = work_before(offsets, first);
            if own > begin {
                left.head = Some((sum(Node::at(first - 1), begin, own.min(end)), own <= end));
            }
            let mut done = S::identity();
            let mut next = own;
            for (node, value) in (first..).map(Node::new).zip(values) {
                let own = next;
                next = work_before(offsets, node.index() + 1);
                let sum = sum(node, own + 1, next.min(end));
                if next > end {
                    left.tail = Some((node, sum));
                } else {
                    done = done.combine(of_node(node, sum, value));
                }
            }
            Left { sum: done, ..left }
        });
        phase.outcome()?;
        let (mut all, mut open) = (S::identity(), None);
        for Left { head, sum, tail } in left {
            if let Some((more, is_all)) = head {
                let (node, so_far): (Node, T) = open.take().expect("it began in an earlier piece");
                let sum = so_far.combine(more);
                if is_all {
                    all = all.combine(of_node(node, sum, &mut values[node]));
                } else {
                    open = Some((node, sum));
                }
            }
            all = all.combine(sum);
            open = tail.or(open);
        }
        Ok(all)
    }
}

/// Splits the nodes and their values by the piece in which they begin.
fn pieces<'a, V>(offsets: &'a [u64], values: &'a mut [V]) -> impl Iterator<Item = Piece<'a, V>> {
    let nodes = offsets.len() - 1;
    let total = work_before(offsets, nodes);
    let (mut begin, mut first, mut rest) = (0, 0_usize, values);
    std::iter::from_fn(move || {
        if begin >= total {
            return None;
        }
        let end = total.min(begin + WORK);
        let last = node_from(offsets, end, first.saturating_sub(1));
        let until = if work_before(offsets, last) == end { last } else { last + 1 };
        let (values, others) = std::mem::take(&mut rest).split_at_mut(until - first);
        let piece = Piece { begin, end, first, values };
        (begin, first, rest) = (end, until, others);
        Some(piece)
    })
}
