//! Compressed sparse rows: the arcs that leave each node, side by side.
//!
//! An undirected edge {u, v} is two arcs, u→v and v→u, which share its id; a self-loop is one arc. The arcs
//! of a node stand in the order of their edge ids, so a graph has exactly one such form, however many threads
//! build it.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::{CsrView, EdgeId, EdgeListView, Node, Weight};
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, for_each_block, for_each_piece};
use crate::{Result, memory};

/// Edges or arcs that one thread takes at a time.
const BLOCK: usize = 1 << 12;

/// A graph as adjacency, owned.
#[derive(Clone, Debug, PartialEq)]
pub struct CsrGraph<W> {
    edges: usize,
    offsets: Vec<u64>,
    targets: Vec<Node>,
    ids: Vec<EdgeId>,
    weights: Vec<W>,
}

impl<W: Weight> CsrGraph<W> {
    /// Builds the adjacency of an edge list, on all threads.
    ///
    /// Time O(n + m), and what sorting the ids at each node takes; memory 16 bytes an edge more than the
    /// result while building.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_edges(exec: &Exec, list: EdgeListView<'_, W>) -> Result<Self> {
        let (n, edges) = (list.nodes(), list.edges());
        let degree = memory::from_fn("degrees", n, |_| AtomicU32::new(0))?;
        for_each_piece(exec, edges.chunks(BLOCK), |edges| {
            for edge in edges {
                degree[edge.u.index()].fetch_add(1, Ordering::Relaxed);
                if !edge.is_loop() {
                    degree[edge.v.index()].fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let mut offsets = memory::reserve("offsets", n + 1)?;
        offsets.extend(degree.iter().map(|d| u64::from(d.load(Ordering::Relaxed))));
        offsets.push(0);
        let arcs = exclusive_scan(exec, &mut offsets) as usize;

        // Each arc takes a free place of its node; which one depends on timing, until the places are sorted
        // by id.
        let placed = memory::from_fn("arcs", arcs, |_| AtomicU64::new(0))?;
        let place = |from: Node, to: Node, id: usize| {
            let left = degree[from.index()].fetch_sub(1, Ordering::Relaxed) - 1;
            let arc = (id as u64) << 32 | to.index() as u64;
            placed[offsets[from.index()] as usize + left as usize].store(arc, Ordering::Relaxed);
        };
        for_each_block(exec, edges.len(), BLOCK, |ids| {
            for (id, edge) in ids.clone().zip(&edges[ids]) {
                place(edge.u, edge.v, id);
                if !edge.is_loop() {
                    place(edge.v, edge.u, id);
                }
            }
        });
        drop(degree);
        let mut placed: Vec<u64> = placed.into_iter().map(AtomicU64::into_inner).collect();
        sort_rows(&offsets, &mut placed);

        let mut csr = Self {
            edges: edges.len(),
            offsets,
            targets: memory::filled("targets", arcs, Node::new(0))?,
            ids: memory::filled("arc ids", arcs, EdgeId::new(0))?,
            weights: memory::filled("arc weights", arcs, W::default())?,
        };
        let ends = csr.targets.chunks_mut(BLOCK).zip(csr.ids.chunks_mut(BLOCK));
        let arcs = ends.zip(csr.weights.chunks_mut(BLOCK)).zip(placed.chunks(BLOCK));
        for_each_piece(exec, arcs, |(((targets, ids), weights), placed)| {
            for (((target, id), weight), &arc) in targets.iter_mut().zip(ids).zip(weights).zip(placed) {
                *target = Node::from(arc as u32);
                *id = EdgeId::from((arc >> 32) as u32);
                *weight = edges[id.index()].weight;
            }
        });
        Ok(csr)
    }

    /// Number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Number of edges.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edges
    }

    /// Whether there are no edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges == 0
    }

    /// The graph, borrowed: what operators take.
    #[must_use]
    pub fn as_view(&self) -> CsrView<'_, W> {
        CsrView {
            edges: self.edges,
            offsets: &self.offsets,
            targets: &self.targets,
            ids: &self.ids,
            weights: &self.weights,
        }
    }
}

/// Sorts every node's arcs by edge id. The nodes are halved until few arcs, or one node, are left for a
/// thread.
fn sort_rows(offsets: &[u64], arcs: &mut [u64]) {
    /// Below this many arcs a run is sorted by one thread.
    const RUN: usize = 1 << 14;
    let nodes = offsets.len() - 1;
    if nodes <= 1 || arcs.len() <= RUN {
        let base = offsets[0] as usize;
        for row in offsets.windows(2) {
            arcs[row[0] as usize - base..row[1] as usize - base].sort_unstable();
        }
        return;
    }
    let middle = nodes / 2;
    let (left, right) = arcs.split_at_mut((offsets[middle] - offsets[0]) as usize);
    rayon::join(|| sort_rows(&offsets[..=middle], left), || sort_rows(&offsets[middle..], right));
}

#[cfg(test)]
mod tests {
    use super::super::EdgeList;
    use super::*;

    fn sample() -> EdgeList<i32> {
        EdgeList::from_triples(5, [(1, 0, 7), (1, 1, -2), (0, 1, 7), (3, 1, 0), (0, 3, 4)]).unwrap()
    }

    #[test]
    fn arcs_stand_in_the_order_of_their_ids_and_a_loop_is_one() {
        let csr = CsrGraph::from_edges(&Exec::current(), sample().as_view()).unwrap();
        let view = csr.as_view();
        let row =
            |x| view.arcs(Node::new(x)).iter().map(|(v, e, w)| (v.index(), e.index(), w)).collect::<Vec<_>>();
        assert_eq!(row(0), [(1, 0, 7), (1, 2, 7), (3, 4, 4)]);
        assert_eq!(row(1), [(0, 0, 7), (1, 1, -2), (0, 2, 7), (3, 3, 0)]);
        assert_eq!(row(4), []);
        assert_eq!(view.degree(Node::new(1)), 4);
    }

    #[test]
    fn to_edges_and_back() {
        let csr = CsrGraph::from_edges(&Exec::current(), sample().as_view()).unwrap();
        let list = csr.as_view().to_edge_list(&Exec::current()).unwrap();
        assert_eq!(CsrGraph::from_edges(&Exec::current(), list.as_view()).unwrap(), csr);
        for (ours, given) in list.as_view().edges().iter().zip(sample().as_view().edges()) {
            assert_eq!(
                (ours.u.min(ours.v), ours.u.max(ours.v)),
                (given.u.min(given.v), given.u.max(given.v))
            );
            assert_eq!(ours.weight, given.weight);
        }
        let empty = EdgeList::<f64>::from_triples(0, []).unwrap();
        assert_eq!(
            CsrGraph::from_edges(&Exec::current(), empty.as_view())
                .unwrap()
                .as_view()
                .to_edge_list(&Exec::current())
                .unwrap(),
            empty
        );
    }

    #[test]
    fn large_rows_are_built_alike_by_many_threads() {
        let triples = (0..40_000_u32).map(|i| (i % 7, i % 301, i.wrapping_mul(2_654_435_761)));
        let list = EdgeList::from_triples(301, triples).unwrap();
        let build = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| CsrGraph::from_edges(&Exec::current(), list.as_view()).unwrap())
        };
        let (one, four) = (build(1), build(4));
        assert!(one == four);
        assert!(one.as_view().arcs(Node::new(3)).ids.is_sorted());
    }
}
