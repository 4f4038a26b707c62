//! Kruskal's algorithm on one thread, with a comparison sort: the baseline of all measurements.
//!
//! **Idea.** Take the edges in the order of (weight, id) and keep those that join two trees. Any other edge
//! closes a cycle and is its heaviest edge.
//!
//! **Phases.** *Distribute*: the edges are put into buckets of ascending weights (`buckets.rs`). *Join*: one
//! bucket after the other is sorted, and its edges join the trees at their ends (`trees.rs`), until there is
//! a single tree. Later buckets are never sorted (Brennan, "Minimal spanning trees and partial sorting",
//! 1982).
//!
//! **Why this way.** Other operators are compared with the best that one thread can do with the textbook
//! algorithm, so this one is made to be fast. It sorts words of a weight and a position, in pieces that fit
//! in the cache. Each edge carries its ends into its bucket, so no edge is looked up at random in memory.
//! Only the sets are accessed at random, and their words are prefetched. Improvements that change the
//! algorithm have other names: `radix-kruskal` does not compare, `filter-boruvka` does not sort.
//!
//! **Cost.** O(m log m) comparisons, or fewer if the forest is complete early, and O(m log n) steps in the
//! sets, in practice two to three per edge. Beside the graph 18 bytes per edge and 4 per node, 26 per edge
//! with 64-bit weights; and 8 bytes for each edge of the largest bucket, which is small unless the sample is
//! unlucky.
//!
//! **When to choose it.** For small graphs, for which [`auto`](fn@super::auto) takes it, and for comparison.
//!
//! **Deterministic**: yes.
//!
//! **Paper.** Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman problem",
//! 1956.

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::buckets::Buckets;
use super::live_edge::LiveEdge;
use super::operator::Kind;
use super::operator::operator;
use super::trees::Trees;

/// How [`kruskal`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kruskal {
    /// Edges that are sorted at once, about; more where that would make more than 1024 buckets.
    pub bucket: usize,
}

impl Kruskal {
    /// A bucket of 4096 to 8191 edges of 16 bytes, and the word of 8 bytes by which each is sorted, fit in a
    /// second-level cache of 256 KiB.
    pub const DEFAULT_BUCKET: usize = 1 << 12;
}

impl Default for Kruskal {
    fn default() -> Self {
        Self { bucket: Self::DEFAULT_BUCKET }
    }
}

operator! {
    Kruskal on edges by kruskal(config);
    name: "kruskal",
    kind: Kind::OneThread,
    paper: "Kruskal 1956",
    choose_for: "the baseline: what speed is measured against",
    summary: "one thread, sort and union-find: the baseline",
    memory: |of| of.record() * of.edges + (2 * of.edges).max(4 * of.nodes + of.edges),
}

/// The minimum (maximum) spanning forest by Kruskal's algorithm, on the calling thread.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`], between its stages, and [`boscage_core::Error::OutOfMemory`].
pub fn kruskal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: Kruskal,
) -> Result<Forest<W>> {
    let edges = KeyedEdges::of(graph, objective);
    let taken = match graph.len() {
        0 => EdgeSet::new(0)?,
        len => {
            let buckets = exec.stage("kruskal distribute", || Buckets::new(edges, config.bucket))?;
            join(exec, graph.nodes(), len, buckets)?
        }
    };
    exec.stage("kruskal gather", || Ok(Forest::from_edges(None, graph, taken.into_ids()?)))
}

/// The edges of the forest.
fn join<K: Key>(exec: &Exec, nodes: usize, edges: usize, buckets: Buckets<K>) -> Result<EdgeSet> {
    exec.stage("kruskal join", move || {
        let (mut trees, mut forest) = (Trees::new(nodes)?, EdgeSet::new(edges)?);
        let mut order = Vec::new();
        for bucket in buckets.iter() {
            sort(bucket, &mut order)?;
            let edge = |i: usize| bucket[order[i] as u32 as usize];
            trees.join(order.len(), edge, |_| (), |id| forest.extend([EdgeId::from(id)]));
            if trees.count() == 1 {
                break;
            }
        }
        Ok(forest)
    })
}

/// Sorts words that stand for the edges of a bucket: above, the 32 bits of the key in which the edges differ
/// first, below, the position. So keys of 64 bits are sorted in the time of those of 32; only where edges are
/// equal in the upper half are their keys compared.
fn sort<K: Key>(bucket: &[LiveEdge<K>], order: &mut Vec<u64>) -> Result<()> {
    let key = |edge: &LiveEdge<K>| edge.key.into();
    let (least, most) = bucket.iter().fold((u64::MAX, 0), |(least, most), edge| {
        let key = key(edge);
        (least.min(key), most.max(key))
    });
    let cut = (64 - most.saturating_sub(least).leading_zeros()).saturating_sub(32);
    order.clear();
    memory::grow("the order of a bucket", order, bucket.len())?;
    let word = |(i, edge)| (key(edge) - least) >> cut << 32 | i as u64;
    order.extend(bucket.iter().enumerate().map(word));
    order.sort_unstable();
    if cut > 0 {
        for equal in order.chunk_by_mut(|one, next| one >> 32 == next >> 32) {
            equal.sort_unstable_by_key(|&word| (key(&bucket[word as u32 as usize]), word));
        }
    }
    Ok(())
}
