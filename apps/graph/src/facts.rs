//! Facts about a graph: passes over the edges on all threads. To find parallel edges, the edges are grouped
//! by one of their ends, and each group is sorted.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

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
                .install(|| Self::counted(exec, non_isolated.list(), is_directed))?
                .with_isolated(non_isolated.isolated_count()),
            None => exec.install(|| Self::counted(exec, graph, is_directed))?,
        })
    }

    /// Returns the bytes that [`Facts::of`] takes beside the edges: the degrees and sets of all nodes, or,
    /// afterwards, the degrees, the groups and an end of each edge; or those and a copy of the edges.
    pub(crate) fn memory(graph: &Prospect<'_>) -> u64 {
        let (nodes, edges) = (graph.nodes as u64, graph.edges as u64);
        if NonIsolated::<()>::is_worthwhile(graph.nodes, graph.edges) {
            (16 * edges).max((12 + graph.weight_bytes as u64) * edges + (16 * edges).min(8 * nodes))
        } else {
            8 * nodes + 4 * edges
        }
    }

    /// Returns the facts of the graph with this many more isolated nodes, at least one.
    fn with_isolated(self, nodes: usize) -> Self {
        let most = self.degrees.map_or(0, |(_, most)| most);
        let (isolated, components) = (self.isolated + nodes, self.components + nodes);
        Self { isolated, components, degrees: Some((0, most)), ..self }
    }

    /// Counts the facts in arrays of all nodes, on the threads of the current pool.
    fn counted<E: FileData>(exec: &Exec, graph: EdgeListView<'_, E>, is_directed: bool) -> Result<Self> {
        let edges = graph.edges();
        let passes = Passes { exec, done: AtomicUsize::new(0), all: 4 * edges.len() };
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
        let counts = passes.over(edges).map(|edges| edges.iter().map(count).fold([0; 2], add));
        let [loops, unions] = counts.reduce(|| [0; 2], add);
        drop(sets);

        let degrees: Vec<u32> = degrees.into_iter().map(AtomicU32::into_inner).collect();
        let least = degrees.par_iter().copied().min();
        Ok(Self {
            weights: None,
            loops,
            parallel: parallel(&passes, graph, is_directed)?,
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

/// Passes over the edges, of which the progress is reported.
struct Passes<'a> {
    exec: &'a Exec,
    done: AtomicUsize,
    /// Edges of all passes together.
    all: usize,
}

impl Passes<'_> {
    /// Returns pieces of the edges, each of which counts as done when it is taken.
    fn over<'e, E: FileData>(&self, edges: &'e [Edge<E>]) -> impl ParallelIterator<Item = &'e [Edge<E>]> {
        edges.par_chunks(PIECE).inspect(|piece| self.report(piece.len()))
    }

    fn report(&self, edges: usize) {
        let done = self.done.fetch_add(edges, Ordering::Relaxed) + edges;
        self.exec.report_progress("counting", done as u64, self.all as u64);
    }
}

/// Number of edges, or of groups, that one thread takes at a time.
const PIECE: usize = 1 << 14;

/// Returns the number of edges with the same ends as an earlier edge.
fn parallel<E: FileData>(
    passes: &Passes<'_>,
    graph: EdgeListView<'_, E>,
    is_directed: bool,
) -> Result<usize> {
    let ends = |edge: &Edge<E>| match is_directed {
        true => (edge.u, edge.v),
        false => (edge.u.min(edge.v), edge.u.max(edge.v)),
    };
    let sizes = memory::from_fn("groups of edges", graph.node_count(), |_| AtomicU32::new(0))?;
    let count = |edge| _ = sizes[ends(edge).0.index()].fetch_add(1, Ordering::Relaxed);
    passes.over(graph.edges()).for_each(|edges| edges.iter().for_each(count));
    let mut begin = 0;
    for size in &sizes {
        begin += size.swap(begin, Ordering::Relaxed);
    }
    let places = sizes;
    let others = memory::from_fn("ends of edges", graph.edge_count(), |_| AtomicU32::new(0))?;
    let place = |edge| {
        let (group, other) = ends(edge);
        let place = places[group.index()].fetch_add(1, Ordering::Relaxed);
        others[place as usize].store(other.into(), Ordering::Relaxed);
    };
    passes.over(graph.edges()).for_each(|edges| edges.iter().for_each(place));
    // Each place is now the end of its group.
    let [places, mut others] =
        [places, others].map(|all| -> Vec<u32> { all.into_iter().map(AtomicU32::into_inner).collect() });
    let (mut rest, mut begin, mut pieces) = (&mut others[..], 0, Vec::new());
    for places in places.chunks(PIECE) {
        let end = places.last().copied().unwrap_or(begin);
        let (piece, after) = rest.split_at_mut((end - begin) as usize);
        pieces.push((begin, places, piece));
        (rest, begin) = (after, end);
    }
    let repeated = |(begin, places, others): (u32, &[u32], &mut [u32])| {
        passes.report(others.len());
        repetitions(begin, places, others)
    };
    Ok(pieces.into_par_iter().map(repeated).sum())
}

/// Returns the number of repetitions within groups, which begin at a place and have these ends.
fn repetitions(begin: u32, ends: &[u32], mut others: &mut [u32]) -> usize {
    let (mut begin, mut count) = (begin, 0);
    for &end in ends {
        let group = others.split_off_mut(..(end - begin) as usize).unwrap_or_default();
        group.sort_unstable();
        count += group.windows(2).filter(|pair| pair[0] == pair[1]).count();
        begin = end;
    }
    count
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
