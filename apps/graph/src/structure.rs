//! The structure of a graph: its largest components, a lower bound of its diameter, its triangles. It needs
//! the adjacency of the graph, so more time and memory than the facts of [`crate::facts`].

use boscage::exec::Exec;
use boscage::graph::{
    AnyEdgeList, Directed, Edge, EdgeList, EdgeListView, FileData, Graph, Node, NonIsolated, Undirected,
};
use boscage::io::Prospect;
use boscage::operators::{
    BreadthFirstSearch, connected_components, distances, strongly_connected_components, triangles,
};
use boscage::{Result, memory, with_edge_list};
use rayon::prelude::*;

/// Options for facts that need more than one pass over the edges.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Wanted {
    /// Also print the largest components and a bound of the diameter
    ///
    /// The sizes of the largest components (of directed graphs, of strong ones too) and a lower bound of the
    /// diameter; takes more time, and about twice the memory.
    #[arg(long)]
    structure: bool,

    /// Also print the number of triangles and the clustering
    ///
    /// It is the global clustering coefficient. Takes long if there are nodes with very many edges.
    #[arg(long)]
    triangles: bool,
}

/// The requested structure. Direction is ignored, except by strong components.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Structure {
    /// Nodes of the largest connected component.
    pub(crate) largest: Option<usize>,
    /// Number of strongly connected components and nodes of the largest; only for directed graphs.
    pub(crate) strong: Option<(usize, usize)>,
    /// A lower bound of the diameter of the largest component; none without nodes.
    pub(crate) diameter: Option<u32>,
    /// Number of triangles.
    pub(crate) triangles: Option<u64>,
    /// Global clustering coefficient: the share of pairs of edges with one common node whose other ends are
    /// adjacent; none without such pairs.
    pub(crate) clustering: Option<f64>,
}

impl Wanted {
    pub(crate) fn find(self, exec: &Exec, list: &AnyEdgeList, is_directed: bool) -> Result<Structure> {
        if !self.structure && !self.triangles {
            return Ok(Structure::default());
        }
        with_edge_list!(list, list => self.in_edges(exec, list.as_view(), is_directed))
    }

    /// Returns the bytes that [`Wanted::find`] takes beside the edges.
    pub(crate) fn memory(self, graph: &Prospect<'_>, threads: u64) -> u64 {
        let (nodes, edges) = (graph.nodes as u64, graph.edges as u64);
        if !self.structure && !self.triangles {
            return 0;
        }
        let few_have_edges = NonIsolated::<()>::is_worthwhile(graph.nodes, graph.edges);
        let (nodes, copy) = match few_have_edges {
            true => {
                ((2 * edges).min(nodes), (8 + graph.weight_bytes as u64) * edges + 4 * nodes.min(2 * edges))
            }
            false => (nodes, 0),
        };
        // As measured: the peaks are where the adjacency is built, and where it is made simple.
        let building = 28 * edges + 22 * nodes;
        let counting = if self.triangles { 28 * edges + 31 * nodes + threads * nodes / 8 } else { 0 };
        // A search keeps the statistics of its first steps, and has no more steps than nodes or edges.
        let steps = nodes.min(edges).min(Exec::KEPT_ROUNDS as u64);
        let searching = if self.structure { 8 * edges + 26 * nodes + 33 * steps } else { 0 };
        copy + building.max(counting).max(searching)
    }

    /// Finds the structure without isolated nodes, if they are many, and counts these afterwards.
    fn in_edges<E: FileData>(
        self,
        exec: &Exec,
        graph: EdgeListView<'_, E>,
        is_directed: bool,
    ) -> Result<Structure> {
        let Some(non_isolated) = NonIsolated::from_edges(exec, graph)? else {
            return self.in_adjacency(exec, graph, is_directed);
        };
        let found = self.in_adjacency(exec, non_isolated.list(), is_directed)?;
        let isolated = non_isolated.isolated_count();
        Ok(Structure {
            largest: found.largest.map(|nodes| nodes.max(1)),
            strong: found.strong.map(|(count, nodes)| (count + isolated, nodes.max(1))),
            diameter: found.diameter.or(self.structure.then_some(0)),
            ..found
        })
    }

    fn in_adjacency<E: FileData>(
        self,
        exec: &Exec,
        edges: EdgeListView<'_, E>,
        is_directed: bool,
    ) -> Result<Structure> {
        let mut found = Structure::default();
        let graph = Graph::<Undirected>::from_edges(exec, &bare(exec, edges)?)?;
        if self.structure {
            let parts = connected_components(exec, &graph)?;
            let (part, nodes) = parts.largest()?.unwrap_or_default();
            found.largest = Some(nodes as usize);
            let first = parts.labels().iter().position(|&label| label == part).map(Node::new);
            drop(parts);
            found.diameter = first.map(|first| double_sweep(exec, &graph, first)).transpose()?;
        }
        if self.triangles {
            let graph = graph.simplified(exec)?;
            let count = triangles(exec, &graph)?;
            let pairs = |node| graph.degree(node) as u128 * graph.degree(node).saturating_sub(1) as u128 / 2;
            let pairs: u128 = graph.nodes().map(pairs).sum();
            found.triangles = Some(count);
            found.clustering = (pairs > 0).then(|| 3.0 * count as f64 / pairs as f64);
        }
        drop(graph);
        if self.structure && is_directed {
            let graph = Graph::<Directed>::from_edges(exec, &bare(exec, edges)?)?.with_in_arcs(exec)?;
            let parts = strongly_connected_components(exec, &graph)?;
            found.strong = Some((parts.count(), parts.largest()?.map_or(0, |(_, nodes)| nodes as usize)));
        }
        Ok(found)
    }
}

/// Returns the edges without their weights.
fn bare<E: FileData>(exec: &Exec, graph: EdgeListView<'_, E>) -> Result<EdgeList<()>> {
    let mut edges = memory::reserve("edges without weights", graph.edge_count())?;
    let bare = |edge: &Edge<E>| Edge::new(edge.u, edge.v, ());
    exec.install(|| edges.par_extend(graph.edges().par_iter().map(bare)));
    EdgeList::new(graph.node_count(), edges)
}

/// Returns the distance between the node that is farthest from `first` and the node farthest from that one.
/// This is a lower bound of the diameter of their component; in a tree it is the diameter.
fn double_sweep(exec: &Exec, graph: &Graph<Undirected>, first: Node) -> Result<u32> {
    let farthest = |from| -> Result<(u32, Node)> {
        let steps = distances(exec, graph, from, BreadthFirstSearch::default())?;
        let reached = steps.iter().map(|(node, steps)| (steps, node));
        Ok(reached.max_by_key(|&(steps, node)| (steps, std::cmp::Reverse(node))).expect("itself"))
    };
    Ok(farthest(farthest(first)?.1)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage::random::Random;

    const ALL: Wanted = Wanted { structure: true, triangles: true };

    /// Steps from each node to each, none if it is not reached: `graph[u][v]` means that an arc leads from u
    /// to v.
    fn steps(graph: &[Vec<bool>]) -> Vec<Vec<Option<u32>>> {
        let n = graph.len();
        let from = |source: usize| {
            let mut steps = vec![None; n];
            steps[source] = Some(0);
            for step in 0..n as u32 {
                for u in (0..n).filter(|&u| steps[u] == Some(step)).collect::<Vec<_>>() {
                    (0..n).filter(|&v| graph[u][v]).for_each(|v| _ = steps[v].get_or_insert(step + 1));
                }
            }
            steps
        };
        (0..n).map(from).collect()
    }

    /// Number of classes of nodes, two of which are in one class if `is_one` returns `true`; size of the
    /// largest.
    fn classes(n: usize, is_one: impl Fn(usize, usize) -> bool) -> (usize, usize) {
        let first = (0..n).filter(|&u| (0..u).all(|v| !is_one(u, v)));
        let sizes = first.map(|u| (0..n).filter(|&v| is_one(u, v)).count());
        sizes.fold((0, 0), |(count, most), size| (count + 1, most.max(size)))
    }

    fn agrees(list: &EdgeList<u32>) {
        let n = list.node_count();
        let mut arcs = vec![vec![false; n]; n];
        list.edges().iter().for_each(|edge| arcs[edge.u.index()][edge.v.index()] = true);
        let joined = |u: usize, v: usize| u != v && (arcs[u][v] || arcs[v][u]);
        let both: Vec<Vec<bool>> = (0..n).map(|u| (0..n).map(|v| joined(u, v)).collect()).collect();
        let (there, together) = (steps(&arcs), steps(&both));
        let degree = |u: &Vec<bool>| u.iter().filter(|&&is_joined| is_joined).count() as u64;
        let pairs: u64 = both.iter().map(|u| degree(u) * degree(u).saturating_sub(1) / 2).sum();
        let up = |u: usize| (u + 1..n).filter(move |&v| joined(u, v));
        let triangles = (0..n).flat_map(|u| up(u).map(move |v| (u, v)));
        let triangles = triangles.map(|(u, v)| up(v).filter(|&w| joined(u, w)).count() as u64).sum();
        let diameter = together.iter().flatten().flatten().copied().max();

        let list = AnyEdgeList::from(list.clone());
        let exec = Exec::new(2).unwrap();
        let found = ALL.find(&exec, &list, true).unwrap();
        let (_, largest) = classes(n, |u, v| together[u][v].is_some());
        assert_eq!(found.largest, Some(largest));
        assert_eq!(found.strong, Some(classes(n, |u, v| there[u][v].is_some() && there[v][u].is_some())));
        assert_eq!(found.triangles, Some(triangles));
        let clustering = (pairs > 0).then(|| 3.0 * triangles as f64 / pairs as f64);
        assert_eq!(found.clustering, clustering);
        assert!(found.diameter <= diameter, "{:?} above {diameter:?}", found.diameter);
        assert_eq!(found.diameter.is_some(), n > 0);
        let is_tree =
            pairs == 0 || classes(n, |u, v| together[u][v].is_some()).0 == 1 && list.edge_count() + 1 == n;
        assert!(!is_tree || found.diameter == diameter);

        assert_eq!(ALL.find(&exec, &list, false).unwrap(), Structure { strong: None, ..found.clone() });
        let only = Wanted { triangles: false, ..ALL }.find(&exec, &list, true).unwrap();
        assert_eq!(only, Structure { triangles: None, clustering: None, ..found });
    }

    #[test]
    fn the_structure_is_that_of_simple_loops() {
        for (seed, nodes) in [0, 1, 2, 3, 7, 12, 20, 30, 30].into_iter().enumerate() {
            for edges in [0, 1, nodes, 3 * nodes] {
                let mut draws = Random::new(seed as u64, 0).item(edges as u64);
                let mut list = EdgeList::with_nodes(nodes).unwrap();
                for _ in 0..edges * nodes.min(1) {
                    let mut end = || draws.below(nodes as u64) as u32;
                    list.push(end(), end(), 5).unwrap();
                }
                agrees(&list);
            }
            let mut draws = Random::new(seed as u64, 0).item(99);
            let mut tree = EdgeList::with_nodes(nodes).unwrap();
            for node in 1..nodes {
                tree.push(draws.below(node as u64) as u32, node as u32, 5).unwrap();
            }
            agrees(&tree);
        }
    }

    /// With this number of nodes without edges, the others get new numbers.
    #[test]
    fn nodes_without_edges_are_components() {
        let of = |pairs: &[(u32, u32)]| {
            let list = AnyEdgeList::from(EdgeList::from_pairs(1000, pairs.iter().copied()).unwrap());
            ALL.find(&Exec::new(2).unwrap(), &list, true).unwrap()
        };
        let expected = Structure {
            largest: Some(4),
            strong: Some((998, 3)),
            diameter: Some(2),
            triangles: Some(1),
            clustering: Some(0.6),
        };
        assert_eq!(of(&[(7, 9), (9, 500), (500, 7), (500, 999)]), expected);
        let expected = Structure {
            largest: Some(1),
            strong: Some((1000, 1)),
            diameter: Some(0),
            triangles: Some(0),
            clustering: None,
        };
        assert_eq!(of(&[]), expected);
    }
}
