//! Merges new edges into the forest so far.
//!
//! The forest is sorted, and the new edges are sorted in parts; one thread joins the edges of both in order,
//! as Kruskal's algorithm does, while the others sort.

use boscage_core::exec::Exec;
use boscage_core::graph::Key;
use boscage_core::parallel::for_each_sorted;
use boscage_core::{Result, memory};

use super::record::Record;
use crate::msf::links::{Joined, Joining};

/// Edges that climb before they are joined.
const BATCH: usize = 64;

/// A growing forest.
#[derive(Debug)]
pub(super) struct Growing<K: Key> {
    nodes: usize,
    /// In the order of (key, position).
    forest: Vec<Record<K>>,
    /// Memory for merging, reused.
    scratch: Scratch<K>,
    merges: u64,
}

#[derive(Debug)]
struct Scratch<K: Key> {
    /// The trees of `forest`.
    trees: Option<Joining>,
    forest: Vec<Record<K>>,
    items: Vec<Record<K>>,
}

impl<K: Key> Growing<K> {
    /// Creates a forest without edges.
    pub(super) fn new(nodes: usize) -> Self {
        Self::with_edges(nodes, Vec::new())
    }

    /// Creates a forest of these edges, which are in the order of (key, position).
    pub(super) fn with_edges(nodes: usize, forest: Vec<Record<K>>) -> Self {
        let scratch = Scratch { trees: None, forest: Vec::new(), items: Vec::new() };
        Self { nodes, forest, scratch, merges: 0 }
    }

    /// Number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.nodes
    }

    /// Number of merges.
    pub(super) fn merge_count(&self) -> u64 {
        self.merges
    }

    /// Returns the edges in the order of (key, position).
    pub(super) fn into_edges(self) -> Vec<Record<K>> {
        self.forest
    }

    /// Sets the number of nodes.
    pub(super) fn set_node_count(&mut self, nodes: usize) {
        self.nodes = nodes;
    }

    /// Returns the edges in the order of (key, position).
    pub(super) fn edges(&self) -> &[Record<K>] {
        &self.forest
    }

    /// Returns the links of the edges that have been merged.
    pub(super) fn links(&self) -> Option<&Joined> {
        self.scratch.trees.as_ref().map(Joining::joined)
    }

    /// Merges `count` other edges into the forest, given by numbers that have the order of their positions in
    /// the stream. Returns an estimate of the number of those that are in the new forest.
    pub(super) fn merge(
        &mut self,
        exec: &Exec,
        count: usize,
        other: impl Fn(usize) -> Record<K> + Sync,
    ) -> Result<usize> {
        self.merges += 1;
        let Self { nodes, forest, scratch, .. } = self;
        let trees = match &mut scratch.trees {
            Some(trees) => {
                trees.reset(*nodes)?;
                trees
            }
            none => none.insert(Joining::new(exec, *nodes)?),
        };
        memory::grow("the forest", &mut scratch.forest, (forest.len() + count).min(*nodes))?;
        let (batches, joined) = (Default::default(), &mut scratch.forest);
        let mut merger = Merger { forest, trees, joined, batches, nodes: *nodes };
        let key = |record: &Record<K>| record.key.into();
        let feed = |sorted: &[_]| merger.feed(sorted);
        for_each_sorted::<_, u64>(exec, &mut scratch.items, count, other, key, feed)?;
        merger.finish();
        std::mem::swap(forest, &mut scratch.forest);
        let entered = entered(forest, &scratch.forest);
        scratch.forest.clear();
        Ok(entered)
    }
}

/// Edges that tell how many are new.
const SAMPLE: usize = 1 << 10;

/// Returns the approximate number of edges of a forest that are not in an older one, from a sample.
fn entered<K: Key>(forest: &[Record<K>], old: &[Record<K>]) -> usize {
    let step = forest.len().div_ceil(SAMPLE).max(1);
    let is_old = |record: &Record<K>| {
        let at = old.partition_point(|old| old.precedes(record));
        old.get(at) == Some(record)
    };
    step * forest.iter().step_by(step).filter(|&record| !is_old(record)).count()
}

/// Joins edges in the order of (key, position).
struct Merger<'a, K: Key> {
    /// The edges of the old forest that have not been joined.
    forest: &'a [Record<K>],
    trees: &'a mut Joining,
    joined: &'a mut Vec<Record<K>>,
    /// The batch that is being filled, and the one before it, whose links are being loaded.
    batches: [Vec<Record<K>>; 2],
    nodes: usize,
}

impl<K: Key> Merger<'_, K> {
    /// Takes new edges, which are sorted; returns `false` if the forest spans.
    fn feed(&mut self, sorted: &[Record<K>]) -> bool {
        let mut at = 0;
        while at < sorted.len() {
            let record = match self.forest.first() {
                Some(&old) if old.precedes(&sorted[at]) => {
                    self.forest = &self.forest[1..];
                    old
                }
                _ => {
                    at += 1;
                    sorted[at - 1]
                }
            };
            if !self.push(record) {
                return false;
            }
        }
        true
    }

    /// Takes the remaining edges of the old forest.
    fn finish(mut self) {
        while let Some((&old, rest)) = self.forest.split_first() {
            self.forest = rest;
            if !self.push(old) {
                break;
            }
        }
        self.join();
        self.join();
    }

    /// Puts an edge into the batch; returns `false` if the forest spans.
    #[inline]
    fn push(&mut self, record: Record<K>) -> bool {
        self.trees.prefetch(record.u);
        self.trees.prefetch(record.v);
        self.batches[0].push(record);
        self.batches[0].len() < BATCH || self.join()
    }

    /// Joins the edges of the second batch, and makes the first one the second.
    fn join(&mut self) -> bool {
        let Self { trees, joined, batches: [next, batch], nodes, .. } = self;
        for record in next.iter() {
            trees.prefetch_above(record.u);
            trees.prefetch_above(record.v);
        }
        let mut left = 0;
        for i in 0..batch.len() {
            let record = batch[i];
            let [u, v] = [record.u, record.v].map(|end| trees.climb(end));
            trees.prefetch(u);
            trees.prefetch(v);
            batch[left] = record;
            left += usize::from(u != v);
        }
        for &record in &batch[..left] {
            if trees.join([record.u, record.v]) {
                joined.push(record);
            }
        }
        batch.clear();
        self.batches.swap(0, 1);
        self.joined.len() + 1 < *nodes
    }
}
