//! Borůvka's algorithm on flexible adjacency lists.
//!
//! **Idea.** A vertex of a later round is a list of nodes, and its arcs are the arcs of all these nodes,
//! which stay where they are. To merge vertices, their lists are appended. Nothing is sorted, copied or
//! compacted. Instead all arcs are read in every round, and those that now lead inside a vertex are skipped.
//!
//! **Phases** of a round: *find-min*: every vertex finds its lightest arc to another vertex;
//! *connect-components*: each component gets a root, as in `unify.rs`; *compact-graph*: the lists of a
//! component are appended to that of its root, and nodes get the numbers of their new vertices.
//!
//! **Why it is correct.** A vertex takes the lightest arc of a cut. A component without such an arc is
//! finished and leaves.
//!
//! **What differs from the text.** There each vertex walks along the chosen edges until it meets a cycle;
//! here all vertices do this at once, by pointer jumping. Appending takes a few instructions per vertex, and
//! one thread does it.
//!
//! **Cost.** O(m) per round, up to log2 n rounds; beside the graph 64 bytes per edge (96 with 64-bit
//! weights), or 32 (48) per edge and 44 per node if that is more.
//!
//! **Deterministic**: yes, including the rounds.
//!
//! **When to choose it.** For comparison. The statistics of its rounds count vertices, not edges.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("FAL", "parallel FAL"), after
//! Bader and Cong 2006.

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

/// Vertices, each a list of nodes, that one thread looks at, at a time.
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

/// The minimum (maximum) spanning forest by Borůvka's algorithm on flexible adjacency lists.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn boruvka_fal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let mut rounds = exec.rounds("boruvka-fal", graph.nodes() as u64);
    let taken = by_lists(&mut rounds, KeyedEdges::of(graph, objective).any())?;
    gather(rounds, graph, taken)
}

/// The edges of the forest.
fn by_lists<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedEdges<'_, AnyKeys<K>>) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.len())?;
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let adjacency = by_vertex(rounds, arcs, ArcOrder::Any, ParallelEdges::Keep)?;
    let mut lists = rounds.phase("lists", || Lists::new(exec, adjacency.vertices()))?;
    while lists.len() > 0 {
        let found = rounds.phase("find-min", || lists.find_min(exec, &adjacency, &forest))?;
        if found.taken == 0 {
            break; // the last round has left only what no arc leaves
        }
        let roots = roots(rounds, &found)?;
        let before = lists.len();
        lists = rounds.phase("compact-graph", || lists.append(exec, &found, &roots))?;
        rounds.record(counted(before, found.taken, lists.len()));
    }
    Ok(forest)
}

/// No node behind the last of a list; no vertex.
const NONE: u32 = u32::MAX;

/// Vertices as lists of nodes.
struct Lists {
    /// The first node of each vertex's list, and the last.
    ends: Vec<(u32, u32)>,
    /// The node behind each node in its list, or [`NONE`].
    next: Vec<u32>,
    /// The vertex that each node belongs to, [`NONE`] if it is done.
    vertices: Vec<u32>,
}

impl Lists {
    /// Each node a vertex.
    fn new(exec: &Exec, nodes: usize) -> Result<Self> {
        let ends = tabulate(exec, "lists of nodes", nodes, |node| (node as u32, node as u32))?;
        let next = memory::filled("nodes behind nodes", nodes, NONE)?;
        Ok(Self { ends, next, vertices: tabulate(exec, "vertices of nodes", nodes, |node| node as u32)? })
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The nodes of a vertex.
    fn nodes(&self, vertex: usize) -> impl Iterator<Item = u32> {
        let behind = |&node: &u32| Some(self.next[node as usize]).filter(|&node| node != NONE);
        std::iter::successors(Some(self.ends[vertex].0), behind)
    }

    /// Every vertex takes its lightest arc to another, and hooks on that; on itself if there is none.
    fn find_min<K: Key>(&self, exec: &Exec, adjacency: &Adjacency<K>, forest: &EdgeSet) -> Result<Grown> {
        let mut hooks = memory::filled("hooks of vertices", self.len(), 0)?;
        let taken = map_pieces(exec, hooks.chunks_mut(BLOCK).enumerate(), |(block, hooks)| {
            let mut taken = 0;
            for (vertex, hook) in (block * BLOCK..).zip(hooks) {
                *hook = vertex as u32;
                if let Some(lightest) = self.lightest(adjacency, vertex) {
                    *hook = self.vertices[lightest.end as usize];
                    taken += usize::from(forest.insert(lightest.id.into()));
                }
            }
            taken
        });
        let owners = tabulate(exec, "vertices", self.len(), |vertex| vertex as u32)?;
        Ok(Grown { owners, hooks, taken: taken.into_iter().sum() })
    }

    /// A vertex's lightest arc that leads to another.
    fn lightest<'a, K: Key>(&self, adjacency: &'a Adjacency<K>, vertex: usize) -> Option<&'a Arc<K>> {
        let arcs = self.nodes(vertex).flat_map(|node| adjacency.of(node));
        let leads_away = |arc: &&Arc<K>| self.vertices[arc.end as usize] != vertex as u32;
        arcs.filter(leads_away).min_by_key(|arc| arc.packed())
    }

    /// Each component a vertex, its root's list first; without the vertices that have found no arc.
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
