//! Borůvka's algorithm with explicit merging of adjacency lists.
//!
//! **Idea.** The arcs of a vertex are a list in the order of their other ends. When vertices become one,
//! their lists are renamed, sorted and merged, and of the arcs that lead to the same vertex only the lightest
//! stays: the graph of the next round is as small as can be, at a price.
//!
//! **Phases** of a round: *find-min*, every vertex takes its lightest arc; *connect-components* (*break*,
//! *jump* and *relabel*), what hangs together gets a root, as in `unify.rs`, and components get new numbers;
//! *compact-graph*: in *sort-lists* vertices are sorted by these and each vertex's list by the new numbers of
//! its ends, on all threads; in *merge-lists* each component's lists are merged by one thread, two by two, as
//! in merge sort. Loops and heavier parallel arcs do not come along.
//!
//! **Why it is right.** A vertex takes the lightest arc of a cut, and what does not come along closes a cycle
//! of which it is the heaviest edge.
//!
//! **What differs from the text.** There each vertex walks along the chosen edges until it meets a cycle,
//! here all do so at once and twice as far each time. Lists lose their loops and heavier parallel arcs when
//! they are sorted, before the first merge.
//!
//! **Cost.** O(m log n) a round; up to log2 n rounds. One component of many vertices is merged by one thread,
//! as there. Up to 140 bytes an edge beside the graph (200 with 64-bit weights), where lists are short.
//!
//! **Deterministic**: yes, the rounds too.
//!
//! **When to choose it.** To compare with.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("merging", "parallel
//! merging"), after Bader and Cong 2006.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::mem::take;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Key, Objective, Weight};
use boscage::parallel::{for_each_piece, map_blocks, pack_map, radix_sort, tabulate};
use boscage::sync::EdgeSet;
use boscage::{Result, memory};

use super::adjacency::{Adjacency, Arc, Order, ParallelEdges};
use super::lightest::take_lightest;
use super::rounds::Rounds;
use super::unify::renumber;
use super::unite::{arcs_of, by_vertex, roots};

/// The minimum (maximum) spanning forest by Borůvka's algorithm, adjacency lists merged.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
pub fn boruvka_merge<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let mut rounds = Rounds::new(exec, "boruvka-merge", graph.nodes());
    let forest = EdgeSet::new(graph.len())?;
    let arcs = rounds.phase("arcs", || arcs_of(graph, objective))?;
    let mut adjacency = by_vertex(&rounds, arcs, Order::Any, ParallelEdges::Drop)?;
    while !adjacency.is_empty() {
        let found = rounds.phase("find-min", || take_lightest(&adjacency, &forest))?;
        let roots = roots(&rounds, &found)?;
        let labels = rounds.phase("relabel", || renumber(&adjacency, &roots))?;
        let edges = adjacency.edges();
        let components = rounds.phase("sort-lists", || sort_lists(&mut adjacency, &labels))?;
        adjacency = rounds.phase("merge-lists", || components.merge(&adjacency))?;
        rounds.ended(edges, found.taken, adjacency.edges());
    }
    let forest = rounds.phase("gather", || Ok(Forest::from_edges(graph, forest.into_ids()?)));
    rounds.finish();
    forest
}

/// The lists of the vertices of each component.
struct Components {
    /// The vertices, those of one component side by side.
    order: Vec<u32>,
    /// Where each component begins among them, and where the last one ends.
    bounds: Vec<usize>,
    /// How many arcs of each vertex's list come along, its first ones.
    lengths: Vec<u32>,
}

/// Vertices, or shares of the components for each thread, that one thread takes at a time, so that none waits
/// long for the others.
const LISTS: usize = 1 << 6;
const SHARES: usize = 1 << 6;

/// Sorts vertices by the components that they are labelled with, and each vertex's list as [`sort_list`]
/// says.
fn sort_lists<K: Key>(adjacency: &mut Adjacency<K>, labels: &[u32]) -> Result<Components> {
    let mut order = tabulate("vertices by component", labels.len(), |vertex| vertex as u32)?;
    radix_sort(&mut order, |&vertex| labels[vertex as usize])?;
    let label = |place: usize| labels[order[place] as usize];
    let is_bound = |place: usize| place == 0 || place == order.len() || label(place - 1) != label(place);
    let bounds = pack_map(order.len() + 1, is_bound, |place| place)?;
    let mut lengths = memory::filled("lengths of adjacency lists", labels.len(), 0)?;
    let mut lists = memory::reserve("adjacency lists", labels.len())?;
    lists.extend(adjacency.each_mut());
    for_each_piece(lists.chunks_mut(LISTS).zip(lengths.chunks_mut(LISTS)), |(lists, lengths)| {
        for (list, length) in lists.iter_mut().zip(lengths) {
            *length = sort_list(list, labels) as u32;
        }
    });
    Ok(Components { order, bounds, lengths })
}

/// Renames the arcs of a vertex. Those that leave its component come first, in the order of their other ends,
/// of those with the same end the lightest only; the rest means nothing any more. Returns how many come
/// first.
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
    /// The graph between the components.
    fn merge<K: Key>(&self, adjacency: &Adjacency<K>) -> Result<Adjacency<K>> {
        let components = self.bounds.len() - 1;
        // They are small at first, and many.
        let share = components.div_ceil(SHARES * rayon::current_num_threads()).max(1);
        let parts = map_blocks(components, share, |share| {
            let mut arcs = Vec::new();
            for component in share {
                let merged = self.merge_one(adjacency, component)?;
                memory::grow("merged adjacency lists", &mut arcs, merged.len())?;
                arcs.extend_from_slice(&merged);
            }
            Ok(arcs)
        });
        let parts = parts.into_iter().collect::<Result<Vec<Vec<Arc<K>>>>>()?;
        let mut arcs = memory::reserve("the arcs", parts.iter().map(Vec::len).sum())?;
        parts.into_iter().for_each(|part| arcs.extend(part));
        Adjacency::new(arcs)
    }

    /// The lists of a component's vertices two by two merged, and what comes of that, until there is one.
    fn merge_one<'a, K: Key>(
        &self,
        adjacency: &'a Adjacency<K>,
        component: usize,
    ) -> Result<Cow<'a, [Arc<K>]>> {
        let members = &self.order[self.bounds[component]..self.bounds[component + 1]];
        let mut lists = memory::reserve("adjacency lists", members.len())?;
        let list = |&vertex: &u32| &adjacency.of(vertex)[..self.lengths[vertex as usize] as usize];
        lists.extend(members.iter().map(|vertex| Cow::Borrowed(list(vertex))));
        while lists.len() > 1 {
            for i in 0..lists.len() / 2 {
                lists[i] = Cow::Owned(merge(&take(&mut lists[2 * i]), &take(&mut lists[2 * i + 1]))?);
            }
            if lists.len() % 2 == 1 {
                let (middle, last) = (lists.len() / 2, lists.len() - 1);
                lists.swap(middle, last);
            }
            lists.truncate(lists.len().div_ceil(2));
        }
        Ok(lists.pop().unwrap_or_default())
    }
}

/// Two lists as one, in the order of their ends, each end once.
fn merge<K: Key>(mut a: &[Arc<K>], mut b: &[Arc<K>]) -> Result<Vec<Arc<K>>> {
    let mut merged = memory::reserve("an adjacency list", a.len() + b.len())?;
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b) {
        match first_a.end.cmp(&first_b.end) {
            Ordering::Less => {
                merged.push(*first_a);
                a = rest_a;
            }
            Ordering::Greater => {
                merged.push(*first_b);
                b = rest_b;
            }
            Ordering::Equal => {
                merged.push(if first_a.packed() < first_b.packed() { *first_a } else { *first_b });
                (a, b) = (rest_a, rest_b);
            }
        }
    }
    merged.extend_from_slice(a);
    merged.extend_from_slice(b);
    Ok(merged)
}
