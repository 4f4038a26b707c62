//! Borůvka's algorithm with explicit merging of adjacency lists.
//!
//! **Idea.** The arcs of a vertex are a list in the order of their other ends. When vertices become one, their lists are
//! renamed, sorted and merged, and of the arcs that lead to the same vertex only the lightest stays: the graph of the
//! next round is as small as can be, at a price.
//!
//! **Phases** of a round: *find-min*, every vertex takes its lightest arc; *connect-components*, what hangs together gets a root,
//! as in `unify.rs`, and components get new numbers; *compact-graph*, vertices are sorted by these, and each component's lists
//! are merged by one thread, two by two, as in merge sort; loops and heavier parallel arcs do not come along.
//!
//! **Why it is right.** A vertex takes the lightest arc of a cut, and what does not come along closes a cycle of which it
//! is the heaviest edge.
//!
//! **What differs from the text.** There each vertex walks along the chosen edges until it meets a cycle, here all do so at
//! once and twice as far each time.
//!
//! **Cost.** O(m log n) a round; up to log2 n rounds. One component of many vertices is one thread's work, as there. Up to 140 bytes
//! an edge beside the graph (200 with 64-bit weights), where lists are short.
//!
//! **Deterministic**: yes, the rounds too.
//!
//! **When to choose it.** To compare with.
//!
//! **Paper.** "Parallel Minimum Spanning Tree Data Structures and Algorithms" ("merging", "parallel merging"), after Bader and
//! Cong 2006.

use std::cmp::Ordering;
use std::mem::take;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Key, Objective, Weight};
use boscage::parallel::{map_blocks, pack_map, radix_sort, tabulate};
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
        let merged = rounds.phase("compact-graph", || compact_graph(&adjacency, &labels))?;
        rounds.ended(adjacency.edges(), found.taken, merged.edges());
        adjacency = merged;
    }
    let forest = rounds.phase("gather", || Ok(Forest::from_edges(graph, forest.into_ids()?)));
    rounds.finish();
    forest
}

/// The graph between the components that vertices are labelled with.
fn compact_graph<K: Key>(adjacency: &Adjacency<K>, labels: &[u32]) -> Result<Adjacency<K>> {
    let mut order = tabulate("vertices by component", labels.len(), |vertex| vertex as u32)?;
    radix_sort(&mut order, |&vertex| labels[vertex as usize])?;
    let label = |place: usize| labels[order[place] as usize];
    let is_bound = |place: usize| place == 0 || place == order.len() || label(place - 1) != label(place);
    let bounds = pack_map(order.len() + 1, is_bound, |place| place)?;
    let components = bounds.len() - 1;
    // They are small at first, and many.
    let share = components.div_ceil(SHARES * rayon::current_num_threads()).max(1);
    let parts = map_blocks(components, share, |share| {
        let mut arcs = Vec::new();
        for component in share {
            let merged = merge_all(adjacency, &order[bounds[component]..bounds[component + 1]], labels)?;
            memory::grow("merged adjacency lists", &mut arcs, merged.len())?;
            arcs.extend(merged);
        }
        Ok(arcs)
    });
    let parts = parts.into_iter().collect::<Result<Vec<Vec<Arc<K>>>>>()?;
    let mut arcs = memory::reserve("the arcs", parts.iter().map(Vec::len).sum())?;
    parts.into_iter().for_each(|part| arcs.extend(part));
    Adjacency::new(arcs)
}

/// Shares of the components for each thread, so that none waits long for the others.
const SHARES: usize = 1 << 6;

/// The arcs of a vertex that leave its component, renamed, in the order of their other ends; of those with the same
/// end the lightest.
fn list<K: Key>(adjacency: &Adjacency<K>, vertex: u32, labels: &[u32]) -> Result<Vec<Arc<K>>> {
    let arcs = adjacency.of(vertex);
    let mut list = memory::reserve("an adjacency list", arcs.len())?;
    let renamed =
        |arc: &Arc<K>| Arc { start: labels[arc.start as usize], end: labels[arc.end as usize], ..*arc };
    list.extend(arcs.iter().map(renamed).filter(|arc| arc.start != arc.end));
    list.sort_unstable_by_key(|arc| (arc.end, arc.packed()));
    list.dedup_by_key(|arc| arc.end);
    Ok(list)
}

/// The lists of a component's vertices two by two merged, and what comes of that, until there is one.
fn merge_all<K: Key>(adjacency: &Adjacency<K>, members: &[u32], labels: &[u32]) -> Result<Vec<Arc<K>>> {
    let mut lists = memory::reserve("adjacency lists", members.len())?;
    for &vertex in members {
        lists.push(list(adjacency, vertex, labels)?);
    }
    while lists.len() > 1 {
        for i in 0..lists.len() / 2 {
            lists[i] = merge(&take(&mut lists[2 * i]), &take(&mut lists[2 * i + 1]))?;
        }
        if lists.len() % 2 == 1 {
            let (middle, last) = (lists.len() / 2, lists.len() - 1);
            lists.swap(middle, last);
        }
        lists.truncate(lists.len().div_ceil(2));
    }
    Ok(lists.pop().unwrap_or_default())
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
