//! The filter of a stream: drops edges that close a cycle of lighter ones.
//!
//! Each node of the largest tree of the forest has a *bound*, made from the heaviest edge on its path to the
//! root of the tree's links. The path between two of these nodes is no heavier than their two paths to the
//! root. So an edge that is not below the bound of either end closes a cycle of lighter edges. Nodes of other
//! trees have no bound. If the forest spans, edges above its heaviest edge are dropped without a look at
//! their ends.
//!
//! An edge that passes *tightens* the bound of an end, because it leads to the other end. Threads read and
//! write bounds without order: each value that a bound ever had is a bound of the edges so far.

use std::sync::Arc;

use boscage_core::Result;
use boscage_core::graph::{
    AtomicNodeMap, Edge, EdgeListView, Key, Keys, Node, NodeMap, Objective, RelaxedOrder, Weight,
};
use boscage_core::memory;
use boscage_core::mutex::Mutex;
use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use bytemuck::cast_slice;

use super::merge::Growing;
use super::moved;
use super::paths::Paths;
use super::record::Record;
use super::scale::{Later, Scale, Words, no_bound};
use crate::msf::links::Joined;

/// Edges that are tested together.
const RUN: usize = 1 << 8;

/// Edges that are checked, and then tested, while they are in the first-level cache.
const CHECKED: usize = 1 << 10;

/// Bounds for the edges of a stream.
#[derive(Debug)]
pub(super) struct Filter<K: Key> {
    /// The words of edges at any positions; `None` if edges come later than all edges of the forest.
    scale: Option<Scale>,
    /// Bound of each node; empty for a filter that drops nothing.
    bounds: AtomicNodeMap<K, RelaxedOrder>,
    /// The bound of the heaviest edge for keys alone, if the forest spans.
    heaviest: K,
    /// `true` if edges that pass tighten the bounds.
    tightens: bool,
    /// Tests edges that the bounds let pass, until the next filter is made.
    paths: Mutex<Option<Arc<Paths<K>>>>,
    usage: Usage,
}

/// The use of a filter.
#[derive(Debug, Default)]
struct Usage {
    /// Number of buffers that are merged before edges are tested again.
    rest: u32,
    tested: AtomicU64,
    passed: AtomicU64,
}

impl Usage {
    /// Number of buffers for which nothing is tested after nearly all edges have passed.
    const REST: u32 = 7;

    /// Records a block that has been tested.
    fn record(&self, tested: usize, passed: usize) {
        self.tested.fetch_add(tested as u64, Relaxed);
        self.passed.fetch_add(passed as u64, Relaxed);
    }

    /// Returns the rest after this one.
    fn next_rest(&self) -> u32 {
        let is_futile = 5 * self.passed.load(Relaxed) > 4 * self.tested.load(Relaxed);
        if is_futile { Self::REST } else { self.rest.saturating_sub(1) }
    }
}

impl<K: Key> Filter<K> {
    /// Creates a filter that drops nothing.
    pub(super) fn open() -> Result<Self> {
        Self::resting(0)
    }

    /// The same, for this number of buffers.
    fn resting(rest: u32) -> Result<Self> {
        let bounds = AtomicNodeMap::filled(0, K::default())?.relaxed();
        let usage = Usage { rest, ..Usage::default() };
        let paths = Mutex::default();
        Ok(Self { scale: None, bounds, heaviest: no_bound(), tightens: false, paths, usage })
    }

    /// Creates the filter of a forest, for edges that come later or, given a scale, for all edges. It follows
    /// an older filter: `tested` edges have passed that, of which `entered` are in the forest. There may be
    /// no memory for exact tests.
    pub(super) fn new(
        forest: &Growing<K>,
        scale: Option<Scale>,
        old: &Self,
        [tested, entered]: [usize; 2],
        may_be_exact: bool,
    ) -> Result<Self> {
        let old_paths = old.paths.lock().take();
        let (Some(links), 0) = (forest.links(), old.usage.next_rest()) else {
            return Self::resting(old.usage.next_rest());
        };
        // Exact if most edges that the bounds let pass close cycles of lighter ones.
        let is_useful = old_paths.map_or(4 * entered < tested, |paths| paths.is_useful());
        let filter = Self::of(forest.node_count(), forest.edges(), links, scale)?;
        let is_exact = may_be_exact && is_useful;
        let paths = is_exact.then(|| Paths::new(forest, links).map(Arc::new)).transpose()?;
        Ok(Self { paths: Mutex::new(paths), tightens: true, ..filter })
    }

    /// Creates the filter of a forest, whose edges are in order, for edges that come later or, given a scale,
    /// for all edges. Edges that pass change nothing.
    pub(super) fn of(
        nodes: usize,
        edges: &[Record<K>],
        links: &Joined,
        scale: Option<Scale>,
    ) -> Result<Self> {
        let bound = |record| scale.map_or_else(|| Later.bound(record), |scale| scale.bound(record));
        let mut bounds = memory::filled("bounds", nodes, no_bound())?;
        links.bounds(&mut bounds, K::default(), |rank| bound(&edges[rank]));
        let spans = edges.len() + 1 == nodes;
        let limit =
            |last: &Record<K>| if scale.is_some() { Later.tight_bound(last.key, last.key) } else { last.key };
        let heaviest = edges.last().filter(|_| spans).map_or(no_bound(), limit);
        let bounds = AtomicNodeMap::from(NodeMap::from(bounds)).relaxed();
        let usage = Usage::default();
        Ok(Self { scale, bounds, heaviest, tightens: false, paths: Mutex::default(), usage })
    }

    /// Returns `true` if the filter tests edges at any positions.
    pub(super) fn takes_any_position(&self) -> bool {
        self.scale.is_some() || self.bounds.is_empty()
    }

    /// Returns those edges of a block that may be in the forest, after a check of all edges. The block begins
    /// at `first`, or at a later position that is not known; then positions count from the block's begin.
    pub(super) fn pass<W: Weight<Key = K>>(
        &self,
        nodes: usize,
        edges: &[Edge<W>],
        objective: Objective,
        first: Option<u64>,
    ) -> Result<Vec<Record<K>>> {
        let is_tested = !self.bounds.is_empty();
        let (keys, mut passed) = (W::keys(objective), Vec::new());
        // The forest spans the nodes that the filter knows.
        let heaviest = if nodes == self.bounds.len() { self.heaviest } else { no_bound() };
        let paths = self.paths.lock().clone();
        let paths = paths.as_deref();
        for (start, run) in (0..).step_by(CHECKED).zip(edges.chunks(CHECKED)) {
            EdgeListView::new(nodes, run).map_err(|error| moved(error, start))?;
            let (run, begin) = (cast_slice(run), first.unwrap_or(0) + start);
            if !is_tested || 8 * passed.len() > edges.len() {
                passed.reserve_exact(edges.len() - passed.len()); // not twice as many, block by block
            }
            match self.scale {
                _ if !is_tested => passed.extend(all(run, keys, begin)),
                None => {
                    self.pass_by((Later, paths, heaviest), run, keys, begin, [K::default(); 2], &mut passed);
                }
                Some(scale) => {
                    let places = match first {
                        Some(_) => [begin, begin + run.len() as u64].map(|position| scale.place(position)),
                        None => [K::default(), scale.place(u64::MAX)],
                    };
                    self.pass_by((scale, paths, heaviest), run, keys, begin, places, &mut passed);
                }
            }
        }
        if is_tested {
            self.usage.record(edges.len(), passed.len());
        }
        Ok(passed)
    }

    /// Appends those edges to `passed` that may be in the forest by words of this kind. The edges begin at
    /// position `begin`; the places are the first and the last one.
    fn pass_by<M: Keys<Key = K>>(
        &self,
        (words, paths, heaviest): (impl Words<K>, Option<&Paths<K>>, K),
        edges: &[Edge<K>],
        keys: M,
        begin: u64,
        places: [K; 2],
        passed: &mut Vec<Record<K>>,
    ) {
        let mut some = [0; RUN];
        let word = |edge: &Edge<K>| words.word(keys.key(edge.weight), places[0]);
        for (start, run) in (begin..).step_by(RUN).zip(edges.chunks(RUN)) {
            // Without branches, which could not be predicted.
            let mut light = 0;
            for (i, edge) in run.iter().enumerate() {
                some[light % RUN] = i as u16;
                let key = keys.key(edge.weight); // in fewer steps than its word
                light += usize::from(Later.word(key, key) < heaviest);
            }
            let mut left = 0;
            for at in 0..light {
                let i = some[at];
                let edge = &run[usize::from(i)];
                some[left % RUN] = i;
                left += usize::from(word(edge) < self.bound(edge.u).max(self.bound(edge.v)));
            }
            if let Some(paths) = paths {
                let key = |edge: &Edge<K>| keys.key(edge.weight);
                left = paths.test(run, &mut some[..left], key, self.scale.is_none());
            }
            for &i in &some[..left] {
                let edge = &run[usize::from(i)];
                let record = Record::new(edge, keys.key(edge.weight), start + u64::from(i));
                if self.tighten(words, &record, places) {
                    passed.push(record);
                }
            }
        }
    }

    /// Tests an edge that has passed once more, because other edges may have tightened the bounds since. Then
    /// tightens the bound of one end.
    fn tighten(&self, words: impl Words<K>, record: &Record<K>, [first, last]: [K; 2]) -> bool {
        let &Record { u, v, key, .. } = record;
        let [of_u, of_v] = [u, v].map(|end| self.bound(Node::from(end)));
        if u == v || words.word(key, first) >= of_u.max(of_v) {
            return false;
        }
        if !self.tightens {
            return true;
        }
        let own = words.tight_bound(key, last);
        if own.max(of_v) < of_u && (u as usize) < self.bounds.len() {
            self.bounds.store(u, own.max(of_v));
        } else if own.max(of_u) < of_v && (v as usize) < self.bounds.len() {
            self.bounds.store(v, own.max(of_u));
        }
        true
    }

    /// Returns the bound of a node. Nodes that are younger than the filter have none.
    #[inline(always)]
    fn bound(&self, node: Node) -> K {
        self.bounds.get(node).unwrap_or(no_bound())
    }

    /// Returns the places of those edges that still pass, in ascending order, counted from `first`.
    pub(super) fn pass_again(&self, records: &[Record<K>], first: usize) -> Vec<u32> {
        let mut order = Vec::new();
        let passes_all = self.bounds.is_empty();
        let bounds_pass = |record: &Record<K>| {
            let word = match self.scale {
                Some(scale) => scale.word(record.key, scale.place(record.position())),
                None => Later.word(record.key, K::default()),
            };
            word < self.bound(Node::from(record.u)).max(self.bound(Node::from(record.v)))
        };
        let mut some = [0; RUN];
        for (start, run) in (first..).step_by(RUN).zip(records.chunks(RUN)) {
            let mut left = 0;
            for (i, record) in run.iter().enumerate() {
                some[left % RUN] = (start + i) as u32;
                left += usize::from(passes_all || bounds_pass(record));
            }
            order.extend_from_slice(&some[..left]);
        }
        order
    }
}

/// The edges without loops, from position `begin`.
fn all<K: Key>(edges: &[Edge<K>], keys: impl Keys<Key = K>, begin: u64) -> impl Iterator<Item = Record<K>> {
    let all = (begin..).zip(edges).filter(|(_, edge)| !edge.is_loop());
    all.map(move |(position, edge)| Record::new(edge, keys.key(edge.weight), position))
}
