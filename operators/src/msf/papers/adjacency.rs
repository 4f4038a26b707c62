//! The graph of a round: every edge is two arcs, one from each end; the arcs of a vertex are side by side.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key};
use boscage_core::parallel::{pack_map, radix_sort};
use bytemuck::Zeroable;

/// An edge as one of its ends sees it.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Arc<K> {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) id: u32,
    pub(super) key: K,
}

impl<K: Key> Arc<K> {
    /// (weight key, id).
    #[inline]
    pub(super) fn packed(&self) -> K::Packed {
        self.key.pack(EdgeId::from(self.id))
    }

    fn ends(&self) -> u64 {
        u64::from(self.start) << 32 | u64::from(self.end)
    }

    /// (start, weight key, id): 96 bits, or 128.
    fn place(&self) -> u128 {
        let key = u128::from(self.key.into()) << 32 | u128::from(self.id);
        u128::from(self.start) << (K::BITS + 32) | key
    }
}

/// How the arcs of a vertex are ordered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArcOrder {
    /// Not at all.
    Any,
    /// By (weight, id).
    Weight,
}

/// What becomes of the edges between two vertices after a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParallelEdges {
    /// All but the lightest are dropped, which takes another sort.
    #[default]
    Drop,
    /// All stay.
    Keep,
}

/// Sorts arcs by their start, those of a vertex as it is asked for.
pub(super) fn sort<K: Key>(exec: &Exec, arcs: &mut [Arc<K>], order: ArcOrder) -> Result<()> {
    match order {
        ArcOrder::Any => radix_sort(exec, arcs, |arc| arc.start),
        ArcOrder::Weight => radix_sort(exec, arcs, Arc::place),
    }
}

/// Sorts arcs so that parallel ones stand side by side.
pub(super) fn sort_by_ends<K: Key>(exec: &Exec, arcs: &mut [Arc<K>]) -> Result<()> {
    radix_sort(exec, arcs, Arc::ends)
}

/// The lightest of each run of parallel arcs.
pub(super) fn without_heavier<K: Key>(exec: &Exec, arcs: &[Arc<K>]) -> Result<Vec<Arc<K>>> {
    let is_first = |i: usize| i == 0 || arcs[i - 1].ends() != arcs[i].ends();
    pack_map(exec, arcs.len(), is_first, |i| {
        let parallel = arcs[i..].iter().take_while(|arc| arc.ends() == arcs[i].ends());
        *parallel.min_by_key(|arc| arc.packed()).expect("there is one at least")
    })
}

/// Arcs by vertex; every vertex has some.
pub(super) struct Adjacency<K> {
    arcs: Vec<Arc<K>>,
    /// Where the arcs of each vertex begin, and where the last ones end.
    bounds: Vec<usize>,
}

impl<K: Key> Adjacency<K> {
    /// Of arcs that are sorted by start.
    pub(super) fn new(exec: &Exec, arcs: Vec<Arc<K>>) -> Result<Self> {
        let is_bound = |i: usize| i == 0 || i == arcs.len() || arcs[i - 1].start != arcs[i].start;
        let bounds = pack_map(exec, arcs.len() + 1, is_bound, |i| i)?;
        Ok(Self { arcs, bounds })
    }

    /// Number of vertices.
    pub(super) fn vertices(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Whether there are no arcs, and so no vertices.
    pub(super) fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// Number of edges: half the arcs.
    pub(super) fn edges(&self) -> usize {
        self.arcs.len() / 2
    }

    /// The arcs of all vertices.
    #[inline]
    pub(super) fn arcs(&self) -> &[Arc<K>] {
        &self.arcs
    }

    /// The arcs of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> &[Arc<K>] {
        &self.arcs[self.bounds[vertex as usize]..self.bounds[vertex as usize + 1]]
    }

    /// The arcs of each vertex, to be changed.
    pub(super) fn each_mut(&mut self) -> impl Iterator<Item = &mut [Arc<K>]> {
        let mut rest = &mut self.arcs[..];
        self.bounds
            .windows(2)
            .map(move |bounds| rest.split_off_mut(..bounds[1] - bounds[0]).expect("they are there"))
    }
}
