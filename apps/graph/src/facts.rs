//! Facts about a graph: one parallel pass over the edges, and a sort that finds parallel edges.

use std::sync::atomic::{AtomicU32, Ordering};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeListView, FileData, NonIsolated, Weight};
use boscage::io::Prospect;
use boscage::sync::DisjointSets;
use boscage::{Result, memory, with_edge_list, with_weighted_list};
use rayon::prelude::*;

/// Facts about a graph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    /// The least and the largest weight, as text; none without edges or weights.
    pub(crate) weights: Option<[String; 2]>,
    /// Edges that join a node to itself.
    pub(crate) loops: usize,
    /// Edges with the same ends as an earlier edge; in a directed graph, in the same direction.
    pub(crate) parallel: usize,
    /// Nodes without edges.
    pub(crate) isolated: usize,
    /// The least and the largest degree, counting a loop once; none without nodes.
    pub(crate) degrees: Option<(u32, u32)>,
    /// The sum of the degrees.
    pub(crate) arcs: usize,
    /// Connected components.
    pub(crate) components: usize,
}

impl Facts {
    pub(crate) fn of(exec: &Exec, list: &AnyEdgeList, is_directed: bool) -> Result<Self> {
        let facts = with_edge_list!(list, list => Self::of_ends(exec, list.as_view(), is_directed))?;
        let weights = with_weighted_list!(list, list => exec.install(|| extremes(list.as_view())));
        Ok(Self { weights: weights.ok().flatten(), ..facts })
    }

    /// Returns the facts that do not depend on weights.
    fn of_ends<E: FileData>(exec: &Exec, graph: EdgeListView<'_, E>, is_directed: bool) -> Result<Self> {
        Ok(match NonIsolated::from_edges(exec, graph)? {
            Some(non_isolated) => exec
                .install(|| Self::counted(non_isolated.list(), is_directed))?
                .with_isolated(non_isolated.isolated_count()),
            None => exec.install(|| Self::counted(graph, is_directed))?,
        })
    }

    /// Returns the bytes that [`Facts::of`] takes beside the edges: the degrees and sets of all nodes, or,
    /// afterwards, the ends of all edges; or those ends and a copy of the edges.
    pub(crate) fn memory(graph: &Prospect<'_>) -> u64 {
        let (nodes, edges) = (graph.nodes as u64, graph.edges as u64);
        if NonIsolated::<()>::is_worthwhile(graph.nodes, graph.edges) {
            (16 * edges).max((16 + graph.weight_bytes as u64) * edges + (16 * edges).min(8 * nodes))
        } else {
            (8 * nodes).max(4 * nodes + 8 * edges)
        }
    }

    /// Returns the facts of the graph with this many more isolated nodes, at least one.
    fn with_isolated(self, nodes: usize) -> Self {
        let most = self.degrees.map_or(0, |(_, most)| most);
        let (isolated, components) = (self.isolated + nodes, self.components + nodes);
        Self { isolated, components, degrees: Some((0, most)), ..self }
    }

    /// Counts the facts in arrays of all nodes, on the threads of the current pool.
    fn counted<E: FileData>(graph: EdgeListView<'_, E>, is_directed: bool) -> Result<Self> {
        let edges = graph.edges();
        let degrees = memory::from_fn("degrees", graph.node_count(), |_| AtomicU32::new(0))?;
        let sets = DisjointSets::new(graph.node_count())?;
        let count = |edge: &Edge<E>| {
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
        Ok(Self {
            weights: None,
            loops,
            parallel: parallel(graph, is_directed)?,
            isolated: degrees.par_iter().filter(|&&degree| degree == 0).count(),
            degrees: least.zip(degrees.par_iter().copied().max()),
            arcs: 2 * edges.len() - loops,
            components: graph.node_count() - unions,
        })
    }
}

/// Returns the least and the largest weight.
fn extremes<W: Weight>(graph: EdgeListView<'_, W>) -> Option<[String; 2]> {
    let weights = graph.edges().par_iter().map(|edge| edge.weight);
    let lightest = weights.clone().min_by_key(|weight| weight.key())?;
    let heaviest = weights.max_by_key(|weight| weight.key())?;
    Some([lightest, heaviest].map(|weight| weight.to_string()))
}

fn parallel<E: FileData>(graph: EdgeListView<'_, E>, is_directed: bool) -> Result<usize> {
    let mut ends = memory::reserve("the ends of the edges", graph.edge_count())?;
    ends.par_extend(graph.edges().par_iter().map(|edge| match is_directed {
        true => (edge.u, edge.v),
        false => (edge.u.min(edge.v), edge.u.max(edge.v)),
    }));
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
        let list = AnyEdgeList::from(EdgeList::from_triples(6, edges).unwrap());
        let facts = |is_directed| Facts::of(&Exec::current(), &list, is_directed).unwrap();
        let expected = Facts {
            weights: Some(["-3", "9"].map(str::to_owned)),
            loops: 2,
            parallel: 3,
            isolated: 2,
            degrees: Some((0, 5)),
            arcs: 10,
            components: 4,
        };
        assert_eq!(facts(false), expected);
        assert_eq!(facts(true), Facts { parallel: 2, ..expected });
    }

    #[test]
    fn graphs_without_edges_or_weights_have_no_extremes() {
        let of = |list: AnyEdgeList| Facts::of(&Exec::current(), &list, false).unwrap();
        let facts = of(EdgeList::<f64>::with_nodes(0).unwrap().into());
        assert_eq!((facts.weights, facts.degrees, facts.components), (None, None, 0));
        let facts = of(EdgeList::<u32>::with_nodes(3).unwrap().into());
        assert_eq!(
            (facts.weights, facts.degrees, facts.components, facts.isolated),
            (None, Some((0, 0)), 3, 3)
        );
        let facts = of(EdgeList::from_pairs(2, [(0, 1)]).unwrap().into());
        assert_eq!((facts.weights, facts.degrees), (None, Some((1, 1))));
    }
}
