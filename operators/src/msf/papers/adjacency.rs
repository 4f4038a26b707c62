//! The graph of a round: every edge is two arcs, one from each end, and the arcs of a vertex are adjacent.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, Key};
use boscage_core::parallel::{pack_map, radix_sort};
use bytemuck::Zeroable;

/// An edge, seen from one of its ends.
#[derive(Clone, Copy, Zeroable)]
pub(super) struct Arc<K> {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) id: u32,
    pub(super) key: K,
}

impl<K: Key> Arc<K> {
    /// Returns (weight key, id) in one integer.
    #[inline]
    pub(super) fn packed(&self) -> K::Packed {
        self.key.pack(EdgeId::from(self.id))
    }

    fn ends(&self) -> u64 {
        u64::from(self.start) << 32 | u64::from(self.end)
    }

    /// Returns (start, weight key, id) in one integer: 96 bits, or 128.
    fn place(&self) -> u128 {
        let key = u128::from(self.key.into()) << 32 | u128::from(self.id);
        u128::from(self.start) << (K::BITS + 32) | key
    }
}

/// The order of the arcs of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArcOrder {
    /// No order.
    Any,
    /// By (weight, id).
    Weight,
}

/// The treatment of parallel edges between two vertices after a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParallelEdges {
    /// All except the lightest are removed, which takes another sort.
    #[default]
    Drop,
    /// All are kept.
    Keep,
}

/// Sorts arcs by their start, and those of a vertex in the order requested.
pub(super) fn sort<K: Key>(exec: &Exec, arcs: &mut [Arc<K>], order: ArcOrder) -> Result<()> {
    match order {
        ArcOrder::Any => radix_sort(exec, arcs, |arc| arc.start),
        ArcOrder::Weight => radix_sort(exec, arcs, Arc::place),
    }
}

/// Sorts arcs so that parallel ones are adjacent.
pub(super) fn sort_by_ends<K: Key>(exec: &Exec, arcs: &mut [Arc<K>]) -> Result<()> {
    radix_sort(exec, arcs, Arc::ends)
}

/// Returns the lightest of each run of parallel arcs.
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
    /// The beginning of the arcs of each vertex, and the end of the last ones.
    bounds: Vec<usize>,
}

impl<K: Key> Adjacency<K> {
    /// Creates an adjacency of arcs that are sorted by start.
    pub(super) fn new(exec: &Exec, arcs: Vec<Arc<K>>) -> Result<Self> {
        let is_bound = |i: usize| i == 0 || i == arcs.len() || arcs[i - 1].start != arcs[i].start;
        let bounds = pack_map(exec, arcs.len() + 1, is_bound, |i| i)?;
        Ok(Self { arcs, bounds })
    }

    /// Returns the number of vertices.
    pub(super) fn vertices(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns `true` if there are no arcs, and so no vertices.
    pub(super) fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// Returns the number of edges: half the arcs.
    pub(super) fn edges(&self) -> usize {
        self.arcs.len() / 2
    }

    /// Returns the arcs of all vertices.
    #[inline]
    pub(super) fn arcs(&self) -> &[Arc<K>] {
        &self.arcs
    }

    /// Returns the arcs of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> &[Arc<K>] {
        &self.arcs[self.bounds[vertex as usize]..self.bounds[vertex as usize + 1]]
    }

    /// Returns the mutable arcs of each vertex.
    pub(super) fn each_mut(&mut self) -> impl Iterator<Item = &mut [Arc<K>]> {
        let mut rest = &mut self.arcs[..];
        self.bounds
            .windows(2)
            .map(move |bounds| rest.split_off_mut(..bounds[1] - bounds[0]).expect("they are there"))
    }
}
