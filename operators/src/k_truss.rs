//! Peeling of edges, level by level.
//!
//! **Phases.**
//! 1. *Count* the triangles of each edge, as [`triangles`](super::triangles()) does. Edges in no triangle are
//!    done.
//! 2. *Rows*: the adjacency of the remaining edges. It is rebuilt when half of them have been peeled.
//! 3. A *level* is the lowest number of triangles of an edge. The edges that have it are *selected*, and
//!    *peeled* in one round. The edges that fall to the level are peeled in the next round, until there are
//!    none. To peel an edge, the rows of its ends are compared: the neighbours in one row are marked, once
//!    for all edges of the round with this end, and looked up in the other row.
//!
//! **Correctness.** A triangle is removed once, in the first round that peels one of its edges. If the round
//! peels two of its edges, only the one of lower id takes it from the third edge. In a later round an edge
//! skips the triangle, because one of its edges was peeled before. Counts stop falling at the level. The
//! decrement that brings a count to the level, and no other, adds the edge to the next round.
//!
//! Rows are rebuilt as in Che, Lai, Sun, Wang, Luo, "Accelerating truss decomposition on heterogeneous
//! processors", VLDB 2020.

use std::ops::Range;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{
    AtomicEdgeMap, Directed, Edge, EdgeData, EdgeId, EdgeListView, EdgeMap, Graph, NodeMap, RelaxedOrder,
    Undirected,
};
use boscage_core::parallel::{for_each_block, map_blocks, pack_map, radix_sort};
use boscage_core::sync::{Bag, PerThread};
use boscage_core::{Result, memory};
use rayon::slice::ParallelSlice;

use crate::triangles::is_simple;

/// The state of an edge that the current round peels. The state of a remaining edge is its number of
/// triangles; it is below 2³¹, because every triangle has two other edges.
const CURRENT: u32 = u32::MAX - 1;
/// The state of an edge that an earlier round has peeled.
const PEELED: u32 = u32::MAX;

/// No position, or no edge.
const NONE: u32 = u32::MAX;

/// Edges that one thread peels at a time.
const CHUNK: usize = 1 << 6;
/// Edges that one thread only reads at a time.
const BLOCK: usize = 1 << 12;

/// A row that is this many times longer than the rows compared with it is searched, not marked.
const SEARCH_FROM: usize = 8;

/// Returns the truss number of each edge: the largest k such that the edge is in the k-truss.
///
/// The k-truss is the largest subgraph in which every edge is in at least k - 2 triangles of the subgraph
/// (Cohen, "Trusses: Cohesive subgraphs for social network analysis", 2008). The number of an edge in no
/// triangle is 2. The graph must have edge ids. Parallel edges count as one, and all of them get its number.
/// Self-loops are in no triangle.
///
/// **Algorithm.** Edges are peeled off, those in the fewest triangles first, and take their triangles away
/// from the other edges: Kabir, Madduri, "Parallel k-truss decomposition on multicore systems", HPEC 2017
/// (PKT). O(m √m) comparisons, of O(log n) steps each at worst. A round per step of the peeling; each level
/// also visits the remaining edges.
///
/// **When to choose it.** For communities and dense parts. Trusses are smaller and denser than the cores of
/// [`k_core`](crate::k_core()), and take longer. [`triangles`](crate::triangles()) only counts.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// 20 bytes per node, and 4 per node and thread. In addition, while triangles are counted, 32 bytes per edge
/// and 24 per arc of the node with the most arcs; then 8 bytes per edge, and up to 64 per edge in a triangle.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if the graph has no edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::k_truss;
///
/// // Two triangles with a common edge, and a tail.
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (2, 0), (1, 3), (3, 2), (3, 4)])?;
/// let graph = Graph::<Undirected>::builder().with_ids().build(&exec, &list)?;
/// assert_eq!(k_truss(&exec, &graph)?.as_slice(), [3, 3, 3, 3, 3, 2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn k_truss<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<EdgeMap<u32>> {
    exec.install(|| {
        let degrees = NodeMap::from_fn(exec, graph, |node| graph.degree(node) as u32)?;
        let is_higher = |node, other| (degrees[node], node) > (degrees[other], other);
        let mut down = graph.oriented_with_edges(exec, is_higher)?;
        let is_simple = is_simple(exec, &down)?;
        if !is_simple {
            down = down.simplified(exec)?;
        }
        let counts = Counts(AtomicEdgeMap::filled(graph, 0)?.relaxed().shared_by(exec));
        counts.count(exec, &down)?;
        let trusses = AtomicEdgeMap::filled(graph, 2)?.relaxed();
        let mut rounds = exec.rounds("k-truss", graph.edge_count() as u64);
        let mut left = Left::after_count(exec, down, counts)?;
        let marks = exec.per_thread(Vec::new as fn() -> _);
        while !left.ends.is_empty() {
            let rows = rounds.phase("rows", || left.rows(exec, graph.node_count()))?;
            let peeling = Peeling { rows, trusses: &trusses, marks: &marks, next: exec.bag() };
            left = left.peel_half(&mut rounds, peeling)?;
        }
        if !is_simple {
            copy_to_parallel_edges(exec, graph, &trusses)?;
        }
        Ok(trusses.into_map())
    })
}

/// Numbers of triangles per edge.
struct Counts(AtomicEdgeMap<u32, RelaxedOrder>);

impl Counts {
    /// Counts the triangles of each edge; a triangle is found at its highest node.
    fn count(&self, exec: &Exec, down: &Graph<Directed, EdgeId>) -> Result<()> {
        // The position of each lower neighbour in the row of a node, and the triangles found per position.
        let scratch = exec.per_thread(<(Vec<u32>, Vec<u32>)>::default);
        exec.do_all("count", down.nodes(), |high| {
            let arcs = down.arcs(high);
            if arcs.len() < 2 {
                return Ok(());
            }
            scratch.with(|(places, found)| {
                make_marks(places, down.node_count())?;
                found.clear();
                found.resize(arcs.len(), 0);
                (0..).zip(arcs.targets).for_each(|(place, other)| places[other.index()] = place);
                for (place, &middle) in arcs.targets.iter().enumerate() {
                    let mut of_middle = 0;
                    for (low, edge) in down.arcs(middle) {
                        let of_low = places[low.index()];
                        if of_low != NONE {
                            found[of_low as usize] += 1;
                            of_middle += 1;
                            self.add(edge, 1);
                        }
                    }
                    found[place] += of_middle;
                }
                arcs.targets.iter().for_each(|other| places[other.index()] = NONE);
                let found = arcs.data.iter().zip(found.iter()).filter(|(_, count)| **count > 0);
                found.for_each(|(&edge, &count)| self.add(edge, count));
                Ok(())
            })
        })
    }

    fn add(&self, edge: EdgeId, triangles: u32) {
        self.0.fetch_add(edge, triangles);
    }

    /// Takes one triangle from an edge that has more than `level`. Returns `true` if it falls to the level.
    fn take_one(&self, edge: EdgeId, level: u32) -> bool {
        self.0.fetch_update(edge, |count| (count > level).then(|| count - 1)) == Ok(level + 1)
    }
}

/// The remaining edges. Their new ids are positions in these lists.
struct Left {
    /// The end that had more arcs at first, and the other one. Edges with the same first end are adjacent.
    ends: Vec<Edge<()>>,
    /// The id in the graph.
    names: Vec<EdgeId>,
    /// The state of each edge.
    states: Counts,
}

/// The data that peeling needs.
struct Peeling<'a> {
    rows: Graph<Undirected>,
    /// The truss numbers of the edges of the graph.
    trusses: &'a AtomicEdgeMap<u32, RelaxedOrder>,
    /// Marks of the row that is compared with others: the edge to each neighbour.
    marks: &'a PerThread<Vec<u32>>,
    /// The edges that the next round peels.
    next: Bag<EdgeId>,
}

impl Left {
    /// Returns those of `len` edges for which `keep` is true. `edge` returns the ends, the name and the
    /// state.
    fn kept(
        exec: &Exec,
        len: usize,
        keep: impl Fn(usize) -> bool + Sync,
        edge: impl Fn(usize) -> (Edge<()>, EdgeId, u32) + Sync,
    ) -> Result<Self> {
        let of = AtomicEdgeMap::from(EdgeMap::from(pack_map(exec, len, &keep, |i| edge(i).2)?));
        Ok(Self {
            ends: pack_map(exec, len, &keep, |i| edge(i).0)?,
            names: pack_map(exec, len, &keep, |i| edge(i).1)?,
            states: Counts(of.relaxed().shared_by(exec)),
        })
    }

    /// Returns the edges in triangles.
    fn after_count(exec: &Exec, down: Graph<Directed, EdgeId>, counts: Counts) -> Result<Self> {
        let list = down.to_edge_list(exec)?;
        drop(down);
        let count = |i: usize| counts.0.load(list.edges()[i].weight);
        let edge = |i: usize| {
            let edge = list.edges()[i];
            (Edge::new(edge.u, edge.v, ()), edge.weight, count(i))
        };
        Self::kept(exec, list.edge_count(), |i| count(i) > 0, edge)
    }

    fn rows(&self, exec: &Exec, nodes: usize) -> Result<Graph<Undirected>> {
        let list = EdgeListView::new(nodes, &self.ends)?;
        Graph::<Undirected>::builder().with_ids().by_target().build(exec, list)
    }

    /// Peels at least half of the edges, level by level, and returns the others.
    fn peel_half(self, rounds: &mut Rounds<'_>, mut peeling: Peeling<'_>) -> Result<Self> {
        let exec = rounds.exec();
        let len = self.ends.len();
        let state = |i| self.states.0.load(EdgeId::new(i));
        let lowest = |block: Range<usize>| block.map(state).min();
        let mut peeled = 0;
        while peeled < len.div_ceil(2) {
            let lowest = rounds.phase("lowest", || Ok(map_blocks(exec, len, BLOCK, lowest)))?;
            let level = lowest.into_iter().flatten().min().expect("some edges are left");
            let off = rounds.phase("select", || pack_map(exec, len, |i| state(i) == level, EdgeId::new))?;
            peeled += self.peel_level(rounds, &mut peeling, level, off)?;
        }
        drop(peeling);
        let edge = |i| (self.ends[i], self.names[i], state(i));
        rounds.phase("keep", || Self::kept(exec, len, |i| state(i) != PEELED, edge))
    }

    /// Peels the edges that have as many triangles as the level, and those that fall to it. Returns their
    /// number.
    fn peel_level(
        &self,
        rounds: &mut Rounds<'_>,
        peeling: &mut Peeling<'_>,
        level: u32,
        mut off: Vec<EdgeId>,
    ) -> Result<usize> {
        let exec = rounds.exec();
        let high = |edge: EdgeId| self.ends[edge.index()].u;
        let mut peeled = 0;
        while !off.is_empty() {
            peeled += off.len();
            off = rounds.round(|_| {
                for_each(exec, &off, |edge| self.states.0.store(edge, CURRENT));
                exec.do_all("peel", off.par_chunks(CHUNK), |edges| {
                    peeling.marks.with(|marks| {
                        make_marks(marks, peeling.rows.node_count())?;
                        for group in edges.chunk_by(|&one, &next| high(one) == high(next)) {
                            self.peel(peeling, level, group, marks);
                        }
                        Ok(())
                    })
                })?;
                for_each(exec, &off, |edge| {
                    self.states.0.store(edge, PEELED);
                    peeling.trusses.store(self.names[edge.index()], level + 2);
                });
                let mut next = peeling.next.take()?;
                radix_sort(exec, &mut next, |&edge| u32::from(edge))?;
                Ok((Round::new(off.len()), next))
            })?;
        }
        Ok(peeled)
    }

    /// Peels edges with the same first end.
    fn peel(&self, peeling: &Peeling<'_>, level: u32, edges: &[EdgeId], marks: &mut [u32]) {
        let ends = |edge: EdgeId| self.ends[edge.index()];
        let rows = edges.iter().map(|&edge| (edge, peeling.rows.arcs(ends(edge).v)));
        let long = peeling.rows.arcs(ends(edges[0]).u);
        let compared: usize = rows.clone().map(|(_, short)| short.len()).sum();
        if long.len() / SEARCH_FROM > compared {
            let ids = long.ids.expect("the rows have ids");
            for (edge, short) in rows {
                for (third, one, ()) in short.iter_with_ids() {
                    if let Ok(place) = long.targets.binary_search(&third) {
                        self.take_away(peeling, level, edge, [one, ids[place]]);
                    }
                }
            }
            return;
        }
        let is_left = |edge| self.states.0.load(edge) != PEELED;
        let left = long.iter_with_ids().filter(|&(_, two, ())| is_left(two));
        left.for_each(|(third, two, ())| marks[third.index()] = two.into());
        for (edge, short) in rows {
            for (third, one, ()) in short.iter_with_ids() {
                let two = marks[third.index()];
                if two != NONE {
                    self.take_away(peeling, level, edge, [one, two.into()]);
                }
            }
        }
        long.targets.iter().for_each(|third| marks[third.index()] = NONE);
    }

    /// Takes a triangle of `edge` away from `others`, unless it was removed before or another edge removes
    /// it.
    fn take_away(&self, peeling: &Peeling<'_>, level: u32, edge: EdgeId, others: [EdgeId; 2]) {
        let states = others.map(|other| self.states.0.load(other));
        if states.contains(&PEELED) {
            return;
        }
        for i in 0..2 {
            let is_ours = states[1 - i] != CURRENT || edge < others[1 - i];
            if states[i] != CURRENT && is_ours && self.states.take_one(others[i], level) {
                peeling.next.insert(others[i]);
            }
        }
    }
}

/// Allocates marks for all nodes when a thread first needs them.
fn make_marks(marks: &mut Vec<u32>, nodes: usize) -> Result<()> {
    if marks.is_empty() {
        *marks = memory::filled("marks of nodes", nodes, NONE)?;
    }
    Ok(())
}

fn for_each(exec: &Exec, edges: &[EdgeId], f: impl Fn(EdgeId) + Sync) {
    for_each_block(exec, edges.len(), BLOCK, |block| edges[block].iter().for_each(|&edge| f(edge)));
}

/// Copies numbers to parallel edges: only the one of lowest id was peeled.
fn copy_to_parallel_edges<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    trusses: &AtomicEdgeMap<u32, RelaxedOrder>,
) -> Result<()> {
    let scratch = exec.per_thread(Vec::new);
    exec.do_all("parallel edges", graph.nodes(), |node| {
        scratch.with(|arcs| {
            arcs.clear();
            arcs.extend(graph.arcs(node).iter_with_ids().map(|(to, edge, _)| (to, edge)));
            arcs.sort_unstable();
            for same in arcs.chunk_by(|one, next| one.0 == next.0) {
                let number = trusses.load(same[0].1);
                same[1..].iter().for_each(|copy| trusses.store(copy.1, number));
            }
        });
    })
}
