//! What there is to say about a graph: one parallel pass over the edges, and a sort that finds the parallel
//! ones.

use std::sync::atomic::{AtomicU32, Ordering};

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Occupied, Weight};
use boscage::io::Prospect;
use boscage::sync::DisjointSets;
use boscage::{Result, memory};
use rayon::prelude::*;

/// Facts about a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Facts<W> {
    /// The least and the largest weight; none without edges.
    pub(crate) weights: Option<(W, W)>,
    /// Edges that join a node to itself.
    pub(crate) loops: usize,
    /// Edges whose ends an edge before them joins already.
    pub(crate) parallel: usize,
    /// Nodes without edges.
    pub(crate) isolated: usize,
    /// The least and the largest degree, a loop counting once; none without nodes.
    pub(crate) degrees: Option<(u32, u32)>,
    /// The sum of the degrees.
    pub(crate) arcs: usize,
    /// Connected components.
    pub(crate) components: usize,
}

impl<W: Weight> Facts<W> {
    pub(crate) fn of(exec: &Exec, graph: EdgeListView<'_, W>) -> Result<Self> {
        Ok(match Occupied::of(exec, graph)? {
            Some(occupied) => {
                exec.install(|| Self::counted(occupied.list()))?.with_isolated(occupied.isolated())
            }
            None => exec.install(|| Self::counted(graph))?,
        })
    }

    /// The bytes that [`Facts::of`] takes beside the edges: the degrees and sets of all nodes, or,
    /// afterwards, the ends of all edges; or those ends and a copy of the edges.
    pub(crate) fn memory(graph: &Prospect<'_>) -> u64 {
        let (nodes, edges) = (graph.nodes as u64, graph.edges as u64);
        if Occupied::<W>::is_worthwhile(graph.nodes, graph.edges) {
            (16 * edges).max((16 + graph.weight_bytes as u64) * edges + (16 * edges).min(8 * nodes))
        } else {
            (8 * nodes).max(4 * nodes + 8 * edges)
        }
    }

    /// The same facts of a graph with this many more isolated nodes, at least one.
    fn with_isolated(self, nodes: usize) -> Self {
        let most = self.degrees.map_or(0, |(_, most)| most);
        let (isolated, components) = (self.isolated + nodes, self.components + nodes);
        Self { isolated, components, degrees: Some((0, most)), ..self }
    }

    /// The facts, by arrays of all nodes; on the threads of the pool that this is called in.
    fn counted(graph: EdgeListView<'_, W>) -> Result<Self> {
        let edges = graph.edges();
        let degrees = memory::from_fn("degrees", graph.nodes(), |_| AtomicU32::new(0))?;
        let sets = DisjointSets::new(graph.nodes())?;
        let count = |edge: &boscage::graph::Edge<W>| {
            degrees[edge.u.index()].fetch_add(1, Ordering::Relaxed);
            if edge.is_loop() {
                return [1, 0];
            }
            degrees[edge.v.index()].fetch_add(1, Ordering::Relaxed);
            [0, usize::from(sets.unite(edge.u, edge.v))]
        };
        let add = |[a, b]: [usize; 2], [c, d]: [usize; 2]| [a + c, b + d];
        let [loops, unions] = edges.par_iter().map(count).reduce(|| [0; 2], add);
        drop(sets);

        let degrees: Vec<u32> = degrees.into_iter().map(AtomicU32::into_inner).collect();
        let least = degrees.par_iter().copied().min();
        let weights = edges.par_iter().map(|edge| edge.weight);
        let lightest = weights.clone().min_by_key(|weight| weight.key());
        let heaviest = weights.max_by_key(|weight| weight.key());
        Ok(Self {
            weights: lightest.zip(heaviest),
            loops,
            parallel: parallel(graph)?,
            isolated: degrees.par_iter().filter(|&&degree| degree == 0).count(),
            degrees: least.zip(degrees.par_iter().copied().max()),
            arcs: 2 * edges.len() - loops,
            components: graph.nodes() - unions,
        })
    }
}

fn parallel<W: Weight>(graph: EdgeListView<'_, W>) -> Result<usize> {
    let mut ends = memory::reserve("the ends of the edges", graph.len())?;
    ends.par_extend(graph.edges().par_iter().map(|edge| (edge.u.min(edge.v), edge.u.max(edge.v))));
    ends.par_sort_unstable();
    Ok(ends.par_windows(2).filter(|pair| pair[0] == pair[1]).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage::graph::EdgeList;

    #[test]
    fn everything_is_counted() {
        let edges = [(0, 1, 5), (1, 0, -3), (1, 1, 9), (1, 1, 0), (3, 4, 2), (0, 1, 5)];
        let facts = Facts::of(&Exec::current(), EdgeList::from_triples(6, edges).unwrap().as_view()).unwrap();
        let expected = Facts {
            weights: Some((-3, 9)),
            loops: 2,
            parallel: 3,
            isolated: 2,
            degrees: Some((0, 5)),
            arcs: 10,
            components: 4,
        };
        assert_eq!(facts, expected);
    }

    #[test]
    fn the_empty_graph_has_no_extremes() {
        let facts = Facts::<f64>::of(&Exec::current(), EdgeList::with_nodes(0).unwrap().as_view()).unwrap();
        assert_eq!((facts.weights, facts.degrees, facts.components), (None, None, 0));
        let facts = Facts::<u32>::of(&Exec::current(), EdgeList::with_nodes(3).unwrap().as_view()).unwrap();
        assert_eq!(
            (facts.weights, facts.degrees, facts.components, facts.isolated),
            (None, Some((0, 0)), 3, 3)
        );
    }
}
