//! Adjacency, borrowed: of a [`CsrGraph`](super::CsrGraph), or of foreign arrays once they have been checked.
#![allow(unsafe_code)]

use super::{Edge, EdgeId, EdgeList, Node, Weight};
use crate::exec::Exec;
use crate::parallel::{Scatter, for_each_block};
use crate::{Error, Result, memory};

/// Nodes whose arcs one thread looks at, at a time.
const BLOCK: usize = 1 << 10;

/// A graph as adjacency, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct CsrView<'a, W> {
    pub(super) edges: usize,
    pub(super) offsets: &'a [u64],
    pub(super) targets: &'a [Node],
    pub(super) ids: &'a [EdgeId],
    pub(super) weights: &'a [W],
}

/// The arcs that leave one node: three slices of equal length, in ascending order of edge ids.
#[derive(Clone, Copy, Debug)]
pub struct CsrArcs<'a, W> {
    /// The other end of each arc.
    pub targets: &'a [Node],
    /// The edge each arc belongs to.
    pub ids: &'a [EdgeId],
    /// The weight of that edge.
    pub weights: &'a [W],
}

impl<'a, W: Weight> CsrArcs<'a, W> {
    /// The arcs one by one: other end, edge id, weight.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Node, EdgeId, W)> + use<'a, W> {
        let Self { targets, ids, weights } = *self;
        (0..targets.len()).map(move |i| (targets[i], ids[i], weights[i]))
    }

    /// Number of arcs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether no arc leaves the node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}

impl<'a, W: Weight> CsrView<'a, W> {
    /// Borrows adjacency arrays as a graph, after one pass that checks them.
    ///
    /// `offsets` has one element more than there are nodes; node `x`'s arcs are those at
    /// `offsets[x]..offsets[x + 1]` of the three other slices, in ascending order of ids. Every id in
    /// `0..edges` must stand on exactly two arcs, u→v and v→u of one weight, or on one that is a self-loop.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`], [`Error::NanWeight`], [`Error::Inconsistent`] and
    /// [`Error::OutOfMemory`].
    pub fn new(
        edges: usize,
        offsets: &'a [u64],
        targets: &'a [Node],
        ids: &'a [EdgeId],
        weights: &'a [W],
    ) -> Result<Self> {
        let arcs = targets.len();
        let unlike = |expected: String, found: String| Err(Error::Inconsistent { expected, found });
        Node::check_count((offsets.len() as u64).saturating_sub(1))?;
        EdgeId::check_count(edges as u64)?;
        if ids.len() != arcs || weights.len() != arcs {
            return unlike(
                format!("{arcs} ids and weights, one an arc"),
                format!("{} ids, {} weights", ids.len(), weights.len()),
            );
        }
        if offsets.first() != Some(&0) || offsets.last() != Some(&(arcs as u64)) || !offsets.is_sorted() {
            return unlike(format!("offsets that ascend from 0 to {arcs}"), "others".to_owned());
        }
        let view = Self { edges, offsets, targets, ids, weights };
        view.pair_arcs()?;
        Ok(view)
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.edges
    }

    /// Whether there are no edges.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.edges == 0
    }

    /// Where each node's arcs begin; one element more than there are nodes.
    #[must_use]
    #[inline]
    pub fn offsets(&self) -> &'a [u64] {
        self.offsets
    }

    /// The arcs that leave a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    pub fn arcs(&self, node: Node) -> CsrArcs<'a, W> {
        let range = self.offsets[node.index()] as usize..self.offsets[node.index() + 1] as usize;
        CsrArcs {
            targets: &self.targets[range.clone()],
            ids: &self.ids[range.clone()],
            weights: &self.weights[range],
        }
    }

    /// Number of arcs that leave a node: its degree, a self-loop counting once.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    pub fn degree(&self, node: Node) -> usize {
        (self.offsets[node.index() + 1] - self.offsets[node.index()]) as usize
    }

    /// The same graph as an edge list with the same edge ids; the lower end of each edge comes first. Runs on
    /// all threads.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn to_edge_list(&self, exec: &Exec) -> Result<EdgeList<W>> {
        let mut edges = memory::zeroed("the edge list", self.edges)?;
        let places = Scatter::over(&mut edges);
        for_each_block(exec, self.nodes(), BLOCK, |nodes| {
            for from in nodes.map(Node::new) {
                for (to, id, weight) in self.arcs(from).iter().filter(|arc| from <= arc.0) {
                    // SAFETY: every id is below the number of edges, and stands on an arc and its mirror, or
                    // on one self-loop. `CsrGraph::from_edges` makes them so and `CsrView::new` has checked
                    // it, and neither kind of array changes while it is borrowed. One of the two arcs leads
                    // upwards, so each place is written once.
                    unsafe { places.write(id.index(), Edge::new(from, to, weight)) };
                }
            }
        });
        drop(places);
        Ok(EdgeList::of_checked(self.nodes(), edges))
    }

    /// Sees to it that the arcs pair.
    fn pair_arcs(&self) -> Result<()> {
        let mut edges = memory::filled("the edge list", self.edges, Edge::<W>::default())?;
        let mut seen = memory::filled("edge marks", self.edges, 0_u8)?;
        for from in 0..self.nodes() {
            let arcs = self.arcs(Node::new(from));
            if !arcs.ids.is_sorted() {
                return Err(Error::Inconsistent {
                    expected: format!("the arcs of node {from} in the order of their ids"),
                    found: "them in another".to_owned(),
                });
            }
            for (to, id, weight) in arcs.iter() {
                if to.index() >= self.nodes() {
                    let node = to.index() as u64;
                    return Err(Error::NodeOutOfRange { edge: id.index(), node, nodes: self.nodes() });
                }
                let from = Node::new(from);
                let (Some(edge), Some(seen)) = (edges.get_mut(id.index()), seen.get_mut(id.index())) else {
                    return Err(Error::Inconsistent {
                        expected: format!("edge ids below {}", self.edges),
                        found: format!("{id} on an arc of node {from}"),
                    });
                };
                if weight.is_nan_weight() {
                    return Err(Error::NanWeight { edge: id.index() });
                }
                let fits = match *seen {
                    0 => true,
                    1 => !edge.is_loop() && *edge == Edge::new(to, from, weight),
                    _ => false,
                };
                if !fits {
                    return Err(Error::Inconsistent {
                        expected: format!("edge {id} on an arc and its mirror of the same weight"),
                        found: format!("it on an arc from {from} to {to} of weight {weight}"),
                    });
                }
                *seen += 1;
                *edge = if *seen == 1 { Edge::new(from, to, weight) } else { *edge };
            }
        }
        let half = |(edge, &seen): (&Edge<W>, &u8)| seen == 0 || (seen == 1 && !edge.is_loop());
        if let Some(id) = edges.iter().zip(&seen).position(half) {
            return Err(Error::Inconsistent {
                expected: format!("edge {id} on an arc and its mirror"),
                found: format!("it on {} arcs", seen[id]),
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_of_foreign_arrays_are_checked() {
        let [a, b] = [0, 1].map(Node::new);
        let e = EdgeId::new(0);
        let refused = |offsets: &[u64], targets: &[Node], ids: &[EdgeId], weights: &[f32]| {
            CsrView::new(1, offsets, targets, ids, weights).unwrap_err().to_string()
        };
        assert!(CsrView::new(1, &[0, 1, 2], &[b, a], &[e, e], &[2.0_f32, 2.0]).is_ok());
        assert!(CsrView::new(1, &[0, 1], &[a], &[e], &[2.0_f32]).is_ok(), "a self-loop is one arc");
        assert_eq!(
            refused(&[0, 1, 2], &[b, a], &[e, e], &[2.0, 3.0]),
            "not a valid graph: expected edge 0 on an arc and its mirror of the same weight, \
             found it on an arc from 1 to 0 of weight 3"
        );
        assert_eq!(
            refused(&[0, 1, 1], &[b], &[e], &[2.0]),
            "not a valid graph: expected edge 0 on an arc and its mirror, found it on 1 arcs"
        );
        assert_eq!(
            refused(&[0, 2, 1], &[b], &[e], &[2.0]),
            "not a valid graph: expected offsets that ascend from 0 to 1, found others"
        );
        let (targets, ids) = ([b, Node::new(2), a, a], [1, 0, 1, 0].map(EdgeId::new));
        let unsorted = CsrView::new(2, &[0, 2, 3, 4], &targets, &ids, &[5.0_f32, 6.0, 5.0, 6.0]);
        assert_eq!(
            unsorted.unwrap_err().to_string(),
            "not a valid graph: expected the arcs of node 0 in the order of their ids, found them in another"
        );
        assert!(refused(&[], &[], &[], &[]).contains("offsets that ascend"));
        assert!(refused(&[0, 1, 1], &[Node::new(9)], &[e], &[2.0]).contains("node 9 is out of range"));
        assert!(refused(&[0, 1, 2], &[b, a], &[e, e], &[f32::NAN; 2]).contains("NaN"));
    }
}
