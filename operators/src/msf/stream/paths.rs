//! An exact test of edges against the paths of a forest.

use boscage_core::graph::{Edge, Key};
use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use boscage_core::{Result, memory};

use super::merge::Growing;
use crate::msf::links::{Joined, Links};

/// The paths of a forest. The test takes much longer than that of bounds, so it is only used if bounds say
/// too little: in graphs of clusters, or of many parts, most paths do not lead to the root.
#[derive(Debug)]
pub(super) struct Paths<K> {
    links: Links,
    /// Keys of the forest's edges, by rank.
    keys: Vec<K>,
    tested: AtomicU64,
    dropped: AtomicU64,
}

impl<K: Key> Paths<K> {
    pub(super) fn new(forest: &Growing<K>, links: &Joined) -> Result<Self> {
        let (links, edges) = (links.links(forest.node_count())?, forest.edges());
        let keys = memory::from_fn("keys of the forest", edges.len(), |rank| edges[rank].key)?;
        Ok(Self { links, keys, tested: AtomicU64::new(0), dropped: AtomicU64::new(0) })
    }

    /// Moves those of some edges, given by their places, to the front that close no cycle of lighter ones.
    /// Edges of equal key count as lighter if `ties` is true. Returns their number.
    pub(super) fn test(
        &self,
        edges: &[Edge<K>],
        some: &mut [u16],
        key: impl Fn(&Edge<K>) -> K,
        ties: bool,
    ) -> usize {
        for &i in &*some {
            let edge = &edges[usize::from(i)];
            self.links.prefetch(edge.u);
            self.links.prefetch(edge.v);
        }
        let mut left = 0;
        for at in 0..some.len() {
            let i = some[at];
            let edge = &edges[usize::from(i)];
            let is_known = edge.u.index().max(edge.v.index()) < self.links.node_count();
            let heaviest = if is_known { self.links.heaviest(edge.u, edge.v) } else { None };
            let is_dropped = heaviest.is_some_and(|rank| {
                let (inside, outside) = (self.keys[rank as usize], key(edge));
                inside < outside || ties && inside == outside
            });
            some[left] = i;
            left += usize::from(!is_dropped);
        }
        self.tested.fetch_add(some.len() as u64, Relaxed);
        self.dropped.fetch_add((some.len() - left) as u64, Relaxed);
        left
    }

    /// Returns `true` if the test has dropped most edges.
    pub(super) fn is_useful(&self) -> bool {
        2 * self.dropped.load(Relaxed) > self.tested.load(Relaxed)
    }
}
