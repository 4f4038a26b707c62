//! Growing trees that do not touch.

use boscage_core::exec::Rounds;
use boscage_core::graph::Key;
use boscage_core::primitives::unmodelled::{AtomicU32, Ordering::Relaxed};
use boscage_core::sync::{Claim, Claims, EdgeSet};
use boscage_core::{Result, memory};

use super::super::adjacency::Adjacency;
use super::super::frontier::Frontier;
use super::super::interleave::{Turn, interleave};
use super::super::unify::{Grown, NO_TREE};
use super::super::workers::{Worker, workers};
use super::Colouring;

/// Edges after which a worker reports its progress.
const OFTEN: usize = 1 << 12;

/// Grows trees that do not touch. Vertices in no tree own themselves and have no hook; the roots of trees
/// without edges have no hook either.
pub(super) fn grow<K: Key>(
    rounds: &Rounds<'_>,
    adjacency: &Adjacency<K>,
    number: usize,
    colouring: Colouring,
    forest: &EdgeSet,
) -> Result<Grown> {
    let vertices = adjacency.vertices();
    let coloured = match colouring {
        Colouring::Neighbours => vertices,
        Colouring::Off => 0,
    };
    let colours = memory::from_fn("colours of vertices", coloured, |_| AtomicU32::new(UNCOLOURED))?;
    let marks = Claims::new(vertices)?;
    let ground = Ground { rounds, adjacency, marks, colours, forest };
    let mut hooks = memory::filled("hooks of trees", vertices, NO_TREE)?;
    let share = vertices.div_ceil(number);
    let mut all = workers::<Frontier<K::Packed>>(&mut hooks, share)?;
    interleave(rounds.exec(), &mut all, |worker| ground.turn(worker))?;
    let taken = all.into_iter().map(|worker| worker.taken).sum();
    let mut owners = ground.marks.into_owners();
    for (owner, vertex) in owners.iter_mut().zip(0..) {
        *owner = if *owner == NO_TREE { vertex } else { *owner };
    }
    Ok(Grown { owners, hooks, taken })
}

/// The vertex is not coloured.
const UNCOLOURED: u32 = u32::MAX;

/// The state that all workers share.
struct Ground<'a, K> {
    rounds: &'a Rounds<'a>,
    adjacency: &'a Adjacency<K>,
    marks: Claims,
    /// The root of a tree of which each vertex is a neighbour; empty without colouring.
    colours: Vec<AtomicU32>,
    forest: &'a EdgeSet,
}

impl<K: Key> Ground<'_, K> {
    /// Adds a vertex to the worker's tree, ends the tree, or begins the next one.
    fn turn(&self, worker: &mut Worker<'_, Frontier<K::Packed>>) -> Result<Turn> {
        let Some((root, hook)) = &mut worker.tree else { return self.begin(worker) };
        let root = *root;
        while let Some((packed, end)) = worker.kept.pop() {
            if self.is_in(end, root) {
                continue;
            }
            if self.mark(end, root) {
                self.forest.insert(K::unpack_id(packed));
                **hook = root;
                self.spread(end, root, &mut worker.kept)?;
                worker.taken += 1;
                if worker.taken.is_multiple_of(OFTEN) {
                    self.rounds.settle(OFTEN as u64)?;
                }
                return Ok(Turn::Busy);
            }
            break;
        }
        worker.kept.clear();
        worker.tree = None;
        Ok(Turn::Busy)
    }

    /// Begins a tree at the next vertex that is neither marked nor coloured.
    fn begin(&self, worker: &mut Worker<'_, Frontier<K::Packed>>) -> Result<Turn> {
        while let Some((root, hook)) = worker.next() {
            if self.mark(root, root) {
                worker.tree = Some((root, hook));
                self.spread(root, root, &mut worker.kept)?;
                return Ok(Turn::Busy);
            }
        }
        Ok(Turn::Done)
    }

    /// Returns `true` if a vertex is in a tree. Exact for the worker of that tree.
    fn is_in(&self, vertex: u32, root: u32) -> bool {
        self.marks.is_owned_by(vertex, root)
    }

    /// Adds a vertex to a tree, if no other tree has marked or coloured it. Returns `true` if it did.
    fn mark(&self, vertex: u32, root: u32) -> bool {
        let colour = self.colours.get(vertex as usize).map_or(UNCOLOURED, |colour| colour.load(Relaxed));
        let is_free = colour == UNCOLOURED || colour == root;
        is_free && self.marks.claim(vertex, root) == Claim::Claimed
    }

    /// Adds the arcs of a vertex that a tree has reached, and colours their ends.
    fn spread(&self, vertex: u32, root: u32, frontier: &mut Frontier<K::Packed>) -> Result<()> {
        for arc in self.adjacency.of(vertex).iter().filter(|arc| !self.is_in(arc.end, root)) {
            frontier.push(arc.packed(), arc.end)?;
            if let Some(colour) = self.colours.get(arc.end as usize)
                && colour.load(Relaxed) == UNCOLOURED
            {
                colour.store(root, Relaxed);
            }
        }
        Ok(())
    }
}
