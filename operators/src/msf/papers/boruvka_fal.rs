//! Borůvka's algorithm on flexible adjacency lists.
//!
//! A vertex of a later round is a list of nodes. Its arcs are the arcs of all these nodes, which are never
//! moved. To merge vertices, their lists are appended.
//!
//! **Phases** of a round: *find-min*: every vertex finds its lightest arc to another vertex;
//! *connect-components*: each component gets a root, as in `unify.rs`; *compact-graph*: the lists of a
//! component are appended to that of its root, and nodes get the numbers of their new vertices.
//!
//! **Correctness.** A vertex takes the lightest arc of a cut. A component without such an arc is finished and
//! leaves.
//!
//! **Differences from the paper.** There each vertex walks along the chosen edges until it meets a cycle.
//! Here all vertices do this at once, by pointer jumping. One thread appends the lists, which takes a few
//! instructions per vertex.

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{AnyKeys, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::parallel::{map_pieces, pack_map, tabulate};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::adjacency::{Adjacency, Arc, ArcOrder, ParallelEdges};
use super::unify::{Grown, number};
use super::unite::{arcs_of, by_vertex, counted, roots};
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;

/// Vertices, each a list of nodes, that one thread processes at a time.
const BLOCK: usize = 1 << 8;

operator! {
    struct BoruvkaFal on edges by boruvka_fal;
    name: "boruvka-fal",
    kind: Kind::Threads,
    paper: "Prim and Borůvka variants; Bader, Cong 2006",
    choose_for: "for comparison: nothing is contracted, lists are linked",
    summary: "Boruvka's on adjacency lists that are linked",
    memory: |of| {
        of.sorted_arcs().max((2 * of.record() + 2) * of.edges + 54 * of.touched() + 7 * of.forest())
    },
}

/// Returns the minimum (maximum) spanning forest by Borůvka's algorithm on flexible adjacency lists.
///
/// **Algorithm.** "FAL" and "parallel FAL" of Clayton, Fashimpaur, "Parallel Minimum Spanning Tree Data
/// Structures and Algorithms", project report, after Bader, Cong 2006. To merge vertices, their lists of
/// nodes are linked; no arc is sorted, copied or removed. Instead each round reads all arcs, and skips those
/// inside a vertex: O(m) work per round, at most log₂ n rounds.
///
/// **When to choose it.** For comparison. The statistics of its rounds count vertices, not edges.
///
/// # Determinism
/// Deterministic, including the rounds.
///
/// # Memory
/// 66 bytes per edge and 4 per node (98 per edge with 64-bit weights), or 34 (50) per edge and 61 per node if
/// that is more.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::boruvka_fal;
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let forest = boruvka_fal(&Exec::available()?, &graph, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn boruvka_fal<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let mut rounds = exec.rounds("boruvka-fal", graph.node_count() as u64);
    let taken = by_lists(&mut rounds, KeyedEdges::of(graph, objective).any())?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_lists<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedEdges<'_, AnyKeys<K>>) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.edge_count())?;
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let adjacency = by_vertex(rounds, arcs, ArcOrder::Any, ParallelEdges::Keep)?;
    let mut lists = rounds.phase("lists", || Lists::new(exec, adjacency.vertices()))?;
    while lists.len() > 0 {
        let found = rounds.phase("find-min", || lists.find_min(exec, &adjacency, &forest))?;
        if found.taken == 0 {
            break; // no arc leaves any of the remaining vertices
        }
        let roots = roots(rounds, &found)?;
        let before = lists.len();
        lists = rounds.phase("compact-graph", || lists.append(exec, &found, &roots))?;
        rounds.record(counted(before, found.taken, lists.len()));
    }
    Ok(forest)
}

/// Stands for no next node in a list, or no vertex.
const NONE: u32 = u32::MAX;

/// Vertices as lists of nodes.
struct Lists {
    /// The first and the last node of each vertex's list.
    ends: Vec<(u32, u32)>,
    /// The next node of each node in its list, or [`NONE`].
    next: Vec<u32>,
    /// The vertex of each node, or [`NONE`] if it is finished.
    vertices: Vec<u32>,
}

impl Lists {
    /// Creates a vertex per node.
    fn new(exec: &Exec, nodes: usize) -> Result<Self> {
        let ends = tabulate(exec, "lists of nodes", nodes, |node| (node as u32, node as u32))?;
        let next = memory::filled("nodes behind nodes", nodes, NONE)?;
        Ok(Self { ends, next, vertices: tabulate(exec, "vertices of nodes", nodes, |node| node as u32)? })
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the nodes of a vertex.
    fn nodes(&self, vertex: usize) -> impl Iterator<Item = u32> {
        let behind = |&node: &u32| Some(self.next[node as usize]).filter(|&node| node != NONE);
        std::iter::successors(Some(self.ends[vertex].0), behind)
    }

    /// Every vertex takes its lightest arc to another vertex and hooks on that; without such an arc it hooks
    /// on itself.
    fn find_min<K: Key>(&self, exec: &Exec, adjacency: &Adjacency<K>, forest: &EdgeSet) -> Result<Grown> {
        let mut hooks = memory::filled("hooks of vertices", self.len(), 0)?;
        let taken = map_pieces(exec, hooks.chunks_mut(BLOCK).enumerate(), |(block, hooks)| {
            let mut taken = 0;
            for (vertex, hook) in (block * BLOCK..).zip(hooks) {
                *hook = vertex as u32;
                if let Some(lightest) = self.lightest(adjacency, vertex) {
                    *hook = self.vertices[lightest.end as usize];
                    taken += usize::from(forest.insert(lightest.id));
                }
            }
            taken
        });
        let owners = tabulate(exec, "vertices", self.len(), |vertex| vertex as u32)?;
        Ok(Grown { owners, hooks, taken: taken.into_iter().sum() })
    }

    /// Returns a vertex's lightest arc to another vertex.
    fn lightest<'a, K: Key>(&self, adjacency: &'a Adjacency<K>, vertex: usize) -> Option<&'a Arc<K>> {
        let arcs = self.nodes(vertex).flat_map(|node| adjacency.of(node));
        let leads_away = |arc: &&Arc<K>| self.vertices[arc.end as usize] != vertex as u32;
        arcs.filter(leads_away).min_by_key(|arc| arc.packed())
    }

    /// Returns the lists after each component has become a vertex, its root's list first, without vertices
    /// that have found no arc.
    fn append(mut self, exec: &Exec, found: &Grown, roots: &[u32]) -> Result<Self> {
        for (vertex, &root) in roots.iter().enumerate().filter(|&(vertex, &root)| vertex as u32 != root) {
            let (first, last) = self.ends[vertex];
            let (_, end) = &mut self.ends[root as usize];
            self.next[*end as usize] = first;
            *end = last;
        }
        let is_done = |vertex: usize| found.hooks[vertex] == vertex as u32;
        let stays = |vertex: usize| roots[vertex] == vertex as u32 && !is_done(vertex);
        let numbers =
            number(exec, roots.len(), roots.len(), |vertex| stays(vertex).then_some(vertex as u32))?;
        let vertices = tabulate(exec, "vertices of nodes", self.vertices.len(), |node| {
            let vertex = self.vertices[node] as usize;
            if vertex == NONE as usize || is_done(vertex) { NONE } else { numbers[roots[vertex] as usize] }
        })?;
        let ends = pack_map(exec, roots.len(), stays, |vertex| self.ends[vertex])?;
        Ok(Self { ends, next: self.next, vertices })
    }
}
