//! For every node, the sum over the arcs that lead to it.
//!
//! The arcs are cut into pieces of equal work. Most nodes lie within one piece and are done there. If a
//! node's arcs cross the end of a piece, each piece stores its part of the sum. Such nodes, at most one for
//! each cut, are done afterwards.

use super::pieces::{node_at, work_before};
use super::{Rounds, Summand};
use crate::Result;
use crate::graph::{Direction, EdgeData, Graph, Node, NodeMap};
use crate::parallel::map_pieces;

/// Work of a piece, in nodes and arcs.
const WORK: u64 = 1 << 12;

/// The nodes that begin in one piece, with their values.
struct Piece<'a, V> {
    /// The work at which the piece begins and ends.
    begin: u64,
    end: u64,
    first: usize,
    values: &'a mut [V],
}

/// What one piece leaves.
struct Left<T, S> {
    /// Of a node that began in an earlier piece: what this one adds to its sum, and whether that is all.
    head: Option<(T, bool)>,
    /// Of the nodes that lie within the piece.
    sum: S,
    /// Of the last node, if the piece does not have all of its arcs: what it has of the sum.
    tail: Option<(Node, T)>,
}

impl Rounds<'_> {
    /// A phase that adds up `of_arc(from, to, data)` over the arcs that lead to each node `to`. Then it calls
    /// `of_node(to, sum, value)` once per node, with the sum and the node's value in `values`, and adds up
    /// what that returns. No other thread accesses the value meanwhile.
    ///
    /// The order of additions depends only on the graph, so sums of floats are the same on every run, on any
    /// number of threads.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`]; then some of the values have been changed.
    ///
    /// # Panics
    /// If the operators do, if the map is not one of as many nodes, or if the graph is directed and has no
    /// in-arcs.
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
    pub fn gather<D: Direction, E: EdgeData, V: Send, T: Summand, S: Summand>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        values: &mut NodeMap<V>,
        of_arc: impl Fn(Node, Node, E) -> T + Sync,
        of_node: impl Fn(Node, T, &mut V) -> S + Sync,
    ) -> Result<S> {
        let phase = self.begin(name)?;
        let rows = graph.in_rows();
        let offsets = &rows.offsets[..];
        assert_eq!(values.len(), graph.nodes(), "the map is not one of nodes of this graph");
        // The arcs to a node at some of the work.
        let sum = |to: Node, begin: u64, end: u64| {
            let places = (begin - to.index() as u64 - 1) as usize..(end - to.index() as u64 - 1) as usize;
            let (sources, data) = rows.ends(places);
            let arcs = sources.iter().zip(data);
            arcs.fold(T::zero(), |sum, (&from, &data)| sum.plus(of_arc(from, to, data)))
        };
        let left = map_pieces(phase.exec, pieces(offsets, values.as_mut_slice()), |piece: Piece<'_, V>| {
            let Piece { begin, end, first, values } = piece;
            let mut left = Left { head: None, sum: S::zero(), tail: None };
            if !phase.goes_on() {
                return left;
            }
            let own = work_before(offsets, first);
            if own > begin {
                left.head = Some((sum(Node::new(first - 1), begin, own.min(end)), own <= end));
            }
            let mut done = S::zero();
            let mut next = own;
            for (node, value) in (first..).map(Node::new).zip(values) {
                let own = next;
                next = work_before(offsets, node.index() + 1);
                let sum = sum(node, own + 1, next.min(end));
                if next > end {
                    left.tail = Some((node, sum));
                } else {
                    done = done.plus(of_node(node, sum, value));
                }
            }
            Left { sum: done, ..left }
        });
        phase.outcome()?;
        let (mut all, mut open) = (S::zero(), None);
        for Left { head, sum, tail } in left {
            if let Some((more, is_all)) = head {
                let (node, so_far): (Node, T) = open.take().expect("it began in an earlier piece");
                let sum = so_far.plus(more);
                if is_all {
                    all = all.plus(of_node(node, sum, &mut values[node]));
                } else {
                    open = Some((node, sum));
                }
            }
            all = all.plus(sum);
            open = tail.or(open);
        }
        Ok(all)
    }
}

/// The nodes with their values, by the piece that they begin in.
fn pieces<'a, V>(offsets: &'a [u64], values: &'a mut [V]) -> impl Iterator<Item = Piece<'a, V>> {
    let nodes = offsets.len() - 1;
    let total = work_before(offsets, nodes);
    let (mut begin, mut first, mut rest) = (0, 0, values);
    std::iter::from_fn(move || {
        if begin >= total {
            return None;
        }
        let end = total.min(begin + WORK);
        let last = node_at(offsets, end);
        let until = if work_before(offsets, last) == end { last } else { last + 1 };
        let (values, others) = std::mem::take(&mut rest).split_at_mut(until - first);
        let piece = Piece { begin, end, first, values };
        (begin, first, rest) = (end, until, others);
        Some(piece)
    })
}
