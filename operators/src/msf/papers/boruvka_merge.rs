//! Borůvka's algorithm with explicit merging of adjacency lists.
//!
//! The arcs of a vertex are a list, sorted by their other ends. When vertices are merged, their lists are
//! renamed, sorted and merged. Of the arcs to the same vertex only the lightest stays.
//!
//! **Phases** of a round: *find-min*: every vertex takes its lightest arc; *connect-components* (*break*,
//! *jump* and *relabel*): each component gets a root, as in `unify.rs`, and a new number; *compact-graph*: in
//! *sort-lists* all threads sort the vertices by these numbers, and each vertex's list by the new numbers of
//! its ends; in *merge-lists* one thread merges the lists of each component, two by two, as in merge sort.
//! Loops and heavier parallel arcs are removed.
//!
//! **Correctness.** A vertex takes the lightest arc of a cut, and each removed arc is the heaviest edge of a
//! cycle.
//!
//! **Differences from the paper.** There each vertex walks along the chosen edges until it meets a cycle.
//! Here all vertices do this at once, by pointer jumping. Lists lose their loops and heavier parallel arcs
//! when they are sorted, before the first merge.

use std::cmp::Ordering;
use std::mem::swap;

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{AnyKeys, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::parallel::{for_each_piece, map_pieces, pack_map, radix_sort, tabulate};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::adjacency::{Adjacency, Arc, ArcOrder, ParallelEdges};
use super::lightest::take_lightest;
use super::unify::renumber;
use super::unite::{arcs_of, by_vertex, counted, roots};
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;

operator! {
    struct BoruvkaMerge on edges by boruvka_merge;
    name: "boruvka-merge",
    kind: Kind::Threads,
    paper: "Prim and Borůvka variants; Bader, Cong 2006",
    choose_for: "for comparison: adjacency lists sorted and merged",
    summary: "Boruvka's on adjacency lists that are sorted and merged",
    memory: |of| of.record() * (9 * of.edges + 3 * of.touched()) / 2,
}

/// Returns the minimum (maximum) spanning forest by Borůvka's algorithm with merged adjacency lists.
///
/// **Algorithm.** "Merging" and "parallel merging" of Clayton, Fashimpaur, "Parallel Minimum Spanning Tree
/// Data Structures and Algorithms", project report, after Bader, Cong 2006. The graph of each round is as
/// small as possible, but sorting and merging the lists is expensive: O(m log n) work per round, at most log₂
/// n rounds. One thread merges a whole component, even one of many vertices.
///
/// **When to choose it.** For comparison.
///
/// # Determinism
/// Deterministic, including the rounds.
///
/// # Memory
/// 72 bytes per edge and 24 per node; 108 and 36 with 64-bit weights.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::boruvka_merge;
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let forest = boruvka_merge(&Exec::available()?, &graph, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn boruvka_merge<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let mut rounds = exec.rounds("boruvka-merge", graph.node_count() as u64);
    let taken = by_merging(&mut rounds, KeyedEdges::of(graph, objective).any())?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_merging<K: Key>(rounds: &mut Rounds<'_>, graph: KeyedEdges<'_, AnyKeys<K>>) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.edge_count())?;
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let mut adjacency = by_vertex(rounds, arcs, ArcOrder::Any, ParallelEdges::Drop)?;
    while !adjacency.is_empty() {
        let found = rounds.phase("find-min", || take_lightest(exec, &adjacency, &forest))?;
        let roots = roots(rounds, &found)?;
        let labels = rounds.phase("relabel", || renumber(exec, &adjacency, &roots))?;
        let edges = adjacency.edges();
        let components = rounds.phase("sort-lists", || sort_lists(exec, &mut adjacency, &labels))?;
        adjacency = rounds.phase("merge-lists", || components.merge(exec, &adjacency))?;
        rounds.record(counted(edges, found.taken, adjacency.edges()));
    }
    Ok(forest)
}

/// The lists of the vertices of each component.
struct Components {
    /// The vertices; those of one component are adjacent.
    order: Vec<u32>,
    /// The beginning of each component among them, and the end of the last one.
    bounds: Vec<usize>,
    /// The number of arcs at the beginning of each vertex's list that are kept.
    lengths: Vec<u32>,
}

/// Vertices that one thread takes at a time.
const LISTS: usize = 1 << 6;
/// Shares of the components per thread, so that no thread waits long for the others.
const SHARES: usize = 1 << 6;

/// Sorts vertices by the labels of their components, and each vertex's list by [`sort_list`].
fn sort_lists<K: Key>(exec: &Exec, adjacency: &mut Adjacency<K>, labels: &[u32]) -> Result<Components> {
    let mut order = tabulate(exec, "vertices by component", labels.len(), |vertex| vertex as u32)?;
    radix_sort(exec, &mut order, |&vertex| labels[vertex as usize])?;
    let label = |place: usize| labels[order[place] as usize];
    let is_bound = |place: usize| place == 0 || place == order.len() || label(place - 1) != label(place);
    let bounds = pack_map(exec, order.len() + 1, is_bound, |place| place)?;
    let mut lengths = memory::filled("lengths of adjacency lists", labels.len(), 0)?;
    let mut lists = memory::reserve("adjacency lists", labels.len())?;
    lists.extend(adjacency.each_mut());
    for_each_piece(exec, lists.chunks_mut(LISTS).zip(lengths.chunks_mut(LISTS)), |(lists, lengths)| {
        for (list, length) in lists.iter_mut().zip(lengths) {
            *length = sort_list(list, labels) as u32;
        }
    });
    Ok(Components { order, bounds, lengths })
}

/// Renames the arcs of a vertex. The arcs that leave its component come first, sorted by their other ends,
/// only the lightest per end. Returns their number; the rest of the list has no meaning.
fn sort_list<K: Key>(list: &mut [Arc<K>], labels: &[u32]) -> usize {
    let mut kept = 0;
    for i in 0..list.len() {
        let Arc { start, end, .. } = list[i];
        let (start, end) = (labels[start as usize], labels[end as usize]);
        list[kept] = Arc { start, end, ..list[i] };
        kept += usize::from(start != end);
    }
    let list = &mut list[..kept];
    list.sort_unstable_by_key(|arc| (arc.end, arc.packed()));
    let mut distinct = 0;
    for i in 0..kept {
        if i == 0 || list[i].end != list[distinct - 1].end {
            list[distinct] = list[i];
            distinct += 1;
        }
    }
    distinct
}

impl Components {
    /// Returns the graph between the components.
    fn merge<K: Key>(&self, exec: &Exec, adjacency: &Adjacency<K>) -> Result<Adjacency<K>> {
        let length = |place: usize| self.lengths[self.order[place] as usize];
        let mut lengths = tabulate(exec, "lengths of adjacency lists", self.order.len(), length)?;
        let mut arcs = memory::zeroed("merged adjacency lists", total(&lengths))?;
        let shares = self.shares(exec.threads(), &mut lengths, &mut arcs);
        let merged = map_pieces(exec, shares, |share| (share.arcs.len(), share.merge(adjacency)));
        let (mut start, mut kept) = (0, 0);
        for (room, merged) in merged {
            let merged = merged?;
            arcs.copy_within(start..start + merged, kept);
            (start, kept) = (start + room, kept + merged);
        }
        arcs.truncate(kept);
        Adjacency::new(exec, arcs)
    }

    /// Returns the components, several at a time, as at first they are small and many, with the lengths of
    /// their lists and space for their arcs.
    fn shares<'a, K>(
        &'a self,
        threads: usize,
        mut lengths: &'a mut [u32],
        mut arcs: &'a mut [Arc<K>],
    ) -> impl Iterator<Item = Share<'a, K>> {
        let components = self.bounds.len() - 1;
        let share = components.div_ceil(SHARES * threads).max(1);
        (0..components).step_by(share).map(move |first| {
            let bounds = &self.bounds[first..=components.min(first + share)];
            let vertices = &self.order[bounds[0]..bounds[bounds.len() - 1]];
            let lengths = first_of(&mut lengths, vertices.len());
            let arcs = first_of(&mut arcs, total(lengths));
            Share { bounds, vertices, lengths, arcs }
        })
    }
}

/// Splits the first `len` elements off `rest`.
fn first_of<'a, T>(rest: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    rest.split_off_mut(..len).expect("lengths add up to what there is")
}

fn total(lengths: &[u32]) -> usize {
    lengths.iter().map(|&length| length as usize).sum()
}

/// Components that one thread merges.
struct Share<'a, K> {
    /// The beginning of each component among the vertices of all, and the end of the last one.
    bounds: &'a [usize],
    /// Their vertices.
    vertices: &'a [u32],
    /// The lengths of their vertices' lists, then of the merged ones.
    lengths: &'a mut [u32],
    /// Space for all arcs of their lists.
    arcs: &'a mut [Arc<K>],
}

impl<K: Key> Share<'_, K> {
    /// Writes the lists of the components to the beginning of `arcs`, one after another. Returns their total
    /// length.
    fn merge(self, adjacency: &Adjacency<K>) -> Result<usize> {
        let lists = |bounds: &[usize]| bounds[0] - self.bounds[0]..bounds[1] - self.bounds[0];
        let in_passes = self.bounds.windows(2).map(lists).filter(|lists| lists.len() > 2);
        let room = in_passes.map(|lists| total(&self.lengths[lists])).max().unwrap_or(0);
        let mut spare = memory::zeroed("merged adjacency lists", room)?;
        let mut kept = 0;
        for lists in self.bounds.windows(2).map(lists) {
            let (vertices, lengths) = (&self.vertices[lists.clone()], &mut self.lengths[lists]);
            kept += merge_component(adjacency, vertices, lengths, [&mut self.arcs[kept..], &mut spare]);
        }
        Ok(kept)
    }
}

/// Merges the lists of a component's vertices, of these `lengths`, two by two, then the results, until there
/// is one, at the beginning of `arcs`. Returns its length. Passes alternate between `arcs` and `spare`.
fn merge_component<K: Key>(
    adjacency: &Adjacency<K>,
    vertices: &[u32],
    lengths: &mut [u32],
    [arcs, spare]: [&mut [Arc<K>]; 2],
) -> usize {
    let (mut from, mut into) = (spare, arcs);
    let passes = vertices.len().next_power_of_two().ilog2().max(1);
    if passes.is_multiple_of(2) {
        swap(&mut from, &mut into); // so that the last pass ends in `arcs`
    }
    merge_pairs(lengths, into, |place, length| &adjacency.of(vertices[place])[..length]);
    let mut lists = vertices.len().div_ceil(2);
    while lists > 1 {
        swap(&mut from, &mut into);
        let mut rest = &*from;
        merge_pairs(&mut lengths[..lists], into, |_, length| {
            rest.split_off(..length).expect("it was merged in the pass before")
        });
        lists = lists.div_ceil(2);
    }
    lengths[0] as usize
}

/// Merges lists two by two. `list` is called for each in turn, with its position and length. The merged lists
/// are written to `into` one after another, and `lengths` become theirs.
fn merge_pairs<'a, K: Key>(
    lengths: &mut [u32],
    into: &mut [Arc<K>],
    mut list: impl FnMut(usize, usize) -> &'a [Arc<K>],
) {
    let mut start = 0;
    for first in (0..lengths.len()).step_by(2) {
        let a = list(first, lengths[first] as usize);
        let b = lengths.get(first + 1).map_or(&[][..], |&length| list(first + 1, length as usize));
        let merged = merge(a, b, &mut into[start..]);
        lengths[first / 2] = merged as u32;
        start += merged;
    }
}

/// Merges two lists sorted by their ends, with one arc per end. Returns the length.
fn merge<K: Key>(mut a: &[Arc<K>], mut b: &[Arc<K>], into: &mut [Arc<K>]) -> usize {
    let mut merged = 0;
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b) {
        into[merged] = match first_a.end.cmp(&first_b.end) {
            Ordering::Less => *first_a,
            Ordering::Greater => *first_b,
            Ordering::Equal if first_a.packed() < first_b.packed() => *first_a,
            Ordering::Equal => *first_b,
        };
        merged += 1;
        let (end_a, end_b) = (first_a.end, first_b.end);
        if end_a <= end_b {
            a = rest_a;
        }
        if end_b <= end_a {
            b = rest_b;
        }
    }
    for rest in [a, b] {
        into[merged..merged + rest.len()].copy_from_slice(rest);
        merged += rest.len();
    }
    merged
}
