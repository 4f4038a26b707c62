//! Unification: trees that touch become one vertex.
//!
//! All functions read the grown trees and write separate arrays, each word by one thread, so there are no
//! conflicts.

use boscage_core::exec::Exec;
use boscage_core::graph::Key;
use boscage_core::parallel::{exclusive_scan, for_each_block, map_blocks, map_pieces, pack_map, tabulate};
use boscage_core::primitives::unmodelled::{AtomicU32, Ordering};
use boscage_core::{Result, memory};

use super::adjacency::{Adjacency, Arc};

/// Vertices or arcs that one thread processes at a time.
pub(super) const BLOCK: usize = 1 << 12;

/// The hook of a vertex that is not the root of a tree.
pub(super) const NO_TREE: u32 = u32::MAX;

/// Trees that touch.
pub(super) struct Grown {
    /// The root of the tree of each vertex.
    pub(super) owners: Vec<u32>,
    /// The root on which each root hooks, itself if it touched no other tree; [`NO_TREE`] for other vertices.
    pub(super) hooks: Vec<u32>,
    /// Number of taken edges. An edge that both its ends took counts once.
    pub(super) taken: usize,
}

impl Grown {
    /// Makes every vertex that owns itself and has no hook the root of a tree that touched no other.
    pub(super) fn with_lone_roots(mut self) -> Self {
        for ((hook, &owner), vertex) in self.hooks.iter_mut().zip(&self.owners).zip(0..) {
            if *hook == NO_TREE && owner == vertex {
                *hook = vertex;
            }
        }
        self
    }
}

/// Returns hooks without cycles: the vertex on which each root hooks, itself if it is the root of its
/// component. Other vertices hook on themselves. Of two roots that hook on each other the lower becomes the
/// root.
///
/// # Panics
/// If the number of components does not agree with the number of taken edges.
pub(super) fn break_cycles(exec: &Exec, grown: &Grown) -> Result<Vec<u32>> {
    let hooks = &grown.hooks;
    let roots = tabulate(exec, "hooks without cycles", hooks.len(), |vertex| {
        let (own, hook) = (vertex as u32, hooks[vertex]);
        let stays = hook == NO_TREE || hooks[hook as usize] == own && own < hook;
        if stays { own } else { hook }
    })?;
    let is_root = |&vertex: &usize| hooks[vertex] != NO_TREE && roots[vertex] == vertex as u32;
    let roots_in = map_blocks(exec, hooks.len(), BLOCK, |vertices| vertices.filter(is_root).count());
    let components: usize = roots_in.into_iter().sum();
    assert_eq!(components + grown.taken, hooks.len(), "components are what the edges taken join");
    Ok(roots)
}

/// Returns the root of every vertex's component, by pointer doubling from the root of its tree.
///
/// # Panics
/// If hooks make a cycle.
pub(super) fn jump(exec: &Exec, grown: &Grown, mut roots: Vec<u32>) -> Result<Vec<u32>> {
    let mut further = memory::filled("roots of trees", roots.len(), 0)?;
    for _ in 0..=u32::BITS {
        let jumps =
            map_pieces(exec, further.chunks_mut(BLOCK).zip(roots.chunks(BLOCK)), |(further, from)| {
                further.iter_mut().zip(from).fold(false, |jumps, (further, &root)| {
                    *further = roots[root as usize];
                    jumps | (*further != root)
                })
            });
        if !jumps.contains(&true) {
            return tabulate(exec, "roots of vertices", roots.len(), |v| roots[grown.owners[v] as usize]);
        }
        std::mem::swap(&mut roots, &mut further);
    }
    panic!("more than two trees hook on each other in a ring");
}

/// Returns the new number of each vertex's component. Components that no arc leaves have none: they share
/// that of the next.
pub(super) fn renumber<K: Key>(exec: &Exec, adjacency: &Adjacency<K>, roots: &[u32]) -> Result<Vec<u32>> {
    let vertices = roots.len();
    let leaves = |arc: &Arc<K>| roots[arc.start as usize] != roots[arc.end as usize];
    let live = |vertex: usize| adjacency.of(vertex as u32).iter().any(leaves).then(|| roots[vertex]);
    let numbers = number(exec, vertices, vertices, live)?;
    tabulate(exec, "new numbers", vertices, |vertex| numbers[roots[vertex] as usize])
}

/// Returns the arcs between different components, whose ends get new numbers.
pub(super) fn relabel<K: Key>(exec: &Exec, adjacency: &Adjacency<K>, roots: &[u32]) -> Result<Vec<Arc<K>>> {
    let arcs = adjacency.arcs();
    rename(exec, arcs.len(), &renumber(exec, adjacency, roots)?, |i| arcs[i])
}

/// Returns new numbers, without gaps and in the order of the vertices, for the vertices that an item names.
/// The others share the number of the next.
pub(super) fn number(
    exec: &Exec,
    vertices: usize,
    items: usize,
    named: impl Fn(usize) -> Option<u32> + Sync,
) -> Result<Vec<u32>> {
    let marks = memory::zeroed::<AtomicU32>("new numbers", vertices)?;
    for_each_block(exec, items, BLOCK, |items| {
        for vertex in items.filter_map(&named) {
            marks[vertex as usize].store(1, Ordering::Relaxed);
        }
    });
    let mut numbers: Vec<u32> = marks.into_iter().map(AtomicU32::into_inner).collect(); // in place
    exclusive_scan(exec, &mut numbers);
    Ok(numbers)
}

/// Returns those of the arcs whose ends have different numbers, with these numbers.
pub(super) fn rename<K: Key>(
    exec: &Exec,
    arcs: usize,
    numbers: &[u32],
    arc: impl Fn(usize) -> Arc<K> + Sync,
) -> Result<Vec<Arc<K>>> {
    let renamed = |i: usize| {
        let arc = arc(i);
        Arc { start: numbers[arc.start as usize], end: numbers[arc.end as usize], ..arc }
    };
    let leaves = |i: usize| {
        let arc = renamed(i);
        arc.start != arc.end
    };
    pack_map(exec, arcs, leaves, renamed)
}
